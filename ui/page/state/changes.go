package state

import (
	"time"

	"indistinct/ui/page/laboratory"
)

// Held reports whether a slider is being moved where a render takes so long that
// its thumb would fall behind: all but the thumb and its number then waits until
// the hand rests.
func (m *Model) Held() bool { return m.Slow && m.Sliding() }

// Sliding reports whether a hand is on a slider.
func (m *Model) Sliding() bool { return time.Since(m.slid) < rests }

// Changed follows a change of the Spec by the visitor.
func (m *Model) Changed() {
	m.Notes = nil
	m.Loaded()
}

// Loaded follows a change of the Spec by a file, of which the notes speak.
func (m *Model) Loaded() {
	m.Scene.Back()
	m.looks.look(lookDelay)
	m.address.changed()
}

// Look has the settings in front looked at without delay.
func (m *Model) Look() { m.looks.ask() }

// Settled reports whether all that a change of settings started has been said:
// the look at it is there, and the address holds it.
func (m *Model) Settled() bool { return m.looks.timer == nil && !m.looks.on && m.address.timer == nil }

// SetHidden says that a frame within another page is out of sight, or a tab hidden: what computes
// is given back then, until something is asked of it. Of a run that nobody sees, as in a
// tab that is hidden, what was found is told at once: the scene stands still.
func (m *Model) SetHidden(on, hidden bool) {
	m.away, m.unseen = on, on || hidden
	if m.unseen {
		m.Scene.tellNow()
	}
	m.looks.rest()
}

// TestClaim sets the claim that is tested to the program's own.
func (m *Model) TestClaim(d *laboratory.State) {
	if d.Set(d.Script.WithClaim()) && d == m.Front {
		m.Changed()
	}
}
