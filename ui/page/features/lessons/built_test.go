package lessons

import (
	"strings"
	"testing"

	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
)

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) })
	return m, opened.Feature[*Feature](m), s
}

// noted reports whether the page shows one note, the text with that id, and whether that
// holds these words.
func noted(m *state.Model, id, words string) bool {
	return len(m.Notes) == 1 && m.Notes[0].ID() == id && strings.Contains(m.Say(m.Notes[0]), words)
}

func TestUnknownLesson(t *testing.T) {
	m, _, _ := alone(t, "#lesson=nonsense:2")
	if m.Course != nil || !noted(m, "lessons.none", "nonsense") {
		t.Errorf("notes %v", m.Notes)
	}
}

// TestBuiltTellsNoVerdict: of what was computed when the page was built, what the setting
// says by itself is shown, where it is that setting; a lesson goes on beside it.
func TestBuiltTellsNoVerdict(t *testing.T) {
	m, f, s := alone(t, "")
	m.Built([]byte(`{"facts": [{"label": "a"}]}`))
	if len(m.Front.Facts) != 1 || m.Front.Report != nil {
		t.Errorf("the facts are %v, the report %v", m.Front.Facts, m.Front.Report)
	}
	f.Learn("toys:1")
	if f.Advance(1); s.Focused != "course-step" {
		t.Errorf("at the question the focus goes to %q", s.Focused)
	}
	m, _, _ = alone(t, "#lab=toy&v=2&s=1.5")
	m.Built([]byte(`{"facts": [{"label": "a"}]}`))
	if len(m.Front.Facts) != 0 {
		t.Error("the facts of another setting are shown")
	}
}
