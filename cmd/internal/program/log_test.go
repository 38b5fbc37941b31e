package program

import (
	"bytes"
	"testing"
)

func TestHeldText(t *testing.T) {
	var file bytes.Buffer
	h := new(HeldText)
	log := NewLog(new(bytes.Buffer), h)
	log.Info("one")
	if file.Len() > 0 {
		t.Errorf("wrote %q before there was a file", &file)
	}
	if err := h.Release(&file); err != nil {
		t.Fatal(err)
	}
	log.Warn("two", "n", 2)
	lines := bytes.Split(file.Bytes(), []byte("\n"))
	if len(lines) != 3 || !bytes.HasSuffix(lines[0], []byte("level=INFO msg=one")) || !bytes.HasSuffix(lines[1], []byte("level=WARN msg=two n=2")) {
		t.Errorf("wrote %q", &file)
	}
}
