package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
)

var (
	docsInline = regexp.MustCompile("`([^`\n]+)`")
	docsFlag   = regexp.MustCompile(`(?:^|[\s(])--([a-z][a-z0-9_-]*)`)
	docsTest   = regexp.MustCompile(`^(?:Test|Fuzz|Benchmark)[A-Z]\w*$`)
	docsPath   = regexp.MustCompile(`^[\w.-]+(?:/[\w.-]+)*/?$`)
	docsName   = regexp.MustCompile(`^(?:(\w+)\.)?([A-Z]\w*)(?:\.([A-Z]\w*))?$`)
	docsPlace  = regexp.MustCompile("`(\\w+)` in `([\\w/.]+\\.go)`")
	docsLink   = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)

	docsHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	docsNoSlug  = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// TestDocsNames holds what the documents name against the project: flags,
// tests, files, exported names, functions "in" a file, links, and blocks of Go,
// which must stand in a file of the project as they are printed, but for the program
// that TestExtend runs.
func TestDocsNames(t *testing.T) {
	sources := docsGoFiles(t, docsRoot, true)
	var all strings.Builder
	for _, text := range sources {
		all.WriteString(text)
	}
	flags, names := docsFlags(t), docsDeclared(t, sources)
	for _, path := range docsFiles(t) {
		raw := programtest.Read(t, path)
		for _, b := range docsBlocks(t, path) {
			if b.lang == "go" && path != extendPage && !strings.Contains(all.String(), b.text) {
				t.Errorf("%s:%d: no file of the project has this block:\n%s", path, b.line, b.text)
			}
		}
		fenced := false
		for i, line := range strings.Split(raw, "\n") {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if fenced {
				continue
			}
			missing := func(what, name string) { t.Errorf("%s:%d: found no %s %q", path, i+1, what, name) }
			for _, m := range docsPlace.FindAllStringSubmatch(line, -1) {
				declared := regexp.MustCompile(`(?m)^(?:func|type) (?:\([^)]*\) )?` + m[1] + `\b`)
				if !declared.MatchString(sources[filepath.Join(docsRoot, m[2])]) {
					missing("declaration in "+m[2], m[1])
				}
			}
			for _, m := range docsLink.FindAllStringSubmatch(line, -1) {
				to := path
				if m[1] != "" {
					to = filepath.Join(filepath.Dir(path), m[1])
				}
				if _, err := os.Stat(to); err != nil {
					missing("file", m[1])
				} else if m[2] != "" && !slices.Contains(docsSections(t, to), m[2]) {
					missing("section of "+to, m[2])
				}
			}
			for _, m := range docsInline.FindAllStringSubmatch(line, -1) {
				code := m[1]
				for _, f := range docsFlag.FindAllStringSubmatch(code, -1) {
					if !strings.Contains(f[1], "_") && !slices.Contains(flags, f[1]) { // theirs have an underscore
						missing("flag", f[1])
					}
				}
				folder, _, _ := strings.Cut(code, "/")
				switch name := docsName.FindStringSubmatch(code); {
				case docsTest.MatchString(code):
					if !strings.Contains(all.String(), "\nfunc "+code+"(") {
						missing("test", code)
					}
				case slices.Contains([]string{"cmd", "docs", "graph", "layers", "models", "testdata", "train"}, folder) && docsPath.MatchString(code):
					if _, err := os.Stat(filepath.Join(docsRoot, code)); err != nil {
						missing("file", code)
					}
				case name != nil && strings.Contains(code, ".") && (name[1] == "" || names[name[1]]) && !names[code]:
					missing("exported name", code)
				}
			}
		}
	}
}

// docsSections are the sections of a page as links name them: headings in lower case,
// without punctuation, hyphens for spaces.
func docsSections(t *testing.T, path string) []string {
	t.Helper()
	text := programtest.Read(t, path)
	var names []string
	for _, m := range docsHeading.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ReplaceAll(docsNoSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return names
}

// TestReadmeListsDocuments holds that README.md has a link to every page under docs.
func TestReadmeListsDocuments(t *testing.T) {
	text := programtest.Read(t, filepath.Join(docsRoot, "README.md"))
	_, list, _ := strings.Cut(text, "\n## Documentation\n")
	for _, path := range docsFiles(t) {
		name := "docs/" + filepath.Base(path)
		if filepath.Base(path) != "README.md" && !strings.Contains(list, "["+name+"]("+name+")") {
			t.Errorf("the documentation that README.md lists is without %s", name)
		}
	}
}

// docsFlags returns the names of the flags of all commands of all programs, as
// their --help lists them.
func docsFlags(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, help := range docsHelp(t) {
		for _, flag := range docsHelpFlag.FindAllStringSubmatch(help, -1) {
			names = append(names, flag[2])
		}
	}
	return names
}

// docsDeclared returns the names of all packages: of the package itself, and as
// package.Name, package.Type.Member and Type.Member its functions, methods,
// fields, types, constants and variables.
func docsDeclared(t *testing.T, sources map[string]string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for path, text := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		names[f.Name.Name] = true
		add := func(name string) { names[f.Name.Name+"."+name] = true }
		member := func(of, name string) {
			add(of + "." + name)
			names[of+"."+name] = true
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name.Name)
				} else if of := docsReceiver(d.Recv.List[0].Type); of != "" {
					member(of, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s.Name.Name)
						if fields, ok := s.Type.(*ast.StructType); ok {
							for _, field := range fields.Fields.List {
								for _, n := range field.Names {
									member(s.Name.Name, n.Name)
								}
							}
						}
					case *ast.ValueSpec:
						for _, n := range s.Names {
							add(n.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// docsReceiver returns the name of a receiver's type; none of a generic one.
func docsReceiver(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
