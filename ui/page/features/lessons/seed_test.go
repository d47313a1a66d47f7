package lessons

import (
	"testing"

	"indistinct/core/lab"
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
