// Package ball draws exactly from log-concave laws on the unit ball, of two or four
// dimensions, and minimises quadratics on it.
//
// With m the mode on the ball, |m| ≤ 1, multiplier ν ≥ 0 (zero inside) and
// δ = w − m, t = −m·δ, the target is
//
//	p(w) ∝ exp(−ν t − ½ δᵀPδ − R(δ)),  |m + δ| ≤ 1,  R ≥ 0,
//
// where P bounds the curvature from below everywhere on the ball, so that R,
// all that the quadratic leaves out, is never negative. Five proposals, each
// with an envelope that is a theorem, cover the cases; the one with the best
// acceptance is chosen at set-up. All are rejection: draws are exact whatever
// the choice.
//
//	inside   Gaussian of the quadratic, kept if it falls into the ball
//	uniform  uniform on the ball
//	half     Gaussian of the quadratic on the half-space t ≥ 0 that touches
//	         the ball at m
//	curved   for modes pressed against the boundary. Let y be the part of δ
//	         across m. The ball is t₀(y) ≤ t ≤ t₁(y) with t₀ = 1 − √(1−|y|²) ≥
//	         |y|²/2, so exp(−νt) ≤ exp(−ν|y|²/2) exp(−ν(t−t₀)): propose y
//	         Gaussian with precision (Schur complement of P) + νI, then t − t₀
//	         exponential.
//	bowl     the same with τ = t − t₀ and y drawn together from exp(−ντ − ½Q(τ,y)
//	         − ½ν|y|²), Q the form of P. What is left, ½(P_nn+ν)t₀² + t₀(P_nn τ +
//	         P_nt·y), is at least −slack with slack = 3.375 P′r⁴ for r ≤ √2/3 and
//	         P′(√2r − ½) beyond, P′ = P_nn + ν, r = |P_nt|/P′ (from |y|² ≤ 2t₀).
package ball

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// Proposal is a law that is drawn from in place of the target.
type Proposal int

const (
	Point Proposal = iota // β = ∞: the mode itself
	Inside
	Uniform
	Half
	Curved
	Bowl
)

// Vec is a point of the ball; in two dimensions its last two numbers are 0.
type Vec = [4]float64

// Law is one target with its proposal.
type Law struct {
	Dim       int
	Proposal  Proposal
	Mode      Vec
	Slack     float64 // 1 − |m|²; exactly 0 where ν > 0
	Nu        float64
	Precision [4]Vec  // P
	Floor     float64 // uniform: where P is indefinite, minus a lower bound of the quadratic
	chol      [4]Vec  // inside: upper-triangular map from normals to δ − shift
	shift     Vec
	basis     [4]Vec // half, curved, bowl: columns 0 … d−2 map normals to y in w's coordinates
	dir       Vec    // half, bowl: δ moves by t·dir, y by τ·dir
	// half: t has density ∝ exp(−νt − ½ s t²), t ≥ 0.
	s float64
	// curved: the normal part left out is ½ pnn (t − k·z)². bowl: k is P_nt in
	// w's coordinates, and spare the slack.
	pnn   float64
	k     Vec
	spare float64
}

