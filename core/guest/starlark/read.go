package starlark

import (
	"slices"

	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// read collects a program's words and marks the operations whose results are as large as what
// they are given: see bounded. Whatever else takes too long is stopped from outside, by who runs
// the interpreter.
func (p *program) read(file *syntax.File) {
	file.Stmts = p.lowered(file.Stmts)
	free := names(toolbox)
	syntax.Walk(file, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		p.arrays = p.arrays || ok && (p.imported[id.Name][0] != "" || slices.Contains(free, id.Name))
		return true
	})
	mark := func(name string, e *syntax.Expr) {
		at, _ := (*e).Span()
		*e = &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: []syntax.Expr{*e},
			Rparen: at}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Literal:
			if w, ok := n.Value.(string); ok && n.Token == syntax.STRING {
				p.word(w)
			}
		case *syntax.IfStmt: // if __name__ == "__main__": …
			if is, ok := n.Cond.(*syntax.BinaryExpr); ok && isName(is.X, "__name__") {
				n.Cond, n.True = &syntax.Ident{NamePos: n.If, Name: "False"}, []syntax.Stmt{
					&syntax.BranchStmt{Token: syntax.PASS, TokenPos: n.If}}
			}
		case *syntax.CallExpr:
			if isName(n.Fn, nameAssign) { // see hoisted
				p.wrong = append(p.wrong, &script.Fault{Line: int(n.Lparen.Line), Say: lang.Say("guest.python.walrus")})
			}
			if d, ok := n.Fn.(*syntax.DotExpr); ok && d.Name.Name == namePower {
				n.Fn, n.Args = &syntax.Ident{NamePos: d.Dot, Name: namePower}, append(n.Args, d.X)
			}
			for _, a := range n.Args {
				if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
					mark(markPaid, &u.X)
				}
			}
		case *syntax.ForStmt:
			mark(markEach, &n.X)
		case *syntax.ForClause:
			mark(markEach, &n.X)
		case *syntax.DictEntry:
			if _, plain := n.Key.(*syntax.Literal); !plain {
				mark(markKey, &n.Key)
			}
		case *syntax.DotExpr:
			if weights[n.Name.Name] > 0 || slices.Contains(keyed, n.Name.Name) {
				mark(markMethods, &n.X)
			}
		case *syntax.SliceExpr:
			if !isName(n.X, nameAll) {
				mark(markPaid, &n.X)
			}
		case *syntax.BinaryExpr:
			p.operates(n)
		case *syntax.AssignStmt:
			x, plain := n.LHS.(*syntax.Ident)
			if x, ok := n.LHS.(*syntax.IndexExpr); ok && n.Op == syntax.EQ && !numeric(x.Y, false) {
				mark(markKey, &x.Y)
			}
			switch op := n.Op - syntax.PLUS_EQ + syntax.PLUS; {
			case n.Op == syntax.EQ || !p.arrays && !grows(op, nil, n.RHS):
			case plain:
				n.Op = syntax.EQ
				x = &syntax.Ident{NamePos: x.NamePos, Name: x.Name}
				n.RHS = operation("="+op.String(), n.OpPos, x, n.RHS)
			default:
				mark(markIndexed, &n.RHS)
			}
		}
		return true
	})
}

// word keeps one of the program's words.
func (p *program) word(w string) {
	if _, seen := p.index[w]; !seen && len(p.words) < mostWords {
		p.index[w] = len(p.words)
		p.words = append(p.words, w)
	}
}

// isName reports whether an expression is a name.
func isName(e syntax.Expr, name string) bool {
	id, ok := e.(*syntax.Ident)
	return ok && id.Name == name
}
