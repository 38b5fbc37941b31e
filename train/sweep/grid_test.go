package sweep

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestGrid(t *testing.T) {
	grid, err := ParseGrid([]string{"lr=0.1,1", "mode=a,b,c", "seed=7"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, point := range Points(grid) {
		var texts []string
		for _, s := range point {
			texts = append(texts, s.String())
		}
		got = append(got, strings.Join(texts, " "))
	}
	want := []string{
		"lr=0.1 mode=a seed=7", "lr=0.1 mode=b seed=7", "lr=0.1 mode=c seed=7",
		"lr=1 mode=a seed=7", "lr=1 mode=b seed=7", "lr=1 mode=c seed=7",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// All points of a grid differ, and there is one for every combination.
func TestPointsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var grid []Axis
		want := 1
		for i := range rapid.IntRange(0, 4).Draw(t, "axes") {
			values := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z0-9.]{1,4}`), 1, 4, rapid.ID).Draw(t, "values")
			grid = append(grid, Axis{string(rune('a' + i)), values})
			want *= len(values)
		}
		seen := map[string]bool{}
		for _, point := range Points(grid) {
			if len(point) != len(grid) {
				t.Fatalf("the point %v of %v", point, grid)
			}
			text := ""
			for _, s := range point {
				text += s.String() + " "
			}
			seen[text] = true
		}
		if len(seen) != want {
			t.Fatalf("%d points of %v, expected %d", len(seen), grid, want)
		}
	})
}

func TestParseGridRefuses(t *testing.T) {
	for _, texts := range [][]string{{""}, {"lr"}, {"=1"}, {"lr="}, {"lr=1,,2"}, {"lr=1,"}, {"lr=1,2,1"}, {"lr=1", "lr=2"}} {
		var bad *AxisError
		if _, err := ParseGrid(texts); !errors.As(err, &bad) || bad.Text != texts[len(texts)-1] {
			t.Errorf("%q: %v", texts, err)
		}
	}
}
