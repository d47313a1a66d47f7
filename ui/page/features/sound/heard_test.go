package sound

import (
	"testing"

	"indistinct/core/film"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
)

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Sound, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, func(m *state.Model) { m.Use(New(m)) })
	return m, opened.Feature[*Sound](m), s
}

// A run is heard once that is wished: its counters when they fill, its chord after them,
// which breaks with the claim; without it, and after it, nothing is.
func TestARunIsHeard(t *testing.T) {
	m, f, s := alone(t, "")
	counts := say.FromScene{Type: say.ShowCounts, X: 0.4, Y: 0.1}
	claim := say.FromScene{Type: say.ShowClaim, Phase: string(film.Violation)}
	if m.Scene.Hear(counts); len(s.Heard) != 0 {
		t.Error("a run is heard that nobody wished to hear")
	}
	f.Set(true)
	s.Heard = nil
	m.Scene.Hear(counts)
	m.Scene.Hear(claim)
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
	m.Scene.Hear(claim)
	for _, tone := range s.Heard[2] {
		if tone.To != tone.From {
			t.Error("a tone glides where less motion is wished")
		}
	}
	if f.Set(false); s.Heard[3] != nil {
		t.Error("what is heard does not end")
	}
	n := len(s.Heard)
	if m.Scene.Hear(counts); len(s.Heard) != n {
		t.Error("a run is heard after all")
	}
}
