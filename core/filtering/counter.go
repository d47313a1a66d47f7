package filtering

import (
	"math"
	"math/bits"

	"indistinct/core/num"
)

// Kernel is the impulse response of a causal filter that counts events.
type Kernel []float64

// MovingAverage is 1/l over the last l steps.
func MovingAverage(l int) Kernel {
	k := make(Kernel, l)
	for i := range k {
		k[i] = 1 / float64(l)
	}
	return k
}

// Forgetting is (1 − a) aᵗ, cut where it falls below 10⁻¹².
func Forgetting(a float64) Kernel {
	var k Kernel
	for v := 1 - a; v > 1e-12 && len(k) < 100000; v *= a {
		k = append(k, v)
	}
	return k
}

// L1 is the ℓ₁ norm of the impulse response: how much a single event moves the
// whole output, for Laplace noise.
func (k Kernel) L1() float64 {
	s := 0.0
	for _, v := range k {
		s += math.Abs(v)
	}
	return s
}

// L2 is the ℓ₂ norm ‖G‖₂: how much a single event moves the output in ℓ₂, for
// Gaussian noise.
func (k Kernel) L2() float64 {
	s := 0.0
	for _, v := range k {
		s += float64(v * v)
	}
	return math.Sqrt(s)
}

// HInf is the H∞ norm of a filter with nonnegative impulse response: its gain
// at frequency zero, which no other frequency exceeds. It is the ℓ₂ incremental
// gain for whole signals.
func (k Kernel) HInf() float64 { return k.L1() }

// Power returns |F(e^{iω})| on a grid of n frequencies 2πj/n.
func (k Kernel) Power(n int) []float64 {
	re, im := make([]float64, n), make([]float64, n)
	for i, v := range k {
		re[i%n] += v
	}
	fft(re, im, false)
	for i := range re {
		re[i] = math.Sqrt(float64(re[i]*re[i]) + float64(im[i]*im[i]))
	}
	return re
}

// ZeroForcing returns the mean squared error κ²((1/2π)∫|F|)² of the best
// two-block mechanism: a pre-filter G with |G|² ∝ |F|, white noise, and the
// post-filter F/G (Le Ny & Pappas 2014). n is the number of frequencies.
func ZeroForcing(k Kernel, kappa float64, n int) float64 {
	s := 0.0
	for _, v := range k.Power(n) {
		s += v
	}
	s *= kappa / float64(n)
	return s * s
}

// Wiener returns the least mean squared error when the input is white with
// power pu: |G|² = [κ|F|/√ν − κ²/pu]₊ with ν such that ‖G‖₂ = 1, and the
// post-filter is the linear least-squares estimator.
func Wiener(k Kernel, kappa, pu float64, n int) float64 {
	f := k.Power(n)
	gain := func(q float64) (power float64) { // q = κ/√ν
		for _, v := range f {
			power += max(0, float64(q*v)-kappa*kappa/pu)
		}
		return power / float64(n)
	}
	lo, hi := 0.0, 1.0
	for gain(hi) < 1 {
		hi *= 2
	}
	for range 200 {
		mid := (lo + hi) / 2
		if gain(mid) < 1 {
			lo = mid
		} else {
			hi = mid
		}
	}
	s := 0.0
	for _, v := range f {
		g := max(0, float64(hi*v)-kappa*kappa/pu)
		s += float64(v*v) * pu * kappa * kappa / (float64(g*pu) + float64(kappa*kappa))
	}
	return s / float64(n)
}

// SpectralFactor returns the first taps of the minimum-phase filter G with
// |G|² = |F|, normalised to ‖G‖₂ = 1, by the cepstrum (Oppenheim & Schafer) on
// n frequencies, a power of two. Zeros of F on the unit circle are filled to
// 10⁻⁶ of the peak.
func SpectralFactor(k Kernel, n, taps int) []float64 {
	f := k.Power(n)
	top := 0.0
	for _, v := range f {
		top = max(top, v)
	}
	re, im := make([]float64, n), make([]float64, n)
	for i, v := range f {
		re[i] = 0.5 * num.Log(max(v, 1e-6*top)) // ln|G|
	}
	fft(re, im, true)
	for i := range re {
		im[i] = 0
		switch {
		case i == 0 || i == n/2:
		case i < n/2:
			re[i] *= 2
		default:
			re[i] = 0
		}
	}
	fft(re, im, false)
	for i := range re {
		a := num.Exp(re[i])
		sin, cos := num.Sincos(im[i])
		re[i], im[i] = a*cos, a*sin
	}
	fft(re, im, true)
	norm := 0.0
	for _, v := range re {
		norm += float64(v * v)
	}
	norm = math.Sqrt(norm)
	out := make([]float64, min(taps, n))
	for i := range out {
		out[i] = re[i] / norm
	}
	return out
}

// fft is the radix-2 transform of a power-of-two length, e^{−iωt}; inverse
// divides by n.
func fft(re, im []float64, inverse bool) {
	n := len(re)
	shift := 64 - bits.Len(uint(n-1))
	for i := range re {
		j := int(bits.Reverse64(uint64(i)) >> shift)
		if n == 1 {
			j = 0
		}
		if i < j {
			re[i], re[j], im[i], im[j] = re[j], re[i], im[j], im[i]
		}
	}
	sign := -1.0
	if inverse {
		sign = 1
	}
	for half := 1; half < n; half *= 2 {
		for k := range half {
			sin, cos := num.Sincos(sign * math.Pi * float64(k) / float64(half))
			for i := k; i < n; i += 2 * half {
				j := i + half
				x := float64(cos*re[j]) - float64(sin*im[j])
				y := float64(sin*re[j]) + float64(cos*im[j])
				re[j], im[j] = re[i]-x, im[i]-y
				re[i], im[i] = re[i]+x, im[i]+y
			}
		}
	}
	if inverse {
		for i := range re {
			re[i] /= float64(n)
			im[i] /= float64(n)
		}
	}
}

// Tree is the binary-tree counter under continual observation (Dwork, Naor,
// Pitassi & Rothblum 2010; Chan, Shi & Song 2011): a running count up to a
// horizon as a sum of noisy partial counts. One event touches one node on each
// of its levels.
type Tree struct {
	Horizon int
	Levels  int
}

// NewTree returns the tree for a horizon of at least one step.
func NewTree(horizon int) Tree { return Tree{horizon, bits.Len(uint(horizon - 1))} }

// Laplace returns the scale of the Laplace noise on each node for ε: one event
// changes Levels + 1 nodes by one.
func (t Tree) Laplace(epsilon float64) float64 { return float64(t.Levels+1) / epsilon }

// Gauss returns the standard deviation of Gaussian noise on each node for a
// multiplier κ.
func (t Tree) Gauss(kappa float64) float64 { return kappa * math.Sqrt(float64(t.Levels+1)) }

// Error returns the standard deviation of the count at time s ≥ 1 when each
// node carries noise of the given standard deviation: the count is a sum of as
// many nodes as s has ones in binary.
func (t Tree) Error(s int, node float64) float64 {
	return node * math.Sqrt(float64(bits.OnesCount(uint(s))))
}
