package report

import (
	"math"

	"gonum.org/v1/plot/plotter"

	"arbelos/train"
)

// curve is a figure of a run over its training.
type curve struct {
	run   int    // which of the report's
	part  int    // which of the run's in the panel: of split or group
	label string // of the part
	xy    plotter.XYs
}

// Numbers beyond are no figures of any training, and no axis takes them.
const largest = 1e100

// follow collects a figure from records that pass, over x; what is not finite is
// left out.
func follow(records []train.Record, figure string, use func(train.Record) bool, x func(train.Record) int) plotter.XYs {
	var xy plotter.XYs
	for _, r := range records {
		y, ok := r.Figures[figure]
		if ok && use(r) && math.Abs(y) <= largest {
			xy = append(xy, plotter.XY{X: float64(x(r)), Y: y})
		}
	}
	return xy
}

func anyRecord(train.Record) bool     { return true }
func epochRecord(r train.Record) bool { return r.Kind == train.KindEpoch }
func byEpoch(r train.Record) int      { return r.Epoch }
func byStep(r train.Record) int       { return r.Step }

// maxPoints is how many points of a curve are drawn, about.
const maxPoints = 400

// thin keeps of every stretch of a long curve its lowest and its highest point, so
// that no peak is lost.
func thin(xy plotter.XYs) plotter.XYs {
	if len(xy) <= maxPoints {
		return xy
	}
	stretches := maxPoints / 2
	var out plotter.XYs
	for i := range stretches {
		from, to := i*len(xy)/stretches, (i+1)*len(xy)/stretches
		low, high := from, from
		for j := from; j < to; j++ {
			if xy[j].Y < xy[low].Y {
				low = j
			}
			if xy[j].Y > xy[high].Y {
				high = j
			}
		}
		out = append(out, xy[min(low, high)])
		if low != high {
			out = append(out, xy[max(low, high)])
		}
	}
	return out
}
