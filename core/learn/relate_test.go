package learn

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/event"
	"indistinct/core/rng"
	"indistinct/core/test/english"
)

// permuted are the ranks of n items in a random order, of which item i comes sooner the larger
// lead(i) is (Plackett & Luce).
func permuted(s *rng.Stream, row []float64, lead func(i int) float64) {
	time := make([]float64, len(row))
	for i := range row {
		time[i] = s.Exp() / lead(i)
	}
	for i := range row {
		row[i] = 1
		for _, t := range time {
			if t < time[i] {
				row[i]++
			}
		}
	}
}

// What entries tell by a remainder, a quotient, a product, their order or how often values occur
// is found, and one plain event that is worth as much is tested and called by it. The share of
// fresh releases in the first event is judged.
func TestRelated(t *testing.T) {
	scale := func(s *rng.Stream) float64 { return math.Exp(3 * s.Norm()) }
	for name, c := range map[string]struct {
		width int
		draw  func(in int, s *rng.Stream, row []float64)
		want  float64 // the log-ratio of the first event
		plain string  // how the name of one that is tested begins; "" where none is meant
	}{
		"a remainder": {1, func(in int, s *rng.Stream, row []float64) {
			rest := s.Intn(3)
			if s.Bernoulli(0.3) {
				rest = 1 + in // 1 or 2
			}
			row[0] = float64(3*s.Intn(1<<40)+rest) - 1<<41
		}, 0.55, "the release "},
		"a remainder of an entry": {3, func(in int, s *rng.Stream, row []float64) {
			row[0], row[1], row[2] = s.Norm(), float64(7*s.Intn(1<<30)), s.Laplace(1)
			if in == 1 || s.Bernoulli(0.5) {
				row[1] += float64(s.Intn(7))
			}
		}, 1.2, "entry 2 leaves 0 when divided by 7"},
		"a remainder by 9": {1, func(in int, s *rng.Stream, row []float64) {
			row[0] = float64(9*s.Intn(1<<30) + s.Intn(9))
			if s.Bernoulli(0.3) {
				row[0] = 9*float64(s.Intn(1<<30)) + 8*float64(in)
			}
		}, 1, "the release leaves "},
		"a spread beside a side": {3, func(in int, s *rng.Stream, row []float64) {
			row[0], row[1], row[2] = s.Norm(), s.Norm(), 5+s.Norm()
			if row[0] > 0 == (in == 0) {
				row[2] = 5 + 2*s.Norm()
			}
		}, 1, "entry 1 × entry 3 squared "},
		"a spread of many": {30, func(in int, s *rng.Stream, row []float64) {
			for k := range row {
				row[k] = 3 + s.Norm()*(1+0.15*float64(in))
			}
		}, 1, "mean squared distance of the entries from "},
		"a quotient": {4, func(in int, s *rng.Stream, row []float64) {
			row[0], row[1], row[2], row[3] = scale(s), s.Norm(), scale(s), s.Norm()
			row[2] = row[0] * math.Exp(1+s.Laplace(1)+0.8*float64(1-in))
		}, 0.5, "entry 3 divided by entry 1 "},
		"a product": {3, func(in int, s *rng.Stream, row []float64) {
			row[0], row[1], row[2] = s.Norm(), scale(s), 0
			row[2] = math.Exp(1+s.Laplace(1)+0.8*float64(1-in)) / row[1]
		}, 0.5, "entry 3 × entry 2 "},
		"an order": {6, func(in int, s *rng.Stream, row []float64) {
			permuted(s, row, func(i int) float64 { return 1 + 2*float64(in*i%3) })
		}, 0.9, ""},
		"which is largest": {5, func(in int, s *rng.Stream, row []float64) {
			size, most := scale(s), s.Intn(5)
			if in == 0 && s.Bernoulli(0.4) {
				most = 2
			}
			for k := range row {
				row[k] = size * s.Float64()
			}
			row[most] = size * (1 + s.Float64())
		}, 0.9, "entry 3 is the largest"},
		"reports in any order": {12, func(in int, s *rng.Stream, row []float64) {
			for k := range row {
				row[k] = float64(s.Intn(5))
			}
			if at := s.Intn(12); s.Bernoulli(0.9) {
				row[at] = float64(1 + in)
			}
		}, 0.45, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := chosenOf(sample(c.width, 8000, c.draw), aim(c.width))
			e, fresh := found[0], newSearch(sample(c.width, 8000, c.draw, 77), aim(c.width))
			h := fresh.hits(e.Rule.Matcher(), e.Swap)
			if got := math.Log(h[0] / (h[1] + 1)); !(got > c.want) || h[0] < 50 {
				t.Errorf("%s: %v of 8000 beside %v, a log-ratio of %.2f; want %.2f", english.Say(e.Name), h[0], h[1],
					got, c.want)
			}
			if !slices.ContainsFunc(found, func(e event.Event) bool {
				return e.Plain() && strings.HasPrefix(english.Say(e.Name), c.plain) || c.plain == ""
			}) {
				t.Errorf("no event that is tested is called %q", c.plain)
			}
		})
	}
}

