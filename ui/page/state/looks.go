package state

import (
	"bytes"
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/stage/say"
	"indistinct/ui/uptime"
	"indistinct/ui/wire"
)

const (
	lookDelay = 70 * time.Millisecond // from a change to a new look
	// codeDelay is how long a visitor must pause before a program is looked at:
	// half a word is an error to no one.
	codeDelay = 500 * time.Millisecond
	// rests is how long a hand on a slider stands still to be waited for no longer.
	rests = 300 * time.Millisecond
)

// looks asks the pool for facts, film and live sheets of the settings in front.
type looks struct {
	m     *Model
	timer alarm
	on    bool   // a look is under way
	again bool   // another is due
	code  string // the program that the look is of, if any
}

// look asks a moment after the last change. While changes keep coming, as in a drag, one
// question follows the other as fast as they are answered, but see Held.
func (k *looks) look() {
	after := lookDelay
	if k.m.Held() {
		k.timer.stop()
		after = rests
	}
	if k.timer == nil {
		k.timer = k.m.Host.After(after, k.inTurn)
	}
}

// inTurn asks after the answer that is awaited; at once where that is of another
// program, which may never end.
func (k *looks) inTurn() {
	k.timer = nil
	if k.on && k.code == k.m.Front.Script.Code() {
		k.again = true
		return
	}
	k.ask()
}

// pulled has looked at what would be in front if the drag of a message were the visitor's, and at
// what is when it has ended.
func (k *looks) pulled(s say.FromScene) {
	next, ok := k.m.Front.Lab.Edit(k.m.Front.Spec, s.Handle, s.X, s.Y)
	switch {
	case s.Ended:
		k.inTurn()
	case ok && !k.on:
		k.askOf(next)
	}
}

// ask asks for a look at the settings in front, unless they do not go together.
func (k *looks) ask() { k.askOf(k.m.Front.Spec) }

// askOf asks for a look at settings of the laboratory in front.
func (k *looks) askOf(asked lab.Spec) {
	k.timer.stop()
	d := k.m.Front
	k.again = false
	if len(d.Cross) > 0 {
		return
	}
	var raw []byte
	if d.Judged() {
		raw = d.Raw
	}
	k.on, k.code = true, d.Script.Code()
	of := d.Subject()
	k.m.Pool.Look(asked, raw, func(l wire.Looked) {
		k.m.Host.Update(func() {
			k.on = false
			if d.Subject() == of {
				k.take(d, asked, l)
			}
			if k.again {
				k.ask()
			}
			k.rest()
		})
	})
}

// take takes the answer to a look at asked, and what it says of the program's claim.
func (k *looks) take(d *laboratory.State, asked lab.Spec, l wire.Looked) {
	same := bytes.Equal(l.Film, d.Film) // most settings of a test move nothing on the stage
	d.OnLook(asked, l)
	scene := k.m.Scene
	if _, of, _ := scene.film(); l.Err == "" && l.Film != nil && !same && (of == any(d) || of != scene.shows) {
		scene.Film()
	}
	anew, due := d.Script.OnClaim(asked, l)
	if anew {
		k.m.TestClaim(d)
	}
	if due && d == k.m.Front {
		k.m.Test()
	}
}

// rest has the pool end its workers where nobody sees what they compute.
func (k *looks) rest() {
	if p, ok := k.m.Pool.(wire.Rester); ok && k.m.away && !k.on {
		p.Rest()
	}
}

// Held reports whether a slider is being moved where a render takes so long that
// its thumb would fall behind: all but the thumb and its number then waits until
// the hand rests.
func (m *Model) Held() bool { return m.Slow && m.Sliding() }

// Sliding reports whether a hand is on a slider.
func (m *Model) Sliding() bool { return uptime.Now() < m.slides }

// Changed follows a change of the Spec by the visitor.
func (m *Model) Changed() {
	m.Notes = nil
	m.Loaded()
}

// Loaded follows a change of the Spec by a file, of which the notes speak.
func (m *Model) Loaded() {
	m.Scene.Back()
	m.looks.look()
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
