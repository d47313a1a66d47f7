package panel

import (
	"testing"

	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestRunOnTheStage: what a run shows reaches the scene as one play; its end
// comes with the verdict; a change of settings gives the stage back.
func TestRunOnTheStage(t *testing.T) {
	m, s := open(t, "")
	s.looks[0].done(wire.Looked{Film: []byte("film")})
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Test()
	r := s.runs[0]
	sent := func() (n int) {
		for _, x := range s.scene {
			if x.Type == say.Show {
				n++
			}
		}
		return n
	}
	r.progress(wire.Progress{Show: []byte("one")})
	r.progress(wire.Progress{Show: []byte("two")})
	r.progress(wire.Progress{})
	if s.pass(); sent() != 1 || s.last().KeepTime || string(s.films[len(s.films)-1]) != "two" {
		t.Fatalf("%d shows, the last %q, %+v", sent(), s.films[len(s.films)-1], s.last())
	}
	if !m.FromScene(say.FromScene{Type: say.ShowOn}) || !m.OnShow() || m.ShowOver() {
		t.Error("the run is not on the stage")
	}
	if m.SkipOrAgain(); s.last().Type != say.Skip {
		t.Error("it cannot be skipped")
	}
	r.progress(wire.Progress{Show: []byte("three")})
	r.done(report(t, m.Desk.Spec), "")
	if sent() != 2 {
		t.Errorf("what came just before the end was lost: %d shows", sent())
	}
	for _, x := range s.scene {
		if x.Type == say.Back {
			t.Error("the film took the stage by itself")
		}
	}
	if !m.FromScene(say.FromScene{Type: say.ShowDone}) || !m.ShowOver() {
		t.Error("the end was not heard of")
	}
	if m.SkipOrAgain(); s.last().Type != say.Again {
		t.Error("it cannot be played again")
	}
	m.FromScene(say.FromScene{Type: say.ShowOn})
	m.Slide("s", "200")
	if m.OnShow() || s.last().Type != say.Back {
		t.Error("after a change of settings the old run is still on the stage")
	}

	// The next run is another play.
	s.pass()
	m.Test()
	s.runs[len(s.runs)-1].progress(wire.Progress{Show: []byte("four")})
	if s.pass(); s.last().Type != say.Show || s.last().KeepTime {
		t.Errorf("%+v", s.last())
	}
	// A scene that starts again has forgotten it.
	m.FromScene(say.FromScene{Type: say.ShowOn})
	if m.FromScene(say.FromScene{Type: say.Ready}); m.OnShow() {
		t.Error("a scene that starts again shows no run")
	}
	n := len(s.scene)
	if m.Again(); len(s.scene) != n {
		t.Error("it has nothing to play again")
	}
}

func TestViewsOfANarrowScene(t *testing.T) {
	m, s := open(t, "")
	m.FromScene(say.FromScene{Type: say.Ready})
	if !m.FromScene(say.FromScene{Type: say.Tabs, Names: []string{"ring", "published"}}) || len(m.Tabs) != 2 {
		t.Fatal("the views were not heard of")
	}
	if m.Forward("1"); s.last().Type != say.Tab || s.last().By != 1 {
		t.Errorf("%+v", s.last())
	}
	n := len(s.scene)
	if m.Forward("x"); len(s.scene) != n {
		t.Error("nonsense was passed on")
	}
	if m.Legend(); s.last().Type != say.Legend {
		t.Errorf("%+v", s.last())
	}
}
