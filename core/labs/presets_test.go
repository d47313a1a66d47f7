package labs_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/test/check"
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
			if p.Set["mech"] == "own" {
				continue // likewise
			}
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

// A laboratory opens on its first preset, which keeps its promise, and the second, or the
// first of those that are wrong, halves the noise. (The ring's guarantee is a matter of its
// settings.) Links of before open on what they opened on.
func TestOpenings(t *testing.T) {
	for _, l := range labs.All() {
		name, table := l.About().Name, l.Params()
		first := labtest.Spec(t, l)
		for k, v := range l.Presets()[0].Set {
			if p := table.Find(k); p.Kind != lab.Code {
				first = labtest.Spec(t, l, k, v)
			}
		}
		if !first.Equal(table.Defaults(name)) {
			t.Errorf("%s opens on something else than its first preset", name)
		}
		if title := english.Say(l.Presets()[1].Title(name)); name != "ring" && title != "Halve the noise" {
			t.Errorf("%s: the second preset is %q", name, title)
		}
	}
	for link, want := range map[string][2]string{
		"#lab=filtering&v=2": {"half", "0.5"}, "#lab=filtering": {"half", "1"},
		"#lab=lqg&v=2": {"moves", "0"}, "#lab=lqg": {"moves", "1"},
	} {
		if s, _ := lab.ParseLink(link, labs.All().Find, labs.Home); s.Show(want[0]) != want[1] {
			t.Errorf("%s opens with %s = %s, want %s", link, want[0], s.Show(want[0]), want[1])
		}
	}
	s, _ := lab.ParseLink("#lab=workshop&v=2", labs.All().Find, labs.Home)
	if !strings.HasPrefix(s.Text("code"), "# Wrong (Lyu, Su & Li 2017, algorithm 5)") {
		t.Errorf("the workshop's links of before open %q", s.Text("code"))
	}
}

// TestClassPresets: what is offered to a class gives it something to talk about: of forty
// phones neither nearly all nor nearly none find the violation.
func TestClassPresets(t *testing.T) {
	check.Full(t)
	for name, want := range map[string]int{"ring": 26, "survey": 23} {
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
