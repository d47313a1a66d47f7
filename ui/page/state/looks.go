package state

import (
	"bytes"
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

const (
	lookDelay = 70 * time.Millisecond // from a change to a new look
	// codeDelay is how long a visitor must pause before a program is looked at:
	// half a word is an error to no one.
	codeDelay = 500 * time.Millisecond
	// rests is how long a hand on a slider stands still to be waited for no longer.
	rests       = 300 * time.Millisecond
	hashDelay   = 400 * time.Millisecond // Safari refuses an address that changes more than 100 times in 30 s
	settleDelay = 800 * time.Millisecond // without a change, after which the next one is undone by itself
)

// look asks for facts, film and live sheets: at once, or a moment after the
// last change. While changes keep coming, as in a drag, one question follows
// the other as fast as they are answered, but see Held.
func (m *Model) look(after time.Duration) {
	if after == 0 {
		m.ask()
		return
	}
	if m.lookTimer != nil && m.Held() {
		m.lookTimer()
		m.lookTimer = nil
	}
	if m.Held() {
		after = rests
	}
	if m.lookTimer == nil {
		m.lookTimer = m.Host.After(after, m.askInTurn)
	}
}

// Held reports whether a slider is being moved where a render takes so long that
// its thumb would fall behind: all but the thumb and its number then waits until
// the hand rests.
func (m *Model) Held() bool { return m.Slow && m.Sliding() }

// Sliding reports whether a hand is on a slider.
func (m *Model) Sliding() bool { return time.Since(m.slid) < rests }

// lookAfterTyping puts a look off until the visitor pauses.
func (m *Model) lookAfterTyping() {
	if m.lookTimer != nil {
		m.lookTimer()
	}
	m.lookTimer = m.Host.After(codeDelay, m.askInTurn)
}

// askInTurn asks after the answer that is awaited; at once where that is of another
// program, which may never end.
func (m *Model) askInTurn() {
	m.lookTimer = nil
	if m.asking && m.askedCode == m.Front.Code() {
		m.askAgain = true
		return
	}
	m.ask()
}

// ask asks for a look at the settings in front, unless they do not go together.
func (m *Model) ask() {
	if m.lookTimer != nil {
		m.lookTimer()
		m.lookTimer = nil
	}
	d := m.Front
	m.askAgain = false
	if len(d.Cross) > 0 {
		return
	}
	var raw []byte
	if d.Report != nil && !d.Stale() {
		raw = d.Raw
	}
	m.asking, m.askedCode = true, d.Code()
	asked := d.Spec
	m.Pool.Look(asked, raw, func(l wire.Looked) {
		m.Host.Update(func() {
			m.asking = false
			m.onLook(d, asked, l)
			if m.askAgain {
				m.ask()
			}
			m.rest()
		})
	})
}

// onLook takes the answer to a look at asked.
func (m *Model) onLook(d *laboratory.State, asked lab.Spec, l wire.Looked) {
	same := bytes.Equal(l.Film, d.Film) // most settings of a test move nothing on the stage
	d.OnLook(asked, l)
	if l.Err == "" && l.Film != nil {
		if d.Game.OnStage() == nil && !(same && m.onStage == any(d)) || d.Game.OnStage() != nil &&
			m.onStage != any(d.Game.Round) {
			m.film()
		}
	}
	m.onClaim(d, asked, l)
}

// onClaim takes what a look at asked says of the program's claim.
func (m *Model) onClaim(d *laboratory.State, asked lab.Spec, l wire.Looked) {
	anew, due := d.OnClaim(asked, l)
	if anew {
		m.testClaim(d)
	}
	if due && d == m.Front {
		m.Test()
	}
}

// testClaim sets the claim that is tested to the program's own.
func (m *Model) testClaim(d *laboratory.State) {
	if d.Set(d.WithClaim()) && d == m.Front {
		m.changed()
	}
}

// TestClaim is the button of the strip.
func (m *Model) TestClaim() { m.testClaim(m.Front) }

// changed follows a change of the Spec by the visitor.
func (m *Model) changed() {
	m.Notes = nil
	m.loaded()
}

// loaded follows a change of the Spec by a file, of which the notes speak.
func (m *Model) loaded() {
	m.Back()
	m.look(lookDelay)
	if m.settleTimer != nil {
		m.settleTimer()
	}
	m.settleTimer = m.Host.After(settleDelay, func() { m.settleTimer, m.moving = nil, false })
	if m.hashTimer == nil {
		m.hashTimer = m.Host.After(hashDelay, m.address)
	}
}

// Settled reports whether all that a change of settings started has been said:
// the look at it is there, and the address holds it.
func (m *Model) Settled() bool { return m.lookTimer == nil && !m.asking && m.hashTimer == nil }

// Away follows whether a frame within another page is out of sight: what computes
// is given back then, until something is asked of it. Of a run that nobody sees, as in a
// tab that is hidden, what was found is told at once: the scene stands still.
func (m *Model) Away(on, hidden bool) {
	m.away, m.unseen = on, on || hidden
	if m.unseen {
		m.tellNow()
	}
	m.rest()
}

// rest has the pool end its workers where nobody sees what they compute.
func (m *Model) rest() {
	if p, ok := m.Pool.(wire.Rester); ok && m.away && !m.asking {
		p.Rest()
	}
}
