package starlark

import (
	"math"
	"slices"

	"go.starlark.net/starlark"
)

// random sets what the library draws by, beside the built-in laws.
func random(f map[string]function) {
	type value = starlark.Value
	f["seed"] = function{"a?", func(c *call) value { c.reseed(c.args[0]); return starlark.None }}
	f["generator"] = function{"seed?", func(c *call) value { c.reseed(c.args[0]); return c.known["numpy.random"] }}
	f["Random"] = function{"seed?", func(c *call) value { c.reseed(c.args[0]); return c.known["random"] }}
	f["picked"] = function{"of,weights,n,back,unit?", func(c *call) value { return starlark.NewList(c.picked()) }}
	f["arrayed"] = function{"list", func(c *call) value { // a list of words stays one
		if a, err := c.toArray(c.args[0]); err == nil {
			return a
		}
		return c.args[0]
	}}
}

// entries are those of a list, or the whole numbers below one.
func (c *call) entries(i int) (out []starlark.Value) {
	v := c.args[i]
	if n, ok := v.(starlark.Int); ok {
		v = numbersFrom(starlark.Tuple{n})
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

// picked draws entries by weights, None for equal ones, and puts what is drawn back or not.
func (c *call) picked() (out []starlark.Value) {
	of, n := c.entries(0), c.whole(2, 1)
	w := slices.Repeat([]float64{1}, len(of))
	if c.args[1] != starlark.None {
		w = slices.Clone(c.array(1).data)
	}
	back, sum := bool(c.args[3].Truth()), total(w)
	switch {
	case len(of) == 0 || n < 0 || !back && n > len(of):
		c.fail("guest.call.list")
	case len(w) != len(of) || !(sum > 0 && sum <= math.MaxFloat64) || slices.Min(w) < 0,
		c.args[4] == starlark.True && math.Abs(sum-1) > 1e-6:
		c.fail("guest.draw.weights", "n", len(of), "sum", said(sum))
	}
	c.inside()
	must(n, c.pay(n, len(of)))
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
