package panel

import (
	"testing"

	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestGameStops: stopping, failing and leaving lose nothing, and answers that
// come too late are ignored.
func TestGameStops(t *testing.T) {
	m, s := open(t, "")
	s.looks[0].done(wire.Looked{Film: []byte(`{"own":1}`)})
	m.FromScene(say.FromScene{Type: say.Ready})
	last := func() string { return onStage(t, s.films[len(s.films)-1]) }
	g := m.Desk.Game
	m.StopGame()
	m.GameNext()
	m.StopGame()
	if !s.runs[0].cancelled || g.plays() {
		t.Error("stopping does not cancel")
	}
	s.runs[0].done(nil, wire.Cancelled)
	if g.Fail != "" || g.say() != "" {
		t.Errorf("after stopping: %q", g.say())
	}
	m.GameNext()
	s.runs[1].done(nil, "It failed.")
	if g.plays() || g.say() != "It failed." || g.verb() != "Play" {
		t.Errorf("after a failure: %q, %q", g.say(), g.verb())
	}
	m.GameNext()
	if g.say() == "It failed." {
		t.Error("the failure stays")
	}
	s.runs[2].done([]byte("{"), "")
	if g.plays() || g.Fail == "" {
		t.Error("a round that is not JSON")
	}
	m.GameNext()
	round(t, s.runs[3])
	s.runs[4].done(nil, "It failed.") // drawn ahead
	if g.Stage != gameOpen || g.Fail != "" {
		t.Error("the failure of a round ahead of its turn ends the game")
	}
	m.TypeGuess("90")
	m.GameNext()
	m.GameNext()
	if len(s.runs) != 6 || s.runs[5].task != s.runs[4].task {
		t.Error("the round that failed is not drawn again")
	}
	round(t, s.runs[5])
	// Another laboratory takes the scene and gives it back.
	m.Go("other", "")
	s.looks[len(s.looks)-1].done(wire.Looked{Film: []byte(`{"other":1}`)})
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
	s.looks[len(s.looks)-1].done(wire.Looked{Film: []byte(`{"other":1}`)})
	m.Open("#lab=toy")
	s.looks[len(s.looks)-1].done(wire.Looked{Film: []byte(`{"own":1}`)})
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
	if m.FromScene(say.FromScene{Type: say.Pick, Handle: "sensor:3"}); m.Desk.Spec.Int("n") != 3 {
		t.Error("the click did not reach the laboratory")
	}
	// With settings that do not go together there is no game.
	n := len(s.runs)
	m.Choose("mode", "b")
	m.Type("most", "1")
	if m.GameNext(); len(s.runs) != n {
		t.Error("a game of settings that do not go together")
	}
}
