package train

import (
	"fmt"
	"strings"
	"time"
)

// Line shows how far a program is that has no epochs: on a terminal in place of the
// line there, at most ten times a second; elsewhere a line at an interval. The
// last line stays. Figures in the text have two spaces between them: those that a
// terminal has no room for are left out, from the end. A Log is told the text.
func (p *Progress) Line(last bool, text func() string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	interval := p.Interval
	if p.rewrites() {
		interval = 100 * time.Millisecond
	}
	if !last && p.now().Sub(p.printed) < interval {
		return nil
	}
	p.printed = p.now()
	if p.Log != nil {
		p.Log.Info(text())
		return nil
	}
	var line []piece
	for rank, figure := range strings.Split(text(), gap) {
		line = append(line, piece{figure, rank})
	}
	if p.terminal && !last {
		return p.show(fit(line, p.width()-1))
	}
	if err := p.show(""); err != nil {
		return err
	}
	shown := join(line)
	if p.terminal {
		shown = wrap(line, p.width()-1)
	}
	_, err := fmt.Fprintln(p.out, shown)
	return err
}
