package starlark

import (
	"math"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// estimation sets one step of the Kalman filter and its kin, which predict, update and return
// the state, its covariance, the innovation and the innovation's covariance, and what fits a
// state to readings.
func estimation(f map[string]function) {
	f["kf"] = function{"x P y A Q C R", func(c *call) starlark.Value {
		a := c.lifted(3, 2)
		x := c.product(a, c.lifted(0, 1))
		return c.updated(x, c.carried(a, 1, 4), x, 5)
	}}
	f["ekf"] = function{"x P y f F Q h H R", func(c *call) starlark.Value {
		x := c.lifted(0, 1)
		p := c.carried(c.jacobian(3, 4, x), 1, 5)
		x = c.of(3, x)
		return c.updated(c.of(6, x), p, x, 7)
	}}
	f["ukf"] = function{"x P y f Q h R", unscented}
	f["gauss_newton"] = function{"residual x0", gaussNewton}
	f["minimise"] = function{"f x0", minimise}
}

// lifted returns argument i as a vector (1) or a matrix (2), a vector as one row.
func (c *call) lifted(i, dim int) *array {
	a := c.array(i)
	if len(a.data) == 0 {
		c.fail("guest.shape.any")
	}
	if a.dim < dim {
		return a.as(1, len(a.data), dim)
	}
	return a
}

// of returns what argument i, a function of the program, makes of a vector.
func (c *call) of(i int, x *array) *array {
	a := c.converted(must(starlark.Call(c.thread, c.args[i], starlark.Tuple{x}, nil)))
	return a.as(1, len(a.data), 1)
}

// jacobian is argument j, that of the function i: a matrix, a function of the state, or None
// for central differences.
func (c *call) jacobian(i, j int, x *array) *array {
	if _, ok := c.args[j].(starlark.Callable); ok {
		a := c.converted(must(starlark.Call(c.thread, c.args[j], starlark.Tuple{x}, nil)))
		if a.dim < 2 {
			a = a.as(1, len(a.data), 2)
		}
		return a
	}
	if c.args[j] != starlark.None {
		return c.lifted(j, 2)
	}
	var cols [][]float64
	for k := range x.data {
		h := 6e-6 * (1 + math.Abs(x.data[k])) // the cube root of the rounding error
		var sides [2][]float64
		for s := range sides {
			moved := c.placed(1, len(x.data), 1, func(_, l int) float64 {
				return x.data[l] + truth(l == k)*h*float64(1-2*s)
			})
			sides[s] = c.of(i, moved).data
		}
		if len(sides[0]) != len(sides[1]) {
			c.fail("guest.shape.any")
		}
		for l := range sides[0] {
			sides[0][l] = (sides[0][l] - sides[1][l]) / (2 * h)
		}
		cols = append(cols, sides[0])
	}
	return c.placed(len(cols[0]), len(cols), 2, func(i, j int) float64 { return cols[j][i] })
}

// product is a @ b, with an operation between entries.
func (c *call) product(a, b *array) *array { return c.converted(must(c.times(a, b))) }

func (c *call) with(op syntax.Token, a, b *array) *array { return must(c.elementwise(op, a, b)) }

// carried is A P Aᵀ + Q of the arguments at p and q.
func (c *call) carried(a *array, p, q int) *array {
	return c.with(syntax.PLUS, c.product(c.product(a, c.lifted(p, 2)), c.transposed(a)), c.lifted(q, 2))
}

// updated weighs a prediction x with covariance p against the reading, of which expected is
// what the state lets expect, in Joseph's form (Bucy & Joseph 1968).
func (c *call) updated(expected, p, x *array, h int) starlark.Value {
	var cm *array
	if c.name == "kf" {
		cm = c.lifted(h, 2)
		expected = c.product(cm, x)
	} else {
		cm = c.jacobian(h-1, h, x)
	}
	r := c.lifted(h+1, 2)
	innovation := c.with(syntax.MINUS, c.lifted(2, 1), expected)
	cross := c.product(p, c.transposed(cm))
	s := c.with(syntax.PLUS, c.product(cm, cross), r)
	k := c.gain(cross, s)
	x = c.with(syntax.PLUS, x, c.product(k, innovation))
	rest := c.with(syntax.MINUS, c.placed(p.rows, p.rows, 2, func(i, j int) float64 { return truth(i == j) }),
		c.product(k, cm))
	p = c.with(syntax.PLUS, c.product(c.product(rest, p), c.transposed(rest)),
		c.product(c.product(k, r), c.transposed(k)))
	return starlark.Tuple{x, p, innovation, s}
}

// gain is a S⁻¹.
func (c *call) gain(a, s *array) *array {
	var k mat.Dense
	if s.rows != s.cols || s.rows != a.cols {
		c.fail("guest.shape.square", "shape", s.shape(true))
	}
	return c.transposed(c.linear(&k, 2, k.Solve(s.dense(), c.transposed(a).dense())))
}

// unscented is a step with sigma points (Julier & Uhlmann 1997; Wan & van der Merwe 2000,
// with α = 1, β = 2 and κ = 3 − n where that is above 0).
func unscented(c *call) starlark.Value {
	x, p := c.lifted(0, 1), c.lifted(1, 2)
	n := len(x.data)
	lambda := math.Max(float64(3-n), 0)
	weight := func(i int, square bool) float64 {
		if i > 0 {
			return 0.5 / (float64(n) + lambda)
		}
		return lambda/(float64(n)+lambda) + 2*truth(square)
	}
	// moments are the mean of a function at the points, and the points' deviations from it.
	moments := func(i int, points []*array) (mean *array, deviations []*array) {
		for k := range points {
			if points[k] = c.of(i, points[k]); k == 0 {
				mean = c.with(syntax.STAR, points[0], c.single(weight(0, false)))
				continue
			}
			mean = c.with(syntax.PLUS, mean, c.with(syntax.STAR, points[k], c.single(weight(k, false))))
		}
		for _, y := range points {
			deviations = append(deviations, c.with(syntax.MINUS, y, mean))
		}
		return mean, deviations
	}
	covariance := func(a, b []*array) *array {
		return c.placed(len(a[0].data), len(b[0].data), 2, func(i, j int) (sum float64) {
			for k := range a {
				sum += float64(weight(k, true) * a[k].data[i] * b[k].data[j])
			}
			return sum
		})
	}
	points := func(x, p *array) []*array {
		out := []*array{x}
		if p.rows != len(x.data) || p.cols != p.rows {
			c.fail("guest.shape.times", "left", p.shape(true), "right", x.shape(false))
		}
		l := c.factored(p)
		for k := range 2 * n {
			scale := math.Sqrt(float64(n)+lambda) * float64(1-2*(k&1))
			out = append(out, c.placed(1, n, 1, func(_, i int) float64 {
				return x.data[i] + float64(scale*l.At(max(i, k/2), k/2))*truth(i >= k/2)
			}))
		}
		return out
	}
	m, dx := moments(3, points(x, p))
	p = c.with(syntax.PLUS, covariance(dx, dx), c.lifted(4, 2))
	spread := points(m, p)
	states := append([]*array(nil), spread...)
	z, dz := moments(5, spread)
	for k := range states {
		states[k] = c.with(syntax.MINUS, states[k], m)
	}
	s, innovation := c.with(syntax.PLUS, covariance(dz, dz), c.lifted(6, 2)), c.with(syntax.MINUS, c.lifted(2, 1), z)
	k := c.gain(covariance(states, dz), s)
	x = c.with(syntax.PLUS, m, c.product(k, innovation))
	p = c.with(syntax.MINUS, p, c.product(c.product(k, s), c.transposed(k)))
	return starlark.Tuple{x, p, innovation, s}
}

// gaussNewton minimises the sum of squared residuals from x0 on, damped as Levenberg and
// Marquardt do.
func gaussNewton(c *call) starlark.Value {
	x, damping := c.lifted(1, 1), 1e-3
	c.args = append(c.args, starlark.None)
	residual := c.of(0, x)
	for range 50 {
		j := c.jacobian(0, 2, x)
		normal, slope := c.product(c.transposed(j), j), c.product(c.transposed(j), residual)
		for done := false; !done; {
			damped := c.placed(normal.rows, normal.rows, 2, func(i, k int) float64 {
				return normal.at(i, k) + float64(damping*(normal.at(i, i)+1e-12))*truth(i == k)
			})
			var d mat.Dense
			step := c.linear(&d, 1, d.Solve(damped.dense(), slope.dense()))
			next := c.with(syntax.MINUS, x, step)
			then := c.of(0, next)
			if norm(then.data) < norm(residual.data) {
				moved := norm(step.data)
				x, residual, damping = next, then, damping/10
				done = moved > 1e-12*(1+norm(x.data))
				if !done {
					return x
				}
			} else if damping *= 10; !(damping < 1e12) {
				return x
			}
		}
	}
	return x
}

// minimise finds where a function of the program is least, from x0 on, by Nelder and Mead's
// simplex; it stops after two thousand evaluations.
func minimise(c *call) starlark.Value {
	x := c.lifted(1, 1)
	var failed error
	problem := optimize.Problem{
		Func: func(at []float64) (v float64) {
			v = math.Inf(1)
			err := caught(c.name, func() {
				y := c.of(0, c.placed(1, len(at), 1, func(_, j int) float64 { return at[j] }))
				if len(y.data) == 1 && y.data[0] == y.data[0] {
					v = y.data[0]
				}
			})
			if failed == nil {
				failed = err
			}
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
	return c.listed(result.X, reals)
}
