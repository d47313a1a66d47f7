package starlark

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
)

// A step of the language may make a list or word of any length. Each that does pays for
// that length before it asks for memory: here are those steps, and what they cost.

// grows reports whether an operation could make something large: not where one side is
// seen to be a number. x is nil for the left side of an assignment.
func grows(op syntax.Token, x, y syntax.Expr) bool {
	if id, ok := x.(*syntax.Ident); ok && id.Name[0] == '.' {
		return false // a comparison: see compares
	}
	switch op {
	case syntax.LTLT, syntax.SLASHSLASH, syntax.PERCENT, syntax.SLASH:
		return true
	case syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.PIPE, syntax.AMP, syntax.CIRCUMFLEX:
		real := op == syntax.STAR // a list times a whole number is a list
		return !numeric(x, real) && !numeric(y, real)
	}
	return false
}

// numeric reports whether an expression is seen to be a number, a real one where that is
// asked.
func numeric(e syntax.Expr, real bool) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return numeric(e.X, real)
	case *syntax.Literal:
		return e.Token == syntax.FLOAT || e.Token == syntax.INT && !real
	case *syntax.BinaryExpr:
		sum := e.Op == syntax.PLUS || e.Op == syntax.MINUS
		return e.Op == syntax.SLASH || sum && (numeric(e.X, real) || numeric(e.Y, real))
	}
	return false
}

// The built-ins that read puts around values. They are no identifiers, so that a program
// cannot take the names.
const (
	markBounded = ".bounded" // the left side of an operation, or the right one of an assignment
	markAdded   = ".added"   // the right side of += and |=
	markIndexed = ".indexed" // the same where a[i] is on the left: an array a[i] is not changed, but a is
	markKey     = ".key"     // a key of a dict
	markEach    = ".each"    // what a loop goes through
	markPaid    = ".paid"    // what is sliced, or spread over arguments
)

// marks sets them.
func (r *run) marks(d starlark.StringDict) {
	added := func(v starlark.Value, indexed bool) (starlark.Value, error) {
		err := r.pay(size(v), weight(v))
		_, list := v.(*starlark.List)
		switch s := v.(type) {
		case *starlark.Dict: // what grows by it is not copied
			return v, err
		case starlark.Iterable:
			if list && !r.arrays {
				return v, err
			}
			return iterable{bounded{v, r, indexed}, s}, err
		}
		return bounded{v, r, indexed}, err
	}
	for name, f := range map[string]func(v starlark.Value) (starlark.Value, error){
		markEach:    func(v starlark.Value) (starlark.Value, error) { return v, each(v) },
		markKey:     func(v starlark.Value) (starlark.Value, error) { return asKey(v, false) },
		markBounded: func(v starlark.Value) (starlark.Value, error) { return bounded{v, r, false}, nil },
		markPaid:    func(v starlark.Value) (starlark.Value, error) { return v, r.pay(size(v), weight(v)) },
		markAdded:   func(v starlark.Value) (starlark.Value, error) { return added(v, false) },
		markIndexed: func(v starlark.Value) (starlark.Value, error) { return added(v, true) },
	} {
		d[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
			_ []starlark.Tuple) (starlark.Value, error) {
			thread.Steps -= 2 // they are none of the program
			return f(args[0])
		})
	}
}

// weights are the built-ins and methods that make something as large as what they are
// given: how much an entry of it costs, by the memory that it takes.
var weights = map[string]int{"list": 1, "tuple": 1, "sorted": 1, "reversed": 1, "bytes": 1, "dict": table,
	"set": table, "enumerate": 4, "zip": 4, "str": 1, "repr": 1, "fail": 1, "int": 1, "join": 1, "replace": 1,
	"format": 1, "upper": 1, "lower": 1, "title": 1, "capitalize": 1, "split": 1, "rsplit": 1, "splitlines": 1,
	"extend": 1, "update": table, "items": 4, "keys": 1, "values": 1, "union": table, "intersection": table,
	"difference": table, "symmetric_difference": table}

// keyed are the methods that are handed a key of a dict or set, or what is looked for in a list.
var keyed = []string{"get", "pop", "setdefault", "add", "remove", "discard", "index"}

// table is the weight of an entry of a set or dict.
const table = 8

// copies sets the language's own among them.
func (r *run) copies(d starlark.StringDict) {
	for name := range weights {
		if f := starlark.Universe[name]; f != nil {
			d[name] = r.paying(name, f, nil)
		}
	}
	for _, name := range []string{"int", "float"} {
		f := cmp.Or(d[name], starlark.Universe[name])
		d[name] = r.builtin(name, func(c *call) value {
			if word, ok := starlark.AsString(append(c.args, starlark.None)[0]); ok {
				if strings.Contains(word, "_") {
					c.fail("guest.call.of", "kind", kind("string"))
				}
				c.args = append(starlark.Tuple{starlark.String(strings.TrimSpace(word))}, c.args[1:]...)
			}
			return must(starlark.Call(c.thread, f, c.args, c.kw))
		})
	}
	for _, name := range []string{"str", "repr"} {
		d[name] = r.unnamed(name, func(c *call) value {
			if len(c.args) == 0 && name == "str" {
				return starlark.String("")
			} else if len(c.args) != 1 {
				c.fail("guest.argument.count")
			}
			c.pays(letters(c.args[0]), 1)
			return starlark.String(text(c.args[0], name == "repr"))
		})
	}
	d["print"] = r.builtin("print", func(*call) starlark.Value { return starlark.None }) // nobody would read it
}