// invCholesky returns the upper-triangular C with C Cᵀ = M⁻¹ for a positive
// definite n × n matrix M; ok is false where M is not.
func invCholesky(n int, m *[4]Vec) (c [4]Vec, ok bool) {
	var l [4]Vec
	for i := range n {
		for j := 0; j <= i; j++ {
			s := m[i][j]
			for q := range j {
				s -= l[i][q] * l[j][q]
			}
			if i == j {
				if !(s > 0) {
					return c, false
				}
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	// M = L Lᵀ, so C = L⁻ᵀ: solve Lᵀ C = I by columns.
	for col := range n {
		for i := n - 1; i >= 0; i-- {
			s := 0.0
			if i == col {
				s = 1
			}
			for q := i + 1; q < n; q++ {
				s -= l[q][i] * c[q][col]
			}
			c[i][col] = s / l[i][i]
		}
	}
	return c, true
}

// Build prepares a proposal; false where it does not apply.
func (b *Law) Build(kind Proposal) bool {
	b.Proposal = kind
	d := b.Dim
	switch kind {
	case Point, Uniform:
		return true
	case Inside:
		c, ok := invCholesky(d, &b.Precision)
		if !ok {
			return false
		}
		b.chol = c
		// The centre of the quadratic is m + ν P⁻¹ m = m + ν C Cᵀ m.
		b.shift = Vec{}
		if b.Nu > 0 {
			var u Vec
			for j := range d {
				for i := range d {
					u[j] += c[i][j] * b.Mode[i]
				}
			}
			for i := range d {
				for j := range d {
					b.shift[i] += c[i][j] * u[j]
				}
				b.shift[i] *= b.Nu
			}
		}
		return true
	}
	if b.Slack != 0 || b.Nu <= 0 {
		return false
	}
	// An orthonormal basis across m: the Householder reflection that takes the
	// axis of m's largest component to ±m.
	var u [4]Vec // u[j] is the j-th tangent vector
	big := 0
	for i := range d {
		if math.Abs(b.Mode[i]) > math.Abs(b.Mode[big]) {
			big = i
		}
	}
	h := b.Mode
	h[big] += math.Copysign(1, h[big]) // not 0, since |m| = 1
	hh := 0.0
	for i := range d {
		hh += h[i] * h[i]
	}
	col := 0
	for j := range d {
		if j == big {
			continue
		}
		for i := range d {
			v := -2 * h[i] * h[j] / hh
			if i == j {
				v++
			}
			u[col][i] = v
		}
		col++
	}
	// P in the frame (t along −m, tangents).
	n := d - 1
	mul := func(x, y *Vec) float64 {
		s := 0.0
		for i := range d {
			r := 0.0
			for j := range d {
				r += b.Precision[i][j] * y[j]
			}
			s += x[i] * r
		}
		return s
	}
	pnn := mul(&b.Mode, &b.Mode)
	var pnt Vec // coupling of t (along −m) with tangent j
	var ptt [4]Vec
	for i := range n {
		pnt[i] = -mul(&b.Mode, &u[i])
		for j := range n {
			ptt[i][j] = mul(&u[i], &u[j])
		}
	}
	switch kind {
	case Half, Bowl:
		if kind == Bowl {
			if b.pnn = pnn; !(pnn >= 0) {
				return false
			}
			g := 0.0
			b.k = Vec{}
			for j := range n {
				g += pnt[j] * pnt[j]
				ptt[j][j] += b.Nu
				for i := range d {
					b.k[i] += u[j][i] * pnt[j]
				}
			}
			all := pnn + b.Nu
			r := math.Sqrt(g) / all
			if b.spare = 3.375 * all * (r * r) * (r * r); r > math.Sqrt2/3 {
				b.spare = all * (math.Sqrt2*r - 0.5)
			}
		}
		c, ok := invCholesky(n, &ptt)
		if !ok {
			return false
		}
		// y given t is normal about t·q, q = −ptt⁻¹ pnt.
		var q, cu Vec
		for j := range n {
			for i := range n {
				cu[j] += c[i][j] * pnt[i]
			}
		}
		b.s = pnn
		for j := range n {
			b.s -= cu[j] * cu[j]
			for i := range n {
				q[i] -= c[i][j] * cu[j]
			}
		}
		if !(b.s >= 0) {
			return false
		}
		for i := range d {
			b.dir[i] = -b.Mode[i]
			if kind == Bowl {
				b.dir[i] = 0
			}
			for j := range n {
				b.dir[i] += u[j][i] * q[j]
			}
		}
		b.tangents(&u, &c)
	case Curved:
		if !(pnn > 0) {
			return false
		}
		b.pnn = pnn
		m := ptt
		for i := range n {
			for j := range n {
				m[i][j] -= pnt[i] * pnt[j] / pnn
			}
			m[i][i] += b.Nu
		}
		c, ok := invCholesky(n, &m)
		if !ok {
			return false
		}
		// t is centred at −pnt·y/pnn for given y.
		b.k = Vec{}
		for j := range n {
			for i := range n {
				b.k[j] -= pnt[i] * c[i][j] / pnn
			}
		}
		b.tangents(&u, &c)
	}
	return true
}

// tangents sets basis = u·c: row i holds the coefficients of the normals in
// w's i-th coordinate.
func (b *Law) tangents(u, c *[4]Vec) {
	n := b.Dim - 1
	for i := range b.Dim {
		for j := range n {
			s := 0.0
			for q := range n {
				s += u[q][i] * c[q][j]
			}
			b.basis[i][j] = s
		}
	}
}

// exponent returns ν t + ½ δᵀPδ.
func (b *Law) exponent(x *Vec) float64 {
	s, t := 0.0, 0.0
	for i := range b.Dim {
		r := 0.0
		for j := range b.Dim {
			r += b.Precision[i][j] * x[j]
		}
		s += r * x[i]
		t -= b.Mode[i] * x[i]
	}
	return 0.5*s + b.Nu*t
}

// inBall says whether |m + δ| ≤ 1.
func (b *Law) inBall(x *Vec) bool {
	q := 0.0
	for i := range b.Dim {
		q += x[i] * (2*b.Mode[i] + x[i])
	}
	return q <= b.Slack
}

// Propose draws one δ. It returns the exponent still to be paid for (≥ 0) and
// whether the draw lies in the ball.
func (b *Law) Propose(s *rng.Stream, x *Vec) (cost float64, ok bool) {
	d := b.Dim
	switch b.Proposal {
	case Uniform:
		*x = Unit(s, d)
		for i := range d {
			x[i] -= b.Mode[i]
		}
		return b.exponent(x) + b.Floor, true
	case Inside:
		z := normals(s, d)
		for i := range d {
			v := b.shift[i]
			for j := i; j < d; j++ {
				v += b.chol[i][j] * z[j]
			}
			x[i] = v
		}
		return 0, b.inBall(x)
	case Half:
		z := normals(s, d-1)
		t := halfNormal(s, b.Nu, b.s)
		b.across(t, &z, x)
		return 0, b.inBall(x)
	case Curved:
		z := normals(s, d-1)
		q, kz := b.across(0, &z, x), 0.0
		if q >= 1 {
			return 0, false
		}
		for j := range d - 1 {
			kz += b.k[j] * z[j]
		}
		tau := s.Exp() / b.Nu
		t0, ok := b.inwards(q, tau, x)
		e := t0 + tau - kz
		return b.Nu*(t0-0.5*q) + 0.5*(b.pnn*(e*e)), ok
	case Bowl:
		z := normals(s, d-1)
		tau := halfNormal(s, b.Nu, b.s)
		q, ky := b.across(tau, &z, x), 0.0
		if q >= 1 {
			return 0, false
		}
		for i := range d {
			ky += x[i] * b.k[i]
		}
		t0, ok := b.inwards(q, tau, x)
		return t0*(0.5*((b.pnn+b.Nu)*t0)+b.pnn*tau+ky) + b.spare, ok
	}
	*x = Vec{}
	return 0, true
}

// across writes the combination z of the tangents plus t·dir, and returns its squared length.
func (b *Law) across(t float64, z, x *Vec) (q float64) {
	for i := range b.Dim {
		v := t * b.dir[i]
		for j := range b.Dim - 1 {
			v += b.basis[i][j] * z[j]
		}
		x[i] = v
		q += v * v
	}
	return q
}

// inwards moves a point across m, of squared length q < 1, from the tangent to the ball's border, which
// lies at t0, and by tau beyond it; false where that is outside again.
func (b *Law) inwards(q, tau float64, x *Vec) (t0 float64, ok bool) {
	root := math.Sqrt(1 - q)
	t0 = q / (1 + root) // 1 − √(1−q) without cancellation
	t := t0 + tau
	for i := range b.Dim {
		x[i] -= t * b.Mode[i]
	}
	return t0, t <= 1+root
}

// Unit draws from the unit ball of d dimensions.
func Unit(s *rng.Stream, d int) (x Vec) {
	for { // a cube about the ball keeps 0.31 (four dimensions) or 0.79 (two)
		q := 0.0
		for i := range d {
			v := 2*s.Float64() - 1
			x[i] = v
			q += v * v
		}
		if q <= 1 {
			return x
		}
	}
}

// halfNormal draws t ≥ 0 with density ∝ exp(−νt − ½ s t²) by Robert's
// exponential proposal (1995), exact for every ν, s ≥ 0 not both 0.
func halfNormal(s *rng.Stream, nu, p float64) float64 {
	if p <= 0 || nu > 1e8*math.Sqrt(p) {
		return s.Exp() / nu
	}
	r := math.Sqrt(p)
	a := nu / r
	lam := 0.5 * (a + math.Sqrt(a*a+4))
	for {
		x := s.Exp() / lam
		if e := x + a - lam; Accept(s, 0.5*e*e) {
			return x / r
		}
	}
}

// Accept is true with probability e^(−cost), cost ≥ 0.
func Accept(s *rng.Stream, cost float64) bool {
	if cost <= 0 {
		return true
	}
	u := s.Open()
	if u <= 1-cost {
		return true // e^(−c) ≥ 1 − c
	}
	return cost < 45 && u <= num.Exp(-cost)
}

// normals returns n independent standard normal numbers.
func normals(s *rng.Stream, n int) (z Vec) {
	for i := range n {
		z[i] = s.Norm()
	}
	return z
}

// SetP sets P = βL. Where L is indefinite (wide K₀, weak prior) only the uniform
// proposal applies, and ½δᵀPδ ≥ 2λ_min on the ball, |δ| ≤ 2, keeps its envelope
// above the target.
func (b *Law) SetP(beta float64, low *[2][3]float64) {
	b.Precision = [4]Vec{}
	b.Floor = 0
	for a := range 2 {
		l1, l2, _, _ := eigen(low[a])
		b.Floor = math.Max(b.Floor, -2*beta*math.Min(l1, l2))
		if b.Dim == 2 {
			b.Precision[a][a] = beta * low[a][0]
			continue
		}
		b.Precision[2*a][2*a] = beta * low[a][0]
		b.Precision[2*a][2*a+1] = beta * low[a][1]
		b.Precision[2*a+1][2*a] = beta * low[a][1]
		b.Precision[2*a+1][2*a+1] = beta * low[a][2]
	}
}

// Choose picks a proposal by rule of thumb, where there is no time to try
// them. Any choice is exact.
func (b *Law) Choose() {
	trace := 0.0
	pnn := 0.0
	for i := range b.Dim {
		trace += b.Precision[i][i]
		for j := range b.Dim {
			pnn += b.Mode[i] * (b.Precision[i][j] * b.Mode[j])
		}
	}
	mean := trace / float64(b.Dim)
	order := [4]Proposal{Inside, Uniform}
	switch {
	case mean < 2 && b.Nu < 1.5:
		order = [4]Proposal{Uniform}
	case b.Nu > 0 && (b.Nu*b.Nu > pnn || b.Nu > mean):
		order = [4]Proposal{Curved, Half, Uniform}
	case b.Nu > 0:
		order = [4]Proposal{Half, Curved, Uniform}
	}
	for _, k := range order { // the last, Uniform, always applies
		if b.Build(k) {
			return
		}
	}
}
