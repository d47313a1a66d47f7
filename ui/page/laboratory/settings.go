package laboratory

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
)

// New returns a laboratory at its defaults.
func New(l lab.Laboratory) *State {
	d := &State{Lab: l, About: l.About(), Table: l.Params(), drafts: map[string]string{},
		bad:  map[string]lang.Message{},
		Open: map[string]bool{}, Tasks: map[string]*Task{}}
	d.Script = &Script{d: d, fromFile: map[string]string{}}
	d.Defaults = d.Table.Defaults(d.About.Name)
	d.Presets = l.Presets()
	d.take(d.Defaults)
	return d
}

// take replaces the Spec; drafts of other fields stay.
func (d *State) take(s lab.Spec) {
	d.Spec = s
	d.Cross = d.Lab.Check(s)
	d.Preset = slices.IndexFunc(d.Presets, func(p lab.Preset) bool {
		return !d.Hidden && (d.PresetSpec(p).Equal(s) || d.sameProgram(p, s))
	})
}

// sameProgram reports whether a preset's program is that of s: a classic is the
// same whatever is claimed and however it is tested.
func (d *State) sameProgram(p lab.Preset, s lab.Spec) bool {
	return slices.ContainsFunc(d.Table, func(q lab.Param) bool {
		return q.Kind == lab.Code && p.Set[q.Name] != "" && p.Set[q.Name] == s.Text(q.Name)
	})
}

// Restore replaces the Spec and forgets what was typed. Where the film is of other settings
// then, or marks a run's event, there is another subject.
func (d *State) Restore(s lab.Spec) {
	if d.Judged() || !s.SameScene(d.Table, d.Spec) {
		d.subject++
		d.Film = nil
	}
	d.Script.KeepOwn(s)
	clear(d.drafts)
	clear(d.bad)
	d.Script.claimDue, d.Script.TestDue = false, false
	d.take(s)
}

// keepSeed returns s with the seed of the present Spec.
func (d *State) keepSeed(s lab.Spec) lab.Spec {
	if d.Table.Find("seed") == nil {
		return s
	}
	return s.Set(d.Table, "seed", d.Spec.Float("seed"))
}

// Opening is the Spec that the laboratory opens with, with the present seed.
func (d *State) Opening() lab.Spec { return d.keepSeed(d.Defaults) }

// PresetSpec is a preset's Spec. Values that the table refuses are left out.
func (d *State) PresetSpec(p lab.Preset) lab.Spec {
	s := d.Defaults
	for i := range d.Table {
		if text, ok := p.Set[d.Table[i].Name]; ok {
			if next, err := s.With(d.Table, d.Table[i].Name, text); err == nil {
				s = next
			}
		}
	}
	if _, ok := p.Set["seed"]; !ok {
		s = d.keepSeed(s)
	}
	return s
}

// Groups are the headings of the presets, in their order.
func (d *State) Groups() []string {
	var out []string
	for _, p := range d.Presets {
		if p.Group != "" && !slices.Contains(out, p.Group) {
			out = append(out, p.Group)
		}
	}
	return out
}

// Grouped are the presets under a heading, by index; "" those under none.
func (d *State) Grouped(group string) []int {
	var out []int
	for i, p := range d.Presets {
		if p.Group == group {
			out = append(out, i)
		}
	}
	return out
}

// Typed takes text for one field from a person who reads a language. The text stays as it was typed; the Spec
// changes only if it is good.
func (d *State) Typed(l *lang.Language, name, text string) (changed bool) {
	p := d.Table.Find(name)
	if p == nil {
		return false
	}
	d.drafts[name] = text
	next, err := d.Spec.With(d.Table, name, p.Typed(l, text))
	if err != nil {
		d.bad[name] = lang.Of(err)
		return false
	}
	delete(d.bad, name)
	if next.Equal(d.Spec) {
		return false
	}
	d.take(next)
	return true
}

// Leave ends the typing in a field: good text becomes the value's own form.
func (d *State) Leave(name string) {
	if d.bad[name] == "" {
		delete(d.drafts, name)
	}
}

// Set takes a value from a slider, a button or a drag.
func (d *State) Set(s lab.Spec) (changed bool) {
	if s.Equal(d.Spec) {
		return false
	}
	for i := range d.Table {
		if n := d.Table[i].Name; s.Show(n) != d.Spec.Show(n) {
			delete(d.drafts, n)
			delete(d.bad, n)
		}
	}
	d.take(s)
	return true
}

