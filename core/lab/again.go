package lab

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Again is the task of repeating the audit with further seeds, the Spec's own
// first. Its result is a sheet.Sheet in JSON.
const Again = "again"

// repetitions is how many audits that task runs.
const repetitions = 25

// Repetition introduces the task Again, which every laboratory has.
func Repetition() Analysis { return Analysis{Name: Again} }

// Experiments returns a laboratory's analyses and, last, the repetition.
func Experiments(l Laboratory) []Analysis { return append(slices.Clip(l.Analyses()), Repetition()) }

// trial is what a trial of Again found: the exact ε at the claim's δ in trial 0,
// NaN where it is not known, and in trial k > 0 what the audit number k did.
type trial struct {
	Exact sheet.Real   `json:"exact,omitzero"`
	How   lang.Message `json:"how,omitempty"` // how it was computed, as in privacy.Profile
	Outcome
	Bound   *audit.Bound `json:"bound,omitempty"`
	Members int          `json:"members,omitempty"`
	Decided int64        `json:"decided,omitempty"` // after so many releases of each input, in sequential mode
}

// Outcome is what an audit found, of many with seeds of their own.
type Outcome struct {
	Seed      uint64 `json:"seed,omitempty"`
	Violation bool   `json:"violation,omitempty"`
	// Proven is what is held against the claim: the bound on ε, μ or ρ, of a group of
	// records what it says of one.
	Proven sheet.Real `json:"proven,omitzero"`
}

// NewOutcome is what a report of an audit with that seed found. What is proven of one record that
// differs is above the claim where the whole is above what the claim allows the group.
func NewOutcome(seed uint64, r *audit.Report) Outcome {
	k := sheet.Real(max(r.Group, 1))
	proven := r.Strong.Epsilon / k
	if c := r.Curved; c != nil {
		proven = c.Least / sheet.Real(r.Claim().Definition().Scale(float64(k)))
	}
	return Outcome{seed, r.Verdict == audit.Violation, proven}
}

// again is the job of the task: whole audits of one model, each with all its random
// numbers from a seed of its own, so that the model and its record stay as they are.
func again(s Spec, m Model) work.Job {
	set := settings(s, m)
	set.Brief = true
	mech, search := audited(m)
	do := func(k int64) (trial, error) {
		if k == 0 {
			if search != nil || set.Claim.Curved() { // each audit may test another pair
				return trial{Exact: sheet.Real(math.NaN())}, nil
			}
			exact, how := ExactEpsilon(mech, set.Delta)
			return trial{Exact: sheet.Real(exact), How: how}, nil
		}
		set := set
		set.Seed = (set.Seed + uint64(k) - 1) % (MaxSeed + 1)
		r, err := audit.Run(mech, set)
		if err != nil {
			return trial{}, err
		}
		return trial{Outcome: NewOutcome(set.Seed, r), Bound: &r.Strong, Members: r.Group, Decided: r.Decided}, nil
	}
	return work.Batches("work.again", repetitions+1, repetitions+1, 1, do,
		func(done []trial) (sheet.Sheet, error) { return repeated(set, done[0], done[1:]), nil })
}

// ExactEpsilon returns the least ε at which a mechanism keeps (ε, δ) for its two inputs, and how it was
// computed; NaN where it does not know its own profile.
func ExactEpsilon(m mechanism.Mechanism, delta float64) (epsilon float64, how lang.Message) {
	if profile := mechanism.ProfileOf(m); profile != nil {
		if e, err := privacy.EpsilonAt(profile, delta); err == nil {
			return e, profile.Exact()
		}
	}
	return math.NaN(), ""
}

// Outcomes returns the sheet of audits with seeds of their own: their bounds as dots, with
// the claim and, where it is known, the exact ε; NaN is unknown.
// There is at least one.
func Outcomes(set audit.Settings, exact float64, done []Outcome) (s sheet.Sheet) {
	var bounds []float64
	for _, d := range done {
		bounds = append(bounds, float64(d.Proven))
	}
	slices.Sort(bounds)
	middle := func(q float64) float64 { return bounds[int(q*float64(len(bounds)-1)+0.5)] }
	c := s.Chart("again", "again.chart.", sheet.Axis{Max: sheet.Real(max(repetitions, len(done)) + 1)},
		sheet.Axis{Label: lang.Say("again.chart.y", set.Claim.Places()...)}, lang.Say("again.chart.caption"))
	found := c.Draw("found", sheet.Bad, sheet.Dots, nil, nil)
	missed := c.Draw("missed", sheet.Strong, sheet.Dots, nil, nil)
	above := 0 // bounds that are proven, and too high
	for i, d := range done {
		in := missed
		if d.Violation {
			in = found
		}
		if in.Add(float64(i+1), float64(d.Proven)); float64(d.Proven) > exact {
			above++
		}
	}
	s.Lead = lang.Say("again.lead", "found", len(found.X), "runs", len(done), "claim", claimed(set))
	s.Notes = []lang.Message{lang.Say("again.spread", "runs", len(done), "middle", middle(0.5),
		"from", middle(0.25), "to", middle(0.75), "least", middle(0), "most", middle(1))}
	c.Drop()
	claim := set.Value()
	switch {
	case math.IsNaN(exact) || math.IsInf(exact, 1):
		c.MarkY("claim", sheet.Paper, claim)
	case math.Abs(exact-claim) <= 1e-9*exact:
		c.MarkY("both", sheet.Paper, claim)
	default:
		c.MarkY("claim", sheet.Paper, claim)
		c.MarkY("exact", sheet.Truth, exact)
	}
	if above > 0 {
		c.Caption = lang.Sentences(c.Caption, lang.Say("again.above", "above", above, "runs", len(done), "exact", exact,
			"level", 1-set.Alpha, "once", 1/set.Alpha))
	}
	top := math.Max(middle(1), 0.1)
	high := top
	for _, m := range c.Marks {
		if at := float64(m.At); at < 4*top { // one far above would press the runs together
			high = math.Max(high, at)
		}
	}
	c.Y.Max = sheet.Real(1.08 * high)
	c.Marks = slices.DeleteFunc(c.Marks, func(m sheet.Mark) bool { return m.At > c.Y.Max })
	return s
}

