package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Terms are the terms of topics as pyLDAvis takes them, topics in the order of
// their sizes.
type Terms struct {
	Shown   int // bars
	Topics  []Place
	Salient []TermOf
	ByTopic [][]TermOf        // terms among the most relevant for some lambda, by topic
	Spread  map[string][]Part // over topics, by term
}

// Place is a topic on the map.
type Place struct {
	Number int // of the topic, as in other files
	X, Y   float64
	Share  float64 // of the tokens, 0 to 1
}

// TermOf is a term as one of a topic's, or of the corpus's.
type TermOf struct {
	Term    string
	Freq    float64 // tokens of the topic
	Total   float64 // of all topics
	LogProb float64 // log p(w | topic)
	LogLift float64 // log p(w | topic) / p(w)
}

// Part is the share of a term's tokens that belong to a topic.
type Part struct {
	Topic int // as in Place
	Share float64
}

// ldavis is the file.
type ldavis struct {
	MDS struct {
		X      []float64 `json:"x"`
		Y      []float64 `json:"y"`
		Topics []int     `json:"topics"`
		Freq   []float64 `json:"Freq"`
	} `json:"mdsDat"`
	Terms struct {
		Term     []string  `json:"Term"`
		Freq     []float64 `json:"Freq"`
		Total    []float64 `json:"Total"`
		Category []string  `json:"Category"`
		LogProb  []float64 `json:"logprob"`
		LogLift  []float64 `json:"loglift"`
	} `json:"tinfo"`
	Tokens struct {
		Topic []int     `json:"Topic"`
		Freq  []float64 `json:"Freq"`
		Term  []string  `json:"Term"`
	} `json:"token.table"`
	R     int   `json:"R"`
	Order []int `json:"topic.order"`
}

// TermsError says what is wrong in a file of pyLDAvis.
type TermsError struct{ Path, Found, Expected string }

// Error names the file.
func (e *TermsError) Error() string {
	return fmt.Sprintf("%s: found %s, expected %s", e.Path, e.Found, e.Expected)
}

func (r *Run) readTerms(dir string) error {
	path := filepath.Join(dir, "pyldavis.json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	terms, err := parseTerms(text, path)
	if err == nil {
		r.Terms = terms
	}
	return err
}

func parseTerms(text []byte, path string) (*Terms, error) {
	var v ldavis
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, &TermsError{path, err.Error(), "the JSON that pyLDAvis prepares"}
	}
	k := len(v.MDS.Topics)
	for _, c := range []struct {
		name    string
		n, want int
	}{
		{"mdsDat.x", len(v.MDS.X), k}, {"mdsDat.y", len(v.MDS.Y), k}, {"mdsDat.Freq", len(v.MDS.Freq), k}, {"topic.order", len(v.Order), k},
		{"tinfo.Freq", len(v.Terms.Freq), len(v.Terms.Term)}, {"tinfo.Total", len(v.Terms.Total), len(v.Terms.Term)},
		{"tinfo.Category", len(v.Terms.Category), len(v.Terms.Term)}, {"tinfo.logprob", len(v.Terms.LogProb), len(v.Terms.Term)},
		{"tinfo.loglift", len(v.Terms.LogLift), len(v.Terms.Term)},
		{"token.table.Topic", len(v.Tokens.Topic), len(v.Tokens.Term)}, {"token.table.Freq", len(v.Tokens.Freq), len(v.Tokens.Term)},
	} {
		if c.n != c.want {
			return nil, &TermsError{path, fmt.Sprintf("%s of %d values", c.name, c.n), fmt.Sprint(c.want)}
		}
	}
	t := &Terms{Shown: v.R, ByTopic: make([][]TermOf, k), Spread: map[string][]Part{}}
	for i := range k {
		for _, x := range []float64{v.MDS.X[i], v.MDS.Y[i], v.MDS.Freq[i]} {
			if math.Abs(x) > largest {
				return nil, &TermsError{path, fmt.Sprintf("%g in mdsDat", x), "coordinates and percentages"}
			}
		}
		t.Topics = append(t.Topics, Place{v.Order[i] - 1, v.MDS.X[i], v.MDS.Y[i], v.MDS.Freq[i] / 100})
	}
	for i, term := range v.Terms.Term {
		x := TermOf{term, v.Terms.Freq[i], v.Terms.Total[i], v.Terms.LogProb[i], v.Terms.LogLift[i]}
		if v.Terms.Category[i] == "Default" {
			t.Salient = append(t.Salient, x)
			continue
		}
		number, ok := strings.CutPrefix(v.Terms.Category[i], "Topic")
		at, err := strconv.Atoi(number)
		if !ok || err != nil || at < 1 || at > k {
			return nil, &TermsError{path, fmt.Sprintf("tinfo.Category %q", v.Terms.Category[i]), fmt.Sprintf("Default or Topic1 to Topic%d", k)}
		}
		t.ByTopic[at-1] = append(t.ByTopic[at-1], x)
	}
	for i, term := range v.Tokens.Term {
		if at := v.Tokens.Topic[i]; at < 1 || at > k {
			return nil, &TermsError{path, fmt.Sprintf("token.table.Topic %d", at), fmt.Sprintf("1 to %d", k)}
		}
		t.Spread[term] = append(t.Spread[term], Part{v.Order[v.Tokens.Topic[i]-1] - 1, v.Tokens.Freq[i]})
	}
	if t.Shown < 1 {
		t.Shown = 30
	}
	return t, nil
}

// circle is a topic on the map, in the map's units.
type circle struct {
	Place
	CX, CY, R float64
	Label     string
	Size      float64 // of the label's font
}

// mapSize is the side of the square that the map is drawn in.
const mapSize = 400.0

// circles places topics, the largest first so that the smaller ones lie on them. Areas are
// as shares, and both axes have one scale, as distances have.
func (t *Terms) circles() []circle {
	const covered = 0.16 // of the square, by all circles
	largest, lowest, highest := 0.0, [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	radius := func(p Place) float64 { return max(3, math.Sqrt(max(0, p.Share)*covered/math.Pi)*mapSize) }
	for _, p := range t.Topics {
		largest = max(largest, radius(p))
		for i, x := range [2]float64{p.X, p.Y} {
			lowest[i], highest[i] = min(lowest[i], x), max(highest[i], x)
		}
	}
	extent := max(highest[0]-lowest[0], highest[1]-lowest[1])
	scale := 0.0 // of one place
	if extent > 0 {
		scale = (mapSize - 2*largest - 8) / extent
	}
	var out []circle
	for _, p := range t.Topics {
		x := mapSize/2 + scale*(p.X-(lowest[0]+highest[0])/2)
		y := mapSize/2 - scale*(p.Y-(lowest[1]+highest[1])/2)
		c := circle{Place: p, CX: x, CY: y, R: radius(p), Size: min(12, max(7, 0.8*radius(p)))}
		if c.R >= 6 {
			c.Label = strconv.Itoa(p.Number)
		}
		out = append(out, c)
	}
	return out
}
