package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// No words of a language stand in code: they are texts (package texts). Words are three in
// small letters. What a programmer alone reads may be English: why a program panics, and
// errors of broken data.
func TestNoWordsInCode(t *testing.T) {
	word := regexp.MustCompile(`^[(“"]?[a-z’']{2,}[,.:;?!)”]*$`)
	forProgrammers := []string{"panic", "errors.New", "fmt.Errorf", "say", "within"} // the last of package system
	codes := []string{"no violation found", "flag provided but not defined: "}       // the latter by package flag
	others := []string{"faults.go"}                                                  // what Starlark says, to be read
	for _, top := range []string{"core", "ui", "wasm"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "test" || d.Name() == "testdata" || d.Name() == "site"):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				slices.Contains(others, d.Name()):
				return nil
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.ImportSpec, *ast.StructType:
					return false
				case *ast.KeyValueExpr: // a citation
					return name(x.Key) != "Source"
				case *ast.CallExpr:
					return !slices.Contains(forProgrammers, name(x.Fun))
				case *ast.BasicLit:
					text, err := strconv.Unquote(x.Value)
					if err != nil || x.Kind != token.STRING {
						return true
					}
					odd := func(w string) bool { return !word.MatchString(w) }
					small := slices.DeleteFunc(strings.Fields(text), odd)
					program := strings.Contains(text, "\n") || strings.HasPrefix(text, "verify -")
					if len(small) >= 3 && !program && !slices.Contains(codes, text) {
						t.Errorf("%s: %s is no text", fset.Position(x.Pos()), x.Value)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// name writes a function as it is called: "fmt.Errorf".
func name(f ast.Expr) string {
	switch x := f.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return name(x.X) + "." + x.Sel.Name
	}
	return ""
}
