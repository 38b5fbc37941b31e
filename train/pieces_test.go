package train

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// However narrow, what is shown is whole pieces in their order, and what is left
// out ranks no lower than what is shown.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOf(rapid.Custom(func(t *rapid.T) piece {
			return piece{rapid.StringMatching(`[a-z] [0-9]{1,5}`).Draw(t, "text"), rapid.IntRange(0, 7).Draw(t, "rank")}
		})).Draw(t, "line")
		columns := rapid.IntRange(0, 60).Draw(t, "columns")
		text := fit(line, columns)
		if len(text) > columns {
			t.Fatalf("%q has more than %d columns", text, columns)
		}
		shown := strings.Split(text, gap)
		if text == "" {
			shown = nil
		}
		kept, lost, n := -1, 8, 0
		for _, p := range line {
			if n < len(shown) && shown[n] == p.text {
				n++
				kept = max(kept, p.rank)
			} else {
				lost = min(lost, p.rank)
			}
		}
		if n != len(shown) {
			t.Fatalf("%q is not of %v", text, line)
		}
		if unique := distinct(line); unique && kept > lost {
			t.Fatalf("%q of %v: left out what ranks before it", text, line)
		}
		for _, l := range strings.Split(wrap(line, columns), "\n") {
			if len(l) > max(columns, 2*len(gap)+7) {
				t.Fatalf("wrapped at %d: %q", columns, l)
			}
		}
		if got := strings.Fields(wrap(line, columns)); strings.Join(got, " ") != strings.Join(strings.Fields(join(line)), " ") {
			t.Fatalf("wrapped: %q", got)
		}
	})
}

// distinct tells whether the texts differ, so that the test knows which is which.
func distinct(line []piece) bool {
	seen := map[string]bool{}
	for _, p := range line {
		if seen[p.text] {
			return false
		}
		seen[p.text] = true
	}
	return true
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 59400 * time.Millisecond: "59s", 59600 * time.Millisecond: "1m00s", 125 * time.Second: "2m05s",
		time.Hour + 59*time.Second: "1h00m", 26 * time.Hour: "1d02h",
	} {
		if got := span(d); got != want {
			t.Errorf("%v is %s, expected %s", d, got, want)
		}
	}
}

func TestBar(t *testing.T) {
	for done, want := range map[int]string{0: "[............]   0%", 1: "[............]   2%", 20: "[######......]  50%", 39: "[###########.]  97%", 40: "[############] 100%"} {
		if got := bar(done, 40); got != want {
			t.Errorf("%d of 40: %q, expected %q", done, got, want)
		}
	}
}
