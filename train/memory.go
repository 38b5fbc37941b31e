package train

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"strconv"
)

// AvailableMemory returns how many bytes the process can still allocate: what the
// system says is available, the limit of the control group that the process is in, and
// GOMEMLIMIT, whichever is least. Where nothing is known, it is the largest uint64.
func AvailableMemory() uint64 {
	least := uint64(math.MaxUint64)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if n, ok := memAvailable(text); ok {
			least = n
		}
	}
	limit, limited := groupBytes("/sys/fs/cgroup/memory.max")
	used, known := groupBytes("/sys/fs/cgroup/memory.current")
	if limited && known {
		least = min(least, limit-min(limit, used))
	}
	return min(least, uint64(debug.SetMemoryLimit(-1)))
}

// memAvailable reads the line "MemAvailable: 123 kB".
func memAvailable(meminfo []byte) (n uint64, ok bool) {
	lines := bufio.NewScanner(bytes.NewReader(meminfo))
	for lines.Scan() {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) == 3 && string(fields[0]) == "MemAvailable:" && string(fields[2]) == "kB" {
			kilobytes, err := strconv.ParseUint(string(fields[1]), 10, 54)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}

// groupBytes reads a file that holds a number, or "max" for none.
func groupBytes(path string) (n uint64, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}