// SetValue sets a number, whatever was typed for it.
func (d *State) SetValue(p *lab.Param, v float64) (changed bool) {
	delete(d.drafts, p.Name)
	delete(d.bad, p.Name)
	return d.Set(d.Spec.Set(d.Table, p.Name, v))
}

// SlideTo sets the value at a place of its slider, from 0 to 1, or the last one on the way
// there that goes with the other settings.
func (d *State) SlideTo(p *lab.Param, place float64) (changed bool) {
	q := d.ranged(p)
	from := control.Position(q, d.Spec.Float(p.Name))
	at := func(step int) float64 {
		return control.ValueAt(q, from+(place-from)*float64(step)/control.SliderSteps)
	}
	refused := func(step int) bool { return len(d.Lab.Check(d.Spec.Set(d.Table, p.Name, at(step)))) > 0 }
	last := control.SliderSteps
	if len(d.Cross) == 0 && refused(last) {
		last = max(sort.Search(last, refused)-1, 0)
	}
	return d.SetValue(p, at(last))
}

// Press takes a key on a slider; ok says whether it means something.
func (d *State) Press(p *lab.Param, key string) (changed, ok bool) {
	q := d.ranged(p)
	v, ok := control.Pressed(q, d.Spec.Float(p.Name), key)
	if key == "Home" || key == "End" {
		return d.SlideTo(p, control.Position(q, v)), ok
	}
	return ok && d.SetValue(p, v), ok
}

// ranged is a parameter with the range that its slider has in the present Spec: as far as
// values go with the other settings.
func (d *State) ranged(p *lab.Param) *lab.Param {
	if p == nil || p.Kind != lab.Float && p.Kind != lab.Int {
		return p
	}
	q, v := *p, d.Spec.Float(p.Name)
	if q.Max = d.Spec.Max(p); p.Reach > 0 {
		q.Max = max(p.Reach, v)
	}
	if len(d.Cross) > 0 {
		return &q
	}
	here, whole := int(math.Round(control.SliderSteps*control.Position(&q, v))), q
	// end is the value up to which the slider goes towards one of its ends.
	end := func(steps, dir int) float64 {
		at := func(i int) float64 { return control.ValueAt(&whole, float64(here+dir*i)/control.SliderSteps) }
		refused := func(i int) bool { return len(d.Lab.Check(d.Spec.Set(d.Table, p.Name, at(i)))) > 0 }
		if !refused(steps) {
			return at(steps)
		}
		if last := sort.Search(steps, refused) - 1; last > 0 {
			return at(last)
		}
		return v
	}
	q.Min, q.Max = end(here, -1), end(control.SliderSteps-here, 1)
	return &q
}

// problem is the sentence shown under a field.
func (d *State) problem(name string) lang.Message {
	if s := d.bad[name]; s != "" {
		return s
	}
	for _, p := range d.Cross {
		if p.Field == name {
			return p.Say
		}
	}
	if d.Faulty(name) {
		return d.Fault.Say
	}
	return ""
}

// Wrong is the first field that keeps the test from running, nil if none.
func (d *State) Wrong() *lab.Param {
	for i := range d.Table {
		if p := &d.Table[i]; d.Spec.Shown(p) && d.problem(p.Name) != "" {
			return p
		}
	}
	return nil
}

// Why is what the test waits for, or what is wrong with the field that Wrong returns; with a
// program it stands there.
func (d *State) Why() lang.Message {
	if d.Script.TestDue {
		return lang.Say("page.due")
	}
	if p := d.Wrong(); p != nil && p.Kind != lab.Code {
		return d.problem(p.Name)
	}
	return ""
}

// Holds reports whether what the last look told is of the settings as they stand.
func (d *State) Holds() bool { return d.Ready() && d.Trouble == "" }

// Unplaced is what is wrong with the Spec and stands under no field on show.
func (d *State) Unplaced() []lang.Message {
	var out []lang.Message
	if d.Trouble != "" {
		out = append(out, d.Trouble)
	}
	for _, p := range d.Cross {
		if q := d.Table.Find(p.Field); q == nil || !d.Spec.Shown(q) {
			out = append(out, p.Say)
		}
	}
	return out
}

// Ready reports whether the Spec can be run.
func (d *State) Ready() bool { return len(d.Cross) == 0 && len(d.bad) == 0 && !d.Faulty("") }
