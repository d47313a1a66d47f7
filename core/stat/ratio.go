package stat

import (
	"math"

	"indistinct/core/num"
)

// The test that decides: an exact one of the null p₁ ≤ e^ε p₂ + δ from c₁ hits
// in n₁ releases of one input and c₂ in n₂ of the other, whatever their numbers,
// without asymptotics.
//
// Take one point (p₁, p₂) of the null. The two Clopper–Pearson p-values
//
//	u₁ = P(Bin(n₁, p₁) ≥ c₁),  u₂ = P(Bin(n₂, p₂) ≤ c₂)
//
// are independent and each stochastically at least uniform. So with weights
// w₁² + w₂² = 1 that depend on the point alone,
//
//	S = −w₁ Φ⁻¹(u₁) − w₂ Φ⁻¹(u₂)
//
// is stochastically at most standard normal (Stouffer 1949; Liptak 1958), and
//
//	p(p₁, p₂) = min(u₁/β, v₁/β, u₂/β, Φ(−S)/(1−3β)),  v₁ = P(Bin(n₁, p₁) ≤ c₁)
//
// is a p-value of the point: the four events that make it at most α have
// probabilities of at most βα, βα, βα and (1−3β)α. A value ε is rejected where every
// point of the line p₁ = e^ε p₂ + δ is, and the bound is the least ε that is not
// rejected. The true point lies on the line of its own ε, so the bound exceeds
// the truth with probability at most α. That is the whole proof; it holds for
// every n₁ and n₂, and however the weights are chosen.
//
// Two things it takes are not proven for all counts but tried. The search for the
// least ε that is not rejected takes the p-value to rise with ε (of small counts it
// does not for (2, 0) of 4 to 6 releases, by a part in 300 near ε = 0 at a level of a
// quarter: the search asks for ε = 0 first). And a point inside
// the null of ε = 0 is on no such line: with every pair of counts that rejects ε = 0
// those of larger c₁ and smaller c₂ must reject it too, so that they are less likely
// there than on the line. TestPValueRises and TestRatioRejectsUpwards try all pairs of
// small counts and some of all sizes.
//
// They are chosen so that next to nothing is lost by asking for the whole line:
// with wᵢ in the proportion of √(p₁(1−p₁)/n₁) to e^ε √(p₂(1−p₂)/n₂), S is to
// first order (c₁/n₁ − δ − e^ε c₂/n₂)/(its standard deviation), all but constant
// along the line and the best test of two large samples. Far along the line its
// standard deviation differs; there the first three parts of the p-value reject,
// as the interval for the nuisance parameter does in Berger & Boos (1994).
//
// Two Clopper–Pearson bounds with a union bound ask both counts to be extreme at
// once; this bound is above theirs for every pair of counts tried: all pairs of
// 1, 2, 7, 40, 100 and 150 releases of each input (the last two in the tests' long
// form), at three α and three δ, and c₂ up to 6 with 10³, 10⁴ and 5·10⁷.

// lineShare is the β above.
const lineShare = 0.005

// mostEpsilon is the largest ε that can be rejected: no count shows more.
const mostEpsilon = 690

// RatioTest is the test for one event's counts; c1 are the hits of the input
// that should be likelier. Where reverse is set the null is p₁ ≥ e^ε p₂ + δ.
type RatioTest struct {
	C1, N1, C2, N2 int64
	Delta          float64
	reverse        bool
	laws           *[3]*num.Beta // of point's tails
}

// tailScore returns −Φ⁻¹(u) for u = P(Bin(n, p) ≥ c), where up, or
// P(Bin(n, p) ≤ c).
func tailScore(c, n int64, p float64, up bool) float64 {
	switch {
	case up && c <= 0, !up && c >= n:
		return math.Inf(-1)
	case up:
		return scoreOf(num.NewBeta(float64(c), float64(n-c)+1).LogTails(p))
	}
	v, u := num.NewBeta(float64(c)+1, float64(n-c)).LogTails(p)
	return scoreOf(u, v)
}

// scoreOf returns −Φ⁻¹(u) from ln u and ln(1−u).
func scoreOf(u, v float64) float64 {
	if u < v {
		return -num.NormalQuantileLog(u)
	}
	return num.NormalQuantileLog(v)
}

