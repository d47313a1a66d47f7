package audit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
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

// verdict computes all that the counts say: the paper's test, the stronger one, and
// what is known of both.
func (j *Job) verdict(s *findings) *Report {
	set := j.set
	r := j.counted(s)
	plus, minus := hypothesisTest(r, s, set)
	if _, ok := s.tested.(mechanism.Estimating); ok {
		per := float64(s.drawn) * float64(j.steps*j.dim)
		r.ECorrect = sheet.Real(math.Sqrt(s.sums[0].Value() / per))
		r.EAdjacent = sheet.Real(math.Sqrt(s.sums[1].Value() / per))
	}
	Strengthen(r, s.candidates(), s.history(), set, DefaultThresholds())
	r.Curve = j.curve(s, r, plus, minus)
	strongCurve(r, s.candidates(), s.history(), set)
	r.ProveCurve(s.levels, s.bins, set, DefaultThresholds())
	if claim := s.tested.Claim(); claim.Source != lang.Verbatim("") {
		e, d := sheet.Real(claim.Budget.Epsilon), sheet.Real(claim.Budget.Delta)
		r.Claimed, r.ClaimDelta, r.ClaimBy, r.ClaimFrom = &e, &d, cmp.Or(claim.By, "theory"), claim.Source
	}
	r.Running = s.running(r.Strong, set)
	return r
}

// counted is a report of the counts alone.
func (j *Job) counted(s *findings) *Report {
	set := j.set
	n := int64(set.N)
	c := s.counts[0]
	_, untried := j.names()
	r := &Report{
		GammaSamples: j.gamma,
		Pair:         s.pair,
		Tried:        s.tried,
		Untried:      untried,
		Group:        j.members,
		Events:       s.cover.Events(),
		Occupied:     s.worst.Occupied,
		C1:           c[0],
		C2:           c[1],
		N:            n,
		M:            s.drawn,
		Steps:        j.steps,
		Dim:          j.dim,
		Confidence:   sheet.Real((1 - set.Alpha) * (1 - set.Gamma)),
		Worst:        s.events[0],
		WorstSelect:  NewCount(s.worst.C1, s.worst.C2, n),
		Escape:       NewCount(s.counts[1][0], s.counts[1][1], s.drawn),
		EscapeSelect: NewCount(s.worst.Escape[0], s.worst.Escape[1], n),
		EscapeEvent:  s.events[0],
		Cover:        s.cover.Ellipsoids,
		ECorrect:     sheet.Real(math.NaN()),
		EAdjacent:    sheet.Real(math.NaN()),
		Warnings:     []lang.Message{},
	}
	if j.asked > set.N {
		r.Asked = j.asked
	}
	r.ask(set)
	return r
}

// hypothesisTest is Algorithm 5 for the worst cell's counts, in expectation over the
// thinning and with one random thinning as printed, and what the paper derives from
// it: the critical ε and Theorem 1's λ. It returns what p⁺ and p₊ need at any other ε.
func hypothesisTest(r *Report, s *findings, set Settings) (plus, minus *paper.Thinning) {
	plus, minus = paper.NewThinning(r.C1, r.C2, s.drawn), paper.NewThinning(r.C2, r.C1, s.drawn)
	r.PPlus, r.PMinus = sheet.Real(plus.P(set.Epsilon)), sheet.Real(minus.P(set.Epsilon))
	// Point k of the curve thins with stream k + 1, the p-value at ε with 0.
	thin := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseThin})
	r.ThinPlus = sheet.Real(plus.Thinned(set.Epsilon, &thin))
	r.ThinMinus = sheet.Real(minus.Thinned(set.Epsilon, &thin))
	critical := math.Max(plus.Critical(set.Alpha), minus.Critical(set.Alpha))
	r.EpsilonC = sheet.Real(critical)
	r.EscapeC = r.EpsilonC
	if s.worst.Escapes {
		r.EscapeEvent = s.events[1]
		r.EscapeC = sheet.Real(paper.CriticalEpsilon(s.counts[1][0], s.counts[1][1], s.drawn, set.Alpha))
	}
	eta := float64(s.worst.Most) / float64(r.N)
	r.Eta = sheet.Real(eta)
	r.Lambda = sheet.Real(lambda(set.Beta, eta, critical))
	return plus, minus
}

