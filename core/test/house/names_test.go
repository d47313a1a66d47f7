package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// How comments name things: "package foo", "foo.Name" and "foo.Type.Name", "Type.Name" of
// their own package, "foo.go", "core/foo".
var (
	packageNamed = regexp.MustCompile(`(?:\b(?:as|by|for|from|in|is|of|on|or|over|see|that|to|with)|[,;:(])\s+package\s+([a-z][a-z0-9/]+)`)
	qualified    = regexp.MustCompile(`(?:^|[^\w./$-])([a-z][a-z0-9]*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	memberNamed  = regexp.MustCompile(`(?:^|[^\w./])([A-Z]\w+)\.([A-Z]\w+)`)
	fileNamed    = regexp.MustCompile(`(?:^|[^\w./-])((?:core|ui|wasm|public)/[\w./-]*\w|\w[\w/.-]*\.(?:go|vugu|js|css|sh|md|yml)\b)`)
	testNamed    = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w+`)
	scriptRemark = regexp.MustCompile(`(?m)(?:^|\s)//.*$|(?s:/\*.*?\*/)`)
)

// notHere are names that are right, of what is not in the tree.
var notHere = []string{
	"wasm_exec.js",  // Go's
	"events-dom.go", // vugu's
	"package slog",  // of the standard library, which nothing imports
	"core/texts/nl", // a language that the README adds
}

// names are what comments may speak of.
type names struct {
	declared map[string]map[string]bool // by package: its names, and those of fields and methods
	imported map[string]bool            // packages of others
	files    map[string]bool            // and folders, by every end of their paths
}

// remark is a comment, or a page of Markdown.
type remark struct {
	where, pkg, text string
	code             map[string]bool // the names in its file
}

// TestNames fails where a comment, the README or the architecture names what is not there,
// as a package, a file, a test, a name of a package or of a type: code moves, and nobody
// reads comments again. Bare names are not looked at.
func TestNames(t *testing.T) {
	have := names{map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}}
	var remarks []remark
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, file)
		for end, more := filepath.ToSlash(name), true; more; _, end, more = strings.Cut(end, "/") {
			have.files[end] = true
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || strings.HasPrefix(name, "site")) {
			return filepath.SkipDir
		}
		if strings.Contains(name, "testdata") || name == "core/test/house/names_test.go" {
			return nil
		}
		switch path.Ext(name) {
		case ".go":
			found, err := have.read(file, name)
			remarks = append(remarks, found...)
			return err
		case ".js", ".css", ".vugu":
			text, err := os.ReadFile(file)
			for _, c := range scriptRemark.FindAllString(string(text), -1) {
				remarks = append(remarks, remark{name, "", c, nil})
			}
			return err
		}
		if name == "README.md" || name == "core/ARCHITECTURE.md" {
			text, err := os.ReadFile(file)
			remarks = append(remarks, remark{name, "", string(text), nil})
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range remarks {
		for _, name := range have.missing(r) {
			if !slices.Contains(notHere, name) {
				t.Errorf("%s: there is no %s", r.where, name)
			}
		}
	}
}

// read takes note of what a Go file declares and imports, and returns its comments.
func (have names) read(file, name string) (out []remark, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	pkg := strings.TrimSuffix(f.Name.Name, "_test")
	if have.declared[pkg] == nil {
		have.declared[pkg] = map[string]bool{}
	}
	code, declare := map[string]bool{}, func(of ...*ast.Ident) {
		for _, i := range of {
			have.declared[pkg][i.Name] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			code[n.Name] = true
		case *ast.FuncDecl:
			declare(n.Name)
		case *ast.TypeSpec:
			declare(n.Name)
		case *ast.ValueSpec:
			declare(n.Names...)
		case *ast.Field:
			declare(n.Names...)
		case *ast.ImportSpec:
			if p, _ := strconv.Unquote(n.Path.Value); !strings.HasPrefix(p, "indistinct/") {
				for _, part := range append(strings.Split(p, "/"), p) { // …/ebiten/v2
					have.imported[part] = true
				}
			}
		}
		return true
	})
	for _, c := range f.Comments {
		out = append(out, remark{fmt.Sprintf("%s:%d", name, fset.Position(c.Pos()).Line), pkg, c.Text(), code})
	}
	return out, nil
}

// missing returns what a remark names and nobody has.
func (have names) missing(r remark) (out []string) {
	for _, m := range packageNamed.FindAllStringSubmatch(r.text, -1) {
		if have.declared[path.Base(m[1])] == nil && !have.imported[m[1]] {
			out = append(out, "package "+m[1])
		}
	}
	for _, m := range qualified.FindAllStringSubmatch(r.text, -1) {
		of := have.declared[m[1]]
		if foreign := r.code[m[1]] || have.imported[m[1]]; of == nil && foreign {
			continue // another module's, or a variable
		}
		if !of[m[2]] || m[3] != "" && !of[m[3]] {
			out = append(out, strings.TrimSuffix(strings.Join(m[1:], "."), "."))
		}
	}
	for _, m := range memberNamed.FindAllStringSubmatch(r.text, -1) {
		if of := have.declared[r.pkg]; r.pkg != "" && !(of[m[1]] && (of[m[2]] || r.code[m[2]])) {
			out = append(out, m[1]+"."+m[2])
		}
	}
	for _, name := range testNamed.FindAllString(r.text, -1) {
		declares := func(of map[string]bool) bool { return of[name] }
		if !slices.ContainsFunc(slices.Collect(maps.Values(have.declared)), declares) {
			out = append(out, name)
		}
	}
	for _, m := range fileNamed.FindAllStringSubmatch(r.text, -1) {
		if !have.files[path.Clean(m[1])] {
			out = append(out, m[1])
		}
	}
	return out
}
