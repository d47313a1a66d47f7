package state

import (
	"strconv"
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/control"
)

// Type takes text typed into a field.
func (m *Model) Type(name, text string) {
	if !m.Front.Typed(name, text) {
		return
	}
	if p := m.Front.Table.Find(name); p.Kind == lab.Code {
		m.Front.edited(false)
		m.lookAfterTyping()
	}
	m.changed()
}

// Leave ends typing in a field.
func (m *Model) Leave(name string) { m.Front.leave(name) }

// Slide takes a slider's position.
func (m *Model) Slide(name, position string) {
	p := m.Front.Table.Find(name)
	n, err := strconv.ParseFloat(position, 64)
	if p == nil || err != nil {
		return
	}
	delete(m.Front.drafts, name)
	delete(m.Front.bad, name)
	if m.Front.Set(m.Front.Spec.Set(m.Front.Table, name, control.ValueAt(m.Front.ranged(p), n/control.SliderSteps))) {
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
	p = m.Front.ranged(p)
	v := m.Front.Spec.Float(name)
	switch key {
	case "ArrowRight", "ArrowUp":
		v = control.Nudge(p, v, 1)
	case "ArrowLeft", "ArrowDown":
		v = control.Nudge(p, v, -1)
	case "PageUp":
		v = control.Nudge(p, v, 10)
	case "PageDown":
		v = control.Nudge(p, v, -10)
	case "Home":
		v = p.Min
	case "End":
		v = p.Max
	default:
		return false
	}
	delete(m.Front.drafts, name)
	delete(m.Front.bad, name)
	if m.Front.Set(m.Front.Spec.Set(m.Front.Table, name, v)) {
		m.changed()
	}
	return true
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
		m.takeMine()
		return
	}
	i, err := strconv.Atoi(index)
	ps := m.Front.Presets
	if err != nil || i < 0 || i >= len(ps) {
		return
	}
	m.Front.restore(m.Front.PresetSpec(ps[i]))
	m.changed()
}

// Reset returns to the defaults and keeps the seed.
func (m *Model) Reset() {
	d := m.Front
	d.restore(d.Opening())
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
	d.Set(d.Spec.Set(d.Table, "seed", float64(m.Host.Random()%1000000)))
	delete(d.drafts, "seed")
	m.changed()
}

// Fold opens or closes what is folded away under a heading.
func (m *Model) Fold(title string) { m.Front.Open[title] = !m.Front.Open[title] }

// FoldOf is Fold on another laboratory than the one in front.
func (m *Model) FoldOf(d *Laboratory, title string) { d.Open[title] = !d.Open[title] }

// Explain opens or closes a help text.
func (m *Model) Explain(name string) { m.Front.helps[name] = !m.Front.helps[name] }

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
func (m *Model) Search(text string) { m.Front.Search = text }

// Mend leads to the field that keeps the test from running.
func (m *Model) Mend() {
	d := m.Front
	p := d.Wrong()
	if p == nil {
		return
	}
	if d.solving(p) {
		d.Open["solve"] = true
	} else if p != d.MainSlider() && p.Name != EpsilonName && p.Kind != lab.Code {
		d.Open["drawer"], d.Search = true, ""
		d.Open[p.Group] = d.Open[p.Group] || p.Fold
	}
	m.Host.Focus("p-" + p.Name)
}
