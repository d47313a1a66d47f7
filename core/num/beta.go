package num

import "math"

// rlog1 returns e − ln r for r = 1+e > 0, without cancellation near e = 0 or
// r = 0. Beyond the reach of logTail it goes by way of r = c·(1+t):
// e − ln r = (c − 1 − ln c) + (c−1)·t + (t − ln(1+t)).
func rlog1(e, r float64) float64 {
	var base, slope float64
	switch {
	case -0.29 < e && e < 0.41:
	case 0.41 <= e && e < 1.4:
		base, slope, e = 0.190384212064577314, 0.75, (e-0.75)/1.75
	case -0.46 < e && e <= -0.29:
		base, slope, e = 0.0376820724517809274, -0.25, (e+0.25)/0.75
	case -0.64 < e && e <= -0.46:
		base, slope, e = 0.193147180559945309, -0.5, (e+0.5)/0.5
	default:
		return e - Log(r)
	}
	h := 0.5 * e * e
	return base + (slope*e + (h - logTail(e, h)))
}

// betaLambda returns a − (a+b)·x = (a+b)·y − b, formed in two words from
// whichever of x and y = 1−x is at most ½, which must be exact.
func betaLambda(a, b, x, y float64) float64 {
	if x <= 0.5 {
		p, pe := twoProd(a, x)
		q, qe := twoProd(b, x)
		s, se := twoSum(a, -p)
		l, le := twoSum(s, -q)
		return l + ((se + le) - (pe + qe))
	}
	p, pe := twoProd(a, y)
	q, qe := twoProd(b, y)
	s, se := twoSum(q, -b)
	l, le := twoSum(s, p)
	return l + ((se + le) + (pe + qe))
}

// betaPower returns m, w with x^a·y^b/B(a, b) = m·e^w, for y = 1−x in (0, 1).
// Whichever of x and y is at most ½ must be exact, and l is betaLambda of them.
//
// For a, b ≥ 8 it is the saddle-point form of Loader (2000) and of algorithm
// 708, with the exponent −a·r(−l/a) − b·r(l/b), r(e) = e − ln(1+e).
func betaPower(a, b, x, y, l float64) (m, w float64) {
	switch {
	case a >= 8 && b >= 8:
		u := rlog1(-l/a, x/a*(a+b))
		v := rlog1(l/b, y/b*(a+b))
		corr := stirling(a) + (stirling(b) - stirling(a+b))
		c := a / (a + b) * b
		return InvSqrt2Pi * math.Sqrt(c), -(a*u + b*v) - corr
	case a < 8 && b < 8:
		return Pow(x, a) * Pow(y, b), -logBeta(a, b)
	case a < 8:
		// B(a, b) = Γ(a)·Γ(b)/Γ(a+b), and (a+b)^a of it goes with x^a.
		g := (a - (b-0.5)*Log1p(a/b)) + (stirling(b) - stirling(a+b))
		return Pow(x*(a+b), a), b*logOf(y, x) - g - logGamma(a)
	}
	g := (b - (a-0.5)*Log1p(b/a)) + (stirling(a) - stirling(a+b))
	return Pow(y*(a+b), b), a*logOf(x, y) - g - logGamma(b)
}

// logOf returns ln x, from whichever of x and y = 1−x is exact.
func logOf(x, y float64) float64 {
	if x > 0.5 {
		return Log1p(-y)
	}
	return Log(x)
}

// betaFraction returns B(a, b)·I_x(a, b)/(x^a·y^b) for l = λ ≥ 0, that is x
// up to the mean: the continued fraction of Didonato & Morris (1992, eq. 9; the
// procedure BFRAC of algorithm 708). It converges in about the square root of
// max(a, b) steps.
func betaFraction(a, b, x, y, l float64, known *betaSeries) float64 {
	known.of(a, b)
	c := 1 + l
	c1 := 1 + 1/a
	yp1 := y + 1
	an, bn, an1, bn1 := 0.0, 1.0, 1.0, c/c1
	r := c1 / c
	var step betaStep
	for i, most := 1, betaLimit(a, b); i <= most; i++ {
		if i <= known.steps {
			step = known.step[i-1]
		} else if step = step.next(a, b, i); i <= mostSteps {
			known.step[i-1], known.steps = step, i
		}
		n := float64(i)
		w := step.w * x
		alpha := step.alpha * (w * x)
		beta := n + w/step.s + step.e*(c+n*yp1)
		an, an1 = an1, alpha*an+beta*an1
		bn, bn1 = bn1, alpha*bn+beta*bn1
		last := r
		r = an1 / bn1
		if math.Abs(r-last) <= 0x1p-52*r {
			break
		}
		an /= bn1
		bn /= bn1
		an1 = r
		bn1 = 1
	}
	return r
}

