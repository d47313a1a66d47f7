package lqg

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lab/labtest"
	"indistinct/core/linalg"
	"indistinct/core/rng"
)

func open(t testing.TB, set ...string) *model {
	t.Helper()
	m, err := Lab{}.Open(labtest.Spec(t, Lab{}, set...))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*model)
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.9g, want %.9g ± %g", what, got, want, tol)
	}
}

// The numbers of the reference example were computed independently: two double
// integrators on a line, h = 0.1, Q = diag(10, 1, 10, 1) with −4 between the
// positions, R = I, W = diag(.01, .02), ε = 1, δ = 0.05, b = b̄ = 1.
func TestReferenceExample(t *testing.T) {
	m := open(t)
	if q := m.net.Q; q.At(0, 0) != 10 || q.At(1, 1) != 1 || q.At(0, 2) != -4 || q.At(3, 3) != 1 {
		t.Fatalf("Q = %v", q.A)
	}
	near(t, "tr(KW)", m.d.TrKW, 2.880642, 5e-7)
	near(t, "tr(KΣ+(Q−K)Σ̄)", m.c.KSigma, 17.594218, 5e-7)
	near(t, "tr(M₄W̄)", m.c.Ref, 72.736035, 5e-7)
	near(t, "ΔJ", m.c.Total(), 87.449611, 5e-7)
	near(t, "J", m.c.Base+m.c.Total(), 90.330253, 5e-7)
	if m.c.Identity > 1e-10 {
		t.Errorf("trace identity has a residual of %g", m.c.Identity)
	}
	for _, c := range []struct{ eps, want, tol float64 }{{.1, 5915.34, .005}, {.2, 1570.78, .005}, {.5, 290.552, 5e-4}, {1, 87.4496, 5e-5}, {2, 28.8101, 5e-5}} {
		got, err := m.with(c.eps)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("ΔJ at ε = %g", c.eps), got.Total(), c.want, c.tol)
	}
	// Slopes: −114240 at .1 (a forward difference), −1038 at .5, −146 at 1.
	for _, c := range []struct{ eps, want, tol float64 }{{.1, -114240, 200}, {.5, -1038, 1}, {1, -146, .5}} {
		a, err := m.with(c.eps * (1 - 1e-4))
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.with(c.eps * (1 + 1e-4))
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("dΔJ/dε at %g", c.eps), (b.Total()-a.Total())/(2e-4*c.eps), c.want, c.tol)
	}
}

// TestSimulation: the paired difference of simulated costs lies within 5.5
// standard errors of the theorem's ΔJ. By the normal approximation a correct
// program fails this for fewer than 1 seed in 10⁷.
func TestSimulation(t *testing.T) {
	m := open(t)
	r, err := NewRunner(m.d, m.c)
	if err != nil {
		t.Fatal(err)
	}
	var diff, private []float64
	for i := range 600 {
		a, b := r.Run(7, int64(i), simBurn, simSteps)
		diff, private = append(diff, a-b), append(private, a)
	}
	mean, half := interval(diff)
	if z := math.Abs(mean-m.c.Total()) / half * 1.96; z > 5.5 {
		t.Errorf("simulated ΔJ %.3f ± %.3f, theorem %.3f (%.1f standard errors)", mean, half, m.c.Total(), z)
	}
	mean, half = interval(private)
	if z := math.Abs(mean-90.330253) / half * 1.96; z > 5.5 {
		t.Errorf("simulated J %.3f ± %.3f, theorem 90.330", mean, half)
	}
}

// TestSlope holds the adjoint derivative against a finite difference.
func TestSlope(t *testing.T) {
	m := open(t, "vvar", "0.3", "plant", "formation", "N", "3")
	a := m.net.Agents[1]
	p := m.d.P.Block(m.d.at[1], m.d.at[1], 4, 4)
	cost := func(v float64) float64 {
		_, f, _, err := filter(&a, a.V.Add(linalg.Identity(4).Scale(v)))
		if err != nil {
			t.Fatal(err)
		}
		return p.Mul(f).Trace()
	}
	v := m.c.SensorNoises[1].Out * m.c.SensorNoises[1].Out
	h := v * 1e-4
	want := (cost(v+h) - cost(v-h)) / (2 * h)
	near(t, "∂ΔJ/∂V", m.c.Slope[1], want, 1e-5*math.Abs(want))
}

