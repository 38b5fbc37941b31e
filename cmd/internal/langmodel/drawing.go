package langmodel

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
)

// Drawing are the flags of a command that draws sentences from a model.
type Drawing struct {
	ModelFile string `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	Number    int    `short:"n" help:"Sentences to draw." default:"10"`
	MaxWords  int    `help:"Longer sentences are drawn again." default:"60"`
	Seed      uint64 `help:"Seed of the draws." default:"3435"`
	program.Parallel
}

// Start sets the threads and refuses flags that cannot be meant.
func (d Drawing) Start() error {
	if d.Number < 0 || d.MaxWords < 1 {
		return program.Refused(fmt.Errorf("--number is %d and --max-words is %d, expected at least 0 and at least 1", d.Number, d.MaxWords))
	}
	return d.Use()
}

// Print prints sentences, one a line. Where drawing one gives the error tooLong, it is
// drawn again, a hundred times at most. A sentence does not depend on those before.
func (d Drawing) Print(tooLong error, draw func(*rand.Rand) (string, error)) error {
	for i := range d.Number {
		line, err := "", tooLong
		for try := uint64(0); try < 100 && errors.Is(err, tooLong); try++ {
			line, err = draw(graph.Rand(d.Seed, "sample", uint64(i), try))
		}
		if errors.Is(err, tooLong) {
			return fmt.Errorf("no sentence of %d words or fewer in 100 draws: an untrained model does not end its sentences", d.MaxWords)
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Println(line); err != nil {
			return err
		}
	}
	return nil
}
