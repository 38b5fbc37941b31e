package corpus

import (
	"strings"
	"testing"
)

func TestTagsLeftOut(t *testing.T) {
	for tags, want := range map[string]struct{ f1, evalb bool }{
		", . : `` ''":             {true, true},
		"\" -LRB- -RRB- PU PUN":   {true, false},
		"$ # NN SYM CD -NONE- ( ": {false, false},
	} {
		for _, tag := range strings.Fields(tags) {
			if punctuation(tag) != want.f1 || collinsDeletes(tag) != want.evalb {
				t.Errorf("%s: f1 %t, f1-evalb %t, want %t", tag, punctuation(tag), collinsDeletes(tag), want)
			}
		}
	}
}
