package labs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/labs/workshop/samples"
)

// Every parameter that a laboratory's code reads or sets by name is in its table: a
// misspelt one would panic when it is reached, and some paths are reached rarely. And
// it is read as what it is: a number is not read as a text.
func TestNamesOfParameters(t *testing.T) {
	numbers := []lab.Kind{lab.Float, lab.Int, lab.Seed, lab.Flag}
	kinds := map[string][]lab.Kind{ // what each function of a Spec takes
		"Float": numbers, "Int": numbers, "Set": numbers, "Flag": {lab.Flag},
		"Text": {lab.Choice, lab.List, lab.Matrix, lab.Code}, "List": {lab.List}, "Rows": {lab.Matrix},
		"Show": nil, "With": nil,
	}
	for _, l := range labs.All() {
		name, table, read := l.About().Name, l.Params(), 0
		err := filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			table := table
			if filepath.Base(filepath.Dir(file)) == "samples" {
				table = append(slices.Clone(table), samples.Lab{}.Params()...)
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, file, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				method, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				accepts, ok := kinds[method.Sel.Name]
				if !ok {
					return true
				}
				at := 0
				if (method.Sel.Name == "Set" || method.Sel.Name == "With") && len(call.Args) == 3 {
					at = 1
				}
				text, ok := call.Args[at].(*ast.BasicLit)
				x, isName := method.X.(*ast.Ident)
				if !ok || text.Kind != token.STRING || isName && (x.Name == "sheet" || x.Name == "learn") {
					return true
				}
				param, err := strconv.Unquote(text.Value)
				switch p := table.Find(param); {
				case err != nil || p == nil:
					t.Errorf("%s: the laboratory %s has no parameter %s", fset.Position(call.Pos()), name, text.Value)
				case accepts != nil && !slices.Contains(accepts, p.Kind):
					t.Errorf("%s: %s is read by %s", fset.Position(call.Pos()), text.Value, method.Sel.Name)
				}
				read++
				return true
			})
			return nil
		})
		if err != nil || read < 1 {
			t.Errorf("%s: %d names were read, %v", name, read, err)
		}
	}
}
