// Package audit tests differential privacy from releases alone.
//
// It holds the framework of Han & Martínez (2021): a high-likely set from
// scenario optimisation (Algorithm 3), a grid on it (Algorithm 2), the worst
// event (Algorithm 4), Fisher's exact test and the critical ε (Algorithm 5).
// Beside it stands a stronger test that looks where the paper's does not: the
// escape event and learned likelihood-ratio events, alone or with their opposites,
// with a lower confidence bound on ε that is a theorem.
//
// A claim of Gaussian or zero-concentrated DP is held against the proven trade-off curve,
// and inputs that differ in k records against what the claim allows a group of k.
//
// The package believes that a verdict is a value: it carries every count it
// rests on, what was not looked at, and the smallest violation that so many
// releases could have shown. "Not rejected" never becomes "private".
//
// A report holds numbers and codes; package tell makes its sentences, charts and
// tables, where they are shown.
//
// It knows nothing of what it audits: mechanisms come as mechanism.Mechanism. It is
// ours because no library has it: the tests have to be exact for any counts, and
// the same to the last bit in every browser.
//
// The files, each of which uses those below it (but for the Watch that a Job holds):
//
//	job.go                     the audit as work for a crew: what is asked for, checked; Run
//	                           asks, Prepare answers
//	algorithm.go               Algorithm 1 on a simulated mechanism, as the paper prints it,
//	                           over packages paper (Algorithms 2 to 5), learn, stat, curve
//	judge.go                   the test itself, of any source: choose, count, look, report
//	pairs.go                   of several pairs of inputs the one that can be told
//	                           apart best
//	count.go                   releases drawn and events counted by the crew
//	watch.go                   what a picture of the test is shown on the way
//	evaluate.go                what was found, Algorithm 5 applied to it, and what the
//	                           mechanism knows of itself
//	ask.go                     questions to the crew
//	verdict.go                 the stronger test, its bounds and the verdict
//	claim.go                   claims of other notions than (ε, δ), and groups of records
//	sequential.go              sequential mode: bets on releases as they come, and on counts
//	report.go, settings.go     the Report and what it holds; the parameters
package audit

