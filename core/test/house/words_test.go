package house

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestMessages holds that messages are made by package lang alone: no words become one
// by themselves, as a constant, a conversion or a sum, for those no language could change.
func TestMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles everything")
	}
	// What others export is read from what go test compiles too.
	all, err := packages.Load(&packages.Config{Dir: root, BuildFlags: []string{"-tags=noasm",
		"-gcflags=all=-d=fmahash=qn"}, Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile |
		packages.NeedCompiledGoFiles}, "./core/...", "./ui/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if strings.HasSuffix(p.PkgPath, "/core/lang") {
			continue
		}
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok || !message(p.TypesInfo.TypeOf(e)) {
					return true
				}
				why := ""
				v := p.TypesInfo.Types[e]
				sum, _ := e.(*ast.BinaryExpr)
				call, _ := e.(*ast.CallExpr)
				switch {
				case v.Value != nil && constant.StringVal(v.Value) != "":
					why = "is a constant"
				case sum != nil && sum.Op == token.ADD:
					why = "is a sum"
				case call != nil && p.TypesInfo.Types[call.Fun].IsType():
					why = "is a conversion"
				}
				if why != "" {
					t.Errorf("%s: a message %s; lang.Say and lang.Verbatim make them", p.Fset.Position(e.Pos()), why)
					return false
				}
				return true
			})
		}
	}
}

// message reports whether a type is lang.Message.
func message(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == "Message" && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() == "lang"
}