// running is how the bound of the strongest event grew from look to look; nil
// unless there were looks.
func (s *findings) running(b Bound, set Settings) (out []BoundAt) {
	for i, e := range s.candidates() {
		if !e.Same(b.Event) || len(s.looks) == 0 {
			continue
		}
		counts := eventHistory(s.history(), i)
		for k, bound := range newEvidence(e, counts, set, b.Share*set.Alpha).bounds() {
			out = append(out, BoundAt{counts[k].N, sheet.Real(bound)})
		}
		return out
	}
	return nil
}

// curve returns the p-values at evenly spaced ε, and at ε, ε_c, the critical ε
// with the escape event and the bound, from 0 to beyond what any tested event's counts
// could prove.
func (j *Job) curve(s *findings, r *Report, plus, minus *paper.Thinning) (out PValues) {
	top := math.Max(float64(r.EpsilonC), float64(r.EscapeC))
	for _, c := range s.counts {
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
	at := make([]float64, 0, curvePoints+4)
	for k := 0; k < curvePoints; k++ {
		at = append(at, top*float64(k)/(curvePoints-1))
	}
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
	at := set.Delta
	if at == 0 {
		at = 0.05
	}
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
	r.Profile = &Profile{}
	for k := 0; k < curvePoints; k++ {
		x := top * float64(k) / (curvePoints - 1)
		r.Profile.Epsilon = append(r.Profile.Epsilon, sheet.Real(x))
		r.Profile.Delta = append(r.Profile.Delta, sheet.Real(p.Delta(x)))
	}
}

// findings are what an audit has found so far.
type findings struct {
	cover    *paper.Cover
	worst    paper.Worst
	pair     int                 // of inputs
	tested   mechanism.Mechanism // on that pair
	tried    []learn.Tried       // where there were several
	events   []event.Event       // the worst cell, the escape event, the candidates, their opposites
	opposite []int               // of each candidate, where its opposite is among these and those; −1 for none
	counts   [][2]int64          // of each event, in the test releases
	levels   *curve.Levels       // what the proven curve counts; nil where no event has a score
	bins     [2][]int64          // its bins, in the test releases
	sums     [2]num.Sum          // squared errors of the test releases
	drawn    int64               // test releases of each input
	looks    []look              // sequential mode: the counts at each look
}

// newFindings has the worst cell and the escape event, the candidates, and those of
// their opposites that are not among them.
func newFindings(cover *paper.Cover, worst paper.Worst, candidates []event.Event) *findings {
	all, opposite := withOpposites(candidates)
	cell, outside := event.GridEvents(worst, cover)
	return &findings{cover: cover, worst: worst, events: append([]event.Event{cell, outside}, all...),
		opposite: opposite}
}

// look is what sequential mode saw after one batch: releases of each input so
// far, and the counts of the candidates and their opposites.
type look struct {
	drawn  int64
	counts [][2]int64
}

func (f *findings) look() look { return look{f.drawn, slices.Clone(f.counts[2:])} }

// candidates are the events of the stronger test.
func (f *findings) candidates() []event.Event { return f.events[2 : 2+len(f.opposite)] }

// history returns the candidates' counts at each look so far, one in an audit of
// fixed size.
func (f *findings) history() [][]Count {
	looks := f.looks
	if len(looks) == 0 {
		looks = []look{f.look()}
	}
	out := make([][]Count, len(looks))
	for k, l := range looks {
		for i, o := range f.opposite {
			c := Count{C1: l.counts[i][0], C2: l.counts[i][1], N: l.drawn}
			if o >= 0 {
				c.O1, c.O2 = l.counts[o][0], l.counts[o][1]
			}
			out[k] = append(out[k], c)
		}
	}
	return out
}

// withOpposites returns the events and, after them, the opposites that are not
// among them, and where each event's opposite is; −1 where it has none.
func withOpposites(events []event.Event) (all []event.Event, at []int) {
	all = events[:len(events):len(events)]
	for _, e := range events {
		k := -1
		if o := e.Opposite; o != nil {
			for i, b := range all {
				if b.Same(*o) {
					k = i
					break
				}
			}
			if k < 0 {
				k = len(all)
				all = append(all, *o)
			}
		}
		at = append(at, k)
	}
	return all, at
}
