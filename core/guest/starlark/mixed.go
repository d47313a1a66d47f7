package starlark

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strings"

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
		nameText: {"value,form", formatted},
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

// formatted is a value of an f-string as its form says.
func formatted(c *call) starlark.Value {
	v := c.args[0]
	form, _ := starlark.AsString(c.args[1])
	c.pays(letters(v), 1)
	m := valueForm.FindStringSubmatch(form)
	x, ok := number(v)
	word, isText := starlark.AsString(v)
	switch {
	case m == nil || m[3] != "" && m[3] != "s" && !ok:
		c.fail("guest.form", "form", form, "kind", kind(v.Type()))
	case m[3] == "%":
		word = fmt.Sprintf("%"+m[2]+"f%%", 100*x)
	case m[3] == "d" || m[3] == "" && m[2] == "" && ok:
		fill := map[bool]string{true: "0", false: " "}[strings.HasPrefix(m[1], "0")]
		word = strings.ReplaceAll(fmt.Sprintf("%"+m[1]+"s", v), " ", fill)
	case ok && m[3] != "s":
		word = fmt.Sprintf("%"+m[1]+m[2]+cmp.Or(m[3], "g"), x)
	case !isText:
		word = v.String()
	}
	return starlark.String(word)
}

// valueForm is how values are written in f-strings.
var valueForm = regexp.MustCompile(`^(?:![rsa])?(?::[<>=]?,?(\d{0,3})(\.\d{1,2})?([fegds%]?))?$`)
