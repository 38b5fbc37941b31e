package docs

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/testdata"
)

// docsRoot is the module's root as seen from this package's tests.
const docsRoot = "../../.."

// docsGo is the stand-in for the go tool, in front of it on PATH: it runs the
// programs, built once into the folder PROGRAMS, with the arguments that a
// document prints and smaller sizes after them. Of a flag that is given twice,
// the last one counts.
const docsGo = `#!/bin/sh
name=${2#./cmd/}
case "$1 $2 $3" in
"run ./cmd/urnng train")
	set -- "$@" --w-dim 8 --h-dim 8 --q-dim 4 --num-layers 1 --samples 2 --mc-samples 1 --num-epochs 1 --batch-size 32 --bucket same ;;
"run ./cmd/urnng eval")
	set -- "$@" --samples 3 ;;
"run ./cmd/urnng sample")
	set -- "$@" -n 1 ;;
"run ./cmd/urnng bench")
	case "$4" in
	likelihood) set -- "$@" --sentences 3 --samples 2,4 ;;
	*) set -- "$@" --words 5 --w-dim 8 --q-dim 4 --vocab 50 --runs 1 ;;
	esac ;;
"run ./cmd/rnnlm train")
	set -- "$@" --w-dim 8 --num-layers 1 --num-epochs 1 --batch-size 32 ;;
"run ./cmd/rnnlm sample")
	set -- "$@" -n 1 --max-words 1000 ;;
"run ./cmd/lda fit")
	set -- "$@" --iterations 6 --hidden 8 ;;
"run ./cmd/lda eval")
	set -- "$@" --particles 2 ;;
"run ./cmd/lda bench")
	set -- "$@" --documents 20 --length 10 --vocab 30 --topics 3 --runs 1 --warm 0 ;;
"run ./cmd/vae train")
	set -- "$@" --hidden 8 --num-epochs 1 ;;
"run ./cmd/vae diagnose")
	set -- "$@" --samples 32 --draws 2 ;;
"run ./cmd/"*) ;;
"build -o "*)
	exec cp "$PROGRAMS/$3" "$3" ;;
*)
	echo "the stand-in for go does not know: go $*" >&2
	exit 1 ;;
esac
shift 2
exec "$PROGRAMS/$name" "$@"
`

// docsBlock is a fenced block of a document.
type docsBlock struct {
	lang string
	line int // of its first line of text
	text string
}

// TestDocsCommands runs every command that the documents print in a block
// marked sh: in a folder of its own for each document, in order, by the shell,
// with sizes made small by docsGo. The corpora that they name are sentences of
// the embedded one. What would run the project's tests is not run but checked:
// its packages, its flags and the names of its tests must be there.
func TestDocsCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the documents' commands are for a POSIX shell")
	}
	programs := docsPrograms(t)
	for _, path := range docsFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			dir := docsStage(t)
			env := append(os.Environ(), "PROGRAMS="+programs, "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
			for _, b := range docsBlocks(t, path) {
				if b.lang != "sh" {
					continue
				}
				for line, command := range docsCommands(b) {
					if docsRunsTests(command) {
						docsCheckTests(t, fmt.Sprintf("%s:%d", path, line), command)
						continue
					}
					start := time.Now()
					c := exec.Command("sh", "-c", command)
					c.Dir, c.Env = dir, env
					if out, err := c.CombinedOutput(); err != nil {
						t.Fatalf("%s:%d: %s\n%v\n%s", path, line, command, err, out)
					}
					t.Logf("%s:%d: %.1f s: %s", path, line, time.Since(start).Seconds(), command)
				}
			}
			docsCheckPictures(t, path, dir)
		})
	}
}

// docsBuilt is the folder of the programs, built as the first test asks for them.
var docsBuilt = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "arbelos-docs")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", dir, "./cmd/...")
	build.Dir = docsRoot
	if out, err := build.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("building the programs: %w\n%s", err, out)
	}
	return dir, nil
})

