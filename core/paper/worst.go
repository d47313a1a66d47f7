package paper

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Worst is what Algorithm 4 finds in a selection sample.
type Worst struct {
	Cells    []int32 // the worst cell: its cells step by step; nil where no release fell into the grid
	Swap     bool    // it is likelier under the adjacent record
	C1, C2   int64
	log      float64 // ln min(p⁺, p₊) at ε₀
	Occupied int
	Most     int64    // the largest c₁ of any cell: η n
	Escape   [2]int64 // releases outside R
	Outside  bool     // outside R is likelier under the adjacent record
	Escapes  bool     // outside R has a smaller p-value than the worst cell
}

// fisher gives ln p⁺ and ln p₊ of pairs of counts of n trials each at ε₀, after
// one random thinning. Pairs repeat: what a pair needs is kept.
type fisher struct {
	at    float64 // ε₀
	seed  uint64
	n     int64
	known map[[2]int64]*Thinning
}

func (f *fisher) thinning(c, other int64) *Thinning {
	t := f.known[[2]int64{c, other}]
	if t == nil {
		t = NewThinning(c, other, f.n)
		f.known[[2]int64{c, other}] = t
	}
	return t
}

// logs is asked once for each event, which names its random thinning.
func (f *fisher) logs(c1, c2 int64, event int) (plus, minus float64) {
	s := rng.New(rng.Key{Seed: f.seed, Phase: rng.PhaseWorst, Trial: uint64(event)})
	plus = f.thinning(c1, c2).logThinned(f.at, &s)
	return plus, f.thinning(c2, c1).logThinned(f.at, &s)
}

// occupiedCell is one product cell that some release fell into.
type occupiedCell struct {
	at    []int32 // the cell of each step
	count [2]int64
}

// WorstEvent is Algorithm 4: among all cells of the grid that a selection
// release fell into, the one with the least min(p⁺, p₊) at epsilon, ε₀. Ties go to the
// cell that comes first, step by step.
//
// As printed, each p-value is of one random thinning: with counts such as a
// cell's, the noise of that draw decides between cells, and another seed chooses
// another "worst" event.
//
// Only occupied cells are held; r^(d·steps) cells are never laid out.
func WorstEvent(cover *Cover, sel mechanism.Sample, epsilon float64, seed uint64) Worst {
	cells, escape := countCells(cover, sel)
	out := Worst{Occupied: len(cells), Escape: escape}
	for _, c := range cells {
		out.Most = max(out.Most, c.count[0])
	}
	f := &fisher{epsilon, seed, int64(max(sel.Trials(0), sel.Trials(1))), map[[2]int64]*Thinning{}}
	best, swap := -1, false
	out.log = math.Inf(1)
	try := func(i int, l float64, s bool) {
		if l < out.log {
			best, out.log, swap = i, l, s
		}
	}
	for i, c := range cells {
		plus, minus := f.logs(c.count[0], c.count[1], i)
		try(i, plus, false)
		try(i, minus, true)
	}
	if best >= 0 {
		out.Cells, out.Swap = slices.Clone(cells[best].at), swap
		out.C1, out.C2 = cells[best].count[0], cells[best].count[1]
	}
	plus, minus := f.logs(escape[0], escape[1], len(cells))
	out.Outside = minus < plus
	out.Escapes = math.Min(plus, minus) < out.log
	return out
}

// countCells counts releases by product cell, and those outside, and returns
// the occupied cells in their order, the first step first.
func countCells(cover *Cover, sel mechanism.Sample) (cells []occupiedCell, escape [2]int64) {
	loc := NewLocator(cover)
	size, each := cover.Steps*cover.Dim, cover.PerStep()
	numbered := cover.Events() <= math.MaxInt64/2
	at := make([]int32, cover.Steps)
	var numbers []int64 // twice the number of a product cell, plus the input
	var rows [][]int32  // its cells, then the input, where there are more than int64 can number
	for in := range sel.R {
		for r := sel.R[in]; len(r) >= size; r = r[size:] {
			switch {
			case !loc.Cells(r[:size], at):
				escape[in]++
			case numbered:
				k := int64(0)
				for _, c := range at {
					k = k*each + int64(c)
				}
				numbers = append(numbers, 2*k+int64(in))
			default:
				rows = append(rows, append(slices.Clone(at), int32(in)))
			}
		}
	}
	add := func(at []int32, in int) {
		if last := len(cells) - 1; last < 0 || !slices.Equal(cells[last].at, at) {
			cells = append(cells, occupiedCell{at: slices.Clone(at)})
		}
		cells[len(cells)-1].count[in]++
	}
	slices.Sort(numbers)
	for _, k := range numbers {
		rest := k / 2
		for i := len(at) - 1; i >= 0; i-- {
			at[i] = int32(rest % each)
			rest /= each
		}
		add(at, int(k%2))
	}
	slices.SortFunc(rows, slices.Compare)
	for _, r := range rows {
		add(r[:cover.Steps], int(r[cover.Steps]))
	}
	return cells, escape
}
