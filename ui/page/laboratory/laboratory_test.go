package laboratory

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
	"indistinct/ui/page/control"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

func TestSearch(t *testing.T) {
	d, l := New(test.Toy{}), test.Language()
	d.Search = "COUNT"
	if g := d.ControlGroups(l); len(g) != 1 || len(g[0].First) != 1 || g[0].First[0].P.Name != "n" {
		t.Errorf("a search finds %d groups", len(g))
	}
	if d.Search = "the other"; len(d.ControlGroups(l)) != 1 { // the help of an option of Mode
		t.Error("the help of an option is not searched")
	}
	if d.Search = "no such thing"; len(d.ControlGroups(l)) != 0 {
		t.Error("a search that finds nothing shows something")
	}
}

// shows reports whether a message says a number without a unit.
func shows(m lang.Message, v float64) bool {
	return m == lang.Say("page.setting.number", "value", v)
}

// A link holds the settings in which run A differs from those on show; whatever it cannot
// mean is told. A run of the same settings that was kept stays when the link is opened.
func TestRunAInALink(t *testing.T) {
	d := New(test.Toy{})
	d.A = &Kept{Spec: d.Spec, Result: Result{Report: &lab.Report{}}}
	if got := d.LinkA(); got != "same" {
		t.Errorf("of the same settings the link is %q", got)
	}
	d.SlideTo(d.Table.Find("s"), 0.9)
	link := d.LinkA()
	if diff := d.Differences(); link != "s:0.5" || len(diff) != 1 || test.Language().Say(diff[0].Name) != "Factor s" ||
		!shows(diff[0].A, 0.5) || !shows(diff[0].B, 1.8) {
		t.Errorf("the link is %q, the runs differ in %+v", link, diff)
	}
	if wrong := d.OpenA(link); len(wrong) > 0 || d.A.Waits() {
		t.Errorf("the run that was kept is gone: %q", wrong)
	}
	if wrong := d.OpenA("s:0.7"); len(wrong) > 0 || !d.A.Waits() || d.A.Spec.Float("s") != 0.7 ||
		d.Spec.Float("s") != 1.8 {
		t.Errorf("another run is opened as %+v: %q", d.A, wrong)
	}
	if wrong := d.OpenA("s:nonsense;nothing:3"); len(wrong) != 2 {
		t.Errorf("of nonsense is told %q", wrong)
	}
	if d.OpenA(""); d.A != nil {
		t.Error("a link without a run A leaves one")
	}
}

// A slider and its Home and End keys stop at the last value that goes with the others; one
// that is typed beyond is refused with a reason, and the slider leads back.
func TestSlidersStopBeforeTheyAreRefused(t *testing.T) {
	d := New(&labtest.Lab{})
	window, steps := d.Table.Find("window"), d.Table.Find("steps")
	if d.SlideTo(window, 1); d.Spec.Int("window") != 8 || len(d.Cross) > 0 {
		t.Errorf("of 8 steps the window is %d: %v", d.Spec.Int("window"), d.Cross)
	}
	d.SlideTo(window, 0)
	d.SetValue(window, 5)
	if d.Press(steps, "Home"); d.Spec.Int("steps") != 5 || !d.Ready() {
		t.Errorf("with a window of 5 there are %d steps", d.Spec.Int("steps"))
	}
	if d.Press(window, "End"); d.Spec.Int("window") != 5 {
		t.Errorf("of 5 steps the window is %d", d.Spec.Int("window"))
	}
	d.Typed(texts.English(), "window", "40")
	if d.Ready() || d.Holds() || d.Wrong() != window || d.Why() == "" {
		t.Errorf("a window of 40 is taken: ready %v, wrong %v, %q", d.Ready(), d.Wrong(), d.Why())
	}
	if d.SlideTo(window, 0); !d.Ready() || d.Spec.Int("window") != 1 || d.Why() != "" {
		t.Errorf("the slider does not lead back: %d", d.Spec.Int("window"))
	}
}

// What only a look finds wrong with a parameter stands under it and keeps the test from
// running, until another value is looked at; what it finds wrong with none is told at the
// button.
func TestWhatALookRefuses(t *testing.T) {
	d := New(&labtest.Lab{})
	wrong := lang.Verbatim("There is no such sensor.")
	d.OnLook(d.Spec, wire.Looked{Err: wrong, Field: "sensors"})
	if d.Ready() || d.Holds() || d.Field(d.Table.Find("sensors")).Bad != wrong || d.Why() != wrong || d.Trouble != "" {
		t.Errorf("ready %v, under the field %q, beside the button %q, trouble %q", d.Ready(),
			d.Field(d.Table.Find("sensors")).Bad, d.Why(), d.Trouble)
	}
	d.SetValue(d.Table.Find("sensors"), 11)
	if !d.Ready() || d.Why() != "" {
		t.Errorf("another value is refused too: %q", d.Why())
	}
	d.OnLook(d.Spec, wire.Looked{Err: wrong})
	if !d.Ready() || d.Holds() || len(d.Unplaced()) != 1 {
		t.Errorf("ready %v, holds %v, beside the button %q", d.Ready(), d.Holds(), d.Unplaced())
	}
	if d.OnLook(d.Spec, wire.Looked{}); !d.Holds() || len(d.Unplaced()) != 0 {
		t.Errorf("after a good look it is not well: %q", d.Unplaced())
	}
}

// Every slider ends where values go with the other settings, the ring's with its number of
// sensors, its horizon, its cut and its orbit; and what is claimed of ε, from 0.1 to 10, takes
// most of its slider, while larger values can be typed.
func TestSlidersEndWhereValuesAreTaken(t *testing.T) {
	for _, l := range labs.All() {
		d := New(l)
		for i := range d.Table {
			p := &d.Table[i]
			if p.Kind != lab.Float && p.Kind != lab.Int || !d.Spec.Shown(p) {
				continue
			}
			q := d.ranged(p)
			for _, v := range []float64{q.Min, q.Max} {
				if probs := l.Check(d.Spec.Set(d.Table, p.Name, v)); len(probs) > 0 {
					t.Errorf("%s: the slider of %s ends at %v: %v", d.About.Name, p.Name, v, probs[0])
				}
			}
			if p.Name == "eps" {
				if part := control.Position(q, 10) - control.Position(q, 0.1); part < 0.6 {
					t.Errorf("%s: ε from 0.1 to 10 takes %.2f of the slider", d.About.Name, part)
				}
			}
		}
	}
	d := New(labs.All().Find("ring"))
	for name, want := range map[string][2]float64{"star": {1, 10}, "N": {1, 8}, "T": {5, 60}, "mu": {0, 0.05}} {
		if q := d.ranged(d.Table.Find(name)); q.Min != want[0] || q.Max != want[1] {
			t.Errorf("the slider of %s runs from %v to %v, want %v", name, q.Min, q.Max, want)
		}
	}
	if q := d.ranged(d.Table.Find("w2")); q.Min < 0.2 || q.Min > 1 {
		t.Errorf("the slider of ω₂ begins at %v", q.Min)
	}
	d.Typed(texts.English(), "eps", "500")
	if q := d.ranged(d.Table.Find("eps")); !d.Ready() || d.Spec.Float("eps") != 500 || q.Max != 500 {
		t.Errorf("ε = 500 is taken as %v, and its slider ends at %v", d.Spec.Float("eps"), q.Max)
	}
}
