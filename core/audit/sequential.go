package audit

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Sequential mode draws until decided, and may look after every batch. Its
// evidence is an e-process for the null p₁ ≤ e^ε p₂ + δ: a number that starts
// at 1 and, while the null is true, has expectation at most 1 at every stopping
// time, so by Ville's inequality it ever reaches 1/α with probability at most α.
//
// For one pair of releases and one alternative (θ₁, θ₂) outside the null, let
// (π₁, π₂) be the null's point nearest to it in Kullback–Leibler divergence.
// The ratio θ(x₁,x₂)/π(x₁,x₂) of the two Bernoulli likelihoods is an e-value
// (Turner, Ly & Grünwald 2024). In short: for (p₁, p₂) in the null its
// expectation is (1+u)(1+v) with u = g₁(p₁−π₁), v = g₂(p₂−π₂), and
// g = θ/π − (1−θ)/(1−π) is minus the gradient of the divergence, so u + v ≤ 0 at
// the nearest point of a convex set, and (1+u)(1+v) ≤ (1 + (u+v)/2)² ≤ 1.
// Its products over pairs depend on the counts alone; a mixture over a fixed
// grid of alternatives is again an e-process. The null is a half-plane, convex
// for every δ; so is its reverse, p₁ ≥ e^ε p₂ + δ.

// alternatives of the mixture: by how much ln((θ₁−δ)/θ₂) exceeds ε, and the
// logit of θ₁. The first is spaced geometrically, so that some alternative is
// within a few per cent of the best growth rate for any truth; the second may
// be coarse, because the ratio hardly depends on it (for rare events not at
// all).
const (
	firstExcess  = 0.004
	excessFactor = 1.45
	excesses     = 23
	firstLogit   = -12.0
	logitStep    = 1.5
	logits       = 17
)

// evidence returns ln of the e-process for p₁ ≤ e^ε p₂ + δ (reverse: for
// p₁ ≥ e^ε p₂ + δ) after n pairs with c1 and c2 hits.
func evidence(c1, c2, n int64, epsilon, delta float64, reverse bool) float64 {
	e := num.Exp(epsilon)
	a, b := float64(c1), float64(c2)
	m := float64(n)
	var terms [excesses * logits]float64
	k := 0
	top := math.Inf(-1)
	for i := range logits {
		theta1 := 1 / (1 + num.Exp(-(firstLogit + float64(logitStep*float64(i)))))
		excess := firstExcess
		for range excesses {
			x := excess
			if reverse {
				x = -x
			}
			excess *= excessFactor
			// δ scales what of θ₁ is above it, so that θ₁ > δ always.
			t1 := delta + float64((1-delta)*theta1)
			t2 := (t1 - delta) / num.Exp(epsilon+x)
			if t2 >= 1 {
				continue
			}
			q2 := nearest(t1, t2, e, delta)
			q1 := float64(e*q2) + delta
			if !(q1 > 0 && q1 < 1 && q2 > 0 && q2 < 1) {
				continue
			}
			v := float64(a*num.Log(t1/q1)) + float64((m-a)*num.Log((1-t1)/(1-q1))) +
				float64(b*num.Log(t2/q2)) + float64((m-b)*num.Log((1-t2)/(1-q2)))
			terms[k] = v
			k++
			top = math.Max(top, v)
		}
	}
	if k == 0 || math.IsInf(top, -1) {
		return 0
	}
	s := 0.0
	for _, v := range terms[:k] {
		s += num.Exp(v - top)
	}
	// Alternatives that do not exist at this ε keep their weight as cash: the
	// divisor is the whole grid, and their share of wealth stays 1.
	const all = excesses * logits
	s += float64(float64(all-k) * num.Exp(-top))
	return top + num.Log(s/all)
}

