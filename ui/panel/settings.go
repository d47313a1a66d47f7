package panel

import (
	"strconv"
	"time"

	"indistinct/core/lab"
)

// Type takes text typed into a field.
func (m *Model) Type(name, text string) {
	if !m.Desk.typed(name, text) {
		return
	}
	if p := m.Desk.Table.Find(name); p.Kind == lab.Code {
		m.Desk.edited(false)
		m.lookAfterTyping()
	}
	m.changed()
}

// Leave ends typing in a field.
func (m *Model) Leave(name string) { m.Desk.leave(name) }

// Slide takes a slider's position.
func (m *Model) Slide(name, position string) {
	p := m.Desk.Table.Find(name)
	n, err := strconv.ParseFloat(position, 64)
	if p == nil || err != nil {
		return
	}
	delete(m.Desk.drafts, name)
	delete(m.Desk.bad, name)
	if m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, name, valueAt(m.Desk.ranged(p), n/sliderSteps))) {
		// The number beside the thumb does not wait for the next render.
		m.Host.Put("p-"+name, shown(m.Desk.Spec, p))
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
	p := m.Desk.Table.Find(name)
	if p == nil {
		return false
	}
	p = m.Desk.ranged(p)
	v := m.Desk.Spec.Float(name)
	switch key {
	case "ArrowRight", "ArrowUp":
		v = nudge(p, v, 1)
	case "ArrowLeft", "ArrowDown":
		v = nudge(p, v, -1)
	case "PageUp":
		v = nudge(p, v, 10)
	case "PageDown":
		v = nudge(p, v, -10)
	case "Home":
		v = p.Min
	case "End":
		v = p.Max
	default:
		return false
	}
	delete(m.Desk.drafts, name)
	delete(m.Desk.bad, name)
	if m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, name, v)) {
		m.changed()
	}
	return true
}

// Choose takes a choice or a flag.
func (m *Model) Choose(name, value string) {
	if next, err := m.Desk.Spec.With(m.Desk.Table, name, value); err == nil && m.Desk.set(next) {
		m.changed()
	}
}

// Preset takes the preset of that index.
func (m *Model) Preset(index string) {
	if index == mine {
		m.takeMine()
		return
	}
	i, err := strconv.Atoi(index)
	ps := m.Desk.presets
	if err != nil || i < 0 || i >= len(ps) {
		return
	}
	m.Desk.restore(m.Desk.presetSpec(ps[i]))
	m.changed()
}

// Reset returns to the defaults and keeps the seed.
func (m *Model) Reset() {
	d := m.Desk
	d.restore(d.opening())
	m.changed()
}

// NewSeed takes another seed.
func (m *Model) NewSeed() {
	d := m.Desk
	p := d.Table.Find("seed")
	if p == nil {
		return
	}
	// Six digits are easy to read out in class and enough for it.
	d.set(d.Spec.Set(d.Table, "seed", float64(m.Host.Random()%1000000)))
	delete(d.drafts, "seed")
	m.changed()
}

// Fold opens or closes what is folded away under a heading.
func (m *Model) Fold(title string) { m.Desk.open[title] = !m.Desk.open[title] }

// foldOf is Fold on another desk than the one in front.
func (m *Model) foldOf(d *Desk, title string) { d.open[title] = !d.open[title] }

// Explain opens or closes a help text.
func (m *Model) Explain(name string) { m.Desk.helps[name] = !m.Desk.helps[name] }

// Edit moves a handle of the scene.
func (m *Model) Edit(handle string, x, y float64) bool {
	next, ok := m.Desk.Lab.Edit(m.Desk.Spec, handle, x, y)
	if ok && m.Desk.set(next) {
		m.changed()
	}
	return ok
}

// MoveStar moves the starred sensor by an arrow key.
func (m *Model) MoveStar(key string) bool {
	dx, dy, ok := arrow(key)
	return ok && m.Edit("star:key", dx, dy)
}

// MoveGhost moves its place in the neighbour by an arrow key.
func (m *Model) MoveGhost(key string) bool {
	dx, dy, ok := arrow(key)
	return ok && m.Edit("ghost:key", dx, dy)
}

func arrow(key string) (dx, dy float64, ok bool) {
	switch key {
	case "ArrowLeft":
		return -1, 0, true
	case "ArrowRight":
		return 1, 0, true
	case "ArrowUp":
		return 0, 1, true
	case "ArrowDown":
		return 0, -1, true
	}
	return 0, 0, false
}

// Search looks for settings.
func (m *Model) Search(text string) { m.Desk.search = text }

// Mend leads to the field that keeps the test from running.
func (m *Model) Mend() {
	d := m.Desk
	p := d.wrong()
	if p == nil {
		return
	}
	if d.solving(p) {
		d.open["solve"] = true
	} else if p != d.mainSlider() && p.Name != claim && p.Kind != lab.Code {
		d.open["drawer"], d.search = true, ""
		d.open[p.Group] = d.open[p.Group] || p.Fold
	}
	m.Host.Focus("p-" + p.Name)
}
