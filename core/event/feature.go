package event

import (
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// Feature is a number computed from a release; NaN where the release has none.
type Feature struct {
	Kind string `json:"kind"`
	I    int    `json:"i,omitempty"`
	J    int    `json:"j,omitempty"` // another cell, or what is divided by
	// Cell is the bits of a cell to compare with, or a remainder.
	Cell    uint64   `json:"cell,omitempty"`
	Factors *Factors `json:"factors,omitempty"` // of a product
}

// The kinds of features.
const (
	entry    = "entry"    // the number in cell I
	is       = "is"       // 1 where cell I is Cell, else 0
	number   = "number"   // 1 where cell I is a number, else 0
	count    = "count"    // how many cells are Cell
	first    = "first"    // where Cell stands first
	length   = "length"   // how many cells are not empty
	numbers  = "numbers"  // how many cells are numbers
	sum      = "sum"      // of all numbers
	least    = "least"    // number
	greatest = "greatest" // number
	sumTo    = "sum to"   // of the numbers in cells 0 … I
	step     = "step"     // cell I less cell I−1
	signs    = "signs"    // how many numbers are above Cell's value, the pooled median
	product  = "product"  // of two features
	distinct = "distinct" // how many different numbers there are

	remainder = "remainder" // 1 where cell I is a whole number that leaves Cell when divided by J, else 0
	Logarithm = "logarithm" // of the magnitude of cell I
	quotient  = "quotient"  // cell I divided by cell J
	order     = "order"     // 1 where cell I is above cell J, 0 where they are equal, −1 where it is below
	rank      = "rank"      // how many numbers are above that in cell I
	distances = "distances" // of all numbers from Cell's value, in the mean
	squares   = "squares"   // of these distances, in the mean
)

// Features of the representation of numbers are in bits.go.

// Entry is the number in cell i.
func Entry(i int) Feature { return Feature{Kind: entry, I: i} }

// Entry returns the cell whose number the feature is; ok is false for other features. Single reports whether the
// feature is of one cell, and SumOfEntries whether it is a sum of entries, which a linear score has without it.
func (f *Feature) Entry() (i int, ok bool) { return f.I, f.Kind == entry }
func (f *Feature) Single() bool            { return f.Kind == entry || f.Kind == is || f.Kind == number }
func (f *Feature) SumOfEntries() bool      { return f.Kind == step || f.Kind == sumTo }

// Factors are two features, each bounded and less a number.
type Factors struct {
	A       Feature    `json:"a"`
	B       Feature    `json:"b"`
	BoundsA [2]float64 `json:"bounds_a"`
	BoundsB [2]float64 `json:"bounds_b"`
	LessA   float64    `json:"less_a"`
	LessB   float64    `json:"less_b"`
}

// Value is the product, of the two features' values.
func (f *Factors) Value(a, b float64) float64 {
	return (min(max(a, f.BoundsA[0]), f.BoundsA[1]) - f.LessA) * (min(max(b, f.BoundsB[0]), f.BoundsB[1]) - f.LessB)
}

// Product is what two features tell together: their product.
func Product(f Factors) Feature { return Feature{Kind: product, Factors: &f} }

// Of reports whether the feature is a product of another one and anything.
func (f *Feature) Of(o *Feature) bool {
	return f.Factors != nil && (f.Factors.A == *o || f.Factors.B == *o)
}

// Wordless is 0 of a feature that is of one word or other value, and 1 otherwise.
func (f *Feature) Wordless() int {
	if f.Kind == is || f.Kind == count || f.Kind == remainder {
		return 0
	}
	return 1
}

// Evaluator returns the function that computes the feature; of single cells it is quick.
func (f *Feature) Evaluator() func(row []float64) float64 {
	if f.Kind == entry {
		i := f.I
		return func(row []float64) float64 { return row[i] } // words are NaN too
	}
	g := *f
	if f.Kind == product {
		p := g.Factors
		a, b := p.A.Evaluator(), p.B.Evaluator()
		return func(row []float64) float64 { return p.Value(a(row), b(row)) }
	}
	return g.value
}

// value computes a feature of a release that is neither an entry nor a product.
func (f *Feature) value(row []float64) float64 {
	switch f.Kind {
	case is:
		if c := row[f.I]; math.Float64bits(c) == f.Cell || f.Cell == 0 && c == 0 { // −0 is 0
			return 1
		}
		return 0
	case number:
		if row[f.I] == row[f.I] {
			return 1
		}
		return 0
	case step:
		return row[f.I] - row[f.I-1]
	case remainder:
		if r, ok := Remainder(row[f.I], f.J); ok && uint64(r) == f.Cell {
			return 1
		}
		return 0
	case Logarithm, quotient, order, rank, distinct:
		return f.relation(row)
	case lowest, zeros, decimals, digit, fraction:
		if f.I == pooled {
			return bitPooled(f.Kind, row)
		}
		return bitValue(f.Kind, row[f.I])
	case first:
		for i, c := range row {
			if math.Float64bits(c) == f.Cell {
				return float64(i)
			}
		}
		return float64(len(row))
	}
	n, total := 0, 0.0
	lo, hi := math.Inf(1), math.Inf(-1)
	end := len(row)
	if f.Kind == sumTo {
		end = f.I + 1
	}
	for _, c := range row[:end] {
		counts := c == c
		switch f.Kind {
		case count:
			counts = math.Float64bits(c) == f.Cell
		case length:
			counts = !mechanism.IsAbsent(c)
		case signs:
			counts = c > math.Float64frombits(f.Cell)
		case distances:
			c = math.Abs(c - math.Float64frombits(f.Cell))
		case squares:
			c = (c - math.Float64frombits(f.Cell)) * (c - math.Float64frombits(f.Cell))
		}
		if counts {
			n++
			total += c
			lo, hi = min(lo, c), max(hi, c)
		}
	}
	switch k := f.Kind; {
	case k == count, k == length, k == numbers, k == signs:
		return float64(n)
	case n == 0:
	case k == sum, k == sumTo:
		return total
	case k == distances, k == squares:
		return total / float64(n)
	case k == least:
		return lo
	case k == greatest:
		return hi
	}
	return math.NaN()
}

// What bounds the time of a search: features, and words that some of them count.
const (
	mostFeatures = 96
	mostWords    = 6
)

// Features lists what the first n rows of each input, of width cells, show to vary;
// row returns one of them. With bits, features of the representation of numbers are among
// them. Of long lists some features of single cells are only in rest.
func Features(width, n int, row func(in, i int) []float64, bits bool) (out, rest []Feature) {
	probe := min(n, mostProbed)
	out, words, withNumbers := entryFeatures(width, probe, row)
	if width > 1 {
		extra := listFeatures(width, probe, row, words, withNumbers > 1)
		// Entries of long lists give way to what sums them up.
		if keep := mostFeatures - min(len(extra), mostFeatures/2); len(out) > keep {
			out, rest = slices.Clip(out[:keep]), out[keep:min(len(out), keep+mostFeatures)]
		}
		out = append(out, extra...)
		out = out[:min(len(out), mostFeatures)]
	}
	if bits {
		out = append(out, bitFeatures(width, probe, row)...)
	}
	return out, rest
}

// mostProbed is how many rows of each input show what varies.
const mostProbed = 2000

// entryFeatures lists the features of single cells that the first probe rows show to
// vary, the first words that are frequent somewhere, as bits, and how many cells hold
// different numbers.
func entryFeatures(width, probe int, row func(in, i int) []float64) (out []Feature, words []uint64, withNumbers int) {
	for i := range width {
		if c, varies := probeBits(i, probe, row); c.numbers == 2*probe && !c.minus {
			if varies { // numbers alone need no counting
				out, withNumbers = append(out, Feature{Kind: entry, I: i}), withNumbers+1
			}
			continue
		}
		seen := map[uint64]int{}
		var keys []uint64
		nums, values := 0, map[float64]bool{}
		for in := range 2 {
			for j := range probe {
				c := row(in, j)[i]
				if c == c {
					nums++
					values[c] = true
				}
				k := math.Float64bits(c)
				if seen[k] == 0 {
					keys = append(keys, k)
				}
				seen[k]++
			}
		}
		if len(keys) < 2 {
			continue // it never changes
		}
		if nums > 0 && len(values) > 1 {
			out = append(out, Feature{Kind: entry, I: i})
			withNumbers++
		}
		if nums > 0 && nums < 2*probe {
			out = append(out, Feature{Kind: number, I: i})
		}
		slices.SortStableFunc(keys, func(a, b uint64) int { return seen[b] - seen[a] })
		for k, bits := range keys {
			c := math.Float64frombits(bits)
			often := seen[bits] > probe/50
			if k < 6 && often && (c != c && (nums > 0 || len(keys) > 2 || k == 0) || c == c && nums < 2*probe) {
				out = append(out, Feature{Kind: is, I: i, Cell: bits})
			}
			if c != c && seen[bits] > probe/200 && !mechanism.IsAbsent(c) && len(words) < mostWords &&
				!slices.Contains(words, bits) {
				words = append(words, bits)
			}
		}
	}
	return out, words, withNumbers
}

// listFeatures lists the features of whole lists: of words, and where severalNumbers
// is set of the numbers in them.
func listFeatures(width, probe int, row func(in, i int) []float64, words []uint64, severalNumbers bool) []Feature {
	out := []Feature{{Kind: length}}
	for _, w := range words {
		out = append(out, Feature{Kind: count, Cell: w}, Feature{Kind: first, Cell: w})
	}
	if !severalNumbers {
		return out
	}
	var pool []float64
	for in := range 2 {
		for j := range min(probe, 500) {
			for _, c := range row(in, j) {
				if c == c {
					pool = append(pool, c)
				}
			}
		}
	}
	slices.Sort(pool)
	out = append(out, Feature{Kind: numbers}, Feature{Kind: sum}, Feature{Kind: least}, Feature{Kind: greatest},
		Feature{Kind: signs, Cell: math.Float64bits(pool[len(pool)/2])})
	for i := 1; i < width && i <= 16; i++ {
		out = append(out, Feature{Kind: step, I: i})
	}
	for i := 1; i < width-1 && i <= 16; i++ {
		out = append(out, Feature{Kind: sumTo, I: i})
	}
	return out
}

// condition says that a feature lies above low and below high, of which at least one is
// finite; with low above high, that it lies outside both.
func (f *Feature) condition(low, high float64, l Layout) lang.Message {
	what, yes, largest := f.what(l), !math.IsInf(low, -1), max(math.Abs(low), math.Abs(high))
	cell := lang.Clip(mechanism.CellText(math.Float64frombits(f.Cell), l.Words), mostLetters)
	switch {
	case f.ofBits():
		return f.bitCondition(low, high, l)
	case f.Kind == remainder:
		return lang.Say("event.remainder", "what", f.holder(l), "yes", yes, "rest", int(f.Cell), "by", f.J)
	case f.Kind == number && !yes:
		return lang.Say("event.number.not", "what", what)
	case f.Kind == number || low == -math.MaxFloat64 && math.IsInf(high, 1):
		return lang.Say("event.number", "what", what)
	case f.Kind == is && cell == "" && yes:
		return lang.Say("event.missing", "what", what)
	case f.Kind == is && cell == "":
		return lang.Say("event.present", "what", what)
	case f.Kind == is && yes:
		return lang.Say("event.is", "what", what, "cell", cell)
	case f.Kind == is:
		return lang.Say("event.is.not", "what", what, "cell", cell)
	case f.Kind == count && low >= 0 && low < 1 && math.IsInf(high, 1):
		return lang.Say("event.occurs", "cell", cell)
	case f.Kind == count && !yes && high > 0 && high <= 1:
		return lang.Say("event.occurs.not", "cell", cell)
	case f.Kind == order:
		return lang.Say("event.order", "a", what, "sign", orderSign(low, high), "b", l.Entry(f.J))
	case f.Kind == rank && (low < 0 && high <= 1 || low >= 0 && low < 1 && math.IsInf(high, 1)):
		return lang.Say("event.largest", "what", l.Entry(f.I), "yes", !yes)
	case f.Kind == rank && (low >= float64(l.Width-2) || !yes && high > float64(l.Width-2)):
		return lang.Say("event.smallest", "what", l.Entry(f.I), "yes", yes)
	case math.IsInf(high, 1):
		return lang.Say(fine(low, "event.above", "event.above.fine"), "what", what, "t", low)
	case low <= -math.MaxFloat64:
		return lang.Say(fine(high, "event.below", "event.below.fine"), "what", what, "t", high)
	case low > high: // what lies outside
		return lang.Say(fine(largest, "event.outside", "event.outside.fine"), "what", what, "from", high, "to", low)
	}
	return lang.Say(fine(largest, "event.between", "event.between.fine"), "what", what, "from", low, "to", high)
}

// fine is the text with more digits where a number is large.
func fine(x float64, plain, fine string) string {
	if math.Abs(x) >= 1000 {
		return fine
	}
	return plain
}

// part is what a feature is called as a part of a score.
func (f *Feature) part(l Layout) lang.Message {
	if f.Kind == is || f.Kind == number || f.Kind == remainder || f.Kind == order {
		return lang.Say("event.feature.whether", "condition", f.condition(0, math.Inf(1), l))
	}
	return f.what(l)
}

// what says of what a feature is.
func (f *Feature) what(l Layout) lang.Message {
	cell := lang.Clip(mechanism.CellText(math.Float64frombits(f.Cell), l.Words), mostLetters)
	switch f.Kind {
	case count, first:
		return lang.Say("event.feature."+f.Kind, "cell", cell)
	case length, numbers, sum, least, greatest:
		return lang.Say("event.feature." + f.Kind)
	case sumTo:
		return lang.Say("event.feature.sum-to", "i", f.I+1)
	case step:
		return lang.Say("event.feature.difference", "what", l.Entry(f.I), "before", l.Entry(f.I-1))
	case product:
		a, b := f.Factors.A.part(l), f.Factors.B.part(l)
		if a == b {
			return lang.Say("event.feature.square", "a", a)
		}
		return lang.Say("event.feature.product", "a", a, "b", b)
	case Logarithm, rank, distinct:
		return lang.Say("event.feature."+f.Kind, "what", l.Entry(f.I))
	case quotient:
		return lang.Say("event.feature.quotient", "a", l.Entry(f.I), "b", l.Entry(f.J))
	case signs:
		return lang.Say("event.feature.above", "t", math.Float64frombits(f.Cell))
	case distances, squares:
		return lang.Say("event.feature."+f.Kind, "from", math.Float64frombits(f.Cell))
	case lowest, zeros, decimals, digit, fraction:
		return lang.Say("event.feature."+f.Kind, "what", f.holder(l))
	}
	return l.Entry(f.I)
}

// Entry names the i-th number of a release, from 0.
func (l Layout) Entry(i int) lang.Message {
	switch {
	case l.named(i) != "":
		return l.named(i)
	case l.Width == 1:
		return lang.Say("event.feature.release")
	case l.Dim == 0:
		return lang.Say("event.feature.entry", "i", i+1)
	}
	x := "x"
	if l.Dim > 1 {
		x += lang.Superscript(i%l.Dim + 1)
	}
	if l.Dim == l.Width {
		return lang.Say("event.feature.coordinate", "x", x)
	}
	return lang.Say("event.feature.at-step", "x", x, "step", i/l.Dim)
}
