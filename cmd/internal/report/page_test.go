package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbelos/cmd/internal/evaluation"
	"arbelos/train/corpus"
)

// element is an element of a page.
type element struct {
	name string
	attr map[string]string
}

var rawText = regexp.MustCompile(`(?s)(<(script|style)[^>]*>)(.*?)(</(?:script|style)>)`)

// checkPage holds that a page is well formed, has every id once and every id that
// is linked to, takes nothing from elsewhere, and holds no markup or script of its
// runs' making. It returns the elements.
func checkPage(t testing.TB, page string) []element {
	t.Helper()
	var elements []element
	scripts := 0
	for _, m := range rawText.FindAllStringSubmatch(page, -1) {
		if m[2] == "script" && !strings.Contains(m[1], "application/json") {
			scripts++
		}
		for _, word := range []string{"url(", "@import", "fetch(", "XMLHttpRequest", "import(", "innerHTML", "eval("} {
			if !strings.Contains(m[1], "application/json") && strings.Contains(m[3], word) {
				t.Errorf("a %s has %q", m[2], word)
			}
		}
	}
	if scripts != 1 || strings.Contains(page, `<script>alert`) || strings.Contains(page, "</script><script>alert") {
		t.Errorf("%d scripts, expected the page's own", scripts)
	}
	d := xml.NewDecoder(strings.NewReader(rawText.ReplaceAllString(page, "$1$4")))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			elements = append(elements, element{e.Name.Local, attr})
		}
	}
	ids := map[string]int{}
	for _, e := range elements {
		if id, ok := e.attr["id"]; ok {
			ids[id]++
		}
	}
	for id, n := range ids {
		if n != 1 {
			t.Errorf("%d elements have the id %q", n, id)
		}
	}
	for _, e := range elements {
		for _, name := range []string{"src", "srcset", "href", "action", "data", "poster", "for", "aria-labelledby"} {
			value, ok := e.attr[name]
			switch at, local := strings.CutPrefix(value, "#"); {
			case !ok:
			case name == "for" || name == "aria-labelledby":
				local, at = true, value
				fallthrough
			case local:
				if ids[at] == 0 {
					t.Errorf("%s of %s is %q, which is no element's id", name, e.name, value)
				}
			case !strings.HasPrefix(value, "data:"):
				t.Errorf("%s of %s is %q, which is not in the page", name, e.name, value)
			}
		}
		for name := range e.attr {
			if strings.HasPrefix(name, "on") {
				t.Errorf("%s has the attribute %s", e.name, name)
			}
		}
	}
	return elements
}

func count(elements []element, name, class string) int {
	n := 0
	for _, e := range elements {
		if e.name == name && (class == "" || slices.Contains(strings.Fields(e.attr["class"]), class)) {
			n++
		}
	}
	return n
}

func right(s corpus.Sentence) corpus.Binary { return corpus.RightBranching(len(s.Words)) }
func left(s corpus.Sentence) corpus.Binary  { return corpus.LeftBranching(len(s.Words)) }

// A page of runs of every kind has all their parts.
func TestPage(t *testing.T) {
	a, b, c := doneRun(t, "a"), doneRun(t, "b <script>alert(2)<slash>"), doneRun(t, "c")
	addParses(t, a, right)
	addParses(t, b, left)
	addTopics(t, c, 7)
	write(t, c+"/diagnostics.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(3)</script></svg>`)
	page := madePage(t, a, b, c)
	elements := checkPage(t, page)
	for _, want := range []struct {
		name, class string
		n           int
	}{
		{"div", "plot", 5 + 1 + 2 + 1 + 2}, // ELBO, reconstruction, KL, entropy, F1; weight; rates, norms; the unknown figure; F1 by length, recall
		{"div", "tree", 3},                 // sentences of three words or more
		{"g", "circle", 7}, {"table", "topics", 1}, {"table", "mixtures", 1}, {"img", "", 1}, {"h1", "", 1}, {"main", "", 1},
	} {
		if n := count(elements, want.name, want.class); n != want.n {
			t.Errorf("found %d of %s %s, expected %d", n, want.name, want.class, want.n)
		}
	}
	for _, text := range []string{"3 runs", "90.5 after epoch 3", "45.5", "right-branching", "Learning rates", "Gradient norms", "Entropy of q", "KL divergence", "Reconstruction", "test.trees"} {
		if !strings.Contains(page, text) {
			t.Errorf("no %q on the page", text)
		}
	}
}

// Right-branching trees stand beside runs that parsed the same sentences, and a run without them is shown too.
func TestOtherCorpus(t *testing.T) {
	a, b := doneRun(t, "a"), doneRun(t, "b")
	addParses(t, a, right)
	addParses(t, b, left)
	if page := madePage(t, a, b); !strings.Contains(page, "right-branching") {
		t.Error("no right-branching trees")
	}
	path := filepath.Join(b, evaluation.FileName)
	text := string(must(os.ReadFile(path))(t))
	write(t, path, strings.ReplaceAll(text, "cat", "bat"))
	page := madePage(t, a, b)
	checkPage(t, page)
	if strings.Contains(page, "right-branching") || strings.Count(page, "Sentence 4 of") != 2 {
		t.Error("two corpora are taken for one")
	}
}

// Runs called alike are told apart.
func TestNames(t *testing.T) {
	a, b := must(Read(doneRun(t, "same")))(t), must(Read(doneRun(t, "same")))(t)
	distinguish([]*Run{a, b, must(Read(a.Dir))(t)})
	if a.Name == b.Name || !strings.HasSuffix(b.Name, "same") {
		t.Errorf("named %q and %q", a.Name, b.Name)
	}
}

// Curves say what sets runs apart, unless that is too much to say.
func TestLabels(t *testing.T) {
	run := func(name string, options map[string]any) *Run { return &Run{Dir: name, Name: name, Options: options} }
	for _, test := range []struct {
		a, b map[string]any
		want [2]string
	}{
		{map[string]any{"seed": 1, "topics": 5}, map[string]any{"seed": 2, "topics": 5}, [2]string{"001 seed=1", "002 seed=2"}},
		{map[string]any{"seed": 1, "rate": 0.5}, map[string]any{"seed": 2}, [2]string{"001 rate=0.5 seed=1", "002 rate=– seed=2"}},
		{map[string]any{"a": 1, "b": 1, "c": 1, "d": 1}, map[string]any{}, [2]string{"001", "002"}},
		{map[string]any{"a": 1}, map[string]any{"a": 1}, [2]string{"001", "002"}},
	} {
		runs := []*Run{run("001", test.a), run("002", test.b)}
		distinguish(runs)
		if got := [2]string{runs[0].Label, runs[1].Label}; got != test.want {
			t.Errorf("found labels %q, want %q", got, test.want)
		}
		if names := (panel{curves: []curve{{run: 1, label: "training"}}}).entries(runs); names[0] != test.want[1]+", training" {
			t.Errorf("found legend %q", names)
		}
	}
}
