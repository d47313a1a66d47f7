package starlark

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

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

// operates makes “.< | x | y” of an operation, which is quicker than a call, where the
// language may make another thing of it than Python, or one that is larger than the limits: of an
// order with a constant it does so in one direction alone.
func (p *program) operates(n *syntax.BinaryExpr) {
	if within, ok := n.X.(*syntax.BinaryExpr); ok && isOperation(within.X) || isOperation(n.X) {
		return
	}
	op := n.Op
	below := op == syntax.LT || op == syntax.LE
	left, isLeft := n.X.(*syntax.Literal)
	right, isRight := n.Y.(*syntax.Literal)
	text := isLeft && left.Token == syntax.STRING || isRight && right.Token == syntax.STRING
	does := grows(op, n.X, n.Y)
	switch op {
	case syntax.STAR:
		if x, ok := n.X.(*syntax.BinaryExpr); ok && isName(x.Y, nameMatrix) {
			op, n.X, does = matrixProduct, x.X, true
		}
	case syntax.EQL, syntax.NEQ:
		does = !text || p.arrays
		if y, ok := n.Y.(*syntax.BinaryExpr); ok && isName(y.X, nameIs) {
			op, does = map[syntax.Token]syntax.Token{syntax.EQL: identical, syntax.NEQ: different}[op], true
			n.Y = y.Y
		}
	case syntax.IN, syntax.NOT_IN:
		does = !isRight
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		does = p.arrays || !(isRight && below || isLeft && !below)
	}
	if does {
		*n = *operation(op.String(), n.OpPos, n.X, n.Y)
	}
}

// operation is “.op | x | y”.
func operation(op string, at syntax.Position, x, y syntax.Expr) *syntax.BinaryExpr {
	left := &syntax.BinaryExpr{X: &syntax.Ident{NamePos: at, Name: "." + op}, OpPos: at, Op: syntax.PIPE, Y: x}
	return &syntax.BinaryExpr{X: left, OpPos: at, Op: syntax.PIPE, Y: y}
}

// isOperation reports whether an expression is the first part of one.
func isOperation(e syntax.Expr) bool {
	id, ok := e.(*syntax.Ident)
	return ok && id.Name[0] == '.'
}

// operator is an operation, or one whose left side is known.
type operator struct {
	starlark.Value // nil: none is
	r              *run
	op             syntax.Token
	inPlace        bool // x op= y
}

func (o *operator) Type() string { return o.op.String() }

// Binary takes a side.
func (o *operator) Binary(_ syntax.Token, y starlark.Value, _ starlark.Side) (starlark.Value, error) {
	o.r.thread.Steps-- // it is none of the program
	if o.Value == nil {
		return &operator{y, o.r, o.op, o.inPlace}, nil
	}
	return o.r.operate(o.op, o.Value, y, o.inPlace)
}

// indexed is the right side of a[i] op= y or a.b op= y, which change in place what stands on the left.
type indexed struct {
	starlark.Value
	r *run
}

// Binary does the operation.
func (y indexed) Binary(op syntax.Token, x starlark.Value, _ starlark.Side) (starlark.Value, error) {
	return y.r.operate(op, x, y.Value, true)
}

