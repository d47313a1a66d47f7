package state

import (
	"strings"
	"time"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/sound"
	"indistinct/ui/stage/say"
)

// FromScene takes a message of the scene. The clock of say.Time goes to the
// document directly; render says whether anything else changed.
func (m *Model) FromScene(s say.FromScene) (render bool) {
	switch s.Type {
	case say.Ready:
		m.tellNow()
		m.Alive, m.Broken = true, ""
		m.Host.Scene(say.ToScene{Type: say.Language, Name: m.L.Tag}, nil)
		m.Host.Scene(say.ToScene{Type: say.Theme, Name: m.sceneTheme()}, nil)
		m.Host.Scene(say.ToScene{Type: say.Motion, Reduced: m.quiet}, nil)
		m.Host.Scene(say.ToScene{Type: say.Speed, Value: m.Speed}, nil)
		if m.Presenting {
			m.Host.Scene(say.ToScene{Type: say.Scale, Value: m.scale}, nil)
		}
		m.onStage, m.staged, m.Tabs = nil, staged{}, nil
		m.film()
		return true
	case say.Tabs:
		if m.Tabs, m.Tab = s.Names, s.Tab; m.tabDue {
			m.forward()
		}
		return true
	case say.ShowCounts, say.ShowClaim:
		m.hear(s)
		return false
	case say.ShowOn, say.ShowDone, say.ShowOff:
		return m.onPlay(s.Type)
	case say.Time:
		if s.Playing == m.Playing && s.Steps == m.Steps {
			return false
		}
		m.Playing, m.Steps = s.Playing, s.Steps
		return true
	case say.Drag:
		if taken, render := m.point(s); taken {
			return render
		}
		return m.Edit(s.Handle, s.X, s.Y)
	case say.Pick:
		if taken, render := m.point(s); taken {
			return render
		}
		// A click on an item means: this one.
		_, item, ok := strings.Cut(s.Handle, ":")
		return ok && m.Edit("pick:"+item, s.X, s.Y)
	case say.Error:
		m.Broken = lang.Verbatim(s.Text)
		m.tellNow()
		return true
	}
	return false
}

// counting is how long the counters of a run fill on the stage.
const counting = 0.9

// hear plays what the scene shows of a run: two tones at the pace of its counters, and a
// chord that holds or breaks with the claim's bracket, never before the tones are over.
func (m *Model) hear(s say.FromScene) {
	if !m.Sound {
		return
	}
	now := time.Now()
	if s.Type == say.ShowCounts {
		m.chordDue = now.Add(time.Duration(counting * float64(time.Second)))
		m.Host.Sound(sound.Counting([2]float64{s.X, s.Y}, counting))
		return
	}
	verdict := film.Verdict(s.Phase)
	chord := sound.Chord(verdict == film.NoViolation, verdict == film.Violation, m.quiet)
	m.Host.Sound(sound.Later(chord, max(m.chordDue.Sub(now).Seconds(), 0)))
}

// SetSound has runs be heard, or not; it begins with a chord, as a proof that it is on.
func (m *Model) SetSound(on bool) {
	m.Sound = on
	m.Host.Sound(nil)
	if on {
		m.Host.Sound(sound.Chord(true, false, m.quiet))
	}
}

// point takes a click in the scene, or the end of a drag of a place, while a
// game has it; the message is then not the laboratory's.
func (m *Model) point(s say.FromScene) (taken, render bool) {
	g := m.Front.Game
	if g.OnStage() == nil {
		return false, false
	}
	if !g.Point(s) {
		return true, false
	}
	m.film()
	return true, true
}