// nearest returns the p₂ of the point of the line p₁ = e p₂ + δ that is nearest
// to (t1, t2) in Kullback–Leibler divergence. The derivative along the line is
// monotone and changes sign between the two points where one coordinate agrees.
func nearest(t1, t2, e, delta float64) float64 {
	lo, hi := t2, (t1-delta)/e
	if lo > hi {
		lo, hi = hi, lo
	}
	hi = math.Min(hi, (1-delta)/e)
	slope := func(p float64) float64 {
		p1 := float64(e*p) + delta
		return float64(e*(t1/p1-(1-t1)/(1-p1))) + t2/p - (1-t2)/(1-p)
	}
	// Regula falsi with the Illinois correction on a bracket.
	fl, fh := slope(lo), slope(hi)
	if !(fl > 0) {
		return lo
	}
	if !(fh < 0) {
		return hi
	}
	if math.IsInf(fh, -1) {
		fh = -1e300
	}
	side := 0
	for range 200 {
		p := (float64(lo*fh) - float64(hi*fl)) / (fh - fl)
		if !(p > lo && p < hi) {
			p = lo + (hi-lo)/2
		}
		f := slope(p)
		if math.Abs(hi-lo) <= 1e-13*hi || f == 0 {
			return p
		}
		if f > 0 {
			lo, fl = p, f
			if side == 1 {
				fh /= 2
			}
			side = 1
		} else {
			hi, fh = p, f
			if side == -1 {
				fl /= 2
			}
			side = -1
		}
		if math.Abs(f) <= 1e-11*(t2/p+1) {
			return p
		}
	}
	return lo + (hi-lo)/2
}

// rungs are the values of ε that a running bound can take. They are fixed in
// advance: a rung counts as excluded once its e-process has reached 1/α, and
// the bound is the highest rung below which all are. The nulls are nested, so
// the bound errs only if the first rung at or above the truth was excluded.
func rung(k int) float64 {
	if k <= 40 {
		return float64(k) * 0.05
	}
	return 2 * num.Exp(float64(k-40)*0.025)
}

const rungsTotal = 40 + 144 // up to ε ≈ 73

// Running is a lower bound on ε that holds at every moment at once: with
// probability at least Level, none of the values that Add ever returned
// exceeds the truth.
type Running struct {
	Delta, Level float64
	next         int // rungs below are excluded
}

// Add takes an event's counts so far (c1 for its likelier record) in n
// releases for each record and returns the bound.
func (r *Running) Add(c1, c2, n int64) float64 {
	need := -num.Log(1 - r.Level)
	for r.next < rungsTotal && evidence(c1, c2, n, rung(r.next), r.Delta, false) >= need {
		r.next++
	}
	if r.next == 0 {
		return 0
	}
	return rung(r.next - 1)
}

// RunningBound returns the anytime-valid lower bound of an event against the
// number of releases for each record, from the event's counts after each batch:
// the curve of a live chart. The bound holds at every point at once.
func RunningBound(e Event, counts []Count, delta, level float64) sheet.Series {
	out := sheet.Series{Name: "proven lower bound on ε", Role: sheet.Strong, Style: sheet.Step}
	run := Running{Delta: delta, Level: level}
	for _, c := range counts {
		c1, c2 := directed(e, c)
		out.X = append(out.X, sheet.Real(c.N))
		out.Y = append(out.Y, sheet.Real(run.Add(c1, c2, c.N)))
	}
	return out
}

// Undecided returns how many more releases for each record sequential mode
// should draw before it looks again; 0 once it is decided. It is decided when
// an event's running bound exceeds the claim, when every event's anytime-valid upper bound
// lies below the claim (more releases would show nothing new), or when MaxM
// releases have been drawn. Looking often costs nothing: see evidence.
func Undecided(cands []Event, counts []Count, set Settings) (more int64) {
	if len(cands) == 0 || len(counts) < len(cands) {
		return 0
	}
	n := counts[0].N
	if n >= int64(set.MaxM) {
		return 0
	}
	quiet := true
	for k, e := range cands {
		need := -num.Log(set.Alpha * share(k, len(cands)))
		c1, c2 := directed(e, counts[k])
		// Decided as the report decides: the bound, a rung, lies above the
		// claim.
		run := Running{Delta: set.Delta, Level: 1 - float64(set.Alpha*share(k, len(cands)))}
		if run.Add(c1, c2, n) > set.Epsilon {
			return 0
		}
		quiet = quiet && evidence(c1, c2, n, set.Epsilon, set.Delta, true) >= need
	}
	if quiet {
		return 0
	}
	return min(max(n/2, 1000), int64(set.MaxM)-n)
}
