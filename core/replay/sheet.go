package replay

import (
	"cmp"
	"math"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Entry is a result beside what the noise assumes.
type Entry struct {
	Name lang.Message // of the pair of inputs, where there are several
	*Result
	// Assumed is what the noise assumes of the difference of whole releases, and so of each
	// step's: a bound on its ℓ₁ norm where ByL1 says so, else on its ℓ₂ norm; NaN: nothing is known.
	Assumed float64
	ByL1    bool
}

// measured is the norm that the noise assumes to be bounded.
func (e *Entry) measured(d *Difference) Range {
	if e.ByL1 {
		return d.L1
	}
	return d.L2
}

// Verdict says of a difference in a word whether what the noise assumes of it holds: "holds",
// "larger" than assumed, "varies" with the stream, "words" to which nothing is added, or, where no
// assumption is known, "added" noise, or the "same" releases.
func (e *Entry) Verdict(d *Difference) string {
	switch most := float64(e.measured(d).Most); {
	case d.Worded > 0:
		return "words"
	case d.Varies || d == &e.Whole && e.Apart > 0:
		return "varies"
	case math.IsNaN(e.Assumed) && most == 0:
		return "same"
	case math.IsNaN(e.Assumed):
		return "added"
	case most <= e.Assumed*(1+1e-9):
		return "holds"
	}
	return "larger"
}

// mostRows is how many steps of a release are listed.
const mostRows = 60

// Sheet returns the results as a table and a chart: of one pair step by step, of several pair
// by pair. The notes are what else is to be said.
func Sheet(entries []Entry, notes ...lang.Message) sheet.Sheet {
	of := "step"
	if len(entries) > 1 {
		of = "pair"
	}
	first := &entries[0]
	t := sheet.Table{ID: "replay", Title: lang.Say("replay.table.title"), Caption: lang.Say("replay.table.caption")}
	for _, c := range []string{of, "l1", "l2", "most", "least", "assumed", "verdict"} {
		norm := 2
		if first.ByL1 {
			norm = 1
		}
		t.Columns = append(t.Columns, lang.Say("replay.column."+c, "norm", norm))
	}
	dots := sheet.Series{Name: lang.Say("replay.series"), Role: sheet.Leak, Style: sheet.Dots}
	row := func(e *Entry, name lang.Message, d *Difference) {
		verdict := e.Verdict(d)
		last := sheet.Words(lang.Say("replay.verdict." + verdict))
		if verdict == "larger" || verdict == "varies" {
			last.Role = sheet.Bad
		}
		// To seven digits: rounding is no difference.
		n := func(r sheet.Real) sheet.Cell { return sheet.Number(float64(float32(r)), 6) }
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(name), n(d.L1.Most), n(d.L2.Most), n(d.Max.Most),
			n(e.measured(d).Least), sheet.Number(e.Assumed, 6), last})
	}
	dot := func(x int, r Range) {
		dots.X, dots.Y = append(dots.X, sheet.Real(x)), append(dots.Y, r.Most)
		dots.Lo, dots.Hi = append(dots.Lo, r.Least), append(dots.Hi, r.Most)
	}
	worst, at := "", first
	order := map[string]int{"": -1, "same": 0, "added": 1, "holds": 2, "words": 3, "larger": 4, "varies": 5}
	for i := range entries {
		e := &entries[i]
		if of == "pair" {
			row(e, e.Name, &e.Whole)
			dot(i+1, e.measured(&e.Whole))
		} else {
			for k := range e.Steps[:min(len(e.Steps), mostRows)] {
				row(e, lang.Say("replay.row.step", "k", k+1), &e.Steps[k])
				dot(k+1, e.measured(&e.Steps[k]))
			}
			row(e, lang.Say("replay.row.whole"), &e.Whole)
		}
		v, w := e.Verdict(&e.Whole), &at.Whole
		if cmp.Or(cmp.Compare(order[v], order[worst]), cmp.Compare(e.Whole.Differ, w.Differ),
			cmp.Compare(e.measured(&e.Whole).Most, at.measured(w).Most)) > 0 {
			worst, at = v, e
		}
	}
	if w := &at.Whole; w.Differ > 0 {
		notes = append(notes, lang.Say("replay.words", "n", w.Differ, "unlike", w.Unlike, "streams", at.Streams))
	}
	if at.Apart > 0 {
		notes = append(notes, lang.Say("replay.apart", "n", at.Apart, "streams", at.Streams,
			"record", at.Drawn[0], "neighbour", at.Drawn[1]))
	}
	if n := len(first.Steps); of == "step" && n > mostRows {
		notes = append(notes, lang.Say("replay.more", "n", n, "listed", mostRows))
	}
	varied := 0
	for k := range at.Steps {
		if at.Steps[k].Varies {
			varied++
		}
	}
	r := at.measured(&at.Whole)
	chart := sheet.Chart{ID: "replay", Title: lang.Say("replay.chart.title"), Caption: lang.Say("replay.chart.caption"),
		X: sheet.Axis{Label: lang.Say("replay.column."+of, "norm", 0)}, Y: sheet.Axis{Label: lang.Say("replay.chart.y")},
		Series: []sheet.Series{dots}}
	if !math.IsNaN(first.Assumed) {
		chart.Marks = []sheet.Mark{{Label: lang.Say("replay.mark"), Role: sheet.Ink, At: sheet.Real(first.Assumed)}}
	}
	return sheet.Sheet{Title: lang.Say("lab.analysis.replay"), Lead: lang.Sentences(lang.Say("replay.lead."+worst,
		"least", r.Least, "most", r.Most, "assumed", at.Assumed, "varied", varied, "steps", len(at.Steps)),
		lang.Say("replay.rests."+of, "streams", at.Streams, "pair", at.Name)), Notes: notes,
		Charts: []sheet.Chart{chart}, Tables: []sheet.Table{t}}
}
