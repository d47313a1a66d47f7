package event

import (
	"math"
	"slices"

	"indistinct/core/num"
)

// What entries tell by how they lie to each other, and whole numbers by what they leave when
// divided. Which of these features may tell something is found by the search (package learn).

// Remainder returns what a whole number leaves when divided by m, 0 … m−1; ok is false of other
// cells.
func Remainder(x float64, m int) (r int, ok bool) {
	if m < 1 || !(math.Abs(x) < 1<<62) || x != math.Trunc(x) {
		return 0, false
	}
	return int((int64(x)%int64(m) + int64(m)) % int64(m)), true
}

// Leaves is whether cell i leaves r when divided by m.
func Leaves(i, m, r int) Feature { return Feature{Kind: remainder, I: i, J: m, Cell: uint64(r)} }

// Above is how many numbers are above a value.
func Above(v float64) Feature { return Feature{Kind: signs, Cell: math.Float64bits(v)} }

// Together is the quotient, or the product, of the numbers in cells i and j.
func Together(i, j int, divided bool) Feature {
	if divided {
		return Feature{Kind: quotient, I: i, J: j}
	}
	all := [2]float64{-math.MaxFloat64, math.MaxFloat64}
	return Product(Factors{A: Entry(i), B: Entry(j), BoundsA: all, BoundsB: all})
}

// Spreads are how far all numbers are from v in the mean, and the mean of the squares of that.
func Spreads(v float64) []Feature {
	return []Feature{{Kind: distances, Cell: math.Float64bits(v)}, {Kind: squares, Cell: math.Float64bits(v)}}
}

// Orders say which of any two cells is larger and how many differ, and ranks, which are sums of
// these, where each one stands.
func Orders(cells []int) (orders, ranks []Feature) {
	orders = []Feature{{Kind: distinct}}
	for k, i := range cells {
		ranks = append(ranks, Feature{Kind: rank, I: i})
		for _, j := range cells[:k] {
			orders = append(orders, Feature{Kind: order, I: i, J: j})
		}
	}
	return orders, ranks
}

// relation computes a feature of how numbers lie to each other.
func (f *Feature) relation(row []float64) float64 {
	x, y, n := row[f.I], row[f.J], 0
	switch {
	case f.Kind == Logarithm:
		return num.Log(math.Max(math.Abs(x), math.SmallestNonzeroFloat64))
	case f.Kind == quotient:
		return x / y
	case f.Kind == order && x > y:
		return 1
	case f.Kind == order && x < y:
		return -1
	case f.Kind == order && y != y, f.Kind != distinct && x != x:
		return math.NaN()
	case f.Kind == order:
		return 0
	}
	for k, c := range row {
		if f.Kind == rank && c > x || f.Kind == distinct && c == c && !slices.Contains(row[:k], c) {
			n++
		}
	}
	return float64(n)
}

// orderSign is how two cells lie to each other where their order is above low or below high.
func orderSign(low, high float64) string {
	switch {
	case low >= 0:
		return ">"
	case low >= -1:
		return "≥"
	case high <= 0:
		return "<"
	}
	return "≤"
}
