package starlark

import (
	"cmp"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
	"gonum.org/v1/gonum/floats"

	"indistinct/core/num"
)

// elementary are functions of a number.
var elementary = map[string]func(float64) float64{
	"exp": num.Exp, "log": num.Log, "log1p": num.Log1p, "expm1": num.Expm1, "sqrt": math.Sqrt, "tanh": num.Tanh,
	"sin": num.Sin, "cos": num.Cos, "arctan": num.Atan, "erf": num.Erf, "erfc": num.Erfc, "abs": math.Abs,
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven,
	"single": func(x float64) float64 { return float64(float32(x)) },
	"exp2":   func(x float64) float64 { return power(2, x) },
	"Phi":    num.NormalCDF,
	"arcsin": func(x float64) float64 { return num.Atan2(x, math.Sqrt((1-x)*(1+x))) },
	"arccos": func(x float64) float64 { return num.Atan2(math.Sqrt((1-x)*(1+x)), x) },
	"log2":   func(x float64) float64 { return inBase(x, 2) },
	"log10":  func(x float64) float64 { return inBase(x, 10) },
	"sign": func(x float64) float64 {
		if x == 0 || x != x {
			return x
		}
		return math.Copysign(1, x)
	},
}

// inBase is a logarithm, exact for powers of the base.
func inBase(x, base float64) float64 {
	l := num.Log(x) / num.Log(base)
	if k := math.RoundToEven(l); k != l && power(base, k) == x {
		return k
	}
	return l
}

// pairwise are functions of two numbers.
var pairwise = map[string]func(x, y float64) float64{
	"maximum": math.Max, "minimum": math.Min, "arctan2": num.Atan2, "copysign": math.Copysign, "power": power,
	"hypot": func(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) },
}

// best returns where sign times an entry is largest, or the first NaN.
func best(x []float64, sign float64) (at int) {
	for i, v := range x {
		if x[at] == x[at] && (v != v || sign*v > sign*x[at]) {
			at = i
		}
	}
	return at
}

// reductions make a number of many.
var reductions = map[string]struct {
	of   func(x []float64) float64
	kind byte // 0: that of the entries
}{
	"sum":    {floats.Sum, 0},
	"mean":   {func(x []float64) float64 { return floats.Sum(x) / float64(len(x)) }, reals},
	"min":    {func(x []float64) float64 { return x[best(x, -1)] }, 0},
	"max":    {func(x []float64) float64 { return x[best(x, 1)] }, 0},
	"argmin": {func(x []float64) float64 { return float64(best(x, -1)) }, wholes},
	"argmax": {func(x []float64) float64 { return float64(best(x, 1)) }, wholes},
	"all":    {func(x []float64) float64 { return truth(!slices.Contains(x, 0)) }, truths},
	"any": {func(x []float64) float64 {
		return truth(slices.ContainsFunc(x, func(x float64) bool { return x != 0 }))
	}, truths},
	"prod": {floats.Prod, 0},
}

// along reduces the first argument, along the axis that is the second, or all of it.
func (c *call) along(of func(x []float64) float64, kind byte) *array {
	a := c.typed(c.array(0), 2)
	if c.args[2] != nil && a.kind == truths || c.args[3] != nil { // it counts whether there is any
		c.fail("guest.dtype")
	}
	if kind == 0 {
		if kind = a.kind; kind == truths && (c.name == "sum" || c.name == "prod") {
			kind = wholes
		}
	}
	which := c.whole(1, 0)
	if which < -a.dim || which >= max(a.dim, 1) {
		c.fail("guest.array.axis", "axis", which, "dim", a.dim)
	}
	keeps, axis, whole := c.args[4] != nil && bool(c.args[4].Truth()), 3-a.dim+(which+a.dim)%max(a.dim, 1), a
	if c.args[1] == nil || a.dim == 0 { // all entries
		axis, whole = 2, a.flat()
	}
	s, inner := whole.shape, 1
	for _, n := range s[axis+1:] {
		inner *= n
	}
	n := s[axis]
	if n == 0 && !slices.Contains([]string{"sum", "prod", "any", "all"}, c.name) {
		c.fail(map[bool]string{true: "guest.shape.any", false: "guest.array.empty"}[c.name == "mean"])
	}
	s[axis] = 1
	line := make([]float64, n)
	out := c.placed(s, whole.dim, func(i int) float64 {
		if inner == 1 {
			return of(a.data[i*n : (i+1)*n])
		}
		for k := range line {
			line[k] = a.data[(i/inner*n+k)*inner+i%inner]
		}
		return of(line)
	}).of(kind)
	switch {
	case !keeps:
		return out.as(s.without(axis), whole.dim-1)
	case c.args[1] == nil:
		return out.as(s, a.dim)
	}
	return out
}

// single is an array of no axis.
func (r *run) single(x float64) *array {
	a := &struct {
		array
		x [1]float64
	}{array{r: r, shape: axes{1, 1, 1}, kind: reals}, [1]float64{x}}
	a.data = a.x[:]
	return &a.array
}

// placed is an array whose entries f returns.
func (r *run) placed(s axes, dim int, f func(i int) float64) *array {
	a := r.array(s, dim, reals)
	for i := range a.data {
		a.data[i] = f(i)
	}
	return a
}

// of gives an array's entries a kind; whole numbers beyond 2⁵³ are not exact, and NumPy's wrap
// beyond 2⁶³.
func (a *array) of(kind byte) *array {
	a.kind = kind
	if kind == wholes && slices.ContainsFunc(a.data, func(x float64) bool { return !(math.Abs(x) <= 1<<53) }) {
		fail("guest.array.whole")
	}
	return a
}

