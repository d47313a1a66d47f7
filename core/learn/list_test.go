package learn

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
)

// What only one input releases goes to the test however rarely it comes beside numbers that
// hardly ever come again: a word, a value without noise, one of several of these or a missing
// number, in any entry, in all of the samples: 40,000 are ten times what a search sorts whole, and
// twice what a quick one looks at.
func TestValuesAmongNumbers(t *testing.T) {
	check.Full(t)
	word := func(row []float64, k, word int) { row[k] = mechanism.ListedWord(word) }
	numbers := func(in int, s *rng.Stream, row []float64) {
		for k := range row {
			row[k] = s.Laplace(1)
		}
		row[len(row)-1] += float64(in)
	}
	for name, c := range map[string]struct {
		width int
		share float64 // of the releases
		value func(in int, s *rng.Stream, row []float64)
	}{
		"a word":              {1, 0.005, func(in int, _ *rng.Stream, row []float64) { word(row, 0, in) }},
		"a word of one input": {1, 0.005, func(in int, _ *rng.Stream, row []float64) { word(row, 0, 3*in) }},
		"no noise":            {1, 0.002, func(in int, _ *rng.Stream, row []float64) { row[0] = float64(3 + in) }},
		"no noise in a list":  {3, 0.002, func(in int, _ *rng.Stream, row []float64) { row[2] = float64(3 + in) }},
		"no noise far behind": {80, 0.01, func(in int, _ *rng.Stream, row []float64) { row[79] = float64(in) }},
		"a word in a list":    {3, 0.004, func(in int, _ *rng.Stream, row []float64) { word(row, 1, 3*in) }},
		"a missing value":     {3, 0.01, func(in int, _ *rng.Stream, row []float64) { row[2*in] = mechanism.Absent() }},
		"ten words":           {1, 0.01, func(in int, s *rng.Stream, row []float64) { word(row, 0, 10*in+s.Intn(10)) }},
		"ten words in a list": {2, 0.01, func(in int, s *rng.Stream, row []float64) { word(row, 0, 10*in+s.Intn(10)) }},
	} {
		for _, n := range []int{10_000, 30_000} {
			if n > 10_000 && c.width != 1 {
				continue
			}
			for seed := range uint64(1) {
				draw := func(in int, s *rng.Stream, row []float64) {
					if numbers(in, s, row); s.Bernoulli(c.share) {
						c.value(in, s, row)
					}
				}
				a := aim(c.width)
				a.M, a.Learn = 2*n, c.width <= 3
				most := 0.0
				fresh := newSearch(sample(c.width, n, draw, seed+100), a)
				for _, e := range chosenOf(sample(c.width, n, draw, seed), a) {
					if c := fresh.hits(e.Rule.Matcher(), e.Swap); c[1] == 0 {
						most = max(most, c[0])
					}
				}
				if most < 0.4*c.share*float64(n) {
					t.Errorf("%s, %d releases, seed %d: of what tells for sure at most %v come", name, n, seed, most)
				}
			}
		}
	}
}

// Values that both inputs release alike, few or many, beside numbers promise nothing.
func TestSameValuesAmongNumbers(t *testing.T) {
	for _, many := range []int{1, 3, 30, 1000} {
		for _, width := range []int{1, 2} {
			for seed := range uint64(5) {
				q := newSearch(sample(width, 10_000, func(_ int, s *rng.Stream, row []float64) {
					for k := range row {
						row[k] = s.Norm()
					}
					if s.Bernoulli(0.2) {
						row[width-1] = float64(s.Intn(many))
					}
				}, seed), aim(width))
				found, _ := q.list()
				for _, f := range append(found, q.frequent()...) {
					if f.Gain-f.Error > 0.05 {
						name := english.Say(q.named(f.Event).Name)
						t.Errorf("of %d values %s promises %.3f ± %.3f", many, name, f.Gain, f.Error)
					}
				}
			}
		}
	}
}

// The events on values are called by them, and where a value tells the inputs apart as well as
// anything else it comes first.
func TestNamesOfValues(t *testing.T) {
	words := make([]string, 20)
	for i := range words {
		words[i] = string(rune('a' + i))
	}
	for name, c := range map[string]struct {
		width int
		bits  bool
		draw  func(in int, s *rng.Stream, row []float64)
	}{
		"release is missing": {1, false, func(in int, s *rng.Stream, row []float64) {
			if row[0] = s.Norm(); in == 0 && s.Bernoulli(0.01) {
				row[0] = mechanism.Absent()
			}
		}},
		"release is b": {1, false, func(in int, s *rng.Stream, row []float64) {
			if row[0] = s.Norm(); in == 0 && s.Bernoulli(0.01) {
				row[0] = mechanism.ListedWord(1)
			}
		}},
		"entry 2 is one of 2 values, among them b and a": {2, false, func(in int, s *rng.Stream, row []float64) {
			row[0] = s.Norm()
			if row[1] = s.Norm(); s.Bernoulli(0.02) {
				row[1] = mechanism.ListedWord(2*in + s.Intn(2)*(1-in))
			}
		}},
		"1 is released": {1, true, func(in int, _ *rng.Stream, row []float64) { row[0] = float64(1 + in) }},
	} {
		a := aim(c.width)
		a.M, a.Bits, a.Layout = 20_000, c.bits, event.Layout{Width: c.width, Words: words}
		e := chosenOf(sample(c.width, 10_000, c.draw), a)[0]
		if got := english.Say(e.Name); got != name {
			t.Errorf("%q comes first, want %q", got, name)
		}
	}
}

// A word among numbers is found, too, where these are printed with more decimals under one input.
func TestWordAmongPrintedNumbers(t *testing.T) {
	for seed := range uint64(4) {
		a := aim(1)
		a.M, a.Bits = 20_000, true
		s := sample(1, 10_000, func(in int, s *rng.Stream, row []float64) {
			unit := math.Pow10(5 + in)
			if row[0] = math.Round(s.Laplace(1)*unit) / unit; s.Bernoulli(0.005) {
				row[0] = mechanism.ListedWord(in)
			}
		}, seed)
		if !slices.ContainsFunc(chosenOf(s, a), func(e event.Event) bool {
			return e.Rule.Matcher()([]float64{mechanism.ListedWord(0)}) && !e.Rule.Matcher()([]float64{0.12345})
		}) {
			t.Errorf("seed %d: no event is that of the word", seed)
		}
	}
}
