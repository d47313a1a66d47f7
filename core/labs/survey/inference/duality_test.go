package inference

import (
	"fmt"
	"math"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/test/check"
)

// TestIntervalsAndTests: an interval's ends are the proportions whose one-sided tests are at α/2, of each method that
// has one; the estimate lies between them. Where a count is at its end so is the interval.
func TestIntervalsAndTests(t *testing.T) {
	const n, alpha = 30, 0.1
	at := func(theta float64, side string) *Question { return &Question{n, theta, side, alpha} }
	q := at(0.4, about.TwoSided)
	methods := map[string]func(q *Question, x float64) Conclusion{
		"noisy": func(q *Question, x float64) Conclusion { return q.Noisy(x, law.Laplace{Epsilon: 1}) },
		"normal": func(q *Question, x float64) Conclusion {
			return q.Normal(x, law.Laplace{Epsilon: 1})
		},
		"raw":  func(q *Question, x float64) Conclusion { return q.Raw(int(x)) },
		"JIMI": func(q *Question, x float64) Conclusion { return q.JIMI(x, 1) },
		"randomised": func(q *Question, x float64) Conclusion {
			return q.Randomised(int(x), 0.3)
		},
	}
	for name, of := range methods {
		for _, x := range []float64{0, 9, 15, 22, n} {
			r := of(q, x)
			what := fmt.Sprintf("%s, %v of %v", name, x, n)
			for i, side := range []string{about.Above, about.Below} {
				end := r.Interval[i]
				if end <= 0 || end >= 1 {
					continue
				}
				check.Near(t, what+", p-value at an end", of(at(end, side), x).P, alpha/2, 2e-5)
				if two := of(at(end, about.TwoSided), x).P; math.Abs(two-alpha) > 4e-5 {
					t.Errorf("%s: both-sided p-value %v at an end", what, two)
				}
			}
			if !(r.Interval[0] <= r.Estimate && r.Estimate <= r.Interval[1]) || r.Interval[0] < 0 ||
				r.Interval[1] > 1 ||
				r.Interval[1]-r.Interval[0] < 0.03 && name != "randomised" {
				t.Errorf("%s: %+v", what, r)
			}
			if inner := 0 < r.Interval[0] && r.Interval[1] < 1; !inner && x == 15 {
				t.Errorf("%s: %+v", what, r)
			}
			up, down := of(at(0.4, about.Above), x).P, of(at(0.4, about.Below), x).P
			check.Near(t, what+", both sides", r.P, min(1, 2*min(up, down)), 1e-12)
		}
		if low, high := of(q, 0), of(q, n); low.Interval[0] != 0 || high.Interval[1] != 1 {
			t.Errorf("%s: of none %v, of all %v", name, low.Interval, high.Interval)
		}
		// What is counted is as good as what is not.
		for _, x := range []float64{0, 4, 13} {
			a, b := of(at(0.5, about.Above), x), of(at(0.5, about.Below), n-x)
			check.Near(t, fmt.Sprintf("%s, %v and its opposite", name, x), a.P, b.P, 1e-9)
			check.Near(t, fmt.Sprintf("%s, %v and its opposite, end", name, x), a.Interval[0], 1-b.Interval[1], 2e-9)
		}
	}
	// Far outside no proportion is compatible, and the interval is the end that is nearest.
	for z, want := range map[float64]float64{-60: 0, 90: 1} {
		if r := q.Normal(z, law.Laplace{Epsilon: 5}); r.Interval != [2]float64{want, want} || r.Estimate != want {
			t.Errorf("%v of %v: %+v", z, n, r)
		}
	}
}

// TestSizes: each exact test rejects at θ₀ with probability α, whichever alternative is asked, and more beyond θ₀ on
// its side and less before; two-sided tests are symmetric about ½.
func TestSizes(t *testing.T) {
	for _, side := range []string{about.Above, about.Below, about.TwoSided} {
		for _, theta0 := range []float64{0.3, 0.5, 0.8} {
			q := &Question{25, theta0, side, 0.08}
			for name, test := range map[string]*Decision{
				"Tulap": q.NoisyTest(law.NewTulap(1, 0)), "cut Tulap": q.NoisyTest(law.NewTulap(1, 0.02)),
				"Laplace": q.NoisyTest(law.Laplace{Epsilon: 1}), "uniform": q.NoisyTest(law.NewTulap(math.Inf(1), 0)),
				"randomised": q.RandomisedTest(0.3), "JIMI": q.JIMITest(1),
				"normal": q.NormalTest(law.Laplace{Epsilon: 1}),
			} {
				what := fmt.Sprintf("%s, %s %v", name, side, theta0)
				exact := 1e-6
				if name == "JIMI" || name == "normal" {
					exact = 0.02
				}
				check.Near(t, what+", size", test.Power(theta0), 0.08, exact)
				up, down := test.Power(theta0+0.15), test.Power(theta0-0.15)
				if (up > 0.1) != (side != about.Below) || (down > 0.1) != (side != about.Above) ||
					side == about.Above && down > 0.06 || side == about.Below && up > 0.06 {
					t.Errorf("%s: power %v above, %v below", what, up, down)
				}
				lower, upper := math.IsInf(test.Cut[0], -1), math.IsInf(test.Cut[1], 1)
				if lower != (side == about.Above) || upper != (side == about.Below) {
					t.Errorf("%s: rejects outside %v", what, test.Cut)
				}
				if side == about.TwoSided && theta0 == 0.5 {
					check.Near(t, what+", symmetry", up, down, 1e-6)
				}
			}
		}
	}
}

// TestUnbiasedP: of the unbiased test the power is least at θ₀, and its p-value at either cut is its size; it is 1 in
// the middle and falls to either side.
func TestUnbiasedP(t *testing.T) {
	noise := law.NewTulap(1, 0)
	for _, theta0 := range []float64{0.3, 0.5} {
		q := &Question{25, theta0, about.TwoSided, 0.08}
		test := q.NoisyTest(noise)
		check.Near(t, "slope at θ₀", test.Power(theta0+1e-4)-test.Power(theta0-1e-4), 0, 1e-7)
		for _, cut := range test.Cut {
			check.Near(t, "p-value at a cut", q.UnbiasedP(cut, noise), q.Alpha, 1e-6)
		}
		middle := num.Dot([]float64{0.5, 0.5}, test.Cut[:])
		last := 1.1
		for _, away := range []float64{0, 0.5, 1, 2, 5, 9} {
			p := q.UnbiasedP(middle+away, noise)
			if p > last+1e-9 || away == 0 && p < 0.85 || away == 9 && p > 0.01 {
				t.Errorf("θ₀ = %v: p-value %v at %v beyond the middle, %v before", theta0, p, away, last)
			}
			last = p
		}
	}
}
