package stat

import (
	"math"
	"slices"

	"indistinct/core/num"
)

// Finding is what is furthest from chance in a column of rows in their order.
type Finding struct {
	Check  string
	Column int
	Lag    int     // of rows that come again: so many rows later
	Value  float64 // a correlation
	Z      float64 // see keep
}

// Unlikely is the size of Z beyond which a check is wrong of independent draws about once in 3·10⁷ columns.
const Unlikely = 5.5

// Dependence looks, in each input's rows of so many cells, for what independent draws hardly show, in their order, and
// last in the rank correlation (Spearman 1904) of rows in the same place of both, which means nothing where there is a
// finding before. No bound rests on it.
//
// In each column's order it looks at the serial correlation (Wald & Wolfowitz 1943) of ranks, at that of the sides of
// the median, which counts runs (Wald & Wolfowitz 1940), at the rank sums of both halves (Wilcoxon 1945), and at the
// correlation of ranks with those from where the first rows come again.
func Dependence(rows [2][]float64, width int) (found [3]Finding) {
	for c := range width {
		var ranks [2][]float64
		for in := range rows {
			r := midRanks(rows[in][c:], width)
			var sides, halves []float64
			for i, x := range r {
				sides = append(sides, math.Copysign(1, x))
				halves = append(halves, math.Copysign(1, float64(2*i-len(r))))
			}
			ranks[in] = r
			found[in].keep("lag", c, 1, r, from(1, r))
			found[in].keep("runs", c, 1, sides, from(1, sides))
			found[in].keep("drift", c, 0, r, halves)
			found[in].keep("repeats", c, again(r), r, from(again(r), r))
			if found[in].Column == c && slices.IsSorted(r) {
				found[in].Check = "sorted"
			}
		}
		n := min(len(ranks[0]), len(ranks[1]))
		found[2].keep("beside", c, 0, ranks[0][:n], ranks[1][:n])
	}
	return found
}

// midRanks returns the ranks of every width-th cell about their mean; equal ones have the mean of theirs. Words come
// after numbers.
func midRanks(cells []float64, width int) (ranks []float64) {
	var column []uint64
	for i := 0; i < len(cells); i += width {
		column = append(column, num.OrderedBits(cells[i]))
	}
	sorted := slices.Sorted(slices.Values(column))
	for _, x := range column {
		below, _ := slices.BinarySearch(sorted, x)
		equal, _ := slices.BinarySearch(sorted[below:], x+1)
		ranks = append(ranks, float64(2*below+equal-len(column))/2)
	}
	return ranks
}

// from returns the rows from one on, with those before it after them.
func from(row int, r []float64) []float64 { return slices.Concat(r[row:], r[:row]) }

// again returns where the first rows, more than are alike by chance, come again; 1 where they do not.
func again(r []float64) int {
	first := r[:min(len(r)/4, 100)]
	for i := 1; i+len(first) <= len(r); i++ {
		if slices.Equal(first, r[i:i+len(first)]) {
			return i
		}
	}
	return 1
}

// keep takes the correlation of u and v where it is further from chance. Where every order of v is equally likely its
// variance is 1/(n − 1), whatever ties there are (Pitman 1937). Z is in standard deviations, less what Bernstein's
// inequality (1924) allows for terms that are large beside their sum, by which rare values are not taken for
// dependence: that its tails are at most the normal law's is no theorem here, TestDependenceOfDraws counts.
func (f *Finding) keep(check string, column, lag int, u, v []float64) {
	var su, sv, uu, vv, uv, most, mostV float64
	for i, x := range u {
		y := v[i]
		su, sv, uu, vv, uv = su+x, sv+y, uu+x*x, vv+y*y, uv+x*y
		most, mostV = max(most, math.Abs(x)), max(mostV, math.Abs(y))
	}
	n := float64(len(u))
	size := math.Sqrt((n*uu - su*su) * (n*vv - sv*sv))
	r := (n*uv - su*sv) / size
	z := r * math.Sqrt(n-1)
	term := (n*most + math.Abs(su)) * (n*mostV + math.Abs(sv)) / (size * math.Sqrt(n))
	if z /= math.Sqrt(1 + math.Abs(z)*term/3); math.Abs(z) > math.Abs(f.Z) {
		*f = Finding{check, column, lag, r, z}
	}
}
