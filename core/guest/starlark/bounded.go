package starlark

import (
	"cmp"
	"maps"
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
	markMethods = ".methods" // what has methods that make something large
	markIndexed = ".indexed" // the right side of an assignment with an operation where a[i] or a.b is on the left
	markKey     = ".key"     // a key of a dict
	markEach    = ".each"    // what a loop goes through
	markPaid    = ".paid"    // what is sliced, or spread over arguments
)

// marks sets them.
func (r *run) marks(d starlark.StringDict) {
	for name, f := range map[string]func(v starlark.Value) (starlark.Value, error){
		markEach: each,
		markKey:  func(v starlark.Value) (starlark.Value, error) { return asKey(v, false) },
		markMethods: func(v starlark.Value) (starlark.Value, error) {
			if _, own := v.(*object); own {
				return v, nil
			}
			return bounded{v, r}, nil
		},
		markPaid:    func(v starlark.Value) (starlark.Value, error) { return v, r.pay(size(v), weight(v)) },
		markIndexed: func(v starlark.Value) (starlark.Value, error) { return indexed{v, r}, nil },
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
	"extend": 1, "sort": 1, "update": table, "items": 4, "keys": 1, "values": 1, "union": table, "intersection": table,
	"difference": table, "symmetric_difference": table}

// keyed are the methods that are handed a key of a dict or set, or what is looked for in a list.
var keyed = []string{"get", "pop", "setdefault", "add", "remove", "discard", "index"}

// table is the weight of an entry of a set or dict.
const table = 8

// copies sets the language's own among them, and others that do otherwise than Python's.
func (r *run) copies(d starlark.StringDict) {
	others := []string{"float", "range", "getattr", "min", "max", "len"}
	for _, name := range slices.AppendSeq(others, maps.Keys(weights)) {
		if f := starlark.Universe[name]; f != nil {
			d[name] = r.own(name, f, nil)
		}
	}
	d["print"] = r.builtin("print", func(*call) starlark.Value { return starlark.None }) // nobody would read it
}

// own is one of the language's own, or a method of a value: it pays first, and does as Python's.
func (r *run) own(name string, f, of starlark.Value) *starlark.Builtin {
	return r.builtin(name, func(c *call) starlark.Value {
		if weights[name] > 0 {
			r.pays(cost(name, of, c.args, c.kw), weights[name])
		}
		c.keys(of)
		word, _ := starlark.AsString(append(c.args, starlark.None)[0])
		switch form, ofText := of.(starlark.String); {
		case name == "len":
			if o, ok := append(c.args, starlark.None)[0].(*object); ok {
				return must(o.special("__len__"))
			}
		case slices.Contains([]string{"list", "tuple", "enumerate", "zip", "join", "reversed"}, name):
			c.args = slices.Clone(c.args)
			for i, a := range c.args {
				c.args[i] = must(each(a))
			}
		case name == "format" && ofText:
			return c.format(string(form))
		case name == "str" && len(c.args) == 0:
			return starlark.String("")
		case name == "str" || name == "repr":
			if len(c.args) != 1 || len(c.kw) > 0 {
				c.fail("guest.argument.count")
			}
			return starlark.String(text(c.args[0], name == "repr"))
		case slices.Contains([]string{"min", "max", "sorted", "set", "extend"}, name):
			if _, unordered := append(c.args, starlark.None)[0].(*starlark.Set); len(c.args) == 1 && !unordered {
				c.args = starlark.Tuple{must(each(c.args[0]))}
			}
			c.orders()
		case name == "getattr" && len(c.args) > 0: // its methods are held to the limits as those after a dot are
			c.args = append(starlark.Tuple{bounded{c.args[0], r}}, c.args[1:]...)
		case name == "int" || name == "float":
			if strings.Contains(word, "_") {
				c.fail("guest.call.of", "kind", kind("string"))
			} else if word != "" {
				c.args = append(starlark.Tuple{starlark.String(strings.TrimSpace(word))}, c.args[1:]...)
			}
		}
		v := must(starlark.Call(c.thread, f, c.args, c.kw))
		switch name {
		case "zip", "enumerate", "reversed":
			return &once{r: r, of: v.(*starlark.List)}
		case "range": // whose length others take for memory to ask for
			r.pays(starlark.Len(v), 0)
		}
		return v
	})
}

// each is what goes through a value: of a text its letters. The order of a set is another one in
// Python.
func each(v starlark.Value) (starlark.Value, error) {
	switch v := v.(type) {
	case *starlark.Set:
		if v.Len() > 1 {
			return nil, lang.Errorf("guest.order")
		}
	case *object:
		return v.special("__iter__")
	case starlark.String:
		return listing([]rune(v), func(letter rune) starlark.Value { return starlark.String(letter) }), nil
	}
	return v, nil
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
		must(c.args[0].Hash())
	case sought && ok && c.name != "pop" && (differs(c.args) || differs(list)):
		c.fail("guest.key.truth")
	case !sought && weights[c.name] == table:
		for _, a := range c.args {
			if o, ok := a.(*once); ok {
				a = o.of
			}
			if list, ok := a.(starlark.Iterable); ok {
				for v := range starlark.Elements(list) {
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
func cost(name string, of starlark.Value, args starlark.Tuple, kw []starlark.Tuple) (n int) {
	word, _ := of.(starlark.String)
	given := 0
	for _, a := range args {
		given += size(a)
	}
	switch {
	case name == "str" || name == "repr" || name == "fail":
		for _, a := range args {
			n += letters(a)
		}
		return n
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
	if list, ok := v.(starlark.Iterable); ok && starlark.Len(v) < 0 { // the letters of a word
		for range starlark.Elements(list) {
			n++
		}
		return n
	}
	return max(starlark.Len(v), 0)
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
		for e := range starlark.Elements(v.(starlark.Iterable)) {
			if left = lettersLeft(e, left-2); left < 0 {
				break
			}
		}
		return left
	}
	return left - 32 - size(v)
}

// bounded is a value whose methods pay for what they make.
type bounded struct {
	starlark.Value
	r *run
}

var _ starlark.HasAttrs = bounded{}

// Attr returns a method.
func (b bounded) Attr(name string) (starlark.Value, error) {
	has, ok := b.Value.(starlark.HasAttrs)
	if !ok {
		return nil, nil
	}
	if list, ok := b.Value.(*starlark.List); ok && name == "sort" {
		return b.r.builtin(name, func(c *call) starlark.Value {
			if len(c.args) > 0 {
				c.fail("guest.argument.count")
			}
			sorts := b.r.own("sorted", starlark.Universe["sorted"], nil)
			by := must(starlark.Call(c.thread, sorts, starlark.Tuple{list}, c.kw)).(*starlark.List)
			return must(starlark.Value(starlark.None), cmp.Or(list.Clear(), extend(list, by)))
		}), nil
	}
	method, err := has.Attr(name)
	_, own := b.Value.(*object)
	_, class := b.Value.(*class)
	if method == nil || err != nil || own || class || weights[name] == 0 && !slices.Contains(keyed, name) {
		return method, err
	}
	return b.r.own(name, method, b.Value), nil
}

func (b bounded) AttrNames() []string { return nil }
