package starlark

import (
	"cmp"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
)

// The language orders NaN above all numbers and takes it for equal to itself, and a truth value
// for none; Python takes NaN for neither above, below nor equal to anything, and True and False
// for 1 and 0. Programs compare as Python does, entries of lists too, since a bound that NaN
// passes is a fault that they are there to show. Where Python asks whether two are the same
// object they are refused.

// comparisons are the operations in which that differs, and those between entries of arrays.
var comparisons = []syntax.Token{syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE}

// What reads as comparisons do.
const (
	matrixProduct = syntax.STARSTAR // @
	identical     = syntax.DEF      // is
	different     = syntax.LAMBDA   // is not
)

// compares makes “.< | x | y” of a comparison, which is quicker than a call, where the
// language may make another thing of it than Python: of an order with a constant it does so in
// one direction alone.
func (p *program) compares(n *syntax.BinaryExpr) {
	below := n.Op == syntax.LT || n.Op == syntax.LE
	left, isLeft := n.X.(*syntax.Literal)
	right, isRight := n.Y.(*syntax.Literal)
	text := isLeft && left.Token == syntax.STRING || isRight && right.Token == syntax.STRING
	op := n.Op
	switch op {
	case syntax.EQL, syntax.NEQ:
		if y, ok := n.Y.(*syntax.BinaryExpr); ok && isName(y.X, nameIs) {
			op, n.Y = map[syntax.Token]syntax.Token{syntax.EQL: identical, syntax.NEQ: different}[op], y.Y
		} else if text && !p.arrays {
			return
		}
	case syntax.IN, syntax.NOT_IN:
		if isRight {
			return
		}
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if !p.arrays && (isRight && below || isLeft && !below) {
			return
		}
	default:
		return
	}
	n.X = &syntax.BinaryExpr{X: &syntax.Ident{NamePos: n.OpPos, Name: "." + op.String()}, OpPos: n.OpPos,
		Op: syntax.PIPE, Y: n.X}
	n.Op = syntax.PIPE
}

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
	_, left := c.Value.(*array)
	_, right := y.(*array)
	is, err := false, error(nil)
	switch {
	case c.op == matrixProduct:
		return safely("", func() starlark.Value { return c.r.times(c.Value, y) })
	case c.op == syntax.IN || c.op == syntax.NOT_IN:
		is, err = c.r.contains(y, c.Value)
	case c.op == identical || c.op == different:
		is, err = same(c.Value, y)
	case (left || right) && c.Value != starlark.None && y != starlark.None:
		return safely("", func() starlark.Value { return c.r.elementwise(c.op, c.Value, y) })
	default:
		is, err = compare(c.op, c.Value, y, 0)
	}
	return starlark.Bool(is != (c.op == syntax.NOT_IN || c.op == different)), err
}

// same reports whether two values are one object, as far as a program may know.
func same(x, y starlark.Value) (bool, error) {
	for _, v := range []starlark.Value{x, y} {
		if _, truth := v.(starlark.Bool); truth || v == starlark.None {
			return x == y, nil
		}
	}
	return false, lang.Errorf("guest.same")
}

// contains reports whether x is in a value.
func (r *run) contains(in, x starlark.Value) (bool, error) {
	switch in.(type) {
	case *starlark.Dict, *starlark.Set:
		key, err := asKey(x, true)
		if err != nil {
			return false, err
		}
		x = key
	case *starlark.List, starlark.Tuple, *once:
		it := starlark.Iterate(in)
		defer it.Done()
		for v := starlark.Value(nil); it.Next(&v); {
			if is, err := compare(syntax.EQL, v, x, 1); is || err != nil {
				return is, err
			}
		}
		return false, nil
	case *array:
		if _, ok := exact(x); !ok {
			return false, lang.Errorf("guest.array.of", "kind", kind(x.Type()))
		}
	default:
		if f, ok := exact(x); ok && in.Type() == "range" {
			if x = starlark.MakeInt64(int64(f)); float64(int64(f)) != f {
				return false, nil
			}
		}
	}
	is, err := starlark.Binary(syntax.IN, x, in)
	return is == starlark.True, err
}

