package estimator

import (
	"math"
	"sync"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/ball"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Mixture is a second reading of the private W₂-MHE: at each released step
//
//	z = s·ẑ + (1 − s)·u,  ẑ the deterministic estimate, u uniform on K_k = A^k K₀,
//
// "from s = 1, a deterministic M, to s = 0, a uniformly distributed random variable" (Han & Martínez
// 2021, §V). Its errors stand like 1 − s, as the printed ones of figure 5 do; those of the Gibbs law
// (W2MHE) stand like √((1 − s)/s) whatever its weights.
//
// Two records shift the law. Its support is bounded, so no finite ε holds; what δ holds is geometry.
type Mixture struct {
	*model
	law     [2][]stepLaw // the deterministic estimates
	profile func() privacy.Profile
}

// NewMixture prepares the estimator for two records of a scenario, which may not feed the released
// sample back.
func NewMixture(sc *system.Scenario, records [2][]float64, opt W2Options) (*Mixture, error) {
	entropy := opt.S
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	m := *w.model
	m.opt.S = entropy
	x := &Mixture{model: &m, law: w.law}
	x.profile = sync.OnceValue(x.overlap)
	return x, nil
}

func (m *Mixture) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for k := range m.frames {
		part := m.opt.at(k)
		w := expand(m.d, ball.Unit(s, m.d))
		for i, v := range m.law[in&1][k].mode {
			w[i] = part*v + (1-part)*w[i]
		}
		out[2*k], out[2*k+1] = m.position(&m.frames[k], w)
	}
}

// Pace implements mechanism.Paced: a ball takes a third of its cube.
func (m *Mixture) Pace() float64 { return 0.15 * float64(len(m.frames)) }

func (m *Mixture) Fork() mechanism.Mechanism { return m }

// shift returns how far the laws of step k lie apart. The released position is that of a ball seen in two
// dimensions, an ellipse: in units of its half-axes a disc of radius 1, with the density (1 − r²)·2/π, or
// 1/π where the state is the position alone.
func (m *Mixture) shift(k int) float64 {
	sum, part := 0.0, m.opt.at(k)
	for a, o := range m.frames[k].out {
		d := 0.0
		for i, c := range o {
			d += c * (m.law[0][k].mode[2*a+i] - m.law[1][k].mode[2*a+i])
		}
		sum += d * d / (o[0]*o[0] + o[1]*o[1])
	}
	if sum == 0 {
		return 0
	}
	return part * math.Sqrt(sum) / (1 - part) // +Inf at s = 1
}

// Profile is exact up to its quadrature, about a thousandth of δ. The first call takes some milliseconds a step.
func (m *Mixture) Profile() privacy.Profile { return m.profile() }

// overlap computes it: with the share of the mass outside the other record's support of any step, everything is given
// away; else the steps' losses add up.
func (m *Mixture) overlap() privacy.Profile {
	const cells, bins = 200, 1 << 12
	both := 1.0 // mass within the common support of all steps
	var parts []privacy.Part
	for k := range m.frames {
		d := m.shift(k)
		if d == 0 {
			continue
		}
		inside, all, most := []privacy.Loss{}, 0.0, 0.0
		for i := range cells { // midpoints of a grid over one half of the disc
			x := (float64(i)+0.5)*2/cells - 1
			for j := range cells / 2 {
				y := (float64(j) + 0.5) * 2 / cells
				own, other := 1-x*x-y*y, 1-(x-d)*(x-d)-y*y
				if own <= 0 {
					continue
				}
				l := privacy.Loss{Weight: own}
				if m.d == 2 {
					l.Weight = 1
				}
				if all += l.Weight; other <= 0 {
					continue
				}
				if m.d == 4 {
					l.Value = num.Log(own / other)
				}
				inside, most = append(inside, l), math.Max(most, math.Abs(l.Value))
			}
		}
		mass := 0.0
		for _, l := range inside {
			mass += l.Weight
		}
		both *= mass / all
		for i := range inside {
			inside[i].Weight /= mass
		}
		parts = append(parts, privacy.Part{Up: most, Down: most, Law: func(int) []privacy.Loss { return inside }})
	}
	if len(parts) == 0 {
		return privacy.Curve{At: func(float64) float64 { return 0 }, How: lang.Say("ring.estimator.exact.points")}
	}
	how := lang.Say("ring.estimator.exact.overlap", "outside", 1-both)
	if both == 0 {
		return privacy.Curve{At: func(float64) float64 { return 1 }, PureEpsilon: math.Inf(1), How: how}
	}
	losses := privacy.Compose(parts, 1, bins, func(float64) lang.Message { return how })
	return privacy.Curve{At: func(eps float64) float64 { return 1 - both + both*losses.Delta(eps) },
		PureEpsilon: math.Inf(1), How: how}
}

// Claim says that no finite ε holds, or that both records have one law.
func (m *Mixture) Claim() mechanism.Claim {
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: m.Profile().Pure()},
		Note: lang.Say("ring.estimator.mixture.note")}
}
