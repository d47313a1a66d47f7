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
	Lag    int     // rows that are compared stand so far apart
	Value  float64 // a correlation
	Z      float64 // see keep
}

// Unlikely is the size of Z from which on a check is wrong of independent draws: in one column of 3·10⁷.
const Unlikely = 5.5

// Dependence looks, in rows of so many cells of either input, for what independent draws hardly show. In the order of
// each column that is serial correlation (Wald & Wolfowitz 1943) of ranks and of the sides of the median, which counts
// runs (Wald & Wolfowitz 1940), rank sums of both halves (Wilcoxon 1945), and ranks like those from where the first
// ones come again; then, of no meaning where there is one of these, the rank correlation (Spearman 1904) of rows in the
// same place of both.
func Dependence(rows [2][]float64, width int) (found [3]Finding) {
	n := min(len(rows[0]), len(rows[1])) / width
	for c := 0; c < width && n > 0; c++ {
		var ranks [2][]float64
		for in := range rows {
			r := midRanks(rows[in][c:], width)
			var sides, halves []float64
			for i, x := range r {
				sides = append(sides, math.Copysign(1, x))
				halves = append(halves, math.Copysign(1, float64(2*i-len(r))))
			}
			few, again := min(len(r)/4, 100), 1 // hardly so many come again by chance
			for again+few < len(r) && !slices.Equal(r[:few], r[again:again+few]) {
				again++
			}
			sides, ranks[in] = midRanks(sides, 1), r
			found[in].keep("lag", c, 1, r, r)
			found[in].keep("runs", c, 1, sides, sides)
			found[in].keep("drift", c, 0, r, halves)
			found[in].keep("repeats", c, again, r, r)
			if found[in].Column == c && slices.IsSorted(r) {
				found[in].Check = "sorted"
			}
		}
		found[2].keep("beside", c, 0, ranks[0][:n], ranks[1][:n])
	}
	return found
}

// midRanks returns the ranks of every width-th cell about their mean, of equal ones their mean. Words follow numbers.
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

// keep takes the correlation of u, of mean 0, with v so many rows later, those after the last being the first, where it
// is further from chance. If every order is equally likely its variance is 1/(n − 1), whatever ties there are (Pitman
// 1937). Z is in standard deviations, less what Bernstein's inequality (1924) allows for terms that are large beside
// their sum, as of rare values: tails no longer than the normal law's are no theorem, TestDependenceOfDraws counts.
func (f *Finding) keep(check string, column, lag int, u, v []float64) {
	most := func(u []float64) float64 { return max(slices.Max(u), -slices.Min(u)) }
	n, last := float64(len(u)), len(u)-lag
	size := math.Sqrt(num.Dot(u, u) * num.Dot(v, v))
	r := (num.Dot(u[:last], v[lag:]) + num.Dot(u[last:], v)) / size
	z := r * math.Sqrt(n) / math.Sqrt(1+math.Abs(r)*n*most(u)*most(v)/(3*size))
	if math.Abs(z) > math.Abs(f.Z) {
		*f = Finding{check, column, lag, r, z}
	}
}
