package class_test

import (
	"testing"

	"indistinct/ui/page/features"
	"indistinct/ui/page/test/opened"
)

// TestClassWithARun: the run to compare with is of the phone's seed, as the one that follows.
func TestClassWithARun(t *testing.T) {
	m, _ := opened.Page("#lab=toy&seed=9&class=12&a=s:1", features.Use)
	if a := m.Front.A; m.Front.Spec.Seed() != 456789 || a == nil || a.Spec.Seed() != 456789 || a.Spec.Float("s") != 1 {
		t.Errorf("the phone's seed is %d, A is %+v", m.Front.Spec.Seed(), a)
	}
	if m, _ := opened.Page("#class=12x", features.Use); len(m.Notes) != 1 || m.Notes[0].ID() != "page.link.field" {
		t.Errorf("of a mark that is none the page says %q", m.Notes)
	}
}
