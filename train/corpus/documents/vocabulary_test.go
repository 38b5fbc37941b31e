package documents

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/train/corpus"
)

func TestReadVocabulary(t *testing.T) {
	v, err := ReadVocabulary(text("a\n new york \r\n模型\n\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "new york", "模型"}, v.Words()); diff != "" {
		t.Error(diff)
	}
	if id, ok := v.ID("模型"); id != 2 || !ok {
		t.Errorf("got %d, %t", id, ok)
	}
	if _, ok := v.ID("b"); ok {
		t.Error("b is known")
	}
}

func TestReadVocabularyErrors(t *testing.T) {
	_, err := ReadVocabulary(text("a\nb\na\n"))
	wantSyntaxError(t, err, ErrDuplicate, 3, 1, "line 1")
	_, err = ReadVocabulary(text("a\n\nb\n"))
	wantSyntaxError(t, err, ErrBlank, 2, 1, "nothing")
	if _, err = ReadVocabulary(text("\n")); !errors.Is(err, corpus.ErrEmpty) {
		t.Errorf("got %v", err)
	}
	if _, err = NewVocabulary([]string{"a", "a"}); !errors.Is(err, ErrDuplicate) {
		t.Errorf("got %v", err)
	}
}

func FuzzReadVocabulary(f *testing.F) {
	f.Add([]byte("a\nb\n"))
	f.Add([]byte("a\n\nb"))
	f.Add([]byte("\xffa\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ReadVocabulary(Bytes("fuzz", data))
		if err != nil {
			if !typed(err) {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		for id := range v.Len() {
			if back, ok := v.ID(v.Word(id)); back != id || !ok {
				t.Fatalf("word %d, %q, is found as %d", id, v.Word(id), back)
			}
		}
	})
}
