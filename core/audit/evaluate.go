package audit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// lambda is the paper's approximation term β + 2 η e^ε (Han & Martínez 2021,
// Theorem 1). Its Lemma 3 bounds one cell and never sums over cells, so it does not
// hold: see TestLambdaCounterexample of package tell.
func lambda(beta, eta, epsilon float64) float64 {
	return beta + 2*eta*num.Exp(epsilon)
}

// curvePoints is how many evenly spaced points the p-value curve has.
const curvePoints = 61

// complete adds to a report what is known of a simulated mechanism alone: the paper's
// test, the p-values along ε, errors, and the mechanism's own claim.
func (j *Job) complete(r *Report, a *asker, t *Test) {
	set := j.set
	n, worst := int64(set.N), a.worst
	_, r.Untried = j.names()
	r.GammaSamples, r.Pair, r.Tried = j.gamma, a.pair, a.tried
	r.Events, r.Occupied, r.Steps, r.Dim, r.Cover = a.cover.Events(), worst.Occupied, j.steps, j.dim, a.cover.Ellipsoids
	if r.Shells = a.cover.Shells; r.Shells != nil {
		r.CellBound = sheet.Real(a.cover.ShellBound(j.gamma, set.Gamma))
	}
	r.Confidence = sheet.Real((1 - set.Alpha) * (1 - set.Gamma))
	if j.asked > set.N {
		r.Asked = j.asked
	}
	r.Warnings = []lang.Message{}
	r.C1, r.C2, r.Worst = t.Counts[0][0], t.Counts[0][1], t.Paper[0]
	r.WorstSelect = NewCount(worst.C1, worst.C2, n)
	r.Escape, r.EscapeEvent = NewCount(t.Counts[1][0], t.Counts[1][1], t.Drawn), t.Paper[0]
	r.EscapeSelect = NewCount(worst.Escape[0], worst.Escape[1], n)
	if t.Coupled { // the paper's test asks for independent releases
		return
	}
	plus, minus := hypothesisTest(r, worst, t, set)
	r.ECorrect, r.EAdjacent = sheet.Real(math.NaN()), sheet.Real(math.NaN())
	if _, ok := a.tested.(mechanism.Estimating); ok {
		per := float64(t.Drawn) * float64(j.steps*j.dim)
		r.ECorrect = sheet.Real(math.Sqrt(a.sums[0].Value() / per))
		r.EAdjacent = sheet.Real(math.Sqrt(a.sums[1].Value() / per))
	}
	r.Curve = j.curve(t, r, plus, minus)
	strongCurve(r, t, set)
	if claim := a.tested.Claim(); claim.Source != lang.Verbatim("") {
		e, d := sheet.Real(claim.Budget.Epsilon), sheet.Real(claim.Budget.Delta)
		r.Claimed, r.ClaimDelta, r.ClaimBy, r.ClaimFrom = &e, &d, cmp.Or(claim.By, "theory"), claim.Source
	}
}

// hypothesisTest is Algorithm 5 for the worst cell's counts, in expectation over the
// thinning and with one random thinning as printed, and what the paper derives from
// it: the critical ε and Theorem 1's λ. It returns what p⁺ and p₊ need at any other ε.
func hypothesisTest(r *Report, worst paper.Worst, t *Test, set Settings) (plus, minus *paper.Thinning) {
	plus, minus = paper.NewThinning(r.C1, r.C2, r.M), paper.NewThinning(r.C2, r.C1, r.M)
	r.PPlus, r.PMinus = sheet.Real(plus.P(set.Epsilon)), sheet.Real(minus.P(set.Epsilon))
	// Point k of the curve thins with stream k + 1, the p-value at ε with 0.
	thin := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseThin})
	r.ThinPlus = sheet.Real(plus.Thinned(set.Epsilon, &thin))
	r.ThinMinus = sheet.Real(minus.Thinned(set.Epsilon, &thin))
	critical := math.Max(plus.Critical(set.Alpha), minus.Critical(set.Alpha))
	r.EpsilonC = sheet.Real(critical)
	r.EscapeC = r.EpsilonC
	if worst.Escapes {
		r.EscapeEvent = t.Paper[1]
		r.EscapeC = sheet.Real(paper.CriticalEpsilon(t.Counts[1][0], t.Counts[1][1], r.M, set.Alpha))
	}
	eta := float64(worst.Most) / float64(r.N)
	r.Eta = sheet.Real(eta)
	r.Lambda = sheet.Real(lambda(set.Beta, eta, critical))
	return plus, minus
}

// curve returns the p-values at evenly spaced ε, and at ε, ε_c, the critical ε
// with the escape event and the bound, from 0 to beyond what any tested event's counts
// could prove.
func (j *Job) curve(t *Test, r *Report, plus, minus *paper.Thinning) (out PValues) {
	top := math.Max(float64(r.EpsilonC), float64(r.EscapeC))
	for _, c := range t.Counts {
		hi, lo := max(c[0], c[1]), min(c[0], c[1])
		// A bound lies below the ratio of the frequencies; the half keeps
		// empty counts finite.
		if hi > 0 {
			top = math.Max(top, num.Log((float64(hi)+0.5)/(float64(lo)+0.5)))
		}
	}
	top = math.Max(math.Ceil(10*(1.1*top+0.2))/10, 1)
	if e := j.set.Epsilon; e > top && e < 2*top {
		top = math.Ceil(10*(1.05*e)) / 10
	}
	at := sheet.Even(0, top, curvePoints)
	for _, e := range []float64{j.set.Epsilon, float64(r.EpsilonC), float64(r.EscapeC), float64(r.Strong.Epsilon)} {
		if e <= top {
			at = append(at, e)
		}
	}
	sort.Float64s(at)
	for k, e := range slices.Compact(at) {
		thin := rng.New(rng.Key{Seed: j.set.Seed, Phase: rng.PhaseThin, Trial: uint64(k) + 1})
		p := math.Min(plus.Thinned(e, &thin), minus.Thinned(e, &thin))
		out.Epsilon, out.Thinned = append(out.Epsilon, sheet.Real(e)), append(out.Thinned, sheet.Real(p))
		out.Plus, out.Minus = append(out.Plus, sheet.Real(plus.P(e))), append(out.Minus, sheet.Real(minus.P(e)))
	}
	return out
}

// exactly fills what the mechanism knows of its own privacy: the pure ε, the ε
// at the claim's δ (at 0.05 where the claim has none), and the profile from 0
// to beyond the curve and that ε.
func exactly(r *Report, p privacy.Profile, set Settings) {
	if p == nil {
		return
	}
	pure := sheet.Real(p.Pure())
	r.ExactPure, r.ExactHow = &pure, p.Exact()
	at := cmp.Or(set.Delta, 0.05)
	r.ExactAt = sheet.Real(at)
	e, _ := privacy.EpsilonAt(p, at) // at is in range
	exact := sheet.Real(e)
	r.ExactDelta = &exact
	top := 1.0
	if e := r.Curve.Epsilon; len(e) > 0 {
		top = float64(e[len(e)-1])
	}
	if !math.IsInf(e, 1) {
		top = math.Max(top, math.Min(1.3*e, float64(pure)))
	}
	points := sheet.Even(0, top, curvePoints)
	r.Profile = &Profile{Epsilon: sheet.Reals(points), Delta: sheet.Each(points, p.Delta)}
}
