package state

import (
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestRunOnTheStage: what a run shows reaches the scene as one play; its end
// comes with the verdict; a change of settings gives the stage back.
func TestRunOnTheStage(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.Test()
	r := s.Runs[0]
	sent := func() (n int) {
		for _, x := range s.Messages {
			if x.Type == say.Show {
				n++
			}
		}
		return n
	}
	r.Progress(wire.Progress{Show: []byte("one")})
	r.Progress(wire.Progress{Show: []byte("two")})
	r.Progress(wire.Progress{})
	if s.Pass(); sent() != 1 || s.Last().KeepTime || string(s.Films[len(s.Films)-1]) != "two" {
		t.Fatalf("%d shows, the last %q, %+v", sent(), s.Films[len(s.Films)-1], s.Last())
	}
	if !m.Scene.Hear(say.FromScene{Type: say.ShowOn}) || !m.Scene.OnShow() || m.Scene.Over() {
		t.Error("the run is not on the stage")
	}
	if m.Scene.SkipOrAgain(); s.Last().Type != say.Skip {
		t.Error("it cannot be skipped")
	}
	r.Progress(wire.Progress{Show: []byte("three")})
	r.Done(test.Report(t, m.Front.Spec), "")
	if sent() != 2 {
		t.Errorf("what came just before the end was lost: %d shows", sent())
	}
	for _, x := range s.Messages {
		if x.Type == say.Back {
			t.Error("the film took the stage by itself")
		}
	}
	if !m.Scene.Hear(say.FromScene{Type: say.ShowDone}) || !m.Scene.Over() {
		t.Error("the end was not heard of")
	}
	if m.Scene.SkipOrAgain(); s.Last().Type != say.Again {
		t.Error("it cannot be played again")
	}
	m.Scene.Hear(say.FromScene{Type: say.ShowOn})
	m.Slide("s", "200")
	if m.Scene.OnShow() || s.Last().Type != say.Back {
		t.Error("after a change of settings the old run is still on the stage")
	}

	// The next run is another play.
	s.Pass()
	m.Test()
	s.Runs[len(s.Runs)-1].Progress(wire.Progress{Show: []byte("four")})
	if s.Pass(); s.Last().Type != say.Show || s.Last().KeepTime {
		t.Errorf("%+v", s.Last())
	}
	// A scene that starts again has forgotten it.
	m.Scene.Hear(say.FromScene{Type: say.ShowOn})
	if m.Scene.Hear(say.FromScene{Type: say.Ready}); m.Scene.OnShow() {
		t.Error("a scene that starts again shows no run")
	}
	n := len(s.Messages)
	if m.Scene.SkipOrAgain(); len(s.Messages) != n {
		t.Error("it has nothing to play again")
	}
}

// TestVerdictWaitsForTheScene: what a run has found is said when the scene has played it,
// or is not going to.
func TestVerdictWaitsForTheScene(t *testing.T) {
	for name, c := range map[string]struct {
		before func(m *Model)
		then   func(m *Model, s *test.Browser)
		fails  bool
		waits  bool
	}{
		"played to its end": {then: func(m *Model, _ *test.Browser) {
			m.Scene.Hear(say.FromScene{Type: say.ShowDone})
		}, waits: true},
		"skipped":      {then: func(m *Model, _ *test.Browser) { m.Scene.Skip() }, waits: true},
		"left":         {then: func(m *Model, _ *test.Browser) { m.Scene.Back() }, waits: true},
		"another page": {then: func(m *Model, _ *test.Browser) { m.Go("", "learn") }, waits: true},
		"less motion":  {then: func(m *Model, _ *test.Browser) { m.SystemChanged(true) }, waits: true},
		"the scene fails": {then: func(m *Model, _ *test.Browser) {
			m.Scene.Hear(say.FromScene{Type: say.Error})
		}, waits: true},
		"the scene hangs":   {then: func(_ *Model, s *test.Browser) { s.Pass() }, waits: true},
		"the tab is hidden": {then: func(m *Model, _ *test.Browser) { m.SetHidden(false, true) }, waits: true},
		"out of sight":      {before: func(m *Model) { m.SetHidden(true, false) }},
		"a hidden tab":      {before: func(m *Model) { m.SetHidden(false, true) }},
		"no motion":         {before: func(m *Model) { m.SystemChanged(true) }},
		"the run fails":     {fails: true},
		"nothing is played": {before: func(m *Model) { m.Scene.Alive = false }},
	} {
		m, s := open(t, "")
		s.Looks[0].Done(wire.Looked{Film: []byte("film")})
		m.Scene.Hear(say.FromScene{Type: say.Ready})
		if c.before != nil {
			c.before(m)
		}
		m.Test()
		r := s.Runs[0]
		r.Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		m.Scene.Hear(say.FromScene{Type: say.ShowOn})
		if c.fails {
			r.Done(nil, lang.Verbatim("no"))
		} else {
			r.Done(test.Report(t, m.Front.Spec), "")
		}
		if known := m.Front.Report != nil || m.Front.Failed != ""; known == c.waits || m.Scene.Withheld() != c.waits ||
			m.Front.Run != nil {
			t.Errorf("%s: at the run's end its verdict is known: %v, withheld: %v", name, known, m.Scene.Withheld())
		}
		if c.then != nil {
			c.then(m, s)
			if m.Front.Report == nil || m.Scene.Withheld() {
				t.Errorf("%s: then the verdict is not said", name)
			}
		}
	}
}

// TestRunBeforeTheFilm: a film that comes while its laboratory's first run is on the stage
// neither ends the play nor tells its end.
func TestRunBeforeTheFilm(t *testing.T) {
	m, s := open(t, "")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.Test()
	s.Runs[0].Progress(wire.Progress{Show: []byte("show")})
	s.Runs[0].Done(test.Report(t, m.Front.Spec), "")
	m.Scene.Hear(say.FromScene{Type: say.ShowOn})
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	if !m.Scene.OnShow() || !m.Scene.Withheld() || m.Front.Report != nil {
		t.Errorf("the play is on: %v, the verdict withheld: %v", m.Scene.OnShow(), m.Scene.Withheld())
	}
	m.Go("other", "")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("other")})
	if m.Scene.OnShow() {
		t.Error("the run is still on another laboratory's stage")
	}
}

