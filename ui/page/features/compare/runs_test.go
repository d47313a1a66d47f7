package compare

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) })
	return m, opened.Feature[*Feature](m), s
}

// A link holds what A differs in, and opens with A waiting; what is kept stays
// when the same A is opened again.
func TestLinkWithBothRuns(t *testing.T) {
	m, f, s := alone(t, "")
	d := m.Front
	d.A = &laboratory.Kept{Spec: d.Spec, Result: laboratory.Result{Report: &lab.Report{}}}
	m.Slide("s", "900")
	s.Pass()
	link := m.Link(state.Address, false, false)
	if !strings.Contains(link, "&a=s:") {
		t.Fatalf("the link is %s", link)
	}
	m2, _, _ := alone(t, link)
	if m2.Front.A == nil || !m2.Front.A.Waits() || !m2.Front.A.Spec.Equal(d.A.Spec) || !m2.Front.Spec.Equal(d.Spec) {
		t.Fatalf("it opens with A %+v", m2.Front.A)
	}
	m.Open(link)
	if d.A.Waits() {
		t.Error("the run that was kept is gone")
	}
	f.forget()
	if strings.Contains(m.Link(state.Address, false, false), "&a=") {
		t.Error("A is forgotten and stays in the link")
	}
	if m3, _, _ := alone(t, "#lab=toy&a=s:nonsense;nothing:3"); len(m3.Notes) != 2 {
		t.Errorf("the notes are %q", m3.Notes)
	}
}

// The stage draws A beside B: what its event caught goes with
// B's show, and with no other.
func TestStageOfBothRuns(t *testing.T) {
	m, f, s := alone(t, "")
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	show := func() []float64 {
		m.Test()
		s.Runs[len(s.Runs)-1].Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		r := s.Last()
		s.Runs[len(s.Runs)-1].Done(test.Report(t, m.Front.Spec), "")
		m.Scene.Skip()
		return r.Kept
	}
	if kept := show(); kept != nil {
		t.Errorf("without A the stage gets %v", kept)
	}
	f.keep()
	c := &m.Front.A.Report.Strong
	c.Count.N, c.Count.C1, c.Count.C2, c.Epsilon = 200, 50, 10, 0.5
	if kept := show(); !slices.Equal(kept, []float64{0.25, 0.05}) {
		t.Errorf("with A the stage gets %v", kept)
	}
	f.forget()
	if kept := show(); kept != nil {
		t.Errorf("after A was forgotten the stage gets %v", kept)
	}
}
