package state

import (
	"math"
	"strconv"
	"strings"
	"time"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
)

// Type takes text typed into a field.
func (m *Model) Type(name, text string) {
	if !m.Front.Typed(name, text) {
		return
	}
	if p := m.Front.Table.Find(name); p.Kind == lab.Code {
		m.Front.Edited(false)
		m.lookAfterTyping()
	}
	m.changed()
}

// Leave ends typing in a field.
func (m *Model) Leave(name string) { m.Front.Leave(name) }

// Slide takes a slider's position.
func (m *Model) Slide(name, position string) {
	p := m.Front.Table.Find(name)
	n, err := strconv.ParseFloat(position, 64)
	if p == nil || err != nil {
		return
	}
	if m.Front.SlideTo(p, n/control.SliderSteps) {
		// The number beside the thumb does not wait for the next render.
		m.Host.Put("p-"+name, control.Shown(m.Front.Spec, p))
		m.slid = time.Now()
		m.changed()
	}
}

// rests is how long a hand on a slider stands still to be waited for no longer.
const rests = 300 * time.Millisecond

// Held reports whether a slider is being moved where a render takes so long that
// its thumb would fall behind: all but the thumb and its number then waits until
// the hand rests.
func (m *Model) Held() bool { return m.Slow && m.Sliding() }

// Sliding reports whether a hand is on a slider.
func (m *Model) Sliding() bool { return time.Since(m.slid) < rests }

// Press takes a key on a slider; it reports whether it meant something.
func (m *Model) Press(name, key string) bool {
	p := m.Front.Table.Find(name)
	if p == nil {
		return false
	}
	changed, ok := m.Front.Press(p, key)
	if changed {
		m.changed()
	}
	return ok
}

// Choose takes a choice or a flag.
func (m *Model) Choose(name, value string) {
	if next, err := m.Front.Spec.With(m.Front.Table, name, value); err == nil && m.Front.Set(next) {
		m.changed()
	}
}

// Preset takes the preset of that index.
func (m *Model) Preset(index string) {
	if index == OwnProgram {
		if m.Front.TakeOwn() {
			m.changed()
		}
		return
	}
	i, err := strconv.Atoi(index)
	ps := m.Front.Presets
	if err != nil || i < 0 || i >= len(ps) {
		return
	}
	m.Front.Restore(m.Front.PresetSpec(ps[i]))
	m.changed()
}

// Reset returns to the defaults and keeps the seed.
func (m *Model) Reset() {
	d := m.Front
	d.Restore(d.Opening())
	m.changed()
}

// NewSeed takes another seed.
func (m *Model) NewSeed() {
	d := m.Front
	p := d.Table.Find("seed")
	if p == nil {
		return
	}
	// Six digits are easy to read out in class and enough for it.
	d.SetValue(p, float64(m.Host.Random()%1000000))
	m.changed()
}

// Fold opens or closes what is folded away under a heading.
func (m *Model) Fold(title string) { m.Front.Open[title] = !m.Front.Open[title] }

// FoldOf is Fold on another laboratory than the one in front.
func (m *Model) FoldOf(d *Laboratory, title string) { d.Open[title] = !d.Open[title] }

// Explain opens or closes a help text.
func (m *Model) Explain(name string) { m.Front.Explain(name) }

// Edit moves a handle of the scene.
func (m *Model) Edit(handle string, x, y float64) bool {
	next, ok := m.Front.Lab.Edit(m.Front.Spec, handle, x, y)
	if ok && m.Front.Set(next) {
		m.changed()
	}
	return ok
}

// MoveStar moves the starred sensor by an arrow key.
func (m *Model) MoveStar(key string) bool {
	dx, dy, ok := control.Arrow(key)
	return ok && m.Edit("star:key", dx, dy)
}

// MoveGhost moves its place in the neighbour by an arrow key.
func (m *Model) MoveGhost(key string) bool {
	dx, dy, ok := control.Arrow(key)
	return ok && m.Edit("ghost:key", dx, dy)
}

// Search looks for settings.
func (m *Model) Search(text string) { m.Front.Search = text }

// Mend leads to the field that keeps the test from running.
func (m *Model) Mend() {
	d := m.Front
	p := d.Wrong()
	if p == nil {
		return
	}
	d.Uncover(p)
	m.Host.Focus("p-" + p.Name)
}

// Explain opens or closes a help text.
func (d *Laboratory) Explain(name string) { d.helps[name] = !d.helps[name] }

// Uncover opens the fold in which the control of p stands.
func (d *Laboratory) Uncover(p *lab.Param) {
	if d.solving(p) {
		d.Open["solve"] = true
	} else if p != d.MainSlider() && p.Name != EpsilonName && p.Kind != lab.Code {
		d.Open["drawer"], d.Search = true, ""
		d.Open[p.Group] = d.Open[p.Group] || p.Fold
	}
}

// SetValue sets a number, whatever was typed for it.
func (d *Laboratory) SetValue(p *lab.Param, v float64) (changed bool) {
	delete(d.drafts, p.Name)
	delete(d.bad, p.Name)
	return d.Set(d.Spec.Set(d.Table, p.Name, v))
}

// SlideTo sets the value at a place of its slider, from 0 to 1.
func (d *Laboratory) SlideTo(p *lab.Param, place float64) (changed bool) {
	return d.SetValue(p, control.ValueAt(d.ranged(p), place))
}

// Press takes a key on a slider; ok says whether it means something.
func (d *Laboratory) Press(p *lab.Param, key string) (changed, ok bool) {
	v, ok := control.Pressed(d.ranged(p), d.Spec.Float(p.Name), key)
	return ok && d.SetValue(p, v), ok
}

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
		if !d.Spec.Shown(p) || p == main || p.Name == EpsilonName || d.solving(p) || p.Kind == lab.Code || !control.Meant(p, words) {
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

// SolveTask is the analysis of a laboratory that finds the main slider's value.
const SolveTask = "solve"

// Solves returns the analysis, nil where the laboratory has none.
func (d *Laboratory) Solves() *lab.Analysis {
	for _, a := range d.Experiments() {
		if a.Name == SolveTask && d.Table.Find("goal") != nil && d.Table.Find("target") != nil && d.MainSlider() != nil {
			return &a
		}
	}
	return nil
}

// solving reports whether a parameter stands beside the slider that it sets.
func (d *Laboratory) solving(p *lab.Param) bool {
	return (p.Name == "goal" || p.Name == "target") && d.Solves() != nil
}
