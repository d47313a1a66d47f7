package guest_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// What two runs on the same noise show of the published mechanisms. Where noise is added to
// numbers, the difference is their sensitivity, on every pair: ten times too large where a
// clamp is forgotten. Choices by noise, coins and words are told from it.
func TestReplayOfClassics(t *testing.T) {
	l := guest.All().Find("workshop")
	type shown struct {
		verdicts     string  // of the pairs
		most         float64 // of the ℓ₁ norms
		words, apart bool    // that differ, and other amounts of the stream
	}
	want := map[string]shown{
		"laplace": {"additive", 1, false, false}, "laplace_halved": {"additive", 1, false, false},
		"histogram": {"additive", 1, false, false}, "counter": {"additive", 4, false, false},
		"mean": {"additive", 10, false, false}, "mean_wrong": {"additive", 100, false, false},
		"gaussian_wrong": {"additive", 1, false, false},
		// Choices among noisy numbers, and coins.
		"noisy_max":       {"no difference, not additive", 4, false, false},
		"rappor":          {"no difference, not additive", 2, false, false},
		"noisy_max_value": {"additive, not additive", 1, false, false},
		// Words. Those that stop draw no more of the stream once they have; the fifth never stops.
		"response": {"words", 0, true, false}, "exponential": {"words", 0, true, false},
		"sparse_vector": {"words", 0, true, true}, "sparse_vector_2": {"words", 0, true, true},
		"sparse_vector_3": {"words", 1, true, true}, "sparse_vector_4": {"words", 0, true, true},
		"sparse_vector_5": {"words", 0, true, false}, "laplace_float32": {"not additive", 1, false, false},
	}
	for _, c := range workshop.Classics() {
		w, ok := want[c.Name]
		if !ok {
			continue
		}
		delete(want, c.Name)
		s := labtest.Spec(t, l, "code", c.Program())
		job, err := lab.Start(l, s, lab.Replay)
		if err != nil {
			t.Fatal(err)
		}
		data, err := work.Serial(job, 0)
		if err != nil {
			t.Fatal(err)
		}
		sh := labtest.Sheet(t, c.Name, data)
		verdicts, most := map[string]bool{}, 0.0
		for _, r := range sh.Tables[0].Rows {
			verdicts[english.Say(r[len(r)-1].Text)] = true
			most = math.Max(most, float64(*r[1].Num))
		}
		notes := ""
		for _, n := range sh.Notes {
			notes += english.Say(n) + " "
		}
		got := shown{strings.Join(slices.Sorted(maps.Keys(verdicts)), ", "), most,
			strings.Contains(notes, "different words"), strings.Contains(notes, "different amounts")}
		if math.Abs(got.most-w.most) > 1e-6 || got.verdicts != w.verdicts || got.words != w.words ||
			got.apart != w.apart {
			t.Errorf("%s: %+v, want %+v", c.Name, got, w)
		}
		if kind := strings.Contains(notes, "(0 of them)"); w.words && kind == (c.Name == "sparse_vector_3") {
			t.Errorf("%s: %s", c.Name, notes) // a number against a word
		}
	}
	if len(want) > 0 {
		t.Errorf("there are no classics %v", want)
	}
}
