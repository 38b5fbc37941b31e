package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Topic is a line of topics.tsv.
type Topic struct {
	Number      int
	Share       float64 // of the tokens
	Alpha       float64
	Words       float64 // effective number
	Exclusivity float64
	NPMI        float64 // NaN where it has none
	Top         string  // words
}

// TableError says what is wrong in a table of tab-separated columns.
type TableError struct {
	Path            string
	Line            int // from 1
	Found, Expected string
}

// Error names the file and the line.
func (e *TableError) Error() string {
	return fmt.Sprintf("%s:%d: found %s, expected %s", e.Path, e.Line, e.Found, e.Expected)
}

const maxLine = 16 << 20 // bytes

// table reads the lines of a file as cells by heading, until each says that it is
// enough. Every line must have as many cells as the heading.
func table(path string, each func(line int, heading, cells []string) (more bool, err error)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, maxLine)
	var heading []string
	for line := 1; in.Scan(); line++ {
		cells := strings.Split(in.Text(), "\t")
		if line == 1 {
			heading = cells
			continue
		}
		if len(cells) != len(heading) {
			return &TableError{path, line, fmt.Sprintf("%d columns", len(cells)), fmt.Sprintf("%d, as in the heading", len(heading))}
		}
		if more, err := each(line, heading, cells); err != nil || !more {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if heading == nil {
		return fmt.Errorf("%s: %w", path, io.ErrUnexpectedEOF)
	}
	return nil
}

func (r *Run) readTopics(dir string) error {
	path := filepath.Join(dir, "topics.tsv")
	var topics []Topic
	err := table(path, func(line int, heading, cells []string) (bool, error) {
		t := Topic{NPMI: math.NaN()}
		for i, column := range heading {
			var to *float64
			switch column {
			case "topic":
				n, err := strconv.Atoi(cells[i])
				if err != nil || n < 0 {
					return false, &TableError{path, line, strconv.Quote(cells[i]), "the number of a topic"}
				}
				t.Number = n
			case "words":
				t.Top = cells[i]
			case "share":
				to = &t.Share
			case "alpha":
				to = &t.Alpha
			case "effective words":
				to = &t.Words
			case "exclusivity":
				to = &t.Exclusivity
			case "NPMI":
				to = &t.NPMI
			}
			if to == nil || cells[i] == "-" { // no figure
				continue
			}
			x, err := strconv.ParseFloat(cells[i], 64)
			if err != nil {
				return false, &TableError{path, line, strconv.Quote(cells[i]), "a number under " + strconv.Quote(column)}
			}
			*to = x
		}
		topics = append(topics, t)
		return true, nil
	})
	if err != nil {
		return err
	}
	r.Topics = topics
	return nil
}
