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

// use gives a page this feature.
func use(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) }

// TestSlots: the page is drawn below the picture where it is asked for.
func TestSlots(t *testing.T) {
	for link, want := range map[string]int{"#lab=toy": 0, "#lab=toy&page=" + page: 1} {
		m, _ := opened.Page(link, use)
		f := opened.Feature[*Feature](m)
		if len(f.Draw(view.Below)) != want || len(f.Draw(view.Under)) != 0 {
			t.Errorf("%s: %d pages are drawn", link, len(f.Draw(view.Below)))
		}
	}
}

// TestCompute: a link computes an experiment of its laboratory, opened, with the link's settings, and leads to
// it; what it does not have, elsewhere, or beside problems it does not, and says so.
func TestCompute(t *testing.T) {
	m, s := opened.Page("#lab=toy&s=1.5&compute=fig&page="+page, use)
	x := &Experiment{view.Card{Part: view.Part{M: m, D: m.Front}, A: m.Front.Experiments()[1]}}
	if len(s.Runs) != 1 || s.Runs[0].Task != "fig" || s.Runs[0].Spec.Float("s") != 1.5 || len(m.Notes) > 0 ||
		s.Focused != "analysis-toy-fig" {
		t.Fatalf("runs %+v, notes %q, focus on %q", s.Runs, m.Notes, s.Focused)
	}
	if s.Runs[0].Done([]byte(`{"title": "Figure 1"}`), ""); !x.open() {
		t.Error("the result is not open")
	}
	for _, link := range []string{"#lab=toy&compute=fig", "#lab=toy&compute=live&page=" + page,
		"#lab=toy&compute=nonsense&page=" + page, "#lab=toy&s=x&compute=fig&page=" + page} {
		if m, s := opened.Page(link, use); len(s.Runs) > 0 || len(m.Notes) == 0 {
			t.Errorf("%s runs %+v and says %q", link, s.Runs, m.Notes)
		}
	}
}

// TestThumb: the small picture of an experiment is that of its first chart.
func TestThumb(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+page, use)
	x := &Experiment{view.Card{Part: view.Part{M: m, D: m.Front}, A: m.Front.Experiments()[0]}}
	x.Task().Stored = &sheet.Sheet{Charts: make([]sheet.Chart, 2)}
	x.Task().Stored.Charts[0].Series = []sheet.Series{{X: []sheet.Real{0, 1}, Y: []sheet.Real{0, 1}}}
	want := vugu.HTML(chart.Thumb(test.Language(), &x.sheet().Charts[0], "thumb-toy-"+x.A.Name, 284, 185,
		chart.Variables).XML())
	if !x.pictured() || x.thumb() != want {
		t.Error("another picture is shown")
	}
}

// TestFromHere: a result that was computed here is of these settings until they change.
func TestFromHere(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page="+page, use)
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
