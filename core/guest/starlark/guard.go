package starlark

import (
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/workshop"
)

// The language counts steps, but one step may do any amount of work: a list
// doubled thirty times, a number squared thirty times. guard rewrites what
// could, so that it goes through a built-in that looks at sizes first and pays
// steps for them. What is plainly arithmetic on numbers stays as it is, so that
// mechanisms run at full speed. Their names are no identifiers, so a program
// cannot take them.

// operators are those that may build something large.
var operators = map[syntax.Token]string{syntax.PLUS: "+", syntax.STAR: "*", syntax.PERCENT: "%", syntax.PIPE: "|", syntax.LTLT: "<<", syntax.IN: "in", syntax.NOT_IN: "not in", syntax.EQL: "==", syntax.NEQ: "!="}

// methods are those that a program may call: none of them does more work than
// the list it stands on is long.
var methods = []string{"append", "pop", "insert", "index", "remove", "clear", "get", "keys", "values", "items", "add", "startswith", "endswith", "upper", "lower"}

// iterating are the language's own functions that walk through their argument.
var iterating = []string{"any", "all", "dict", "enumerate", "list", "max", "min", "reversed", "set", "sorted", "tuple", "zip", "len", "int", "float", "bool", "abs"}

// refused are the language's own functions that a program has no use for.
var refused = []string{"bytes", "dir", "getattr", "hasattr", "hash", "repr", "print", "chr", "ord", "type"}

