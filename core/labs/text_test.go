package labs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/labs"
)

// A laboratory's sentences stand in its tables and in text.go: no other file of it
// holds one. A sentence has three words, two of them in small letters, and ends like
// one or is longer than a label.
func TestSentencesStandInOnePlace(t *testing.T) {
	tables := []string{"About", "Params", "Presets", "Analyses", "Lessons", "Reference"}
	texts := []string{"params.go", "kinds.go", "lessons.go", "reference.go", "text.go"}
	word := regexp.MustCompile(`^[(“"]?[a-z’']{2,}[,.:;?)”]*$`)
	end := regexp.MustCompile(`[.?!:]["”]?$|[.;] `)
	const label = 66 // letters
	for _, l := range labs.All() {
		folder := filepath.Join(".", l.About().Name)
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || !slices.Contains(files, filepath.Join(folder, "text.go")) {
			t.Errorf("%s has no text.go", folder)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || slices.Contains(texts, filepath.Base(file)) {
				continue
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.FuncDecl:
					return x.Recv == nil || !slices.Contains(tables, x.Name.Name)
				case *ast.CallExpr: // a programmer reads why a program panics
					id, ok := x.Fun.(*ast.Ident)
					return !ok || id.Name != "panic"
				case *ast.BasicLit:
					text, err := strconv.Unquote(x.Value)
					if err != nil {
						return true
					}
					words := strings.Fields(text)
					small := len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !word.MatchString(w) }))
					long := end.MatchString(strings.TrimSpace(text)) || len([]rune(text)) > label
					if x.Kind == token.STRING && len(words) >= 3 && small >= 2 && long {
						t.Errorf("%s: %s belongs into text.go", fset.Position(x.Pos()), x.Value)
					}
				}
				return true
			})
		}
	}
}