// operate returns x op y as Python does, where that is not larger than the limits: x itself, changed,
// where Python does so in place.
func (r *run) operate(op syntax.Token, x, y starlark.Value, inPlace bool) (starlark.Value, error) {
	u, left := starlark.AsFloat(x)
	v, right := starlark.AsFloat(y)
	i, whole := x.(starlark.Int)
	k, times := y.(starlark.Int)
	real := left && right && !(whole && times)
	_, array1 := x.(*array)
	_, array2 := y.(*array)
	_, truth1 := x.(starlark.Bool)
	_, truth2 := y.(starlark.Bool)
	grows := inPlace && (op == syntax.PLUS || op == syntax.PIPE) // nothing is copied of a list or dict
	if grows {
		if err := r.pay(size(y), weight(y)); err != nil {
			return nil, err
		}
	}
	switch divides := op == syntax.SLASHSLASH || op == syntax.PERCENT; {
	case op == syntax.IN || op == syntax.NOT_IN:
		is, err := r.contains(y, x)
		return starlark.Bool(is != (op == syntax.NOT_IN)), err
	case op == identical || op == different:
		is, err := same(x, y)
		return starlark.Bool(is != (op == different)), err
	case op == matrixProduct:
		return safely("", func() starlark.Value { return r.times(x, y) })
	case slices.Contains(comparisons, op) && (x == starlark.None || y == starlark.None || !array1 && !array2):
		is, err := compare(op, x, y, 0)
		return starlark.Bool(is), err
	case array1 || array2:
		return safely("", func() starlark.Value { return r.arrayed(op, x, y, inPlace) })
	case divides && real && v != 0:
		return starlark.Float(operations[op](u, v)), nil
	case op == syntax.SLASH && whole && times && k.Sign() != 0:
		_, small := exact(x)
		if _, also := exact(y); !(small && also) { // rounded once
			v, _ := new(big.Rat).SetFrac(i.BigInt(), k.BigInt()).Float64()
			return starlark.Float(v), nil
		}
	case truth1 && truth2 && logical(op):
		return starlark.Bool(operations[op](truth(x == starlark.True), truth(y == starlark.True)) != 0), nil
	case truth1 && truth2 && r.arrays && op != syntax.SLASH: // NumPy's are added otherwise than Python's
		return nil, lang.Errorf("guest.truth")
	case truth1 && numberOrTruth(y) || truth2 && left:
		return r.operate(op, counted(x), counted(y), inPlace)
	}
	cost, length := size(x)+size(y), max(starlark.Len(x), starlark.Len(y))
	list, several := x.(*starlark.List)
	by, iterable := y.(starlark.Iterable)
	table, keyed := x.(*starlark.Dict)
	other, also := y.(*starlark.Dict)
	switch text, formats := x.(starlark.String); {
	case op == syntax.PERCENT && formats:
		places := 1 // those of a tuple's entries, each of which stands once
		if _, ok := y.(starlark.Tuple); !ok {
			places = strings.Count(string(text), "%")
		}
		if err := r.pay(len(text)+places*letters(y), 1); err != nil {
			return nil, err
		}
		return safely("%", func() starlark.Value { return starlark.String(percent(string(text), y)) })
	case op == syntax.STAR && whole != times && length > 0: // a list or a word so many times
		if times {
			i = k
		}
		n, small := i.Int64()
		if !small || n > int64(mostEntries/length) {
			return nil, tooLarge
		}
		cost = length * int(max(n, 0))
	case whole && times && bits(i)+bits(k) > mostBits && (op == syntax.STAR || op == syntax.LTLT && bits(i) > 64):
		return nil, lang.Errorf("guest.bits", "most", mostBits)
	case grows && several && iterable && op == syntax.PLUS:
		return list, extend(list, by)
	case grows && keyed && also && op == syntax.PIPE:
		var err error
		for _, pair := range other.Items() {
			err = cmp.Or(err, table.SetKey(pair[0], pair[1]))
		}
		return table, err
	}
	if err := r.pay(cost, weight(x)); err != nil {
		return nil, err
	}
	out, err := starlark.Binary(op, x, y)
	if err == nil && several && inPlace && op == syntax.STAR {
		err = cmp.Or(list.Clear(), extend(list, out.(*starlark.List)))
		return list, err
	}
	return out, err
}

// extend appends entries to a list, which may be its own.
func extend(list *starlark.List, by starlark.Iterable) (err error) {
	if by == starlark.Iterable(list) {
		by = list.Slice(0, list.Len(), 1).(*starlark.List)
	}
	for v := range starlark.Elements(by) {
		err = cmp.Or(err, list.Append(v))
	}
	return err
}

// same reports whether two values are one object, as far as a program may know.
func same(x, y starlark.Value) (bool, error) {
	for _, v := range []starlark.Value{x, y} {
		_, own := v.(*object)
		if _, truth := v.(starlark.Bool); truth || own || v == starlark.None {
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
		if _, unhashable := x.Hash(); err != nil || unhashable != nil {
			return false, cmp.Or(err, unhashable)
		}
		x = key
	case *object:
		if o := in.(*object); o.class.members["__contains__"] != nil {
			is, err := o.special("__contains__", x)
			return err == nil && bool(is.Truth()), err
		}
		list, err := each(in)
		if err != nil {
			return false, err
		}
		return r.contains(list, x)
	case *starlark.List, starlark.Tuple, *once:
		for v := range starlark.Elements(in.(starlark.Iterable)) {
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

// operators sets the operations.
func (r *run) operators(d starlark.StringDict) {
	others := []syntax.Token{syntax.IN, syntax.NOT_IN, identical, different, syntax.LTLT, syntax.GTGT}
	for _, op := range slices.AppendSeq(others, maps.Keys(operations)) {
		d["."+op.String()] = &operator{nil, r, op, false}
		d[".="+op.String()] = &operator{nil, r, op, true}
	}
}

// orders has the language's min, max and sorted compare as Python does.
func (c *call) orders() {
	if c.name == "set" || c.name == "extend" {
		return
	}
	i := slices.IndexFunc(c.kw, func(pair starlark.Tuple) bool { return pair[0] == starlark.String("key") })
	if i >= 0 {
		c.kw = slices.Clone(c.kw)
		c.kw[i] = starlark.Tuple{c.kw[i][0], ordering(c.kw[i][1])}
	} else if differs(c.args) {
		c.kw = append(c.kw[:len(c.kw):len(c.kw)], starlark.Tuple{starlark.String("key"), ordering(nil)})
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
	case starlark.Tuple, *starlark.List:
		for e := range starlark.Elements(v.(starlark.Iterable)) {
			if differs(e) {
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
	if o, ok := x.(*object); ok && (o.class.data || o.class.members["__len__"] != nil) {
		return false, lang.Errorf("guest.same")
	}
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
	_, number1 := starlark.AsFloat(x)
	_, number2 := starlark.AsFloat(y)
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

// numberOrTruth reports whether a value counts as a number in Python.
func numberOrTruth(v starlark.Value) bool {
	_, ok := starlark.AsFloat(counted(v))
	return ok
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
