package lessons

import (
	"encoding/json"
	"fmt"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/work"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
	"indistinct/ui/wire"
)

// TestSeedOfAStep: a step begins with the lesson's own settings; in a class each phone keeps a seed of its own.
func TestSeedOfAStep(t *testing.T) {
	for quiet, want := range map[string]uint64{"": 1, "&quiet=1": 7} {
		m, f, _ := open("#lab=toy&s=0.7&seed=7&lesson=toys:1" + quiet)
		f.toStep(1, true)
		if got := m.Front.Spec.Seed(); got != want || m.Front.Spec.Float("s") != 0.4 {
			t.Errorf("%q: the seed %d, s = %v", quiet, got, m.Front.Spec.Float("s"))
		}
	}
}

// TestRunAfterTheEnd: what is run when a lesson has ended, or when nothing has been run, changes nothing of
// what it has found.
func TestRunAfterTheEnd(t *testing.T) {
	m, f, s := open("#lesson=toys:3")
	f.Advance(1)
	if !m.Course.Ended {
		t.Fatal("the lesson goes on")
	}
	kept, pointed := s.Kept[progressKey], s.Pointed
	m.Type("s", "1.5")
	runTest(t, m, s)
	if s.Kept[progressKey] != kept || s.Pointed != pointed || len(m.Course.Results()) != 0 {
		t.Errorf("after the end %q is kept, and it points at %q", s.Kept[progressKey], s.Pointed)
	}
	m, f, _ = open("#lesson=toys:3")
	m.Front.Report = nil
	f.check(m.Front)
	if m.Course.Done {
		t.Error("a task is done without a run")
	}
	other := m.Laboratory("other")
	other.Report = &lab.Report{}
	f.check(other)
	if m.Course.Done || m.Course.Move != "" {
		t.Error("a task is judged by another laboratory's run")
	}
}

// TestLearnTellsThePlace: a lesson that is opened from a page leaves that page, which the host is told.
func TestLearnTellsThePlace(t *testing.T) {
	m, f, s := open("#page=" + learn)
	if s.Page != learn {
		t.Fatalf("the page is %q", s.Page)
	}
	if f.Learn("toys:1"); s.Page != "" || m.Page != "" {
		t.Errorf("the host is told of the page %q", s.Page)
	}
}

// TestExactAtTheEnd: a question about what is known exactly is answered by the whole report, which
// follows one that shows the verdict alone; the closing card shows the whole one.
func TestExactAtTheEnd(t *testing.T) {
	s := &test.Browser{}
	m := opened.On(s, guest.All(), "#lesson=not-private:4",
		func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) })
	f := opened.Feature[*Feature](m)
	f.Predict(1)
	m.Test()
	run := s.Runs[0]
	job, err := lab.Start(m.Front.Lab, run.Spec, lab.Audit)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := work.Run(t.Context(), job, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lab.UnmarshalReport(whole, m.Find, "ring")
	if err != nil {
		t.Fatal(err)
	}
	r.Pending, r.ExactDelta = audit.PendingExact, nil
	part, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	run.Progress(wire.Progress{Partial: part})
	s.Pass()
	if c := m.Course; c.Say.ID() == "ring.lesson.not-private.hour" || c.Say == "" {
		t.Fatalf("on the way it says %q", m.Say(c.Say))
	}
	run.Done(whole, "")
	if c := m.Course; !c.Right || c.Say.ID() != "ring.lesson.not-private.hour" || f.shown.Report.ExactDelta == nil {
		t.Errorf("it says %q", m.Say(c.Say))
	}
}

// TestSlots: the lesson stands beside its laboratory's picture, the list on its page, and what is shared may
// be for a class while a lesson is open.
func TestSlots(t *testing.T) {
	for link, want := range map[string][3]int{"#lab=toy": {}, "#lesson=toys:1": {1, 0, 1},
		"#page=" + learn: {0, 1, 0}} {
		_, f, _ := open(link)
		if got := [3]int{len(f.Draw(view.Side)), len(f.Draw(view.Below)), len(f.Draw(view.Options))}; got != want {
			t.Errorf("%s: %v are drawn", link, got)
		}
	}
	m, f, _ := open("#lesson=toys:2")
	c := &Guide{M: m, F: f, C: m.Course}
	for k, o := range c.C.Lesson.Options(c.C.Laboratory, c.C.Step+1) {
		if want := fmt.Sprintf("toy.lesson.toys.2.option.%d", k+1); o.ID() != want {
			t.Errorf("option %d is %q, want %s", k, o.ID(), want)
		}
	}
}
