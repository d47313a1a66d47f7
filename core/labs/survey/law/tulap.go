package law

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// Tulap is the truncated-uniform-Laplace law Tulap(0, b, q) of Awan &
// Slavković (2018): G₁ − G₂ + U with G geometric, P(G = g) = (1−b) bᵍ, and U
// uniform on (−½, ½); for q > 0 cut at its q/2 and 1 − q/2 quantiles. With
// b = e^{−ε} and q = 2δb/(1−b+2δb) a count plus this noise is (ε, δ)-private.
// b = 0 is the uniform alone, which turns every test built on it into the
// randomised test without privacy.
type Tulap struct {
	B, Q float64
	Cut  float64 // the support is [−cut, cut]; +Inf for q = 0
}

// NewTulap returns the noise of (ε, δ). ε = +Inf is the uniform alone.
func NewTulap(epsilon, delta float64) Tulap {
	b := num.Exp(-epsilon)
	t := Tulap{B: b, Cut: math.Inf(1)}
	if b == 0 {
		t.Cut = 0.5
		return t
	}
	if delta > 0 {
		t.Q = 2 * delta * b / (1 - b + 2*delta*b)
		t.Cut = -t.raw(t.Q / 2)
	}
	return t
}

// low returns the lower tail of the law before truncation, for t ≤ 0.
func (d Tulap) low(t float64) float64 {
	k := math.Round(t)
	if d.B == 0 {
		return min(max(t+0.5, 0), 1)
	}
	p := 1.0
	if k < 0 {
		p = num.Pow(d.B, -k)
	}
	return p * (d.B + (t-k+0.5)*(1-d.B)) / (1 + d.B)
}

// raw is the quantile before truncation for u ≤ ½, by inversion: the cell of
// the discrete Laplace law, then the uniform within it.
func (d Tulap) raw(u float64) float64 {
	if d.B == 0 {
		return u - 0.5
	}
	// P(D ≤ −j) = bʲ/(1+b) ≥ u.
	j := math.Floor(num.Log(u*(1+d.B)) / num.Log(d.B))
	j = max(j, 0)
	for range 2 { // rounding of the logarithms
		if num.Pow(d.B, j)/(1+d.B) < u && j > 0 {
			j--
		} else if num.Pow(d.B, j+1)/(1+d.B) >= u {
			j++
		}
	}
	below := num.Pow(d.B, j+1) / (1 + d.B)
	cell := num.Pow(d.B, j) * (1 - d.B) / (1 + d.B)
	return min(max((u-below)/cell, 0), 1) - j - 0.5
}

func (d Tulap) CDF(t float64) float64 {
	if t > 0 {
		return 1 - d.CDF(-t)
	}
	if t <= -d.Cut {
		return 0
	}
	return max((d.low(t)-d.Q/2)/(1-d.Q), 0)
}

func (d Tulap) LogPDF(t float64) float64 {
	t = math.Abs(t)
	if t > d.Cut {
		return math.Inf(-1)
	}
	if d.B == 0 {
		return 0
	}
	return math.Round(t)*num.Log(d.B) + num.Log((1-d.B)/(1+d.B)) - num.Log1p(-d.Q)
}

// Variance returns 2b/(1−b)² + 1/12 for q = 0, the sum over cells otherwise.
func (d Tulap) Variance() float64 {
	if math.IsInf(d.Cut, 1) || d.B == 0 {
		return 2*d.B/((1-d.B)*(1-d.B)) + 1.0/12
	}
	sum := 0.0
	for k := 0.0; k-0.5 < d.Cut; k++ {
		lo, hi := max(k-0.5, 0), min(k+0.5, d.Cut)
		f := num.Exp(d.LogPDF(lo + (hi-lo)/2))
		sum += 2 * f * (hi*hi*hi - lo*lo*lo) / 3
	}
	return sum
}

func (d Tulap) Reach() float64 {
	if d.B == 0 {
		return d.Cut
	}
	return min(d.Cut, 1-37/num.Log(d.B))
}

// Draw inverts the distribution function, or draws a discrete Laplace plus a uniform
// number.
func (d Tulap) Draw(s *rng.Stream) float64 {
	if d.Q == 0 || d.B == 0 {
		u := s.Open() - 0.5
		if d.B == 0 {
			return u
		}
		l := num.Log(d.B)
		g := math.Floor(num.Log(s.Open()) / l)
		h := math.Floor(num.Log(s.Open()) / l)
		return g - h + u
	}
	u := s.Open()
	v := min(u, 1-u) // symmetric, and precise in both tails
	x := d.raw(d.Q/2 + v*(1-d.Q))
	x = max(x, -d.Cut)
	if u > 0.5 {
		return -x
	}
	return x
}
