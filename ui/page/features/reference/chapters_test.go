package reference

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
)

// TestSlots: the reference stands below the picture on its page alone; what leads to that of each laboratory
// stands at the end of every page.
func TestSlots(t *testing.T) {
	for page, want := range map[string]int{"": 0, "learn": 0, reference: 1} {
		m, _ := opened.Page("#lab=toy", func(m *state.Model) { m.Use(New(m)) })
		f := opened.Feature[*Feature](m)
		m.Page = page
		if len(f.Draw(view.Below)) != want || len(f.Draw(view.Onward)) != 1 || len(f.Draw(view.Under)) != 0 {
			t.Errorf("on page %q %d are drawn", page, len(f.Draw(view.Below)))
		}
	}
}

// TestPictureOfAChapter: a section that names a figure shows its first chart, where it has been computed and
// has one.
func TestPictureOfAChapter(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+reference, func(m *state.Model) { m.Use(New(m)) })
	c := &Reference{M: m}
	titled := func(title string) sheet.Chart { return sheet.Chart{Title: lang.Verbatim(title)} }
	for _, x := range []struct {
		figure string
		stored *sheet.Sheet
		want   bool
	}{
		{"fig", &sheet.Sheet{Charts: []sheet.Chart{titled("first"), titled("second")}}, true},
		{"fig", &sheet.Sheet{Charts: []sheet.Chart{titled("first")}}, true},
		{"fig", &sheet.Sheet{}, false},
		{"fig", nil, false},
		{"", &sheet.Sheet{Charts: []sheet.Chart{titled("first")}}, false},
	} {
		m.Front.Task(x.figure).Stored = x.stored
		k := c.chapter(m.Front, &lab.Section{Name: "why", Figure: x.figure}, map[int]bool{})
		if shown := k.Picture != nil; shown != x.want || shown && !strings.Contains(m.Say(k.Caption), "first") {
			t.Errorf("%q of %+v: shown %v, %q", x.figure, x.stored, shown, k.Caption)
		}
	}
}

// TestLeads: the reference leads to every laboratory that has one, and to the other features' pages that
// stand in the menu.
func TestLeads(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+reference, func(m *state.Model) { m.Use(New(m)) })
	var names []string
	for _, d := range (&All{M: m}).laboratories() {
		names = append(names, d.About.Name)
	}
	want := 0
	for _, d := range m.Laboratories() {
		if len(d.Lab.Reference()) > 0 {
			want++
		}
	}
	if len(names) != want || want == 0 {
		t.Errorf("it leads to %q", names)
	}
	for _, p := range (&Reference{M: m}).elsewhere() {
		if p.Menu == "" || p.Name == reference {
			t.Errorf("it leads to %+v", p)
		}
	}
}
