package reference

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// TestReference: a laboratory's page is made of its sections without misprints,
// which have a page of their own; each can be linked to and seen.
func TestReference(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Use(New(m))
	m.Start("", false, "#lab=toy&page=reference&at=why")
	if m.Page != reference || s.Title != "Toy, reference · Indistinct" || s.Focused != "ref-why" {
		t.Fatalf("page %q, %q, focus %q", m.Page, s.Title, s.Focused)
	}
	c := &Reference{M: m}
	parts := c.chapters()
	if len(parts) != 3 || parts[0].Title.ID() != "toy.reference.why" || parts[0].See != "#lab=toy&v=2&s=1.5&seed=1" ||
		parts[2].Title.ID() != "page.settings" || len(parts[2].Terms) != len(m.Front.Table) {
		t.Fatalf("%+v", parts)
	}
	if got := c.href(parts[0].ID); !strings.HasSuffix(got, "&page=reference&at=why") {
		t.Error(got)
	}
	m.Open("#lab=toy&page=misprints")
	if parts = c.chapters(); len(parts) != 2 || m.Say(parts[0].Title) != "Toy: Misprints" ||
		m.Say(parts[1].Title) != "Other: Misprints" {
		t.Fatalf("%+v", parts)
	}
}
