package audit

import (
	"math"

	"indistinct/core/num"
)

// The exact unconditional bound. Two one-sided Clopper–Pearson bounds and a
// union bound lose about a third of the precision when both counts are large,
// because both errors would have to be extreme at once. The bound of this file
// loses next to nothing and is a theorem too.
//
// Let T(x, y) rank the outcomes, larger the more they speak for a large ε; it
// increases in x and decreases in y and does not depend on ε. By Buehler (1957)
//
//	L = inf{ε : p(ε) > α},  p(ε) = sup over p₂ of P(T(X, Y) ≥ T(c₁, c₂))
//
// with X ~ Bin(m, e^ε p₂ + δ), Y ~ Bin(m, p₂), is a lower confidence bound: the
// probability increases in p₁ and decreases in p₂, so its largest value over
// the null p₁ ≤ e^ε p₂ + δ is attained on the boundary, and it grows with ε
// because the nulls are nested. As in Berger & Boos (1994), p₂ is restricted
// to its Clopper–Pearson interval at confidence 1 − βα, and βα is paid for. The
// supremum is bounded, not searched: on a cell a ≤ p₂ ≤ b the probability is at
// most that at p₁ = e^ε b + δ and p₂ = a, by the same monotonicity.

const (
	// nuisance is the β above.
	nuisance = 0.02
	// rankZ is the number of standard errors in T. T falls with y where it is at
	// most 2(m+1)/(m+2), which matters for m < 9 alone.
	rankZ = 1.8
)

// exactTest evaluates the exact bound for one event's counts. It holds scratch:
// one test is for one goroutine.
type exactTest struct {
	c1, c2, m int64
	delta     float64
	level     float64 // T at the observed counts
	cell      float64 // width of the nuisance cells in standard errors
	z         float64 // standard errors in T
	y0        int64   // first entry of need
	need      []int64 // need[y−y0]: the least x in the region
	px, py    []float64
}

func newExact(c1, c2, m int64, delta float64) *exactTest {
	t := &exactTest{c1: c1, c2: c2, m: m, delta: delta, cell: 0.05}
	t.z = math.Min(rankZ, 2*float64(m+1)/float64(m+2))
	if m > 2000 {
		t.cell = 0.1
	}
	t.level = t.rank(float64(c1), float64(c2))
	return t
}

// rank is T: the log-ratio less z standard errors. It increases in x. Along y
// the logarithm falls at the rate 1/(y+1), and z standard errors give back at
// most z(m+2)/(2(m+1)√((y+1)(m+1−y)/(m+1))) ≤ 1 of that, the worst case being
// y = 0 and y = m.
func (t *exactTest) rank(x, y float64) float64 {
	m := float64(t.m)
	a := x/m - t.delta
	if a <= 0 {
		return math.Inf(-1)
	}
	v := x / m * (1 - x/m) / float64(m*float64(a*a))
	v += (m + 1 - y) / float64((m+1)*(y+1))
	return num.Log(float64(a*m)/(y+1)) - float64(t.z*math.Sqrt(v))
}

// region tabulates the least x of the region {T ≥ level} for y0 ≤ y ≤ y1.
func (t *exactTest) region(y0, y1 int64) {
	t.y0 = y0
	t.need = t.need[:0]
	x := int64(0)
	// Start by bisection, then climb: the least x grows with y.
	lo, hi := int64(-1), t.m+1
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; t.rank(float64(mid), float64(y0)) >= t.level {
			hi = mid
		} else {
			lo = mid
		}
	}
	x = hi
	for y := y0; y <= y1; y++ {
		// Gallop, then bisect.
		step := int64(1)
		lo := x - 1
		hi := x
		for hi <= t.m && t.rank(float64(hi), float64(y)) < t.level {
			lo = hi
			hi += step
			step *= 2
		}
		hi = min(hi, t.m+1)
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; t.rank(float64(mid), float64(y)) >= t.level {
				hi = mid
			} else {
				lo = mid
			}
		}
		x = hi
		t.need = append(t.need, x)
	}
}

// window returns the counts that a binomial takes but for less than 10⁻¹³.
func window(p float64, m int64) (lo, hi int64) {
	n := float64(m)
	w := float64(8*math.Sqrt(float64(n*p)*(1-p))) + 12
	lo = max(int64(float64(n*p)-w), 0)
	hi = min(int64(float64(n*p)+w+24)+1, m)
	return lo, hi
}

