package features_test

import (
	"strings"
	"testing"
)

// TestThemeOfAFrame: where a link is of a frame and of a presentation, its theme is the
// frame's: it stays in the address, and is no choice of the visitor's.
func TestThemeOfAFrame(t *testing.T) {
	m, s := open(t, "#embed=1&present=1&theme=projector")
	m.SetAddress(false)
	if m.Theme != "" || !m.Presenting || !strings.Contains(s.LastHash, "&embed=1&theme=projector") {
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
