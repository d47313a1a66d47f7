package lab

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// The Analyses that laboratories share: Ledger says what composition over time costs, Replay by
// how much releases of both inputs from one stream differ (see package replay).
const (
	Ledger = "ledger"
	Replay = "replay"
)

const (
	ledgerDelta = 1e-5 // the δ of a ledger where the Spec's is 0
	hour        = 3600 // steps, one a second
)

// entry is a line of a ledger.
type entry struct {
	steps int
	of    string // "run", or "beyond": each step like the run's costliest
	privacy.Cost
	proven float64 // by the test, NaN where not of the whole run
}

// entries returns the lines of a run's first steps and, where all are known, of up to an hour.
func entries(steps []privacy.Step, first []privacy.Profile, delta float64) (out []entry, err error) {
	add := func(of string, steps []privacy.Step, times int) {
		e := entry{steps: times * len(steps), of: of, proven: math.NaN()}
		var failed error
		if e.Cost, failed = privacy.Account(steps, times, delta); failed == nil && of == "run" && first != nil {
			e.High, failed = privacy.EpsilonAt(first[len(steps)-1], delta)
			e.Low = e.High
		}
		out, err = append(out, e), cmp.Or(err, failed)
	}
	for k := 1; k <= len(steps); k++ {
		if k <= 8 || k == len(steps) || k&(k-1) == 0 { // of many steps, the powers of two
			add("run", steps[:k], 1)
		}
	}
	worst := slices.MaxFunc(steps, func(a, b privacy.Step) int { return cmp.Compare(a.Rho(), b.Rho()) })
	for _, k := range []int{1, 3, 10, 30, 100, 300, 1000, hour} {
		if !math.IsInf(worst.Rho(), 1) {
			add("beyond", []privacy.Step{worst}, k)
		}
	}
	return out, err
}

// ledger is the job of a Ledger: it audits the mechanism as s asks and says what its steps cost
// together, beside what the audit proves of the same release. whole: what is promised covers any number of steps.
func ledger(s Spec, m Model, whole bool) (work.Job, error) {
	set, mech := settings(s, m), m.Mechanism()
	set.Sequential = false                                             // one look is enough
	job, err := audit.NewJob(struct{ mechanism.Mechanism }{mech}, set) // what it knows of itself is asked here
	if err != nil {
		return nil, err
	}
	delta, released := cmp.Or(set.Delta, ledgerDelta), 0
	notes := []lang.Message{lang.Say("ledger.note", "level", 100*(1-set.Alpha))}
	lines := sync.OnceValues(func() ([]entry, error) {
		var steps []privacy.Step
		var first []privacy.Profile
		if a, ok := mech.(mechanism.Accounted); ok {
			steps, first = a.Losses()
		}
		released, _ = mech.Shape()
		if steps == nil {
			steps = slices.Repeat([]privacy.Step{{Pure: math.Inf(1)}}, released)
			notes = append(notes, lang.Sentences(lang.Say("ledger.unknown"), mech.Claim().Note))
		}
		return entries(steps, first, delta)
	})
	job.Encode = func(r *audit.Report) ([]byte, error) {
		all, err := lines()
		if err != nil {
			return nil, err
		}
		if p := r.ProvenCurve; p != nil {
			all[slices.IndexFunc(all, func(e entry) bool { return e.steps == released })].proven = p.Epsilon(delta)
		}
		out := ledgerSheet(all, delta, notes)
		if b := mech.Claim().Budget; whole && !math.IsInf(b.Epsilon, 1) {
			out.Lead = lang.Sentences(lang.Say("ledger.whole", "eps", b.Epsilon, "delta", b.Delta), out.Lead)
		}
		return json.Marshal(out)
	}
	return job, nil
}

// ledgerSheet lays out a ledger.
func ledgerSheet(lines []entry, delta float64, notes []lang.Message) (s sheet.Sheet) {
	t := s.Table("ledger", "ledger.table.", lang.Say("ledger.table.caption"), "steps")
	t.Title = lang.Say("ledger.table.title", "delta", delta)
	chart := s.Chart("ledger", "ledger.chart.", sheet.Axis{Log: true},
		sheet.Axis{Label: lang.Say("ledger.chart.y", "delta", delta), Log: true}, lang.Say("ledger.chart.caption"))
	for _, e := range lines {
		t.Add(sheet.Words(lang.Say("ledger.row."+e.of, "k", e.steps)))
	}
	for _, c := range []struct {
		name  string
		of    string // of which lines the chart has a series; "" for none
		role  sheet.Role
		style sheet.Style
		value func(e *entry) float64
	}{
		{"basic", "beyond", sheet.Muted, sheet.Dash, func(e *entry) float64 { return e.Basic }},
		{"zcdp", "beyond", sheet.Paper, sheet.Line, func(e *entry) float64 { return e.Concentrated }},
		{"gdp", "beyond", sheet.Third, sheet.Line, func(e *entry) float64 { return e.Gaussian }},
		{"low", "", "", "", func(e *entry) float64 { return e.Low }},
		{"high", "beyond", sheet.Truth, sheet.Line, func(e *entry) float64 { return e.High }},
		{"proven", "run", sheet.Strong, sheet.Dots, func(e *entry) float64 { return e.proven }},
	} {
		t.Columns = append(t.Columns, lang.Say("ledger.table.column."+c.name))
		line := chart.Draw(c.name, c.role, c.style, nil, nil)
		for i := range lines {
			v := c.value(&lines[i])
			t.Rows[i] = append(t.Rows[i], sheet.Number(v, 5))
			if lines[i].of == c.of && v > 0 && !math.IsInf(v, 1) {
				line.Add(float64(lines[i].steps), v)
			}
		}
	}
	chart.Drop()
	last, how := lines[len(lines)-1], "exact"
	switch {
	case last.of == "run":
		how, s.Charts = "unknown", nil
		t.Rows = t.Rows[len(t.Rows)-1:] // what is proven of the whole release
	case math.IsNaN(last.Low):
		how = "bounds"
	case last.High-last.Low > 5e-4*last.High:
		how = "between"
	}
	s.Title, s.Notes = lang.Say("lab.analysis.ledger"), notes
	s.Lead = lang.Say("ledger.lead."+how, "k", hour, "delta", delta, "basic", last.Basic, "zcdp", last.Concentrated,
		"gdp", last.Gaussian, "low", last.Low, "exact", last.High)
	return s
}
