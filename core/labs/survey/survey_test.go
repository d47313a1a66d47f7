package survey

import (
	"math"
	"testing"

	"indistinct/core/labs/survey/law"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.12g, want %.12g ± %g", what, got, want, tol)
	}
}

// Values of the Tulap law at b = e⁻¹, computed independently from the
// definition.
func TestTulapCDF(t *testing.T) {
	d := law.NewTulap(1, 0)
	for _, c := range []struct{ t, want float64 }{
		{0, 0.5}, {0.5, 0.7310585786}, {1, 0.8160602794}, {-2.3, 0.0489054147},
	} {
		near(t, "F", d.CDF(c.t), c.want, 5e-11)
		near(t, "1 − F", d.Upper(c.t), 1-c.want, 5e-11)
	}
}

// Shifts m, p-values and rejection probabilities of an independent NumPy
// implementation: n = 30, ε = 1, α = 0.05.
func TestReferenceNumbers(t *testing.T) {
	for _, c := range []struct{ theta0, m float64 }{{.5, 20.061028}, {.8, 28.124458}, {.9, 30.314652}} {
		q := newQuestion(30, c.theta0, above, 0.05)
		near(t, "m", q.NoisyTest("", law.NewTulap(1, 0)).Cut[1], c.m, 6e-7)
	}
	q := newQuestion(30, .5, above, 0.05)
	near(t, "DP-UMP p", q.Noisy("", 20.3, law.NewTulap(1, 0)).P, .0419578478, 5e-11)
	near(t, "JIMI p", q.JIMI("", 21, 1).P, .0253735397, 5e-11)
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
		q := newQuestion(30, c.theta0, above, 0.05)
		for i, test := range []*decision{
			q.NoisyTest("UMP", law.NewTulap(math.Inf(1), 0)), q.NoisyTest("DP-UMP", law.NewTulap(1, 0)),
			q.NoisyTest("Laplace", law.Laplace{Epsilon: 1}), q.NormalTest("normal", law.Laplace{Epsilon: 1}), q.JIMITest("JIMI", 1),
		} {
			near(t, test.Name, test.Power(c.theta), c.want[i], 5.1e-6)
		}
	}
}
