package fmt_test

import (
	"errors"
	std "fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/fmt"
)

type word string

type float float32

type named int

func (n named) String() string { return "number " + strconv.Itoa(int(n)) }

func operands() (numbers, words []any) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-4, 1e-5, 123456, 1234567, 1e20, 1e21, 1.0 / 3, -2.5, 0.5, 1.5, 99.995, math.MaxFloat64, 5e-324, math.Inf(1), math.Inf(-1), math.NaN()} {
		numbers = append(numbers, f, float32(f), float(f), []float64{f, 2 * f}, [4]float64{f})
	}
	for _, n := range []int{0, 1, -1, 7, 1234567, math.MaxInt, math.MinInt, 'é'} {
		numbers = append(numbers, n, int32(n), uint64(n), uint8(n), []int{n, n}, named(n))
	}
	return numbers, []any{"", "plain", "é∞ \"quoted\"\n\xff", word("w"), errors.New("an error"), named(3), []string{"a", "b"}, true, false, nil, []bool{true}}
}

// TestLikeFmt holds every verb against the standard library, on what it is
// meant for.
func TestLikeFmt(t *testing.T) {
	numbers, words := operands()
	check := func(format string, a ...any) {
		t.Helper()
		got, want := fmt.Sprintf(format, a...), std.Sprintf(format, a...)
		if strings.Contains(want, "%!") {
			if !strings.Contains(got, "%!") {
				t.Errorf("%s of %#v is %q; it should be marked as in %q", format, a, got, want)
			}
			return
		}
		if got != want {
			t.Errorf("%s of %#v is %q, want %q", format, a, got, want)
		}
	}
	for _, flags := range []string{"", "+", "-", "0", " ", "8", "-8", "08", "+08", "-+8"} {
		for _, prec := range []string{"", ".0", ".1", ".2", ".3", ".4", ".6", ".10"} {
			for _, a := range numbers {
				kind := std.Sprintf("%T", a)
				verbs := "vgef"
				if strings.Contains(kind, "int") || strings.Contains(kind, "named") {
					verbs = "d"
					if prec == "" {
						verbs = "vdxc"
					}
				}
				if strings.Contains(kind, "float") && strings.Contains(flags, "0") && (strings.Contains(std.Sprint(a), "Inf") || strings.Contains(std.Sprint(a), "NaN")) {
					continue
				}
				for _, v := range verbs {
					if kind == "fmt_test.named" && v == 'x' || v == 'c' && strings.Contains(flags, "0") {
						continue
					}
					check("%"+flags+prec+string(v), a)
				}
			}
			for _, a := range words {
				if strings.Contains(flags, "0") || strings.Contains(flags, "+") {
					continue
				}
				for _, v := range "vsq" {
					check("%"+flags+prec+string(v), a)
				}
			}
		}
	}
	check("%t %v", true, false)
	check("100 %% of %d", 3)
	check("%.*f|%*d|%-*d|", 2, 3.14159, 5, 42, 5, 42)
	check("no verbs")
	for _, wrong := range [][]any{{"%d"}, {"%d", 1, 2}, {"%s", 1}, {"%d", "x"}, {"%"}, {"%5"}} {
		check(wrong[0].(string), wrong[1:]...)
	}
}

func TestSprintAndErrorf(t *testing.T) {
	for _, a := range [][]any{{}, {1}, {1, 2}, {"a", 1, 2, "b", "c"}, {1.5, named(1), nil, true}, {word("x"), word("y")}} {
		if got, want := fmt.Sprint(a...), std.Sprint(a...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	inner := errors.New("inside")
	err := fmt.Errorf("step %d: %w.", 3, inner)
	if err.Error() != "step 3: inside." || !errors.Is(err, inner) {
		t.Errorf("%v does not wrap", err)
	}
	if err := fmt.Errorf("plain"); err.Error() != "plain" || errors.Unwrap(err) != nil {
		t.Errorf("%v", err)
	}
	var b strings.Builder
	if n, err := fmt.Fprintf(&b, "%.4g", 1234.5); n != 4 || err != nil || b.String() != "1234" {
		t.Errorf("%d, %v, %q", n, err, b.String())
	}
}

// TestFormatsInUse reads the source: every format has as many verbs as
// operands, and only such as the package knows. (vet looks only at the standard
// library's functions.)
func TestFormatsInUse(t *testing.T) {
	files := token.NewFileSet()
	seen := 0
	for _, root := range []string{"..", "../../ui/wire", "../../ui/pool"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				return nil // not this test's business
			}
			mine := false
			for _, im := range f.Imports {
				mine = mine || im.Path.Value == `"indistinct/core/fmt"`
			}
			if !mine {
				return nil
			}
			ast.Inspect(f, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				sel, ok := c.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "fmt" {
					return true
				}
				args := c.Args
				switch sel.Sel.Name {
				case "Fprintf":
					args = args[1:]
				case "Sprintf", "Errorf":
				default:
					return true
				}
				format, ok := constant(args[0])
				if !ok || c.Ellipsis.IsValid() {
					return true
				}
				seen++
				want := strings.Count(strings.ReplaceAll(format, "%%", ""), "%") + strings.Count(format, "*f") + strings.Count(format, "*d") + strings.Count(format, "*g")
				if want != len(args)-1 {
					t.Errorf("%s: %q takes %d operands and has %d", files.Position(c.Pos()), format, want, len(args)-1)
				}
				for rest := strings.ReplaceAll(format, "%%", ""); ; {
					var found bool
					if _, rest, found = strings.Cut(rest, "%"); !found {
						break
					}
					verb := strings.TrimLeft(rest, "+- 0123456789.*")
					if verb == "" || !strings.ContainsRune("vsqdgefxctw", rune(verb[0])) {
						t.Errorf("%s: %q has a verb that is not known", files.Position(c.Pos()), format)
					}
				}
				if strings.Count(format, "%w") > 1 {
					t.Errorf("%s: %q wraps two errors", files.Position(c.Pos()), format)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("only %d formats were found", seen)
	}
}

// constant is the text of a literal or of a sum of literals.
func constant(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, ok1 := constant(x.X)
		b, ok2 := constant(x.Y)
		return a + b, ok1 && ok2
	}
	return "", false
}

func Example() {
	std.Println(fmt.Sprintf("%d releases of sensor %q: ε ≥ %.3g", 10000, "a", 1.23456))
	// Output: 10000 releases of sensor "a": ε ≥ 1.23
}
