package labs_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"indistinct/core/labs"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// No two presets of a laboratory answer with the same counts, or the later one
// says that their audits agree and why: a visitor who picks another picture
// sees another run, or learns why not. Few releases are enough to see it.
func TestPresetsDiffer(t *testing.T) {
	for _, l := range labs.All() {
		if l.About().Guest {
			continue // its code is linked elsewhere
		}
		seen := map[[4]int64]string{}
		for _, p := range l.Presets() {
			var set []string
			for _, k := range slices.Sorted(maps.Keys(p.Set)) {
				set = append(set, k, p.Set[k])
			}
			r := labtest.Report(t, l, labtest.Spec(t, l, append(set, "n", "300", "m", "1000", "seq", "0")...), 2)
			c := r.Strong.Count
			key := [4]int64{c.C1, c.C2, c.O1, c.O2}
			if other, ok := seen[key]; ok && !strings.Contains(english.Say(p.Note(l.About().Name)), "agree") {
				t.Errorf("%s: %q and %q both count %v", l.About().Name, other, p.Name, key)
			}
			seen[key] = p.Name
		}
	}
}
