// Package house holds the tree to its measures: two numbers in total.txt, which a
// commit may lower and not raise, the width of lines, and the words of the code.
package house

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the module's folder, seen from here.
const root = "../../.."

// written holds the measures, each a name and a number.
const written = "total.txt"

// languages are the files that count: by how their names end.
var languages = []string{".go", ".vugu", ".js", ".css", ".sh"}

// TestTotal fails where the production lines of all languages together, or the methods
// of the type that has most, are more than total.txt allows.
func TestTotal(t *testing.T) {
	allowed, err := measures()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}   // by language
	methods := map[string]int{} // by folder and type
	err = production(func(name string, text []byte) error {
		lines[filepath.Ext(name)] += strings.Count(string(text), "\n")
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil {
				methods[filepath.Dir(name)+"."+receiver(d.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, language := range languages {
		t.Logf("%-6s %6d lines", language, lines[language])
		total += lines[language]
	}
	largest := ""
	for name, n := range methods {
		if n > methods[largest] || n == methods[largest] && name < largest {
			largest = name
		}
	}
	t.Logf("%s has most methods, %d", largest, methods[largest])
	compare(t, "lines", total, allowed["lines"])
	compare(t, "methods", methods[largest], allowed["methods"])
}

// compare fails where a number is above what is allowed, and logs where it is below.
func compare(t *testing.T, what string, have, allowed int) {
	switch {
	case have > allowed:
		t.Errorf("%d %s; %s allows %d. What can leave? A feature that is worth its price names it there.",
			have, what, written, allowed)
	case have < allowed:
		t.Logf("%d %s are fewer than the %d of %s: lower it", have, what, allowed, written)
	}
}

// production calls a function with each file that counts: not tests, generated code,
// the site, or what is in folders named test.
func production(visit func(name string, text []byte) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "test" ||
				strings.HasPrefix(name, "site")) {
				return filepath.SkipDir
			}
			return nil
		}
		counts := false
		for _, language := range languages {
			counts = counts || filepath.Ext(name) == language
		}
		if !counts || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return visit(name, text)
	})
}

// receiver names the type of a method's receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

func measures() (map[string]int, error) {
	f, err := os.Open(written)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		var name string
		var n int
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			return nil, fmt.Errorf("%s: %q is not a name with a number: %w", written, line, err)
		}
		out[name] = n
	}
	return out, nil
}
