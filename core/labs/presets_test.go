package labs_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lab"
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

// TestClassPresets: what is offered to a class gives it something to talk about: of forty
// phones neither nearly all nor nearly none find the violation.
func TestClassPresets(t *testing.T) {
	for name, want := range map[string]int{"ring": 25, "survey": 23} {
		l := labs.All().Find(name)
		i := slices.IndexFunc(l.Presets(), func(p lab.Preset) bool { return p.Name == "class" })
		var set []string
		for k, v := range l.Presets()[i].Set {
			set = append(set, k, v)
		}
		found := 0
		for seed := range 40 {
			s := labtest.Spec(t, l, append(slices.Clone(set), "seed", strconv.Itoa(seed+1))...)
			if labtest.Report(t, l, s, 2).Found() {
				found++
			}
		}
		if found != want {
			t.Errorf("%s: of 40 seeds %d find it, its note says %d", name, found, want)
		}
	}
}
