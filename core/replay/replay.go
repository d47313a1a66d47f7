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

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// Range is the least and the largest of what was measured.
type Range struct {
	Least sheet.Real `json:"least"`
	Most  sheet.Real `json:"most"`
}

func (r *Range) take(x float64) {
	r.Least, r.Most = min(r.Least, sheet.Real(x)), max(r.Most, sheet.Real(x))
}

// Difference is that of some numbers of two releases from one stream, over all streams.
type Difference struct {
	L1  Range `json:"l1"`
	L2  Range `json:"l2"`
	Max Range `json:"max"` // the largest of a number
	// Varies says that the difference of some number changes with the stream by more than
	// rounding does.
	Varies bool `json:"varies"`
	// Worded is in how many streams a cell held a word, or nothing, for at least one input;
	// Differ in how many of these the other input had another one or a number there, and Unlike
	// in how many a number stood against a word, or something against nothing.
	Worded int `json:"worded,omitempty"`
	Differ int `json:"differ,omitempty"`
	Unlike int `json:"unlike,omitempty"`
}

// Result is what was measured.
type Result struct {
	Streams int          `json:"streams"`
	Steps   []Difference `json:"steps"`
	Whole   Difference   `json:"whole"` // of whole releases
	// Apart is in how many streams the two inputs drew another number of words, and Drawn how
	// many they drew in the first of those.
	Apart int    `json:"apart"`
	Drawn [2]int `json:"drawn,omitzero"`
}

const (
	// mostStreams is how many streams are tried of a mechanism that is quick, and patience how
	// long the others may take, in microseconds.
	mostStreams = 256
	patience    = 1e5
	// mostWords is up to how many words of a stream are counted.
	mostWords = 1 << 20
	// rounding is by what part of the largest release a difference may change.
	rounding = 1e-11
)

// Run releases for both inputs from each of some streams of a seed.
func Run(m mechanism.Mechanism, seed uint64) *Result {
	m = m.Fork()
	steps, dim := m.Shape()
	var row [2][]float64
	for in := range row {
		row[in] = make([]float64, steps*dim)
	}
	none := Range{sheet.Real(math.Inf(1)), 0}
	r := &Result{Steps: make([]Difference, steps), Whole: Difference{L1: none, L2: none, Max: none}}
	for k := range r.Steps {
		r.Steps[k] = r.Whole
	}
	low, high, size := make([]float64, steps*dim), make([]float64, steps*dim), make([]float64, steps*dim)
	r.Streams = int(math.Min(mostStreams, math.Max(8, patience/(2*mechanism.Pace(m)))))
	for trial := range r.Streams {
		start := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseReplay, Trial: uint64(trial)})
		var after [2]rng.Stream
		for in := range row {
			after[in] = start
			m.Release(mechanism.Input(in), &after[in], row[in])
		}
		if after[0] != after[1] {
			if r.Apart++; r.Apart == 1 {
				r.Drawn = [2]int{after[0].Since(start, mostWords), after[1].Since(start, mostWords)}
			}
		}
		var whole sums
		for k := range r.Steps {
			var step sums
			for i := k * dim; i < (k+1)*dim; i++ {
				a, b := row[0][i], row[1][i]
				d := step.add(a, b)
				if trial == 0 {
					low[i], high[i] = d, d
				}
				low[i], high[i] = min(low[i], d), max(high[i], d)
				if a == a && b == b {
					size[i] = max(size[i], math.Abs(a), math.Abs(b))
				}
				r.Steps[k].Varies = r.Steps[k].Varies || high[i]-low[i] > rounding*size[i]
			}
			step.to(&r.Steps[k])
			whole.join(&step)
			r.Whole.Varies = r.Whole.Varies || r.Steps[k].Varies
		}
		whole.to(&r.Whole)
	}
	return r
}

// sums are those of the differences of some cells of two releases.
type sums struct {
	l1, squares, most      float64
	worded, differ, unlike bool
}

// add takes the cells of both releases and returns their difference, 0 of what are no numbers.
func (s *sums) add(a, b float64) float64 {
	if a != a || b != b {
		s.worded = s.worded || mechanism.IsWord(a) || mechanism.IsWord(b)
		s.differ = s.differ || math.Float64bits(a) != math.Float64bits(b)
		s.unlike = s.unlike || mechanism.IsAbsent(a) != mechanism.IsAbsent(b) || (a != a) != (b != b)
		return 0
	}
	d := a - b
	s.l1, s.squares, s.most = s.l1+math.Abs(d), s.squares+d*d, max(s.most, math.Abs(d))
	return d
}

func (s *sums) join(t *sums) {
	s.l1, s.squares, s.most = s.l1+t.l1, s.squares+t.squares, max(s.most, t.most)
	s.worded, s.differ, s.unlike = s.worded || t.worded, s.differ || t.differ, s.unlike || t.unlike
}

func (s *sums) to(d *Difference) {
	d.L1.take(s.l1)
	d.L2.take(math.Sqrt(s.squares))
	d.Max.take(s.most)
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&d.Worded, s.worded || s.differ)
	count(&d.Differ, s.differ)
	count(&d.Unlike, s.unlike)
}