// repeated returns the sheet of the audits that are done; known is trial 0.
func repeated(set audit.Settings, known trial, done []trial) (s sheet.Sheet) {
	about := Repetition()
	if len(done) == 0 {
		return sheet.Sheet{Title: about.Title("lab"), Lead: about.Lead("lab")}
	}
	var found []Outcome
	for _, d := range done {
		found = append(found, d.Outcome)
	}
	s = Outcomes(set, float64(known.Exact), found)
	s.Title = about.Title("lab")
	t := s.Table("again", "again.table.", lang.Say("again.table.caption"))
	columns := []string{"run", "seed", "bound", "violation", "event", "c1", "c2", "o1", "o2", "m", "decided"}
	for _, c := range columns {
		t.Columns = append(t.Columns, lang.Say("again.table.column."+c, set.Claim.Places()...))
	}
	none := sheet.Words(lang.Verbatim("–"))
	var decided []int64
	cries, groups := 0, false
	for i, d := range done {
		b := d.Bound
		groups = groups || d.Members > 1
		verdict, after := lang.Say("again.missed"), none
		if d.Violation {
			verdict, after = lang.Say("again.found"), sheet.Count(float64(d.Decided))
			decided = append(decided, d.Decided)
			cries++
		}
		c, o1, o2 := b.Count, none, none
		if b.Event.Opposite != nil {
			o1, o2 = sheet.Count(float64(c.O1)), sheet.Count(float64(c.O2))
		}
		t.Add(sheet.Count(float64(i+1)), sheet.Words(lang.Verbatim(strconv.FormatUint(d.Seed, 10))),
			sheet.Bound(float64(d.Proven), set.Value()), sheet.Words(verdict), sheet.Words(b.Event.Name),
			sheet.Count(float64(c.C1)), sheet.Count(float64(c.C2)), o1, o2, sheet.Count(float64(c.N)), after)
		if !set.Sequential { // nothing is decided on the way
			t.Rows[i] = t.Rows[i][:len(columns)-1]
		}
	}
	s.Notes = append(s.Notes, againstExact(set, known, cries, len(done)),
		lang.Say("again.whole", "n", set.N, "level", 1-set.Alpha))
	if !set.Sequential {
		t.Columns = t.Columns[:len(columns)-1]
	} else if slices.Sort(decided); len(decided) > 0 {
		s.Notes = append(s.Notes, lang.Say("again.needed", "runs", len(decided), "all", len(done),
			"from", decided[0], "middle", decided[len(decided)/2], "to", decided[len(decided)-1]))
	}
	if groups {
		s.Notes = append(s.Notes, lang.Say("again.groups", set.Claim.Places()...))
	}
	return s
}

// claimed says the claim that is tested.
func claimed(set audit.Settings) lang.Message {
	if set.Claim.Curved() {
		return set.Claim.Say()
	}
	if set.Delta > 0 {
		return lang.Say("again.claim.delta", "eps", set.Epsilon, "delta", set.Delta)
	}
	return lang.Say("again.claim", "eps", set.Epsilon)
}

// againstExact says whether the runs that found a violation were right.
func againstExact(set audit.Settings, known trial, cries, runs int) lang.Message {
	exact := float64(known.Exact)
	expected := set.Alpha * float64(runs)
	switch {
	case math.IsNaN(exact):
		return lang.Say("again.unknown", "alpha", set.Alpha, "runs", runs, "expected", expected)
	case exact <= set.Epsilon*(1+1e-9)+1e-12: // noise that just keeps the claim
		return lang.Say("again.true", "exact", exact, "how", known.How, "alpha", set.Alpha, "runs", runs,
			"expected", expected)
	case math.IsInf(exact, 1):
		return lang.Say("again.false.infinite", "found", cries, "runs", runs)
	}
	return lang.Say("again.false", "exact", exact, "how", known.How, "found", cries, "runs", runs)
}
