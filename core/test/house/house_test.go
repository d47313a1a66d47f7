// Package house holds the tree to its measures: what a package has grown to is written
// down in sizes.txt, and grows only by hand, with the reason in the commit.
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
	"slices"
	"strings"
	"testing"
)

// root is the module's folder, seen from here.
const root = "../../.."

// written holds the measures; INDISTINCT_HOUSE=write writes them anew.
const written = "sizes.txt"

// measure is what is counted of a package, without tests and generated code.
type measure struct {
	lines    int // of its Go files, blank lines and comments included
	files    int
	exported int // top-level names that other packages may use
}

// step is what lines are rounded up to, so that not every commit has to raise them.
const step = 50

func (m measure) rounded() measure {
	m.lines = (m.lines + step - 1) / step * step
	return m
}

// TestSizes fails where a package has more lines, files or exported names than are
// written down, and prints the table.
func TestSizes(t *testing.T) {
	now, err := measures()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("INDISTINCT_HOUSE") == "write" {
		if err := write(now); err != nil {
			t.Fatal(err)
		}
	}
	limits, err := read()
	if err != nil {
		t.Fatal(err)
	}
	var all measure
	for _, name := range sorted(now) {
		m, limit := now[name], limits[name]
		all.lines, all.files, all.exported = all.lines+m.lines, all.files+m.files, all.exported+m.exported
		t.Logf("%-34s %6d lines %3d files %4d exported", name, m.lines, m.files, m.exported)
		if m.lines > limit.lines || m.files > limit.files || m.exported > limit.exported {
			t.Errorf("%s has %d lines, %d files and %d exported names; sizes.txt allows %d, %d and %d. What can leave? "+
				"Else raise the numbers (INDISTINCT_HOUSE=write go test ./core/test/house) and say why in the commit.",
				name, m.lines, m.files, m.exported, limit.lines, limit.files, limit.exported)
		}
	}
	t.Logf("%-34s %6d lines %3d files %4d exported, in %d packages", "all", all.lines, all.files,
		all.exported, len(now))
	for name := range limits {
		if _, ok := now[name]; !ok {
			t.Errorf("sizes.txt speaks of %s, which is not there: take its line out", name)
		}
	}
}

// measures counts all packages but those of core/test and wasm/test, by folder.
func measures() (map[string]measure, error) {
	out := map[string]measure{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || name == "core/test" ||
				name == "wasm/test" || name == "site") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasSuffix(name, "_gen.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := name[:strings.LastIndex(name, "/")]
		m := out[folder]
		m.lines += strings.Count(string(text), "\n")
		m.files++
		m.exported += exported(f)
		out[folder] = m
		return nil
	})
	return out, err
}

// exported counts a file's top-level names that other packages may use; methods go
// with their types.
func exported(f *ast.File) (n int) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				n++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						n++
					}
				case *ast.ValueSpec:
					n += len(slices.DeleteFunc(slices.Clone(s.Names), func(id *ast.Ident) bool {
						return !id.IsExported()
					}))
				}
			}
		}
	}
	return n
}

func sorted(m map[string]measure) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func read() (map[string]measure, error) {
	f, err := os.Open(written)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]measure{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var name string
		var m measure
		if line := s.Text(); !strings.HasPrefix(line, "#") && line != "" {
			if _, err := fmt.Sscan(line, &name, &m.lines, &m.files, &m.exported); err != nil {
				return nil, fmt.Errorf("%s: %q is not a package with three numbers: %w", written, line, err)
			}
			out[name] = m
		}
	}
	return out, nil
}

func write(now map[string]measure) error {
	var out strings.Builder
	out.WriteString("# What each package may have: lines, files, exported names. Raised by hand, with the reason in the commit.\n")
	for _, name := range sorted(now) {
		m := now[name].rounded()
		fmt.Fprintf(&out, "%-34s %5d %3d %4d\n", name, m.lines, m.files, m.exported)
	}
	return os.WriteFile(written, []byte(out.String()), 0o644)
}
