package docs

import (
	"go/format"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/graph/kernel"
)

// extendPage is a document whose blocks of Go are a program, not part of the project.
var extendPage = filepath.Join(docsRoot, "docs", "extend.md")

// TestExtend puts the program of docs/extend.md together and holds it to what the page
// says of it: under 100 lines, neither blank ones nor comments counted; formatted; vetted;
// its tests, also of the page, pass; and it prints the page's first block of text, numbers
// up to one unit of their last digit, for processors may round differently, and more
// where the kernels are not ours.
func TestExtend(t *testing.T) {
	dir := t.TempDir()
	sources, printed := extendFiles(t)
	var paths []string
	for name, text := range sources {
		if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
			t.Errorf("%s is not as gofmt would have it (%v)", name, err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	lines := 0
	for line := range strings.Lines(sources["main.go"]) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines++
		}
	}
	if lines >= 100 || !strings.Contains(programtest.Read(t, extendPage), " in "+strconv.Itoa(lines)+" lines") {
		t.Errorf("the program has %d lines, which must be less than 100 and what the page says", lines)
	}
	goTool := func(arguments ...string) {
		c := exec.Command("go", arguments...)
		c.Dir = docsRoot // the imports are this module's
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, out)
		}
	}
	goTool(append([]string{"vet"}, paths...)...)
	goTool(append([]string{"test", "-count=1"}, paths...)...)
	for i, other := range extendObjectives(t) {
		const objective = "elbo.VIMCO(graph.Sub(logP, logQ), logQ)"
		if !strings.Contains(sources["main.go"], objective) {
			t.Fatalf("the program has no %s to replace", objective)
		}
		path := filepath.Join(dir, "objective"+strconv.Itoa(i)+".go")
		other = strings.ReplaceAll(other, "logW", "graph.Sub(logP, logQ)")
		if err := os.WriteFile(path, []byte(strings.Replace(sources["main.go"], objective, other, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		goTool("vet", path)
	}
	program := filepath.Join(dir, "hmm.exe")
	goTool("build", "-o", program, filepath.Join(dir, "main.go"))
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	slack := 0.
	if !strings.HasPrefix(kernel.Name(), "avx") { // other roundings lead to other samples, and to another model that is as good
		slack = 0.05
	}
	if problem := extendDiffers(string(out), printed, slack); problem != "" {
		t.Errorf("%s; it printed\n%s", problem, out)
	}
}

// extendFiles returns the page's files by name, each begun by the block that has its
// package clause, and its first block of text.
func extendFiles(t *testing.T) (sources map[string]string, printed string) {
	t.Helper()
	sources = map[string]string{}
	name := ""
	for _, b := range docsBlocks(t, extendPage) {
		switch {
		case b.lang == "text" && printed == "":
			printed = b.text
		case b.lang != "go":
		case !strings.Contains("\n"+b.text, "\npackage main\n"):
			sources[name] += "\n" + b.text
		default:
			switch {
			case len(sources) == 0:
				name = "main.go"
			case strings.Contains(b.text, `"testing"`):
				name = "hmm_test.go"
			default:
				name = "run.go"
			}
			sources[name] = b.text
		}
	}
	if len(sources) != 3 {
		t.Fatalf("%s has %d files, expected main.go, hmm_test.go and run.go", extendPage, len(sources))
	}
	return sources, printed
}

// extendObjectives returns the objectives of samples of any z that the page has in its table.
func extendObjectives(t *testing.T) (objectives []string) {
	t.Helper()
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]*logQ[^`]*)`").FindAllStringSubmatch(programtest.Read(t, extendPage), -1) {
		objectives = append(objectives, m[1])
	}
	if len(objectives) < 3 {
		t.Fatalf("found the objectives %q, expected at least three", objectives)
	}
	return objectives
}

var extendNumber = regexp.MustCompile(`-?\d+(?:\.\d+)?`)

// extendDiffers says how what was printed differs from what the page has.
func extendDiffers(got, want string, slack float64) string {
	words := func(s string) string {
		return strings.Join(strings.Fields(extendNumber.ReplaceAllString(s, " # ")), " ")
	}
	if g, w := words(got), words(want); g != w {
		return "the words are not the page's: " + g + ", expected " + w
	}
	found := extendNumber.FindAllString(got, -1)
	for i, w := range extendNumber.FindAllString(want, -1) {
		_, decimals, _ := strings.Cut(w, ".")
		x, _ := strconv.ParseFloat(found[i], 64)
		y, _ := strconv.ParseFloat(w, 64)
		if !(math.Abs(x-y) <= 1.01*math.Pow10(-len(decimals))+slack) {
			return "number " + strconv.Itoa(i) + " is " + found[i] + ", expected " + w
		}
	}
	return ""
}

// The comparison itself: digits beyond the last unit, words and missing numbers count.
func TestExtendDiffers(t *testing.T) {
	const want = "a -1.20, [0.05 3]\n"
	for got, same := range map[string]bool{
		want:                  true,
		"a  -1.21,\n[0.04 3]": true,
		"a -1.22, [0.05 3]":   false,
		"a 1.20, [0.05 3]":    false,
		"b -1.20, [0.05 3]":   false,
		"a -1.20, [0.05]":     false,
		"a NaN, [0.05 3]":     false,
	} {
		if problem := extendDiffers(got, want, 0); (problem == "") != same {
			t.Errorf("%q against %q: %q", got, want, problem)
		}
	}
}
