package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
)

// ProcessFile is the name of the file, in a run directory, of the processes that
// have worked in it, a JSON object a line.
const ProcessFile = "processes.jsonl"

// Process is what is known of a process that works on a run: enough to repeat it.
type Process struct {
	Program string    `json:"program"`
	Command []string  `json:"command"`   // the command line, the program first
	Dir     string    `json:"directory"` // that it was started in
	Started time.Time `json:"started"`
	Host    string    `json:"host"`
	PID     int       `json:"pid"`

	Go string `json:"go"` // version
	// Revision is the commit that the program was built from, "" where the build
	// was not told; Modified says that it had changes besides.
	Revision string            `json:"revision"`
	Modified bool              `json:"modified"`
	Modules  map[string]string `json:"modules"` // versions by path

	System   string `json:"system"` // "linux/amd64"
	CPU      string `json:"cpu"`
	Features string `json:"cpu_features"` // that arithmetic kernels are chosen by
	Cores    int    `json:"cores"`
	Threads  int    `json:"threads"`
}

// thisProcess describes the process.
func thisProcess() Process {
	p := Process{
		Program: programName(), Command: os.Args, Started: time.Now(), PID: os.Getpid(),
		Go: runtime.Version(), Modules: map[string]string{},
		System: runtime.GOOS + "/" + runtime.GOARCH, CPU: cpuName(), Cores: runtime.NumCPU(), Threads: runtime.GOMAXPROCS(0),
	}
	p.Dir, _ = os.Getwd() // "" where there is none to know
	p.Host, _ = os.Hostname()
	if build, ok := debug.ReadBuildInfo(); ok {
		p.Modules[build.Main.Path] = build.Main.Version
		for _, m := range build.Deps {
			p.Modules[m.Path] = m.Version
		}
		for _, s := range build.Settings {
			switch s.Key {
			case "vcs.revision":
				p.Revision = s.Value
			case "vcs.modified":
				p.Modified = s.Value == "true"
			}
		}
	}
	var features []string
	for _, f := range []struct {
		name string
		has  bool
	}{{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F}, {"asimd", cpu.ARM64.HasASIMD}} {
		if f.has {
			features = append(features, f.name)
		}
	}
	p.Features = strings.Join(features, " ")
	return p
}

// programName is the name under which the program was started.
func programName() string { return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") }

// cpuName is the processor's name where the system tells it in a file.
func cpuName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if key, name, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// addProcess appends a process to a run's file of them, and returns how many
// there are now.
func addProcess(dir string, p Process) (n int, err error) {
	path := filepath.Join(dir, ProcessFile)
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("run directory: %w", err)
	}
	line, err := json.Marshal(p)
	if err != nil {
		return 0, fmt.Errorf("run directory: %w", err)
	}
	text = append(append(text, line...), '\n')
	return bytes.Count(text, []byte("\n")), WriteFile(path, writeBytes(text))
}

// ReadProcesses reads the processes that have worked in a run directory, in
// their order.
func ReadProcesses(dir string) ([]Process, error) {
	path := filepath.Join(dir, ProcessFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read processes: %w", err)
	}
	var all []Process
	for line := range bytes.Lines(text) {
		var p Process
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s:%d: found %w, expected a process in JSON", path, len(all)+1, err)
		}
		all = append(all, p)
	}
	return all, nil
}
