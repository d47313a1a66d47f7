package state

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/take"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// Two reports travel in one file, and each comes out as it went in.
func TestFileWithBothRuns(t *testing.T) {
	b, a := []byte(`{"program":"x","spec":{"lab":"toy"}}`+"\n"), []byte(`{"program":"y","n":3}`)
	file := take.WithA(b, a)
	if !json.Valid(file) {
		t.Fatalf("%s is not JSON", file)
	}
	gotB, gotA := take.SplitA(file)
	if !bytes.Equal(gotA, a) || !bytes.Equal(gotB, bytes.TrimSpace(b)) {
		t.Errorf("came out as %s and %s", gotB, gotA)
	}
	if got, none := take.SplitA(b); none != nil || !bytes.Equal(got, b) {
		t.Error("a file with one run was changed")
	}
}

// A link holds what A differs in, and opens with A waiting; what is kept stays
// when the same A is opened again.
func TestLinkWithBothRuns(t *testing.T) {
	m, s := open(t, "")
	d := m.Front
	d.A = &laboratory.Kept{Spec: d.Spec, Result: laboratory.Result{Report: &lab.Report{}}}
	m.Slide("s", "900")
	s.Pass()
	link := m.Link(false)
	if !strings.Contains(link, "&a=s:") {
		t.Fatalf("the link is %s", link)
	}
	m2, _ := open(t, link)
	if m2.Front.A == nil || !m2.Front.A.Waits() || !m2.Front.A.Spec.Equal(d.A.Spec) || !m2.Front.Spec.Equal(d.Spec) {
		t.Fatalf("it opens with A %+v", m2.Front.A)
	}
	if diff := m2.Front.Differences(); len(diff) != 1 || diff[0].Name != "Factor s" {
		t.Errorf("the runs differ in %+v", diff)
	}
	m.Open(link)
	if d.A.Waits() {
		t.Error("the run that was kept is gone")
	}
	m.ForgetA()
	if strings.Contains(m.Link(false), "&a=") {
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
		s.Runs[len(s.Runs)-1].Progress(wire.Progress{Show: []byte("show")})
		s.Pass()
		r := s.Last()
		s.Runs[len(s.Runs)-1].Done(test.Report(t, m.Front.Spec), "")
		return r.Kept
	}
	if kept := show(); kept != nil {
		t.Errorf("without A the stage gets %v", kept)
	}
	m.KeepA()
	c := &m.Front.A.Report.Strong
	c.Count.N, c.Count.C1, c.Count.C2, c.Epsilon = 200, 50, 10, 0.5
	if kept := show(); !slices.Equal(kept, []float64{0.25, 0.05, 0.5, 1}) {
		t.Errorf("with A the stage gets %v", kept)
	}
	m.ForgetA()
	if kept := show(); kept != nil {
		t.Errorf("after A was forgotten the stage gets %v", kept)
	}
}
