package loop

import (
	"math"
	"testing"

	"indistinct/core/control"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// TestSmoother: on a scalar random walk seen in noise the smoother's variance
// has a closed form: with filtered f and predicted p = f + w, gain g = f/p and
// s = (f − g²p)/(1 − g²).
func TestSmoother(t *testing.T) {
	one := control.FromRows([]float64{1})
	a := &Agent{A: one, B: one, C: one, W: control.Diag(0.5), V: control.Diag(2)}
	all, err := filters(&Network{Agents: []Agent{*a}}, make([]Noise, 1))
	if err != nil {
		t.Fatal(err)
	}
	k := all[0]
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

// TestNoiseOfEachAgent: agents that do not depend on each other have noise by their own promises. Of one whose
// noise is left out the private loop is the other, which the next one's is not.
func TestNoiseOfEachAgent(t *testing.T) {
	one := control.FromRows([]float64{1})
	agent := Agent{A: control.FromRows([]float64{0.9}), B: one, C: one, W: control.Diag(0.5), V: control.Diag(0.1),
		Ref: []float64{1}}
	d, err := Solve(&Network{Agents: []Agent{agent, agent, agent}, Q: control.Diag(1, 1, 1), R: control.Diag(1, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	for quiet := range 3 {
		promises := make([]Promise, 3)
		for i := range promises {
			if promises[i] = (Promise{Epsilon: 1, Delta: 0.01, B: 1, RefB: 1, Part: 1}); i == quiet {
				promises[i].Part = 0
			}
		}
		c, err := d.Price(promises, true)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewRunner(d, c)
		if err != nil {
			t.Fatal(err)
		}
		s := rng.New(rng.Key{Seed: 1, Phase: 94})
		r.Reset(&s)
		for range 5 {
			r.Step(&s)
		}
		for i := range promises {
			if same := math.Abs(r.Private.X[i]-r.Plain.X[i]) < 1e-9; same != (i == quiet) || (r.e[i] == 0) != same {
				t.Errorf("without noise of agent %d: agent %d is at %v, and at %v without privacy; its noise is %v", quiet, i,
					r.Private.X[i], r.Plain.X[i], r.e[i])
			}
		}
	}
}
