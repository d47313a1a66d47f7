package laboratory

import (
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/test"
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
