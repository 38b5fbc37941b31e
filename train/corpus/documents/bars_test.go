package documents

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distmv"

	"arbelos/graph"
	"arbelos/testdata"
)

var update = flag.Bool("update", false, "write testdata/bars instead of comparing it")

// drawBars draws the bars corpus in LDA-C: topic k < 5 is row k of a 5 x 5 grid of words,
// topic 5+k column k, uniform over its five words; a document's proportions are
// Dirichlet.
func drawBars() []byte {
	const side = testdata.BarsSide
	var out bytes.Buffer
	for item := range testdata.BarsDocuments {
		rng := graph.Rand(testdata.BarsSeed, "bars", uint64(item))
		theta := distmv.NewDirichlet(slices.Repeat([]float64{testdata.BarsAlpha}, 2*side), rng).Rand(nil)
		var counts [side * side]int
		distinct := 0
		for range testdata.BarsTokens {
			u, topic := rng.Float64(), 0
			for topic < 2*side-1 && u >= theta[topic] {
				u -= theta[topic]
				topic++
			}
			row, column := topic, rng.IntN(side)
			if topic >= side {
				row, column = column, topic-side
			}
			if counts[row*side+column]++; counts[row*side+column] == 1 {
				distinct++
			}
		}
		fmt.Fprint(&out, distinct)
		for word, n := range counts {
			if n > 0 {
				fmt.Fprintf(&out, " %d:%d", word, n)
			}
		}
		fmt.Fprintln(&out)
	}
	return out.Bytes()
}

// The bars are, byte for byte, what the seed gives.
func TestBarsComeFromTheirSeed(t *testing.T) {
	drawn := drawBars()
	if *update {
		if err := os.WriteFile("../../../testdata/bars/bars.ldac", drawn, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := testdata.FS.ReadFile("bars/bars.ldac")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(drawn, kept) {
		t.Error("testdata/bars/bars.ldac is not what is drawn; go test -update writes it")
	}
}

func TestBarsAreRead(t *testing.T) {
	kept, err := testdata.FS.ReadFile("bars/bars.ldac")
	if err != nil {
		t.Fatal(err)
	}
	words, err := testdata.FS.ReadFile("bars/vocabulary.txt")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Read(Bytes("bars", kept), Options{Format: LDAC, Words: Bytes("words", words)})
	if err != nil {
		t.Fatal(err)
	}
	holdCorpus(t, c)
	if len(c.Docs) != testdata.BarsDocuments || c.Tokens() != testdata.BarsDocuments*testdata.BarsTokens || c.Vocabulary.Len() != 25 {
		t.Errorf("%d documents, %d tokens, %d words", len(c.Docs), c.Tokens(), c.Vocabulary.Len())
	}
	if got := strings.Join(c.Vocabulary.Words()[4:7], " "); got != "row1column5 row2column1 row2column2" {
		t.Error(got)
	}
}