// betaRatio is betaFraction by whichever way is quicker: where both orders are large and x within
// a few standard deviations of the mean the continued fraction would take thousands of steps.
func betaRatio(a, b, x, y, l float64, known *betaSeries) float64 {
	if least := math.Min(a, b); least > 100 && l <= 0.03*least {
		return known.asymptotic(a, b, x, y, l)
	}
	return betaFraction(a, b, x, y, l, known)
}

// betaStep is what a step of betaFraction takes of a and b alone.
type betaStep struct{ w, alpha, e, s float64 }

// next returns the ith step, after the one before.
func (k betaStep) next(a, b float64, i int) betaStep {
	n := float64(i)
	t, p := n/a, 1+(n-1)/a
	if k.s += 2; i == 1 {
		k.s = a + 1
	}
	e := a / k.s
	return betaStep{n * (b - n), p * (p + b/a) * e * e, (1 + t) / (1 + 1/a + t + t), k.s}
}

// betaLimit is a number of steps that no fraction should need.
func betaLimit(a, b float64) int {
	return 1000 + int(20*math.Sqrt(min(max(a, b), 1e12)))
}

// betaFractionSlow is betaFraction beyond the mean: the fraction of DLMF 8.17.22
// by Lentz's method as modified by Thompson & Barnett (1986). It converges
// slowly there, and is for strongly skewed distributions only.
func betaFractionSlow(a, b, x float64) float64 {
	keep := func(v float64) float64 {
		if math.Abs(v) < 1e-300 {
			return 1e-300
		}
		return v
	}
	c := 1.0
	d := 1 / keep(1-(a+b)*x/(a+1))
	h := d
	for i, most := 1, 100*betaLimit(a, b); i <= most; i++ {
		m := float64(i)
		aa := m * (b - m) * x / ((a - 1 + 2*m) * (a + 2*m))
		d = 1 / keep(1+aa*d)
		c = keep(1 + aa/c)
		h *= d * c
		aa = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 1 + 2*m))
		d = 1 / keep(1+aa*d)
		c = keep(1 + aa/c)
		del := d * c
		h *= del
		if math.Abs(del-1) < 0x1p-52 {
			break
		}
	}
	return h / a
}

// IncBeta returns the regularised incomplete beta function I_x(a, b) and its
// complement 1 − I_x(a, b), each without cancellation, for a, b > 0 and
// 0 ≤ x ≤ 1; NaN elsewhere. Both are good to about 10⁻¹³ relative, the smaller
// one also where it is as small as 10⁻²⁰⁰.
func IncBeta(a, b, x float64) (lower, upper float64) {
	switch {
	case !(a > 0 && b > 0 && x >= 0 && x <= 1) || math.IsInf(a, 0) || math.IsInf(b, 0):
		return math.NaN(), math.NaN()
	case x == 0:
		return 0, 1
	case x == 1:
		return 1, 0
	}
	return incBeta(a, b, x, 1-x)
}

// incBeta is IncBeta for y = 1−x in (0, 1].
func incBeta(a, b, x, y float64) (lower, upper float64) {
	l := betaLambda(a, b, x, y)
	if l < 0 {
		upper, lower = incBetaBelow(b, a, y, x, -l)
		return lower, upper
	}
	return incBetaBelow(a, b, x, y, l)
}

// incBetaBelow is incBeta for x up to the mean.
func incBetaBelow(a, b, x, y, l float64) (lower, upper float64) {
	m, w := betaPower(a, b, x, y, l)
	t := m * Exp(w)
	lower = math.Min(1, t*betaRatio(a, b, x, y, l, new(betaSeries)))
	upper = 1 - lower
	if upper < 0.1 {
		upper = math.Min(1, t*betaFractionSlow(b, a, y))
	}
	return lower, upper
}

// LogTails returns ln I_x(a, b) and ln(1 − I_x(a, b)), each without
// underflow or cancellation: see IncBeta.
func (law *Beta) LogTails(x float64) (lower, upper float64) {
	a, b, y := law.a, law.b, 1-x
	if !(a > 0 && b > 0 && x > 0 && x < 1) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		lower, upper = IncBeta(a, b, x)
		return Log(lower), Log(upper)
	}
	l := betaLambda(a, b, x, y)
	if l < 0 {
		upper, lower = logIncBetaBelow(b, a, y, x, -l, &law.known)
		return lower, upper
	}
	return logIncBetaBelow(a, b, x, y, l, &law.known)
}