// guard rewrites a program in place and collects its words.
func (p *program) guard(file *syntax.File) error {
	var wrong error
	fail := func(at syntax.Position, format string, a ...any) {
		if wrong == nil {
			wrong = &workshop.Fault{Line: int(at.Line), Column: int(at.Col), Say: fmt.Sprintf(format, a...)}
		}
	}
	var expr func(e syntax.Expr) syntax.Expr
	depth := 0
	// used holds what becomes an operand that must be a number: were it a list,
	// the program would stop there, so it can grow once and not again.
	used := map[syntax.Expr]bool{}
	exprs := func(list []syntax.Expr) {
		for i := range list {
			list[i] = expr(list[i])
		}
	}
	call := func(name string, at syntax.Position, args ...syntax.Expr) syntax.Expr {
		return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
	}
	expr = func(e syntax.Expr) syntax.Expr {
		if depth++; depth > 500 {
			at, _ := e.Span()
			fail(at, "Expressions are nested more than 500 deep.")
			depth--
			return e
		}
		defer func() { depth-- }()
		switch e := e.(type) {
		case nil:
			return nil
		case *syntax.Literal:
			if w, ok := e.Value.(string); ok && e.Token == syntax.STRING && len(p.words) < mostWords {
				if _, seen := p.index[w]; !seen {
					p.index[w] = len(p.words)
					p.words = append(p.words, w)
				}
			}
		case *syntax.ParenExpr:
			e.X = expr(e.X)
		case *syntax.UnaryExpr:
			if e.Op == syntax.STAR || e.Op == syntax.STARSTAR {
				fail(e.OpPos, "Arguments with * are not taken here.")
			}
			if e.X != nil {
				e.X = expr(e.X)
			}
		case *syntax.BinaryExpr:
			if e.Op == syntax.EQ { // a named argument
				e.Y = expr(e.Y)
				return e
			}
			plain := simple(e.Op, e.X, e.Y) || used[e] && (small(e.X) || small(e.Y))
			switch e.Op {
			case syntax.SLASH, syntax.SLASHSLASH, syntax.MINUS, syntax.PLUS, syntax.STAR:
				used[bare(e.X)] = used[e] || e.Op == syntax.SLASH || e.Op == syntax.MINUS || e.Op == syntax.SLASHSLASH
				used[bare(e.Y)] = used[bare(e.X)]
			}
			e.X, e.Y = expr(e.X), expr(e.Y)
			if name, ok := operators[e.Op]; ok && !plain {
				return call(name, e.OpPos, e.X, e.Y)
			}
		case *syntax.CallExpr:
			switch f := e.Fn.(type) {
			case *syntax.Ident:
				if slices.Contains(reals, f.Name) {
					for _, a := range e.Args {
						used[bare(a)] = true
					}
				}
				if slices.Contains(refused, f.Name) {
					fail(f.NamePos, "A program here has no %s.", f.Name)
				}
			case *syntax.DotExpr:
				if say := moduleOf(f, "(…)"); say != "" {
					fail(f.Dot, "%s", say)
				} else if !slices.Contains(methods, f.Name.Name) {
					fail(f.Dot, "A program here has no .%s(); it may use append, pop, insert, index, remove, clear, get, keys, values, items, add, startswith, endswith, upper and lower.", f.Name.Name)
				}
			}
			exprs(e.Args)
			if f, ok := e.Fn.(*syntax.DotExpr); ok && f.Name.Name == "append" && len(e.Args) == 1 {
				// The method that every program calls, without making a bound one.
				return call(".append", f.Dot, expr(f.X), e.Args[0])
			}
			e.Fn = expr(e.Fn)
		case *syntax.DotExpr:
			e.X = expr(e.X)
			if say := moduleOf(e, ""); say != "" {
				fail(e.Dot, "%s", say)
			} else if !slices.Contains(methods, e.Name.Name) {
				fail(e.Dot, "A program here has no .%s.", e.Name.Name)
			}
		case *syntax.Comprehension:
			e.Body = expr(e.Body)
			for _, c := range e.Clauses {
				switch c := c.(type) {
				case *syntax.ForClause:
					c.X = expr(c.X)
				case *syntax.IfClause:
					c.Cond = expr(c.Cond)
				}
			}
		case *syntax.DictExpr:
			exprs(e.List)
		case *syntax.DictEntry:
			e.Key, e.Value = expr(e.Key), expr(e.Value)
		case *syntax.LambdaExpr:
			e.Body = expr(e.Body)
		case *syntax.ListExpr:
			exprs(e.List)
		case *syntax.TupleExpr:
			exprs(e.List)
		case *syntax.CondExpr:
			e.Cond, e.True, e.False = expr(e.Cond), expr(e.True), expr(e.False)
		case *syntax.SliceExpr:
			e.X = expr(e.X)
			for _, q := range []*syntax.Expr{&e.Lo, &e.Hi, &e.Step} {
				if *q != nil {
					*q = expr(*q)
				}
			}
			return call(".slice", e.Lbrack, e)
		case *syntax.IndexExpr:
			e.X, e.Y = expr(e.X), expr(e.Y)
		}
		return e
	}
	var stmts func(list []syntax.Stmt)
	stmts = func(list []syntax.Stmt) {
		for _, s := range list {
			switch s := s.(type) {
			case *syntax.AssignStmt:
				if id, ok := s.LHS.(*syntax.Ident); ok && s.Op != syntax.EQ {
					// x += y is x = x + y, with the guard's eyes on it.
					op := s.Op - syntax.PLUS_EQ + syntax.PLUS
					s.RHS = &syntax.BinaryExpr{X: &syntax.Ident{NamePos: id.NamePos, Name: id.Name}, OpPos: s.OpPos, Op: op, Y: s.RHS}
					s.Op = syntax.EQ
				} else if s.Op == syntax.PLUS_EQ || s.Op == syntax.STAR_EQ || s.Op == syntax.PERCENT_EQ || s.Op == syntax.PIPE_EQ {
					if !simple(s.Op-syntax.PLUS_EQ+syntax.PLUS, s.LHS, s.RHS) {
						s.RHS = call(".number", s.OpPos, s.RHS)
					}
				}
				s.RHS = expr(s.RHS)
				s.LHS = expr(s.LHS)
			case *syntax.DefStmt:
				for i, q := range s.Params {
					if b, ok := q.(*syntax.BinaryExpr); ok {
						b.Y = expr(b.Y)
						s.Params[i] = b
					}
				}
				stmts(s.Body)
			case *syntax.ExprStmt:
				s.X = expr(s.X)
			case *syntax.IfStmt:
				s.Cond = expr(s.Cond)
				stmts(s.True)
				stmts(s.False)
			case *syntax.ForStmt:
				s.X = expr(s.X)
				stmts(s.Body)
			case *syntax.WhileStmt:
				s.Cond = expr(s.Cond)
				stmts(s.Body)
			case *syntax.ReturnStmt:
				if s.Result != nil {
					s.Result = expr(s.Result)
				}
			case *syntax.LoadStmt:
				fail(s.Load, "A program here loads nothing: everything it needs is built in.")
			}
		}
	}
	stmts(file.Stmts)
	return wrong
}

