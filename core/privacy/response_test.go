package privacy_test

import (
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// The closed form of randomised response, and what it says of EpsilonAt and of
// Compose: k bits are k losses, but for the grid.
func TestResponses(t *testing.T) {
	inf, ln3 := math.Inf(1), math.Log(3)
	for _, c := range []struct {
		name                string
		p                   oracle.ResponseProfile
		epsilon, want, pure float64
	}{
		{"one response", oracle.ResponseProfile{Truth: .75, Steps: 1}, 0, .5, ln3},
		{"one response, turned", oracle.ResponseProfile{Truth: .25, Steps: 1}, math.Log(2), .75 - 2*.25, ln3},
		{"one response, above", oracle.ResponseProfile{Truth: .75, Steps: 1}, ln3 + 1e-9, 0, ln3},
		{"fair responses", oracle.ResponseProfile{Truth: .5, Steps: 9}, 0, 0, 0},
		{"certain responses", oracle.ResponseProfile{Truth: 1, Steps: 2}, 5, 1, inf},
		// Bin(2; 2, ¾) − 2·Bin(0; 2, ¾)
		{"two responses", oracle.ResponseProfile{Truth: .75, Steps: 2}, math.Log(2), 9./16 - 2./16, 2 * ln3},
		{"three responses", oracle.ResponseProfile{Truth: .25, Steps: 3}, 3 * ln3, 0, 3 * ln3},
	} {
		check.Near(t, c.name+", δ", c.p.Delta(c.epsilon), c.want, 1e-15)
		if got := c.p.Pure(); got != c.pure && !(math.Abs(got-c.pure) <= 1e-15*c.pure) {
			t.Errorf("%s: pure ε = %v, want %v", c.name, got, c.pure)
		}
		if d := c.p.Delta(c.p.Pure()); d > 1e-15 {
			t.Errorf("%s: δ = %v at the pure ε", c.name, d)
		}
		if !math.IsNaN(c.p.Delta(-1)) || !math.IsNaN(c.p.Delta(math.NaN())) {
			t.Errorf("%s: an ε that is negative or not a number must give NaN", c.name)
		}
	}
	if got, err := privacy.EpsilonAt(oracle.ResponseProfile{Truth: 1, Steps: 1}, .5); err != nil || got != inf {
		t.Errorf("ε of a certain response is %v, %v", got, err)
	}
	bit := privacy.Part{Up: ln3, Down: ln3, Law: func(int) []privacy.Loss {
		return []privacy.Loss{{Value: ln3, Weight: .75}, {Value: -ln3, Weight: .25}}
	}}
	for _, k := range []int{1, 2, 7, 40} {
		p := privacy.Compose([]privacy.Part{bit}, k, 1<<15, func(float64) lang.Message { return lang.Verbatim("sum") })
		for _, e := range []float64{0, .4, 2, 5} {
			want := oracle.ResponseProfile{Truth: .75, Steps: k}.Delta(e)
			check.Near(t, "responses by their losses, δ", p.Delta(e), want, 1e-6)
		}
	}
}
