package reference

import (
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/tell"
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
	if len(parts) != 5 || parts[0].Title.ID() != "toy.reference.why" || parts[0].See != "#lab=toy&v=2&s=1.5&seed=1" ||
		parts[4].Title.ID() != "page.settings" || len(parts[4].Terms) != len(m.Front.Table) {
		t.Fatalf("%+v", parts)
	}
	if got := c.href(parts[0].ID); !strings.HasSuffix(got, "&page=reference&at=why") {
		t.Error(got)
	}
	m.Open("#lab=other&page=misprints")
	if parts = c.chapters(); m.Page != reference || len(m.Notes) > 0 || s.Title != "Other, reference · Indistinct" ||
		len(parts) != 5 {
		t.Fatalf("page %q, %q, notes %q: %+v", m.Page, s.Title, m.Notes, parts)
	}
}

// TestCoverage: the table of false alarms has every test that was counted, none of which is wrong for sure, and names
// for what it counts; some thousand tests of each kind are in it.
func TestCoverage(t *testing.T) {
	table, runs := coverage(), map[string]int64{}
	for _, c := range tell.Coverage() {
		runs[c.Mode] += c.Runs
		if rate := audit.NewCount(c.Alarms, 0, c.Runs).P1; float64(rate[0]) > float64(c.Alpha) {
			t.Errorf("%+v", c)
		}
	}
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) {
			t.Errorf("%d cells, not %d: %+v", len(row), len(table.Columns), row)
		}
		for _, cell := range row {
			if id := cell.Text.ID(); id != "" && !test.Language().Has(id) {
				t.Errorf("there is no text %s", id)
			}
		}
	}
	for _, mode := range []string{"fixed", "sequential", "ranks", "guesses"} {
		if runs[mode] < 2000 {
			t.Errorf("%s: %d tests", mode, runs[mode])
		}
	}
}

// TestReferenceWhenWordsCome: sections are made again when words have come that were not there at first.
func TestReferenceWhenWordsCome(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}}, "toy", test.Language())
	m.Use(New(m))
	m.Start("", false, "#lab=toy&page=reference")
	c := &Reference{M: m}
	first := c.chapters()
	if m.L = m.L.Anew(); &c.chapters()[0] == &first[0] {
		t.Error("the sections are those of before")
	}
}
