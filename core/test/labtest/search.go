package labtest

import (
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
)

// Search runs a Spec on its own pair of inputs and with the search for the worst
// one. The search must prove more, by a pair whose exact ε is larger; account for
// all that it tried; come out alike whoever draws; and be what the stage shows.
func Search(t *testing.T, l lab.Laboratory, set ...string) (given, found *lab.Report) {
	t.Helper()
	given = Report(t, l, Spec(t, l, set...), 2)
	all := Spec(t, l, append(set, "pairs", "all")...)
	found = Report(t, l, all, 2)
	if again := Report(t, l, all, 1); !same(t, found, again) {
		t.Error("another report with one worker")
	}
	if given.ExactDelta == nil || found.ExactDelta == nil || !(*found.ExactDelta > *given.ExactDelta*1.01) {
		t.Errorf("exact ε of the pair found %v, of the pair given %v", known(found.ExactDelta), known(given.ExactDelta))
	}
	if !(found.Strong.Epsilon > given.Strong.Epsilon) {
		t.Errorf("proven %v with the search, %v without", found.Strong.Epsilon, given.Strong.Epsilon)
	}
	if len(given.Tried) > 0 || len(found.Tried) < 2 || found.Pair == 0 {
		t.Fatalf("pair %d of %v", found.Pair, found.Tried)
	}
	names := map[string]bool{}
	for i, x := range found.Tried {
		names[english.Say(x.Name)] = true
		if x.Pair != i || english.Say(x.Name) == "" || x.Releases == 0 || english.Say(x.Event) == "" {
			t.Errorf("pair %d: %+v", i, x)
		}
	}
	if len(names) != len(found.Tried) {
		t.Errorf("names are used twice: %v", names)
	}
	tested := english.Say(found.Tried[found.Pair].Name)
	for _, x := range found.Tried {
		if x.Releases > found.Tried[found.Pair].Releases {
			t.Errorf("%s was looked at longer than %s, which was tested", english.Say(x.Name), tested)
		}
	}
	if say := english.Say(tell.Precise(&found.Report)); !strings.Contains(say, tested) {
		t.Errorf("nothing says that “%s” was tested: %q", tested, say)
	}
	look, err := lab.LookAt(l, all, found)
	if err != nil {
		t.Fatal(err)
	}
	if err := filmtest.Check(look.Film); err != nil {
		t.Error(err)
	}
	if !strings.Contains(english.Say(look.Alt), tested) ||
		!strings.Contains(english.Say(look.Film.Views[0].Note), tested) {
		t.Errorf("the stage does not say that it shows “%s”: %q", tested, look.Alt)
	}
	return given, found
}

// same reports whether two reports are equal in every number and word.
func same(t *testing.T, a, b *lab.Report) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(x) == string(y)
}
