package panel

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// Two reports travel in one file, and each comes out as it went in.
func TestFileWithBothRuns(t *testing.T) {
	b, a := []byte(`{"program":"x","spec":{"lab":"toy"}}`+"\n"), []byte(`{"program":"y","n":3}`)
	file := withA(b, a)
	if !json.Valid(file) {
		t.Fatalf("%s is not JSON", file)
	}
	gotB, gotA := splitA(file)
	if !bytes.Equal(gotA, a) || !bytes.Equal(gotB, bytes.TrimSpace(b)) {
		t.Errorf("came out as %s and %s", gotB, gotA)
	}
	if got, none := splitA(b); none != nil || !bytes.Equal(got, b) {
		t.Error("a file with one run was changed")
	}
}

// A link holds what A differs in, and opens with A waiting; what is kept stays
// when the same A is opened again.
func TestLinkWithBothRuns(t *testing.T) {
	m, s := open(t, "")
	d := m.Desk
	d.A = &Kept{Spec: d.Spec, result: result{Report: &lab.Report{}}}
	m.Slide("s", "900")
	s.pass()
	link := m.link(false)
	if !strings.Contains(link, "&a=s:") {
		t.Fatalf("the link is %s", link)
	}
	m2, _ := open(t, link)
	if m2.Desk.A == nil || !m2.Desk.A.waits() || !m2.Desk.A.Spec.Equal(d.A.Spec) || !m2.Desk.Spec.Equal(d.Spec) {
		t.Fatalf("it opens with A %+v", m2.Desk.A)
	}
	if diff := m2.Desk.differences(); len(diff) != 1 || diff[0].name != "s" {
		t.Errorf("the runs differ in %+v", diff)
	}
	m.Open(link)
	if d.A.waits() {
		t.Error("the run that was kept is gone")
	}
	m.ForgetA()
	if strings.Contains(m.link(false), "&a=") {
		t.Error("A is forgotten and stays in the link")
	}
	if m3, _ := open(t, "#lab=toy&a=s:nonsense;nothing:3"); len(m3.Notes) != 2 {
		t.Errorf("the notes are %q", m3.Notes)
	}
}

// The stage draws A beside B: what its event caught and what it proves go with
// B's show, and with no other.
func TestStageOfBothRuns(t *testing.T) {
	m, s := open(t, "")
	m.FromScene(say.FromScene{Type: say.Ready})
	show := func() []float64 {
		m.Test()
		s.runs[len(s.runs)-1].progress(wire.Progress{Show: []byte("show")})
		s.pass()
		r := s.last()
		s.runs[len(s.runs)-1].done(report(t, m.Desk.Spec), "")
		return r.Kept
	}
	if kept := show(); kept != nil {
		t.Errorf("without A the stage gets %v", kept)
	}
	m.KeepA()
	c := &m.Desk.A.Report.Strong
	c.Count.N, c.Count.C1, c.Count.C2, c.Epsilon = 200, 50, 10, 0.5
	if kept := show(); !slices.Equal(kept, []float64{0.25, 0.05, 0.5, 1}) {
		t.Errorf("with A the stage gets %v", kept)
	}
	m.ForgetA()
	if kept := show(); kept != nil {
		t.Errorf("after A was forgotten the stage gets %v", kept)
	}
}

// A's curves are dashed and its points hollow; B's own chart is not touched.
func TestChartsOfBothRuns(t *testing.T) {
	chart := func() *sheet.Sheet {
		return &sheet.Sheet{Charts: []sheet.Chart{{ID: "region", Series: []sheet.Series{{Name: "exact", Role: sheet.Truth, Style: sheet.Line},
			{Name: "events", Role: sheet.Strong, Style: sheet.Dots}, {Name: "blind", Role: sheet.Muted, Style: sheet.Dash}}}}}
	}
	b, a := chart(), chart()
	both := together(b, a)
	got := both.Charts[0].Series
	if len(got) != 5 || got[3].Style != sheet.Dash || got[3].Name != "A: exact" || !got[4].Hollow || len(b.Charts[0].Series) != 3 {
		t.Errorf("the chart has %+v", got)
	}
}
