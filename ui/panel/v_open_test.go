package panel

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
)

func openPage(t *testing.T, link string) (*Model, *stage) {
	t.Helper()
	s := &stage{}
	m := New(s, s, []lab.Laboratory{toy{}, other{}}, "toy")
	m.Start("", false, link)
	return m, s
}

// openWorkshop is a page with the workshop in front.
func openWorkshop(t *testing.T, kept map[string]string, link string) (*Model, *stage) {
	t.Helper()
	s := &stage{kept: kept}
	m := New(s, s, []lab.Laboratory{toy{}, workshop.Lab{}}, "toy")
	m.Start("", false, link)
	return m, s
}

func runTest(t *testing.T, m *Model, s *stage) {
	t.Helper()
	m.Test()
	r := s.runs[len(s.runs)-1]
	r.done(report(t, r.spec), "")
}
