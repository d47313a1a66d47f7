package starlark

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"go.starlark.net/starlark"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

type value = starlark.Value

// functions are those of Python's modules that are not elementary, by the names that modules
// calls them.
var functions = map[string]function{
	"array": {"object,dtype?,copy?", func(c *call) value { return c.typed(c.array(0), 1) }},
	"zeros": {"shape,dtype?", func(c *call) value { return c.typed(c.zeros(0), 1) }},
	"count": {"n", func(c *call) value { // 0, 1 … n − 1
		n := int(max(min(c.real(0, 0), 2*mostEntries), 0))
		return c.placed(vectorOf(n), 1, func(i int) float64 { return float64(i) }).of(wholes)
	}},
	"transpose": {"a,axes?", func(c *call) value { return c.array(0).transposed(c.wholes(1)) }},
	"shaped": {"a,shape", func(c *call) value {
		out := c.zeros(1)
		if len(c.array(0).data) != len(out.data) {
			c.fail("guest.array.shape")
		}
		return c.view(out.shape, out.dim)
	}},
	"ravel":   {"a", func(c *call) value { return c.view(vectorOf(len(c.array(0).data)), 1) }},
	"flatten": {"a,dtype?", func(c *call) value { return c.typed(c.array(0), 1).flat() }},
	"fixed":   {"a", func(c *call) value { a := c.array(0); a.frozen = true; return a }}, // NumPy’s diagonals
	"tolist":  {"a", func(c *call) value { return c.array(0).list() }},
	"shape":   {"a", func(c *call) value { return must(c.array(0).Attr("shape")) }},
	"size":    {"a", func(c *call) value { return starlark.MakeInt(len(c.array(0).data)) }},
	"select": {"condition,x,y", func(c *call) value {
		is, x, y := c.array(0), c.array(1), c.array(2)
		out := c.pair(math.Max, c.pair(math.Max, is, x), y) // of their common shape
		return c.placed(out.shape, out.dim, func(i int) float64 {
			if is.broadcast(i, out.shape) != 0 {
				return x.broadcast(i, out.shape)
			}
			return y.broadcast(i, out.shape)
		}).of(joined(x.kind, y.kind))
	}},
	"running": {"a", func(c *call) value {
		a, sum := c.array(0), 0.0
		return c.placed(vectorOf(len(a.data)), 1, func(i int) float64 { sum += a.data[i]; return sum }).
			of(joined(a.kind, wholes))
	}},
	"order": {"a", func(c *call) value {
		x := c.array(0).data
		at := make([]int, len(x))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { // NaN at the end
			return cmp.Or(int(truth(x[i] != x[i])-truth(x[j] != x[j])), cmp.Compare(x[i], x[j]))
		})
		return c.placed(vectorOf(len(at)), 1, func(i int) float64 { return float64(at[i]) }).of(wholes)
	}},
	"joined": {"arrays", func(c *call) value {
		var rows []value
		var kinds []byte
		for _, v := range c.entries(0) {
			a := c.converted(v)
			rows, kinds = append(rows, a.entries()...), append(kinds, a.kind)
		}
		out := c.converted(starlark.Tuple(rows))
		for i, k := range kinds {
			out.kind = joined(k, map[bool]byte{true: k, false: out.kind}[i == 0])
		}
		return out
	}},
	"wrong": {"id", func(c *call) value {
		id, _ := starlark.AsString(c.args[0])
		c.fail(id, "most", 1)
		return nil
	}},
	"solve": {"a,b", func(c *call) value {
		var x mat.Dense
		a, b := c.square(), c.array(1)
		if b.dim == 0 || b.dim == 3 || b.Len() != a.Len() {
			c.fail("guest.shape.solve", "left", a.size(true), "right", b.size(false))
		}
		err := x.Solve(a.dense(), b.dense())
		if ill, ok := err.(mat.Condition); err != nil && (!ok || math.IsInf(float64(ill), 1)) {
			c.fail("guest.array.singular")
		}
		return c.matrix(&x, b.dim)
	}},
	"det": {"a", func(c *call) value { return starlark.Float(mat.Det(c.square().dense())) }},
	"cholesky": {"a", func(c *call) value {
		var l mat.TriDense
		var chol mat.Cholesky
		if a := c.square(); !chol.Factorize(mat.NewSymDense(a.Len(), a.data)) {
			c.fail("guest.array.definite")
		}
		chol.LTo(&l)
		return c.matrix(&l, 2)
	}},
	"eigh": {"a", func(c *call) value {
		a := c.square()
		var e mat.EigenSym
		var v mat.Dense
		if slices.ContainsFunc(a.data, infinite) || !e.Factorize(mat.NewSymDense(a.Len(), a.data), true) {
			c.fail("guest.array.singular")
		}
		e.VectorsTo(&v)
		return starlark.Tuple{c.listed(e.Values(nil)), c.matrix(&v, 2)}
	}},
	"eigenpairs": {"a", func(c *call) value { // real and imaginary parts
		a := c.square()
		var e mat.Eigen
		if slices.ContainsFunc(a.data, infinite) || !e.Factorize(a.dense(), mat.EigenNone) {
			c.fail("guest.array.singular")
		}
		w := e.Values(nil)
		return c.placed(matrixOf(len(w), 2), 2, func(i int) float64 {
			return []float64{real(w[i/2]), imag(w[i/2])}[i%2]
		})
	}},
	"orthogonal": {"a", func(c *call) value { // Q and R
		a := c.array(0)
		if a.dim != 2 || len(a.data) == 0 {
			c.fail("guest.shape.any")
		}
		rows, cols := a.shape[1], a.shape[2]
		c.pays(rows*(rows+cols), 2)
		var d mat.QR
		var q, r mat.Dense
		d.Factorize(a.dense().Slice(0, rows, 0, min(rows, cols))) // gonum factors no wide matrix
		if d.QTo(&q); cols > rows {
			r.Mul(q.T(), a.dense())
		} else {
			d.RTo(&r)
		}
		return starlark.Tuple{c.matrix(&q, 2), c.matrix(&r, 2)}
	}},
	"search": {"a,v,right", func(c *call) value {
		x, v, right := c.array(0), c.array(1), bool(c.args[2].Truth())
		if x.dim != 1 {
			c.fail("guest.unlike")
		}
		less := func(a, b float64) bool { return a < b || b != b && a == a || right && (a == b || a != a && b != b) }
		from, to, last := 0, len(x.data), math.Inf(-1)
		return c.placed(v.shape, v.dim, func(i int) float64 { // of what is not sorted as NumPy, too
			key := v.data[i]
			if i > 0 && !less(last, key) {
				from, to = 0, min(to+1, len(x.data))
			} else {
				to = len(x.data)
			}
			for last = key; from < to; {
				if mid := from + (to-from)/2; less(x.data[mid], key) {
					from = mid + 1
				} else {
					to = mid
				}
			}
			return float64(from)
		}).of(wholes)
	}},
	"exactly": {"x", func(c *call) value { // the sum, rounded once
		x := c.array(0)
		if slices.ContainsFunc(x.data, infinite) || x.dim != 1 {
			c.fail("guest.array.of", "kind", kind(c.args[0].Type()))
		}
		sum := new(big.Rat)
		for _, v := range x.data {
			sum.Add(sum, new(big.Rat).SetFloat64(v))
		}
		v, _ := sum.Float64()
		return starlark.Float(v)
	}},
	"kindof": {"x", func(c *call) value { return starlark.String(c.array(0).kind) }},
	"typeof": {"x", func(c *call) value {
		if o, ok := c.args[0].(*object); ok {
			return o.class
		}
		name := map[string]string{"string": "str"}[c.args[0].Type()]
		f := c.outer[cmp.Or(name, c.args[0].Type())]
		if f == nil {
			f = cmp.Or(starlark.Universe[cmp.Or(name, c.args[0].Type())], starlark.Value(starlark.None))
		}
		if _, is := f.(*starlark.Builtin); !is {
			c.fail("guest.call.of", "kind", kind(c.args[0].Type()))
		}
		return f
	}},
	"classof": {"x", func(c *call) value {
		if o, ok := c.args[0].(*object); ok {
			return o.class
		}
		return starlark.None
	}},
	"twin": {"x,each", func(c *call) value { // an object with what each makes of the attributes of another
		o := c.args[0].(*object)
		out := &object{class: o.class, attrs: starlark.StringDict{}}
		for _, name := range o.AttrNames() {
			out.attrs[name] = must(starlark.Call(c.thread, c.args[1], starlark.Tuple{o.attrs[name]}, nil))
		}
		return out
	}},
	"field": {"default?,default_factory?", func(c *call) value {
		if c.args[1] != nil {
			return made{factory: c.args[1]}
		}
		return cmp.Or(c.args[0], value(starlark.None))
	}},
	"like": {"x,of", func(c *call) value { // with entries of its kind
		x := c.array(0)
		return x.as(x.shape, x.dim).of(c.array(1).kind)
	}},
	"minimise":  {"f,x0", minimise},
	"once":      {"list", func(c *call) value { return &once{r: c.run, of: c.args[0].(*starlark.List)} }},
	"seed":      {"a?", func(c *call) value { return starlark.None }}, // see generator
	"generator": generates("numpy.random.Generator"),
	"legacy":    generates("numpy.random"),
	"Random":    generates("random"),
	"system": {"seed?", func(c *call) value {
		return &generator{module: c.known[".random"], r: c.run, system: true}
	}},
	"picked": {"of,weights,n,back,unit?", func(c *call) value { return starlark.NewList(c.picked()) }},
	"arrayed": {"list", func(c *call) value { // a list of words stays one
		if a, err := safely(c.name, func() *array { return c.toArray(c.args[0]) }); err == nil {
			return a
		}
		return c.args[0]
	}},
}

