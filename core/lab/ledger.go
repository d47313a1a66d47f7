package lab

import (
	"encoding/json"
	"math"
	"slices"
	"sync"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Ledger is the Analysis of what composition over time costs: see Losses.Job.
const Ledger = "ledger"

// Replay is the Analysis of releases of both inputs from one stream: see package replay.
const Replay = "replay"

// Losses are what a laboratory knows of the privacy losses of a release in time.
type Losses struct {
	Steps []privacy.Step // none: nothing is known of any
	// First are the profiles of the first one, two, … steps together, where they are known
	// better than by Steps.
	First []privacy.Profile
	// AtMost says that the losses are those of what releases are computed from.
	AtMost bool
	Notes  []lang.Message // where they are from, or why there are none
}

const (
	// ledgerDelta is the δ of a ledger where the Spec's is 0.
	ledgerDelta = 1e-5
	// hour is the number of steps of a release every second for an hour.
	hour = 3600
)

// entry is a line of a ledger.
type entry struct {
	steps  int
	beyond bool // of the run: each step like the costliest
	privacy.Cost
}

// entries returns the lines of the run's first steps, then those of up to an hour of steps
// where the cost of all is known.
func (l *Losses) entries(delta float64) (out []entry, err error) {
	n, worst := len(l.Steps), l.Steps[0]
	for k := 1; k <= n; k++ {
		if s := l.Steps[k-1]; s.Rho() > worst.Rho() {
			worst = s
		}
		if k > 8 && k < n && k&(k-1) != 0 { // of many, the powers of two
			continue
		}
		e := entry{steps: k}
		if e.Cost, err = privacy.Account(l.Steps[:k], 1, delta); err != nil {
			return nil, err
		}
		if len(l.First) >= k {
			if e.High, err = privacy.EpsilonAt(l.First[k-1], delta); err != nil {
				return nil, err
			}
			e.Low = e.High
		}
		out = append(out, e)
	}
	if math.IsInf(worst.Rho(), 1) {
		return out, nil
	}
	for _, k := range []int{1, 3, 10, 30, 100, 300, 1000, hour} {
		c, err := privacy.Account([]privacy.Step{worst}, k, delta)
		if err != nil {
			return nil, err
		}
		out = append(out, entry{k, true, c})
	}
	for i := range out {
		if l.AtMost {
			out[i].Low = math.NaN()
		}
	}
	return out, nil
}

// Job audits a model's mechanism as s asks and returns a sheet of what its steps cost
// together, beside what the audit proves of the same release.
func (l Losses) Job(s Spec, m Model) (work.Job, error) {
	set := settings(s, m)
	delta := set.Delta
	if delta == 0 {
		delta = ledgerDelta
	}
	if steps, _ := m.Mechanism().Shape(); len(l.Steps) == 0 {
		l.Steps = slices.Repeat([]privacy.Step{{Pure: math.Inf(1)}}, steps)
	}
	job, err := audit.NewJob(m.Mechanism(), set)
	if err != nil {
		return nil, err
	}
	entries := sync.OnceValues(func() ([]entry, error) { return l.entries(delta) })
	job.Encode = func(r *audit.Report) ([]byte, error) {
		lines, err := entries()
		if err != nil {
			return nil, err
		}
		return json.Marshal(l.sheet(lines, delta, r))
	}
	return job, nil
}

// sheet lays out a ledger.
func (l *Losses) sheet(lines []entry, delta float64, r *audit.Report) sheet.Sheet {
	about := Analysis{Name: Ledger}
	t := sheet.Table{ID: "ledger", Title: lang.Say("ledger.table.title", "delta", delta),
		Caption: lang.Say("ledger.table.caption")}
	for _, c := range []string{"steps", "basic", "zcdp", "gdp", "low", "high", "proven"} {
		t.Columns = append(t.Columns, lang.Say("ledger.column."+c))
	}
	chart := sheet.Chart{ID: "ledger", Title: lang.Say("ledger.chart.title"), Caption: lang.Say("ledger.chart.caption"),
		X: sheet.Axis{Label: lang.Say("ledger.chart.x"), Log: true},
		Y: sheet.Axis{Label: lang.Say("ledger.chart.y", "delta", delta), Log: true}}
	series := func(name string, role sheet.Role, style sheet.Style) *sheet.Series {
		return &sheet.Series{Name: lang.Say("ledger.series." + name), Role: role, Style: style}
	}
	add := func(s *sheet.Series, k int, y float64) {
		if y > 0 && !math.IsInf(y, 1) {
			s.X, s.Y = append(s.X, sheet.Real(k)), append(s.Y, sheet.Real(y))
		}
	}
	basic, zcdp := series("basic", sheet.Muted, sheet.Dash), series("zcdp", sheet.Paper, sheet.Line)
	gdp, exact := series("gdp", sheet.Third, sheet.Line), series("exact", sheet.Truth, sheet.Line)
	run, proven := series("run", sheet.Truth, sheet.Dots), series("proven", sheet.Strong, sheet.Dots)
	shown := math.NaN()
	if p := r.ProvenCurve; p != nil {
		shown = p.Epsilon(delta)
		add(proven, len(l.Steps), shown)
	}
	for _, e := range lines {
		way, by := "run", math.NaN()
		switch {
		case e.beyond:
			way = "beyond"
			add(basic, e.steps, e.Basic)
			add(zcdp, e.steps, e.Concentrated)
			add(gdp, e.steps, e.Gaussian)
			add(exact, e.steps, e.High)
		default:
			add(run, e.steps, e.High)
			if e.steps == len(l.Steps) {
				by = shown
			}
		}
		row := []sheet.Cell{sheet.Words(lang.Say("ledger.row."+way, "k", e.steps))}
		for _, v := range []float64{e.Basic, e.Concentrated, e.Gaussian, e.Low, e.High, by} {
			row = append(row, sheet.Number(v, 5))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, s := range []*sheet.Series{basic, zcdp, gdp, exact, run, proven} {
		if len(s.X) > 0 {
			chart.Series = append(chart.Series, *s)
		}
	}
	last, how := lines[len(lines)-1], "exact"
	switch {
	case math.IsInf(last.Basic, 1):
		how = "unknown"
	case math.IsNaN(last.Low):
		how = "bounds"
	}
	tight := 0
	if last.High-last.Low < 5e-4*last.High {
		tight = 1
	}
	return sheet.Sheet{Title: about.Title(""), Lead: lang.Say("ledger.lead."+how, "k", hour, "delta", delta,
		"basic", last.Basic, "zcdp", last.Concentrated, "gdp", last.Gaussian, "low", last.Low, "exact", last.High, "tight", tight),
		Notes:  append(slices.Clip(l.Notes), lang.Say("ledger.note", "level", 100*(1-float64(r.Alpha)))),
		Charts: []sheet.Chart{chart}, Tables: []sheet.Table{t}}
}
