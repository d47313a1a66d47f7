package starlark

import (
	"cmp"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// The language orders NaN above all numbers and takes it for equal to itself; Python takes
// it for neither above, below nor equal to anything. Programs compare as Python does, since
// a bound that NaN passes is a fault that they are there to show; entries of lists that are
// compared as wholes stay the language's.

// comparisons are the operations in which that differs.
var comparisons = []syntax.Token{syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE}

// compares makes “.< | x | y” of a comparison, which is quicker than a call, where the
// language may make another thing of NaN than Python: with a constant it does so in one
// direction alone.
func (p *program) compares(n *syntax.BinaryExpr) {
	below := n.Op == syntax.LT || n.Op == syntax.LE
	_, left := n.X.(*syntax.Literal)
	_, right := n.Y.(*syntax.Literal)
	equal := n.Op == syntax.EQL || n.Op == syntax.NEQ
	if !slices.Contains(comparisons, n.Op) || !p.arrays && (right && (equal || below) || left && !below) {
		return
	}
	n.X = &syntax.BinaryExpr{X: &syntax.Ident{NamePos: n.OpPos, Name: "." + n.Op.String()}, OpPos: n.OpPos,
		Op: syntax.PIPE, Y: n.X}
	n.Op = syntax.PIPE
}

// matrixProduct is the operation @, which is read as a comparison is.
const matrixProduct = syntax.STARSTAR

// comparing is a comparison, or one whose left side is known.
type comparing struct {
	starlark.Value // nil: none is
	r              *run
	op             syntax.Token
}

func (c *comparing) Type() string { return c.op.String() }

// Binary takes a side.
func (c *comparing) Binary(_ syntax.Token, y starlark.Value, _ starlark.Side) (starlark.Value, error) {
	c.r.thread.Steps-- // it is none of the program
	if c.Value == nil {
		return &comparing{y, c.r, c.op}, nil
	}
	if c.op == matrixProduct {
		return safely("", func() starlark.Value { return c.r.times(c.Value, y) })
	}
	_, left := c.Value.(*array)
	if _, right := y.(*array); (left || right) && c.Value != starlark.None && y != starlark.None {
		return safely("", func() starlark.Value { return c.r.elementwise(c.op, c.Value, y) })
	}
	is, err := compare(c.op, c.Value, y)
	return starlark.Bool(is), err
}

// orders sets what compares.
func (r *run) orders(d starlark.StringDict) {
	for _, op := range comparisons {
		d["."+op.String()] = &comparing{nil, r, op}
	}
	d["."+nameMatrix] = &comparing{nil, r, matrixProduct}
	for _, name := range []string{"min", "max", "sorted"} {
		f := cmp.Or(d[name], starlark.Universe[name]) // one that pays first
		d[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
			kw []starlark.Tuple) (starlark.Value, error) {
			i := slices.IndexFunc(kw, func(pair starlark.Tuple) bool { return pair[0] == starlark.String("key") })
			if i >= 0 {
				kw = slices.Clone(kw)
				kw[i] = starlark.Tuple{kw[i][0], ordering(kw[i][1])}
			} else if holdsNaN(args) {
				kw = append(kw[:len(kw):len(kw)], starlark.Tuple{starlark.String("key"), ordering(nil)})
			}
			return starlark.Call(thread, f, args, kw)
		})
	}
}

// ordering returns a key that is compared as Python compares, of what key, if not nil, makes
// of a value.
func ordering(key starlark.Value) starlark.Value {
	return starlark.NewBuiltin("key", func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		_ []starlark.Tuple) (v starlark.Value, err error) {
		if v = args[0]; key != nil {
			v, err = starlark.Call(thread, key, args, nil)
		}
		return ordered{v}, err
	})
}

// ordered is a value that is compared as Python compares.
type ordered struct{ starlark.Value }

func (o ordered) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	return compare(op, o.Value, y.(ordered).Value)
}

// holdsNaN reports whether a value is NaN, or a list with one.
func holdsNaN(v starlark.Value) bool {
	switch v := v.(type) {
	case starlark.Float:
		return v != v
	case starlark.Tuple:
		return slices.ContainsFunc(v, holdsNaN)
	case *starlark.List:
		for i := range v.Len() {
			if holdsNaN(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// exact returns a number that is a float64: the language compares a whole number with
// another by fractions, which takes long.
func exact(v starlark.Value) (x float64, ok bool) {
	switch v := v.(type) {
	case starlark.Float:
		return float64(v), true
	case starlark.Int:
		k, small := v.Int64()
		return float64(k), small && max(k, -k) <= 1<<53
	}
	return 0, false
}

// compare compares two values as Python does.
func compare(op syntax.Token, x, y starlark.Value) (bool, error) {
	a, ok := exact(x)
	b, too := exact(y)
	if ok && too && x.Type() != y.Type() {
		x, y = starlark.Float(a), starlark.Float(b)
	}
	is, err := starlark.Compare(op, x, y)
	if err != nil || a == a && b == b {
		return is, err
	}
	return op == syntax.NEQ, nil // one is NaN
}
