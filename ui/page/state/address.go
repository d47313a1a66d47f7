package state

import (
	"time"

	"indistinct/ui/page/laboratory"
)

const (
	hashDelay   = 400 * time.Millisecond // Safari refuses an address that changes more than 100 times in 30 s
	settleDelay = 800 * time.Millisecond // without a change, after which the next one is undone by itself
)

// programKey is where a program that is too long for the address is kept on this
// machine, with the address that it belongs to.
const programKey = "indistinct-program"

// address follows the settings with the page's own address.
type address struct {
	m       *Model
	timer   alarm
	settles alarm
	moving  bool // its last entry belongs to a change that goes on
}

// changed writes the link soon.
func (a *address) changed() {
	a.settles.stop()
	a.settles = a.m.Host.After(settleDelay, func() { a.settles, a.moving = nil, false })
	if a.timer == nil {
		a.timer = a.m.Host.After(hashDelay, a.write)
	}
}

// write writes the link into the address. The first change after a pause is a
// place to come back from, what follows belongs to it: the browser's back
// button undoes one settled change.
func (a *address) write() {
	a.timer = nil
	if text := a.m.Front.Script.ProgramToKeep(); text != "" {
		a.m.Host.Remember(programKey, text)
	}
	a.m.Host.Hash(a.m.Link(Address, false, false), !a.moving)
	a.moving = true
}

// stop ends what a change of settings had still to write.
func (a *address) stop() {
	a.timer.stop()
	a.settles.stop()
	a.moving = false
}

// SetAddress writes the link of what is shown into the address; push makes it a place to
// come back to.
func (m *Model) SetAddress(push bool) {
	if push {
		m.address.stop()
	}
	m.Host.Hash(m.Link(Address, false, false), push)
}

// Flush writes what an address still waits for: the page is about to go.
func (m *Model) Flush() {
	if a := &m.address; a.timer != nil {
		a.timer()
		a.write()
	}
}

// Link is the permalink of what is shown, for a purpose; run asks to start the test on
// opening, again to repeat it.
func (m *Model) Link(of Purpose, run, again bool) string {
	var x Extra
	s := m.Front.Spec
	if of != Joined {
		x.Add("page", m.Page)
	}
	for _, f := range m.Features {
		f.Write(&x, &s, of)
	}
	x.Set("run", run)
	x.Set("again", again)
	return join(s.Link(m.Front.Table), x)
}

// PageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) PageLink(d *laboratory.State, page string) string {
	var x Extra
	x.Add("page", page)
	return join(d.Spec.Link(d.Table), x)
}
