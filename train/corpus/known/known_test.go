package known

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"arbelos/graph"
	"arbelos/testdata"
	"arbelos/train/corpus/points"
)

var update = flag.Bool("update", false, "write testdata/curve and testdata/stripes instead of comparing them")

// The embedded tables are, byte for byte, what their seeds give: points with four
// digits after the point.
func TestTablesComeFromTheirSeeds(t *testing.T) {
	for split, n := range testdata.PointsItems {
		for folder, draw := range map[string]func(item uint64) string{
			"curve": func(item uint64) string {
				x := Spiral.Draw(graph.Rand(testdata.PointsSeed, "curve "+split, item))
				return fmt.Sprintf("%.4f\t%.4f", x[0], x[1])
			},
			"stripes": func(item uint64) string {
				var b bytes.Buffer
				points.WriteTSV(&b, nil, [][]float64{Bars.Draw(graph.Rand(testdata.PointsSeed, "stripes "+split, item))})
				return b.String()[:b.Len()-1]
			},
		} {
			var drawn bytes.Buffer
			if folder == "curve" {
				fmt.Fprintln(&drawn, "x\ty")
			}
			for item := range uint64(n) {
				fmt.Fprintln(&drawn, draw(item))
			}
			name := folder + "/" + split + ".tsv"
			if *update {
				if err := os.WriteFile(filepath.Join("..", "..", "..", "testdata", name), drawn.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			file, err := testdata.FS.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(file, drawn.Bytes()) {
				t.Errorf("testdata/%s is not what its seed gives", name)
			}
		}
	}
}

// The spiral's density integrates to one.
func TestCurveIntegral(t *testing.T) {
	total := quad.Fixed(func(x float64) float64 {
		return quad.Fixed(func(y float64) float64 { return math.Exp(Spiral.LogProb([]float64{x, y})) }, -4, 4, 400, quad.Legendre{}, 0)
	}, -4, 4, 400, quad.Legendre{}, 0)
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("the integral is %.12f", total)
	}
}

// Draws have the mean log density that the integral of p log p gives.
func TestCurveDraws(t *testing.T) {
	entropy := -quad.Fixed(func(x float64) float64 {
		return quad.Fixed(func(y float64) float64 {
			log := Spiral.LogProb([]float64{x, y})
			return log * math.Exp(log)
		}, -3, 3, 400, quad.Legendre{}, 0)
	}, -3, 3, 400, quad.Legendre{}, 0)
	const draws = 20000
	var sum, squares float64
	for i := range uint64(draws) {
		log := Spiral.LogProb(Spiral.Draw(graph.Rand(1, "test", i)))
		sum += log
		squares += log * log
	}
	mean := sum / draws
	if se := math.Sqrt((squares/draws - mean*mean) / draws); math.Abs(mean+entropy) > 4*se {
		t.Errorf("the mean log density of draws is %.4f, of the distribution %.4f, standard error %.4f", mean, -entropy, se)
	}
	if far := Spiral.LogProb([]float64{1e3, 1e3}); math.IsInf(far, 0) || math.IsNaN(far) {
		t.Errorf("the log density of a far point is %v", far)
	}
}

// On images of three pixels a side, all 512 of them: probabilities sum to one, each
// is that of a sum over directions and bars, and draws have these frequencies.
func TestStripes(t *testing.T) {
	s := Stripes{side: 3, bar: 0.4, noise: 0.1}
	const draws = 40000
	counts := map[int]float64{}
	for i := range uint64(draws) {
		code := 0
		for _, v := range s.Draw(graph.Rand(1, "test", i)) {
			code = 2*code + int(v)
		}
		counts[code]++
	}
	var total, chi float64
	for code := range 512 {
		x := make([]float64, 9)
		for i := range x {
			x[i] = float64(code >> (8 - i) & 1)
		}
		var want float64
		for columns := range 2 {
			for bars := range 8 {
				p := 0.5
				for i := range 3 {
					on := float64(bars >> i & 1)
					p *= on*s.bar + (1-on)*(1-s.bar)
					for j := range 3 {
						pixel := x[3*i+j]
						if columns == 1 {
							pixel = x[3*j+i]
						}
						if pixel == on {
							p *= 1 - s.noise
						} else {
							p *= s.noise
						}
					}
				}
				want += p
			}
		}
		got := math.Exp(s.LogProb(x))
		if math.Abs(got-want) > 1e-12 {
			t.Fatalf("image %v has probability %.15f, want %.15f", x, got, want)
		}
		total += got
		chi += math.Pow(counts[code]-draws*want, 2) / (draws * want)
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("probabilities sum to %.15f", total)
	}
	if sd := math.Sqrt(2 * 511); chi > 511+4.5*sd {
		t.Errorf("chi-squared of the frequencies is %.1f with 511 degrees of freedom", chi)
	}
}
