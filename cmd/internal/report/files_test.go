package report

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestReadTopics(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "topics.tsv"), "topic\talpha\tnew\tshare\twords\tNPMI\n3\t0.5\tx\t0.25\ta b\t-\n0\t1e-3\ty\t0.75\t\t-0.5\n")
	var r Run
	if err := r.readTopics(dir); err != nil {
		t.Fatal(err)
	}
	want := []Topic{{Number: 3, Share: 0.25, Alpha: 0.5, Top: "a b", NPMI: math.NaN()}, {Number: 0, Share: 0.75, Alpha: 0.001, NPMI: -0.5}}
	if d := cmp.Diff(want, r.Topics, cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })); d != "" {
		t.Error(d)
	}
}

func TestTableErrors(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"topics.tsv", "topic\tshare\n0\n", ":2: found 1 columns, expected 2, as in the heading"},
		{"topics.tsv", "topic\tshare\n0\tx\n", `:2: found "x", expected a number under "share"`},
		{"topics.tsv", "topic\tshare\n0\t1\n-1\t1\n", `:3: found "-1", expected the number of a topic`},
		{"topics.tsv", "", ": unexpected EOF"},
		{"doc-topics.tsv", "document\n1\n", ":1: found 1 columns, expected a document"},
		{"doc-topics.tsv", "document\tlabel\ttopic 0\na\t\tNaN\n", `:2: found "NaN", expected a share from 0 to 1`},
		{"doc-topics.tsv", "document\tlabel\ttopic 0\na\t\t-0.1\n", `:2: found "-0.1", expected a share`},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, c.file), c.text)
		var r Run
		read := r.readTopics
		if c.file == "doc-topics.tsv" {
			read = r.readDocuments
		}
		if err := read(dir); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, c.file)+c.want) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
}

// Of documents a page has the first, and of each its greatest topics.
func TestReadDocuments(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	text.WriteString("document\tlabel\ttopic 0\ttopic 1\ttopic 2\n")
	for range maxDocuments + 1 {
		text.WriteString("a\x00\tl\t0.2\t0.795\t0.005\n")
	}
	write(t, filepath.Join(dir, "doc-topics.tsv"), text.String())
	var r Run
	if err := r.readDocuments(dir); err != nil {
		t.Fatal(err)
	}
	if len(r.Documents.Mixed) != maxDocuments || !r.Documents.More || r.Documents.Topics != 3 {
		t.Errorf("%d documents of %d topics, more %v", len(r.Documents.Mixed), r.Documents.Topics, r.Documents.More)
	}
	if d := cmp.Diff(Mixture{"a\ufffd", "l", []Part{{1, 0.795}, {0, 0.2}}}, r.Documents.Mixed[0]); d != "" {
		t.Error(d)
	}
}

// Circles lie on the map, have areas as shares, and distances as coordinates have.
func TestCircles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-2, 2)
		places := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Place {
			return Place{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Share: rapid.Float64Range(0.05, 0.3).Draw(t, "share")}
		}), 1, 6).Draw(t, "places")
		all := (&Terms{Topics: places}).circles()
		scale := math.NaN()
		for i, c := range all {
			if c.CX-c.R < 0 || c.CY-c.R < 0 || c.CX+c.R > mapSize || c.CY+c.R > mapSize || math.IsNaN(c.CX+c.CY) {
				t.Fatalf("%+v is not on the map", c)
			}
			if r := c.R * c.R / all[0].R / all[0].R; math.Abs(r-places[i].Share/places[0].Share) > 1e-9 {
				t.Fatalf("areas are as %v, shares as %v", r, places[i].Share/places[0].Share)
			}
			if d := math.Hypot(places[i].X-places[0].X, places[i].Y-places[0].Y); d > 1e-6 {
				s := math.Hypot(c.CX-all[0].CX, c.CY-all[0].CY) / d
				if math.Abs(s-scale) > 1e-6*s {
					t.Fatalf("scales %v and %v", scale, s)
				}
				scale = s
			}
		}
	})
}

func TestTermsErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[]`, "expected the JSON that pyLDAvis prepares"},
		{`{"mdsDat": {"topics": [1]}}`, "found mdsDat.x of 0 values, expected 1"},
		{`{"mdsDat": {"topics": [1], "x": [1e200], "y": [0], "Freq": [1]}, "topic.order": [1]}`, "found 1e+200 in mdsDat"},
		{`{"tinfo": {"Term": ["a"], "Freq": [1], "Total": [1], "Category": ["Topic1"], "logprob": [0], "loglift": [0]}}`, `found tinfo.Category "Topic1", expected Default or Topic1 to Topic0`},
		{`{"token.table": {"Topic": [1], "Freq": [1], "Term": ["a"]}}`, "found token.table.Topic 1, expected 1 to 0"},
	} {
		if _, err := parseTerms([]byte(c.text), "file"); !errors.As(err, new(*TermsError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	dir := f.TempDir()
	addTopics(f, dir, 2)
	f.Add(must(os.ReadFile(filepath.Join(dir, "pyldavis.json")))(f))
	f.Add([]byte(`{"mdsDat": {"x": [1], "y": [1], "topics": [1], "Freq": [1]}, "topic.order": [-5]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		terms, err := parseTerms(text, "file")
		if err != nil {
			if !errors.As(err, new(*TermsError)) {
				t.Errorf("%v is no *TermsError", err)
			}
			return
		}
		for _, c := range terms.circles() {
			if x := c.CX + c.CY + c.R; math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%+v is nowhere", c)
			}
		}
		newTermsData(terms)
	})
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte("document\tlabel\ttopic 0\none\t\t0.5\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "doc-topics.tsv"), string(text))
		write(t, filepath.Join(dir, "topics.tsv"), string(text))
		var r Run
		if err := r.readDocuments(dir); err == nil && r.Documents != nil {
			newDocumentsView(r.Documents)
		}
		if err := r.readTopics(dir); err == nil {
			newModelView(0, &r)
		}
	})
}
