package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// writeState writes the topics of all tokens as MALLET writes its state, gzipped: a
// line of names, alpha and beta, and then for each token the document and its name,
// the token's place, its word's id and spelling, and its topic. The tokens of a
// document come by ascending id of their word.
func writeState(w io.Writer, d *data, topics []int32, alpha, beta []float64) error {
	zip := gzip.NewWriter(w)
	out := bufio.NewWriter(zip)
	fmt.Fprintln(out, "#doc source pos typeindex type topic")
	fmt.Fprintf(out, "#alpha : %s\n#beta : %s\n", joined(alpha), joined(beta))
	at := 0
	var line []byte
	for n, doc := range d.docs {
		document := fmt.Sprintf("%d %s ", n, strings.ReplaceAll(doc.Name, " ", "_"))
		pos := 0
		for i, id := range doc.IDs {
			word := fmt.Sprintf(" %d %s ", id, d.vocab.Word(id))
			for range int(doc.Counts[i]) {
				line = append(strconv.AppendInt(append(line[:0], document...), int64(pos), 10), word...)
				out.Write(append(strconv.AppendInt(line, int64(topics[at]), 10), '\n'))
				at++
				pos++
			}
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return zip.Close()
}

func joined(x []float64) string {
	var fields []string
	for _, v := range x {
		fields = append(fields, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(fields, " ")
}

// readState reads the topics of a state file, in its order.
func readState(r io.Reader) ([]int32, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	topics := []int32{}
	in := bufio.NewReader(zip)
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err == io.EOF && line == "" {
			return topics, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		k, err := strconv.ParseInt(line[strings.LastIndexByte(line, ' ')+1:], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		topics = append(topics, int32(k))
	}
}
