package inference

import (
	"fmt"
	"math"
	"strings"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/test/check"
	"indistinct/core/texts"
)

// Shifts m, p-values and rejection probabilities of an independent NumPy
// implementation: n = 30, ε = 1, α = 0.05.
func TestReferenceNumbers(t *testing.T) {
	for _, c := range []struct{ theta0, m float64 }{{.5, 20.061028}, {.8, 28.124458}, {.9, 30.314652}} {
		q := &Question{30, c.theta0, about.Above, 0.05}
		check.Near(t, "m", q.NoisyTest(law.NewTulap(1, 0)).Cut[1], c.m, 6e-7)
	}
	q := &Question{30, .5, about.Above, 0.05}
	check.Near(t, "DP-UMP p", q.Noisy(20.3, law.NewTulap(1, 0)).P, .0419578478, 5e-11)
	check.Near(t, "JIMI p", q.JIMI(21, 1).P, .0253735397, 5e-11)
}

func TestRejectionTable(t *testing.T) {
	for _, c := range []struct {
		theta0, theta float64
		want          [5]float64
	}{
		{.5, .5, [5]float64{.05000, .05000, .05000, .04959, .05075}},
		{.5, .7, [5]float64{.73174, .63530, .63520, .63355, .63815}},
		{.8, .8, [5]float64{.05000, .05000, .05000, .04322, .05120}},
		{.8, .9, [5]float64{.42885, .30398, .30367, .27417, .30874}},
		{.9, .9, [5]float64{.05000, .05000, .05000, .04003, .05259}},
		{.9, .95, [5]float64{.23289, .13530, .13530, .10833, .14231}},
	} {
		q := &Question{30, c.theta0, about.Above, 0.05}
		for i, test := range []*Decision{
			q.NoisyTest(law.NewTulap(math.Inf(1), 0)), q.NoisyTest(law.NewTulap(1, 0)),
			q.NoisyTest(law.Laplace{Epsilon: 1}), q.NormalTest(law.Laplace{Epsilon: 1}), q.JIMITest(1),
		} {
			name := []string{"UMP", "DP-UMP", "Laplace", "normal", "JIMI"}[i]
			check.Near(t, name, test.Power(c.theta), c.want[i], 5.1e-6)
		}
	}
}

// The sizes that the reference and the figure quote, in both languages: of the normal
// approximation and of the JIMI, at α = 0.05.
func TestQuotedSizes(t *testing.T) {
	jimi, normal := (*Question).JIMITest, func(q *Question, eps float64) *Decision {
		return q.NormalTest(law.Laplace{Epsilon: eps})
	}
	for _, c := range []struct {
		n           int
		eps, theta0 float64
		test        func(q *Question, eps float64) *Decision
		want        float64
		texts       string
	}{
		{30, 1, 0.1, normal, 0.055, "survey.reference.what-can-be-concluded.3"},
		{30, 1, 0.9, normal, 0.040, "survey.reference.what-can-be-concluded.3"},
		{30, 1, 0.9, jimi, 0.053, "survey.reference.what-can-be-concluded.4"},
		{50, 5, 0.96, jimi, 0.084, "survey.reference.what-can-be-concluded.4 survey.figures.size.note"},
		{50, 5, 0.93, jimi, 0.044, "survey.reference.what-can-be-concluded.4 survey.figures.size.note"},
	} {
		check.Near(t, "size", c.test(&Question{c.n, c.theta0, about.Above, 0.05}, c.eps).Power(c.theta0), c.want, 5e-4)
		for _, tag := range []string{"en", "de"} {
			l, err := texts.Read(tag)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range strings.Fields(c.texts) {
				if said := l.Text(id); !strings.Contains(said, l.Number(c.want, ".3")) {
					t.Errorf("%s does not quote %v: %s", id, c.want, said)
				}
			}
		}
	}
}

