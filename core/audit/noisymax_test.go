package audit

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/oracle"
)

// noise is the kind of noise that noisyMax adds.
type noise int

// The kinds of noise.
const (
	laplaceNoise     noise = iota
	exponentialNoise       // one-sided
)

// noisyMax adds independent noise to each of several query answers and reports
// which is largest ("report noisy max", Dwork & Roth 2014, section 3.3): with
// noise of scale 2/ε it is ε-differentially private when every answer changes
// by at most 1. Its two classic broken variants return the largest noisy answer
// itself in place of its index, with Laplace or with exponential noise (Ding et
// al. 2018, algorithms 3 and 4).
type noisyMax struct {
	Answers [2][]float64
	Noise   noise
	Scale   float64
	Value   bool // release the largest noisy answer in place of its index
	Claimed float64
}

// newNoisyMax returns the mechanism with noise of scale 2/ε; value makes it
// the broken variant. The two records' answers must differ by at most 1 each.
func newNoisyMax(record, adjacent []float64, epsilon float64, noise noise, value bool) *noisyMax {
	return &noisyMax{Answers: [2][]float64{record, adjacent}, Noise: noise, Scale: 2 / epsilon, Value: value,
		Claimed: epsilon}
}

// Shape returns one step of one number: an index from 0, or a value.
func (n *noisyMax) Shape() (steps, dim int) { return 1, 1 }

// Release writes the index or the value of the largest noisy answer.
func (n *noisyMax) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	best, at := math.Inf(-1), 0
	for i, q := range n.Answers[in&1] {
		var v float64
		if n.Noise == exponentialNoise {
			v = q + n.Scale*s.Exp()
		} else {
			v = q + s.Laplace(n.Scale)
		}
		if v > best {
			best, at = v, i
		}
	}
	if n.Value {
		out[0] = best
	} else {
		out[0] = float64(at)
	}
}

// Fork returns n: it has no scratch.
func (n *noisyMax) Fork() mechanism.Mechanism { return n }

// Claim returns the claimed ε: proven for the index, and what the broken
// variants are often believed to have.
func (n *noisyMax) Claim() mechanism.Claim {
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: n.Claimed},
		Source: "Dwork & Roth 2014, claim 3.9 (for the index)"}
}

// cdf and pdf of the noise at x.
func (n *noisyMax) cdf(x float64) float64 {
	switch {
	case n.Noise == exponentialNoise && x <= 0:
		return 0
	case n.Noise == exponentialNoise:
		return -num.Expm1(-x / n.Scale)
	case x < 0:
		return 0.5 * num.Exp(x/n.Scale)
	}
	return 1 - 0.5*num.Exp(-x/n.Scale)
}

func (n *noisyMax) pdf(x float64) float64 {
	switch {
	case n.Noise == exponentialNoise && x < 0:
		return 0
	case n.Noise == exponentialNoise:
		return num.Exp(-x/n.Scale) / n.Scale
	}
	return 0.5 * num.Exp(-math.Abs(x)/n.Scale) / n.Scale
}

// at returns the density that answer i is the largest and has noisy value x.
func (n *noisyMax) at(in mechanism.Input, i int, x float64) float64 {
	q := n.Answers[in&1]
	p := n.pdf(x - q[i])
	for j := range q {
		if j != i {
			p *= n.cdf(x - q[j])
		}
	}
	return p
}

// density returns the density of the largest noisy answer.
func (n *noisyMax) density(in mechanism.Input, x float64) float64 {
	s := 0.0
	for i := range n.Answers[0] {
		s += n.at(in, i, x)
	}
	return s
}

// knots returns the places where densities have kinks, and the ends of a range
// that leaves out less than 10⁻¹⁵ of the mass.
func (n *noisyMax) knots() []float64 {
	var k []float64
	for _, q := range n.Answers {
		k = append(k, q...)
	}
	lo, hi := k[0], k[0]
	for _, q := range k {
		lo, hi = math.Min(lo, q), math.Max(hi, q)
	}
	k = append(k, lo-40*n.Scale, hi+40*n.Scale)
	slices.Sort(k)
	return k
}

