package replay

import (
	"cmp"
	"math"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/sheet"
)

// entry is what was measured of one pair of inputs, beside what the noise assumes.
type entry struct {
	name lang.Message
	*Result
	assumed, norm float64
}

// verdicts in the order in which they are told, the worst last: no difference, added noise of
// which no assumption is known, one that holds, words, to which nothing is added, a difference
// that is larger than assumed, and one that changes with the stream.
var verdicts = []string{"same", "added", "holds", "words", "larger", "varies"}

// verdict returns the index of a difference's verdict.
func (e *entry) verdict(d *Difference) int {
	switch most := d.Most[int(e.norm)-1]; {
	case d.Words.Any > 0:
		return 3
	case d.Varies || d == &e.Whole && e.Apart > 0:
		return 5
	case most <= e.assumed*(1+1e-9):
		return 2
	case !math.IsNaN(e.assumed):
		return 4
	case most > 0:
		return 1
	}
	return 0
}

// mostRows is how many steps of a release are listed.
const mostRows = 60

// Sheet runs a mechanism on streams of a seed and says by how much its inputs' releases differ,
// beside what its noise assumes to keep a budget: step by step or, of a mechanism with several
// pairs of inputs, pair by pair. The notes are what else is to be said.
func Sheet(m mechanism.Mechanism, seed uint64, b privacy.Budget, notes ...lang.Message) (s sheet.Sheet, err error) {
	names, of := []lang.Message{""}, "step"
	pairs, ok := m.(mechanism.Paired)
	if ok && len(pairs.Pairs()) > 1 {
		names, of = pairs.Pairs(), "pair"
	}
	t := s.Table("replay", "replay.table.", lang.Say("replay.table.caption"))
	chart := s.Chart("replay", "replay.chart.", sheet.Axis{Label: lang.Say("replay.table.column." + of)}, sheet.Axis{},
		lang.Say("replay.chart.caption"))
	dots := chart.Draw("difference", sheet.Leak, sheet.Dots, nil, nil)
	row := func(e *entry, name lang.Message, d *Difference) {
		least, most := d.Least[int(e.norm)-1], d.Most[int(e.norm)-1]
		t.Add(sheet.Words(name))
		cells := &t.Rows[len(t.Rows)-1]
		for _, v := range append(d.Most[:3:3], least, e.assumed) {
			*cells = append(*cells, sheet.Number(float64(float32(v)), 6)) // to seven digits: rounding is no difference
		}
		*cells = append(*cells, sheet.Words(lang.Say("replay.verdict."+verdicts[e.verdict(d)])))
		if d != &e.Whole || of == "pair" {
			dots.Add(float64(len(t.Rows)), most, least, most)
		}
	}
	var worst *entry
	said := false // what the draws differ in
	for i, name := range names {
		if of == "pair" {
			if m, err = pairs.On(i); err != nil {
				return s, err
			}
		}
		e := &entry{name, Run(m, seed), math.NaN(), 2}
		if d, ok := m.(script.Drawing); ok {
			var draws [2][]script.Draw
			for in := range draws {
				s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseReplay})
				draws[in] = d.Draws(mechanism.Input(in), &s)
			}
			e.assumed, e.norm = script.Covers(draws[0], e.Numbers, b)
			c := script.Compare(draws[0], draws[1])
			if c == "" && len(draws[0]) == 0 {
				c = lang.Say("replay.note.nothing")
			}
			if c != "" && !said {
				notes, said = append(notes, c), true
			}
		}
		if a, ok := m.(interface {
			Covers(b privacy.Budget) (most, norm float64)
		}); ok {
			e.assumed, e.norm = a.Covers(b)
		}
		if of == "step" {
			for k := range e.Steps[:min(len(e.Steps), mostRows)] {
				row(e, lang.Say("replay.row.step", "k", k+1), &e.Steps[k])
			}
			name = lang.Say("replay.row.whole")
		}
		row(e, name, &e.Whole)
		if worst == nil || cmp.Or(cmp.Compare(e.verdict(&e.Whole), worst.verdict(&worst.Whole)),
			cmp.Compare(e.Whole.Words.Differ, worst.Whole.Words.Differ),
			cmp.Compare(e.Whole.Most[1], worst.Whole.Most[1])) > 0 {
			worst = e
		}
	}
	w, varied := &worst.Whole, 0
	for _, d := range worst.Steps {
		if d.Varies {
			varied++
		}
	}
	for _, c := range []string{of, "l1", "l2", "most", "least", "assumed", "verdict"} {
		t.Columns = append(t.Columns, lang.Say("replay.table.column."+c, "norm", worst.norm))
	}
	say := func(id string) lang.Message {
		return lang.Say(id, "least", w.Least[int(worst.norm)-1], "most", w.Most[int(worst.norm)-1], "assumed",
			worst.assumed, "varied", varied, "steps", len(worst.Steps), "pair", worst.name, "streams", worst.Streams,
			"apart", worst.Apart, "n", w.Words.Differ, "unlike", w.Words.Unlike, "listed", mostRows)
	}
	for _, n := range []struct {
		name string
		is   bool
	}{{"words", w.Words.Differ > 0}, {"apart", worst.Apart > 0},
		{"more", of == "step" && len(worst.Steps) > mostRows}} {
		if n.is {
			notes = append(notes, say("replay.note."+n.name))
		}
	}
	if !math.IsNaN(worst.assumed) {
		chart.MarkY("assumed", sheet.Ink, worst.assumed)
	}
	s.Title, s.Notes = lang.Say("lab.analysis.replay"), notes
	s.Lead = lang.Sentences(say("replay.lead."+verdicts[worst.verdict(w)]), say("replay.rests."+of))
	return s, nil
}