import (
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// Count is how often an event happened in n trials for each input, with the
// probabilities' two-sided 95 % Clopper–Pearson intervals.
type Count struct {
	C1 int64 `json:"c1"`
	C2 int64 `json:"c2"`
	O1 int64 `json:"opposite1,omitempty"` // the event's opposite, where it has one
	O2 int64 `json:"opposite2,omitempty"`
	// Of trials whose two releases came from one stream: those in which both fell into the event.
	Coupled bool          `json:"coupled,omitempty"`
	Both    int64         `json:"both,omitempty"`
	N       int64         `json:"n"`
	P1      [2]sheet.Real `json:"p1_interval"`
	P2      [2]sheet.Real `json:"p2_interval"`
}

// Method is how a bound was proven.
type Method string

// The methods.
const (
	Exact    Method = "exact"    // both Clopper–Pearson p-values, combined
	Odds     Method = "odds"     // the odds ratio of an event and its opposite
	Coupled  Method = "coupled"  // trials of both inputs from one stream (stat.Coupled)
	Betting  Method = "betting"  // a wealth that a mechanism which keeps the claim hardly brings (package betting)
	Untested Method = "untested" // there was no event
)

// Bound is what a stronger test proves.
type Bound struct {
	// Epsilon is the lower confidence bound: with probability at least Level,
	// ε ≥ Epsilon at the claim's δ. 0 where nothing is proven.
	Epsilon sheet.Real  `json:"epsilon"`
	Level   float64     `json:"level"` // 1 − α, for all events together
	Share   float64     `json:"share"` // the event's part of α
	Event   event.Event `json:"event"`
	Count   Count       `json:"count"`
	Method  Method      `json:"by"`
	Looks   int         `json:"looks"` // events that share α
	// P is the p-value of p₁ ≤ e^ε p₂ + δ at the claim, adjusted for all events:
	// it is at most α where Epsilon exceeds the claim.
	P sheet.Real `json:"p"`
	// Detectable is, of the strongest event alone, the smallest true ε (of two events
	// the smallest common ε: half the logarithm of their odds ratio) that so many of its
	// releases would have shown with probability one half or more.
	Detectable sheet.Real `json:"detectable,omitzero"`
}

// Verdict is one of three answers.
type Verdict string

// The verdicts. There is no "private".
const (
	Violation    Verdict = "violation found"
	NoViolation  Verdict = "no violation found"
	Inconclusive Verdict = "inconclusive"
)

// Why says why a verdict is Inconclusive.
type Why string

// The reasons.
const (
	NoEvent Why = "no event" // the releases that events are chosen on show no difference
	Unseen  Why = "unseen"   // no event that was tested occurred in any release
	Rare    Why = "rare"     // each occurred too rarely to show a violation, however large
	Short   Why = "short"    // fewer releases came than were asked for
	Few     Why = "few"      // so many releases would probably not show a gross violation
)

// PValues are p-values against ε, all of the same length.
type PValues struct {
	Epsilon []sheet.Real `json:"epsilon"`
	Plus    []sheet.Real `json:"p_plus"`    // p⁺, expected over the thinning
	Minus   []sheet.Real `json:"p_minus"`   // p₊, expected over the thinning
	Exact   []sheet.Real `json:"p_exact"`   // the stronger test's best event, adjusted: α where its bound is
	Thinned []sheet.Real `json:"p_thinned"` // min of the two, one thinning draw as printed
}

// Profile is the least δ at each ε.
type Profile struct {
	Epsilon []sheet.Real `json:"epsilon"`
	Delta   []sheet.Real `json:"delta"`
}

// BoundAt is the bound when so many releases of each input were drawn.
type BoundAt struct {
	M       int64      `json:"m"`
	Epsilon sheet.Real `json:"epsilon"` // the largest so far
}

// Fresh is a bound of a fixed number of releases of each input, with a confidence of its own.
type Fresh struct {
	M int64 `json:"m"`
	Bound
	// Least is what their proven curve leaves of a claim of another notion than (ε, δ).
	Least sheet.Real `json:"least,omitzero"`
}

// Proven is the bound on what the claim is of, rounded down, for a place with the format 12.
func (f *Fresh) Proven() float64 { return lang.Above(float64(max(f.Epsilon, f.Least)), 0) }

// What a report that is not finished waits for.
const (
	// PendingReleases: sequential mode draws more. The bound holds already.
	PendingReleases = "releases"
	// PendingExact: all is final but the exact ε and the exact profile.
	PendingExact = "exact"
)

// Report is an audit's result: every count it rests on, the verdict, its
// evidence and its warnings, as numbers and codes. Package tell says it.
type Report struct {
	// The paper's test.
	GammaSamples int         `json:"gamma_samples"` // Γ
	Events       int64       `json:"events"`        // r^(d·steps) product cells (saturating)
	Occupied     int         `json:"occupied"`      // of which any selection release fell into
	C1           int64       `json:"c1"`            // test counts of the worst event
	C2           int64       `json:"c2"`
	N            int64       `json:"n"`               // selection releases for each input
	M            int64       `json:"m"`               // test releases for each input
	Asked        int         `json:"asked,omitempty"` // selection releases that were asked for, where more than n
	Steps        int         `json:"steps"`           // of a release
	Dim          int         `json:"dim"`             // numbers a step
	Alpha        sheet.Real  `json:"alpha"`
	Beta         sheet.Real  `json:"beta"`
	Gamma        sheet.Real  `json:"gamma"`
	Sequential   bool        `json:"sequential,omitempty"` // m was not fixed in advance
	MaxM         int         `json:"maxm,omitempty"`       // the most that m could become then
	Bits         bool        `json:"bits,omitempty"`       // the representation of numbers was looked at too
	Epsilon      sheet.Real  `json:"epsilon"`
	Delta        sheet.Real  `json:"delta"`
	PPlus        sheet.Real  `json:"p_plus"`  // p⁺ at ε, expected over the thinning
	PMinus       sheet.Real  `json:"p_minus"` // p₊ at ε
	ThinPlus     sheet.Real  `json:"p_plus_thinned"`
	ThinMinus    sheet.Real  `json:"p_minus_thinned"`
	EpsilonC     sheet.Real  `json:"epsilon_c"` // critical ε by the paper's rule
	Eta          sheet.Real  `json:"eta"`       // max over cells of c₁/n
	Lambda       sheet.Real  `json:"lambda"`    // the paper's β + 2η e^{ε_c}; its lemma is false
	Confidence   sheet.Real  `json:"confidence"`
	ECorrect     sheet.Real  `json:"e_correct"`  // RMSE per release and coordinate, input 1
	EAdjacent    sheet.Real  `json:"e_adjacent"` // the same, input 2
	Worst        event.Event `json:"worst_event"`
	WorstSelect  Count       `json:"worst_event_selection"` // its counts in the selection sample
	Escape       Count       `json:"escape"`                // outside the high-likely set, test releases
	EscapeC      sheet.Real  `json:"epsilon_c_escape"`      // critical ε when the escape event takes part
	// what the selection chose then: the worst cell or the escape event
	EscapeEvent  event.Event       `json:"escape_event"`
	EscapeSelect Count             `json:"escape_selection"` // the escape event's counts in the selection sample
	Cover        []paper.Ellipsoid `json:"cover"`
	// Where the cells are shells, their squared radii and what no cell's probability exceeds, at confidence 1 − γ.
	Shells    [][]float64 `json:"shells,omitempty"`
	CellBound sheet.Real  `json:"cell_bound,omitzero"`

	// Which of several pairs of inputs was tested, what was tried before, and how
	// many more pairs there are.
	Pair    int           `json:"pair,omitempty"`
	Tried   []learn.Tried `json:"tried,omitempty"`
	Untried int           `json:"untried,omitempty"`

	// Inputs are what the laboratory calls the two inputs.
	Inputs mechanism.Names `json:"inputs,omitzero"`

	// The stronger test.
	Strong Bound   `json:"strong"`
	Others []Bound `json:"others,omitempty"` // the other events looked at, best first
	// Real is the best bound of an event on real numbers, where Strong's looks at how numbers
	// are represented, their last bits and digits: both hold together. Untested: there was none.
	Real *Bound `json:"real,omitempty"`
	// Running, in sequential mode, is the bound against the releases drawn so far; it held at
	// all times at once.
	Running []BoundAt `json:"running,omitempty"`
	// Fresh, of a violation in sequential mode, is what releases prove that came once it was decided, by themselves.
	Fresh *Fresh `json:"fresh,omitempty"`
	// Decided is after how many releases of each input sequential mode stopped, and Chose says that
	// the strongest event is counted in those that chose it: a description, and no proof.
	Decided int64 `json:"decided,omitempty"`
	Chose   bool  `json:"chose,omitempty"`
	// Power is what so many releases could have shown; nothing in a brief audit.
	Power Power   `json:"power,omitzero"`
	Curve PValues `json:"curve"`
	// ProvenCurve is the trade-off curve that an adversary is proven to reach.
	ProvenCurve *curve.Proven `json:"proven_curve,omitempty"`
	// Curved is the claim that was tested where it is not of (ε, δ): the verdict is of it.
	Curved *Curved `json:"curve_claim,omitempty"`
	// Group is how many records the two inputs differ in, where several: the claim above is
	// then what the one that was made allows a group of so many.
	Group   int     `json:"group,omitempty"`
	Verdict Verdict `json:"verdict"`
	Why     Why     `json:"why,omitempty"`  // where inconclusive
	Near    bool    `json:"near,omitempty"` // of a violation: its bound lies within two standard errors of the claim
	// Notes are what a laboratory adds: of which inputs the test was, and what was not looked at.
	Notes []lang.Message `json:"notes,omitempty"`
	// where inconclusive: releases that show a gross violation in half of all audits at best; 0 otherwise
	Needed   int64          `json:"needed"`
	Warnings []lang.Message `json:"warnings"`

	// Pending is empty in a finished report. A report that is shown on the way
	// says what is still to come: PendingReleases or PendingExact.
	Pending string `json:"pending,omitempty"`

	// The truth, where the mechanism knows it.
	ExactPure  *sheet.Real  `json:"exact_epsilon,omitempty"` // pure ε for these two inputs
	ExactDelta *sheet.Real  `json:"exact_epsilon_at_delta,omitempty"`
	ExactAt    sheet.Real   `json:"exact_delta"` // the δ of ExactDelta: the claim's, or 0.05 where that is 0
	ExactHow   lang.Message `json:"exact_how,omitzero"`
	Claimed    *sheet.Real  `json:"claimed_epsilon,omitempty"`
	ClaimDelta *sheet.Real  `json:"claimed_delta,omitempty"`
	ClaimBy    string       `json:"claimed_by,omitempty"` // "theory", or "program": of itself
	ClaimFrom  lang.Message `json:"claimed_from,omitzero"`
	Profile    *Profile     `json:"profile,omitempty"`
}

// Telling reports whether the event belongs to what is proven: in sequential mode bets on other events may
// have proven it, where there is no violation.
func (r *Report) Telling() bool {
	return r.Strong.Event.Kind != "" && (!r.Sequential || r.Verdict == Violation)
}

// Proven is the proven lower bound on ε, rounded down, for a place with the format 12.
func (r *Report) Proven() float64 { return lang.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)) }