// integrate integrates f between the knots on pieces of about a quarter of the
// noise's scale.
func (n *noisyMax) integrate(f func(x float64) float64) float64 {
	s := 0.0
	k := n.knots()
	for i := 1; i < len(k); i++ {
		w := k[i] - k[i-1]
		if w <= 0 {
			continue
		}
		m := int(math.Ceil(4 * w / n.Scale))
		h := w / float64(m)
		for j := range m {
			lo := k[i-1] + float64(j)*h
			s += quad.Fixed(f, lo, lo+h, 8, quad.Legendre{}, 0)
		}
	}
	return s
}

// Law returns the probability of each index, for the index variant; by
// quadrature, error below 10⁻¹².
func (n *noisyMax) Law(in mechanism.Input) []float64 {
	p := make([]float64, len(n.Answers[0]))
	for i := range p {
		p[i] = n.integrate(func(x float64) float64 { return n.at(in, i, x) })
	}
	return p
}

// LogDensity returns the log-density of a released value; for the index
// variant the log-probability of the index.
func (n *noisyMax) LogDensity(in mechanism.Input, release []float64) float64 {
	if n.Value {
		return num.Log(n.density(in, release[0]))
	}
	p := n.Law(in)
	i := int(release[0])
	if i < 0 || i >= len(p) {
		return math.Inf(-1)
	}
	return num.Log(p[i])
}

// Profile returns the profile for the two records.
func (n *noisyMax) Profile() privacy.Profile {
	if !n.Value {
		return discrete([2][]float64{n.Law(mechanism.Record), n.Law(mechanism.Adjacent)},
			"quadrature, error below 10⁻¹²")
	}
	return privacy.Curve{PureEpsilon: n.pureValue(), How: "quadrature, error below 10⁻⁶",
		At: func(epsilon float64) float64 {
			e := num.Exp(epsilon)
			one := n.integrate(func(x float64) float64 { return math.Max(0, n.density(0, x)-e*n.density(1, x)) })
			two := n.integrate(func(x float64) float64 { return math.Max(0, n.density(1, x)-e*n.density(0, x)) })
			return math.Max(one, two)
		}}
}

// pureValue returns the pure ε of the value variant: the largest log-ratio of
// the two densities, over a fine lattice between the knots and in both limits.
func (n *noisyMax) pureValue() float64 {
	a, b := n.Answers[0], n.Answers[1]
	if n.Noise == exponentialNoise {
		top := func(q []float64) float64 {
			m := q[0]
			for _, v := range q {
				m = math.Max(m, v)
			}
			return m
		}
		if top(a) != top(b) {
			return math.Inf(1) // the supports begin at different places
		}
	}
	worst := 0.0
	see := func(x float64) {
		p, q := n.density(0, x), n.density(1, x)
		if p > 0 && q > 0 {
			worst = math.Max(worst, math.Abs(num.Log(p/q)))
		}
	}
	k := n.knots()
	for i := 1; i < len(k); i++ {
		const m = 400
		for j := 0; j <= m; j++ {
			see(k[i-1] + (k[i]-k[i-1])*float64(j)/m)
		}
	}
	if n.Noise == laplaceNoise {
		// Far left the density goes like the product of all distribution
		// functions, so the log-ratio tends to Σ(a−b)/scale.
		s := 0.0
		for i := range a {
			s += a[i] - b[i]
		}
		worst = math.Max(worst, math.Abs(s)/n.Scale)
	}
	return worst
}

