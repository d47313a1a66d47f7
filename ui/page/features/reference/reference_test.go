package reference

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// TestReference: a laboratory's page is made of its sections, each of which can be linked to and
// seen; links of before to the page of misprints open it.
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
	if len(parts) != 4 || parts[0].Title.ID() != "toy.reference.why" || parts[0].See != "#lab=toy&v=2&s=1.5&seed=1" ||
		parts[3].Title.ID() != "page.settings" || len(parts[3].Terms) != len(m.Front.Table) {
		t.Fatalf("%+v", parts)
	}
	if got := c.href(parts[0].ID); !strings.HasSuffix(got, "&page=reference&at=why") {
		t.Error(got)
	}
	m.Open("#lab=other&page=misprints")
	if parts = c.chapters(); m.Page != reference || len(m.Notes) > 0 || s.Title != "Other, reference · Indistinct" ||
		len(parts) != 4 {
		t.Fatalf("page %q, %q, notes %q: %+v", m.Page, s.Title, m.Notes, parts)
	}
}
