package view

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
)

// A program in which A differs travels in the link, unless it is too long for
// one; then the dialog says so.
func TestLinkWithBothPrograms(t *testing.T) {
	m, _ := openWorkshop(t, nil, "#lab=workshop")
	d := m.Front
	for _, text := range []string{"pairs = [(1, 2)] # a; b & c\n",
		strings.Repeat("# a program too long for a link\n", 500)} {
		m.Type("code", text)
		d.A = &laboratory.Kept{Spec: d.Spec, Result: laboratory.Result{Report: &lab.Report{}}}
		m.Preset("3")
		link, short := m.Link(false), len(text) < 100
		if strings.Contains(link, "&a=") != short {
			t.Errorf("the link for a program of %d bytes is %.200s", len(text), link)
		}
		if say := (&Share{M: m}).whole(); (say.ID() == "page.share.whole") != short {
			t.Errorf("of a program of %d bytes the dialog says %q", len(text), say)
		}
		again, _ := openWorkshop(t, nil, link)
		if a := again.Front.A; short && (a == nil || a.Spec.Text("code") != text || !again.Front.Spec.Equal(d.Spec)) {
			t.Errorf("the link opens with A %+v", a)
		}
		if diff := d.Differences(); len(diff) == 0 || diff[0].A.ID() != "page.program.own" ||
			diff[0].B != d.Presets[3].Title("workshop") {
			t.Errorf("the runs differ in %+v", diff)
		}
	}
}
