package documents

import "testing"

func TestFormatIsParsed(t *testing.T) {
	for _, format := range formats {
		var f Format
		if err := f.UnmarshalText([]byte(format)); err != nil || f != format {
			t.Errorf("%q: got %q, %v", format, f, err)
		}
	}
	var f Format
	err := f.UnmarshalText([]byte("svmlight"))
	const want = `documents: found "svmlight", expected text, labelled, lda-c, uci or matrix-market`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
