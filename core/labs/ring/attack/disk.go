package attack

import (
	"errors"
	"math"
	"sync"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Strength measures what a guarantee allows between the hidden sensor's place
// and another, on a scale that grows about as a power of the displacement, and
// says where that scale stands at the visitor's odds.
func (s *Adversary) Strength(promise string, p *Place) float64 {
	switch promise {
	case "pure":
		return s.pure(s.Base, p)
	case "claim":
		return bend(privacy.Advantage(s.Setting.claimed(p)))
	}
	return bend(s.advantage(s.Base, p))
}

// claimed is what the claim says of the hidden sensor's place and another, by group
// privacy.
func (m *Setting) claimed(p *Place) privacy.Budget {
	return groupEpsilon(privacy.Budget{Epsilon: m.Spec.Float("eps"), Delta: m.Spec.Float("delta")},
		m.Spec.Float("d"), m.Scenario.Distance(p.Position))
}

// toward is a place at a displacement, with as much of it as strength asks for.
func (s *Adversary) toward(promise string, r, angle float64) (*Place, error) {
	q := s.Setting.Scenario.Beside(r, angle)
	switch {
	case promise == "claim" || s.Unproven(promise) != "": // the distance of the records
		return &Place{Position: q}, nil
	case promise == "pure":
		return s.without(q), nil
	}
	return s.At(q)
}

// Unproven says why a guarantee is not known or cannot hold for this mechanism;
// empty where there is one.
func (s *Adversary) Unproven(promise string) lang.Message {
	switch k := s.Setting.Law; {
	case promise == "claim":
		return ""
	case promise == "pure" && k.NoLaw == "":
		return k.NoPure
	default:
		return k.NoLaw
	}
}

// bend turns a total variation distance into −½ ln(1 − TV²), which grows as
// the square of a small displacement.
func bend(tv float64) float64 {
	return -0.5 * num.Log(math.Max(1e-300, (1-tv)*(1+tv)))
}

// Limit is the strength at the visitor's odds.
func (s *Adversary) Limit(promise string) float64 {
	k := s.Setting.Spec.Float("odds")
	if promise == "pure" {
		return epsilonAtOdds(k)
	}
	return bend(advantageAtOdds(k))
}

// worst returns the direction in which a guarantee allows most: that in which a
// release tells most, or, where that is not known or not asked, the one of the
// greatest strength (the greatest distance of the records, for a claim) a centimetre
// away; way is the code of which of them it is. A sensor reads each coordinate by itself, so the
// records part most along one of the two; four directions are tried, and the radius
// ends some percent inside the limit (TestDiskHoldsAllRound).
func (s *Adversary) worst(promise string) (angle float64, way string, err error) {
	if promise == "law" && s.Known && s.By != BySampling {
		_, _, angle = s.Eigen()
		return angle, "release", nil
	}
	byRecords := promise == "claim" || s.Unproven(promise) != ""
	if way = "guarantee"; byRecords {
		way = "records"
	}
	at := func(angle float64) float64 {
		p, e := s.toward(promise, 0.01, angle)
		if e != nil {
			err = errors.Join(err, e)
			return 0
		}
		if byRecords {
			return s.Setting.Scenario.Distance(p.Position)
		}
		return s.Strength(promise, p)
	}
	const quarter = math.Pi / 4
	top := math.Inf(-1)
	for i := range 4 {
		if v := at(float64(i) * quarter); v > top {
			top, angle = v, float64(i)*quarter
		}
	}
	return angle, way, err
}

// Disk returns the radius about the hidden sensor within which the guarantee
// holds at the visitor's odds, and whether that is all of the ring: solved in the
// worst direction and its opposite.
func (s *Adversary) Disk(promise string) (r float64, all bool, err error) {
	most, want := s.Everywhere(), s.Limit(promise)
	switch {
	case s.Silent && promise != "claim":
		return most, true, nil
	case promise == "law" && s.Lost, s.By == byNothing && promise != "claim", s.Unproven(promise) != "":
		return 0, false, nil
	}
	worst, _, err := s.worst(promise)
	if err != nil {
		return 0, false, err
	}
	at := func(r float64) (high float64) {
		for side := range 2 {
			p, e := s.toward(promise, r, worst+float64(side)*math.Pi)
			if e != nil {
				err = errors.Join(err, e)
				return 0
			}
			high = math.Max(high, s.Strength(promise, p))
		}
		return high
	}
	holds := func(r float64) bool { return at(r) <= want }
	if promise == "claim" {
		r = radius(0.1, most, 1e-3, holds)
		return r, r >= most, err
	}
	// Follow the power law, which holds for small displacements and bends for
	// large ones; end 2 to 5 % inside, which covers the quick rules' error.
	r = 0.01
	for range 12 {
		v := at(r)
		if err != nil {
			return 0, false, err
		}
		if v <= want && r >= most {
			return most, true, nil
		}
		if v <= 0.97*want && v >= 0.91*want {
			return r, false, nil
		}
		step := 0.94 * want / v
		if promise != "pure" { // grows as the square of a small displacement
			step = math.Sqrt(step)
		}
		if !(step < 32) {
			step = 32
		}
		r = math.Min(most, r*math.Max(step, 1.0/32))
		if r < 1e-9 {
			return 0, false, nil
		}
	}
	// It did not settle: fall back on halving.
	r = radius(r, most, 0.01, holds)
	return r, r >= most, err
}

// promiseRow is a row of the promised table.
type promiseRow struct {
	R              sheet.Real   // displacement, m
	Distance       sheet.Real   // of the records
	Pure           sheet.Real   // proven ε
	Epsilon, Delta sheet.Real   // of the claim, by group privacy
	Law            sheet.Real   // bound on the total variation distance
	Exact          sheet.Real   // exact total variation distance; NaN: unknown
	ExactE         sheet.Real   // exact pure ε; NaN: unknown
	Curve          []sheet.Real // exact detection rate at false-alarm rates i/40
	Lead           lang.Message // what the table says, and the code of its direction: in every row the same
	Way            string
}

// shares are the displacements in the promised table, of the disk's radius.
var shares = []float64{0.25, 0.5, 1, 1.5, 2, 4}

// Promised returns the job of the promised table, the guarantee at displacements about the disk's
// radius in the direction in which it allows most; its result is a sheet.Sheet.
func (m *Setting) Promised() work.Job {
	type promised struct {
		*Adversary
		unit, angle float64
		promiseRow
	}
	about := sync.OnceValues(func() (p promised, err error) {
		promise, k := m.Spec.Text("promise"), m.Spec.Float("odds")
		if p.Adversary, err = m.NewAdversary(false, 0); err == nil { // for guarantees alone: no law is fitted
			err = p.Learn()
		}
		if err != nil {
			return p, err
		}
		disk, all, err := p.Disk(promise)
		if err != nil {
			return p, err
		}
		if p.unit = disk; all || disk == 0 {
			p.unit = 0.01
		}
		p.Lead = lang.Say("ring.attack.disk.lead", "radius", Metres(disk), "k", k)
		switch why := p.Unproven(promise); {
		case why != "":
			p.Lead = why
		case all:
			p.Lead = lang.Say("ring.attack.disk.lead.everywhere", "k", k)
		case disk == 0:
			p.Lead = lang.Say("ring.attack.disk.lead.point")
		}
		p.angle, p.Way, err = p.worst(promise)
		return p, err
	})
	n := int64(len(shares))
	return work.Batches("work.promise", n, n, 1, func(i int64) (row promiseRow, err error) {
		s, err := about()
		if err != nil {
			return row, err
		}
		row = s.promiseRow
		p, err := s.Around(s.unit*shares[i], s.angle)
		if err != nil {
			return row, err
		}
		claim := m.claimed(p)
		row.R, row.Distance = sheet.Real(s.unit*shares[i]), sheet.Real(m.Scenario.Distance(p.Position))
		row.Pure, row.Law = sheet.Real(s.pure(s.Base, p)), sheet.Real(s.advantage(s.Base, p))
		row.Epsilon, row.Delta = sheet.Real(claim.Epsilon), sheet.Real(claim.Delta)
		row.Exact, row.ExactE = sheet.Real(math.NaN()), sheet.Real(math.NaN())
		mech, err := m.Build([2][]float64{s.Base.Record, m.Scenario.RecordAt(p.Position)})
		if err != nil {
			return row, err
		}
		if profile := mechanism.ProfileOf(mech); profile != nil {
			row.Exact, row.ExactE = sheet.Real(profile.Delta(0)), sheet.Real(profile.Pure())
			for j := range 41 {
				row.Curve = append(row.Curve, sheet.Real(1-TradeOff(profile, float64(j)/40)))
			}
		}
		return row, nil
	}, func(done []promiseRow) (sheet.Sheet, error) { return promisedSheet(done), nil })
}

// TradeOff returns the least type II error of any test of size alpha for an
// exact profile: the largest of 1 − δ(ε) − e^ε α and e^−ε(1 − δ(ε) − α) over ε
// (Wasserman & Zhou 2010; Dong, Roth & Su 2022), on a grid of ε: a bound from
// above on what a test can do, tight up to the grid.
func TradeOff(p privacy.Profile, alpha float64) float64 {
	best := 0.0
	for i := range 120 {
		e := 0.1 * float64(i)
		d := p.Delta(e)
		x := num.Exp(e)
		best = math.Max(best, math.Max(1-d-x*alpha, (1-d-alpha)/x))
	}
	return math.Min(best, 1-alpha)
}

// promisedSheet lays out the rows that are done.
func promisedSheet(done []promiseRow) (s sheet.Sheet) {
	s.Title, s.Lead = lang.Say("ring.analysis.disk"), done[0].Lead
	s.Notes = []lang.Message{lang.Say("ring.attack.disk.granted"), lang.Say("ring.attack.disk.outside")}
	t := s.Table("promised", "ring.attack.disk."+done[0].Way+".", lang.Say("ring.attack.disk.caption"))
	t.Columns = sheet.Columns("ring.attack.disk.column.", "displacement", "distance", "pure", "claim", "odds", "error",
		"success", "exact", "exact-pure")
	places := s.Chart("success_disk", "ring.attack.success.", sheet.Axis{Unit: lang.Verbatim("mm")},
		sheet.Axis{Min: 0.5, Max: 1}, lang.Say("ring.attack.success.caption"))
	bound := places.Draw("bound", sheet.Muted, sheet.Dash, []sheet.Real{0}, []sheet.Real{0.5})
	exact := places.Draw("exact", sheet.Leak, sheet.Line, nil, nil)
	c := s.Chart("tradeoff_disk", "ring.attack.tradeoff.", sheet.Axis{Max: 1}, sheet.Axis{Max: 1},
		lang.Say("ring.attack.tradeoff.caption"))
	x := sheet.Reals(sheet.Even(0, 1, 41))
	for i, d := range done {
		r, law := float64(d.R), float64(d.Law)
		bound.Add(1000*r, 0.5+0.5*law)
		exact.Add(1000*r, 0.5+0.5*float64(d.Exact))
		claim := sheet.Number(float64(d.Epsilon), 4)
		if d.Delta > 0 {
			claim.Form, claim.Text = "", lang.Say("ring.attack.budget", "eps", d.Epsilon, "delta", d.Delta)
		}
		t.Add(sheet.Number(1000*r, 3), sheet.Number(float64(d.Distance), 4), sheet.Number(float64(d.Pure), 4), claim,
			sheet.Number(num.Exp(math.Min(float64(d.Epsilon), 700)), 4), sheet.Number(0.5-0.5*law, 3),
			sheet.Number(0.5+0.5*law, 4), sheet.Number(0.5+0.5*float64(d.Exact), 4), sheet.Number(float64(d.ExactE), 4))
		role, drawn := map[float64]sheet.Role{0.5: sheet.Third, 1: sheet.Leak, 2: sheet.Fourth}[shares[i]]
		if !drawn {
			continue
		}
		if d.Curve != nil {
			c.Draw(Metres(r), role, sheet.Line, x, d.Curve)
		}
		c.Draw(lang.Say("ring.attack.tradeoff.series.bound", "r", Metres(r)), role, sheet.Dash, x,
			sheet.Each(x, func(a sheet.Real) float64 { return math.Min(1, float64(a)+law) }))
	}
	c.Draw("coin", sheet.Muted, sheet.Line, []sheet.Real{0, 1}, []sheet.Real{0, 1})
	return s
}

// Metres writes a length with a unit that suits it.
func Metres(r float64) lang.Message {
	switch {
	case r < 1e-3:
		return lang.Say("ring.attack.length.um", "r", 1e6*r)
	case r < 1:
		return lang.Say("ring.attack.length.mm", "r", 1e3*r)
	}
	return lang.Say("ring.attack.length.m", "r", r)
}
