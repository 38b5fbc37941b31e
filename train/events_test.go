package train

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// point is a scalar as TensorBoard shows it.
type point struct {
	Step  int
	Tag   string
	Value float32
}

// readPoints reads the event files of a folder as TensorBoard does: in the order
// of their names, and where one says that a run starts again at a step, points
// of that step and of later ones are dropped. It looks only at what it needs of
// the messages: the step (field 2), summaries (5) and the session's log (7).
func readPoints(t *testing.T, dir string) []point {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "events.out.tfevents.*"))
	if err != nil {
		t.Fatal(err)
	}
	var points []point
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for len(file) > 0 {
			n := binary.LittleEndian.Uint64(file)
			message := file[12 : 12+n]
			file = file[16+n:]
			step := 0
			eachField(message, func(field int, number uint64, _ []byte) {
				if field == 2 {
					step = int(number)
				}
			})
			eachField(message, func(field int, _ uint64, body []byte) {
				switch field {
				case 7:
					kept := points[:0]
					for _, p := range points {
						if p.Step < step {
							kept = append(kept, p)
						}
					}
					points = kept
				case 5:
					eachField(body, func(_ int, _ uint64, value []byte) {
						p := point{Step: step}
						scalar := false
						eachField(value, func(field int, number uint64, body []byte) {
							switch field {
							case 1:
								p.Tag = string(body)
							case 2:
								p.Value, scalar = math.Float32frombits(uint32(number)), true
							}
						})
						if scalar {
							points = append(points, p)
						}
					})
				}
			})
		}
	}
	return points
}

// eachField calls f with each field of a protocol buffer message.
func eachField(m []byte, f func(field int, number uint64, body []byte)) {
	for len(m) > 0 {
		key, n := binary.Uvarint(m)
		m = m[n:]
		var number uint64
		var body []byte
		switch key & 7 {
		case 0:
			number, n = binary.Uvarint(m)
			m = m[n:]
		case 1:
			number, m = binary.LittleEndian.Uint64(m), m[8:]
		case 2:
			number, n = binary.Uvarint(m)
			body, m = m[n:n+int(number)], m[n+int(number):]
		case 5:
			number, m = uint64(binary.LittleEndian.Uint32(m)), m[4:]
		}
		f(int(key>>3), number, body)
	}
}
