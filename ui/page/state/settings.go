package state

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/uptime"
)

func (m *Model) Type(name, text string) {
	if !m.Front.Typed(m.L, name, text) {
		return
	}
	if p := m.Front.Table.Find(name); p.Kind == lab.Code {
		m.Front.Script.Edited(false)
		m.looks.timer.stop() // until the visitor pauses
		m.looks.timer = m.Host.After(codeDelay, m.looks.inTurn)
	}
	m.Changed()
}

func (m *Model) Slide(name, position string) {
	p := m.Front.Table.Find(name)
	n, err := strconv.ParseFloat(position, 64)
	if p == nil || err != nil {
		return
	}
	if m.Front.SlideTo(p, n/control.SliderSteps) {
		// The number beside the thumb does not wait for the next render.
		m.Host.Tool("put", nil, "p-"+name, m.Front.Field(p).Typed(m.L))
		m.slides = uptime.Now() + rests
		m.Changed()
	}
}

// Press takes a key on a slider; it reports whether it meant something.
func (m *Model) Press(name, key string) bool {
	p := m.Front.Table.Find(name)
	if p == nil {
		return false
	}
	changed, ok := m.Front.Press(p, key)
	if changed {
		m.Changed()
	}
	return ok
}

func (m *Model) Choose(name, value string) {
	if next, err := m.Front.Spec.With(m.Front.Table, name, value); err == nil && m.Front.Set(next) {
		m.Changed()
	}
}

func (m *Model) Preset(index string) {
	if index == laboratory.OwnProgram {
		if m.Front.Script.TakeOwn() {
			m.Changed()
		}
		return
	}
	i, err := strconv.Atoi(index)
	ps := m.Front.Presets
	if err != nil || i < 0 || i >= len(ps) {
		return
	}
	m.Front.Restore(m.Front.PresetSpec(ps[i]))
	m.Changed()
}

// Reset returns to the defaults and keeps the seed.
func (m *Model) Reset() {
	d := m.Front
	d.Restore(d.Opening())
	m.Changed()
}

func (m *Model) NewSeed() {
	d := m.Front
	p := d.Table.Find("seed")
	if p == nil {
		return
	}
	// Six digits are easy to read out in class and enough for it.
	d.SetValue(p, float64(m.Host.Random()%1000000))
	m.Changed()
}

// Edit moves a handle of the scene.
func (m *Model) Edit(handle string, x, y float64) bool {
	next, ok := m.Front.Lab.Edit(m.Front.Spec, handle, x, y)
	if ok && m.Front.Set(next) {
		m.Changed()
	}
	return ok
}

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
