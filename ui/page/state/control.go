package state

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
)

// Field makes the control of p.
func (d *Laboratory) Field(p *lab.Param) *control.Field {
	p = d.ranged(p)
	f := &control.Field{P: p, ID: "p-" + p.Name, Bad: d.problem(p.Name), Open: d.helps[p.Name]}
	if t, ok := d.drafts[p.Name]; ok {
		f.Text = t
	} else {
		f.Text = control.Shown(d.Spec, p)
		if v := d.Spec.Float(p.Name); p.Kind == lab.Float && v != control.Significant(v, 6) {
			f.Text = control.Shown(d.Spec.Set(d.Table, p.Name, control.Significant(v, 4)), p) // ln 3: digits that nobody typed
		}
	}
	if f.Slider() {
		v := d.Spec.Float(p.Name)
		f.Pos = strconv.Itoa(int(math.Round(control.SliderSteps * control.Position(p, v))))
		f.Spoken = strings.TrimSpace(sheet.Brief(v, 6) + " " + p.Unit)
	}
	return f
}

// ranged is a parameter with the range that it has in the present Spec.
func (d *Laboratory) ranged(p *lab.Param) *lab.Param {
	if p == nil || p.MaxOf == "" {
		return p
	}
	q := *p
	q.Max = d.Spec.Max(p)
	return &q
}

// EpsilonName is the parameter that stands beside the main slider.
const EpsilonName = "eps"

// MainSlider is the parameter that stands at first sight: the first shown of
// those that the table marks, else the first slider that says what its ends
// mean.
func (d *Laboratory) MainSlider() *lab.Param {
	var other *lab.Param
	for i := range d.Table {
		p := &d.Table[i]
		switch {
		case !d.Spec.Shown(p) || p.Name == EpsilonName:
		case p.Main:
			return p
		case other == nil && (p.Kind == lab.Float || p.Kind == lab.Int) && p.Low != "" && p.High != "":
			other = p
		}
	}
	return other
}

// Dial is the control of a parameter at first sight, nil where there is none.
func (d *Laboratory) Dial(p *lab.Param) *control.Field {
	if p == nil {
		return nil
	}
	return d.Field(p)
}

// Group is the controls under one heading.
type Group struct {
	Title string
	First []*control.Field // at once
	More  []*control.Field // one fold away
	Open  bool
}

// ControlGroups lays out the settings in the drawer in the table's order: all but
// those at first sight, or those that a search finds.
func (d *Laboratory) ControlGroups() []*Group {
	var out []*Group
	find := func(title string) *Group {
		for _, g := range out {
			if g.Title == title {
				return g
			}
		}
		g := &Group{Title: title, Open: d.Open[title]}
		out = append(out, g)
		return g
	}
	main := d.MainSlider()
	words := strings.Fields(strings.ToLower(d.Search))
	for i := range d.Table {
		p := &d.Table[i]
		if !d.Spec.Shown(p) || p == main || p.Name == EpsilonName || d.solving(p) || p.Kind == lab.Code || !meant(p, words) {
			continue
		}
		g := find(p.Group)
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

// meant reports whether a search means a parameter.
func meant(p *lab.Param, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(p.Name + " " + p.Label + " " + p.Symbol + " " + p.Group + " " + p.Help)
	for _, o := range p.Choices {
		text += " " + strings.ToLower(o.Label+" "+o.Help)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