// transposed is an array with its axes in another order, nil: from the last to the first.
func (a *array) transposed(order []int) *array {
	from := axes{0, 1, 2} // what each axis was
	slices.Reverse(from[3-a.dim:])
	for k, was := range order {
		if len(order) != a.dim || was < -a.dim || was >= a.dim || slices.Contains(order[:k], was) {
			fail("guest.array.axis", "name", "transpose", "axis", was, "dim", a.dim)
		}
		from[3-a.dim+k] = 3 - a.dim + (was+a.dim)%a.dim
	}
	old := axes{a.shape[1] * a.shape[2], a.shape[2], 1}
	var s, step axes
	for k, was := range from {
		s[k], step[k] = a.shape[was], old[was]
	}
	at := make([]int, len(a.data))
	for i := range at {
		at[i] = i/s[2]/s[1]*step[0] + i/s[2]%s[1]*step[1] + i%s[2]*step[2]
	}
	a.r.pays(len(at), 2)
	return a.now().part(at, 0, s, a.dim)
}

// each applies an elementary function.
func (c *call) each(f func(float64) float64) starlark.Value {
	a := c.array(0)
	if a.kind == truths && c.name != "abs" { // NumPy's is of 16 bits
		c.fail("guest.dtype")
	}
	out := c.placed(a.shape, a.dim, func(i int) float64 { return f(a.data[i]) })
	if c.name == "abs" || c.name == "sign" {
		out.kind = a.kind
	}
	return out
}

// zeros is an array of the shape that argument i is.
func (c *call) zeros(i int) *array {
	s := c.wholes(i)
	if n := len(s); n == 0 || n > 3 {
		c.fail("guest.array.shape")
	}
	return c.run.array(axesOf(s), len(s), reals)
}

// view is the first argument in another shape, a part of it where it is an array.
func (c *call) view(s axes, dim int) *array {
	if a, ok := c.args[0].(*array); ok {
		out := a.part(nil, 0, s, dim)
		out.copy = true
		return out
	}
	return c.array(0).as(s, dim)
}

// wholes are the whole numbers that argument i is, nil where it is left out.
func (c *call) wholes(i int) (out []int) {
	if c.args[i] == nil {
		return nil
	}
	a := c.array(i)
	if a.kind != wholes || a.dim > 1 {
		c.fail("guest.array.shape")
	}
	for _, x := range a.data {
		out = append(out, int(x))
	}
	return out
}

// typed gives an array the type that argument i names, if any: other types would wrap and round.
func (c *call) typed(a *array, i int) *array {
	name := ""
	if f, ok := c.args[i].(interface{ Name() string }); ok {
		name = f.Name()
	} else if word, ok := c.args[i].(starlark.String); ok {
		name = string(word)
	}
	if c.args[i] != nil && types[name] == 0 {
		c.fail("guest.dtype")
	}
	return a.cast(cmp.Or(types[name], a.kind))
}

// cast is a copy of an array with another kind of entries.
func (a *array) cast(kind byte) *array {
	return a.r.placed(a.shape, a.dim, func(i int) float64 {
		switch kind {
		case wholes:
			return math.Trunc(a.data[i])
		case truths:
			return truth(a.data[i] != 0)
		}
		return a.data[i]
	}).of(kind)
}

// types are the kinds of entries by the names of types, and of the functions that stand for them.
var types = map[string]byte{"int": wholes, "int64": wholes, "float": reals, "array": reals, "float64": reals,
	"bool": truths, "truth": truths}

// listed returns numbers as a vector, which pays for them.
func (c *call) listed(data []float64) *array {
	c.pays(len(data), 1)
	return &array{r: c.run, data: data, shape: vectorOf(len(data)), dim: 1, kind: reals}
}

// pair applies a function of two numbers.
func (c *call) pair(f func(x, y float64) float64, x, y *array) *array {
	kind := byte(reals)
	if joined(x.kind, y.kind) == truths && slices.Contains([]string{"arctan2", "hypot", "copysign", "power"}, c.name) {
		c.fail("guest.dtype")
	}
	if c.name == "maximum" || c.name == "minimum" || c.name == "power" {
		kind = joined(x.kind, y.kind)
	}
	if c.name == "power" && kind != reals {
		return c.elementwise(syntax.STARSTAR, x, y)
	}
	return c.paired(c.name, f, kind, x, y)
}

// square returns the first argument, a square matrix, which pays for what is done with it.
func (c *call) square() *array {
	a := c.array(0)
	if a.dim != 2 || a.shape[1] != a.shape[2] || len(a.data) == 0 {
		c.fail("guest.shape.square", "shape", a.size(true))
	}
	c.pays(len(a.data), 10*a.shape[1])
	return a
}

func infinite(x float64) bool { return x-x != 0 }

// Attr returns a shape or a method.
func (a *array) Attr(name string) (starlark.Value, error) {
	switch name {
	case "T":
		return safely(name, func() starlark.Value { return a.transposed(nil) })
	case "shape":
		out := starlark.Tuple{}
		for _, n := range a.shape[3-a.dim:] {
			out = append(out, starlark.MakeInt(n))
		}
		return out, nil
	case "size":
		return starlark.MakeInt(len(a.data)), nil
	case "ndim":
		return starlark.MakeInt(a.dim), nil
	}
	if f := a.r.known[methods].Members[name]; f != nil {
		return a.r.builtin(name, func(c *call) starlark.Value {
			return must(starlark.Call(c.thread, f, append(starlark.Tuple{a}, c.args...), c.kw))
		}), nil
	}
	return nil, nil
}

// AttrNames lists none: see missing.
func (a *array) AttrNames() []string { return nil }