// fill writes the probabilities of lo … hi under Bin(m, p) into q and returns
// their sum.
func fill(q []float64, p float64, m, lo, hi int64) float64 {
	q = q[:hi-lo+1]
	if p <= 0 || p >= 1 {
		clear(q)
		at := int64(0)
		if p >= 1 {
			at = m
		}
		if at >= lo && at <= hi {
			q[at-lo] = 1
			return 1
		}
		return 0
	}
	mode := min(max(int64(float64(float64(m+1)*p)), lo), hi)
	v := num.BinomialPMF(int(mode), int(m), p)
	r := p / (1 - p)
	q[mode-lo] = v
	sum := v
	u := v
	for k := mode + 1; k <= hi; k++ {
		u = float64(u * (float64(m-k+1) / float64(k) * r))
		q[k-lo] = u
		sum += u
	}
	u = v
	for k := mode - 1; k >= lo; k-- {
		u = float64(u * (float64(k+1) / (float64(m-k) * r)))
		q[k-lo] = u
		sum += u
	}
	return sum
}

// mass returns an upper bound of P(T ≥ level) at (p1, p2), tight to 10⁻¹².
func (t *exactTest) mass(p1, p2 float64) float64 {
	p1 = math.Min(p1, 1)
	x0, x1 := window(p1, t.m)
	y0, y1 := window(p2, t.m)
	t.px = grow(t.px, int(x1-x0)+2)
	t.py = grow(t.py, int(y1-y0)+1)
	sx := fill(t.px, p1, t.m, x0, x1)
	sy := fill(t.py, p2, t.m, y0, y1)
	// Suffix sums; what lies outside the windows counts as inside the region.
	lost := math.Max(0, 1-sx) + math.Max(0, 1-sy)
	n := int(x1-x0) + 1
	t.px[n] = 0
	for i := n - 1; i >= 0; i-- {
		t.px[i] += t.px[i+1]
	}
	s := 0.0
	for y := y0; y <= y1; y++ {
		var need int64
		switch k := y - t.y0; {
		case k < 0:
			need = 0
		case int(k) >= len(t.need):
			need = t.need[len(t.need)-1]
		default:
			need = t.need[k]
		}
		if need > x1 {
			break // for larger y too
		}
		tail := t.px[0]
		if need > x0 {
			tail = t.px[need-x0]
		}
		s += float64(t.py[y-y0] * tail)
	}
	// A sum within rounding of its full value has lost only what rounding did.
	if lost < 1e-11 {
		lost = 0
		s += float64(1e-12 * s)
	}
	return math.Min(1, s+lost)
}

func grow(q []float64, n int) []float64 {
	if cap(q) < n {
		return make([]float64, n, n+n/4)
	}
	return q[:n]
}

// cells returns the edges of the nuisance cells for error probability alpha.
func (t *exactTest) cells(alpha float64) []float64 {
	b := nuisance * alpha / 2
	lo, hi := lowerP(t.c2, t.m, b), upperP(t.c2, t.m, b)
	// Equal steps of the angle asin√p are equal numbers of standard errors.
	a0, a1 := math.Sqrt(lo), math.Sqrt(hi)
	f0, f1 := num.Atan2(a0, math.Sqrt(1-lo)), num.Atan2(a1, math.Sqrt(1-hi))
	n := int(math.Ceil(2 * (f1 - f0) * math.Sqrt(float64(t.m)) / t.cell))
	n = max(n, 4)
	e := make([]float64, n+1)
	for i := range e {
		s := num.Sin(f0 + float64((f1-f0)*float64(i)/float64(n)))
		e[i] = float64(s * s)
	}
	e[0], e[n] = lo, hi
	y0, _ := window(lo, t.m)
	_, y1 := window(hi, t.m)
	t.region(y0, y1)
	return e
}

// sup returns an upper bound of p(ε); it may stop once that exceeds stop.
func (t *exactTest) sup(edges []float64, epsilon, stop float64) float64 {
	e := num.Exp(epsilon)
	last := (1 - t.delta) / e // p₂ on the boundary of the null
	// Where p₂ is surely larger, every p₁ belongs to the null.
	if edges[0] > last {
		return t.mass(1, edges[0])
	}
	worst := 0.0
	n := len(edges) - 1
	// From the middle outward: the largest values stop the search early.
	for k := range n {
		i := n/2 + (k+1)/2
		if k%2 == 1 {
			i = n/2 - (k+1)/2
		}
		if n%2 == 0 && i == n {
			i = 0
		}
		if i < 0 || i >= n || edges[i] > last {
			continue
		}
		worst = math.Max(worst, t.mass(float64(e*edges[i+1])+t.delta, edges[i]))
		if worst > stop {
			return worst
		}
	}
	return worst
}

