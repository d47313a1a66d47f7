package labs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"indistinct/core/labs"
)

// A laboratory is a package in core/about and one here, both called as in links, whose exported type
// is Lab. What a larger one has stands in the same files as in the
// others, each where there is something to put into it: who knows one finds the way in
// all.
func TestRooms(t *testing.T) {
	rooms := map[string]string{ // method: the file that it stands in
		"About": "params.go", "Params": "params.go", "Presets": "params.go", "Check": "params.go",
		"Open": "model.go", "Mechanism": "model.go", "Facts": "model.go", "Complete": "model.go",
		"Film": "film.go", "Analyses": "params.go", "Analyse": "experiments.go",
		"Lessons": "lessons.go", "Reference": "reference.go",
	}
	for _, l := range labs.All() {
		name := l.About().Name
		if kind := reflect.TypeOf(l).String(); kind != name+".Lab" {
			t.Errorf("the laboratory %q is a %s, want %s.Lab", name, kind, name)
		}
		var files []string
		for _, dir := range []string{"../about", "."} { // what it says of itself, and its model
			more, err := filepath.Glob(filepath.Join(dir, name, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, more...)
		}
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		found := map[string]bool{}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, d := range f.Decls {
				m, ok := d.(*ast.FuncDecl)
				if !ok || !receives(m, "Lab", "model") {
					continue
				}
				found[m.Name.Name] = true
				if want := rooms[m.Name.Name]; want != "" && len(files) > 1 && filepath.Base(file) != want {
					t.Errorf("%s: the method %s stands in %s", file, m.Name.Name, want)
				}
			}
		}
		for _, m := range []string{"About", "Params", "Open"} { // all else may be lab.Base's
			if !found[m] {
				t.Errorf("%s has no method %s", name, m)
			}
		}
	}
}

// receives reports whether a method's receiver is of one of these types or a pointer
// to it.
func receives(f *ast.FuncDecl, types ...string) bool {
	if f.Recv == nil {
		return false
	}
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	id, ok := of.(*ast.Ident)
	return ok && slices.Contains(types, id.Name)
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
