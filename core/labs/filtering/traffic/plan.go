package traffic

import (
	"errors"
	"math"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Plan is one architecture made ready.
type Plan struct {
	Name     string
	Filter   *Filter
	InNoise  float64 // standard deviation added to each report, m
	OutNoise float64 // standard deviation added to the published mean, m/s
	RMSE     float64 // of the published mean velocity, m/s, steady state, theory
}

// Plan designs an architecture.
//
// Input perturbation adds κ ρ σ_max(C S) to each y. Output perturbation adds
// κ γ with γ = max ρ ‖L K C S‖_∞ (theorem 5); here L = [0, 1]/n. Laplace noise
// takes the ℓ₁ gain in place of the H∞ norm.
func (t *Setting) Plan(name string) (*Plan, error) {
	n := float64(t.N)
	r := t.Sigma2 * t.Sigma2
	in := t.Kappa * t.Rho
	p := &Plan{Name: name}
	designed := r
	if name == about.Input || name == about.InputRaw {
		p.InNoise = in
	}
	if name == about.Input {
		designed += in * in
	}
	var err error
	if name == about.Redesigned {
		p.Filter, err = t.redesign()
	} else {
		p.Filter, err = t.build(t.gain(designed))
	}
	if err != nil {
		return nil, err
	}
	if name == about.Output || name == about.Redesigned {
		gain := p.Filter.HInf
		if t.Laplace {
			if gain, err = p.Filter.l1(); errors.Is(err, control.ErrSlow) {
				return nil, &lab.Problem{Field: "law", Say: lang.Say("filtering.refused.slow")}
			} else if err != nil {
				return nil, err
			}
		}
		p.OutNoise = in * gain / n
	}
	p.RMSE = p.RMSEAt(t, 1)
	return p, nil
}

// RMSEAt returns the root mean squared error of the published mean in steady
// state when share times the planned privacy noise is added.
func (p *Plan) RMSEAt(t *Setting, share float64) float64 {
	in, out := share*p.InNoise, share*p.OutNoise
	return math.Sqrt(t.variance(p.Filter, t.Sigma2*t.Sigma2+in*in)/float64(t.N) + out*out)
}
