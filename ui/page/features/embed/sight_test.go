package embed

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// noted reports whether the page shows one note, the text with that id, and whether that
// holds these words.
func noted(m *state.Model, id, words string) bool {
	return len(m.Notes) == 1 && m.Notes[0].ID() == id && strings.Contains(m.Say(m.Notes[0]), words)
}

// resting is a pool that counts how often its workers were given back.
type resting struct {
	*test.Browser
	rests int
}

func (r *resting) Rest() { r.rests++ }

// TestFrameOutOfSight: it gives its workers back, once no look is under way.
func TestFrameOutOfSight(t *testing.T) {
	s := &test.Browser{}
	r := &resting{Browser: s}
	m := state.New(s, r, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("", false, "#embed=1")
	m.SetHidden(true, false)
	if len(s.Looks) != 1 || r.rests != 0 {
		t.Fatalf("%d looks, %d rests during the first", len(s.Looks), r.rests)
	}
	if s.Looks[0].Done(wire.Looked{}); r.rests != 1 {
		t.Errorf("%d rests after the look", r.rests)
	}
	m.SetHidden(false, false)
	m.Reset()
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{})
	if r.rests != 1 {
		t.Error("a frame in sight gave its workers back")
	}
	if m.SetHidden(true, false); r.rests != 2 {
		t.Error("a frame that nothing is asked of kept its workers")
	}
}