// paying is a built-in, or a method of a value, that pays first.
func (r *run) paying(name string, f, of starlark.Value) *starlark.Builtin {
	return r.builtin(name, func(c *call) starlark.Value {
		r.pays(cost(name, of, c.args, c.kw), weights[name])
		c.keys(of)
		if slices.Contains([]string{"list", "tuple", "enumerate", "zip", "join"}, name) {
			for _, a := range c.args {
				must(a, each(a))
			}
		}
		if word, ok := of.(starlark.String); ok && name == "format" {
			return c.format(string(word))
		}
		return must(starlark.Call(c.thread, f, c.args, c.kw))
	})
}

// each refuses to go through a set, whose order is another one in Python.
func each(v starlark.Value) error {
	if s, ok := v.(*starlark.Set); ok && s.Len() > 1 {
		return lang.Errorf("guest.order")
	}
	return nil
}

// keys looks at what a call is handed as keys of dicts and sets, and makes of a truth value that
// is looked for the number that it is.
func (c *call) keys(of starlark.Value) {
	_, dict := of.(*starlark.Dict)
	_, set := of.(*starlark.Set)
	list, ok := of.(*starlark.List)
	switch sought := slices.Contains(keyed, c.name); {
	case sought && (dict || set) && len(c.args) > 0:
		c.args = slices.Clone(c.args)
		c.args[0] = must(asKey(c.args[0], c.name != "setdefault" && c.name != "add"))
	case sought && ok && c.name != "pop" && (differs(c.args) || differs(list)):
		c.fail("guest.key.truth")
	case !sought && weights[c.name] == table:
		for _, a := range c.args {
			if o, ok := a.(*once); ok {
				a = o.of
			}
			if it := starlark.Iterate(a); it != nil {
				defer it.Done()
				for v := starlark.Value(nil); it.Next(&v); {
					if pair, ok := v.(starlark.Indexable); ok && (dict || c.name == "dict") && pair.Len() > 0 {
						v = pair.Index(0)
					}
					must(asKey(v, false))
				}
			}
		}
	}
}

// cost is how many entries or letters a call makes.
func cost(name string, of starlark.Value, args starlark.Tuple, kw []starlark.Tuple) int {
	word, _ := of.(starlark.String)
	given := 0
	for _, a := range args {
		given += size(a)
	}
	switch {
	case name == "str" || name == "repr" || name == "fail":
		return letters(args)
	case name == "int" && given > mostDigits: // to read so many takes long
		return mostEntries + 1
	case name == "zip":
		rows := mostEntries
		for _, a := range args {
			rows = min(rows, size(a))
		}
		return rows * min(len(args), mostEntries)
	case name == "format":
		for _, pair := range kw {
			args = append(args, pair[1])
		}
		return len(word) + strings.Count(string(word), "{")*letters(args)
	case name == "replace" && len(args) > 1:
		old, _ := starlark.AsString(args[0])
		return len(word) + strings.Count(string(word), old)*size(args[1])
	case name == "join" && len(args) > 0:
		return (len(word)+1)*given + letters(args)
	case name == "extend" || name == "update": // nothing is copied of what there is
		return given
	}
	return size(of) + given
}

// pay takes note that something of n entries or letters is about to be made.
func (r *run) pay(n, weight int) error {
	if n > mostEntries {
		return tooLarge
	}
	if r.made += n * weight; r.made > mostMade {
		return lang.Errorf("guest.made", "most", mostMade)
	}
	return nil
}

// pays is pay, and fails where that does.
func (r *run) pays(n, weight int) { must(r, r.pay(n, weight)) }

var tooLarge = lang.Errorf("guest.large", "most", mostEntries)

// size is how many entries or letters a value has, or how many words more than one a whole
// number takes.
func size(v starlark.Value) (n int) {
	if i, ok := v.(starlark.Int); ok {
		return bits(i)/64 - 1
	}
	switch v := v.(type) {
	case *array:
		return len(v.data)
	case *once:
		return v.of.Len() - v.at
	}
	if n = starlark.Len(v); n < 0 {
		n = 0
		if it := starlark.Iterate(v); it != nil { // the letters of a word
			defer it.Done()
			for it.Next(&v) {
				n++
			}
		}
	}
	return n
}

// weight is that of a value's entries.
func weight(v starlark.Value) int {
	switch v.(type) {
	case *starlark.Dict, *starlark.Set:
		return table
	}
	return 1
}

