package starlark

import (
	"cmp"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"gonum.org/v1/gonum/mat"
)

// functions are those of Python's modules that are not elementary, by the names that modules
// calls them.
func (r *run) functions() map[string]function {
	type value = starlark.Value
	f := map[string]function{
		"array":      {"object dtype? copy?", func(c *call) value { return c.typed(c.array(0), 1) }},
		"astype":     {"a dtype", func(c *call) value { return c.typed(c.array(0), 1) }},
		"copy":       {"a", func(c *call) value { return c.typed(c.array(0), 0) }},
		"whole":      {"x", func(c *call) value { return c.each("trunc", math.Trunc).(*array).of(wholes) }},
		"zeros":      {"shape dtype?", func(c *call) value { return c.typed(c.filled(0, 0), 1) }},
		"ones":       {"shape dtype?", func(c *call) value { return c.typed(c.filled(0, 1), 1) }},
		"full":       {"shape fill_value dtype?", func(c *call) value { return c.typed(c.filled(0, c.real(1, 0)), 2) }},
		"zeros_like": {"a", func(c *call) value { return c.each("", func(float64) float64 { return 0 }) }},
		"ones_like":  {"a", func(c *call) value { return c.each("", func(float64) float64 { return 1 }) }},
		"eye": {"N", func(c *call) value {
			n := c.whole(0, 0)
			return c.placed(n, n, 2, func(i, j int) float64 { return truth(i == j) })
		}},
		"diag": {"v", func(c *call) value {
			a := c.array(0)
			if a.dim == 2 {
				return c.placed(1, min(a.rows, a.cols), 1, func(_, j int) float64 { return a.at(j, j) })
			}
			return c.placed(a.cols, a.cols, 2, func(i, j int) float64 { return a.data[j] * truth(i == j) })
		}},
		"triu": {"m", func(c *call) value { return c.triangle(1) }},
		"tril": {"m", func(c *call) value { return c.triangle(-1) }},
		"trace": {"a", func(c *call) value {
			a, sum := c.array(0), 0.0
			for i := range min(a.rows, a.cols) {
				sum += a.at(i, i)
			}
			return starlark.Float(sum)
		}},
		"arange": {"start stop? step?", func(c *call) value {
			from, to, step, kind := 0.0, c.real(0, 0), c.real(2, 1), byte(wholes)
			if c.args[1] != nil {
				from, to = to, c.real(1, 0)
			}
			if from != math.Trunc(from) || step != math.Trunc(step) {
				kind = reals
			}
			n := int(max(min(math.Ceil((to-from)/step), 2*mostEntries), 0))
			return c.placed(1, n, 1, func(_, j int) float64 { return from + float64(float64(j)*step) }).of(kind)
		}},
		"linspace": {"start stop num?", func(c *call) value {
			from, to, n := c.real(0, 0), c.real(1, 0), c.whole(2, 50)
			return c.placed(1, n, 1, func(_, j int) float64 { return from + float64((to-from)*float64(j)/float64(n-1)) })
		}},
		"transpose": {"a", func(c *call) value { return c.transposed(c.array(0)) }},
		"reshape": {"a newshape cols?", func(c *call) value {
			a, size := c.array(0), c.array(1).data
			if size = append(size[:len(size):len(size)], 1); c.args[2] != nil {
				size[1] = c.real(2, 1)
			} else if len(size) == 2 {
				size = []float64{1, size[0]}
			}
			for i := range size[:2] {
				if size[i] == -1 {
					size[i] = float64(len(a.data)) / size[1-i]
				}
			}
			if size[0]*size[1] != float64(len(a.data)) {
				c.fail("guest.array.shape")
			}
			out := a.as(int(size[0]), int(size[1]), 2-int(truth(len(c.array(1).data) == 1 && c.args[2] == nil)))
			out.part = true
			return out
		}},
		"ravel":  {"a", func(c *call) value { a := c.typed(c.array(0), 0); return a.as(1, len(a.data), 1) }},
		"tolist": {"a", func(c *call) value { return c.array(0).list() }},
		"clip": {"a a_min? a_max?", func(c *call) value {
			a := c.array(0)
			for i, f := range []func(x, y float64) float64{math.Max, math.Min} {
				if c.args[1+i] != nil {
					a = c.pair("clip", f, a, c.array(1+i))
				}
			}
			return a
		}},
		"where": {"condition x? y?", func(c *call) value {
			is := c.array(0)
			if c.args[1] == nil {
				var out []float64
				for i, x := range is.data {
					if x != 0 {
						out = append(out, float64(i))
					}
				}
				return starlark.Tuple{c.listed(out, wholes)}
			}
			x, y := c.array(1), c.array(2)
			c.pair("where", math.Max, c.pair("where", math.Max, is, x), y) // whether the shapes go together
			return c.placed(max(is.rows, x.rows, y.rows), max(is.cols, x.cols, y.cols), max(is.dim, x.dim, y.dim),
				func(i, j int) float64 {
					if is.at(i, j) != 0 {
						return x.at(i, j)
					}
					return y.at(i, j)
				}).of(joined(x.kind, y.kind))
		}},
		"dot": {"a b", func(c *call) value { return must(c.times(c.array(0), c.array(1))) }},
		"outer": {"a b", func(c *call) value {
			a, b := c.array(0), c.array(1)
			return c.placed(len(a.data), len(b.data), 2, func(i, j int) float64 { return a.data[i] * b.data[j] })
		}},
		"diff": {"a", func(c *call) value {
			a := c.array(0)
			return c.placed(1, max(len(a.data)-1, 0), 1, func(_, j int) float64 { return a.data[j+1] - a.data[j] }).of(a.kind)
		}},
		"cumsum": {"a", func(c *call) value { a := c.array(0); return c.listed(accumulated(a.data), a.kind) }},
		"flip":   {"a", func(c *call) value { return c.array(0).Slice(c.array(0).Len()-1, -1, -1) }},
		"sort": {"a", func(c *call) value {
			a := c.array(0)
			at := ascending(a.data)
			return c.placed(1, len(at), 1, func(_, j int) float64 { return a.data[at[j]] }).of(a.kind)
		}},
		"argsort": {"a", func(c *call) value {
			at := ascending(c.array(0).data)
			return c.placed(1, len(at), 1, func(_, j int) float64 { return float64(at[j]) }).of(wholes)
		}},
		"unique": {"a", func(c *call) value {
			a := c.array(0)
			return c.listed(slices.Compact(slices.Sorted(slices.Values(a.data))), a.kind)
		}},
		"concatenate": {"arrays axis?", func(c *call) value {
			out := &array{r: c.run, rows: 1, dim: 1, kind: truths}
			for _, v := range c.entries(0) {
				a := c.converted(v)
				if out.dim == 2 && (a.dim != 2 || a.cols != out.cols) {
					c.fail("guest.shape.any")
				}
				out.data, out.kind = append(out.data, a.data...), joined(out.kind, a.kind)
				if out.cols = len(out.data); a.dim == 2 {
					out.rows, out.cols, out.dim = len(out.data)/max(a.cols, 1), a.cols, 2
				}
			}
			return out
		}},
		"append": {"arr values", func(c *call) value {
			a, b := c.array(0), c.array(1)
			return c.listed(slices.Concat(a.data, b.data), joined(a.kind, b.kind))
		}},
		"round": {"a decimals?", func(c *call) value {
			a, unit := c.array(0), power(10, c.real(1, 0))
			return c.each("round", func(x float64) float64 { return math.RoundToEven(x*unit) / unit }).(*array).of(a.kind)
		}},
		"quantile":   {"a q", func(c *call) value { return c.quantiles(1) }},
		"percentile": {"a q", func(c *call) value { return c.quantiles(100) }},
		"histogram": {"a bins? range?", func(c *call) value {
			a, ends := c.array(0), []float64{0, 1}
			if len(a.data) > 0 {
				ends = []float64{slices.Min(a.data), slices.Max(a.data)}
			}
			if c.args[2] != nil {
				ends = append(c.array(2).data, ends...)[:2]
			}
			if ends[0] == ends[1] {
				ends = []float64{ends[0] - 0.5, ends[1] + 0.5}
			}
			n := 10
			if c.args[1] != nil {
				if b := c.array(1); b.dim == 1 {
					ends, n = b.data, len(b.data)-1
				} else {
					n = c.whole(1, 10)
				}
			}
			if n < 1 || n > mostEntries/10 {
				c.fail("guest.array.bins")
			}
			if len(ends) != n+1 {
				lo, hi := ends[0], ends[1]
				ends = make([]float64, n+1)
				for i := range ends {
					ends[i] = lo + float64((hi-lo)*float64(i)/float64(n))
				}
			}
			counts := make([]float64, n)
			for _, x := range a.data {
				i, at := slices.BinarySearch(ends, x)
				if at && i < n || i == 0 {
					i++
				}
				if x >= ends[0] && x <= ends[n] {
					counts[i-1]++
				}
			}
			return starlark.Tuple{c.listed(counts, wholes), c.listed(ends, reals)}
		}},
		"bincount": {"x weights? minlength?", func(c *call) value {
			x, n, weights := c.array(0), c.whole(2, 0), c.single(1)
			if c.args[1] != nil {
				if weights = c.array(1); len(weights.data) != len(x.data) {
					c.fail("guest.shape.any")
				}
			}
			for _, v := range x.data {
				if !(v >= 0 && v <= mostEntries) || v != math.Trunc(v) {
					c.fail("guest.array.bins")
				}
				n = max(n, int(v)+1)
			}
			out := c.placed(1, n, 1, func(int, int) float64 { return 0 }).of(wholes)
			for i, v := range x.data {
				w := 1.0
				if c.args[1] != nil {
					w, out.kind = weights.at(0, i), reals
				}
				out.data[int(v)] += w
			}
			return out
		}},
		"isclose":     {"a b rtol? atol?", func(c *call) value { return c.close() }},
		"allclose":    {"a b rtol? atol?", func(c *call) value { return starlark.Bool(!slices.Contains(c.close().data, 0)) }},
		"array_equal": {"a b", func(c *call) value { return starlark.Bool(slices.Equal(c.array(0).data, c.array(1).data)) }},
		"logarithm": {"x base?", func(c *call) value {
			f := elementary["log"]
			if c.args[1] != nil {
				f = func(x float64) float64 { return inBase(x, c.real(1, math.E)) }
			}
			return must(starlark.Call(c.thread, r.scalar(c.name, f), starlark.Tuple{c.args[0]}, nil))
		}},
		"comb": {"n k", func(c *call) value {
			n, k, v := c.whole(0, 0), c.whole(1, 0), 1.0
			for i := range min(k, n-k, 10_000) {
				v = v * float64(n-i) / float64(i+1)
			}
			return starlark.Float(math.Round(v))
		}},

		"solve": {"a b", func(c *call) value {
			var x mat.Dense
			a, b := c.square(0), c.array(1)
			if b.dim == 0 || b.Len() != a.rows {
				c.fail("guest.shape.solve", "left", a.shape(true), "right", b.shape(false))
			}
			return c.linear(&x, b.dim, x.Solve(a.dense(), b.dense()))
		}},
		"inv": {"a", func(c *call) value {
			var x mat.Dense
			return c.linear(&x, 2, x.Inverse(c.square(0).dense()))
		}},
		"det":      {"a", func(c *call) value { return starlark.Float(mat.Det(c.square(0).dense())) }},
		"cholesky": {"a", func(c *call) value { return must(c.matrix(c.factored(c.square(0)), 2)) }},
		"eigvalsh": {"a", func(c *call) value { w, _ := c.symmetric(); return w }},
		"eigh": {"a", func(c *call) value {
			w, v := c.symmetric()
			return starlark.Tuple{w, v}
		}},
		"eigvals": {"a", func(c *call) value {
			a := c.square(0)
			var e mat.Eigen
			if slices.ContainsFunc(a.data, infinite) || !e.Factorize(a.dense(), mat.EigenNone) {
				c.fail("guest.array.singular")
			}
			w := e.Values(nil)
			slices.SortFunc(w, func(a, b complex128) int {
				return cmp.Or(cmp.Compare(real(a), real(b)), cmp.Compare(imag(a), imag(b)))
			})
			if slices.ContainsFunc(w, func(z complex128) bool { return imag(z) != 0 }) { // pairs
				return c.placed(len(w), 2, 2, func(i, j int) float64 { return []float64{real(w[i]), imag(w[i])}[j] })
			}
			return c.placed(1, len(w), 1, func(_, j int) float64 { return real(w[j]) })
		}},
		"norm": {"x ord? axis?", func(c *call) value {
			switch p := c.real(1, 2); {
			case p == 1:
				return c.along(0, 2, func(x []float64) float64 { return total(absolute(x)) }, reals)
			case p > math.MaxFloat64:
				return c.along(0, 2, func(x []float64) float64 { return slices.Max(absolute(x)) }, reals)
			case p != 2:
				c.fail("guest.array.norm")
			}
			return c.along(0, 2, norm, reals)
		}},
	}
	f["vstack"] = function{"arrays", func(c *call) value { return c.typed(c.array(0), 1) }}
	for name, of := range reductions {
		f[name] = function{"a axis? dtype?", func(c *call) value { return c.along(0, 1, of.of, of.kind) }}
	}
	for name, root := range map[string]func(float64) float64{"var": func(x float64) float64 { return x }, "std": math.Sqrt} {
		f[name] = function{"a axis? ddof?", func(c *call) value {
			less := c.real(2, 0)
			return c.along(0, 1, func(x []float64) float64 { return root(spread(x, less)) }, reals)
		}}
	}
	for name, of := range pairwise {
		f[name] = function{"x1 x2", func(c *call) value { return c.pair(name, of, c.array(0), c.array(1)) }}
	}
	for name, op := range arithmetic {
		f[name] = function{"x1 x2", func(c *call) value {
			return must(c.elementwise(op, c.args[0], c.args[1]))
		}}
	}
	random(f)
	estimation(f)
	return f
}
