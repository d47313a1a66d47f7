package show

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
)

const (
	// seldom is the share of all cells below which a number does not count as
	// one that recurs.
	seldom = 0.01
	// fewKinds is how many different rows can be told apart as they are.
	fewKinds = 64
	// anyNumber stands for a number that hardly ever recurs.
	anyNumber = "#"
)

// wordy reports whether words stand in more than a tenth of the releases.
func wordy(s mechanism.Sample) bool {
	held, all := 0, 0
	for in := range s.R {
		for i := range s.Count() {
			if all++; slices.ContainsFunc(s.Row(in, i), mechanism.IsWord) {
				held++
			}
		}
	}
	return 10*held > all
}

func itself(row []float64) []float64 { return row }

// shapes returns a function that says which kind of release a row is. Where few
// of the sample's rows differ, each is its own kind. Elsewhere every number that
// hardly ever recurs is replaced by anyNumber: what is left of noisy
// releases that mix numbers and words. The function has scratch: what it returns
// holds until the next call.
func (w *showing) shapes(s mechanism.Sample) func(row []float64) []float64 {
	if seen, _ := w.kinds(s, fewKinds); len(seen) <= fewKinds {
		return itself
	}
	often := map[uint64]int{}
	cells := 0
	for _, rows := range s.R {
		for _, c := range rows {
			if !mechanism.IsAbsent(c) {
				cells++
			}
			if c == c {
				often[math.Float64bits(c)]++
			}
		}
	}
	number := mechanism.Word(anyNumber)
	shape := make([]float64, s.Width())
	return func(row []float64) []float64 {
		for i, c := range row {
			if shape[i] = c; c == c && float64(often[math.Float64bits(c)]) < seldom*float64(cells) {
				shape[i] = number
			}
		}
		return shape[:len(row)]
	}
}
