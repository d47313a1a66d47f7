package share

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/ui/page/features/compare"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

// open is a page with the workshop that compares and shares.
func open(t *testing.T, link string) (*state.Model, *Feature) {
	t.Helper()
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	f := &Feature{Plain: state.Plain{M: m}}
	m.Use(&compare.Feature{Plain: state.Plain{M: m}}, f)
	m.Start("", false, link)
	return m, f
}

// A program in which A differs travels in the link, unless it is too long for
// one; then the dialog says so.
func TestLinkWithBothPrograms(t *testing.T) {
	m, f := open(t, "#lab=workshop")
	d := m.Front
	for _, text := range []string{"pairs = [(1, 2)] # a; b & c\n",
		strings.Repeat("# a program too long for a link\n", 500)} {
		m.Type("code", text)
		d.A = &laboratory.Kept{Spec: d.Spec, Result: laboratory.Result{Report: &lab.Report{}}}
		m.Preset("3")
		link, short := m.Link(state.Address, false, false), len(text) < 100
		if strings.Contains(link, "&a=") != short {
			t.Errorf("the link for a program of %d bytes is %.200s", len(text), link)
		}
		if say := (&Share{M: m, F: f}).whole(); (say.ID() == "share.whole") != short {
			t.Errorf("of a program of %d bytes the dialog says %q", len(text), say)
		}
		again, _ := open(t, link)
		if a := again.Front.A; short && (a == nil || a.Spec.Text("code") != text || !again.Front.Spec.Equal(d.Spec)) {
			t.Errorf("the link opens with A %+v", a)
		}
		if diff := d.Differences(); len(diff) == 0 || diff[0].A.ID() != "page.program.own" ||
			diff[0].B != d.Presets[3].Title("workshop") {
			t.Errorf("the runs differ in %+v", diff)
		}
	}
}
