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

// A laboratory's sentences stand in its tables and in text.go, one a room: no other file
// of it holds one, but of a laboratory that is one file. A room without a text.go has none
// that are the laboratory's: what it says is an error's, for any caller. A sentence has
// three words, two of them in small letters, and ends like one or is longer than a label.
func TestSentencesStandInOnePlace(t *testing.T) {
	tables := []string{"About", "Params", "Presets", "Analyses", "Lessons", "Reference"}
	texts := []string{"params.go", "kinds.go", "lessons.go", "reference.go", "text.go"}
	word := regexp.MustCompile(`^[(“"]?[a-z’']{2,}[,.:;?)”]*$`)
	end := regexp.MustCompile(`[.?!:]["”]?$|[.;] `)
	const label = 66 // letters
	for _, l := range labs.All() {
		var files []string
		for _, folder := range []string{"", "*"} { // the laboratory, and its rooms
			more, err := filepath.Glob(filepath.Join(l.About().Name, folder, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, more...)
		}
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		root := 0 // files in the laboratory's own folder
		for _, file := range files {
			if filepath.Dir(file) == l.About().Name {
				root++
			}
		}
		for _, file := range files {
			folder := filepath.Dir(file)
			apart := folder != l.About().Name && !slices.Contains(files, filepath.Join(folder, "text.go"))
			if apart || root == 1 || slices.Contains(texts, filepath.Base(file)) {
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
					small := len(slices.DeleteFunc(slices.Clone(words), func(w string) bool {
						return !word.MatchString(w)
					}))
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
