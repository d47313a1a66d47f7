package state

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/ui/page/guess"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestGameStops: stopping, failing and leaving lose nothing, and answers that
// come too late are ignored.
func TestGameStops(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte(`{"own":1}`)})
	m.FromScene(say.FromScene{Type: say.Ready})
	last := func() string { return test.OnStage(t, s.Films[len(s.Films)-1]) }
	g := m.Front.Game
	m.StopGame()
	m.GameNext()
	m.StopGame()
	if !s.Runs[0].Cancelled || g.Plays() {
		t.Error("stopping does not cancel")
	}
	s.Runs[0].Done(nil, wire.Cancelled)
	if g.Fail != "" || g.Say() != "" {
		t.Errorf("after stopping: %q", g.Say())
	}
	m.GameNext()
	failed := lang.Verbatim("It failed.")
	s.Runs[1].Done(nil, failed)
	if g.Plays() || g.Say() != failed || g.Verb().ID() != "guess.verb.play" {
		t.Errorf("after a failure: %q, %q", g.Say(), g.Verb())
	}
	m.GameNext()
	if g.Say() == failed {
		t.Error("the failure stays")
	}
	s.Runs[2].Done([]byte("{"), "")
	if g.Plays() || g.Fail.ID() != "guess.unread" {
		t.Error("a round that is not JSON")
	}
	m.GameNext()
	test.Round(t, s.Runs[3])
	s.Runs[4].Done(nil, failed) // drawn ahead
	if g.Stage != guess.Open || g.Fail != "" {
		t.Error("the failure of a round ahead of its turn ends the game")
	}
	// A hint costs half of the points, once, and holds for this round.
	if m.GameHint(); !g.Hinted || g.Worth(1, g.Hinted) != 50 ||
		!strings.Contains(m.Say(g.Say()), "The machine guesses 200°") {
		t.Errorf("after the hint a guess earns %d points, and the page says %q", g.Worth(1, g.Hinted), m.Say(g.Say()))
	}
	if g.Hint() {
		t.Error("a hint is given twice")
	}
	m.TypeGuess("90")
	m.GameNext()
	m.GameNext()
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
	if taken, _ := m.point(say.FromScene{Type: say.Pick, Handle: "guess:10"}); taken {
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
	m.FromScene(say.FromScene{Type: say.Ready}) // the scene lost its context
	if last() != "film 2, releases [1 1]" {
		t.Errorf("a new scene shows %s", last())
	}
	m.StopGame()
	if last() != `{"own":1}` {
		t.Errorf("after stopping the scene shows %s", last())
	}
	// A click is the laboratory's again.
	if m.FromScene(say.FromScene{Type: say.Pick, Handle: "sensor:3"}); m.Front.Spec.Int("n") != 3 {
		t.Error("the click did not reach the laboratory")
	}
	// With settings that do not go together there is no game.
	n := len(s.Runs)
	m.Choose("mode", "b")
	m.Type("most", "1")
	if m.GameNext(); len(s.Runs) != n {
		t.Error("a game of settings that do not go together")
	}
}