// discrete returns the profile of a finite law: p[in][k] is the probability of
// outcome k.
func discrete(p [2][]float64, how string) privacy.Profile {
	pure := 0.0
	for k := range p[0] {
		a, b := p[0][k], p[1][k]
		switch {
		case a == 0 && b == 0:
		case a == 0 || b == 0:
			pure = math.Inf(1)
		default:
			pure = math.Max(pure, math.Abs(num.Log(a/b)))
		}
	}
	return privacy.Curve{PureEpsilon: pure, How: lang.Verbatim(how), At: func(epsilon float64) float64 {
		if epsilon >= pure {
			return 0
		}
		e := num.Exp(math.Min(epsilon, 700)) // finite: an outcome may be impossible
		var s [2]float64
		for k := range p[0] {
			s[0] += math.Max(0, p[0][k]-e*p[1][k])
			s[1] += math.Max(0, p[1][k]-e*p[0][k])
		}
		return math.Max(s[0], s[1])
	}}
}

// halfLaplace claims ε with half of the noise it needs: its true ε is twice its
// claim.
func halfLaplace(shift, epsilon float64) *mechanism.Additive {
	return claiming(epsilon)(oracle.NewLaplace(shift, 2*epsilon))
}

// claiming returns a mechanism that claims another ε than it keeps.
func claiming(epsilon float64) func(*mechanism.Additive, error) *mechanism.Additive {
	return func(m *mechanism.Additive, err error) *mechanism.Additive {
		must(m, err)
		m.Says.Budget.Epsilon = epsilon
		return m
	}
}

// wrongHistogram mixes up ε and 1/ε: its noise has scale ε, so its true ε is 1/ε
// (Ding et al. 2018, section 5).
func wrongHistogram(counts []float64, epsilon float64) *mechanism.Additive {
	return claiming(epsilon)(oracle.NewHistogram(counts, 1/epsilon))
}

// The exact ε of the broken mechanisms, by hand.
func TestBrokenOraclesTruths(t *testing.T) {
	zero, one := []float64{0, 0, 0}, []float64{1, 1, 1}
	for _, c := range []struct {
		name string
		mech mechanism.Profiled
		want float64
	}{
		{"half Laplace", halfLaplace(2, 0.7), 1.4},
		{"wrong histogram", wrongHistogram([]float64{3, 1}, 0.7), 1 / 0.7},
		// Far left all three distribution functions shift: 3 · ε/2.
		{"noisy max value", newNoisyMax(zero, one, 0.7, laplaceNoise, true), 1.05},
		{"noisy max value, exponential", newNoisyMax(zero, one, 0.7, exponentialNoise, true), math.Inf(1)},
	} {
		if got := c.mech.Profile().Pure(); !(math.Abs(got-c.want) <= 1e-9) && got != c.want {
			t.Errorf("%s: pure ε %v, want %v", c.name, got, c.want)
		}
	}
	if got := newNoisyMax([]float64{1, 0, 0.5}, []float64{0, 1, 0.5}, 0.7, laplaceNoise,
		false).Profile().Pure(); !(got > 0.3 && got <= 0.7) {
		t.Errorf("noisy max: pure ε %v; its theorem says at most 0.7", got)
	}
}

// The law of noisy max sums to one and is that of the releases: χ² of three
// outcomes with 2 degrees of freedom above 35 has probability 3·10⁻⁸.
func TestNoisyMaxLaw(t *testing.T) {
	for _, noise := range []noise{laplaceNoise, exponentialNoise} {
		m := newNoisyMax([]float64{1, 0, 0.5}, []float64{0, 1, 0.5}, 0.7, noise, false)
		for in := range 2 {
			p := m.Law(mechanism.Input(in))
			if s := p[0] + p[1] + p[2]; math.Abs(s-1) > 1e-12 {
				t.Errorf("the probabilities sum to %.15f", s)
			}
			const n = 60000
			var c [3]float64
			out := make([]float64, 1)
			for i := range n {
				s := rng.New(rng.Key{Seed: 6, Phase: 8, Input: uint32(in), Trial: uint64(i)})
				m.Release(mechanism.Input(in), &s, out)
				c[int(out[0])]++
			}
			chi := 0.0
			for k := range p {
				chi += (c[k] - n*p[k]) * (c[k] - n*p[k]) / (n * p[k])
			}
			if chi > 35 {
				t.Errorf("noise %d, input %d: χ² = %v", noise, in, chi)
			}
		}
	}
}
