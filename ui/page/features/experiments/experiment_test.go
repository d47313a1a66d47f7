package experiments

import (
	"strings"
	"testing"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/view"
	"indistinct/ui/wire"
)

// TestStored: the Experiments page shows at once what was computed when the site
// was built, says so, and gives way to what is computed here.
func TestStored(t *testing.T) {
	stored := []byte(`{"toy": {"fig": {"title": "Figure 1", "lead": "It is so."}}}`)
	s := &test.Browser{Files: map[string][]byte{state.StoredFile: stored}}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("", false, "#lab=toy&page=experiments")
	d := m.Front
	fig := &Experiment{view.Card{Part: view.Part{M: m, D: d}, A: d.Experiments()[1]}}
	sweep := &Experiment{view.Card{Part: view.Part{M: m, D: d}, A: d.Experiments()[0]}}
	if len(s.Fetches) != 1 || fig.sheet() == nil || fig.sheet().Lead != lang.Verbatim("It is so.") ||
		fig.from() != "" {
		t.Fatalf("fetched %v, %+v, %q", s.Fetches, fig.sheet(), fig.from())
	}
	if fig.verb().ID() != "page.compute.here.again" || fig.pictured() || sweep.sheet() != nil ||
		sweep.verb().ID() != "page.compute.here" ||
		sweep.from().ID() != "experiments.from.none" {
		t.Errorf("%q, %q, %q", fig.verb(), sweep.verb(), sweep.from())
	}
	fig.A.Brief = map[string]string{"n": "10"}
	if got := fig.from(); got.ID() != "experiments.from.brief" ||
		!strings.Contains(m.Say(got), "Count 10, yours 1000") {
		t.Errorf("in brief: %q", m.Say(got))
	}
	fig.A.Brief = nil
	m.Go("", "")
	m.Type("s", "0.7")
	m.Go("", page)
	if len(s.Fetches) != 1 || fig.from().ID() != "experiments.from.differs" {
		t.Errorf("fetched %v, %q", s.Fetches, fig.from())
	}
	if fig.compute(); !fig.open() || fig.from().ID() != "experiments.from.running" {
		t.Errorf("while it runs: %q", fig.from())
	}
	r := s.Runs[len(s.Runs)-1]
	r.Progress(wire.Progress{Fraction: 0.25})
	s.Pass()
	task := fig.Task()
	for after, want := range map[time.Duration]lang.Message{time.Second: lang.Verbatim(""),
		3 * time.Second: lang.Say("work.left.soon"), 20 * time.Second: lang.Say("work.left.seconds", "n", 60),
		10 * time.Minute: lang.Say("work.left.minutes", "n", 30), 3 * time.Hour: lang.Say("work.left.hours", "n", 9)} {
		if got := task.Left(task.Began + after); got != want {
			t.Errorf("a quarter done after %v: %q, want %q", after, got, want)
		}
	}
	r.Done([]byte(`{"title": "Figure 1", "lead": "It is otherwise."}`), "")
	if fig.sheet().Lead != lang.Verbatim("It is otherwise.") || fig.from().ID() != "experiments.from.here" ||
		task.Left(task.Began+time.Hour) != lang.Verbatim("") {
		t.Errorf("computed here: %+v, %q", fig.sheet(), fig.from())
	}
	m.Go("", "")
	m.Type("s", m.Front.Defaults.Show("s"))
	m.Go("", page)
	for sheet, want := range map[string]string{string(task.StoredRaw): "experiments.from.same",
		`{"title": "Figure 1", "lead": "It is otherwise."}`: "experiments.from.other"} {
		fig.compute()
		s.Runs[len(s.Runs)-1].Done([]byte(sheet), "")
		if fig.from().ID() != want {
			t.Errorf("%s: %q, want %s", sheet, fig.from(), want)
		}
	}
}

// Without stored results every experiment can still be computed.
func TestNothingStored(t *testing.T) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	m.Use(&Feature{Plain: state.Plain{M: m}})
	m.Start("", false, "#lab=toy&page=experiments")
	x := &Experiment{view.Card{Part: view.Part{M: m, D: m.Front}, A: m.Front.Experiments()[0]}}
	if len(s.Fetches) != 1 || x.sheet() != nil || x.verb().ID() != "page.compute.here" {
		t.Errorf("fetched %v, %+v", s.Fetches, x.sheet())
	}
}
