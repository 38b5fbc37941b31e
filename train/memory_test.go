package train

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func TestMemAvailable(t *testing.T) {
	for text, want := range map[string]uint64{
		"MemTotal:       16000000 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n": 2 << 20,
		"MemTotal: 1 kB\n":                           0,
		"MemAvailable: many kB\n":                    0,
		"MemAvailable: 99999999999999999999999 kB\n": 0,
		"": 0,
	} {
		if n, ok := memAvailable([]byte(text)); ok != (want > 0) || ok && n != want {
			t.Errorf("%q: got %d, %t", text, n, ok)
		}
	}
}

func TestGroupBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.max")
	for text, want := range map[string]uint64{"4096\n": 4096, "max\n": 0} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if n, ok := groupBytes(path); ok != (want > 0) || ok && n != want {
			t.Errorf("%q: got %d, %t", text, n, ok)
		}
	}
	if _, ok := groupBytes(path + ".none"); ok {
		t.Error("a file that is not there has bytes")
	}
}

// The limit that Go itself keeps to is kept to.
func TestAvailableMemoryKeepsToGOMEMLIMIT(t *testing.T) {
	before := debug.SetMemoryLimit(1 << 30)
	defer debug.SetMemoryLimit(before)
	if got := AvailableMemory(); got == 0 || got > 1<<30 {
		t.Errorf("got %d", got)
	}
}
