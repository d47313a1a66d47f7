package starlark

import (
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
)

// read collects a program's words, refuses what it cannot have, and marks the
// operations that could ask for any amount of memory at once: see bounded. Whatever
// else takes too long is stopped from outside, by who runs the interpreter.
func (p *program) read(file *syntax.File) error {
	var wrong error
	calls := map[syntax.Expr]bool{} // what is called
	mark := func(e syntax.Expr) syntax.Expr {
		at, _ := e.Span()
		return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: mark}, Lparen: at, Args: []syntax.Expr{e},
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
				wrong = &workshop.Fault{Line: int(n.Load.Line), Column: int(n.Load.Col), Say: lang.Say("guest.load")}
			}
		case *syntax.CallExpr:
			calls[n.Fn] = true
		case *syntax.DotExpr:
			called := ""
			if calls[n] {
				called = "(…)"
			}
			p.module(n, called)
			if n.Name.Name == "join" || n.Name.Name == "replace" {
				n.X = mark(n.X)
			}
		case *syntax.BinaryExpr:
			if n.Op == syntax.STAR && !modest(n.X) && !modest(n.Y) || n.Op == syntax.LTLT {
				n.X = mark(n.X)
			}
		case *syntax.AssignStmt:
			if n.Op == syntax.STAR_EQ && !modest(n.RHS) || n.Op == syntax.LTLT_EQ {
				n.RHS = mark(n.RHS)
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

// modest reports whether a list or number becomes at most four times as large by an
// expression that multiplies it: a small whole number, or no whole number at all.
func modest(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return modest(e.X)
	case *syntax.Literal:
		n, whole := e.Value.(int64)
		return e.Token == syntax.FLOAT || whole && n <= 4
	case *syntax.BinaryExpr:
		return e.Op == syntax.SLASH
	}
	return false
}

// mark is the built-in that makes a value bounded. It is no identifier, so that a
// program cannot take the name.
const mark = ".bounded"

// bounded is a value as the left side of an operation, or the right one of an
// assignment, that is refused where its result would be larger than the limits.
type bounded struct{ starlark.Value }

var (
	_ starlark.HasBinary = bounded{}
	_ starlark.HasAttrs  = bounded{}
)

// Binary multiplies or shifts.
func (b bounded) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	x := b.Value
	if side == starlark.Right {
		x, y = y, x
	}
	i, whole := x.(starlark.Int)
	k, times := y.(starlark.Int)
	switch {
	case !whole && times:
		return repeated(op, x, y, k)
	case whole && !times && starlark.Len(y) >= 0:
		return repeated(op, x, y, i)
	case whole && times && bits(i)+bits(k) > mostBits && (op == syntax.STAR || bits(i) > 64):
		return nil, lang.Errorf("guest.bits", "most", mostBits)
	}
	return starlark.Binary(op, x, y)
}

// repeated is a list or a word so many times.
func repeated(op syntax.Token, x, y starlark.Value, times starlark.Int) (starlark.Value, error) {
	n, small := times.Int64()
	if size := max(starlark.Len(x), starlark.Len(y)); op == syntax.STAR && size > 0 &&
		(!small || n > int64(mostEntries/size)) {
		return nil, tooLarge
	}
	return starlark.Binary(op, x, y)
}

// Attr returns the method join or replace of a word.
func (b bounded) Attr(name string) (starlark.Value, error) {
	has, ok := b.Value.(starlark.HasAttrs)
	if !ok {
		return nil, nil
	}
	method, err := has.Attr(name)
	word, ok := b.Value.(starlark.String)
	if method == nil || err != nil || !ok {
		return method, err
	}
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kw []starlark.Tuple) (starlark.Value, error) {
		factor := 0 // so many times the word may be put in, or so much for each of its letters
		for _, a := range args {
			factor = max(factor, starlark.Len(a))
		}
		if n := max(len(word), 1); factor > mostEntries/n {
			return nil, tooLarge
		}
		return starlark.Call(thread, method, args, kw)
	}), nil
}

// AttrNames lists the methods.
func (b bounded) AttrNames() []string { return nil }

var tooLarge = lang.Errorf("guest.large", "most", mostEntries)

// bits is the length of a whole number, 64 for all that fit.
func bits(i starlark.Int) int {
	if _, small := i.Int64(); small {
		return 64
	}
	return i.BigInt().BitLen()
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
