package state

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// bench is a page with the workshop in front.
func bench(t *testing.T, kept map[string]string, link string) (*Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{Kept: kept}
	m := New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s
}

// TestProgramsAreKept: what a visitor wrote survives a reload, however long,
// and a classic that is picked in its place.
func TestProgramsAreKept(t *testing.T) {
	for _, text := range []string{"pairs = []\n", strings.Repeat("# a program too long for a link\n", 500)} {
		m, s := bench(t, nil, "#lab=workshop&eps=2")
		m.Type("code", text)
		m.Flush()
		if again, _ := bench(t, s.Kept, s.LastHash); again.Front.Spec.Text("code") != text {
			t.Errorf("a program of %d bytes is lost by a reload of %.80s", len(text), s.LastHash)
		}
		if elsewhere, _ := bench(t, s.Kept, "#lab=workshop&eps=3"); len(text) > 8000 &&
			elsewhere.Front.Spec.Text("code") == text {
			t.Error("another address opens with the program that was kept")
		}
		m.Preset("3")
		if m.Front.Spec.Text("code") == text || m.Front.Script.OwnProgram != text {
			t.Fatalf("after a classic was picked, kept is %.40q", m.Front.Script.OwnProgram)
		}
		m.Preset("4")
		m.Preset(laboratory.OwnProgram)
		if m.Front.Spec.Text("code") != text {
			t.Error("the visitor's own program does not come back")
		}
	}
}

// TestOtherProgramIsAskedAtOnce: the look at a program may never be answered, so that
// one at another program does not wait for it; of the same one, one look follows another.
func TestOtherProgramIsAskedAtOnce(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	m.Type("code", "def release(x): return 0\n")
	s.Pass()
	asked := len(s.Looks)
	m.Type("n", "300")
	s.Pass()
	if len(s.Looks) != asked {
		t.Errorf("%d looks at one program at once", len(s.Looks)-asked+1)
	}
	m.Preset("0")
	s.Pass()
	if len(s.Looks) != asked+1 || m.Settled() {
		t.Errorf("%d looks at another program", len(s.Looks)-asked)
	}
	m.Type("code", "def release(x): return 1\n")
	s.Pass()
	if len(s.Looks) != asked+2 {
		t.Errorf("%d looks at programs", len(s.Looks)-asked)
	}
	s.Looks[asked+1].Done(wire.Looked{})
	if !m.Settled() {
		t.Error("the page waits for a look that was superseded")
	}
}

// TestFaultOfTheMoment: a program that did not end on this device, now, keeps nobody from
// running, and why stands at the button: the test asks for the program once more and begins
// when it has opened, by its claim; while it does not open, each press asks once.
func TestFaultOfTheMoment(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	moment := wire.Looked{Err: lang.Say("pool.long", "seconds", 8)}
	m.Type("code", "claim = 3\n")
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(moment)
	d := m.Front
	for range 2 {
		if !d.Ready() || d.Wrong() != nil || d.Holds() || !slices.Equal(d.Unplaced(), []lang.Message{moment.Err}) {
			t.Fatalf("ready %v, wrong %v, holds %v, %q", d.Ready(), d.Wrong(), d.Holds(), d.Unplaced())
		}
		asked := len(s.Looks)
		if m.Test(); len(s.Looks) != asked+1 || d.Why().ID() != "page.due" || len(s.Runs) > 0 {
			t.Fatalf("%d looks, %q, %d runs", len(s.Looks)-asked, d.Why(), len(s.Runs))
		}
		s.Looks[asked].Done(moment)
		if s.Pass(); len(s.Looks) != asked+1 || d.Why() != "" {
			t.Fatalf("one press asks %d times, then %q", len(s.Looks)-asked, d.Why())
		}
	}
	m.Test()
	if s.Claims(3, 0); len(s.Runs) != 1 || s.Runs[0].Spec.Float("eps") != 3 || len(d.Unplaced()) > 0 {
		t.Fatalf("%d runs at ε = %v, %q", len(s.Runs), d.Spec.Float("eps"), d.Unplaced())
	}

	// A program that the laboratory or a link brings claims nothing anew: it is run at once.
	m, s = bench(t, nil, "#lab=workshop")
	s.Looks[len(s.Looks)-1].Done(moment)
	if m.Test(); len(s.Runs) != 1 {
		t.Errorf("%d runs", len(s.Runs))
	}

	// What is wrong with a program that is not to be seen is told at the button.
	m, s = bench(t, nil, "#lab=workshop")
	d = m.Front
	for _, hidden := range []bool{false, true} {
		d.Hidden = hidden
		m.Look()
		s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: lang.Verbatim("No."), Field: "code"})
		if d.Ready() != hidden || (d.Wrong() == nil) != hidden || (len(d.Unplaced()) == 1) != hidden {
			t.Errorf("hidden %v: ready %v, wrong %v, %q", hidden, d.Ready(), d.Wrong(), d.Unplaced())
		}
	}
}