// weighed returns S at a point from the scores of both counts. A count whose probability is
// 0 or 1 there has no weight.
func (t RatioTest) weighed(e, p1, p2, score1, score2 float64) float64 {
	v1, v2 := p1*(1-p1)/float64(t.N1), e*e*p2*(1-p2)/float64(t.N2)
	s := 0.0
	if v1 > 0 {
		s += math.Sqrt(v1) * score1
	}
	if v2 > 0 {
		s += math.Sqrt(v2) * score2
	}
	return s / math.Sqrt(v1+v2)
}

// ends are what the first three parts of the p-value leave at level alpha: p₁ lies
// between the first two, and p₂ is at most the third (reversed: at least).
type ends struct{ lo1, hi1, p2 float64 }

func (t RatioTest) ends(alpha float64) ends {
	a := lineShare * alpha
	e := ends{LowerP(t.C1, t.N1, a), UpperP(t.C1, t.N1, a), 0}
	if t.reverse {
		e.p2 = LowerP(t.C2, t.N2, a)
	} else {
		e.p2 = UpperP(t.C2, t.N2, a)
	}
	return e
}

// least returns the least S on what the ends leave of a line, to about 10⁻⁶ (it
// is smooth and all but constant there); +Inf where they leave nothing.
func (t RatioTest) least(epsilon float64, left ends) float64 {
	if epsilon > mostEpsilon {
		return math.Inf(-1)
	}
	e := num.Exp(epsilon)
	// The frequencies themselves must lie outside the null, which has an inside.
	if d := float64(t.C1)/float64(t.N1) - t.Delta - e*float64(t.C2)/float64(t.N2); t.reverse && d >= 0 ||
		!t.reverse && d <= 0 {
		return math.Inf(-1)
	}
	lo, hi := math.Max(left.lo1-t.Delta, 0)/e, math.Min(left.hi1-t.Delta, 1-t.Delta)/e
	if t.reverse {
		lo = math.Max(lo, left.p2)
	} else {
		hi = math.Min(hi, left.p2)
	}
	if !(lo <= hi) {
		return math.Inf(1)
	}
	a, b := math.Sqrt(lo), math.Sqrt(hi)
	at := func(x float64) float64 {
		r := a + (b-a)*x
		p1, p2 := math.Min(e*(r*r)+t.Delta, 1), r*r
		return t.weighed(e, p1, p2, tailScore(t.C1, t.N1, p1, !t.reverse), tailScore(t.C2, t.N2, p2, t.reverse))
	}
	const n = 10
	best, k := math.Inf(1), 0
	for i := range n + 1 {
		if s := at(float64(i) / n); s < best {
			best, k = s, i
		}
	}
	if math.IsInf(best, 0) {
		return best
	}
	_, _, low := num.Golden(math.Max(float64(k-1), 0)/n, math.Min(float64(k+1), n)/n, 8, at)
	return math.Min(best, low)
}

// void says that no ε is rejected at any level: there are no hits where there
// should be many.
func (t RatioTest) void() bool {
	if t.N1 < 1 || t.N2 < 1 {
		return true
	}
	if t.reverse {
		return t.C2 <= 0
	}
	return t.C1 <= 0 || t.C2 >= t.N2
}

// critical is what S must exceed at level alpha.
func critical(alpha float64) float64 { return -num.NormalQuantile((1 - 3*lineShare) * alpha) }

// Reversed returns the test of the null p₁ ≥ e^ε p₂ + δ.
func (t RatioTest) Reversed() Test { t.reverse = true; return t }

// Rejects reports whether the null at ε is rejected at level alpha: whether the
// bound lower(alpha) exceeds ε.
func (t RatioTest) Rejects(epsilon, alpha float64) bool {
	return !t.void() && t.least(epsilon, t.ends(alpha)) > critical(alpha)
}

// Lower returns the largest ε ≥ 0, to 10⁻⁹, up to which the null is rejected at
// error probability alpha; 0 where it is rejected nowhere.
func (t RatioTest) Lower(alpha float64) float64 {
	if t.void() || t.reverse {
		return 0
	}
	left, need := t.ends(alpha), critical(alpha)
	excess := func(epsilon float64) float64 { return math.Max(-10, math.Min(t.least(epsilon, left)-need, 10)) }
	if excess(0) <= 0 {
		return 0
	}
	// From where the large-sample bound is.
	p1, p2 := float64(t.C1)/float64(t.N1), float64(t.C2)/float64(t.N2)
	lo := math.Max(0, ExpectedLower(p1, p2, float64(min(t.N1, t.N2)), t.Delta, need))
	return leastRoot(excess, lo, 0.02+0.02*math.Abs(need)/math.Sqrt(float64(t.C2)+1))
}

