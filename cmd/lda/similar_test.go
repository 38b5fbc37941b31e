package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"arbelos/cmd/internal/program/programtest"
)

// Of the six documents of the tutorial the second and the third are more alike than
// the second and the fourth or fifth, from whatever topics variational EM starts.
func TestSixDocuments(t *testing.T) {
	t.Parallel()
	for seed := range 20 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(seed))
		ldaCommand.Succeed(t, "", "fit", "--corpus", "../../testdata/six/six.ldac", "--method", "vem", "--topics", "3", "--alpha", "1", "--learn-alpha", "no",
			"--tolerance", "1e-6", "--iterations", "200", "--seed", fmt.Sprint(seed), "--run-dir", dir)
		distance := map[string]float64{}
		for _, f := range programtest.Figures[[]similarFigures](t, ldaCommand, "similar", "--model-file", dir, "2") {
			distance[f.Document] = f.Distance
		}
		if len(distance) != 5 || distance["3"] >= distance["4"] || distance["3"] >= distance["5"] {
			t.Errorf("seed %d: found distances %v from the second document", seed, distance)
		}
	}
}
