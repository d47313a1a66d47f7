package state

import (
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

const (
	// programKey is where a program that is too long for the address is kept on
	// this machine, with the address that it belongs to.
	programKey = "indistinct-program"
	// codeDelay is how long a visitor must pause before a program is looked at:
	// half a word is an error to no one.
	codeDelay = 500 * time.Millisecond
)

// lookAfterTyping puts a look off until the visitor pauses.
func (m *Model) lookAfterTyping() {
	if m.lookTimer != nil {
		m.lookTimer()
	}
	m.lookTimer = m.Host.After(codeDelay, m.askInTurn)
}

// Flush writes what an address still waits for: the page is about to go.
func (m *Model) Flush() {
	if m.hashTimer != nil {
		m.hashTimer()
		m.address()
	}
}

// heard takes what a look at asked says of the program's claim.
func (m *Model) heard(d *laboratory.State, asked lab.Spec, l wire.Looked) {
	anew, due := d.HearClaim(asked, l)
	if anew {
		m.testClaim(d)
	}
	if due && d == m.Front {
		m.Test()
	}
}

// testClaim sets the claim that is tested to the program's own.
func (m *Model) testClaim(d *laboratory.State) {
	if c := d.OtherClaim(); c != nil && d.Set(d.WithClaim(*c)) && d == m.Front {
		m.changed()
	}
}

// TestClaim is the button of the strip.
func (m *Model) TestClaim() { m.testClaim(m.Front) }