// leastRoot returns, to 10⁻⁹ and from below, the ε ≥ 0 up to which excess is
// positive, searched from a guess on in growing steps; 0 where it nowhere is.
func leastRoot(excess func(epsilon float64) float64, guess, step float64) float64 {
	lo, flo := guess, excess(guess)
	hi, fhi := lo, flo
	for flo <= 0 {
		if lo == 0 {
			return 0
		}
		hi, fhi = lo, flo
		lo = math.Max(0, lo-step)
		flo = excess(lo)
		step *= 2
	}
	for fhi > 0 {
		lo, flo = hi, fhi
		hi += step
		fhi = excess(hi)
		step *= 2
	}
	const tol = 1e-10
	return math.Max(lo, num.RootBetween(excess, lo, flo, hi, fhi, tol)-2*tol)
}

// leastLogP is the logarithm of the smallest p-value that is told from smaller
// ones.
const leastLogP = -600

// P returns the p-value of the null at ε, which is where lower inverts: at
// alpha = p(ε) the bound is ε.
func (t RatioTest) P(epsilon float64) float64 { return math.Min(1, num.Exp(t.logP(epsilon))) }

// point is one of a line: where on it, S there, and the logarithms of two parts of
// the point's p-value: that of S, and the least of the three tails'. Places go from 0
// at p₂ = 0 to 1 at p₁ = 1, like an angle whose sine is the root of p₂'s share of
// the way: S is smooth in them also at the ends.
type point struct{ x, s, together, tails float64 }

// log is the logarithm of the point's p-value, and open says that the tails do not decide it.
func (q point) log() float64 { return math.Min(q.together, q.tails) }
func (q point) open() bool   { return q.tails >= q.together }

// prepared returns the test with the laws of point's tails.
func (t RatioTest) prepared() RatioTest {
	c1, rest1, c2, rest2 := float64(t.C1), float64(t.N1-t.C1), float64(t.C2), float64(t.N2-t.C2)
	t.laws = &[...]*num.Beta{num.NewBeta(c1, rest1+1), num.NewBeta(c2+1, rest2), num.NewBeta(c1+1, rest1)}
	return t
}

// point returns that of the line of e = e^ε at x.
func (t RatioTest) point(e, x float64) point {
	p2 := (1 - t.Delta) / e * (x * x / (x*x + (1-x)*(1-x)))
	p1 := math.Min(e*p2+t.Delta, 1)
	if !(p1 > 0) {
		return point{x: x, s: math.Inf(-1), together: 0, tails: math.Inf(-1)}
	}
	q, share := point{x: x}, num.Log(lineShare)
	u1, below := t.laws[0].LogTails(p1)
	above, u2 := t.laws[1].LogTails(p2)
	q.s = t.weighed(e, p1, p2, scoreOf(u1, below), scoreOf(u2, above))
	q.together = math.Max(num.LogNormalCDF(-q.s)-num.Log1p(-3*lineShare), leastLogP-1)
	q.tails = math.Min(u1, u2)
	// What is wanted is P(Bin(n₁, p₁) ≤ c₁), a little more than P(Bin(n₁, p₁) < c₁),
	// which is known.
	if t.C1 < t.N1 && below < math.Min(q.tails, q.together+share) {
		_, v := t.laws[2].LogTails(p1)
		q.tails = math.Min(q.tails, v)
	}
	q.tails -= share
	return q
}