// logIncBetaBelow is LogTails for x up to the mean.
func logIncBetaBelow(a, b, x, y, l float64, known *betaSeries) (lower, upper float64) {
	m, w := betaPower(a, b, x, y, l)
	lower = math.Min(0, Log(m*betaRatio(a, b, x, y, l, known))+w)
	if lower < -0.105 {
		return lower, Log1p(-Exp(lower))
	}
	return lower, math.Min(0, Log(m*betaFractionSlow(b, a, y))+w)
}

// RegIncBeta returns I_x(a, b): see IncBeta.
func RegIncBeta(a, b, x float64) float64 { p, _ := IncBeta(a, b, x); return p }

// Beta is the beta law of two orders, with what all its quantiles need. It is for one goroutine.
type Beta struct {
	a, b, half float64 // its orders, and I_½(a, b) once that is known
	known      betaSeries
}

// NewBeta returns the law of orders a and b.
func NewBeta(a, b float64) *Beta { return &Beta{a: a, b: b, half: -1} }

// Quantile returns the x with I_x(a, b) = p, for a, b > 0 and 0 ≤ p ≤ 1;
// NaN elsewhere. Clopper & Pearson's interval (1934) for c events in n at level 1−α
// has the quantile of α/2 of the orders c, n−c+1 and that of 1−α/2 of c+1, n−c.
func (law *Beta) Quantile(p float64) float64 {
	if law.half < 0 {
		law.half, _ = IncBeta(law.a, law.b, 0.5)
	}
	switch {
	case !(law.half >= 0 && p >= 0 && p <= 1):
		return math.NaN()
	case p == 0 || p == 1:
		return p
	case p <= law.half:
		return betaQuantileHalf(p, 1-p, law.a, law.b, &law.known)
	}
	return 1 - betaQuantileHalf(1-p, p, law.b, law.a, &law.known)
}

// betaQuantileHalf returns the x ≤ ½ with I_x(a, b) = p = 1−q: Newton on ln I
// against ln x if p is the smaller, else on ln(1−I) against x, either close to
// linear in its tail, kept within a bracket.
func betaQuantileHalf(p, q, a, b float64, known *betaSeries) float64 {
	x := math.Min(a/(a+b), 0.5)
	target := Log(q)
	if p <= q {
		target = Log(p)
		// I_x ≈ x^a/(a·B) in the far tail.
		x = math.Min(x, Exp((target+Log(a)+logBeta(a, b))/a))
		if x < 1e-280 {
			return x // to the last place, and further products would underflow
		}
	}
	lo, hi := 0.0, 1.0
	for range 200 {
		y := 1 - x
		l := betaLambda(a, b, x, y)
		m, w := betaPower(a, b, x, y, l)
		// Log of the tail asked for, and its ratio to x^a·y^b/B.
		var tail, ratio float64
		if (l >= 0) == (p <= q) {
			if l >= 0 {
				ratio = betaRatio(a, b, x, y, l, known)
			} else {
				ratio = betaRatio(b, a, y, x, -l, known)
			}
			tail = Log(m*ratio) + w
		} else {
			lower, upper := incBeta(a, b, x, y)
			if p > q {
				lower = upper
			}
			tail = Log(lower)
			ratio = lower / (m * Exp(w))
		}
		g := tail - target
		var next float64
		if p <= q {
			next = x * Exp(-g*ratio*y) // d ln I/d ln x = 1/(ratio·y)
		} else {
			g = -g
			next = x - g*ratio*(x*y)
		}
		if math.Abs(next-x) <= 0x1p-48*x {
			return next
		}
		switch {
		case g > 0:
			hi = x
		case g < 0:
			lo = x
		default:
			return x
		}
		if !(next > lo && next < hi) {
			next = 0.5 * (lo + hi)
			if next <= lo || next >= hi {
				return x
			}
		}
		x = next
	}
	return x
}

// BinomialPMF returns the probability of exactly k events in n trials of
// probability p; 0 for k outside 0 … n.
func BinomialPMF(k, n int, p float64) float64 {
	m, w := binomialPower(k, n, p)
	return m * Exp(w)
}

// LogBinomialPMF returns the logarithm of BinomialPMF, without underflow.
func LogBinomialPMF(k, n int, p float64) float64 {
	m, w := binomialPower(k, n, p)
	return Log(m) + w
}

// binomialPower returns m, w with BinomialPMF(k, n, p) = m·e^w.
func binomialPower(k, n int, p float64) (m, w float64) {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN(), 0
	case k < 0 || k > n:
		return 0, 0
	case p == 0 || p == 1:
		if (p == 0 && k == 0) || (p == 1 && k == n) {
			return 1, 0
		}
		return 0, 0
	}
	q := 1 - p
	switch k {
	case 0:
		return 1, float64(n) * logOf(q, p)
	case n:
		return 1, float64(n) * logOf(p, q)
	}
	a, b := float64(k)+1, float64(n-k)+1
	m, w = betaPower(a, b, p, q, betaLambda(a, b, p, q))
	return m / ((float64(n) + 1) * (p * q)), w
}