// simple reports whether an operation is plainly on numbers, or too small to
// guard.
func simple(op syntax.Token, x, y syntax.Expr) bool {
	switch op {
	case syntax.PLUS:
		return number(x) || number(y)
	case syntax.STAR:
		return real(x) || real(y)
	case syntax.PERCENT:
		return number(x)
	case syntax.EQL, syntax.NEQ:
		return literal(x) || literal(y)
	case syntax.IN, syntax.NOT_IN:
		return false
	}
	return false
}

func literal(e syntax.Expr) bool { _, ok := e.(*syntax.Literal); return ok || number(e) }

// number reports whether an expression can only be a number.
func number(e syntax.Expr) bool {
	if q, ok := e.(*syntax.ParenExpr); ok {
		return number(q.X)
	}
	if l, ok := e.(*syntax.Literal); ok {
		return l.Token == syntax.INT || l.Token == syntax.FLOAT
	}
	return real(e)
}

// real reports whether an expression can only be a floating-point number (or a
// truth value): a list times one is an error, and it does not grow.
func real(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return real(e.X)
	case *syntax.Literal:
		return e.Token == syntax.FLOAT
	case *syntax.UnaryExpr:
		return e.X != nil && (e.Op == syntax.MINUS || e.Op == syntax.PLUS) && real(e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.SLASH:
			return true
		case syntax.PLUS, syntax.MINUS, syntax.STAR:
			return real(e.X) || real(e.Y)
		}
	case *syntax.CallExpr:
		f, ok := e.Fn.(*syntax.Ident)
		return ok && slices.Contains(reals, f.Name)
	}
	return false
}

// reals are the built-ins whose arguments and results are numbers.
var reals = []string{"laplace", "normal", "exponential", "uniform", "exp", "log", "log1p", "expm1", "sqrt", "tanh", "erf", "erfc", "sin", "cos", "atan", "Phi", "pow"}

// small reports whether an expression is a whole number of at most three
// digits.
func small(e syntax.Expr) bool {
	l, ok := e.(*syntax.Literal)
	v, whole := any(nil), false
	if ok {
		v, whole = l.Value, l.Token == syntax.INT
	}
	n, fits := v.(int64)
	return whole && fits && n < 1000
}

// bare takes parentheses off.
func bare(e syntax.Expr) syntax.Expr {
	if q, ok := e.(*syntax.ParenExpr); ok {
		return bare(q.X)
	}
	return e
}

