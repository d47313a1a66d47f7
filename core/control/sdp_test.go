package control

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestProgram holds the solver against programs whose answers are known.
func TestProgram(t *testing.T) {
	check := func(name string, p *Program, want float64, start ...float64) []float64 {
		t.Helper()
		x, err := p.Solve(start)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		got := floats.Dot(p.Cost, x)
		if math.Abs(got-want) > 2e-7*math.Abs(want) {
			t.Errorf("%s: least cost %.10g, want %.10g", name, got, want)
		}
		return x
	}
	// The least s with s I ⪰ M is the greatest eigenvalue.
	r := rand.New(rand.NewPCG(21, 22))
	for _, n := range []int{1, 3, 8} {
		m := Sym(random(r, n, n, 1))
		var e mat.EigenSym
		if !e.Factorize(m, false) {
			t.Fatal("no eigenvalues")
		}
		top := e.Values(nil)[n-1]
		check("greatest eigenvalue", &Program{Cost: []float64{1},
			Constraints: []Constraint{{Sym(Scale(-1, m)), []*mat.SymDense{Identity(n, 1)}}}}, top, top+1)
	}
	// A linear program: minimise −x−y with x + 2y ≤ 4, 3x + y ≤ 6, x, y ≥ 0 has
	// its corner at (8/5, 6/5).
	x := check("a corner", &Program{Cost: []float64{-1, -1}, Constraints: []Constraint{
		{Diag(4, 6, 0, 0), []*mat.SymDense{Diag(-1, -3, 1, 0), Diag(-2, -1, 0, 1)}}}}, -2.8, 0.5, 0.5)
	if x != nil {
		near(t, "x at the corner", x[0], 1.6, 1e-6)
	}
	// The least x + y with xy ≥ 1 is 2.
	check("a hyperbola", &Program{Cost: []float64{1, 1}, Constraints: []Constraint{
		{Sym(FromRows([]float64{0, 1}, []float64{1, 0})), []*mat.SymDense{Diag(1, 0), Diag(0, 1)}}}}, 2, 2, 2)
	// The Lovász number of the five-cycle is √5 (Lovász 1979): minimise t with
	// t I − J + Σ y_e E_e ⪰ 0 over its five edges.
	p := &Program{Cost: []float64{1, 0, 0, 0, 0, 0}}
	c := Constraint{Constant: mat.NewSymDense(5, nil), Terms: []*mat.SymDense{Identity(5, 1)}}
	for i := range 5 {
		for j := i; j < 5; j++ {
			c.Constant.SetSym(i, j, -1)
		}
		e := mat.NewSymDense(5, nil)
		e.SetSym(i, (i+1)%5, 1)
		c.Terms = append(c.Terms, e)
	}
	p.Constraints = []Constraint{c}
	check("the five-cycle", p, math.Sqrt(5), 6, 0, 0, 0, 0, 0)

	if _, err := (&Program{Cost: []float64{1},
		Constraints: []Constraint{{Diag(-1, -1), []*mat.SymDense{Diag(1, -1)}}}}).Solve([]float64{0}); !errors.Is(err,
		errInfeasible) {
		t.Errorf("x ≥ 1 and x ≤ −1: %v", err)
	}
	if _, err := (&Program{Cost: []float64{-1},
		Constraints: []Constraint{{Diag(1), []*mat.SymDense{Diag(1)}}}}).Solve([]float64{0}); err == nil {
		t.Error("a cost without a lower bound has a minimum")
	}
}

// TestBoundedReal: the least γ² of the bounded real lemma's inequality is the
// squared H∞ norm.
func TestBoundedReal(t *testing.T) {
	a, b, c := FromRows([]float64{0.9, 0.3}, []float64{-0.4, 0.5}), FromRows([]float64{1}, []float64{0.5}),
		FromRows([]float64{0.2, 1})
	s := System{a, b, c, FromRows([]float64{0})}
	h, _, err := s.HInf()
	if err != nil {
		t.Fatal(err)
	}
	// [P 0; 0 γ²] − [A B]ᵀ P [A B] − [CᵀC 0; 0 0] ⪰ 0, P ⪰ 0.
	ab := mat.NewDense(2, 3, nil)
	SetBlock(ab, 0, 0, a)
	SetBlock(ab, 0, 2, b)
	ctc := mat.NewDense(3, 3, nil)
	SetBlock(ctc, 0, 0, Scale(-1, Mul(c.T(), c)))
	lmi, pos := Constraint{Constant: Sym(ctc)}, Constraint{Constant: mat.NewSymDense(2, nil)}
	for _, e := range []*mat.SymDense{Diag(1, 0), Diag(0, 1), Sym(FromRows([]float64{0, 1}, []float64{1, 0}))} {
		m := mat.NewDense(3, 3, nil)
		SetBlock(m, 0, 0, e)
		lmi.Terms = append(lmi.Terms, Sym(Sub(m, Mul(ab.T(), e, ab))))
		pos.Terms = append(pos.Terms, e)
	}
	lmi.Terms = append(lmi.Terms, Diag(0, 0, 1))
	p := &Program{Cost: []float64{0, 0, 0, 1}, Constraints: []Constraint{lmi, pos}}
	q, err := Lyapunov(a.T(), Sym(Sub(Identity(2, 1), ctc.Slice(0, 2, 0, 2))))
	if err != nil {
		t.Fatal(err)
	}
	x, err := p.Solve([]float64{q.At(0, 0), q.At(1, 1), q.At(0, 1), 1e4})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "γ²", x[3], h*h, 1e-6*h*h)
}