// BinomialTail returns the probability of at least k events in n trials of
// probability p, accurate where it is small.
func BinomialTail(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k <= 0:
		return 1
	case k > n:
		return 0
	}
	l, _ := IncBeta(float64(k), float64(n-k)+1, p)
	return l
}

// mostTerms is how many terms of the expansion of asymptotic are used at most.
const mostTerms = 20

// mostSteps is how many steps of betaFraction are known at most.
const mostSteps = 40

// betaSeries holds what is known of its coefficients, and of betaFraction's, which depend on a and
// b alone.
type betaSeries struct {
	a, b     float64
	steps    int // known ones of betaFraction
	step     [mostSteps]betaStep
	known    int // d up to this one
	a0, c, d [mostTerms + 1]float64
	s, hn    float64
}

// of forgets what is known of other a and b.
func (k *betaSeries) of(a, b float64) {
	if k.a != a || k.b != b {
		k.a, k.b, k.steps, k.known = a, b, 0, 0
	}
}

// more computes the nth coefficient and the one before, of r1 = (b − a)/max(a, b) and
// h = min(a, b)/max(a, b).
func (k *betaSeries) more(n int, r1, h float64) {
	var b0 [mostTerms + 1]float64
	a0, c, d, r0 := &k.a0, &k.c, &k.d, 1/(h+1)
	k.hn *= h * h
	a0[n-1] = r0 * 2 * (h*k.hn + 1) / (float64(n) + 2)
	k.s += k.hn
	a0[n] = r1 * 2 * k.s / (float64(n) + 3)
	for i := n; i <= n+1; i++ {
		r := (float64(i) + 1) * -0.5
		b0[0] = r * a0[0]
		for m := 2; m <= i; m++ {
			bsum := 0.0
			for j := 1; j < m; j++ {
				bsum += (float64(j)*r - float64(m-j)) * a0[j-1] * b0[m-j-1]
			}
			b0[m-1] = r*a0[m-1] + bsum/float64(m)
		}
		c[i-1] = b0[i-1] / (float64(i) + 1)
		dsum := 0.0
		for j := 1; j < i; j++ {
			dsum += d[i-j-1] * c[j-1]
		}
		d[i-1] = -(dsum + c[i-1])
	}
	k.known = n
}

// asymptotic returns B(a, b)·I_x(a, b)/(x^a·y^b) for large a and b and
// l = λ ≥ 0, to about 10⁻¹⁵: the expansion of Didonato & Morris (1992, §9; the
// procedure BASYM of algorithm 708).
func (k *betaSeries) asymptotic(a, b, x, y, l float64) float64 {
	const e0, e1 = 1.12837916709551257390, 0.353553390593273762200 // 2/√π, 2^(−3/2)
	f := a*rlog1(-l/a, x/a*(a+b)) + b*rlog1(l/b, y/b*(a+b))
	z0 := math.Sqrt(f)
	z := z0 / e1 * 0.5
	z2 := f + f
	least, other := math.Min(a, b), math.Max(a, b)
	r1, h := (b-a)/other, least/other
	w0 := 1 / math.Sqrt(least*(h+1))
	if k.of(a, b); k.known == 0 {
		k.a0[0] = r1 * (2.0 / 3)
		k.c[0] = k.a0[0] * -0.5
		k.d[0] = -k.c[0]
		k.s, k.hn = 1, 1
	}
	// e^{z²}·erfc(z), without underflow: √(2/π) times Mills's ratio.
	j0 := 0.5 / e0 * (0.797884560802865355880 * MillsRatio(z0/invSqrt2))
	j1 := e1
	d := &k.d
	sum := j0 + d[0]*w0*j1
	w, znm1, zn := w0, z, z2
	for n := 2; n <= mostTerms; n += 2 {
		if n > k.known {
			k.more(n, r1, h)
		}
		j0 = e1*znm1 + (float64(n)-1)*j0
		j1 = e1*zn + float64(n)*j1
		znm1 *= z2
		zn *= z2
		w *= w0
		t0 := d[n-1] * w * j0
		w *= w0
		t1 := d[n] * w * j1
		sum += t0 + t1
		if math.Abs(t0)+math.Abs(t1) <= 0x1p-54*sum {
			break
		}
	}
	m := InvSqrt2Pi * math.Sqrt(a/(a+b)*b)
	return e0 * sum / m
}
