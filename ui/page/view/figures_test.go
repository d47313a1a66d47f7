package view

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/play"
	"indistinct/ui/wire"
)

// TestOneBoundOneSpelling: in every laboratory the stage, the axis, the charts,
// the tables and the sentences write a run's bound with the same digits.
func TestOneBoundOneSpelling(t *testing.T) {
	bound := regexp.MustCompile(`(?:ε ≥|ε is at least|proves at least|if ε were below) ([0-9.]*[0-9])`)
	for _, l := range guest.All() {
		t.Run(l.About().Name, func(t *testing.T) {
			job, err := lab.Start(l, labtest.Spec(t, l, "n", "300", "m", "3000", "seq", "0"), lab.Audit)
			if err != nil {
				t.Fatal(err)
			}
			var last film.Show
			out := labtest.Shown(t, job, math.MaxInt64, func(kind work.Kind, data []byte) {
				if kind == work.Scene {
					if err := last.UnmarshalBinary(data); err != nil {
						t.Fatal(err)
					}
				}
			})
			var r lab.Report
			if err := json.Unmarshal(out, &r.Report); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(out, &struct{ Sheet any }{&r.Sheet}); err != nil {
				t.Fatal(err)
			}
			want := r.Proven()
			same := func(where, got string) {
				if got != want {
					t.Errorf("%s: %s, elsewhere %s (ε ≥ %v)", where, got, want, float64(r.Strong.Epsilon))
				}
			}
			texts := []string{play.BoundText(&last), english.Say(r.Plain), english.Say(r.Precise), r.Sheet.Lead}
			texts = append(append(texts, r.Meaning...), r.Warnings...)
			for _, c := range r.Sheet.Charts {
				for _, m := range c.Marks {
					texts = append(texts, m.Label)
				}
			}
			found := 0
			for _, s := range texts {
				for _, m := range bound.FindAllStringSubmatch(s, -1) {
					same(s, m[1])
					found++
				}
			}
			for _, f := range figures(&r, false) {
				if f.ID == "epsilon-strong" {
					same("Evidence", english.Say(f.Text))
				}
			}
			for _, e := range epsilons(&r) {
				if e.Shape == chart.Arrow && e.At > 0 {
					same("the axis", strings.TrimPrefix(e.Text, "≥ "))
				}
			}
			for _, table := range r.Sheet.Tables {
				switch table.ID {
				case "quantities":
					for _, row := range table.Rows {
						if row[0].Text == "Proven lower bound" {
							same("the table of quantities", row[2].Text)
							found++
						}
					}
				case "events": // the paper's two stand first
					same("the table of events", table.Rows[2][6].Text)
					found++
				}
			}
			if !(r.Strong.Epsilon > 0) || found < 5 {
				t.Errorf("ε ≥ %v was found written %d times", float64(r.Strong.Epsilon), found)
			}
		})
	}
}

func TestFigures(t *testing.T) {
	r := &lab.Report{}
	r.EpsilonC, r.Epsilon = 0.41, 1
	exact, inf := sheet.Real(1011.3), sheet.Real(math.Inf(1))
	r.ExactPure, r.Claimed, r.ClaimBy = &exact, &inf, "theory"
	var parts []string
	for _, f := range figures(r, false) {
		parts = append(parts, english.Say(f.Label+": "+f.Sign+" "+f.Text))
	}
	got := strings.Join(parts, " · ")
	want := "paper's rule: ε_c = 0.41 · proven from releases: ε ≥ 0 · exact: ε = 1011 · claim tested: ε = 1 · by theory: ε = ∞"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r.EpsilonC = sheet.Real(math.Inf(1))
	if f := figures(r, false)[0]; f.ID != "epsilon-c" || f.Text != "Infinity" || f.Raw != "Infinity" {
		t.Errorf("%+v", f)
	}
	for v := range map[audit.Verdict]bool{audit.Violation: true, audit.NoViolation: true, audit.Inconclusive: true} {
		if icon, class := badged(v); icon == "" || class == "" {
			t.Errorf("no badge for %s", v)
		}
	}
}