// ByDigits reports whether it is how numbers are represented that refutes the claim.
func (r *Report) ByDigits() bool {
	if r.Curved != nil {
		return r.Curved.Digits && r.Verdict == Violation
	}
	return r.Real != nil && r.Verdict == Violation
}

// PairName names the pair that a search chose; empty where there was none.
func PairName(tried []learn.Tried, pair int) lang.Message {
	for _, x := range tried {
		if len(tried) > 1 && x.Pair == pair {
			return x.Name
		}
	}
	return lang.Verbatim("")
}

// NewCount completes counts with their 95 % intervals.
func NewCount(c1, c2, n int64) Count {
	return Count{C1: c1, C2: c2, N: n}.withIntervals()
}

func (c Count) withIntervals() Count {
	interval := func(hits int64) [2]sheet.Real {
		lo, hi := stat.ClopperPearson(hits, c.N, 0.95)
		return [2]sheet.Real{sheet.Real(lo), sheet.Real(hi)}
	}
	c.P1, c.P2 = interval(c.C1), interval(c.C2)
	return c
}

// Directed returns an event's counts, the likelier record's first.
func Directed(e event.Event, c Count) (c1, c2 int64) {
	if e.Swap {
		return c.C2, c.C1
	}
	return c.C1, c.C2
}

// Power is what an audit of this size could have shown, found or not: at best, where
// the event that shows it is tested first (see stat.BestLaw).
type Power struct {
	Gross sheet.Real `json:"gross"` // the true ε that must not go unseen
	// Limit is the true ε that would have been seen half of the time, in sequential mode at least.
	Limit sheet.Real `json:"limit"`
}
