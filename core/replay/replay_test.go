package replay

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
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
	if plain.Streams != mostStreams || plain.Apart != 0 || plain.Whole.Varies || plain.Whole.Words.Any != 0 {
		t.Errorf("added noise: %+v", plain)
	}
	near := func(d Difference, want ...float64) {
		t.Helper()
		for i, w := range want {
			if math.Abs(float64(d.Least[i])-w) > 1e-12 || math.Abs(float64(d.Most[i])-w) > 1e-12 {
				t.Errorf("%+v, want %v", d, want)
			}
		}
	}
	near(plain.Steps[0], 7, 5, 4)
	near(plain.Steps[1], 1, 1, 1)
	near(plain.Whole, 8, math.Sqrt(26), 4)

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
		e := entry{Result: Run(c.m, 1), assumed: c.assumed, norm: 2}
		if c.byL1 {
			e.norm = 1
		}
		if v := verdicts[e.verdict(&e.Whole)]; v != c.verdict {
			t.Errorf("%s: %s, want %s: %+v", name, v, c.verdict, e.Whole)
		}
		for k := range e.Steps {
			if v := verdicts[e.verdict(&e.Steps[k])]; v != c.steps[k] {
				t.Errorf("%s, step %d: %s, want %s: %+v", name, k+1, v, c.steps[k], e.Steps[k])
			}
		}
		said, err := Sheet(c.m, 1, privacy.Budget{}, lang.Say("input.record"))
		if err != nil {
			t.Fatal(err)
		}
		text := english.Say(said.Lead)
		for _, n := range said.Notes {
			text += " " + english.Say(n)
		}
		if strings.Contains(text, "⟨") || !strings.Contains(text, "256 streams") || len(said.Tables[0].Rows) != 3 {
			t.Errorf("%s: %q", name, text)
		}
		if name == "one draw more" && !strings.Contains(text, "256 of 256 streams the two inputs drew different") {
			t.Errorf("%s: %q", name, text)
		}
		if name == "a word" && (e.Whole.Words.Unlike != 256 || e.Steps[1].Words != (Words{}) ||
			!strings.Contains(text, "(256 of them)")) {
			t.Errorf("%s: %+v, %q", name, e.Result, text)
		}
	}
}

// several is a mechanism with pairs that lie so far apart.
type several []float64

func (several) Shape() (steps, dim int)                    { return 1, 1 }
func (s several) Fork() mechanism.Mechanism                { return s }
func (several) Claim() mechanism.Claim                     { return mechanism.Claim{} }
func (several) Covers(privacy.Budget) (most, norm float64) { return 2.5, 1 }
func (s several) Release(in mechanism.Input, r *rng.Stream, out []float64) {
	out[0] = s[0]*float64(in) + r.Norm()
}
func (s several) On(pair int) (mechanism.Mechanism, error) { return s[pair : pair+1], nil }
func (s several) Pairs() (names []lang.Message) {
	for _, d := range s {
		names = append(names, lang.Verbatim(strconv.FormatFloat(d, 'g', -1, 64)))
	}
	return names
}

// Of several pairs the one that shows most is spoken of.
func TestPairs(t *testing.T) {
	s, err := Sheet(several{1, 3, 2}, 1, privacy.Budget{})
	if text := english.Say(s.Lead); err != nil || !strings.Contains(text, "up to 3, but") ||
		!strings.Contains(text, "no more than 2.5") || !strings.Contains(text, "“3”") {
		t.Errorf("%v, %q", err, text)
	}
	for i, want := range []string{"holds", "larger than assumed", "holds"} {
		row := s.Tables[0].Rows[i]
		if got := english.Say(row[len(row)-1].Text); got != want {
			t.Errorf("pair %d: %s, want %s", i+1, got, want)
		}
	}
}
