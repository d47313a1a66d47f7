package starlark

import (
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// random sets what Python's modules draw: by the laws of this language, with their arguments
// and what stands for those that are left out.
func random(f map[string]function) {
	type value = starlark.Value
	for name, l := range map[string]struct {
		takes, law string
		otherwise  []float64
	}{
		"laplace":     {"loc? scale? size?", "laplace", []float64{0, 1}},
		"normal":      {"loc? scale? size?", "normal", []float64{0, 1}},
		"gumbel":      {"loc? scale? size?", "gumbel", []float64{0, 1}},
		"exponential": {"scale? size?", "exponential", []float64{1}},
		"uniform":     {"low? high? size?", "uniform", []float64{0, 1}},
		"binomial":    {"n p size?", "binomial", []float64{1, 0.5}},
	} {
		f[name] = function{l.takes, func(c *call) value {
			return c.drawn(l.law, c.args[len(l.otherwise)], c.args, l.otherwise...)
		}}
	}
	for name, otherwise := range map[string][]float64{"uniform": {0, 1}, "normal": {0, 1}} {
		f[name+"_size"] = function{"size?", func(c *call) value { return c.drawn(name, c.args[0], nil, otherwise...) }}
		f[name+"_sizes"] = function{"sizes", func(c *call) value {
			return c.drawn(name, starlark.NewList(c.args), nil, otherwise...)
		}}
	}
	f["geometric"] = function{"p size?", func(c *call) value { // counts the success too
		return must(starlark.Binary(syntax.PLUS, c.drawn("geometric", c.args[1], c.args, 0), starlark.MakeInt(1)))
	}}
	f["standard_uniform"] = function{"", func(c *call) value { return c.drawn("uniform", nil, nil, 0, 1) }}
	f["gauss"] = function{"mu? sigma?", func(c *call) value { return c.drawn("normal", nil, c.args, 0, 1) }}
	f["expovariate"] = function{"lambd?", func(c *call) value { return c.drawn("exponential", nil, nil, 1/c.real(0, 1)) }}
	f["randint"] = function{"low high? size? dtype? endpoint?", func(c *call) value {
		low, high := 0.0, c.real(0, 0)
		if c.args[1] != nil {
			low, high = high, c.real(1, 0)
		}
		if c.args[4] != starlark.True {
			high--
		}
		return c.drawn("randint", c.args[2], nil, low, high)
	}}
	f["randrange"] = function{"start stop?", f["randint"].do}
	f["randbelow"] = function{"n", func(c *call) value { return c.drawn("randint", nil, nil, 0, c.real(0, 1)-1) }}
	f["choices"] = function{"population weights? cum_weights? k?", func(c *call) value {
		return starlark.NewList(c.picked(c.entries(0), c.whole(3, 1), true, c.args[1]))
	}}
	f["sample"] = function{"population k", func(c *call) value {
		return starlark.NewList(c.picked(c.entries(0), c.whole(1, 1), false, nil))
	}}
	f["pick"] = function{"a size? replace? p?", func(c *call) value {
		of, n, back := c.entries(0), 1, c.args[2] != starlark.False
		if c.args[1] != nil {
			n = len(c.zeros(1).data)
		}
		if p := c.args[3]; p != nil && !(math.Abs(total(c.array(3).data)-1) < 1e-6) {
			c.fail("guest.draw.weights", "n", len(of), "sum", said(total(c.array(3).data)))
		}
		out := c.picked(of, n, back, c.args[3])
		if c.args[1] == nil {
			return out[0]
		}
		return c.arrayOrList(out)
	}}
	f["permutation"] = function{"x", func(c *call) value {
		of := c.entries(0)
		return c.arrayOrList(c.picked(of, len(of), false, nil))
	}}
	f["shuffle"] = function{"x", func(c *call) value {
		of := c.entries(0)
		for i, v := range c.picked(of, len(of), false, nil) {
			var err error
			switch x := c.args[0].(type) {
			case starlark.HasSetKey:
				err = x.SetKey(starlark.MakeInt(i), v)
			case starlark.HasSetIndex:
				err = x.SetIndex(i, v)
			}
			must(v, err)
		}
		return starlark.None
	}}
	f["seed"] = function{"a?", func(c *call) value { c.reseed(c.args[0]); return starlark.None }}
	f["generator"] = function{"seed?", func(c *call) value { c.reseed(c.args[0]); return c.known["numpy.random"] }}
	f["Random"] = function{"seed?", func(c *call) value { c.reseed(c.args[0]); return c.known["random"] }}
}

// drawn draws by a law with the arguments that are given, or what stands for those left out.
func (c *call) drawn(law string, size starlark.Value, given []starlark.Value, otherwise ...float64) starlark.Value {
	var x [2]starlark.Value
	for i := range otherwise {
		if x[i] = starlark.Float(otherwise[i]); i < len(given) && given[i] != nil {
			x[i] = given[i]
		}
	}
	return must(c.sample(c.laws[law], x, size))
}

// arrayOrList is an array, but of words a list.
func (c *call) arrayOrList(of []starlark.Value) starlark.Value {
	list := starlark.NewList(of)
	if a, err := c.toArray(list); err == nil {
		return a
	}
	return list
}

// entries are those of a list, or the whole numbers below one.
func (c *call) entries(i int) (out []starlark.Value) {
	v := c.args[i]
	if n, ok := v.(starlark.Int); ok {
		v = must(numbersFrom(starlark.Tuple{n}))
	}
	it := starlark.Iterate(v)
	if it == nil {
		c.fail("guest.call.list")
	}
	defer it.Done()
	must(v, c.pay(size(v), 1))
	for v := starlark.Value(nil); it.Next(&v); {
		out = append(out, v)
	}
	return out
}

// picked draws n entries by weights, nil for equal ones; what is drawn is put back or not.
func (c *call) picked(of []starlark.Value, n int, back bool, weights starlark.Value) []starlark.Value {
	w := slices.Repeat([]float64{1}, len(of))
	if weights != nil {
		w = slices.Clone(c.converted(weights).data)
	}
	switch {
	case len(of) == 0 || n < 0 || !back && n > len(of):
		c.fail("guest.call.list")
	case len(w) != len(of) || !(total(w) > 0 && total(w) <= math.MaxFloat64) || slices.Min(w) < 0:
		c.fail("guest.draw.weights", "n", len(of), "sum", said(total(w)))
	case c.stream == nil:
		panic(failure{outside(c.name)})
	}
	out := must([]starlark.Value(nil), c.pay(n, len(of)))
	for len(out) < n {
		c.note("choice", w)
		u, i := c.stream.Float64()*total(w), 0
		for ; i < len(w)-1 && (u >= w[i] || w[i] == 0); i++ {
			u -= w[i]
		}
		if out = append(out, of[i]); !back {
			w[i] = 0
		}
	}
	return out
}
