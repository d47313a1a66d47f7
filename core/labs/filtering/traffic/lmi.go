package traffic

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/num"
)

// Relaxed is what the redesign by linear matrix inequalities reaches.
type Relaxed struct {
	Bound  float64 // RMSE that the inequalities promise, m/s
	Reach  float64 // RMSE of the filter they find, m/s
	Filter *Filter
}

// LMI redesigns the filter as Le Ny & Pappas do (2014, §V), by linear matrix
// inequalities with one Lyapunov matrix P for both norms. With Y = P K and
// F = (I − KC)A, P F and P B are linear in (P, Y), and
//
//	[P PF PB; · P 0; · · I] ⪰ 0,  [Z L; Lᵀ P] ⪰ 0
//
// bound the estimation error's variance by Z, while
//
//	[P PF YC 0; · P 0 Lᵀ; · · G 0; · · · τ] ⪰ 0
//
// bounds the squared H∞ norm of y → v̂ by τ G: the scaling τ makes up for P being
// shared. Z + κ²ρ² τ G/n is to be least. The product is not convex, but the
// square ((aτ + G/a)/2)², which is never below it and meets it where a² = G/τ,
// is; so that takes its place, and a is searched.
func (t *Setting) LMI() (*Relaxed, error) {
	n := float64(t.N)
	weight := t.Kappa * t.Rho * t.Kappa * t.Rho / n
	// The Kalman filter for noisier readings that does best: one that the
	// inequalities do not refuse, unlike the direct optimum.
	var guess *Filter
	unit := math.Inf(1)
	for e := 0.0; e < 90; e++ {
		f, err := t.build(t.gain(t.Sigma2 * t.Sigma2 * math.Exp2(e)))
		if err != nil {
			continue
		}
		if cost := f.Error + weight*f.HInf*f.HInf; cost < unit {
			guess, unit = f, cost
		}
	}
	if guess == nil {
		return nil, errRelaxed
	}
	r, root, err := t.relaxation(guess, weight, unit)
	if err != nil {
		return nil, errRelaxed
	}
	var out *Relaxed
	type point struct {
		e float64
		x []float64
	}
	first, err := r.inside()
	if err != nil {
		return nil, errRelaxed
	}
	middle := math.Log2(first[6]/first[7]) / 2 // where the start meets the square
	inside := []point{{middle, first}}
	failed := false
	try := func(e float64) float64 {
		near := inside[0]
		for _, p := range inside {
			if math.Abs(p.e-e) < math.Abs(near.e-e) {
				near = p
			}
		}
		rough, x, err := r.solve(math.Exp2(e), near.x)
		if err != nil {
			failed = true
			return math.Inf(1)
		}
		inside = append(inside, point{e, rough})
		// P and Y are those of scaled coordinates.
		m, v := control.FromRows([]float64{x[0], x[1]}, []float64{x[1], x[2]}),
			control.FromRows([]float64{x[3]}, []float64{x[4]})
		k, err := control.Solve(m, v)
		if err != nil {
			failed = true
			return math.Inf(1)
		}
		k = control.Mul(root, k)
		f, err := t.build(k.At(0, 0), k.At(1, 0))
		if err != nil {
			failed = true
			return math.Inf(1)
		}
		cost := x[5] + x[6]*x[7]
		if bound := math.Sqrt(cost * unit / n); out == nil || bound < out.Bound {
			out = &Relaxed{bound, math.Sqrt((f.Error + weight*f.HInf*f.HInf) / n), f}
		}
		return cost
	}
	// Down the hill, then golden sections.
	at, low, step := middle, try(middle), 1.0
	if v := try(at - step); v < low {
		at, low, step = at-step, v, -step
	}
	for range 60 {
		v := try(at + step)
		if failed || v >= low {
			break
		}
		at, low = at+step, v
	}
	num.Golden(at-1, at+1, 9, try)
	if failed || out == nil {
		return nil, errRelaxed // a better scaling may have been missed
	}
	return out, nil
}

var errRelaxed = errors.New("the matrix inequalities could not be solved: the states of the filter differ too much in size")

// relaxation is the semidefinite program of LMI.
type relaxation struct {
	a, b, c, l    *mat.Dense
	sigma, weight float64
	start         *mat.Dense // the first guess's gain
}

// relaxation sets up the program in coordinates x = T x̃ in which the error
// of a first guess has covariance one, and with its cost as the unit, so that its
// numbers are of the order of one whatever the setting. It returns T too.
func (t *Setting) relaxation(guess *Filter, weight, unit float64) (*relaxation, *mat.Dense, error) {
	a, c := control.FromRows([]float64{1, t.Ts}, []float64{0, 1}), control.FromRows([]float64{1, 0})
	b := control.FromRows([]float64{t.Sigma1 * t.Ts * t.Ts / 2}, []float64{t.Sigma1 * t.Ts})
	k := control.FromRows([]float64{guess.K1}, []float64{guess.K2})
	drive := control.Mul(control.Sub(control.Identity(2, 1), control.Mul(k, c)), b)
	noise := control.Add(control.Mul(drive, drive.T()), control.Scale(t.Sigma2*t.Sigma2, control.Mul(k, k.T())))
	p, err := control.Lyapunov(guess.dynamics(), control.Sym(noise))
	if err != nil {
		return nil, nil, err
	}
	root, err := control.Root(p)
	if err != nil {
		return nil, nil, err
	}
	inv, err := control.Inverse(root)
	if err != nil {
		return nil, nil, err
	}
	return &relaxation{
		a: control.Mul(inv, a, root), b: control.Mul(inv, b), c: control.Mul(c, root),
		l:     control.Scale(1/math.Sqrt(unit), control.Mul(control.FromRows([]float64{0, 1}), root)),
		sigma: t.Sigma2, weight: weight, start: control.Mul(inv, k),
	}, root, nil
}

