package audit

import (
	"math"

	"indistinct/core/curve"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// Claims beside (ε, δ). A claim of another notion is about a whole trade-off curve, and so
// the proven curve is what tests it, with all of α: the run's verdict is then of that claim.
// The events' bound on ε stands beside it as evidence of its own, at confidence 1 − α by
// itself.

// Curved is a claim of another notion than (ε, δ), held against the proven curve.
type Curved struct {
	Notion privacy.Notion `json:"notion"`
	Value  sheet.Real     `json:"claim"` // its number
	Given  privacy.Given  `json:"given,omitzero"`
	// Least is what the proven curve leaves: with confidence Level the mechanism keeps no
	// claim of that notion with less. 0 where no curve could be proven.
	Least sheet.Real `json:"least"`
	Level float64    `json:"level"`
	// Digits says that the curve's score looks at how numbers are represented.
	Digits bool `json:"digits,omitempty"`
	// Where one point of the proven curve shows Least: a rate of false alarms, the misses that
	// some adversary is proven not to exceed there, and the least that the claim allows.
	FalseAlarms sheet.Real `json:"false_alarms,omitzero"`
	Misses      sheet.Real `json:"misses,omitzero"`
	Allowed     sheet.Real `json:"allowed,omitzero"`
	// Gross is the true value that must not go unseen, and Limit the one that Gaussian noise
	// shows in about half of all such audits; +Inf where it is beyond Gross. Both are 0
	// where that was not asked, or releases are still being drawn.
	Gross sheet.Real `json:"gross,omitzero"`
	Limit sheet.Real `json:"limit,omitzero"`
}

func newCurved(set Settings) *Curved {
	c := set.Claim
	return &Curved{Notion: c.Notion, Value: sheet.Real(c.Value), Given: c.Given, Level: 1 - set.Alpha}
}

// Proven is Least, rounded down, for a place with the format 12.
func (c *Curved) Proven() float64 { return lang.Above(float64(c.Least), float64(c.Value)) }

// Claim is what was tested.
func (r *Report) Claim() privacy.Claim {
	if c := r.Curved; c != nil {
		return privacy.Claim{Notion: c.Notion, Value: float64(c.Value), Given: c.Given}
	}
	return privacy.Claim{Budget: privacy.Budget{Epsilon: float64(r.Epsilon), Delta: float64(r.Delta)}}
}

// claim is what is tested.
func (s Settings) claim() privacy.Claim {
	if s.Claim.Curved() {
		return s.Claim
	}
	return privacy.Claim{Budget: privacy.Budget{Epsilon: s.Epsilon, Delta: s.Delta}}
}

// proveCurve fills what the bins of test releases prove of the whole trade-off curve and
// of a claim of another notion than (ε, δ), whose verdict the report's then is. Without
// levels there is no curve, and nothing was tested.
func (r *Report) proveCurve(l *curve.Levels, bins [2][]int64, set Settings) {
	if l != nil {
		r.ProvenCurve = l.Prove(bins, set.Alpha)
	}
	claim := set.Claim
	if !claim.Curved() {
		return
	}
	c := newCurved(set)
	r.Curved, r.Needed = c, 0
	why := r.Why
	r.Why = ""
	if l != nil {
		c.Digits = l.Score.OfDigits()
		least, at, misses := r.ProvenCurve.Least(claim)
		c.Least = sheet.Real(least)
		if at > 0 {
			c.FalseAlarms, c.Misses = sheet.Real(at), sheet.Real(misses)
			c.Allowed = sheet.Real(claim.TradeOff(at))
		}
	}
	switch {
	case float64(c.Least) > claim.Value:
		r.Verdict = Violation
		return
	case l == nil:
		r.Verdict, r.Why = Inconclusive, NoEvent
		return
	case why == Unseen || why == Short:
		r.Why = why
		return
	}
	r.Verdict = NoViolation
	if set.Brief {
		return
	}
	of := claim.Definition()
	mu := of.Noise(claim.Value)
	gross := gross(mu)
	test := curve.Test{Claim: claim, N: r.N, M: int64(set.M), Alpha: set.Alpha}
	limit := test.Shows(mu, gross)
	if math.IsInf(limit, 1) {
		r.Verdict, r.Why = Inconclusive, Few
		r.Needed = test.Needed(gross, mu, mostAdvised)
	}
	c.Gross, c.Limit = sheet.Real(of.OfNoise(gross)), sheet.Real(of.OfNoise(limit))
}

// grouped returns the job with the claim that the pair's inputs are held to: of several
// records that differ it is what group privacy allows.
func (j *Job) grouped(pair int) *Job {
	m := j.m
	if j.paired != nil {
		m = j.paired
	}
	g, ok := m.(mechanism.Grouped)
	if !ok || g.Members(pair) < 2 {
		return j
	}
	of := *j
	of.set = j.set.Grouped(g.Members(pair))
	return &of
}

// Grouped returns the settings for inputs that differ in so many records: their claim is
// what group privacy allows.
func (s Settings) Grouped(members int) Settings {
	b, _ := privacy.Group(privacy.Budget{Epsilon: s.Epsilon, Delta: s.Delta}, members) // both are in range
	s.Epsilon, s.Delta, s.Claim, s.Group = b.Epsilon, b.Delta, s.Claim.Group(members), members
	return s
}