func TestViewsOfANarrowScene(t *testing.T) {
	m, s := open(t, "")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	if !m.Scene.Hear(say.FromScene{Type: say.Time, Names: []string{"ring", "published"}}) || len(m.Scene.Tabs) != 2 {
		t.Fatal("the views were not heard of")
	}
	if m.Scene.Forward("1"); s.Last().Type != say.Tab || s.Last().By != 1 {
		t.Errorf("%+v", s.Last())
	}
	n := len(s.Messages)
	if m.Scene.Forward("x"); len(s.Messages) != n {
		t.Error("nonsense was passed on")
	}
}

// TestShownByAHand: when the film has come round for the first time the scene is asked to show what can be dragged, while
// the visitor has changed nothing; what it shows is looked at and changes no setting.
func TestShownByAHand(t *testing.T) {
	pulls := func(s *test.Browser) (n int) {
		for _, m := range s.Messages {
			if m.Type == say.Pull {
				n++
			}
		}
		return n
	}
	for link, want := range map[string]int{"": 1, "#lab=toy&s=0.4": 0} {
		m, s := open(t, link)
		s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("a film")})
		m.Scene.Hear(say.FromScene{Type: say.Ready})
		if m.Scene.Hear(say.FromScene{Type: say.Round}); pulls(s) != want {
			t.Errorf("%q: asked %d times", link, pulls(s))
		}
	}
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte("a film")})
	before, at := m.Front.Spec, len(s.Looks)
	hand := func(ended bool) {
		m.Scene.Hear(say.FromScene{Type: say.Drag, Handle: "star", X: 0.3, Pulled: true, Ended: ended})
	}
	hand(false)
	hand(false) // while the look is under way
	if len(s.Looks) != at+1 || s.Looks[at].Spec.Equal(before) || !m.Front.Spec.Equal(before) {
		t.Fatalf("a hand asks for %d looks, the settings are %v", len(s.Looks)-at, m.Front.Spec)
	}
	hand(true)
	s.Looks[at].Done(wire.Looked{Film: []byte("another film")})
	if len(s.Looks) != at+2 || !s.Looks[at+1].Spec.Equal(before) || s.LastHash != "" && s.Pushed > 0 {
		t.Errorf("after it %d looks were asked for; the address is %q", len(s.Looks)-at, s.LastHash)
	}
}
