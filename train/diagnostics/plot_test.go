package diagnostics

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// fullReport holds every diagnostic, of weights drawn for the test.
func fullReport(t testing.TB) *Report {
	t.Helper()
	var logW, means, kl [][]float64
	for i := range uint64(40) {
		r := testRand(20, i)
		logW = append(logW, gaussianWeights(r, 2048, 0.8*r.NormFloat64(), 0.6+0.6*r.Float64(), -20))
		means = append(means, []float64{r.NormFloat64(), 0.02 * r.NormFloat64(), 0.3 * r.NormFloat64(), 0})
		kl = append(kl, []float64{1.5 + r.Float64(), 0.004, 0.3, 0})
	}
	bound, err := BoundCurve(logW, nil, []int{1, 2, 4, 8, 16, 32, 64})
	if err != nil {
		t.Fatal(err)
	}
	weights, err := NewWeights(logW)
	if err != nil {
		t.Fatal(err)
	}
	weights.ParetoK[3], weights.ParetoK[4] = Number(inf), Number(-inf)
	units, err := NewUnits(means, kl)
	if err != nil {
		t.Fatal(err)
	}
	return &Report{
		Bound: bound, Weights: weights, Units: units, Gap: &Gap{0.4, 0.02},
		Gradients: []Estimator{
			{"no baseline", []GroupNoise{{Group: "p", Variance: 2, SNR: 3}, {Group: "q", Variance: 900, SNR: 0.01}}},
			{"leave-one-out", []GroupNoise{{Group: "p", Variance: 2, SNR: 3}, {Group: "q", Variance: 40, SNR: 0.2}}},
			{"doubly reparameterised", []GroupNoise{{Group: "p", Variance: 3e-7, SNR: 4}, {Group: "q", Variance: 0, SNR: Number(inf)}}},
		},
	}
}

// The plot is an image of its format, tells what it was made of, and is the same
// every time. Its pixels are greys.
func TestPlot(t *testing.T) {
	r := fullReport(t)
	raw, err := r.Plot("png")
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("ARBELOS_PLOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "diagnostics.png"), raw, 0o666); err != nil {
			t.Error(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			if r != g || g != b {
				t.Fatalf("the pixel at %d, %d is coloured: %d %d %d", x, y, r, g, b)
			}
			if r < 0x8000 {
				dark++
			}
		}
	}
	if dark < 1000 {
		t.Errorf("only %d dark pixels", dark)
	}

	raw, err = r.Plot("svg")
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(raw)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("no XML: %v", err)
		}
	}
	if long := regexp.MustCompile(`>[^<]*(99999|00001)[^<]*<`).Find(raw); long != nil {
		t.Errorf("the image says %q, expected round numbers on axes", long)
	}
	for _, text := range []string{"Importance-weighted bound", "predicted, -Var/(2K)", "Effective sample size", "Pareto k of the weights",
		"KL by dimension, 2 of 4 active", "leave-one-out", "Signal-to-noise of a gradient"} {
		if !bytes.Contains(raw, []byte(text)) {
			t.Errorf("the image does not say %q", text)
		}
	}
	if again, err := fullReport(t).Plot("svg"); err != nil || !bytes.Equal(raw, again) {
		t.Errorf("drawn again, the image differs (%v)", err)
	}
}

// Each diagnostic alone makes a plot.
func TestPlotParts(t *testing.T) {
	r := fullReport(t)
	for name, part := range map[string]*Report{
		"bound": {Bound: r.Bound}, "one K": {Bound: r.Bound[:1]}, "weights": {Weights: r.Weights},
		"one item": {Weights: &Weights{[]int{30}, []float64{7}, []Number{Number(-inf)}}},
		"units":    {Units: r.Units}, "gradients": {Gradients: r.Gradients},
		"no noise at all": {Gradients: []Estimator{{"exact", []GroupNoise{{Group: "p", SNR: Number(inf)}}}}},
	} {
		if raw, err := part.Plot("svg"); err != nil || len(raw) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(raw), err)
		}
	}
}

func TestPlotErrors(t *testing.T) {
	_, err := new(Report).Plot("png")
	mustFail(t, "nothing measured", err, "no diagnostic")
	_, err = fullReport(t).Plot("gif")
	mustFail(t, "another format", err, `"gif"`, "png or svg")
	bad := &Report{Bound: []BoundPoint{{K: 1, Bound: nan}}}
	if _, err := bad.Plot("png"); err == nil {
		t.Error("a bound that is NaN: found no error")
	}
}
