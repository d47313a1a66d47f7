package state

import (
	"strings"

	"indistinct/core/lang"
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
	case say.ShowOn, say.ShowDone, say.ShowOff:
		m.endFilmAfterShow(s.Type)
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