// minimise finds where a function of the program is least, from x0 on, by Nelder and Mead's
// simplex; it stops after two thousand evaluations.
func minimise(c *call) starlark.Value {
	x := c.array(1)
	if len(x.data) == 0 {
		c.fail("guest.shape.any")
	}
	var failed error
	problem := optimize.Problem{
		Func: func(at []float64) (v float64) {
			v = math.Inf(1)
			err := caught(c.name, func() {
				x := starlark.Tuple{c.listed(slices.Clone(at))}
				y := c.converted(must(starlark.Call(c.thread, c.args[0], x, nil)))
				if len(y.data) == 1 && y.data[0] == y.data[0] {
					v = y.data[0]
				}
			})
			failed = cmp.Or(failed, err)
			return v
		},
		Status: func() (optimize.Status, error) {
			if failed != nil {
				return optimize.Failure, failed
			}
			return optimize.NotTerminated, nil
		},
	}
	result, err := optimize.Minimize(problem, x.data, &optimize.Settings{FuncEvaluations: 2000}, &optimize.NelderMead{})
	must(result, failed)
	if result == nil {
		must(result, err)
	}
	return c.listed(result.X)
}

// entries are those of a list, or the whole numbers below one.
func (c *call) entries(i int) (out []starlark.Value) {
	v := c.args[i]
	if n, ok := v.(starlark.Int); ok {
		v = must(starlark.Call(c.thread, c.own("range", starlark.Universe["range"], nil), starlark.Tuple{n}, nil))
	}
	it := starlark.Iterate(v)
	if it == nil {
		c.fail("guest.call.list")
	}
	defer it.Done()
	c.pays(size(v), 1)
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
	back, sum := bool(c.args[3].Truth()), floats.Sum(w)
	switch {
	case len(of) == 0 || n < 0 || !back && n > len(of):
		c.fail("guest.call.list")
	case len(w) != len(of) || !(sum > 0 && sum <= math.MaxFloat64) || slices.Min(w) < 0,
		c.args[4] == starlark.True && math.Abs(sum-1) > 1e-6:
		c.fail("guest.draw.weights", "n", len(of), "sum", said(sum))
	}
	c.inside()
	c.pays(n, len(of))
	for len(out) < n {
		c.note("choice", w)
		u, i := c.stream.Float64()*floats.Sum(w), 0
		for ; i < len(w)-1 && (u >= w[i] || w[i] == 0); i++ {
			u -= w[i]
		}
		if out = append(out, of[i]); !back {
			w[i] = 0
		}
	}
	return out
}
