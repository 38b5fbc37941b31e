package corpus

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestVocabJSONIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(0, 20).Draw(t, "words") {
			words = append(words, drawWord(t))
		}
		options := VocabOptions{Lowercase: rapid.Bool().Draw(t, "lowercase"), Digits: rapid.Bool().Draw(t, "digits")}
		want := NewVocab([]Sentence{{Words: words}}, options)
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Vocab
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, &got, cmp.AllowUnexported(Vocab{})); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestVocabJSONForm(t *testing.T) {
	data, err := json.Marshal(NewVocab(text("The dog"), VocabOptions{Lowercase: true}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"lowercase":true,"digits":false,"words":["\u003cpad\u003e","\u003cunk\u003e","\u003cs\u003e","\u003c/s\u003e","the","dog"]}`
	if string(data) != want {
		t.Errorf("got %s, want %s", data, want)
	}
}

func TestVocabJSONIsChecked(t *testing.T) {
	const symbols = `"<pad>","<unk>","<s>","</s>"`
	for data, want := range map[string]VocabError{
		`null`:                        {ID: 0, Found: "no word", Expected: "<pad>"},
		`{"words":["<pad>","<unk>"]}`: {ID: 2, Found: "no word", Expected: "<s>"},
		`{"words":["<unk>","<pad>","<s>","</s>"]}`: {ID: 0, Found: `"<unk>"`, Expected: "<pad>"},
		`{"words":[` + symbols + `,"a","b","a"]}`:  {ID: 6, Found: `"a" again`, Expected: "distinct words"},
		`{"words":[` + symbols + `,"a","<unk>"]}`:  {ID: 5, Found: `"<unk>" again`, Expected: "distinct words"},
		`{"words":[` + symbols + `,"a",""]}`:       {ID: 5, Found: "an empty word", Expected: "a word"},
	} {
		var v Vocab
		var got *VocabError
		if err := json.Unmarshal([]byte(data), &v); !errors.As(err, &got) || *got != want {
			t.Errorf("%s: got %v, want %v", data, err, &want)
		}
	}
	for _, data := range []string{`{"words":[` + symbols + `],"stem":true}`, `[]`, `{"words":"a"}`, `{"words":[` + symbols} {
		var v Vocab
		if err := json.Unmarshal([]byte(data), &v); err == nil || v.Len() != 0 {
			t.Errorf("%s: read as %d words", data, v.Len())
		}
	}
}

func TestVocabJSONRefusesWhatItWouldChange(t *testing.T) {
	v := NewVocab([]Sentence{{Words: []string{"caf\xe9"}}}, VocabOptions{})
	var got *VocabError
	if _, err := json.Marshal(v); !errors.As(err, &got) || got.ID != 4 {
		t.Errorf("got %v", err)
	}
}

func FuzzVocabJSON(f *testing.F) {
	for _, seed := range []string{
		`{"lowercase":true,"digits":false,"words":["<pad>","<unk>","<s>","</s>","the"]}`,
		`{"words":["<pad>","<unk>","<s>","</s>","a","a"]}`, `null`, `{"words":[]}`, `{"Words":["<pad>","<unk>","<s>","</s>","\ud800"]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v, again Vocab
		if json.Unmarshal(data, &v) != nil {
			return
		}
		out, err := json.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&v, &again, cmp.AllowUnexported(Vocab{})); diff != "" {
			t.Fatal(diff)
		}
		for id := range v.Len() {
			if id >= len(reserved) && v.ids[v.Word(id)] != id {
				t.Fatalf("%q has the id %d, not %d", v.Word(id), v.ids[v.Word(id)], id)
			}
		}
	})
}
