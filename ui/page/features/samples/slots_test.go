package samples

import (
	"testing"

	"indistinct/ui/page/view"
)

// TestSlots: the fields stand below the picture of a laboratory that tests files, and nowhere else.
func TestSlots(t *testing.T) {
	m, f, _ := bench(t)
	drawn := func(what string, want int) {
		t.Helper()
		if n := len(f.Draw(view.Under)); n != want {
			t.Errorf("%s: %d parts are drawn", what, n)
		}
		for _, at := range []view.Slot{view.Over, view.Tools, view.Below, view.Side} {
			if len(f.Draw(at)) != 0 {
				t.Errorf("%s: at %s too", what, at)
			}
		}
	}
	drawn("the workshop", 1)
	m.Page = "reference"
	drawn("a page", 0)
	m.Page, m.Presenting = "", true
	drawn("a presentation", 0)
	m.Presenting = false
	m.Go("toy", "")
	drawn("the toy", 0)
}

// TestWhole: one file of several columns may hold both inputs; two files, or one column, do not.
func TestWhole(t *testing.T) {
	m, f, s := bench(t)
	c := &Samples{M: m, F: f, D: m.Front, S: &f.files}
	whole := func(what string, names []string, want bool) {
		t.Helper()
		s.Answer(t, holding(-1, names...))
		if c.whole() != want {
			t.Errorf("%s may hold both inputs: %v", what, !want)
		}
	}
	if c.whole() {
		t.Error("no file may hold both inputs")
	}
	chosen(m, "load-record", "a.csv", 100, "1")
	whole("a file of one column", []string{"x"}, false)
	chosen(m, "load-record", "a.csv", 100, "2")
	whole("a file of two columns", []string{"x", "y"}, true)
	chosen(m, "load-neighbour", "b.csv", 100, "3")
	whole("one of two files", []string{"x", "y"}, false)
}
