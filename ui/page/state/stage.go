package state

import (
	"net/url"
	"strconv"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/palette"
	"indistinct/ui/stage/say"
)

// film shows the film of the laboratory in front, or of its game's round. A
// film that replaces one of the same laboratory or round keeps its clock.
func (m *Model) film() {
	film, of := m.Front.Film, any(m.Front)
	if f := m.Front.Game.OnStage(); f != nil {
		film, of = f, m.Front.Game.Round
	}
	if m.Alive && film != nil {
		if m.onStage != of && m.staged.of != of { // its own run may have come first
			m.Back()
		}
		m.Broken = "" // if this one cannot be shown either, the scene says so again
		keep := m.onStage == of
		if g := m.Front.Game; of == any(m.Front.Round()) && g.Anew {
			keep, g.Anew = false, false
		}
		m.Host.Scene(say.ToScene{Type: say.Film, KeepTime: keep}, film)
		m.onStage = of
		if !keep {
			m.Tabs = nil // the scene will tell
			m.forward()
		}
	}
}

// stage hands the scene what it can play of a run of the laboratory in front. A
// game, and a scene that is not there, keep the stage to themselves.
func (m *Model) stage(d *laboratory.State, t *laboratory.Task, show []byte) {
	if show != nil && t.Name == lab.Audit && t.Of == nil {
		d.Played = show
	}
	if show == nil || d != m.Front || !m.Alive || d.Game.Plays() {
		return
	}
	m.Host.Scene(say.ToScene{Type: say.Show, KeepTime: m.staged.task == t, Kept: d.RatesOfA(t)}, show)
	m.staged.task, m.staged.of = t, d
}

// hold has what the run that begins finds wait for the scene, where that is there to play
// it and may move.
func (m *Model) hold(d *laboratory.State) {
	m.tellNow()
	m.untold.on = m.Alive && m.Broken == "" && !m.quiet && !m.unseen && d == m.Front && !d.Game.Plays()
}

// Withheld reports whether the page keeps to itself what a run has found.
func (m *Model) Withheld() bool { return m.untold.on }

// AwaitsVerdict reports whether the first report is still to come.
func (m *Model) AwaitsVerdict() bool {
	return m.Front.Report == nil && (m.Front.Run != nil || m.untold.on)
}

// tell says what a run has found, by f: when the scene has played it, but not later than
// patience after it was known.
func (m *Model) tell(f func()) {
	if !m.untold.on {
		f()
		return
	}
	m.untold.then = f
	if m.untold.stop == nil {
		m.untold.stop = m.Host.After(patience, m.tellNow)
	}
}

// patience is longer than a play on a slow machine, and what it takes to begin.
const patience = 30 * time.Second

// tellNow says what is held back, and holds nothing back any longer.
func (m *Model) tellNow() {
	u := m.untold
	m.untold = untold{}
	if u.stop != nil {
		u.stop()
	}
	if u.then != nil {
		u.then()
	}
}

// OnShow reports whether the scene plays a run.
func (m *Model) OnShow() bool { return m.staged.on }

// ShowOver reports whether that run has been played to its end.
func (m *Model) ShowOver() bool { return m.staged.on && m.staged.done }

// ShowVerb is what the one button of a play does: it stays, and with it the
// focus, when the play ends.
func (m *Model) ShowVerb() lang.Message {
	if m.ShowOver() {
		return lang.Say("page.show.again")
	}
	return lang.Say("page.show.skip")
}

// SkipOrAgain is that button.
func (m *Model) SkipOrAgain() {
	if m.ShowOver() {
		m.Again()
	} else {
		m.Skip()
	}
}

// Skip goes to the end of what the scene plays of a run, or to where it waits
// for it.
func (m *Model) Skip() {
	if m.staged.on && !m.staged.done {
		m.Host.Scene(say.ToScene{Type: say.Skip}, nil)
	}
	m.tellNow()
}

// Again plays the last run from the beginning.
func (m *Model) Again() {
	if m.staged.task != nil {
		m.Host.Scene(say.ToScene{Type: say.Again}, nil)
	}
}