// TestMain removes the programs after all tests.
func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := docsBuilt(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// docsPrograms returns the folder of the programs.
func docsPrograms(t *testing.T) string {
	t.Helper()
	dir, err := docsBuilt()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// docsFiles returns the documents.
func docsFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(docsRoot, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d documents (%v)", len(files), err)
	}
	return append(files, filepath.Join(docsRoot, "README.md"))
}

// docsStage makes a folder with what the commands expect: the stand-in for go,
// the project's testdata, and small corpora under data.
func docsStage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, mode os.FileMode, text []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, mode); err != nil {
			t.Fatal(err)
		}
	}
	write("bin/go", 0o777, []byte(docsGo))
	for name, sentences := range map[string]int{"train": 60, "valid": 10, "test": 10} {
		all, err := testdata.FS.ReadFile("english/" + name + ".trees")
		if err != nil {
			t.Fatal(err)
		}
		trees := bytes.Join(bytes.SplitAfterN(all, []byte("\n"), sentences+1)[:sentences], nil)
		write("data/"+name+".trees", 0o666, trees)
		write("data/"+name+".txt", 0o666, regexp.MustCompile(`\(\S+ |\)`).ReplaceAll(trees, nil))
	}
	themes, err := testdata.FS.ReadFile("themes/themes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	write("data/docs.tsv", 0o666, themes)
	write("data/docs.txt", 0o666, regexp.MustCompile(`(?m)^.*\t`).ReplaceAll(themes, nil))
	write("data/words.txt", 0o666, []byte("sea\nship\n"))
	write("data/final.other", 0o666, []byte("num_topics 1\nnum_terms 2\nalpha 0.1\n"))
	write("data/final.beta", 0o666, []byte("-0.6931471806 -0.6931471806\n"))
	root, err := filepath.Abs(docsRoot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "testdata"), filepath.Join(dir, "testdata")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// docsBlocks returns the fenced blocks of a document.
func docsBlocks(t *testing.T, path string) []docsBlock {
	t.Helper()
	text := programtest.Read(t, path)
	var blocks []docsBlock
	open := false
	for i, line := range strings.SplitAfter(text, "\n") {
		lang, fence := strings.CutPrefix(line, "```")
		switch lang = strings.TrimSpace(lang); {
		case fence && !open:
			if !slices.Contains([]string{"sh", "text", "go"}, lang) {
				t.Errorf("%s:%d: a block of %q, expected sh (which is run), text or go", path, i+1, lang)
			}
			blocks = append(blocks, docsBlock{lang: lang, line: i + 2})
			open = true
		case fence:
			open = false
		case open:
			blocks[len(blocks)-1].text += line
		}
	}
	if open {
		t.Errorf("%s: the last block does not end", path)
	}
	return blocks
}

// docsCommands yields the commands of a block with the lines on which they
// begin: lines that end in a backslash are joined, comments left out.
func docsCommands(b docsBlock) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		command, first := "", 0
		for i, line := range strings.Split(b.text, "\n") {
			if command == "" {
				first = b.line + i
			}
			if head, more := strings.CutSuffix(line, `\`); more {
				command += head
				continue
			}
			command += line
			if text := strings.TrimSpace(command); text != "" && !strings.HasPrefix(text, "#") && !yield(first, text) {
				return
			}
			command = ""
		}
	}
}

var docsTests = regexp.MustCompile(`^(?:\w+=\S+ )*(go test|bash \.ci/run)\b`)

// docsRunsTests tells whether a command would run tests: it is checked only.
func docsRunsTests(command string) bool { return docsTests.MatchString(command) }

// docsCheckTests checks a command that runs tests against the project.
func docsCheckTests(t *testing.T, at, command string) {
	t.Helper()
	if strings.HasSuffix(command, "bash .ci/run") {
		if _, err := os.Stat(filepath.Join(docsRoot, ".ci", "run")); err != nil {
			t.Errorf("%s: %v", at, err)
		}
		return
	}
	_, arguments, _ := strings.Cut(command, "go test")
	words := strings.Fields(strings.ReplaceAll(arguments, "'", ""))
	var names, packages []string
	for i := 0; i < len(words); i++ {
		flag, value, joined := strings.Cut(words[i], "=")
		switch {
		case !strings.HasPrefix(flag, "-"):
			packages = append(packages, words[i])
			continue
		case flag == "-race" || flag == "-v":
			continue
		case !slices.Contains([]string{"-run", "-fuzz", "-bench", "-fuzztime", "-fuzzminimizetime", "-count", "-tags", "-timeout"}, flag):
			t.Errorf("%s: a flag of go test that this test does not know: %s", at, flag)
		}
		if !joined {
			i++
			value = words[min(i, len(words)-1)]
		}
		if slices.Contains([]string{"-run", "-fuzz", "-bench"}, flag) && value != "^$" && value != "." {
			names = append(names, strings.Split(strings.Trim(value, "^$"), "|")...)
		}
	}
	if len(packages) == 0 {
		t.Errorf("%s: no package in %q", at, command)
	}
	var declared string
	for _, pattern := range packages {
		dir, below := strings.CutSuffix(pattern, "/...")
		files := docsGoFiles(t, filepath.Join(docsRoot, dir), below)
		if len(files) == 0 {
			t.Errorf("%s: no Go file in the package %s", at, pattern)
		}
		for _, text := range files {
			declared += text
		}
	}
	for _, name := range names {
		if !strings.Contains(declared, "\nfunc "+name+"(") {
			t.Errorf("%s: %s is in none of the packages %v", at, name, packages)
		}
	}
}

// docsGoFiles returns the texts of the Go files in a folder, or in it and below, by path.
func docsGoFiles(t *testing.T, dir string, below bool) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir && (!below || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".go" {
			text, err := os.ReadFile(path)
			files[path] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return files
}
