package laboratory

import (
	"net/url"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/ui/page/control"
)

// Result is what a test gave.
type Result struct {
	Report *lab.Report
	Raw    []byte       // Report as it came
	Source lang.Message // where the report came from, if not from here
	Check  *Check       // of a report that was computed when the site was built, else nil

	first, Rest *sheet.Sheet // what is seen of it first, and what the evidence holds
}

// Check is the repetition of a stored run in the visitor's browser.
type Check struct {
	Same bool         // the browser has computed the same
	Fail lang.Message // why it has computed nothing
	Own  *Result      // what it has computed, where that is something else
	Say  lang.Message // what differs then
}

// Checking reports whether the report is still to be computed here.
func (r *Result) Checking() bool {
	return r.Check != nil && !r.Check.Same && r.Check.Own == nil && r.Check.Fail == ""
}

// Disprove replaces a report of a check that gave something else by that, on show and as run A; it
// reports whether it was on show.
func (d *State) Disprove(c *Check) (shown bool) {
	if d.A != nil && d.A.Check == c {
		d.A.Result, d.A.of = *c.Own, nil
	}
	if shown = d.Check == c; shown {
		d.Result = *c.Own
	}
	return shown
}

// Marked is the report's JSON, which says of a stored run whether it was confirmed.
func (r *Result) Marked() []byte {
	switch {
	case r.Check == nil || r.Check.Own != nil:
		return r.Raw
	case r.Check.Same:
		return repeat.Marked(r.Raw, repeat.Confirmed)
	}
	return repeat.Marked(r.Raw, repeat.Unchecked)
}

// NewResult divides a report for the page.
func NewResult(r *lab.Report, raw []byte, source lang.Message) Result {
	told := tell.Sheet(&r.Report)
	first, rest := split(&told)
	return Result{Report: r, Raw: raw, Source: source, first: first, Rest: rest}
}

// Kept is a run that later ones are held against: run A.
type Kept struct {
	Spec   lab.Spec
	Result // without a Report while it waits to be run
	// The charts of both runs, for which two reports.
	both *sheet.Sheet
	of   *lab.Report
}

// Waits reports whether a link named the run's settings and it is still to come.
func (k *Kept) Waits() bool { return k != nil && k.Report == nil }

// split divides a report's sheet: what is seen first, and what the evidence
// holds.
func split(s *sheet.Sheet) (first, rest *sheet.Sheet) {
	first, rest = &sheet.Sheet{}, &sheet.Sheet{Tables: s.Tables, Notes: s.Notes}
	for _, c := range s.Charts {
		switch c.ID {
		case "region", "running":
			first.Charts = append(first.Charts, c)
		default:
			rest.Charts = append(rest.Charts, c)
		}
	}
	return first, rest
}

// together draws A's curves, dashed, and its points, hollow, into B's charts of
// the same name.
func together(b, a *sheet.Sheet) *sheet.Sheet {
	out := *b
	out.Charts = nil
	for _, c := range b.Charts {
		for _, o := range a.Charts {
			if o.ID != c.ID {
				continue
			}
			c.Series = append([]sheet.Series(nil), c.Series...)
			for _, s := range o.Series {
				switch {
				case s.Role == sheet.Muted || s.Role == sheet.Paper || s.Role == sheet.Ink || s.Style == sheet.Area:
					continue
				case s.Style == sheet.Dots:
					s.Hollow = true
				default:
					s.Style = sheet.Dash
				}
				s.Lo, s.Hi, s.XLo, s.XHi = nil, nil, nil, nil
				s.Name = lang.Say("compare.series", "name", s.Name)
				c.Series = append(c.Series, s)
			}
			c.Caption = lang.Sentences(c.Caption, lang.Say("compare.caption"))
		}
		out.Charts = append(out.Charts, c)
	}
	return &out
}

// Second is the run on show where it is another than A, else nil.
func (d *State) Second() *lab.Report {
	if d.A == nil || d.Report == nil || d.Report == d.A.Report {
		return nil
	}
	return d.Report
}

// Difference is one setting in which A and B differ.
type Difference struct {
	Name lang.Message // "Entropy factor s"
	A, B lang.Message
}

// Differences lists what A and B differ in; B's settings are those on show.
func (d *State) Differences() []Difference {
	if d.A == nil {
		return nil
	}
	var out []Difference
	b := d.Spec
	if r := d.Second(); r != nil {
		b = r.Spec
	}
	for i := range d.Table {
		p := &d.Table[i]
		if d.A.Spec.Show(p.Name) == b.Show(p.Name) || !d.A.Spec.Shown(p) && !b.Shown(p) {
			continue
		}
		out = append(out, Difference{p.Title(), d.Setting(d.A.Spec, p), d.Setting(b, p)})
	}
	return out
}

// Setting is a setting's value as a person reads it, with the name of a program that the laboratory offers.
func (d *State) Setting(s lab.Spec, p *lab.Param) lang.Message {
	if p.Kind != lab.Code {
		return control.Setting(s, p)
	}
	for _, o := range d.Presets {
		if o.Set[p.Name] == s.Text(p.Name) && !d.Hidden {
			return o.Title(d.About.Name)
		}
	}
	return lang.Say("page.program.own")
}

// LinkA is A in a link: the settings in which it differs from those on show,
// "s:0.8;eps:2"; nothing where a link cannot hold A's program.
func (d *State) LinkA() string {
	if d.A == nil || !d.A.Spec.Linked(d.Table) {
		return ""
	}
	var parts []string
	for i := range d.Table {
		p := &d.Table[i]
		if v := d.A.Spec.Show(p.Name); v != d.Spec.Show(p.Name) {
			parts = append(parts, p.Name+":"+url.QueryEscape(v))
		}
	}
	if len(parts) == 0 {
		return "same"
	}
	return strings.Join(parts, ";")
}

// OpenA takes up the run A that a link names; one that was run before stays. It
// returns what is wrong with it.
func (d *State) OpenA(text string) (problems []lang.Message) {
	if text == "" {
		d.A = nil
		return nil
	}
	s := d.Spec
	for _, part := range strings.Split(text, ";") {
		name, value, _ := strings.Cut(part, ":")
		if value, err := url.QueryUnescape(value); err == nil && name != "same" {
			if s, err = s.With(d.Table, name, value); err != nil {
				problems = append(problems, lang.Say("compare.problem", "problem", err))
			}
		}
	}
	if probs := d.Lab.Check(s); len(probs) > 0 {
		d.A = nil
		return append(problems, lang.Say("compare.problem", "problem", probs[0].Say))
	}
	if d.A == nil || !d.A.Spec.Equal(s) {
		d.A = &Kept{Spec: s}
	}
	return problems
}

// RatesOfA is run A as the stage draws it beside the run of t, which is B: how
// often its event came up in either input.
func (d *State) RatesOfA(t *Task) []float64 {
	if t.Name != lab.Audit || t.Of != nil || d.A == nil || d.A.Waits() {
		return nil
	}
	r := &d.A.Report.Strong
	if r.Count.N == 0 {
		return nil
	}
	n := float64(r.Count.N)
	return []float64{float64(r.Count.C1) / n, float64(r.Count.C2) / n}
}

// FirstSheet is what is seen of a report first, with A's curves where there is
// one.
func (d *State) FirstSheet() *sheet.Sheet {
	r := d.Second()
	if r == nil || d.A.Waits() {
		return d.Result.first
	}
	if d.A.of != r {
		d.A.both, d.A.of = together(d.Result.first, d.A.first), r
	}
	return d.A.both
}