// The quadrature of the JIMI's law against brute force on a fine grid.
func TestJimiQuadrature(t *testing.T) {
	for _, c := range []struct {
		n          int
		eps, theta float64
	}{{30, 1, 0.5}, {30, 0.05, 0.9}, {5, 10, 0.03}, {300, 3, 0.4}, {2000, 1, 0.7}} {
		q := NewJimi(c.n, c.eps, c.theta)
		n := float64(c.n)
		lap := law.Laplace{Epsilon: c.eps}
		for _, z := range []float64{-2, 0.25 * n, c.theta * n, c.theta*n + 3.3, n + 1.5} {
			// Trapezoidal rule over the noise: t = z − v.
			want := lap.CDF(-z)
			const steps = 40000
			lo, hi := max(0, z-45/c.eps), min(n, z+45/c.eps)
			if hi <= lo {
				lo, hi = 0, n
			}
			h := (hi - lo) / steps
			for i := range steps {
				u := lo + (float64(i)+0.5)*h
				want += h * c.eps / 2 * math.Exp(-c.eps*math.Abs(z-u)) * num.RegIncBeta(u+0.5, n-u+0.5, c.theta)
			}
			check.Near(t, fmt.Sprintf("%v z = %g", c, z), q.Lower(z), want, 1e-6)
		}
	}
}

// The unbiased test has size α at θ₀, a power curve that is flat there, and is
// symmetric at ½; UnbiasedP agrees with it.
func TestUnbiased(t *testing.T) {
	for _, theta0 := range []float64{0.3, 0.5, 0.9} {
		for _, noise := range []law.Tulap{law.NewTulap(1, 0), law.NewTulap(1, 0.05), law.NewTulap(math.Inf(1), 0)} {
			q := &Question{30, theta0, about.TwoSided, 0.05}
			test := q.NoisyTest(noise)
			check.Near(t, "size", test.Power(theta0), 0.05, 1e-9)
			const h = 1e-4
			check.Near(t, "slope at θ₀", (test.Power(theta0+h)-test.Power(theta0-h))/(2*h), 0, 1e-3)
			if theta0 == 0.5 {
				check.Near(t, "symmetry", test.Cut[0]+test.Cut[1], 30, 1e-6)
			}
			if noise.B > 0 {
				check.Near(t, "p at the edge", q.UnbiasedP(test.Cut[1], noise), 0.05, 1e-6)
			}
		}
	}
}

// Intervals are inversions: θ is held exactly when its two-sided test with
// equal tails does not reject.
func TestIntervalsInvertTests(t *testing.T) {
	for _, z := range []float64{-1.2, 0.4, 8.8, 21, 29.9, 31.4} {
		ask := func(theta float64) *Question { return &Question{30, theta, about.TwoSided, 0.05} }
		for _, method := range []struct {
			name string
			of   func(q *Question) Conclusion
		}{
			{"Laplace", func(q *Question) Conclusion { return q.Noisy(z, law.Laplace{Epsilon: 1}) }},
			{"Tulap", func(q *Question) Conclusion { return q.Noisy(z, law.NewTulap(1, 0)) }},
			{"truncated", func(q *Question) Conclusion { return q.Noisy(z, law.NewTulap(1, 0.01)) }},
			{"normal", func(q *Question) Conclusion { return q.Normal(z, law.Laplace{Epsilon: 1}) }},
			{"JIMI", func(q *Question) Conclusion { return q.JIMI(z, 1) }},
		} {
			iv := method.of(ask(0.5)).Interval
			if !(iv[0] >= 0 && iv[0] <= iv[1] && iv[1] <= 1) {
				t.Errorf("%s: interval %v at %g", method.name, iv, z)
			}
			for k := range 2 {
				if v := iv[k]; v > 1e-6 && v < 1-1e-6 {
					check.Near(t, fmt.Sprintf("%s at %g: p at end %g", method.name, z, v), method.of(ask(v)).P,
						0.05, 1e-6)
				}
			}
		}
	}
}
