package train

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// piece is a part of a line that is shown whole or not at all. The higher its
// rank, the earlier it is left out.
type piece struct {
	text string
	rank int
}

// gap stands between the pieces of a line.
const gap = "  "

func join(line []piece) string {
	var texts []string
	for _, p := range line {
		texts = append(texts, p.text)
	}
	return strings.Join(texts, gap)
}

// fit joins as many pieces as there is room for, leaving out those of the
// highest rank first, of equals the last.
func fit(line []piece, columns int) string {
	line = append([]piece(nil), line...)
	for len(line) > 0 && utf8.RuneCountInString(join(line)) > columns {
		out := 0
		for i, p := range line {
			if p.rank >= line[out].rank {
				out = i
			}
		}
		line = append(line[:out], line[out+1:]...)
	}
	return join(line)
}

// wrap joins all pieces, on several lines where one has not the room.
func wrap(line []piece, columns int) string {
	var b strings.Builder
	used := 0
	for i, p := range line {
		n := utf8.RuneCountInString(p.text)
		switch {
		case i == 0:
		case used+len(gap)+n > columns:
			b.WriteString("\n" + gap + gap)
			used = 2 * len(gap)
		default:
			b.WriteString(gap)
			used += len(gap)
		}
		b.WriteString(p.text)
		used += n
	}
	return b.String()
}

// bar draws what share of the whole is done.
func bar(done, of int) string {
	const columns = 12
	n := columns * done / max(1, of)
	return fmt.Sprintf("[%s%s] %3d%%", strings.Repeat("#", n), strings.Repeat(".", columns-n), 100*done/max(1, of))
}

// span writes a time in its two largest units.
func span(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 60*60:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 24*60*60:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
	return fmt.Sprintf("%dd%02dh", s/86400, s/3600%24)
}
