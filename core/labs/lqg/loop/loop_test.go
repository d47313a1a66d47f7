package loop

import (
	"math"
	"testing"

	"indistinct/core/control"
	"indistinct/core/test/check"
)

// TestSmoother: on a scalar random walk seen in noise the smoother's variance
// has a closed form: with filtered f and predicted p = f + w, gain g = f/p and
// s = (f − g²p)/(1 − g²).
func TestSmoother(t *testing.T) {
	one := control.FromRows([]float64{1})
	a := &Agent{A: one, B: one, C: one, W: control.Diag(0.5), V: control.Diag(2)}
	k, err := filter(a, a.V)
	if err != nil {
		t.Fatal(err)
	}
	p, f := k.Prior, k.Post
	// p² − w p − w v = 0.
	check.Near(t, "prediction variance", p.At(0, 0), (0.5+math.Sqrt(0.25+4))/2, 1e-12)
	s, err := smooth(a, k)
	if err != nil {
		t.Fatal(err)
	}
	g := f.At(0, 0) / p.At(0, 0)
	check.Near(t, "smoothed variance", s.At(0, 0), (f.At(0, 0)-g*g*p.At(0, 0))/(1-g*g), 1e-12)
	// The smoother's variance by frequency domain: w v /√(w² + 4 w v).
	check.Near(t, "smoothed variance, spectral", s.At(0, 0), 0.5*2/math.Sqrt(0.25+4*0.5*2), 1e-12)
}
