// Package replay runs a mechanism for both inputs on one random stream. Where noise is just
// added, the noise of the two releases is then the same, and they differ by what the inputs do:
// the sensitivity, measured. Where the difference changes with the stream, or one input draws
// more of it than the other, noise is not just added, and no sensitivity covers it.
//
// It believes what it measures of so many streams and no more: that nothing changed in these
// proves nothing of others.
package replay

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Difference is that of some cells of two releases from one stream, over all streams.
type Difference struct {
	// Least and Most are of the numbers' ℓ₁, ℓ₂ and ℓ∞ norms.
	Least, Most [3]float64
	// Varies says that the difference of some number changes with the stream by more than
	// rounding does.
	Varies bool
	Words  Words // in how many streams any of the cells did so
}

// Words counts cells that hold words, or something for one input alone.
type Words struct {
	Any    int
	Differ int // of these, with something else for the other input
	Unlike int // of those, a number against a word, or something against nothing
}

// Result is what was measured.
type Result struct {
	Streams int
	Steps   []Difference
	Whole   Difference  // of whole releases
	Apart   int         // streams of which one input drew more than the other
	Numbers [][]float64 // those of the record's releases, entry by entry
}

const (
	// mostStreams is how many streams are tried of a mechanism that is quick, and patience how
	// long the others may take, in microseconds.
	mostStreams, patience = 256, 1e5
	// rounding is by what part of the largest release a difference may change.
	rounding = 1e-11
)

// Run releases for both inputs from each of some streams of a seed.
func Run(m mechanism.Mechanism, seed uint64) *Result {
	m = m.Fork()
	steps, dim := m.Shape()
	inf := math.Inf(1)
	none := Difference{Least: [3]float64{inf, inf, inf}}
	r := &Result{Steps: slices.Repeat([]Difference{none}, steps), Whole: none,
		Streams: int(math.Min(mostStreams, math.Max(8, patience/(2*mechanism.Pace(m)))))}
	row := [2][]float64{make([]float64, steps*dim), make([]float64, steps*dim)}
	apart, cells := make([]float64, steps*dim), slices.Repeat([]cell{{low: inf, high: -inf}}, steps*dim)
	for trial := range r.Streams {
		var after [2]rng.Stream
		for in := range row {
			after[in] = rng.New(rng.Key{Seed: seed, Phase: rng.PhaseReplay, Trial: uint64(trial)})
			m.Release(mechanism.Input(in), &after[in], row[in])
		}
		if after[0] != after[1] { // which began alike
			r.Apart++
		}
		for i := range cells {
			apart[i] = cells[i].take(row[0][i], row[1][i])
		}
		for k := range r.Steps {
			r.Steps[k].take(apart[k*dim:(k+1)*dim], cells[k*dim:(k+1)*dim])
		}
		r.Whole.take(apart, cells)
	}
	for i := range cells {
		r.Numbers = append(r.Numbers, cells[i].drawn)
	}
	return r
}

// cell is one of a release's: the range of the difference of the two inputs in the streams so
// far, the largest number, and what it held in the last stream, 0 or 1.
type cell struct {
	low, high, size float64
	words           Words
	drawn           []float64 // numbers of the record
}

// take takes a stream's two cells and returns their difference, 0 where one is no number.
func (c *cell) take(a, b float64) (apart float64) {
	if c.words = (Words{}); a == a && b == b {
		apart, c.size = a-b, max(c.size, math.Abs(a), math.Abs(b))
		c.drawn = append(c.drawn, a)
	} else {
		if math.Float64bits(a) != math.Float64bits(b) {
			c.words.Differ = 1
		}
		if c.words.Differ > 0 || mechanism.IsWord(a) {
			c.words.Any = 1
		}
		if (a != a) != (b != b) || mechanism.IsAbsent(a) != mechanism.IsAbsent(b) {
			c.words.Unlike = 1
		}
	}
	c.low, c.high = min(c.low, apart), max(c.high, apart)
	return apart
}

// take takes the cells of a stream and their differences.
func (d *Difference) take(apart []float64, cells []cell) {
	for i, norm := range []float64{1, 2, math.Inf(1)} {
		v := floats.Norm(apart, norm)
		d.Least[i], d.Most[i] = min(d.Least[i], v), max(d.Most[i], v)
	}
	var words Words
	for i := range cells {
		c := &cells[i]
		d.Varies = d.Varies || c.high-c.low > rounding*c.size
		words = Words{max(words.Any, c.words.Any), max(words.Differ, c.words.Differ), max(words.Unlike, c.words.Unlike)}
	}
	d.Words = Words{d.Words.Any + words.Any, d.Words.Differ + words.Differ, d.Words.Unlike + words.Unlike}
}
