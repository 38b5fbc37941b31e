package program

import (
	"errors"
	"fmt"
	"testing"
)

// An error that the log has told keeps its exit status.
func TestTold(t *testing.T) {
	cause := errors.New("x")
	if err := (Logging{LogFormat: "text"}).Fail(cause); err != cause || isTold(err) {
		t.Errorf("in text: %v", err)
	}
	err := fmt.Errorf("more: %w", Logging{LogFormat: "json"}.Fail(Refused(cause)))
	if !isTold(err) || !errors.Is(err, cause) {
		t.Errorf("in JSON: %v", err)
	}
	p := toy(func(fitCmd) error { return err })
	if got := p.Run([]string{"fit"}); got != BadFlags {
		t.Errorf("exit status %d", got)
	}
}