// The variables of the program are P (three numbers), Y (two), Z, G, τ and a
// bound V on the square.
const relaxedVars = 9

// solve minimises Z + V for one a from a point that is feasible but for V, and
// returns the variables, roughly and well inside, and exactly. Z and G are in
// units of the direct optimum's cost, G with the weight in it.
func (r *relaxation) solve(a float64, start []float64) (rough, x []float64, err error) {
	start = append([]float64(nil), start...)
	u := (a*start[7] + start[6]/a) / 2
	start[8] = 2 * u * u
	program := &control.Program{Cost: []float64{0, 0, 0, 0, 0, 1, 0, 0, 1}, Constraints: r.constraints(a), Gap: 0.5}
	if rough, err = program.Solve(start); err != nil {
		return nil, nil, err
	}
	program.Gap = 0
	x, err = program.Solve(rough)
	return rough, x, err
}

func (r *relaxation) constraints(a float64) []control.Constraint {
	h2, hinf := control.Constraint{Constant: control.Diag(0, 0, 0, 0, 1, 1)},
		control.Constraint{Constant: mat.NewSymDense(6, nil)}
	trace, square := control.Constraint{Constant: mat.NewSymDense(3, nil)},
		control.Constraint{Constant: control.Diag(1, 0)}
	for i := range 2 {
		trace.Constant.SetSym(0, i+1, r.l.At(0, i))
		hinf.Constant.SetSym(i+2, 5, r.l.At(0, i))
	}
	for i := range relaxedVars {
		p, y := mat.NewDense(2, 2, nil), mat.NewDense(2, 1, nil)
		switch {
		case i < 3:
			at := [3][2]int{{0, 0}, {0, 1}, {1, 1}}[i]
			p.Set(at[0], at[1], 1)
			p.Set(at[1], at[0], 1)
		case i < 5:
			y.Set(i-3, 0, 1)
		}
		yc := control.Mul(y, r.c)
		pf := control.Sub(control.Mul(p, r.a), control.Mul(yc, r.a))
		pb := control.Sub(control.Mul(p, r.b), control.Mul(yc, r.b))
		m2, mi := mat.NewDense(6, 6, nil), mat.NewDense(6, 6, nil)
		mt, ms := mat.NewDense(3, 3, nil), mat.NewDense(2, 2, nil)
		put := func(m *mat.Dense, i, j int, b mat.Matrix) {
			control.SetBlock(m, i, j, b)
			if i != j {
				control.SetBlock(m, j, i, b.T())
			}
		}
		for _, m := range []*mat.Dense{m2, mi} {
			put(m, 0, 0, p)
			put(m, 2, 2, p)
			put(m, 0, 2, pf)
		}
		put(m2, 0, 4, pb)
		put(m2, 0, 5, control.Scale(-r.sigma, y))
		put(mi, 0, 4, control.Scale(math.Sqrt(r.weight), y)) // a reading of norm 1/√weight
		put(mt, 1, 1, p)
		one := control.Diag(1)
		switch i {
		case 5:
			put(mt, 0, 0, one)
		case 6:
			put(mi, 4, 4, one)
			put(ms, 0, 1, control.Diag(0.5/a))
		case 7:
			put(mi, 5, 5, one)
			put(ms, 0, 1, control.Diag(0.5*a))
		case 8:
			put(ms, 1, 1, one)
		}
		term := func(c *control.Constraint, m *mat.Dense) {
			if control.MaxAbs(m) == 0 {
				c.Terms = append(c.Terms, nil)
				return
			}
			c.Terms = append(c.Terms, control.Sym(m))
		}
		term(&h2, m2)
		term(&hinf, mi)
		term(&trace, mt)
		term(&square, ms)
	}
	return []control.Constraint{h2, trace, hinf, square}
}

// inside returns a point, without V, that is strictly feasible: that of the first
// guess, with room to spare.
func (r *relaxation) inside() ([]float64, error) {
	ikc := control.Sub(control.Identity(2, 1), control.Mul(r.start, r.c))
	f, b := control.Mul(ikc, r.a), control.Mul(ikc, r.b)
	noise := control.Add(control.Mul(b, b.T()), control.Scale(r.sigma*r.sigma, control.Mul(r.start, r.start.T())))
	room := 0.5 * control.MaxAbs(noise)
	x, err := control.Lyapunov(f, control.Sym(control.Add(control.Scale(2, noise), control.Identity(2, room))))
	if err != nil {
		return nil, err
	}
	p, err := control.Inverse(x)
	if err != nil {
		return nil, err
	}
	y := control.Mul(p, r.start)
	// τ above the least that leaves P − FᵀPF − LᵀL/τ positive definite, then G
	// above its Schur complement.
	left := control.Sub(p, control.Mul(f.T(), p, f))
	w, err := control.Solve(left, r.l.T())
	if err != nil {
		return nil, err
	}
	tau := 2 * control.Mul(r.l, w).At(0, 0)
	inner := control.Sub(left, control.Scale(1/tau, control.Mul(r.l.T(), r.l)))
	yc := control.Scale(math.Sqrt(r.weight), y)
	fy := control.Mul(f.T(), yc)
	v, err := control.Solve(inner, fy)
	if err != nil {
		return nil, err
	}
	pinv, err := control.Solve(p, yc)
	if err != nil {
		return nil, err
	}
	g := 2 * (control.Mul(yc.T(), pinv).At(0, 0) + control.Mul(fy.T(), v).At(0, 0))
	return []float64{p.At(0, 0), p.At(0, 1), p.At(1, 1), y.At(0, 0), y.At(1, 0),
		2 * control.Mul(r.l, x, r.l.T()).At(0, 0), g, tau, 0}, nil
}
