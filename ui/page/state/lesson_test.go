package state

import (
	"strings"
	"testing"

	"indistinct/ui/page/test"
)

func run(t *testing.T, m *Model, s *test.Browser) {
	t.Helper()
	m.Test()
	r := s.Runs[len(s.Runs)-1]
	r.Done(test.Report(t, r.Spec), "")
}

func TestUnknownLesson(t *testing.T) {
	m, _ := open(t, "#lesson=nonsense:2")
	if m.Course != nil || !note(m, "page.none.lesson", "nonsense") {
		t.Errorf("notes %v", m.Notes)
	}
}

// A teacher's link is made in the dialog: a lesson without its answers, a
// presentation; the next dialog begins anew.
func TestShareForAClass(t *testing.T) {
	m, _ := open(t, "#lesson=toys:2")
	m.Share()
	if link := m.ShareLink(); strings.Contains(link, "quiet") || strings.Contains(link, "present") ||
		!strings.Contains(link, "&lesson=toys:2") {
		t.Errorf("the link is %s", link)
	}
	m.Hide(true)
	m.Enlarge(true)
	link := m.ShareLink()
	if !strings.HasSuffix(link, "&lesson=toys:2&quiet=1&present=1") ||
		!strings.Contains(m.FrameCode(), "&amp;quiet=1") {
		t.Errorf("for a class and a room the link is %s, the code %s", link, m.FrameCode())
	}
	if again, _ := open(t, link); !again.Course.Quiet || !again.Presenting {
		t.Error("the link opens without what it promises")
	}
	m.Unshare()
	m.Share()
	if link := m.ShareLink(); strings.Contains(link, "quiet") || strings.Contains(link, "present") {
		t.Errorf("the next link is %s", link)
	}
}

// TestBuiltTellsNoVerdict: of what was computed when the page was built, what the setting
// says by itself is shown, where it is that setting; a lesson goes on beside it.
func TestBuiltTellsNoVerdict(t *testing.T) {
	m, s := open(t, "")
	m.Built([]byte(`{"facts": [{"label": "a"}]}`))
	if len(m.Front.Facts) != 1 || m.Front.Report != nil {
		t.Errorf("the facts are %v, the report %v", m.Front.Facts, m.Front.Report)
	}
	m.Learn("toys:1")
	if m.Advance(1); s.Focused != "course-step" {
		t.Errorf("at the question the focus goes to %q", s.Focused)
	}
	m, _ = open(t, "#lab=toy&v=2&s=1.5")
	m.Built([]byte(`{"facts": [{"label": "a"}]}`))
	if len(m.Front.Facts) != 0 {
		t.Error("the facts of another setting are shown")
	}
}
