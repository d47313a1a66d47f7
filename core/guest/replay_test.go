package guest_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	about "indistinct/core/about/workshop"
	"indistinct/core/guest"
	"indistinct/core/lab"
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
		"laplace": {"holds", 1, false, false}, "laplace_halved": {"larger than assumed", 1, false, false},
		"histogram": {"holds", 1, false, false}, "counter": {"additive", 4, false, false},
		"mean": {"holds", 10, false, false}, "mean_wrong": {"holds, larger than assumed", 100, false, false},
		"gaussian_wrong": {"larger than assumed", 1, false, false},
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
	for _, c := range about.Classics() {
		w, ok := want[c.Name]
		if !ok {
			continue
		}
		delete(want, c.Name)
		set := []string{"code", c.Program()}
		if c.Claim > 0 {
			set = append(set, "eps", fmt.Sprint(c.Claim), "delta", fmt.Sprint(c.Delta))
		}
		s := labtest.Spec(t, l, set...)
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
	// Draws that are added up or used twice are not noise for each number: nothing is assumed of
	// them, and a right program is not accused.
	for body, want := range map[string]string{
		"return [x + laplace(1), laplace(1)]":                            "replay.verdict.holds",
		"a = x + laplace(1)\n    return [a, a + x + laplace(1)]":         "replay.verdict.added",
		"a, b = laplace(1), laplace(1)\n    return [x + a, x + a]":       "replay.verdict.added",
		"return x + sum([laplace(1) for i in range(9)]) / 9":             "replay.verdict.added",
		"return [2 * x + laplace(1), laplace(1)]":                        "replay.verdict.larger",
		"return [x + laplace(1), laplace(2)]":                            "replay.verdict.added",
		"return [x + (laplace(1) if x > 0 else laplace(3)), laplace(1)]": "replay.verdict.varies",
	} {
		s := labtest.Spec(t, l, "code", "pairs = [(0, 1)]\ndef release(x):\n    "+body+"\n", "eps", "1")
		job, err := lab.Start(l, s, lab.Replay)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := work.Serial(job, 0); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, not %s: %s", body, err, want, data)
		}
	}
	if len(want) > 0 {
		t.Errorf("there are no classics %v", want)
	}
}