func TestCalibrate(t *testing.T) {
	m := open(t, "plant", "teams", "N", "6", "coupling", "9")
	const budget = 200
	e, err := m.d.Equal(m.ps, false, budget)
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.with(e)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ΔJ at the equal ε", c.Total(), budget, 1e-6*budget)
	share, err := m.d.Share(m.ps, false, budget)
	if err != nil {
		t.Fatal(err)
	}
	ps := append([]Promise(nil), m.ps...)
	sum := 0.0
	for i := range ps {
		ps[i].Epsilon = share[i]
		sum += share[i]
	}
	c, err = m.d.Price(ps, false)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ΔJ of the shared ε", c.Total(), budget, 1e-4*budget)
	if sum > 6*e+1e-6 {
		t.Errorf("shared ε sum to %g, equal ones to %g", sum, 6*e)
	}
	// A budget that no ε meets is said, not invented.
	if e, err := m.d.Equal(m.ps, false, 1e-12); err != nil || !math.IsNaN(e) {
		t.Errorf("impossible budget: %v, %v", e, err)
	}
}

// TestSmoother: on a scalar random walk seen in noise the smoother's variance
// has a closed form: with filtered f and predicted p = f + w, gain g = f/p and
// s = (f − g²p)/(1 − g²).
func TestSmoother(t *testing.T) {
	a := &Agent{A: linalg.Diag(1), B: linalg.Diag(1), C: linalg.Diag(1), W: linalg.Diag(0.5), V: linalg.Diag(2)}
	p, f, _, err := filter(a, a.V)
	if err != nil {
		t.Fatal(err)
	}
	// p² − w p − w v = 0.
	near(t, "prediction variance", p.At(0, 0), (0.5+math.Sqrt(0.25+4))/2, 1e-12)
	s, err := smooth(a, p, f)
	if err != nil {
		t.Fatal(err)
	}
	g := f.At(0, 0) / p.At(0, 0)
	near(t, "smoothed variance", s.At(0, 0), (f.At(0, 0)-g*g*p.At(0, 0))/(1-g*g), 1e-12)
	// The smoother's variance by frequency domain: w v /√(w² + 4 w v).
	near(t, "smoothed variance, spectral", s.At(0, 0), 0.5*2/math.Sqrt(0.25+4*0.5*2), 1e-12)
}

func TestEveryPreset(t *testing.T) {
	labtest.Presets(t, Lab{}, func(name string, _ lab.Spec, m lab.Model) {
		if c := m.(*model).c; !(c.Total() > 0) || c.Identity > 1e-10 {
			t.Errorf("%s: ΔJ = %g, identity residual %g", name, c.Total(), c.Identity)
		}
	})
}

func TestAnalyses(t *testing.T) {
	labtest.Analyses(t, Lab{}, labtest.Spec(t, Lab{}, "plant", "chain", "N", "3"))
}

func TestRefusals(t *testing.T) {
	labtest.Refused(t, Lab{}, []labtest.Refusal{
		{Set: []string{"star", "3"}, Field: "star"},
		{Set: []string{"plant", "teams", "N", "3"}, Field: "N"},
		{Set: []string{"delta", "0.5"}, Field: "delta"},
		{Set: []string{"delta", "0"}, Field: "delta"},
		{Set: []string{"eps", "0"}, Field: "eps"},
		{Set: []string{"ai", "1,1,1"}, Field: "ai"},
		{Set: []string{"plant", "custom", "A", "1,0;0,1;1,1"}, Field: "A"},
		{Set: []string{"plant", "custom", "B", "1"}, Field: "B"},
		{Set: []string{"plant", "custom", "C", "1,0,0"}, Field: "C"},
		{Set: []string{"coupling", "-50"}, Field: "coupling"},
		{Set: []string{"plant", "custom", "A", "2,0;0,0.5", "B", "0;1"}, Field: "plant"},
		{Set: []string{"plant", "custom", "A", "1.1,0;0,0.5", "B", "1;1", "C", "0,1"}, Field: "plant"},
	})
}

func TestStepAllocatesNothing(t *testing.T) {
	m := open(t, "plant", "formation", "N", "5")
	r, err := NewRunner(m.d, m.c)
	if err != nil {
		t.Fatal(err)
	}
	s := rng.New(rng.Key{Seed: 1})
	r.Reset(&s)
	if n := testing.AllocsPerRun(100, func() { r.Step(&s) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

func BenchmarkStep20(b *testing.B) {
	m := open(b, "plant", "formation", "N", "20")
	r, err := NewRunner(m.d, m.c)
	if err != nil {
		b.Fatal(err)
	}
	s := rng.New(rng.Key{Seed: 1})
	r.Reset(&s)
	for b.Loop() {
		r.Step(&s)
	}
}

func BenchmarkOpen20(b *testing.B) {
	s := labtest.Spec(b, Lab{}, "plant", "formation", "N", "20")
	for b.Loop() {
		if _, err := (Lab{}).Open(s); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	table := Lab{}.Params()
	m, err := Lab{}.Open(table.Defaults("lqg"))
	if err != nil {
		fmt.Println(err)
		return
	}
	f := m.Facts()[0]
	fmt.Printf("%s %s = %s\n", f.Label, f.Symbol, f.Value.Text)
	// Output: Cost of privacy ΔJ = 87.450
}
