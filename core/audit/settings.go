package audit

import (
	"cmp"
	"errors"
	"math"

	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/paper"
	"indistinct/core/privacy"
)

// Limits of an audit's size: what fits a browser's memory.
const (
	mostSteps     = 4096
	mostDim       = 16
	mostSelection = 100_000_000 // numbers that a selection sample of one input may ask for
	heldSelection = 8_000_000   // of which so many are drawn and held: what a phone's memory bears
	mostPairs     = 64          // pairs of inputs that are tried
)

// Settings are the parameters of an audit, in the paper's letters.
type Settings struct {
	Seed    uint64
	Epsilon float64 // ε, the claim that is tested, ≥ 0
	Delta   float64 // δ of the claim, in [0, 1); the paper's test takes 0
	// Claim is the claim that is tested in their place where it is of another notion; it is
	// zero otherwise.
	Claim      privacy.Claim
	Group      int     // records in which the two inputs differ, as the claim allows for; 0: one
	Select     float64 // ε₀ at which the worst event is chosen, ≥ 0
	Alpha      float64 // significance level α in (0, 1)
	Beta       float64 // mass outside each step's high-likely set, in (0, 1)
	Gamma      float64 // confidence parameter γ of the scenario bound, in (0, 1)
	Grid       int     // r: cells per axis and step, ≥ 1
	Shells     bool    // as many cells a step are shells of the high-likely set, not a grid
	N          int     // n: selection releases for each input
	MaxN       int     // the most of them, where the search draws on; 0: N
	M          int     // m: test releases for each input
	Sequential bool    // keep drawing until decided
	MaxM       int     // the most test releases in sequential mode
	Learn      bool    // look for learned events beside the grid
	Bits       bool    // look at the representation of numbers too: releases are what a program computed
	// Brief leaves out what a reader of one report wants and a thousand audits in a row do
	// not: what could have been shown, exact p-values along the curve, the proven curve, the
	// words and what the mechanism knows of itself. Without a finding the verdict is then
	// NoViolation.
	Brief bool
	// Coupled has trial i of both inputs drawn from one stream, where that tells more: each
	// input keeps its law, and their counts move together (stat.Coupled). One event is
	// tested, with all of α. It takes a simulated mechanism, δ = 0 and Brief.
	Coupled bool
}

// most releases of each input that are tested.
const most = 200_000_000

// Check returns one sentence for the first setting outside its range.
func (s Settings) Check() error {
	var coupled error
	if s.Coupled && (!s.Brief || s.Sequential || s.Delta > 0 || s.Claim.Curved()) {
		coupled = errors.New("coupled trials are for a brief audit of ε alone, of fixed size")
	}
	_, scenarios := paper.Scenarios(s.Beta, s.Gamma, 1)
	return cmp.Or(
		lang.ErrorIf(!(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 1), "audit.settings.epsilon", "got", s.Epsilon),
		lang.ErrorIf(!(s.Delta >= 0 && s.Delta < 1), "audit.settings.delta", "got", s.Delta),
		lang.ErrorIf(!(s.Select >= 0) || math.IsInf(s.Select, 1), "audit.settings.select", "got", s.Select),
		lang.ErrorIf(!(s.Alpha > 0 && s.Alpha < 1), "audit.settings.alpha", "got", s.Alpha),
		lang.ErrorIf(!(s.Beta > 0 && s.Beta < 1), "audit.settings.beta", "got", s.Beta),
		lang.ErrorIf(!(s.Gamma > 0 && s.Gamma < 1), "audit.settings.gamma", "got", s.Gamma),
		lang.ErrorIf(s.Grid < 1, "audit.settings.grid", "got", s.Grid),
		lang.ErrorIf(s.N < 1, "audit.settings.n", "got", s.N),
		lang.ErrorIf(s.M < 1, "audit.settings.m", "got", s.M),
		lang.ErrorIf(s.M > most, "audit.settings.m.most", "got", s.M, "most", most),
		lang.ErrorIf(s.Sequential && s.MaxM < s.M, "audit.settings.maxm", "got", s.MaxM, "m", s.M),
		lang.ErrorIf(s.Sequential && s.MaxM > most, "audit.settings.maxm.most", "got", s.MaxM, "most", most),
		coupled,
		lang.ErrorIf(s.Group > 1 && math.IsInf(s.Claim.Value, 1), "audit.settings.group",
			s.Claim.Places("group", s.Group)...),
		s.Claim.Check(),
		scenarios,
	)
}

// Aim is the test as the search for events knows it.
func (s Settings) Aim() learn.Aim {
	m := s.M
	if s.Sequential {
		m = max(m, s.MaxM)
	}
	return learn.Aim{M: m, Delta: s.Delta, Alpha: s.Alpha, Learn: s.Learn, Bits: s.Bits, Coupled: s.Coupled}
}