// asKey is a value as a key of a dict or set: a truth value would be one and the same as 0 or 1,
// and NaN is the same as itself only where it is one object. What is looked for may be a truth
// value, as none is stored.
func asKey(v starlark.Value, sought bool) (starlark.Value, error) {
	switch k := v.(type) {
	case starlark.Bool:
		if sought {
			return counted(k), nil
		}
		return nil, lang.Errorf("guest.key.truth")
	case starlark.Float:
		if k != k {
			return nil, lang.Errorf("guest.same")
		}
	case starlark.Tuple:
		out := make(starlark.Tuple, len(k))
		for i, e := range k {
			entry, err := asKey(e, sought)
			if err != nil {
				return nil, err
			}
			out[i] = entry
		}
		return out, nil
	}
	return v, nil
}

// orders sets what compares.
func (r *run) orders(d starlark.StringDict) {
	for _, op := range append([]syntax.Token{syntax.IN, syntax.NOT_IN, identical, different}, comparisons...) {
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
			} else if differs(args) {
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
	return compare(op, o.Value, y.(ordered).Value, 0)
}

// differs reports whether a value is NaN or a truth value, or a list with one.
func differs(v starlark.Value) bool {
	switch v := v.(type) {
	case starlark.Float:
		return v != v
	case starlark.Bool, *array, *once:
		return true
	case starlark.Tuple:
		return slices.ContainsFunc(v, differs)
	case *starlark.List:
		for i := range v.Len() {
			if differs(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// exact returns a number or truth value that is a float64: the language compares a whole number with
// another by fractions, which takes long.
func exact(v starlark.Value) (x float64, ok bool) {
	switch v := v.(type) {
	case starlark.Float:
		return float64(v), true
	case starlark.Bool:
		return truth(bool(v)), true
	case starlark.Int:
		k, small := v.Int64()
		return float64(k), small && max(k, -k) <= 1<<53
	}
	return 0, false
}

// compare compares two values as Python does, entries of lists so deep.
func compare(op syntax.Token, x, y starlark.Value, deep int) (bool, error) {
	_, left := x.(*array)
	_, right := y.(*array)
	switch {
	case deep > 50:
		return false, lang.Errorf("guest.nesting")
	case deep > 0 && (left || right):
		return false, lang.Errorf("guest.same")
	}
	equality := op == syntax.EQL || op == syntax.NEQ
	switch v := x.(type) {
	case *starlark.List, starlark.Tuple:
		if x.Type() == y.Type() {
			return entrywise(op, v.(starlark.Indexable), y.(starlark.Indexable), deep)
		}
	case *starlark.Dict:
		if w, ok := y.(*starlark.Dict); ok && equality {
			is := v.Len() == w.Len()
			for _, pair := range v.Items() {
				other, found, err := w.Get(pair[0])
				if is = is && found; is && err == nil {
					is, err = compare(syntax.EQL, pair[1], other, deep+1)
				}
				if err != nil {
					return false, err
				}
			}
			return is == (op == syntax.EQL), nil
		}
	}
	x, y = counted(x), counted(y)
	a, ok := exact(x)
	b, too := exact(y)
	if _, is := entries(x); is && too {
		return false, lang.Errorf("guest.compared")
	} else if _, is := entries(y); is && ok { // a number may be NumPy's
		return false, lang.Errorf("guest.compared")
	}
	_, number1 := number(x)
	_, number2 := number(y)
	switch {
	case number1 && number2 && (a != a || b != b):
		if deep > 0 && a != a && b != b {
			return false, lang.Errorf("guest.same")
		}
		return op == syntax.NEQ, nil
	case ok && too && x.Type() != y.Type():
		x, y = starlark.Float(a), starlark.Float(b)
	}
	return starlark.Compare(op, x, y)
}

// counted is a truth value as the number that it is, and any other value.
func counted(v starlark.Value) starlark.Value {
	if b, ok := v.(starlark.Bool); ok {
		return starlark.MakeInt(int(truth(bool(b))))
	}
	return v
}

// entrywise compares two lists.
func entrywise(op syntax.Token, v, w starlark.Indexable, deep int) (bool, error) {
	if equality := op == syntax.EQL || op == syntax.NEQ; equality && v.Len() != w.Len() {
		return op == syntax.NEQ, nil
	}
	for i := range min(v.Len(), w.Len()) {
		if is, err := compare(syntax.EQL, v.Index(i), w.Index(i), deep+1); err != nil || !is {
			if err != nil || op == syntax.EQL || op == syntax.NEQ {
				return op == syntax.NEQ, err
			}
			return compare(op, v.Index(i), w.Index(i), deep+1)
		}
	}
	return starlark.Compare(op, starlark.MakeInt(v.Len()), starlark.MakeInt(w.Len()))
}
