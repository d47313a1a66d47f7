package game

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, func(m *state.Model) { m.Use(New(m)) })
	return m, opened.Feature[*Feature](m), s
}

// TestGameStops: stopping, failing and leaving lose nothing, and answers that
// come too late are ignored.
func TestGameStops(t *testing.T) {
	m, f, s := alone(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte(`{"own":1}`)})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	last := func() string { return test.OnStage(t, s.Films[len(s.Films)-1]) }
	g := f.Of(m.Front)
	f.Stop()
	f.Next()
	f.Stop()
	if !s.Runs[0].Cancelled || g.Plays() {
		t.Error("stopping does not cancel")
	}
	s.Runs[0].Done(nil, wire.Cancelled)
	if g.Fail != "" || g.Say() != "" {
		t.Errorf("after stopping: %q", g.Say())
	}
	f.Next()
	failed := lang.Verbatim("It failed.")
	s.Runs[1].Done(nil, failed)
	if g.Plays() || g.Say() != failed || g.Verb().ID() != "guess.verb.play" {
		t.Errorf("after a failure: %q, %q", g.Say(), g.Verb())
	}
	f.Next()
	if g.Say() == failed {
		t.Error("the failure stays")
	}
	s.Runs[2].Done([]byte("{"), "")
	if g.Plays() || g.Fail.ID() != "guess.unread" {
		t.Error("a round that is not JSON")
	}
	f.Next()
	test.Round(t, s.Runs[3])
	s.Runs[4].Done(nil, failed) // drawn ahead
	if g.Stage != Open || g.Fail != "" {
		t.Error("the failure of a round ahead of its turn ends the game")
	}
	// A hint costs half of the points, once, and holds for this round.
	if f.show(g.Hint()); !g.Hinted || g.Worth(1, g.Hinted) != 50 ||
		!strings.Contains(m.Say(g.Say()), "The machine guesses 200°") {
		t.Errorf("after the hint a guess earns %d points, and the page says %q", g.Worth(1, g.Hinted), m.Say(g.Say()))
	}
	if g.Hint() {
		t.Error("a hint is given twice")
	}
	f.Type("90")
	f.Next()
	f.Next()
	if len(s.Runs) != 6 || s.Runs[5].Task != s.Runs[4].Task {
		t.Error("the round that failed is not drawn again")
	}
	if test.Round(t, s.Runs[5]); g.Hinted {
		t.Error("the next round begins with a hint")
	}
	// Another laboratory takes the scene and gives it back.
	m.Go("other", "")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte(`{"other":1}`)})
	if last() != `{"other":1}` {
		t.Errorf("the other laboratory shows %s", last())
	}
	if f.Hear(state.Event{Kind: state.Message, D: m.Front, Scene: say.FromScene{Type: say.Pick, Handle: "guess:10"}}) {
		t.Error("the other laboratory took a guess")
	}
	m.Go("toy", "")
	if last() != "film 2, releases [1 1]" {
		t.Errorf("back in the game the scene shows %s", last())
	}
	m.Open("#lab=other")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte(`{"other":1}`)})
	m.Open("#lab=toy")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte(`{"own":1}`)})
	if last() != "film 2, releases [1 1]" {
		t.Errorf("back by a link the scene shows %s", last())
	}
	m.Scene.Hear(say.FromScene{Type: say.Ready}) // the scene lost its context
	if last() != "film 2, releases [1 1]" {
		t.Errorf("a new scene shows %s", last())
	}
	f.Stop()
	if last() != `{"own":1}` {
		t.Errorf("after stopping the scene shows %s", last())
	}
	// A click is the laboratory's again.
	if m.Scene.Hear(say.FromScene{Type: say.Pick, Handle: "sensor:3"}); m.Front.Spec.Int("n") != 3 {
		t.Error("the click did not reach the laboratory")
	}
	// With settings that do not go together there is no game.
	n := len(s.Runs)
	m.Choose("mode", "b")
	m.Type("most", "1")
	if f.Next(); len(s.Runs) != n {
		t.Error("a game of settings that do not go together")
	}
}
