package starlark

import (
	"math/big"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
)

// python sets what Python has built in and the language has not, and what the rewriting puts
// into programs.
func (r *run) python(d starlark.StringDict) {
	d[nameAll] = all{}
	for name, f := range map[string]function{
		namePower: {"y,x", func(c *call) starlark.Value {
			return r.raised(c.args[1], c.args[0])
		}},
		nameText: {"value,form", formatted}, nameOnce: functions["once"],
		nameKeep: {"value", func(c *call) starlark.Value {
			r.kept = c.args[0]
			return r.kept
		}},
		nameKept: {"none?", func(*call) starlark.Value { return r.kept }},
		nameRaise: {"what?", func(c *call) starlark.Value {
			text, ok := starlark.AsString(c.args[0])
			if f, named := c.args[0].(starlark.Callable); named {
				text = f.Name()
			} else if !ok && c.args[0] != nil {
				text = c.args[0].Type()
			}
			c.fail("guest.raised", "text", lang.Clip(text, 200))
			return nil
		}},
		nameAssert: {"is,what?", func(c *call) starlark.Value {
			if !c.args[0].Truth() {
				c.fail("guest.assert")
			}
			return starlark.None
		}},
	} {
		d[name] = r.function(name, f.takes, f.do)
	}
	if r.arrays {
		r.setImports(d)
		d["abs"] = r.library["abs"]
	}
}

// once is an iterator, which hands out each entry once. What is in it was computed when it was
// made.
type once struct {
	r      *run
	of     *starlark.List
	at     int
	frozen bool
}

func (o *once) String() string             { return "<iterator>" }
func (o *once) Type() string               { return "iterator" }
func (o *once) Freeze()                    { o.frozen = true }
func (o *once) Truth() starlark.Bool       { return true }
func (o *once) Hash() (uint32, error)      { return 0, lang.Errorf("guest.hash", "kind", kind(o.Type())) }
func (o *once) Iterate() starlark.Iterator { return o }
func (o *once) Done()                      {}
func (o *once) Next(v *starlark.Value) bool {
	if o.at == o.of.Len() {
		return false
	}
	if o.frozen {
		o.r.thread.Cancel("frozen")
	}
	*v = o.of.Index(o.at)
	o.at++
	return true
}

// raised is x ** y, of whole numbers exact.
func (r *run) raised(x, y starlark.Value) starlark.Value {
	i, whole := x.(starlark.Int)
	k, times := y.(starlark.Int)
	if n, small := k.Int64(); whole && times && k.Sign() >= 0 {
		v := i.BigInt()
		if !small || n*int64(max(v.BitLen(), 1)) > mostBits || n > mostBits {
			fail("guest.bits", "most", mostBits)
		}
		v.Exp(v, big.NewInt(n), nil)
		r.pays(int(n)*v.BitLen()/64, 1)
		return starlark.MakeBigInt(v)
	}
	a, first := number(x)
	b, second := number(y)
	if !first || !second {
		_, left := x.(*array)
		if _, right := y.(*array); left || right {
			return r.elementwise(syntax.STARSTAR, x, y)
		}
		fail("guest.operation", "sign", "**", "left", kind(x.Type()), "right", kind(y.Type()))
	}
	v := power(a, b)
	if infinite(v) && !infinite(a) && !infinite(b) {
		fail("guest.domain", "name", "**", "x", a)
	}
	return starlark.Float(v)
}
