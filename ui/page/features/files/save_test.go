package files

import (
	"strconv"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// open is a page that opens and saves files.
func open(link string) (*state.Model, *Feature, *test.Browser) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}, workshop.Lab{}}, "toy", test.Language())
	f := New(m)
	m.Use(f)
	m.Start("", false, link)
	return m, f, s
}

// TestReportWaitsForItsRun: a report that is not complete is saved when its run has ended;
// what a run that is cancelled leaves can be saved as it stands.
func TestReportWaitsForItsRun(t *testing.T) {
	m, f, s := open("")
	d := m.Front
	m.Test()
	spec := s.Runs[0].Spec
	s.Runs[0].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	if d.Report == nil || !d.VerdictPending() || d.Pending().ID() != "page.pending.releases" {
		t.Fatalf("while drawing: report %v", d.Report)
	}
	if f.Save(false); s.File != "" || m.Said.ID() != "page.saved.later" {
		t.Error("a report of some releases was saved")
	}
	exact := test.PendingReport(t, spec, audit.PendingExact, 0.8)
	s.Runs[0].Progress(wire.Progress{Partial: exact})
	s.Pass()
	if d.VerdictPending() || d.Pending().ID() != "page.pending.exact" {
		t.Errorf("before the exact ε: %q", d.Pending())
	}
	if f.Save(false); s.File != "" || m.Said.ID() != "page.saved.later" {
		t.Error("a report that is not complete was saved")
	}
	raw := test.Report(t, spec)
	s.Runs[0].Done(raw, "")
	if d.Pending() != "" || d.Report.EpsilonC != 0.41 {
		t.Errorf("at the end: %q", d.Pending())
	}
	if s.Saved != string(raw) {
		t.Error("the file did not come when the run was complete")
	}

	// A notebook holds the report that is complete.
	m.Test()
	s.Runs[1].Progress(wire.Progress{Partial: exact})
	s.Pass()
	s.File = ""
	if f.Save(true); s.File != "" {
		t.Error("a notebook of a report that is not complete was saved")
	}
	s.Runs[1].Done(raw, "")
	if code, _ := readNotebook(t, s.Saved); code[0] != "REPORT = "+strconv.Quote(string(raw)) {
		t.Errorf("the notebook holds %.100s", code[0])
	}

	// Cancelled while drawing: the report from before is back.
	m.Test()
	s.Runs[2].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	m.Front.Run.Stop()
	s.Runs[2].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.41 || d.Failed != wire.Cancelled || string(d.Raw) != string(raw) {
		t.Error("cancelling lost the report from before")
	}
	// Cancelled before the exact ε: the verdict stands, and says what it lacks.
	m.Test()
	s.Runs[3].Progress(wire.Progress{Partial: exact})
	s.Pass()
	m.Front.Run.Stop()
	s.Runs[3].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.3 || d.Failed != "" || d.Pending().ID() != "page.pending.ended" {
		t.Errorf("after cancelling: %v, %q, %q", d.Report.EpsilonC, d.Failed, d.Pending())
	}
	if f.Save(false); s.Saved != string(exact) {
		t.Error("the report that stands is not saved")
	}
}

// TestOpenedProgramsClaimIsTested: the claim of a program that was opened is what is tested,
// whatever was set before.
func TestOpenedProgramsClaimIsTested(t *testing.T) {
	program := func(claim string) string {
		return "claim = " + claim + "\npairs = [(0, 1)]\ndef release(x):\n    return x\n"
	}
	m, f, s := open("#lab=workshop")
	s.Claims(0.1, 0)
	m.Type("code", program("1"))
	s.Claims(1, 0)
	m.Front.Set(m.Front.Spec.Set(m.Front.Table, "eps", 0.1))
	if m.Front.Script.OtherClaim() == nil {
		t.Fatal("the slider's claim is the program's")
	}
	f.Load("mech.star", []byte(program("1")+"# of a file\n"))
	s.Claims(1, 0)
	if eps := m.Front.Spec.Float("eps"); eps != 1 || m.Front.Script.OtherClaim() != nil {
		t.Errorf("ε = %v is tested, the program claims %v", eps, m.Front.Script.OtherClaim())
	}
	m.Type("code", program("(2, 0.25)"))
	s.Claims(2, 0.25)
	if eps, delta := m.Front.Spec.Float("eps"), m.Front.Spec.Float("delta"); eps != 2 || delta != 0.25 {
		t.Errorf("ε = %v, δ = %v is tested", eps, delta)
	}
}