func ids(d *laboratory.State) string {
	var out []string
	for _, f := range figures(d.Report, d.Run != nil) {
		out = append(out, f.ID)
	}
	return strings.Join(out, " ")
}

// TestPartialReports: the verdict shows before the exact ε is known, and the
// running bound of sequential mode; a run that is cancelled leaves what stands.
func TestPartialReports(t *testing.T) {
	m, s := openPage(t, "")
	d := m.Front
	m.Test()
	spec := s.Runs[0].Spec
	s.Runs[0].Progress(wire.Progress{Phase: "test", Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	if d.Report == nil || !d.Drawing() || d.Pending() == "" ||
		ids(d) != "epsilon-c-so-far epsilon-strong epsilon-claim" {
		t.Fatalf("while drawing: report %v, %q", d.Report, ids(d))
	}
	s.Runs[0].Progress(wire.Progress{Phase: "test", Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.75)})
	s.Runs[0].Progress(wire.Progress{Phase: "test"})
	s.Pass()
	if d.Report.Strong.Epsilon != 0.75 {
		t.Errorf("the bound stays at %v", d.Report.Strong.Epsilon)
	}
	looks := len(s.Looks)
	exact := test.PendingReport(t, spec, audit.PendingExact, 0.8)
	s.Runs[0].Progress(wire.Progress{Phase: "exact", Partial: exact})
	s.Pass()
	if d.Drawing() || ids(d) != "epsilon-c epsilon-strong epsilon-exact-pending epsilon-claim" ||
		!strings.Contains(english.Say(d.Pending()), "final") {
		t.Errorf("before the exact ε: %q, %q", ids(d), d.Pending())
	}
	if len(s.Looks) != looks+1 || string(s.Looks[looks].Report) != string(exact) {
		t.Error("the scene does not show the verdict's event")
	}
	if m.SaveReport(); s.File != "" || !strings.Contains(english.Say(m.Said), "complete") {
		t.Error("a report that is not complete was saved")
	}
	raw := test.Report(t, spec)
	s.Runs[0].Done(raw, "")
	if d.Pending() != "" || d.Report.EpsilonC != 0.41 || ids(d) != "epsilon-c epsilon-strong epsilon-claim" {
		t.Errorf("at the end: %q, %q", d.Pending(), ids(d))
	}
	if s.Saved != string(raw) {
		t.Error("the file did not come when the run was complete")
	}
	if len(s.Looks) != looks+1 {
		t.Error("the final report does not come silently")
	}

	// Cancelled while drawing: the report from before is back.
	m.Test()
	s.Runs[1].Progress(wire.Progress{Partial: test.PendingReport(t, spec, audit.PendingReleases, 0.5)})
	s.Pass()
	m.Cancel()
	s.Runs[1].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.41 || d.Failed != wire.Cancelled || string(d.Raw) != string(raw) {
		t.Error("cancelling lost the report from before")
	}
	// Cancelled before the exact ε: the verdict stands, and says what it lacks.
	m.Test()
	s.Runs[2].Progress(wire.Progress{Partial: exact})
	s.Pass()
	m.Cancel()
	s.Runs[2].Done(nil, wire.Cancelled)
	if d.Report.EpsilonC != 0.3 || d.Failed != "" || !strings.Contains(english.Say(d.Pending()), "ended before") {
		t.Errorf("after cancelling: %v, %q, %q", d.Report.EpsilonC, d.Failed, d.Pending())
	}
	if m.SaveReport(); s.Saved != string(exact) {
		t.Error("the report that stands is not saved")
	}
	// A part that cannot be read changes nothing.
	m.Test()
	s.Runs[3].Progress(wire.Progress{Partial: []byte(`{"verdict":7}`)})
	s.Pass()
	s.Runs[3].Done(nil, "It failed.")
	if d.Report.EpsilonC != 0.3 || d.Failed != "It failed." {
		t.Error("a broken part lost the report")
	}
}
