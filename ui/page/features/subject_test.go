package features_test

import (
	"testing"

	"indistinct/ui/page/features/files"
	"indistinct/ui/page/features/game"
	"indistinct/ui/page/features/lessons"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// stage is a scene: it takes the messages that the page has sent, and says what it draws.
type stage struct {
	m          *state.Model
	s          *test.Browser
	heard      int
	film, show string // of what
}

// draw takes what was sent and draws it.
func (g *stage) draw() {
	for ; g.heard < len(g.s.Messages); g.heard++ {
		switch x := g.s.Messages[g.heard]; x.Type {
		case say.Film:
			if g.film = x.Of; g.show != "" && g.show != x.Of {
				g.show = ""
				g.m.Scene.Hear(say.FromScene{Type: say.ShowOff, Of: g.film})
			}
		case say.Show:
			g.show = x.Of
			g.m.Scene.Hear(say.FromScene{Type: say.ShowOn, Of: x.Of})
		case say.Back:
			g.show = ""
			g.m.Scene.Hear(say.FromScene{Type: say.ShowOff, Of: g.film})
		}
	}
	of := g.show
	if of == "" {
		of = g.film
	}
	g.m.Scene.Hear(say.FromScene{Type: say.Shown, Of: of})
}

// TestOneSubject: whatever brings other settings to the front, a run that was on the stage is
// left at once, and what the scene shows and says counts for nothing before it is of them;
// a look that was asked for before, and comes after, changes nothing. A hand on a setting
// leaves the picture.
func TestOneSubject(t *testing.T) {
	for name, c := range map[string]struct {
		step  func(m *state.Model)
		stays bool
	}{
		"a laboratory":             {step: func(m *state.Model) { m.Go("other", "") }},
		"a link":                   {step: func(m *state.Model) { m.Open("#lab=other&s=1.2") }},
		"a link to other settings": {step: func(m *state.Model) { m.Open("#lab=toy&s=1.2") }},
		"back":                     {step: func(m *state.Model) { m.Open("#lab=toy&s=0.1") }},
		"a preset":                 {step: func(m *state.Model) { m.Preset("0") }},
		"the defaults":             {step: func(m *state.Model) { m.Reset() }},
		"other software":           {step: func(m *state.Model) { m.Show(m.Laboratory("other").Spec, true) }},
		"a lesson": {step: func(m *state.Model) {
			opened.Feature[*lessons.Feature](m).Learn("toys:1")
		}},
		"a lesson's step by a link": {step: func(m *state.Model) { m.Open("#lesson=toys:2") }},
		"a saved run": {step: func(m *state.Model) {
			s, _ := m.Front.Spec.With(m.Front.Table, "s", "1.75")
			opened.Feature[*files.Feature](m).Load("run.json", test.Report(t, s))
		}},
		"a slider":          {step: func(m *state.Model) { m.Slide("s", "200") }, stays: true},
		"a drag":            {step: func(m *state.Model) { m.Edit("star", 1.1, 0) }, stays: true},
		"another page":      {step: func(m *state.Model) { m.Go("", "learn") }, stays: true},
		"the same settings": {step: func(m *state.Model) { m.Open(m.Link(state.Address, false, false)) }, stays: true},
		"a game":            {step: func(m *state.Model) { opened.Feature[*game.Feature](m).Play() }, stays: true},
	} {
		m, s := open(t, "#lab=toy&s=0.3")
		g := &stage{m: m, s: s}
		m.Scene.Hear(say.FromScene{Type: say.Ready})
		s.Looks[0].Done(wire.Looked{Film: []byte("film")})
		if m.Scene.State() == state.Shown {
			t.Fatalf("%s: a film that was not drawn is shown", name)
		}
		if g.draw(); m.Scene.State() != state.Shown {
			t.Fatalf("%s: the film that was drawn is %q", name, m.Scene.State())
		}
		m.Scene.Hear(say.FromScene{Type: say.Time, Names: []string{"one", "two"}})
		m.Slide("s", "160") // of which the look is still to come
		s.Pass()
		m.Test()
		run, old := s.Runs[len(s.Runs)-1], s.Looks[len(s.Looks)-1]
		run.Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		g.draw()
		if m.Scene.State() != state.Shown || !m.Scene.OnShow() {
			t.Fatalf("%s: the run is not on the stage", name)
		}
		front, films := m.Front.Subject(), len(s.Films)
		c.step(m)
		if m.Scene.State() == state.Shown != c.stays {
			t.Errorf("%s: at once the stage is %q", name, m.Scene.State())
		}
		if c.stays {
			continue
		}
		if m.Scene.OnShow() || m.Scene.Withheld() || len(s.Films) != films {
			t.Errorf("%s: the run is on the stage: %v, withheld: %v; %d films were sent", name, m.Scene.OnShow(),
				m.Scene.Withheld(), len(s.Films)-films)
		}
		// What the scene had still to say, and what had still to come of before.
		for _, x := range []say.FromScene{{Type: say.ShowOn}, {Type: say.Shown},
			{Type: say.Time, Names: []string{"one", "two"}},
			{Type: say.Drag, Handle: "star", X: 1.3}, {Type: say.Pick, Handle: "pick:3"}, {Type: say.Time, Steps: 77}} {
			x.Of = front
			before := m.Front.Spec
			if m.Scene.Hear(x); m.Scene.OnShow() || m.Scene.State() == state.Shown || m.Scene.Steps == 77 ||
				!m.Front.Spec.Equal(before) || m.Front.About.Name != "toy" && len(m.Scene.Tabs) > 0 {
				t.Errorf("%s: %s of before is taken", name, x.Type)
			}
		}
		old.Done(wire.Looked{Film: []byte("late")})
		run.Progress(wire.Progress{Show: []byte("more")})
		s.Pass()
		if g.draw(); m.Scene.State() == state.Shown || m.Scene.OnShow() {
			t.Errorf("%s: what comes late of before is shown", name)
		}
		s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("its own")})
		if g.draw(); m.Scene.State() != state.Shown || string(s.Films[len(s.Films)-1]) != "its own" {
			t.Errorf("%s: with its own film the stage is %q", name, m.Scene.State())
		}
	}
}

