package view

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

func openPage(t *testing.T, link string) (*state.Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s
}

// openWorkshop is a page with the workshop in front.
func openWorkshop(t *testing.T, kept map[string]string, link string) (*state.Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{Kept: kept}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s
}

func runTest(t *testing.T, m *state.Model, s *test.Browser) {
	t.Helper()
	m.Test()
	r := s.Runs[len(s.Runs)-1]
	r.Done(test.Report(t, r.Spec), "")
}
