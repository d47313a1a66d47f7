package laboratory

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
)

// MainSlider is the parameter that stands at first sight: the first shown of
// those that the table marks, else the first slider.
func (d *State) MainSlider() *lab.Param {
	var other *lab.Param
	for i := range d.Table {
		p := &d.Table[i]
		switch {
		case !d.Spec.Shown(p) || p.Name == EpsilonName:
		case p.Main:
			return p
		case other == nil && (p.Kind == lab.Float || p.Kind == lab.Int):
			other = p
		}
	}
	return other
}

// Field makes the control of p, nil where there is none.
func (d *State) Field(p *lab.Param) *control.Field {
	if p = d.ranged(p); p == nil {
		return nil
	}
	f := &control.Field{P: p, ID: "p-" + p.Name, Bad: d.problem(p.Name), Open: d.Open["help-"+p.Name]}
	if t, ok := d.drafts[p.Name]; ok {
		f.Text, f.Draft = t, true
	} else {
		f.Text = control.Shown(d.Spec, p)
		if v := d.Spec.Float(p.Name); p.Kind == lab.Float && v != control.Significant(v, 6) {
			// ln 3: digits that nobody typed
			f.Text = control.Shown(d.Spec.Set(d.Table, p.Name, control.Significant(v, 4)), p)
		}
	}
	if f.Slider() {
		v := d.Spec.Float(p.Name)
		f.Pos = strconv.Itoa(int(math.Round(control.SliderSteps * control.Position(p, v))))
		f.Spoken = control.Quantity(v, p.Unit)
	}
	return f
}

// Program is the laboratory's program, nil if it has none.
func (d *State) Program() *control.Field { return d.Field(d.Script.codeParam()) }

// Group is the controls under one heading.
type Group struct {
	Name  string // by which folds know it
	Title lang.Message
	First []*control.Field // at once
	More  []*control.Field // one fold away
	Open  bool
}

// ControlGroups lays out the settings in the drawer in the table's order: all but
// those at first sight and those that a lesson has taken out, or those that a search finds.
func (d *State) ControlGroups(l *lang.Language) []*Group {
	var out []*Group
	find := func(p *lab.Param) *Group {
		for _, g := range out {
			if g.Name == p.Group {
				return g
			}
		}
		g := &Group{Name: p.Group, Title: p.Heading(), Open: d.Open[p.Group]}
		out = append(out, g)
		return g
	}
	main := d.MainSlider()
	words := strings.Fields(strings.ToLower(d.Search))
	for i := range d.Table {
		p := &d.Table[i]
		if !d.Spec.Shown(p) || p == main || p.Name == EpsilonName || p.Kind == lab.Code || d.IsLifted(p.Name) ||
			!control.Meant(l, p, words) {
			continue
		}
		g := find(p)
		f := d.Field(p)
		if p.Fold && len(words) == 0 {
			g.More = append(g.More, f)
			g.Open = g.Open || f.Bad != ""
		} else {
			g.First = append(g.First, f)
		}
	}
	// A fold under a heading with nothing else would hide the whole group.
	for _, g := range out {
		if len(g.First) == 0 {
			g.First, g.More = g.More, nil
		}
	}
	return out
}

// Fold opens or closes what is folded away under a heading, or a help text, "help-" and its parameter.
func (d *State) Fold(title string) { d.Open[title] = !d.Open[title] }

// Lift takes the controls of these names out of the drawer, as far as they stand there: a
// lesson shows them beside its words.
func (d *State) Lift(names []string) {
	d.Lifted = nil
	for _, name := range names {
		if p := d.Table.Find(name); p != nil && p.Kind != lab.Code && d.Spec.Shown(p) && p != d.MainSlider() &&
			!d.IsLifted(name) {
			d.Lifted = append(d.Lifted, name)
		}
	}
}

// IsLifted reports whether a lesson has taken out a control.
func (d *State) IsLifted(name string) bool { return slices.Contains(d.Lifted, name) }

// Uncover opens the fold in which the control of p stands.
func (d *State) Uncover(p *lab.Param) {
	switch {
	case p == d.MainSlider() || p.Kind == lab.Code || d.IsLifted(p.Name):
	case p.Name == EpsilonName:
		d.Open["claim"] = true
	default:
		d.Open["drawer"], d.Search = true, ""
		d.Open[p.Group] = d.Open[p.Group] || p.Fold
	}
}
