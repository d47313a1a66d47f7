package experiments

import (
	"testing"

	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"

	"github.com/vugu/vugu"
)

// TestSlots: the page is drawn below the picture where it is asked for.
func TestSlots(t *testing.T) {
	for link, want := range map[string]int{"#lab=toy": 0, "#lab=toy&page=" + page: 1} {
		m, _ := opened.Page(link, func(m *state.Model) { m.Use(New(m)) })
		f := opened.Feature[*Feature](m)
		if len(f.Draw(view.Below)) != want || len(f.Draw(view.Under)) != 0 {
			t.Errorf("%s: %d pages are drawn", link, len(f.Draw(view.Below)))
		}
	}
}

// TestThumb: the small picture of an experiment is that of its first chart.
func TestThumb(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+page, func(m *state.Model) { m.Use(New(m)) })
	x := &Experiment{view.Card{Part: view.Part{M: m, D: m.Front}, A: m.Front.Experiments()[0]}}
	x.Task().Stored = &sheet.Sheet{Charts: make([]sheet.Chart, 2)}
	x.Task().Stored.Charts[0].Series = []sheet.Series{{X: []sheet.Real{0, 1}, Y: []sheet.Real{0, 1}}}
	want := vugu.HTML(chart.New(test.Language(), &x.sheet().Charts[0], "thumb-toy-"+x.A.Name, 320,
		chart.Variables).Picture(1).XML())
	if !x.pictured() || x.thumb() != want {
		t.Error("another picture is shown")
	}
}

// TestFromHere: a result that was computed here is of these settings until they change.
func TestFromHere(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+page, func(m *state.Model) { m.Use(New(m)) })
	x := &Experiment{view.Card{Part: view.Part{M: m, D: m.Front}, A: m.Front.Experiments()[0]}}
	x.Task().Sheet, x.Task().Spec = &sheet.Sheet{}, m.Front.Spec
	if x.from().ID() != "experiments.from.here" {
		t.Errorf("of these settings it says %q", x.from())
	}
	m.Front.Set(m.Front.Spec.Set(m.Front.Table, "s", 0.9))
	if x.from().ID() != "experiments.from.stale" {
		t.Errorf("of other settings it says %q", x.from())
	}
}
