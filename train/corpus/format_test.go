package corpus

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormatByLook(t *testing.T) {
	for data, want := range map[string]Format{
		"the dog barks":                         Text,
		"( There is no doubt )":                 Text,
		"( see below )":                         Text,
		"(713)853-7041":                         Text,
		"t(est)":                                Text,
		"call t(est) at (713)853-7041":          Text,
		"( There is no doubt )\n( no ) ( yes )": Text,
		":-) ok\n;-( no":                        Text,
		"f(x(y)) = g(x(y))":                     Text,
		"(NN dog)":                              Trees,
		"(INTJ (UH Yes))":                       Trees,
		"( S ( NP ( NN dog ) ) )":               Trees,
		"\n\n( (S\n (NP (NN dog))\n )\n)\n":     Trees,
		"(NN )":                                 Trees, // broken, yet nothing else
		"(S (NP (NN dog)":                       Trees,
		"(S (NN dog)) and a tail":               Trees,
		"(S (NN New York))\n(S (NN a))":         Trees,
	} {
		if got := looksLikeTrees([]byte(data)); got != (want == Trees) {
			t.Errorf("%q: trees %t, want %s", data, got, want)
		}
	}
}

// One broken tree does not turn a treebank into text.
func TestBrokenTreebankStillLooksLikeTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(2, 6).Draw(t, "trees") {
			lines = append(lines, (&Tree{Label: "S", Children: []*Tree{drawTree(t, 8)}}).String())
		}
		broken := rapid.IntRange(0, len(lines)-1).Draw(t, "broken")
		cut := rapid.IntRange(1, len(lines[broken])-1).Draw(t, "cut")
		for cut < len(lines[broken]) && lines[broken][cut]&0xC0 == 0x80 {
			cut++ // not within a character
		}
		lines[broken] = lines[broken][:cut]
		if data := strings.Join(lines, "\n"); !looksLikeTrees([]byte(data)) {
			t.Fatalf("taken for text: %s", data)
		}
	})
}

func TestFormatOfSharedFiles(t *testing.T) {
	for name, want := range map[string]Format{
		"mikolov_ptb/ptb.test.txt": Text, "lda/bbc/corpus.txt": Text, "README.md": Text,
		"ptb_nltk/test.trees": Trees, "sinica/test.trees": Trees, "icon_id/test.trees": Trees,
		"handmade/handmade_raw.mrg": Trees,
	} {
		sentences := mustReadFile(t, sharedData(t, name), Auto)
		if got := sentences[0].Tree != nil; got != (want == Trees) {
			t.Errorf("%s: trees %t, want %s", name, got, want)
		}
	}
}

// The error of a file that was taken for trees says how to have it read as text.
func TestLookCanBeOverruled(t *testing.T) {
	const data = "(a ( b ) )"
	_, err := Read(strings.NewReader(data), "x", Auto)
	if err == nil || !strings.Contains(err.Error(), `format "text"`) {
		t.Errorf("got %v", err)
	}
	sentences, err := Read(strings.NewReader(data), "x", Text)
	if err != nil || len(sentences[0].Words) != 5 {
		t.Errorf("got %v, %v", sentences, err)
	}
}

func TestFormatIsParsed(t *testing.T) {
	var f Format
	if err := f.UnmarshalText([]byte("trees")); err != nil || f != Trees {
		t.Errorf("got %q, %v", f, err)
	}
	err := f.UnmarshalText([]byte("penn"))
	const want = `corpus: found "penn", expected auto, text or trees`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