// logP returns the logarithm of p(ε): that of the largest p-value of any point of
// the line. Each tail rises or falls along the line, so the points that the tails
// leave open lie together: the largest p-value is at the least S among them.
func (t RatioTest) logP(epsilon float64) float64 {
	if t.void() || epsilon > mostEpsilon {
		return 0
	}
	e, n1, n2 := num.Exp(epsilon), float64(t.N1), float64(t.N2)
	t = t.prepared()
	f1, f2 := float64(t.C1)/n1, float64(t.C2)/n2
	if f1-t.Delta-e*f2 <= 0 {
		return 0 // the frequencies themselves lie in the null
	}
	// The points that a large sample's test leaves open, and some more.
	z := 1.3*(f1-t.Delta-e*f2)/math.Sqrt(f1*(1-f1)/n1+e*e*f2*(1-f2)/n2+(1+e*e)/(n1*n2)) + 4
	const end, n = 1, 8
	place := func(p1 float64) float64 {
		r := math.Max(0, math.Min((p1-t.Delta)/(1-t.Delta), 1))
		return math.Sqrt(r) / (math.Sqrt(r) + math.Sqrt(1-r))
	}
	from := place(wilsonLower(f1, n1, z))
	to := math.Max(from, place(math.Min(1-wilsonLower(1-f1, n1, z), t.Delta+e*(1-wilsonLower(1-f2, n2, z)))))
	var at [n + 1]point
	best := 0
scan:
	for range 12 {
		best = 0
		for i := range at {
			if at[i] = t.point(e, from+(to-from)*float64(i)/n); at[i].log() > at[best].log() {
				best = i
			}
		}
		a, b := at[0], at[n]
		switch width := to - from; {
		case !at[best].open(): // closer about what may be between
			from, to = math.Max(0, from+width*float64(best-1)/n), math.Min(end, from+width*float64(best+1)/n)
		case a.open() && a.x > 0 && a.s < at[1].s: // farther out
			from = math.Max(0, from-width/2)
		case b.open() && b.x < end && b.s < at[n-1].s:
			to = math.Min(end, to+width/2)
		default:
			break scan
		}
	}
	step, out := (to-from)/n, at[best].log()
	for i, m := range at {
		// The least S is near a point with a smaller one than its neighbours have, or
		// between it and a neighbour that the tails close.
		turns := !(i > 0 && at[i-1].log() > m.log() || i < n && at[i+1].log() > m.log())
		closes := i > 0 && !at[i-1].open() && at[i-1].s < m.s || i < n && !at[i+1].open() && at[i+1].s < m.s
		if !m.open() || !turns && !closes {
			continue
		}
		// Its neighbours; at an end of the line, where there is but one, a point near
		// by.
		var left, right point
		if i > 0 {
			left = at[i-1]
		} else if left = t.point(e, math.Max(0, m.x-step)); left.x == m.x {
			left, m = m, t.point(e, m.x+1e-3*step)
		}
		if i < n {
			right = at[i+1]
		} else if right = t.point(e, math.Min(end, m.x+step)); right.x == m.x {
			right, m = m, t.point(e, m.x-1e-3*step)
		}
		out = math.Max(out, math.Max(t.descend(e, m, left, right), t.descend(e, m, right, left)))
	}
	return math.Max(out, leastLogP)
}

// descend returns the largest logarithm of a p-value among the points beside an
// open one, to the left or right of it.
func (t RatioTest) descend(e float64, m, to, other point) float64 {
	out := m.log()
	edge := func(in, out point) point {
		return t.point(e, num.RootBetween(func(x float64) float64 {
			q := t.point(e, x)
			return math.Max(-50, math.Min(q.together-q.tails, 50))
		}, in.x, in.together-in.tails, out.x, math.Min(out.together-out.tails, 50), 1e-10*in.x))
	}
	if !to.open() && to.s < m.s {
		// The least S may be where points cease to be open.
		last := edge(m, to)
		out = math.Max(out, last.log())
		q := t.point(e, last.x+1e-3*(m.x-last.x))
		if q.s >= last.s || !q.open() {
			return out
		}
		m, to, other = q, last, m
	}
	if to.s < m.s || other.s < m.s {
		return math.Max(out, to.log())
	}
	// Parabolas through the least S so far and its neighbours.
	in := m
	for range 30 {
		d1, d2 := to.x-m.x, other.x-m.x
		g1, g2 := (to.s-m.s)/d1, (other.s-m.s)/d2
		c := (g1 - g2) / (d1 - d2)
		d := (c*d1 - g1) / (2 * c)
		if !(c > 0) || c*d*d < 1e-12 {
			break
		}
		q := t.point(e, m.x+d)
		switch {
		case q.s < m.s && (q.x > m.x) == (to.x > m.x):
			other, m = m, q
		case q.s < m.s:
			to, m = m, q
		case (q.x > m.x) == (to.x > m.x):
			to = q
		default:
			other = q
		}
	}
	if !m.open() {
		m = edge(in, m)
	}
	return math.Max(out, m.log())
}