// guards sets the guarded forms.
func (r *run) guards(set setter) {
	two := func(name string, f func(x, y starlark.Value) (starlark.Value, error)) {
		set(name, func(args starlark.Tuple) (starlark.Value, error) { return f(args[0], args[1]) })
	}
	binary := map[string]syntax.Token{"+": syntax.PLUS, "*": syntax.STAR, "<<": syntax.LTLT, "|": syntax.PIPE, "in": syntax.IN, "not in": syntax.NOT_IN}
	for name, op := range binary {
		two(name, func(x, y starlark.Value) (starlark.Value, error) {
			if numeric(x) && numeric(y) {
				if op == syntax.STAR && bits(x)+bits(y) > mostBits || op == syntax.LTLT && bits(x) > 64 {
					return nil, fmt.Errorf("a whole number grew beyond %d bits", mostBits)
				}
				return starlark.Binary(op, x, y)
			}
			nx, ny := starlark.Len(x), starlark.Len(y)
			size := max(nx, 0) + max(ny, 0)
			if op == syntax.STAR {
				size = product(x, y, nx, ny)
			}
			if err := r.pay(size); err != nil {
				return nil, err
			}
			return starlark.Binary(op, x, y)
		})
	}
	two("%", func(x, y starlark.Value) (starlark.Value, error) {
		if !numeric(x) {
			return nil, fmt.Errorf("%% is for numbers here: put words together with + and str")
		}
		return starlark.Binary(syntax.PERCENT, x, y)
	})
	for name, op := range map[string]syntax.Token{"==": syntax.EQL, "!=": syntax.NEQ} {
		two(name, func(x, y starlark.Value) (starlark.Value, error) {
			if err := r.pay(max(starlark.Len(x), 0) + max(starlark.Len(y), 0)); err != nil {
				return nil, err
			}
			ok, err := starlark.CompareDepth(op, x, y, 3)
			return starlark.Bool(ok), err
		})
	}
	two(".append", func(x, y starlark.Value) (starlark.Value, error) {
		list, ok := x.(*starlark.List)
		if !ok {
			return nil, fmt.Errorf("append is for lists and not for %s", article(x))
		}
		return starlark.None, list.Append(y)
	})
	set(".slice", func(args starlark.Tuple) (starlark.Value, error) {
		return args[0], r.pay(max(starlark.Len(args[0]), 0))
	})
	set(".number", func(args starlark.Tuple) (starlark.Value, error) {
		if !numeric(args[0]) {
			return nil, fmt.Errorf("only numbers can be added to an entry in place: write the whole assignment")
		}
		return args[0], nil
	})
	set("str", func(args starlark.Tuple) (starlark.Value, error) {
		if len(args) != 1 || starlark.Len(args[0]) > mostEntries {
			return nil, fmt.Errorf("str takes one number, truth value or word")
		}
		switch v := args[0].(type) {
		case starlark.String:
			return v, nil
		case starlark.Int, starlark.Float, starlark.Bool:
			return starlark.String(v.String()), nil
		}
		return nil, fmt.Errorf("str takes one number, truth value or word and got %s", article(args[0]))
	})
	set("sum", func(args starlark.Tuple) (starlark.Value, error) {
		if len(args) != 1 {
			return nil, fmt.Errorf("sum takes one list of numbers")
		}
		if err := r.pay(starlark.Len(args[0])); err != nil {
			return nil, err
		}
		it := starlark.Iterate(args[0])
		if it == nil {
			return nil, fmt.Errorf("sum takes one list of numbers and got %s", article(args[0]))
		}
		defer it.Done()
		var total starlark.Value = starlark.MakeInt(0)
		for v := starlark.Value(nil); it.Next(&v); {
			if !numeric(v) {
				return nil, fmt.Errorf("sum takes numbers and found %s", article(v))
			}
			var err error
			if total, err = starlark.Binary(syntax.PLUS, total, v); err != nil {
				return nil, err
			}
		}
		return total, nil
	})
	for _, name := range iterating {
		f := starlark.Universe[name].(*starlark.Builtin)
		set(name, func(args starlark.Tuple) (starlark.Value, error) {
			for _, a := range args {
				if err := r.pay(max(starlark.Len(a), 0)); err != nil {
					return nil, err
				}
			}
			return starlark.Call(r.thread, f, args, nil)
		})
	}
}

// pay counts work in steps and refuses what is too large.
func (r *run) pay(size int) error {
	if size > mostEntries {
		return fmt.Errorf("a list or word of more than %d entries was asked for", mostEntries)
	}
	if r.thread != nil {
		r.thread.Steps += uint64(max(size, 0))
		if r.thread.Steps > mostSteps {
			return fmt.Errorf("too many steps")
		}
	}
	return nil
}

func numeric(v starlark.Value) bool {
	switch v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool:
		return true
	}
	return false
}

// bits is the length of a whole number.
func bits(v starlark.Value) int {
	if i, ok := v.(starlark.Int); ok {
		if _, small := i.Int64(); !small {
			return i.BigInt().BitLen()
		}
		return 64
	}
	return 0
}

// product is the length of a list or word repeated.
func product(x, y starlark.Value, nx, ny int) int {
	n, k := nx, y
	if n < 0 {
		n, k = ny, x
	}
	if i, ok := k.(starlark.Int); ok && n > 0 {
		times, small := i.Int64()
		if !small || times > math.MaxInt32 {
			return math.MaxInt
		}
		return n * int(max(times, 0))
	}
	return max(n, 0)
}

// moduleOf says what to write where a program names one of Python's modules, as
// in math.exp(x) or np.random.laplace(); "" elsewhere. called is what follows the
// name.
func moduleOf(e *syntax.DotExpr, called string) string {
	at := e.X
	for {
		d, ok := at.(*syntax.DotExpr)
		if !ok {
			break
		}
		at = d.X
	}
	m, ok := at.(*syntax.Ident)
	if !ok || !slices.Contains([]string{"math", "cmath", "random", "secrets", "np", "numpy", "scipy", "statistics"}, m.Name) || slices.Contains(methods, e.Name.Name) {
		return ""
	}
	if _, here := (&run{program: &program{}}).builtins()[e.Name.Name]; here {
		return fmt.Sprintf("There is no module %s: write %s%s alone.", m.Name, e.Name.Name, called)
	}
	return fmt.Sprintf("There is no module %s: laplace(scale), normal(sigma), uniform(a, b), exp(x), log(x) and others are built in.", m.Name)
}