// bits is the length of a whole number, 64 for all that fit.
func bits(i starlark.Int) int {
	if _, small := i.Int64(); small {
		return 64
	}
	return i.BigInt().BitLen()
}

// letters is about how many letters a value's text has; more than mostEntries are not
// counted.
func letters(v starlark.Value) int { return mostEntries + 1 - lettersLeft(v, mostEntries+1) }

// lettersLeft is what a value's text leaves of so many letters.
func lettersLeft(v starlark.Value, left int) int {
	switch v := v.(type) {
	case starlark.Int:
		return left - bits(v)/3
	case *array:
		return left - 32*len(v.data)
	case *starlark.Dict:
		for _, pair := range v.Items() {
			left = lettersLeft(pair, left)
		}
		return left
	case *starlark.List, starlark.Tuple, *starlark.Set:
		it := starlark.Iterate(v)
		defer it.Done()
		for e := starlark.Value(nil); left >= 0 && it.Next(&e); {
			left = lettersLeft(e, left-2)
		}
		return left
	}
	return left - 32 - size(v)
}

// bounded is a value as the left side of an operation, or the right one of an
// assignment, that is refused where its result would be larger than the limits.
type bounded struct {
	starlark.Value
	r       *run
	indexed bool // a[i] is on the left
}

// iterable is one by which a list may grow.
type iterable struct {
	bounded
	starlark.Iterable
}

var (
	_ starlark.HasBinary = iterable{}
	_ starlark.HasAttrs  = bounded{}
)

// Binary does an operation that grows.
func (b bounded) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	x := b.Value
	if side == starlark.Right {
		x, y = y, x
	}
	_, left := x.(starlark.Float)
	_, right := y.(starlark.Float)
	switch divides := op == syntax.SLASHSLASH || op == syntax.PERCENT; {
	case divides && (left || right):
		u, ok := number(x)
		if v, too := number(y); ok && too && v != 0 {
			return starlark.Float(operations[op](u, v)), nil
		}
	case left && right: // as most are
		return starlark.Binary(op, x, y)
	case op == syntax.SLASH:
		i, ok := x.(starlark.Int)
		k, too := y.(starlark.Int)
		_, small := exact(x)
		if _, also := exact(y); ok && too && k.Sign() != 0 && !(small && also) { // rounded once
			v, _ := new(big.Rat).SetFrac(i.BigInt(), k.BigInt()).Float64()
			return starlark.Float(v), nil
		}
	}
	_, left = x.(*array)
	if _, right := y.(*array); left || right { // it pays itself
		return starlark.Binary(op, x, y)
	}
	_, left = x.(starlark.Bool)
	if _, right := y.(starlark.Bool); (left || right) && numberOrTruth(x) && numberOrTruth(y) {
		switch {
		case left && right && logical(op):
			return starlark.Bool(operations[op](truth(x == starlark.True), truth(y == starlark.True)) != 0), nil
		case left && right && b.r.arrays && op != syntax.SLASH: // NumPy's are added otherwise than Python's
			return nil, lang.Errorf("guest.truth")
		}
		return bounded{counted(x), b.r, false}.Binary(op, counted(y), starlark.Left)
	}
	i, whole := x.(starlark.Int)
	k, times := y.(starlark.Int)
	cost, length := size(x)+size(y), max(starlark.Len(x), starlark.Len(y))
	switch text, formats := x.(starlark.String); {
	case op == syntax.PERCENT && formats:
		places := 1 // those of a tuple's entries, each of which stands once
		if _, ok := y.(starlark.Tuple); !ok {
			places = strings.Count(string(text), "%")
		}
		if err := b.r.pay(len(text)+places*letters(y), 1); err != nil {
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
	}
	if err := b.r.pay(cost, weight(x)); err != nil {
		return nil, err
	}
	v, err := starlark.Binary(op, x, y)
	if list, ok := x.(*starlark.List); ok && side == starlark.Right && op == syntax.STAR && err == nil { // in place
		err = list.Clear()
		for e := range v.(*starlark.List).Elements() {
			err = cmp.Or(err, list.Append(e))
		}
		return list, err
	}
	return v, err
}

// numberOrTruth reports whether a value counts as a number in Python.
func numberOrTruth(v starlark.Value) bool {
	_, number := number(v)
	_, truth := v.(starlark.Bool)
	return number || truth
}

// Attr returns a method that makes something large.
func (b bounded) Attr(name string) (starlark.Value, error) {
	has, ok := b.Value.(starlark.HasAttrs)
	if !ok {
		return nil, nil
	}
	method, err := has.Attr(name)
	if method == nil || err != nil || weights[name] == 0 && !slices.Contains(keyed, name) {
		return method, err
	}
	return b.r.paying(name, method, b.Value), nil
}

// AttrNames lists the methods.
func (b bounded) AttrNames() []string { return nil }
