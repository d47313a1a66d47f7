package replay

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/english"
)

// toy releases two steps of two numbers.
type toy func(in mechanism.Input, s *rng.Stream, out []float64)

func (toy) Shape() (steps, dim int)                                    { return 2, 2 }
func (f toy) Release(in mechanism.Input, s *rng.Stream, out []float64) { f(in, s, out) }
func (f toy) Fork() mechanism.Mechanism                                { return f }
func (toy) Claim() mechanism.Claim                                     { return mechanism.Claim{} }
func means(in mechanism.Input, out []float64) {
	copy(out, [][]float64{{1, 2, 3, 4}, {4, -2, 3, 5}}[in])
}
func add(in mechanism.Input, out []float64, noise func() float64) {
	means(in, out)
	for i := range out {
		out[i] += noise()
	}
}

// What is just added does not show, in each norm and step; what is not is named; and so is a
// branch of one input, even where what is released does not show it.
func TestRun(t *testing.T) {
	plain := Run(toy(func(in mechanism.Input, s *rng.Stream, out []float64) { add(in, out, s.Norm) }), 1)
	if plain.Streams != mostStreams || plain.Apart != 0 || plain.Whole.Varies || plain.Whole.Worded != 0 {
		t.Errorf("added noise: %+v", plain)
	}
	near := func(r Range, want float64) {
		t.Helper()
		if math.Abs(float64(r.Least)-want) > 1e-12 || math.Abs(float64(r.Most)-want) > 1e-12 {
			t.Errorf("%+v, want %v", r, want)
		}
	}
	near(plain.Steps[0].L1, 7)
	near(plain.Steps[0].L2, 5)
	near(plain.Steps[0].Max, 4)
	near(plain.Steps[1].L1, 1)
	near(plain.Whole.L1, 8)
	near(plain.Whole.L2, math.Sqrt(26))
	near(plain.Whole.Max, 4)

	cases := map[string]struct {
		m       toy
		assumed float64
		byL1    bool
		verdict string
		steps   [2]string
	}{
		"holds": {func(in mechanism.Input, s *rng.Stream, out []float64) {
			add(in, out, func() float64 { return s.Laplace(3) })
		}, 8, true, "holds", [2]string{"holds", "holds"}},
		"larger": {func(in mechanism.Input, s *rng.Stream, out []float64) { add(in, out, s.Norm) }, 5, false, "larger",
			[2]string{"holds", "holds"}},
		"scale by data": {func(in mechanism.Input, s *rng.Stream, out []float64) {
			means(in, out)
			out[3] += out[3] * s.Norm()
		}, 100, false, "varies", [2]string{"holds", "varies"}},
		"sign by noise": {func(in mechanism.Input, s *rng.Stream, out []float64) { // as large in every norm
			means(in, out)
			if s.Bernoulli(0.5) {
				out[0] = -out[0]
			}
		}, math.NaN(), false, "varies", [2]string{"varies", "added"}},
		"one draw more": {func(in mechanism.Input, s *rng.Stream, out []float64) {
			add(in, out, s.Norm)
			if in == mechanism.Adjacent {
				s.Uint64()
			}
		}, 100, false, "varies", [2]string{"holds", "holds"}},
		"a word": {func(in mechanism.Input, s *rng.Stream, out []float64) {
			add(in, out, s.Norm)
			if in == mechanism.Adjacent {
				out[1] = mechanism.Word("ABOVE")
			}
			out[2] = mechanism.Absent()
		}, 100, false, "words", [2]string{"words", "holds"}},
	}
	for name, c := range cases {
		e := Entry{Result: Run(c.m, 1), Assumed: c.assumed, ByL1: c.byL1}
		if v := e.Verdict(&e.Whole); v != c.verdict {
			t.Errorf("%s: %s, want %s: %+v", name, v, c.verdict, e.Whole)
		}
		for k := range e.Steps {
			if v := e.Verdict(&e.Steps[k]); v != c.steps[k] {
				t.Errorf("%s, step %d: %s, want %s: %+v", name, k+1, v, c.steps[k], e.Steps[k])
			}
		}
		said := Sheet([]Entry{e}, lang.Say("input.record"))
		text := english.Say(said.Lead)
		for _, n := range said.Notes {
			text += " " + english.Say(n)
		}
		if strings.Contains(text, "⟨") || !strings.Contains(text, "256 streams") || len(said.Tables[0].Rows) != 3 {
			t.Errorf("%s: %q", name, text)
		}
		if name == "one draw more" && !strings.Contains(text, "256 of 256 streams the two inputs drew different amounts") {
			t.Errorf("%s: %q", name, text)
		}
		if name == "a word" && (e.Whole.Unlike != 256 || e.Steps[1].Worded != 0 || !strings.Contains(text, "(256 of them)")) {
			t.Errorf("%s: %+v, %q", name, e.Result, text)
		}
		data, err := json.Marshal(e.Result)
		var back Result
		if err != nil || json.Unmarshal(data, &back) != nil || !reflect.DeepEqual(&back, e.Result) {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}

// Of several pairs the one that shows most is spoken of.
func TestPairs(t *testing.T) {
	at := func(shift float64) Entry {
		return Entry{Name: lang.Verbatim("by " + string(rune('0'+int(shift)))), Assumed: math.NaN(),
			Result: Run(toy(func(in mechanism.Input, s *rng.Stream, out []float64) {
				clear(out)
				out[0] = shift*float64(in) + s.Norm()
			}), 1)}
	}
	s := Sheet([]Entry{at(1), at(3), at(2)})
	if text := english.Say(s.Lead); !strings.Contains(text, "always differ by 3") || !strings.Contains(text, "“by 3”") ||
		len(s.Tables[0].Rows) != 3 {
		t.Errorf("%q", text)
	}
}
