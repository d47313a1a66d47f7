// Package opened opens pages for tests, with the features that they are about. The tests of
// package state open their own.
package opened

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// Page opens a link on a page of toys. use gives it its features: features.Use where a test
// stands outside of their packages.
func Page(link string, use func(m *state.Model)) (*state.Model, *test.Browser) {
	s := &test.Browser{}
	return On(s, []lab.Laboratory{test.Toy{}, test.Other{}}, link, use), s
}

// Workshop opens a link on a page of a toy and the workshop, in a browser that has kept
// something.
func Workshop(kept map[string]string, link string, use func(m *state.Model)) (*state.Model, *test.Browser) {
	s := &test.Browser{Kept: kept}
	return On(s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, link, use), s
}

// On opens a link on a page of these laboratories in a browser.
func On(s *test.Browser, labs []lab.Laboratory, link string, use func(m *state.Model)) *state.Model {
	m := state.New(s, s, labs, labs[0].About().Name, test.Language())
	use(m)
	m.Start("", false, link)
	return m
}

// Feature is the page's feature of that type; the page must have it.
func Feature[F state.Feature](m *state.Model) F {
	for _, f := range m.Features {
		if is, ok := f.(F); ok {
			return is
		}
	}
	panic("the page has no such feature")
}

// Run tests, and ends the test with a report.
func Run(t *testing.T, m *state.Model, s *test.Browser) {
	t.Helper()
	m.Test()
	r := s.Runs[len(s.Runs)-1]
	r.Done(test.Report(t, r.Spec), "")
}
