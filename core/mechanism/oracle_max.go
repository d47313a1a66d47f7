package mechanism

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Noise is the kind of noise that NoisyMax adds.
type Noise int

// The kinds of noise.
const (
	LaplaceNoise     Noise = iota
	ExponentialNoise       // one-sided
)

// NoisyMax adds independent noise to each of several query answers and reports
// which is largest ("report noisy max", Dwork & Roth 2014, section 3.3): with
// noise of scale 2/ε it is ε-differentially private when every answer changes
// by at most 1. Its two classic broken variants return the largest noisy answer
// itself in place of its index, with Laplace or with exponential noise (Ding et
// al. 2018, algorithms 3 and 4).
type NoisyMax struct {
	Answers [2][]float64
	Noise   Noise
	Scale   float64
	Value   bool // release the largest noisy answer in place of its index
	Claimed float64
}

// NewNoisyMax returns the mechanism with noise of scale 2/ε; value makes it
// the broken variant. The two records' answers must differ by at most 1 each.
func NewNoisyMax(record, adjacent []float64, epsilon float64, noise Noise, value bool) (*NoisyMax, error) {
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	if len(record) < 2 || len(record) != len(adjacent) {
		return nil, fmt.Errorf("there are %d and %d answers; noisy max takes the same number, at least 2, for both records", len(record), len(adjacent))
	}
	for i := range record {
		if !(math.Abs(record[i]-adjacent[i]) <= 1) {
			return nil, fmt.Errorf("answer %d changes from %v to %v; adjacent answers differ by at most 1", i, record[i], adjacent[i])
		}
	}
	return &NoisyMax{Answers: [2][]float64{append([]float64(nil), record...), append([]float64(nil), adjacent...)},
		Noise: noise, Scale: 2 / epsilon, Value: value, Claimed: epsilon}, nil
}

// Shape returns one step of one number: an index from 0, or a value.
func (n *NoisyMax) Shape() (steps, dim int) { return 1, 1 }

// Release writes the index or the value of the largest noisy answer.
func (n *NoisyMax) Release(in Input, s *rng.Stream, out []float64) {
	best, at := math.Inf(-1), 0
	for i, q := range n.Answers[in&1] {
		var v float64
		if n.Noise == ExponentialNoise {
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
func (n *NoisyMax) Fork() Mechanism { return n }

// Claim returns the claimed ε: proven for the index, and what the broken
// variants are often believed to have.
func (n *NoisyMax) Claim() Claim {
	return claim(n.Claimed, "Dwork & Roth 2014, claim 3.9 (for the index)", "every answer changes by at most 1 between record and neighbour")
}

// cdf and pdf of the noise at x.
func (n *NoisyMax) cdf(x float64) float64 {
	switch {
	case n.Noise == ExponentialNoise && x <= 0:
		return 0
	case n.Noise == ExponentialNoise:
		return -num.Expm1(-x / n.Scale)
	case x < 0:
		return 0.5 * num.Exp(x/n.Scale)
	}
	return 1 - 0.5*num.Exp(-x/n.Scale)
}

func (n *NoisyMax) pdf(x float64) float64 {
	switch {
	case n.Noise == ExponentialNoise && x < 0:
		return 0
	case n.Noise == ExponentialNoise:
		return num.Exp(-x/n.Scale) / n.Scale
	}
	return 0.5 * num.Exp(-math.Abs(x)/n.Scale) / n.Scale
}

// at returns the density that answer i is the largest and has noisy value x.
func (n *NoisyMax) at(in Input, i int, x float64) float64 {
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
func (n *NoisyMax) density(in Input, x float64) float64 {
	s := 0.0
	for i := range n.Answers[0] {
		s += n.at(in, i, x)
	}
	return s
}

// knots returns the places where densities have kinks, and the ends of a range
// that leaves out less than 10⁻¹⁵ of the mass.
func (n *NoisyMax) knots() []float64 {
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
func (n *NoisyMax) integrate(f func(x float64) float64) float64 {
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
func (n *NoisyMax) Law(in Input) []float64 {
	p := make([]float64, len(n.Answers[0]))
	for i := range p {
		p[i] = n.integrate(func(x float64) float64 { return n.at(in, i, x) })
	}
	return p
}

// LogDensity returns the log-density of a released value; for the index
// variant the log-probability of the index.
func (n *NoisyMax) LogDensity(in Input, release []float64) float64 {
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
func (n *NoisyMax) Profile() privacy.Profile {
	if !n.Value {
		return discrete([2][]float64{n.Law(Record), n.Law(Adjacent)}, "quadrature, error below 10⁻¹²")
	}
	return privacy.Curve{PureEpsilon: n.pureValue(), How: "quadrature, error below 10⁻⁶", At: func(epsilon float64) float64 {
		e := num.Exp(epsilon)
		one := n.integrate(func(x float64) float64 { return math.Max(0, n.density(0, x)-e*n.density(1, x)) })
		two := n.integrate(func(x float64) float64 { return math.Max(0, n.density(1, x)-e*n.density(0, x)) })
		return math.Max(one, two)
	}}
}

// pureValue returns the pure ε of the value variant: the largest log-ratio of
// the two densities, over a fine lattice between the knots and in both limits.
func (n *NoisyMax) pureValue() float64 {
	a, b := n.Answers[0], n.Answers[1]
	if n.Noise == ExponentialNoise {
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
	if n.Noise == LaplaceNoise {
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
