package main

import (
	"testing"
	"time"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/train"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the command runs too, and makeruns, which makes
// run directories for the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"runs": main, "makeruns": makeRuns})
}

// makeRuns makes, in the current folder, runs/a, which is done; runs/sweep/001,
// whose process died; and runs/sweep/002, which has failed.
func makeRuns() {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 500, time.UTC)
	make := func(dir string, elbo float64) *train.Run {
		run, err := train.CreateRun(dir, map[string]any{"lr": 0.5})
		must(err)
		_, err = run.StartRecords(0, 0)
		must(err)
		must(run.Record(train.Record{Kind: train.KindEpoch, Split: train.SplitValidation, Figures: map[string]float64{"validation/elbo": elbo - 1}, Seconds: 1.5, Time: at}))
		must(run.Record(train.Record{Kind: train.KindStep, Split: train.SplitTrain, Epoch: 1, Step: 50, Figures: map[string]float64{"train/elbo": elbo, "rate/p": 0.1}, Time: at}))
		must(run.Record(train.Record{Kind: train.KindEpoch, Split: train.SplitValidation, Epoch: 1, Step: 60, Figures: map[string]float64{"validation/elbo": elbo}, Seconds: 2, Time: at}))
		return run
	}
	run := make("runs/a", -20.25)
	must(run.Finish(train.Summary{State: train.StateDone, Epochs: 1, Steps: 60, Best: &train.BestScore{Epoch: 1, Score: 90.5}, Final: map[string]float64{"test/f1": 45.5, "test/ppl": 91}}))
	must(run.Close())
	must(make("runs/sweep/001", -30).Close())
	run = make("runs/sweep/002", -10)
	must(run.Finish(train.Summary{State: train.StateFailed, Error: "no"}))
	must(run.Close())
}

func TestScripts(t *testing.T) { programtest.Scripts(t, nil) }

func TestHelp(t *testing.T) {
	parser, err := runsProgram.Parser()
	if err != nil {
		t.Fatal(err)
	}
	programtest.CheckHelp(t, "runs", parser)
}
