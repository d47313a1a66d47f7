package release

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Response is randomised response (Warner 1965): each respondent reports the
// truth with probability ½ + δ̃ and its opposite with ½ − δ̃. The slides write δ
// for this bias; here δ̃ keeps it apart from the δ of (ε, δ).
type Response struct {
	counts Answers
	Bias   float64
	View   string     // what is seen of the answers
	law    [2]law.PMF // of the number of noisy yes; of a single report on {0, 1}
	draws  [2]law.Sampler
}

// ResponseBias returns the bias with that ε, ½ tanh(ε/2).
func ResponseBias(epsilon float64) float64 { return 0.5 * num.Tanh(epsilon/2) }

// ResponseVariance is n times the variance that the coins add to the estimate,
// (¼ − δ̃²)/(4δ̃²).
func ResponseVariance(bias float64) float64 {
	b2 := bias * bias
	return (0.25 - b2) / (4 * b2)
}

// NewResponse tabulates the exact law of what is released; the bias is above 0 where that
// is an Estimate.
func NewResponse(c Answers, bias float64, view string) *Response {
	m := &Response{counts: c, Bias: bias, View: view}
	// Far enough down that log-densities are right wherever a release can
	// conceivably fall.
	cut := 1e-300
	if c.N > 2000 {
		cut = 1e-60
	}
	for in := range m.law {
		yes := c.Of(mechanism.Input(in))
		var d law.PMF
		if view == about.OneReport {
			p := 0.5 - bias
			if in == 0 == c.Star() { // yes is the truth
				p = 0.5 + bias
			}
			d = law.PMF{Lo: 0, P: []float64{1 - p, p}}
		} else {
			d = law.Convolve(law.Binomial(yes, 0.5+bias, cut), law.Binomial(c.N-yes, 0.5-bias, cut))
			d.Normalise()
		}
		m.law[in], m.draws[in] = d, law.NewSampler(d)
	}
	return m
}

// Value is what is released for k noisy yes.
func (m *Response) Value(k float64) float64 {
	if m.View != about.Estimate {
		return k
	}
	return (k/float64(m.counts.N) - 0.5 + m.Bias) / (2 * m.Bias)
}

// Count undoes Value.
func (m *Response) Count(v float64) float64 {
	if m.View != about.Estimate {
		return v
	}
	return (v*2*m.Bias + 0.5 - m.Bias) * float64(m.counts.N)
}

func (m *Response) Shape() (steps, dim int) { return 1, 1 }

// Release draws the number of noisy yes by inverting its exact distribution:
// the same law as tossing n coins, at the cost of one.
func (m *Response) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	out[0] = m.Value(float64(m.draws[in].Draw(s)))
}

func (m *Response) Fork() mechanism.Mechanism { return m }

// Claim returns ε = ln((½+δ̃)/(½−δ̃)).
func (m *Response) Claim() mechanism.Claim {
	return mechanism.Claim{
		Budget: privacy.Budget{Epsilon: about.ResponseEpsilon(m.Bias)},
		Source: lang.Verbatim("Warner (1965); Kasiviswanathan, Lee, Nissim, Raskhodnikova & Smith (2011)"),
		Note:   lang.Say("survey.release.response"),
	}
}

// Truth returns what the release is around: the true answer, the expected
// noisy count, the true proportion.
func (m *Response) Truth() []float64 {
	switch m.View {
	case about.OneReport:
		if m.counts.Star() {
			return []float64{1}
		}
		return []float64{0}
	case about.NoisyCount:
		y, n := float64(m.counts.Yes), float64(m.counts.N)
		return []float64{y*(0.5+m.Bias) + (n-y)*(0.5-m.Bias)}
	}
	return []float64{float64(m.counts.Yes) / float64(m.counts.N)}
}

// LogDensity is the logarithm of a probability; −∞ off the lattice.
func (m *Response) LogDensity(in mechanism.Input, release []float64) float64 {
	k := m.Count(release[0])
	r := math.Round(k)
	if !(math.Abs(k-r) < 1e-6) || math.Abs(r) > 1e9 {
		return math.Inf(-1)
	}
	return num.Log(m.law[in].At(int(r)))
}

// Profile sums over the counts. The loss is extreme where all reports agree: there it is the
// single report's.
func (m *Response) Profile() privacy.Profile {
	how := lang.Say("survey.release.sum")
	if m.View == about.OneReport {
		how = privacy.Closed()
	}
	return privacy.Curve{At: m.delta, PureEpsilon: about.ResponseEpsilon(m.Bias), How: how}
}

// delta returns the larger of the two directions' Σ (p − e^ε p′)₊.
func (m *Response) delta(epsilon float64) float64 {
	a, b := m.law[0], m.law[1]
	e := num.Exp(min(epsilon, 700)) // that is finite, so that 0 times it is 0
	var d1, d2 float64
	for k := min(a.Lo, b.Lo); k <= max(a.Hi(), b.Hi()); k++ {
		u, v := a.At(k), b.At(k)
		d1 += max(u-e*v, 0)
		d2 += max(v-e*u, 0)
	}
	// What rounding leaves of two equal laws is not a violation.
	if d := max(d1, d2); d > 1e-15 {
		return d
	}
	return 0
}
