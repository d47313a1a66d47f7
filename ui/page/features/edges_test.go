package features_test

import (
	"strings"
	"testing"

	"indistinct/ui/page/features/game"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// TestThemeOfAFrame: where a link is of a frame and of a presentation, its theme is the
// frame's: it stays in the address, and is no choice of the visitor's.
func TestThemeOfAFrame(t *testing.T) {
	m, s := open(t, "#embed=1&present=1&theme=projector")
	if m.SetAddress(false); m.Theme != "" || !m.Presenting || !strings.Contains(s.LastHash, "&embed=1&theme=projector") {
		t.Errorf("the visitor's theme is %q, the address %s", m.Theme, s.LastHash)
	}
}

// TestLessonOfAnotherLaboratory: whoever chooses a laboratory leaves a lesson of another
// one, also where the laboratory stands in front already, as a file has brought it there.
func TestLessonOfAnotherLaboratory(t *testing.T) {
	m, s := open(t, "#lesson=toys:2")
	m.Show(m.Laboratory("other").Spec, true)
	if m.Go("other", ""); m.Course != nil || strings.Contains(s.LastHash, "lesson=") {
		t.Errorf("the address is %s", s.LastHash)
	}
}

// TestDragInAGame: a drag that a game takes changes nothing before its end, and asks for no
// render.
func TestDragInAGame(t *testing.T) {
	m, s := open(t, "")
	s.Looks[0].Done(wire.Looked{Film: []byte("own")})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	opened.Feature[*game.Feature](m).Play()
	test.Round(t, s.Runs[0])
	drag := say.FromScene{Type: say.Drag, Handle: "guess:30", X: 1, Y: 1, Phase: say.DragMove}
	if m.Scene.Hear(drag) {
		t.Error("a drag under way asks for a render")
	}
	drag.Phase = say.DragEnd
	if !m.Scene.Hear(drag) {
		t.Error("its end is not shown")
	}
}
