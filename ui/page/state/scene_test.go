package state

import (
	"testing"

	"indistinct/core/film"
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
	m.FromScene(say.FromScene{Type: say.Ready})
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
	if !m.FromScene(say.FromScene{Type: say.ShowOn}) || !m.OnShow() || m.ShowOver() {
		t.Error("the run is not on the stage")
	}
	if m.SkipOrAgain(); s.Last().Type != say.Skip {
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
	if !m.FromScene(say.FromScene{Type: say.ShowDone}) || !m.ShowOver() {
		t.Error("the end was not heard of")
	}
	if m.SkipOrAgain(); s.Last().Type != say.Again {
		t.Error("it cannot be played again")
	}
	m.FromScene(say.FromScene{Type: say.ShowOn})
	m.Slide("s", "200")
	if m.OnShow() || s.Last().Type != say.Back {
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
	m.FromScene(say.FromScene{Type: say.ShowOn})
	if m.FromScene(say.FromScene{Type: say.Ready}); m.OnShow() {
		t.Error("a scene that starts again shows no run")
	}
	n := len(s.Messages)
	if m.Again(); len(s.Messages) != n {
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
			m.FromScene(say.FromScene{Type: say.ShowDone})
		}, waits: true},
		"skipped":      {then: func(m *Model, _ *test.Browser) { m.Skip() }, waits: true},
		"left":         {then: func(m *Model, _ *test.Browser) { m.Back() }, waits: true},
		"another page": {then: func(m *Model, _ *test.Browser) { m.Go("", "learn") }, waits: true},
		"less motion":  {then: func(m *Model, _ *test.Browser) { m.SystemChanged(true) }, waits: true},
		"the scene fails": {then: func(m *Model, _ *test.Browser) {
			m.FromScene(say.FromScene{Type: say.Error})
		}, waits: true},
		"the scene hangs":   {then: func(_ *Model, s *test.Browser) { s.Pass() }, waits: true},
		"the tab is hidden": {then: func(m *Model, _ *test.Browser) { m.Away(false, true) }, waits: true},
		"out of sight":      {before: func(m *Model) { m.Away(true, false) }},
		"a hidden tab":      {before: func(m *Model) { m.Away(false, true) }},
		"no motion":         {before: func(m *Model) { m.SystemChanged(true) }},
		"the run fails":     {fails: true},
		"nothing is played": {before: func(m *Model) { m.Alive = false }},
	} {
		m, s := open(t, "")
		s.Looks[0].Done(wire.Looked{Film: []byte("film")})
		m.FromScene(say.FromScene{Type: say.Ready})
		if c.before != nil {
			c.before(m)
		}
		m.Test()
		r := s.Runs[0]
		r.Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		m.FromScene(say.FromScene{Type: say.ShowOn})
		if c.fails {
			r.Done(nil, lang.Verbatim("no"))
		} else {
			r.Done(test.Report(t, m.Front.Spec), "")
		}
		if known := m.Front.Report != nil || m.Front.Failed != ""; known == c.waits || m.Withheld() != c.waits ||
			m.Front.Run != nil {
			t.Errorf("%s: at the run's end its verdict is known: %v, withheld: %v", name, known, m.Withheld())
		}
		if c.then != nil {
			c.then(m, s)
			if m.Front.Report == nil || m.Withheld() {
				t.Errorf("%s: then the verdict is not said", name)
			}
		}
	}
}

// TestRunBeforeTheFilm: a film that comes while its laboratory's first run is on the stage
// neither ends the play nor tells its end.
func TestRunBeforeTheFilm(t *testing.T) {
	m, s := open(t, "")
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Test()
	s.Runs[0].Progress(wire.Progress{Show: []byte("show")})
	s.Runs[0].Done(test.Report(t, m.Front.Spec), "")
	m.FromScene(say.FromScene{Type: say.ShowOn})
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	if !m.OnShow() || !m.Withheld() || m.Front.Report != nil {
		t.Errorf("the play is on: %v, the verdict withheld: %v", m.OnShow(), m.Withheld())
	}
	m.Go("other", "")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("other")})
	if m.OnShow() {
		t.Error("the run is still on another laboratory's stage")
	}
}

func TestViewsOfANarrowScene(t *testing.T) {
	m, s := open(t, "")
	m.FromScene(say.FromScene{Type: say.Ready})
	if !m.FromScene(say.FromScene{Type: say.Tabs, Names: []string{"ring", "published"}}) || len(m.Tabs) != 2 {
		t.Fatal("the views were not heard of")
	}
	if m.Forward("1"); s.Last().Type != say.Tab || s.Last().By != 1 {
		t.Errorf("%+v", s.Last())
	}
	n := len(s.Messages)
	if m.Forward("x"); len(s.Messages) != n {
		t.Error("nonsense was passed on")
	}
	if m.Legend(); s.Last().Type != say.Legend {
		t.Errorf("%+v", s.Last())
	}
}

// A run is heard once that is wished: its counters when they fill, its chord after them,
// which breaks with the claim; without it, and after it, nothing is.
func TestARunIsHeard(t *testing.T) {
	m, s := open(t, "")
	counts := say.FromScene{Type: say.ShowCounts, X: 0.4, Y: 0.1}
	claim := say.FromScene{Type: say.ShowClaim, Phase: string(film.Violation)}
	if m.FromScene(counts); len(s.Heard) != 0 {
		t.Error("a run is heard that nobody wished to hear")
	}
	m.SetSound(true)
	s.Heard = nil
	m.FromScene(counts)
	m.FromScene(claim)
	if len(s.Heard) != 2 || len(s.Heard[0]) != 20 {
		t.Fatalf("heard: %+v", s.Heard)
	}
	last := s.Heard[0][len(s.Heard[0])-1]
	breaks := false
	for _, tone := range s.Heard[1] {
		breaks = breaks || tone.To != tone.From
		if tone.At < last.At {
			t.Errorf("the chord begins at %g s, before the counters end", tone.At)
		}
	}
	if !breaks {
		t.Error("the chord holds")
	}
	m.SystemChanged(true)
	m.FromScene(claim)
	for _, tone := range s.Heard[2] {
		if tone.To != tone.From {
			t.Error("a tone glides where less motion is wished")
		}
	}
	if m.SetSound(false); s.Heard[3] != nil {
		t.Error("what is heard does not end")
	}
	n := len(s.Heard)
	if m.FromScene(counts); len(s.Heard) != n {
		t.Error("a run is heard after all")
	}
}
