package program

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	var out bytes.Buffer
	Table(&out, [][]string{{"", "f1", "f1 (corpus)"}, {"left", "12.3", "56.8"}, {"right-branching", "-", "-"}})
	want := `
                     f1  f1 (corpus)
  left             12.3         56.8
  right-branching     -            -
`
	if diff := cmp.Diff(want, "\n"+out.String()); diff != "" {
		t.Error(diff)
	}
}
