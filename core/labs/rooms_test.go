package labs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/labs"
)

// Every laboratory has the same rooms: a package called as in links, whose
// exported type is Lab, with the same file names for the same things. Who knows
// one finds the way in all.
func TestRooms(t *testing.T) {
	rooms := map[string][]string{ // file: what stands in it
		"params.go":      {"About", "Params", "Presets", "Check"},
		"model.go":       {"Open", "Mechanism", "Facts", "Complete"},
		"film.go":        {"Film"},
		"experiments.go": {"Analyses", "Analyse"},
		"lessons.go":     {"Lessons"},
		"reference.go":   {"Reference"},
		"text.go":        {}, // what a visitor reads beside the tables
	}
	for _, l := range labs.All() {
		name := l.About().Name
		if kind := reflect.TypeOf(l).String(); kind != name+".Lab" {
			t.Errorf("the laboratory %q is a %s, want %s.Lab", name, kind, name)
		}
		for file, want := range rooms {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(".", name, file), nil, 0)
			if err != nil {
				t.Error(err)
				continue
			}
			has := map[string]bool{}
			for _, d := range f.Decls {
				if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil {
					has[m.Name.Name] = true
				}
			}
			for _, m := range want {
				if !has[m] {
					t.Errorf("%s/%s has no method %s", name, file, m)
				}
			}
		}
	}
}

// Every package says in one place what it is for, and what it believes.
func TestPackageComments(t *testing.T) {
	root := filepath.Join(".", "..")
	err := filepath.WalkDir(root, func(dir string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if n := d.Name(); n == "testdata" || strings.HasPrefix(n, ".") && n != ".." {
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		code, comments := 0, 0
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				return err
			}
			code++
			if f.Doc != nil {
				comments++
			}
		}
		if code > 0 && comments != 1 {
			t.Errorf("%s has %d package comments, want one", dir, comments)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