// lower returns the bound at error probability alpha.
func (t *exactTest) lower(alpha float64) float64 {
	if t.c1 <= 0 || float64(t.c1) <= float64(t.delta*float64(t.m)) || t.m < 1 {
		return 0
	}
	edges := t.cells(alpha)
	stop := (1 - nuisance) * alpha
	ok := func(eps float64) bool { return t.sup(edges, eps, stop) <= stop }
	// Start where the approximation says that the bound is, then bracket: each
	// value that is excluded costs a whole pass over the cells, each that is not
	// very little.
	m := float64(t.m)
	se := math.Sqrt(1/(float64(t.c1)+0.5) + 1/(float64(t.c2)+0.5))
	guess := expectedLower(float64(t.c1)/m, float64(t.c2)/m, m, t.delta, num.NormalQuantile(1-alpha))
	lo, hi, step := math.Max(0, guess-float64(0.1*se)), math.Inf(1), 0.1*se
	for !ok(lo) {
		if lo == 0 {
			return 0
		}
		hi = lo
		lo = math.Max(0, lo-step)
		step *= 2
	}
	for step = 0.15 * se; math.IsInf(hi, 1); step *= 2 {
		if ok(lo + step) {
			lo += step
		} else {
			hi = lo + step
		}
	}
	for hi-lo > math.Max(0.01*se, 1e-9) {
		// Nearer to the upper end: failing is quick.
		if mid := lo + float64(0.6*(hi-lo)); ok(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// rejects reports whether p₁ ≤ e^ε p₂ + δ is rejected at level alpha: whether
// the bound lower(alpha) exceeds ε.
func (t *exactTest) rejects(epsilon, alpha float64) bool {
	if t.c1 <= 0 || float64(t.c1) <= float64(t.delta*float64(t.m)) || t.m < 1 {
		return false
	}
	stop := (1 - nuisance) * alpha
	return t.sup(t.cells(alpha), epsilon, stop) <= stop
}

// leastP is the smallest p-value that is told from smaller ones: below it the
// counts that the windows leave out would matter.
const leastP = 1e-11

// p returns the p-value of p₁ ≤ e^ε p₂ + δ: the least alpha, to five per
// cent upward and at least leastP, at which lower exceeds ε; 1 where that is
// above one half. The tests are nested:
// a smaller alpha has a wider interval for p₂ and less to spend.
func (t *exactTest) p(epsilon float64) float64 {
	if t.c1 <= 0 || float64(t.c1) <= float64(t.delta*float64(t.m)) || t.m < 1 {
		return 1
	}
	ok := func(la float64) bool {
		a := num.Exp(la)
		stop := (1 - nuisance) * a
		return t.sup(t.cells(a), epsilon, stop) <= stop
	}
	lo, hi := num.Log(leastP), num.Log(0.5)
	if !ok(hi) {
		return 1
	}
	// Bracket about the large-sample value: its z is how many standard errors
	// the approximate bound can give away before it falls to ε.
	m := float64(t.m)
	p1, p2 := float64(t.c1)/m, float64(t.c2)/m
	z0, z1 := 0.0, 8.0
	for range 20 {
		if z := (z0 + z1) / 2; expectedLower(p1, p2, m, t.delta, z) > epsilon {
			z0 = z
		} else {
			z1 = z
		}
	}
	guess := num.LogNormalCDF(-z0)
	for step := 0.15; guess+step < hi; step *= 3 {
		if ok(guess + step) {
			hi = guess + step
			break
		}
		lo = math.Max(lo, guess+step)
	}
	for step := 0.15; hi-step > lo; step *= 3 {
		if !ok(hi - step) {
			lo = hi - step
			break
		}
		hi -= step
	}
	if lo == num.Log(leastP) && ok(lo) {
		return leastP
	}
	for hi-lo > 0.05 {
		if mid := (lo + hi) / 2; ok(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return num.Exp(hi)
}
