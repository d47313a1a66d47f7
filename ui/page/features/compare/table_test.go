package compare

import (
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
)

// TestSlots: a run that has ended can be kept, and the table of both stands below the verdict's axis.
func TestSlots(t *testing.T) {
	m, f, s := alone(t, "")
	drawn := func(what string, take, figures int) {
		t.Helper()
		if a, b, c := len(f.Draw(view.Take)), len(f.Draw(view.Figures)), len(f.Draw(view.Under)); a != take ||
			b != figures || c != 0 {
			t.Errorf("%s: %d buttons, %d tables, and %d parts elsewhere", what, a, b, c)
		}
	}
	drawn("at first", 1, 0)
	if f.keep(); m.Front.A != nil {
		t.Error("without a run something is kept")
	}
	m.Test()
	drawn("during a run", 0, 0)
	m.Front.Report = &lab.Report{}
	if f.keep(); m.Front.A != nil {
		t.Error("during a run what is on show is kept")
	}
	m.Front.Run.Stop()
	opened.Run(t, m, s)
	f.keep()
	drawn("after a run was kept", 1, 1)
	if m.Said.ID() != "compare.kept" || m.Front.A.Report != m.Front.Report {
		t.Errorf("kept is %+v, it says %q", m.Front.A, m.Said)
	}
}

// TestLines: the table's columns are what each run found, and swap with the runs; what a run has not is a dash.
func TestLines(t *testing.T) {
	m, f, s := alone(t, "")
	opened.Run(t, m, s)
	f.keep()
	opened.Run(t, m, s)
	half, third := sheet.Real(0.5), sheet.Real(0.25)
	found := func() (whole, bare *lab.Report) {
		whole, bare = &lab.Report{Spec: m.Front.Spec}, &lab.Report{Spec: m.Front.Spec}
		whole.Verdict, bare.Verdict = audit.Violation, audit.NoViolation
		whole.ExactPure, whole.ExactDelta = &half, &third
		whole.Strong.Count.N, whole.Strong.Count.C1, whole.Strong.Count.C2 = 200, 50, 10
		return whole, bare
	}
	counts := lang.Say("compare.counts", "c1", 50, "c2", 10, "n", 200)
	number := func(v sheet.Real) lang.Message { return lang.Say("page.number", "value", float64(v)) }
	for _, c := range []struct {
		what         string
		change       func(r *lab.Report)
		exact, event lang.Message
	}{
		{"pure", func(*lab.Report) {}, number(half), counts},
		{"at δ", func(r *lab.Report) { r.Delta = 0.1 }, number(third), counts},
		{"at δ, which is not known", func(r *lab.Report) { r.Delta, r.ExactDelta = 0.1, nil }, number(half), counts},
		{"unknown", func(r *lab.Report) { r.ExactPure, r.ExactDelta = nil, nil }, none, counts},
		{"while releases are drawn", func(r *lab.Report) { r.Pending = audit.PendingReleases }, number(half), none},
		{"with its opposite", func(r *lab.Report) {
			r.Strong.Event.Opposite = &event.Event{}
			r.Strong.Count.O1, r.Strong.Count.O2 = 3, 4
		}, number(half), lang.Say("compare.counts.opposite", "c1", 50, "c2", 10, "n", 200, "o1", 3, "o2", 4)},
	} {
		whole, bare := found()
		c.change(whole)
		table := func(a, b *lab.Report) map[string][2]lang.Message {
			m.Front.A.Report, m.Front.Report = a, b
			out := map[string][2]lang.Message{}
			for _, l := range (&Table{view.Part{M: m, D: m.Front}, f}).lines() {
				out[l.Name.ID()] = [2]lang.Message{l.A, l.B}
			}
			return out
		}
		for k, lines := range []map[string][2]lang.Message{table(whole, bare), table(bare, whole)} {
			for name, want := range map[string][2]lang.Message{
				"page.verdict":  {tell.Verdict(audit.Violation), tell.Verdict(audit.NoViolation)},
				"compare.exact": {c.exact, none}, "compare.event": {c.event, none},
			} {
				if got := lines[name]; got[k] != want[0] || got[1-k] != want[1] {
					t.Errorf("%s, %s: %q", c.what, name, got)
				}
			}
		}
	}
	m.Front.A = &laboratory.Kept{Spec: m.Front.Spec}
	lines := (&Table{view.Part{M: m, D: m.Front}, f}).lines()
	if l := lines[len(lines)-1]; l.A != lang.Say("compare.waits") || l.B != none {
		t.Errorf("while A is awaited the table ends with %+v", l)
	}
}

// TestWaitingAIsRunFirst: a link's A is run before B; nothing but a test runs it, and no test without it.
func TestWaitingAIsRunFirst(t *testing.T) {
	m, f, s := alone(t, "#lab=toy&s=0.9&a=s:0.3")
	d := m.Front
	if f.Hear(state.Event{Kind: state.Sharing, D: d}) || len(s.Runs) != 0 {
		t.Error("sharing runs A")
	}
	m.Test()
	if len(s.Runs) != 1 || s.Runs[0].Spec.Float("s") != 0.3 {
		t.Fatalf("%d runs", len(s.Runs))
	}
	s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
	if len(s.Runs) != 2 || s.Runs[1].Spec.Float("s") != 0.9 || d.A.Waits() {
		t.Fatalf("after A %d runs", len(s.Runs))
	}
	s.Runs[1].Done(test.Report(t, s.Runs[1].Spec), "")
	if f.Hear(state.Event{Kind: state.Testing, D: d}) {
		t.Error("A is run again")
	}
	var proven []lang.Message
	for _, l := range (&Table{view.Part{M: m, D: d}, f}).lines() {
		if l.Name == lang.Say("compare.proven") {
			proven = append(proven, l.A, l.B)
		}
	}
	want := lang.Say("page.bound", "bound", d.Report.Proven())
	if len(proven) != 2 || proven[0] != want || proven[1] != want {
		t.Errorf("proven is %q", proven)
	}
	f.forget()
	s.LastHash = ""
	if f.keep(); s.LastHash == "" {
		t.Error("the address does not follow what is kept")
	}
}