// Back gives the stage back to the film.
func (m *Model) Back() {
	m.tellNow()
	if m.staged.on {
		m.staged.on = false
		m.Host.Scene(say.ToScene{Type: say.Back}, nil)
	}
}

// onPlay takes what the scene says of a run that it plays.
func (m *Model) onPlay(kind string) (render bool) {
	before := m.staged
	switch kind {
	case say.ShowOn:
		m.staged.on, m.staged.done = true, false
	case say.ShowDone:
		m.staged.done = true
	case say.ShowOff:
		m.staged.on = false
	}
	if kind != say.ShowOn && m.staged.task == m.untold.task {
		m.tellNow()
	}
	return m.staged != before
}

// Legend opens or closes the scene's legend.
func (m *Model) Legend() { m.Host.Scene(say.ToScene{Type: say.Legend}, nil) }

// Forward brings one of Tabs forward, by its number.
func (m *Model) Forward(tab string) {
	if i, err := strconv.Atoi(tab); err == nil {
		m.Host.Scene(say.ToScene{Type: say.Tab, By: i}, nil)
	}
}

// Play, Step, Seek and Tempo drive the scene's clock. The first three are about
// the film, which takes the stage back from a run.
func (m *Model) Play() {
	if m.awaitsScene() {
		return
	}
	m.Back()
	kind := say.Play
	if m.Playing {
		kind = say.Pause
	}
	m.Host.Scene(say.ToScene{Type: kind}, nil)
}

// awaitsScene reports whether the scene is still to come, and says so: what it is
// told before would be lost.
func (m *Model) awaitsScene() bool {
	if m.Alive || m.Broken != "" {
		return false
	}
	m.Confirm(lang.Say("page.stage.loading"))
	return true
}

// Step goes to the next or the previous key frame.
func (m *Model) Step(by int) {
	if m.awaitsScene() {
		return
	}
	m.Back()
	m.Host.Scene(say.ToScene{Type: say.Step, By: by}, nil)
}

// Seek goes to a time.
func (m *Model) Seek(at string) {
	if v, err := strconv.ParseFloat(at, 64); err == nil {
		m.Back()
		m.Host.Scene(say.ToScene{Type: say.Seek, At: v}, nil)
	}
}

// Tempo sets the speed.
func (m *Model) Tempo(value string) {
	if v, err := strconv.ParseFloat(value, 64); err == nil && v > 0 {
		m.Speed = v
		m.Host.Scene(say.ToScene{Type: say.Speed, Value: v}, nil)
	}
}

// Themes is the order of the theme switch.
var Themes = [...]string{"", "light", "dark", "projector"}

// SetTheme takes the visitor's choice.
func (m *Model) SetTheme(choice string) {
	m.Theme = choice
	m.ThemeShown = m.Host.Theme(choice)
	m.Host.Scene(say.ToScene{Type: say.Theme, Name: m.sceneTheme()}, nil)
}

// SystemChanged follows the system: its theme where the visitor chose none,
// and its wish for less motion.
func (m *Model) SystemChanged(reduced bool) {
	if m.quiet = reduced; reduced {
		m.tellNow()
	}
	m.Host.Scene(say.ToScene{Type: say.Motion, Reduced: reduced}, nil)
	m.SetTheme(m.Theme)
}

// sceneTheme is the theme that the scene wears: in a frame on the ground and with
// the accent that the link asks for.
func (m *Model) sceneTheme() string {
	look, err := url.ParseQuery(m.Frame.Look)
	if !m.Frame.Embed || err != nil {
		return m.ThemeShown
	}
	return string(palette.Theme(m.ThemeShown).Dressed(look.Get("bg"), look.Get("accent")))
}

// Present shows the stage, one slider and the verdict, for a room.
func (m *Model) Present(on bool) {
	if on && m.Page != links.PageLaboratory || on == m.Presenting {
		return
	}
	m.Presenting = on
	m.scale = m.Host.Present(on)
	m.Host.Scene(say.ToScene{Type: say.Scale, Value: m.scale}, nil)
}