// Features that add nothing to what entries tell are not searched: of 40 samples that tell the
// inputs apart by one entry alone none passes. Five standard errors are exceeded by chance in
// about one of 10,000; by χ²'s skewness in a few more.
func TestNothingRelated(t *testing.T) {
	for seed := range uint64(40) {
		q := newSearch(sample(4, 3000, func(in int, s *rng.Stream, row []float64) {
			for k := range row {
				row[k] = s.Norm()
			}
			row[1] += 0.2 * float64(in)
			row[3] = math.Round(row[3] * 1000)
		}, seed), aim(4))
		tab := q.table(false)
		cells := []int{0, 1, 2, 3}
		entries := []event.Feature{event.Entry(0), event.Entry(1), event.Entry(2), event.Entry(3)}
		if r := q.remainders(tab, 3, 3); len(r) > 0 {
			t.Errorf("seed %d: %d remainders", seed, len(r))
		}
		var logs []event.Feature
		for _, i := range cells {
			logs = append(logs, event.Feature{Kind: event.Logarithm, I: i})
		}
		orders, _ := event.Orders(cells)
		for name, f := range map[string][]event.Feature{"logarithms": logs, "orders": orders,
			"counts": {event.Above(-0.5), event.Above(0), event.Above(1)}, "spreads": event.Spreads(0)} {
			if q.adds(f, entries) {
				t.Errorf("seed %d: %s add something", seed, name)
			}
		}
	}
}

// A spread is seen beside more entries than one fit takes.
func TestSpreadOfVeryMany(t *testing.T) {
	const width = mostGram + 20
	entries := make([]event.Feature, width)
	for i := range entries {
		entries[i] = event.Entry(i)
	}
	for in, want := range []bool{false, true} { // the neighbour's spread is the record's, or larger
		q := newSearch(sample(width, 1000, func(input int, s *rng.Stream, row []float64) {
			for k := range row {
				row[k] = s.Norm() * (1 + 0.1*float64(input*in))
			}
		}), aim(width))
		if got := q.adds(event.Spreads(0), entries); got != want {
			t.Errorf("spreads that differ %v: they add something %v", want, got)
		}
	}
}

// Where the inputs' ratio goes up and down along a score, a smooth curve is not believed: what is
// expected of the best event is no more than fresh releases show, and nearly all that there is.
func TestStripes(t *testing.T) {
	for seed := range uint64(5) {
		draw := func(in int, s *rng.Stream, row []float64) {
			for {
				row[0] = 2 * s.Norm()
				if math.Mod(math.Floor(row[0]), 2) == 0 == (in == 0) || s.Bernoulli(0.4) {
					return
				}
			}
		}
		a := aim(1)
		a.M = 100_000
		found := Search(sample(1, 20_000, draw, seed), a)
		fresh := newSearch(sample(1, 20_000, draw, seed+50), a)
		f := found[0]
		c := fresh.hits(f.Event.Rule.Matcher(), f.Event.Swap)
		err := math.Sqrt(1/(c[0]+1) + 1/(c[1]+1))
		if got := math.Log((c[0] + 1) / (c[1] + 1)); f.Gain > got+3*err {
			t.Errorf("seed %d: a %s promises %.2f, and fresh releases show %.2f ± %.2f", seed, f.Event.Rule.Kind,
				f.Gain, got, err)
		}
		if found[0].Gain < 0.8*math.Log(2.5) {
			t.Errorf("seed %d: the best event promises %.3f of %.3f", seed, found[0].Gain, math.Log(2.5))
		}
	}
}
