package starlark

import (
	"slices"

	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// read collects a program's words, refuses what it cannot have, and marks the
// operations whose results are as large as what they are given: see bounded. Whatever
// else takes too long is stopped from outside, by who runs the interpreter.
func (p *program) read(file *syntax.File) error {
	var wrong error
	calls := map[syntax.Expr]bool{} // what is called
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
		case *syntax.LoadStmt:
			if wrong == nil {
				wrong = &script.Fault{Line: int(n.Load.Line), Column: int(n.Load.Col), Say: lang.Say("guest.load")}
			}
		case *syntax.CallExpr:
			calls[n.Fn] = true
			for _, a := range n.Args {
				if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
					mark(markPaid, &u.X)
				}
			}
		case *syntax.DotExpr:
			called := ""
			if calls[n] {
				called = "(…)"
			}
			p.module(n, called)
			if weights[n.Name.Name] > 0 {
				mark(markBounded, &n.X)
			}
		case *syntax.SliceExpr:
			mark(markPaid, &n.X)
		case *syntax.BinaryExpr:
			if grows(n.Op, n.X, n.Y) {
				mark(markBounded, &n.X)
			}
			compares(n)
		case *syntax.AssignStmt:
			switch op := n.Op - syntax.PLUS_EQ + syntax.PLUS; {
			case n.Op == syntax.EQ || !grows(op, nil, n.RHS):
			case op == syntax.PLUS || op == syntax.PIPE:
				mark(markAdded, &n.RHS)
			default:
				mark(markBounded, &n.RHS)
			}
		}
		return true
	})
	return wrong
}

// word keeps one of the program's words.
func (p *program) word(w string) {
	if _, seen := p.index[w]; !seen && len(p.words) < mostWords {
		p.index[w] = len(p.words)
		p.words = append(p.words, w)
	}
}

// module keeps what to write where a program names one of Python's modules, as in
// math.exp(x) or np.random.laplace(), for the case that the program itself gives the
// name no value. called is what follows the name.
func (p *program) module(e *syntax.DotExpr, called string) {
	at := e.X
	for {
		d, ok := at.(*syntax.DotExpr)
		if !ok {
			break
		}
		at = d.X
	}
	m, ok := at.(*syntax.Ident)
	if !ok || !slices.Contains([]string{"math", "cmath", "random", "secrets", "np", "numpy",
		"scipy", "statistics"}, m.Name) {
		return
	}
	if _, known := p.modules[m.Name]; known {
		return
	}
	p.modules[m.Name] = lang.Say("guest.module", "module", m.Name)
	name := elsewhere[e.Name.Name]
	if _, here := new(run).builtins()[e.Name.Name]; here {
		name = e.Name.Name + called
	}
	if name != "" {
		p.modules[m.Name] = lang.Say("guest.module.alone", "module", m.Name, "name", name)
	}
}
