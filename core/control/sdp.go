package control

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
)

// Constraint is one linear matrix inequality Constant + Σᵢ xᵢ Terms[i] ⪰ 0 over
// the variables of a program. A nil term is zero.
type Constraint struct {
	Constant *mat.SymDense
	Terms    []*mat.SymDense
}

// at returns the matrix at x.
func (c *Constraint) at(x []float64) *mat.SymDense {
	m := Sym(c.Constant)
	for i, t := range c.Terms {
		if t == nil || x[i] == 0 {
			continue
		}
		for r := range m.SymmetricDim() {
			for s := r; s < m.SymmetricDim(); s++ {
				m.SetSym(r, s, m.At(r, s)+x[i]*t.At(r, s))
			}
		}
	}
	return m
}

// Program is a semidefinite program: minimise Cost·x under linear matrix
// inequalities. It is solved by Newton's method on the log-determinant barrier
// (Nesterov & Nemirovskii 1994; Boyd & Vandenberghe 2004, ch. 11), dense and
// without structure: for tens of variables in blocks of tens of rows.
type Program struct {
	Cost        []float64
	Constraints []Constraint
	// Gap is how far above the least cost, relative to it, Solve may end; 0: 10⁻⁷.
	// A rough solution lies well inside the feasible points and is a good start
	// for a program that differs a little.
	Gap float64
}

// errInfeasible is returned for a start that is not strictly feasible.
var errInfeasible = lang.Errorf("control.infeasible")

// Solve returns a feasible x whose cost exceeds the least one by at most Gap. The
// search starts from start, which must be strictly feasible. The errors are
// ErrInfeasible and one that says that the iteration stalled, as it does for costs
// without a lower bound.
func (p *Program) Solve(start []float64) (x []float64, err error) {
	x = start
	if _, ok := p.barrier(x); !ok {
		return nil, errInfeasible
	}
	rel := p.Gap
	if rel == 0 {
		rel = 1e-7
	}
	rows := 0
	for _, c := range p.Constraints {
		rows += c.Constant.SymmetricDim()
	}
	for weight := 1.0; ; weight *= 8 {
		if x, err = p.centre(x, weight); err != nil {
			return nil, err
		}
		gap := float64(rows) / weight // at the centre; twice that is safe near it
		if 2*gap <= rel*math.Abs(floats.Dot(p.Cost, x)) || gap < 1e-300 {
			return x, nil
		}
		if !(weight < 1e15) {
			return nil, errStalled
		}
	}
}

var errStalled = lang.Errorf("control.stalled")

// barrier returns −Σ ln det of the constraints, and whether all are positive
// definite.
func (p *Program) barrier(x []float64) (float64, bool) {
	s := 0.0
	for i := range p.Constraints {
		var ch mat.Cholesky
		m := p.Constraints[i].at(x)
		if !finite(m) || !ch.Factorize(m) {
			return 0, false
		}
		s -= ch.LogDet()
	}
	return s, true
}

// centre minimises weight·Cost·x + barrier by damped Newton steps.
func (p *Program) centre(x []float64, weight float64) ([]float64, error) {
	n := len(p.Cost)
	last := math.Inf(1)
	for range 300 {
		g, h := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
		for i, c := range p.Cost {
			g.SetVec(i, weight*c)
		}
		for k := range p.Constraints {
			c := &p.Constraints[k]
			var ch mat.Cholesky
			if !ch.Factorize(c.at(x)) {
				return nil, errStalled
			}
			var inv mat.SymDense
			var c1 mat.Condition
			if err := ch.InverseTo(&inv); err != nil && !errors.As(err, &c1) {
				return nil, errStalled
			}
			part := make([]*mat.Dense, len(c.Terms))
			for i, t := range c.Terms {
				if t != nil {
					part[i] = Mul(&inv, t)
					g.SetVec(i, g.AtVec(i)-mat.Trace(part[i]))
				}
			}
			for i := range part {
				for j := i; j < len(part) && part[i] != nil; j++ {
					if part[j] != nil {
						h.SetSym(i, j, h.At(i, j)+traceOfProduct(part[i], part[j]))
					}
				}
			}
		}
		step, ok := newtonStep(h, g)
		if !ok {
			return nil, errStalled
		}
		decrement := math.Sqrt(max(mat.Dot(g, step), 0))
		if !(decrement > 1e-5) || decrement < 1e-2 && decrement > last/2 {
			return x, nil // what is left is nothing, or round-off
		}
		last = decrement
		// The barrier is self-concordant: a full step is safe where the decrement
		// is small, one shortened by 1 + decrement everywhere.
		length := 1.0
		if decrement > 0.25 {
			length = p.longest(x, step, weight, mat.Dot(g, step), 1/(1+decrement))
		}
		y := append([]float64(nil), x...)
		for i := range y {
			y[i] -= length * step.AtVec(i)
		}
		if _, ok := p.barrier(y); !ok {
			return nil, errStalled
		}
		x = y
	}
	return nil, errStalled
}

// longest returns the length among 1, ½, ¼ … down to safe at which a step lowers
// weight·Cost·x + barrier enough.
func (p *Program) longest(x []float64, step *mat.VecDense, weight, slope, safe float64) float64 {
	b, _ := p.barrier(x)
	value := weight*floats.Dot(p.Cost, x) + b
	y := make([]float64, len(x))
	for length := 1.0; length > safe; length /= 2 {
		for i := range y {
			y[i] = x[i] - length*step.AtVec(i)
		}
		b, ok := p.barrier(y)
		if ok && weight*floats.Dot(p.Cost, y)+b <= value-0.1*length*slope {
			return length
		}
	}
	return safe
}

// newtonStep returns h⁻¹ g for a positive definite h, scaled to ones on the
// diagonal before it is factorised.
func newtonStep(h *mat.SymDense, g *mat.VecDense) (*mat.VecDense, bool) {
	n := h.SymmetricDim()
	scale := make([]float64, n)
	for i := range n {
		if scale[i] = 1 / math.Sqrt(h.At(i, i)); math.IsInf(scale[i], 0) || math.IsNaN(scale[i]) {
			return nil, false // a variable that no constraint sees
		}
	}
	s, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		b.SetVec(i, scale[i]*g.AtVec(i))
		for j := i; j < n; j++ {
			s.SetSym(i, j, scale[i]*scale[j]*h.At(i, j))
		}
	}
	for ridge := 0.0; ridge < 1e-6; ridge = 10*ridge + 1e-15 {
		var ch mat.Cholesky
		for i := range n {
			s.SetSym(i, i, 1+ridge)
		}
		if !ch.Factorize(s) {
			continue
		}
		var x mat.VecDense
		var c mat.Condition
		if err := ch.SolveVecTo(&x, b); err != nil && !errors.As(err, &c) {
			continue
		}
		for i := range n {
			x.SetVec(i, scale[i]*x.AtVec(i))
		}
		return &x, true
	}
	return nil, false
}

func traceOfProduct(a, b *mat.Dense) float64 {
	n, _ := a.Dims()
	s := 0.0
	for i := range n {
		for j := range n {
			s += a.At(i, j) * b.At(j, i)
		}
	}
	return s
}