// TestBackToALaboratory: who comes back finds its film at once, and a run whose first show was
// sent, and not yet on the stage, does not come after.
func TestBackToALaboratory(t *testing.T) {
	m, s := open(t, "#lab=toy")
	g := &stage{m: m, s: s}
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	g.draw()
	m.Test()
	s.Runs[0].Progress(wire.Progress{Show: []byte("show")})
	s.Pass() // and the scene has not heard of it
	m.Go("other", "")
	if g.draw(); m.Scene.OnShow() || m.Scene.State() == state.Shown {
		t.Errorf("the run is on another laboratory's stage: %v, %q", m.Scene.OnShow(), m.Scene.State())
	}
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("other")})
	if g.draw(); m.Scene.State() != state.Shown {
		t.Errorf("the other laboratory's film is %q", m.Scene.State())
	}
	m.Go("toy", "")
	if m.Scene.State() == state.Shown || string(s.Films[len(s.Films)-1]) != "film" {
		t.Errorf("back, the stage is %q before its film is drawn", m.Scene.State())
	}
	if g.draw(); m.Scene.State() != state.Shown {
		t.Errorf("back, the stage is %q", m.Scene.State())
	}
	// There and back before the scene has spoken: it may draw the other film yet.
	m.Go("other", "")
	if m.Go("toy", ""); m.Scene.State() == state.Shown {
		t.Error("there and back, the stage is shown before the scene has drawn the last film that was sent")
	}
	if g.draw(); m.Scene.State() != state.Shown {
		t.Errorf("there and back, the stage is %q", m.Scene.State())
	}
}

// TestTwoRuns: the verdict of a run that goes on behind another laboratory does not end the
// play of that one's, and neither takes the other's.
func TestTwoRuns(t *testing.T) {
	m, s := open(t, "#lab=toy")
	g := &stage{m: m, s: s}
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.Test()
	m.Go("other", "")
	m.Test()
	s.Runs[1].Progress(wire.Progress{Show: []byte("show")})
	s.Pass()
	g.draw()
	s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
	if m.Laboratory("toy").Report == nil || !m.Scene.Withheld() {
		t.Errorf("the first run's report is %v, the second's is withheld: %v", m.Laboratory("toy").Report,
			m.Scene.Withheld())
	}
	s.Runs[1].Done(test.Report(t, s.Runs[1].Spec), "")
	if m.Front.Report != nil || !m.Scene.Withheld() {
		t.Error("the second run's verdict is told before it has been played")
	}
	if m.Scene.Hear(say.FromScene{Type: say.ShowDone, Of: m.Front.Subject()}); m.Front.Report == nil {
		t.Error("the second run's verdict is lost")
	}
}

// TestEvidenceOnTheStage: what a verdict rests on is on the stage while it is open beside it.
func TestEvidenceOnTheStage(t *testing.T) {
	m, s := open(t, "#lab=toy")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	opened.Run(t, m, s)
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("film")})
	if s.Last().Type != say.Film || s.Last().Weigh {
		t.Errorf("after a run the scene is told %+v", s.Last())
	}
	for _, open := range []bool{true, false} {
		m.Front.Fold("evidence")
		m.Scene.Film()
		if x := s.Last(); x.Type != say.Film || x.Weigh != open || !x.KeepTime || m.Front.Open["evidence"] != open {
			t.Errorf("with the evidence open: %v the scene is told %+v", open, s.Last())
		}
	}
}

// TestLateScene: a scene that has not come is let in where it comes after all, as is one that
// was said to have failed.
func TestLateScene(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte("film")})
	m.Scene.Hear(say.FromScene{Type: say.Error, Text: "It has not come."})
	if m.Scene.State() != "error" || m.Scene.Broken == "" {
		t.Errorf("the stage is %q, the note %q", m.Scene.State(), m.Scene.Broken)
	}
	g := &stage{m: m, s: s}
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	if g.draw(); m.Scene.State() != state.Shown || m.Scene.Broken != "" {
		t.Errorf("then it comes, and the stage is %q, the note %q", m.Scene.State(), m.Scene.Broken)
	}
	// It ends: no film makes the note go, or has the old picture count.
	m.Scene.Hear(say.FromScene{Type: say.Error, Text: "It has stopped."})
	m.Slide("s", "200")
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte("another")})
	if g.draw(); m.Scene.Broken == "" || string(s.Films[len(s.Films)-1]) == "another" {
		t.Errorf("a scene that has ended gets %q, the note is %q", s.Films[len(s.Films)-1], m.Scene.Broken)
	}
}
