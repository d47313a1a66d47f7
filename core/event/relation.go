package event

import (
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// What entries tell by how they lie to each other, and whole numbers by what they leave when
// divided. Which of these features may tell something is found by the search (package learn).

// Remainder returns what a whole number leaves when divided by m, 0 … m−1; ok is false of other
// cells.
func Remainder(x float64, m int) (r int, ok bool) {
	if !(math.Abs(x) < 1<<62) || x != math.Trunc(x) {
		return 0, false
	}
	if r = int(int64(x) % int64(m)); r < 0 {
		r += m
	}
	return r, true
}

// Remainders are whether cell i leaves 0 … m−1 when divided by m.
func Remainders(i, m int) (out []Feature) {
	for r := range m {
		out = append(out, Feature{Kind: remainder, I: i, J: m, Cell: uint64(r)})
	}
	return out
}

// Logarithms are those of some cells' magnitudes: sums of them are products and quotients.
func Logarithms(cells []int) (out []Feature) {
	for _, i := range cells {
		out = append(out, Feature{Kind: logarithm, I: i})
	}
	return out
}

// Together is the quotient, or the product, of the numbers in the cells of two logarithms.
func Together(a, b Feature, divided bool) Feature {
	if divided {
		return Feature{Kind: quotient, I: a.I, J: b.I}
	}
	all := [2]float64{-math.MaxFloat64, math.MaxFloat64}
	return Product(Factors{A: Entry(a.I), B: Entry(b.I), BoundsA: all, BoundsB: all})
}

// Orders say which of any two cells is larger, where each one ranks, and how many differ.
func Orders(cells []int) (out []Feature) {
	for k, i := range cells {
		for _, j := range cells[:k] {
			out = append(out, Feature{Kind: order, I: i, J: j})
		}
	}
	for _, i := range cells {
		out = append(out, Feature{Kind: rank, I: i})
	}
	return append(out, Feature{Kind: distinct})
}

// Above counts the numbers above each of some values: the values of a release in whatever order.
func Above(values []float64) (out []Feature) {
	for _, v := range values {
		out = append(out, Feature{Kind: signs, Cell: math.Float64bits(v)})
	}
	return out
}

// relation computes a feature of how numbers lie to each other.
func (f *Feature) relation(row []float64) float64 {
	x := row[f.I]
	switch f.Kind {
	case logarithm:
		return num.Log(math.Max(math.Abs(x), math.SmallestNonzeroFloat64))
	case quotient:
		return x / row[f.J]
	case order:
		switch y := row[f.J]; {
		case x > y:
			return 1
		case x < y:
			return -1
		case x == y:
			return 0
		}
		return math.NaN()
	}
	n := 0
	for k, c := range row {
		if f.Kind == rank && c > x || f.Kind == distinct && c == c && !slices.Contains(row[:k], c) {
			n++
		}
	}
	if f.Kind == rank && x != x {
		return x
	}
	return float64(n)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// orderSign is how two cells lie to each other where their order is above low and below high.
func orderSign(low, high float64) lang.Message {
	switch {
	case low >= 0:
		return lang.Verbatim(">")
	case low >= -1 && high <= 1:
		return lang.Verbatim("=")
	case low >= -1:
		return lang.Verbatim("≥")
	case high <= 0:
		return lang.Verbatim("<")
	}
	return lang.Verbatim("≤")
}
