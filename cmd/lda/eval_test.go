package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a fit says of the documents that it held out, eval says again, whatever the seed:
// it halves them as the fit did, and samples as it did. Another seed halves otherwise.
func TestEvalTellsTheCompletionOfTheFit(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"gibbs", "vb"} {
		dir := filepath.Join(t.TempDir(), "run")
		run := func(to any, args ...string) {
			if err := jsonUnmarshal(ldaCommand.Succeed(t, "", append(args, "--json")...).Stdout, to); err != nil {
				t.Fatal(err)
			}
		}
		var fitted fitFigures
		run(&fitted, "fit", "--method", method, "--topics", "3", "--iterations", "2", "--held-out", "0.2", "--seed", "7", "--run-dir", dir)
		var same, other evalFigures
		run(&same, "eval", "--model-file", dir)
		run(&other, "eval", "--model-file", dir, "--seed", "8")
		if diff := cmp.Diff(fitted.Completion, same.Completion); diff != "" {
			t.Errorf("%s: eval differs from the fit (-fit +eval):\n%s", method, diff)
		}
		if cmp.Equal(fitted.Completion, other.Completion) {
			t.Errorf("%s: another seed halves alike", method)
		}
	}
}
