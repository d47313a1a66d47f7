package state

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/ui/stage/say"
)

// staged is a run that the scene plays in the place of the film.
type staged struct {
	task *Task // the run; nil before the first
	on   bool  // the scene shows it
	done bool  // it has come to its end
}

// stage hands the scene what it can play of a run of the laboratory in front. A
// game, and a scene that is not there, keep the stage to themselves.
func (m *Model) stage(d *Laboratory, t *Task, show []byte) {
	if show != nil && t.Name == lab.Audit && t.of == nil {
		d.played = show
	}
	if show == nil || d != m.Front || !m.Alive || d.Game.Plays() {
		return
	}
	m.Host.Scene(say.ToScene{Type: say.Show, KeepTime: m.staged.task == t, Kept: d.keptFor(t)}, show)
	m.staged.task = t
}

// OnShow reports whether the scene plays a run.
func (m *Model) OnShow() bool { return m.staged.on }

// ShowOver reports whether that run has been played to its end.
func (m *Model) ShowOver() bool { return m.staged.on && m.staged.done }

// ShowVerb is what the one button of a play does: it stays, and with it the
// focus, when the play ends.
func (m *Model) ShowVerb() string {
	if m.ShowOver() {
		return "Play again"
	}
	return "Skip"
}

// SkipOrAgain is that button.
func (m *Model) SkipOrAgain() {
	if m.ShowOver() {
		m.Again()
	} else {
		m.Skip()
	}
}

// Legend opens or closes the scene's legend.
func (m *Model) Legend() { m.Host.Scene(say.ToScene{Type: say.Legend}, nil) }

// Forward brings one of Tabs forward, by its number.
func (m *Model) Forward(tab string) {
	if i, err := strconv.Atoi(tab); err == nil {
		m.Host.Scene(say.ToScene{Type: say.Tab, By: i}, nil)
	}
}

// Skip goes to the end of what the scene plays of a run, or to where it waits
// for it.
func (m *Model) Skip() {
	if m.staged.on && !m.staged.done {
		m.Host.Scene(say.ToScene{Type: say.Skip}, nil)
	}
}

// Again plays the last run from the beginning.
func (m *Model) Again() {
	if m.staged.task != nil {
		m.Host.Scene(say.ToScene{Type: say.Again}, nil)
	}
}

// Back gives the stage back to the film.
func (m *Model) Back() {
	if m.staged.on {
		m.staged.on = false
		m.Host.Scene(say.ToScene{Type: say.Back}, nil)
	}
}

// showed takes what the scene says of a run that it plays.
func (m *Model) showed(kind string) (render bool) {
	before := m.staged
	switch kind {
	case say.ShowOn:
		m.staged.on, m.staged.done = true, false
	case say.ShowDone:
		m.staged.done = true
	case say.ShowOff:
		m.staged.on = false
	}
	return m.staged != before
}
