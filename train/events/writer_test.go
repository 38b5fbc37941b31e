package events

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The checksum of the ASCII digits 1 to 9 is the check value that catalogues of
// checksums give for CRC-32C.
func TestChecksum(t *testing.T) {
	if got := crcBitwise([]byte("123456789")); got != 0xe3069283 {
		t.Errorf("the test's checksum gives %#x", got)
	}
	if got := unmask(maskedCRC([]byte("123456789"))); got != 0xe3069283 {
		t.Errorf("the package's gives %#x", got)
	}
}

func TestFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 300)).Draw(t, "frames")
		var file []byte
		for _, data := range want {
			file = appendFrame(file, data)
		}
		got, err := readFrames(file)
		if err != nil || !slices.EqualFunc(want, got, slices.Equal) {
			t.Fatalf("read %v, %v", got, err)
		}
		if len(file) == 0 {
			return
		}
		at := rapid.IntRange(0, len(file)-1).Draw(t, "damaged byte")
		file[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if _, err := readFrames(file); err == nil {
			t.Fatal("a damaged file reads well")
		}
	})
}

// decoded is an event as the test's reader sees it.
type decoded struct {
	Time    float64
	Step    int
	Version string
	Session int // status of a session's log
	Scalars map[string]float32
	Plugin  string // its name and the value's tag
	Content []byte
}

func readEvents(t *testing.T, path string) []decoded {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := readFrames(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []decoded
	for _, frame := range frames {
		m, err := decodeMessage(frame)
		if err != nil {
			t.Fatal(err)
		}
		d := decoded{Step: m.integer(2), Version: m.text(3), Session: m.sub(7).integer(1)}
		d.Time, _ = m.one(1).(float64)
		for _, v := range m.sub(5)[1] {
			value, err := decodeMessage(v.([]byte))
			if err != nil {
				t.Fatal(err)
			}
			if x, ok := value.one(2).(float32); ok {
				if d.Scalars == nil {
					d.Scalars = map[string]float32{}
				}
				d.Scalars[value.text(1)] = x
				continue
			}
			plugin := value.sub(9).sub(1)
			d.Plugin, d.Content = plugin.text(1)+" "+value.text(1), []byte(plugin.text(2))
		}
		all = append(all, d)
	}
	return all
}

func TestWriter(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1_700_000_000, 250_000_000)
	params := map[string]any{"lr": 0.5, "epochs": int64(3), "mode": "semi", "lowercase": false, "digits": true, "none": ""}
	for _, err := range []error{
		w.Restart(at, 7), w.Start(at, params), w.Scalars(at, 300, map[string]float64{"train/elbo": -25.125, "rate/p": 1}), w.End(at, Failure), w.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	paths, err := filepath.Glob(filepath.Join(dir, "events.out.tfevents.*"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("found %v, %v", paths, err)
	}
	got := readEvents(t, paths[0])
	if age := time.Since(time.Unix(0, int64(got[0].Time*1e9))); age < -time.Second || age > time.Minute {
		t.Errorf("the file begins at %v", got[0].Time)
	}
	got[0].Time = 0
	const when = 1_700_000_000.25
	start, end := got[2].Content, got[4].Content
	got[2].Content, got[4].Content = nil, nil
	want := []decoded{
		{Version: "brain.Event:2"},
		{Time: when, Step: 7, Session: 1},
		{Time: when, Plugin: "hparams _hparams_/session_start_info"},
		{Time: when, Step: 300, Scalars: map[string]float32{"train/elbo": -25.125, "rate/p": 1}},
		{Time: when, Plugin: "hparams _hparams_/session_end_info"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	info, err := decodeMessage(start)
	if err != nil || info[1] != nil || len(info) != 1 {
		t.Fatalf("found %v (%v), expected a session's start alone", info, err)
	}
	if begun := info.sub(3).one(5); begun != when {
		t.Errorf("begun at %v", begun)
	}
	read := map[string]any{}
	for _, e := range info.sub(3)[1] {
		entry, err := decodeMessage(e.([]byte))
		if err != nil {
			t.Fatal(err)
		}
		switch v := entry.sub(2); {
		case v[2] != nil:
			read[entry.text(1)] = v.one(2)
		case v[3] != nil:
			read[entry.text(1)] = v.text(3)
		case v[4] != nil:
			read[entry.text(1)] = v.integer(4) == 1
		}
	}
	params["epochs"] = 3.0
	if diff := cmp.Diff(params, read); diff != "" {
		t.Error(diff)
	}
	if info, err = decodeMessage(end); err != nil || info.sub(4).integer(1) != 2 || info.sub(4).one(2) != when {
		t.Errorf("the end is %v (%v)", info, err)
	}
}

// What any value becomes is what single precision makes of it.
func TestScalars(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	want := []decoded{}
	for step, v := range []float64{0, -0.1, 1e-300, 1e300, math.Pi} {
		if err := w.Scalars(time.Unix(int64(step), 0), step, map[string]float64{"x": v}); err != nil {
			t.Fatal(err)
		}
		want = append(want, decoded{Time: float64(step), Step: step, Scalars: map[string]float32{"x": float32(v)}})
	}
	if diff := cmp.Diff(want, readEvents(t, w.file.Name())[1:]); diff != "" {
		t.Error(diff)
	}
}

// Files made one after the other are in that order by name.
func TestCreateInOrder(t *testing.T) {
	dir := t.TempDir()
	var made []string
	for range 5 {
		w, err := Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, w.file.Name())
		w.Close()
	}
	if !slices.IsSorted(made) {
		t.Errorf("made %v", made)
	}
	if _, err := Create(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
}

// A file that is cut anywhere gives its whole frames.
func TestCutShort(t *testing.T) {
	file := appendFrame(appendFrame(nil, []byte("one")), []byte("two"))
	whole := len(appendFrame(nil, []byte("one")))
	for n := range len(file) {
		frames, err := readFrames(file[:n])
		if want := n / whole; len(frames) != want || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) || err == nil && n%whole != 0 {
			t.Errorf("%d bytes: %d frames, %v", n, len(frames), err)
		}
	}
}
