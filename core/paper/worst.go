package paper

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

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
	key    string // its cells, four bytes each, first step first
	c1, c2 int64
}

// WorstEvent is Algorithm 4: among all cells of the grid that a selection
// release fell into, the one with the least min(p⁺, p₊) at epsilon, ε₀. Ties go to the
// cell that comes first, step by step.
//
// As printed, each p-value is of one random thinning: with counts such as a
// cell's, the noise of that draw decides between cells, and another seed chooses
// another "worst" event.
//
// Only occupied cells are held, in a table by index where there are few
// product cells, by key otherwise; r^(d·steps) cells are never laid out.
func WorstEvent(cover *Cover, sel mechanism.Sample, epsilon float64, seed uint64) Worst {
	cells, escape := countCells(cover, sel)
	out := Worst{Occupied: len(cells), Escape: escape}
	for _, c := range cells {
		out.Most = max(out.Most, c.c1)
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
		plus, minus := f.logs(c.c1, c.c2, i)
		try(i, plus, false)
		try(i, minus, true)
	}
	if best >= 0 {
		out.Cells, out.Swap = keyCells(cells[best].key), swap
		out.C1, out.C2 = cells[best].c1, cells[best].c2
	}
	plus, minus := f.logs(escape[0], escape[1], len(cells))
	out.Outside = minus < plus
	out.Escapes = math.Min(plus, minus) < out.log
	return out
}

// countCells counts releases by product cell, and those outside, and returns
// the occupied cells in the order of their keys.
func countCells(cover *Cover, sel mechanism.Sample) (cells []occupiedCell, escape [2]int64) {
	loc := NewLocator(cover)
	at := make([]int32, cover.Steps)
	size := cover.Steps * cover.Dim
	each, all := cover.PerStep(), cover.Events()
	count := func(in int, add func()) {
		for r := sel.R[in]; len(r) >= size; r = r[size:] {
			if loc.Cells(r[:size], at) {
				add()
			} else {
				escape[in]++
			}
		}
	}
	number := func() int64 {
		k := int64(0)
		for _, c := range at {
			k = k*each + int64(c)
		}
		return k
	}
	spell := func(k int64) string {
		for i := len(at) - 1; i >= 0; i-- {
			at[i] = int32(k % each)
			k /= each
		}
		return cellsKey(at)
	}
	switch {
	case all <= 1<<16:
		table := make([][2]int64, all)
		for in := range sel.R {
			count(in, func() { table[number()][in]++ })
		}
		for k, c := range table {
			if c[0]+c[1] > 0 {
				cells = append(cells, occupiedCell{spell(int64(k)), c[0], c[1]})
			}
		}
		return cells, escape
	case all <= math.MaxInt64/2:
		var keys []int64 // twice the cell's number, plus the input
		for in := range sel.R {
			count(in, func() { keys = append(keys, 2*number()+int64(in)) })
		}
		slices.Sort(keys)
		last := int64(-1)
		for _, k := range keys {
			if k>>1 != last {
				last = k >> 1
				cells = append(cells, occupiedCell{key: spell(last)})
			}
			cells[len(cells)-1].add(int(k & 1))
		}
		return cells, escape
	default:
		where := map[string]int32{}
		key := make([]byte, 4*cover.Steps)
		for in := range sel.R {
			count(in, func() {
				for k, c := range at {
					key[4*k], key[4*k+1], key[4*k+2], key[4*k+3] = byte(c>>24), byte(c>>16), byte(c>>8), byte(c)
				}
				i, ok := where[string(key)]
				if !ok {
					i = int32(len(cells))
					s := string(key)
					where[s] = i
					cells = append(cells, occupiedCell{key: s})
				}
				cells[i].add(in)
			})
		}
	}
	sort.Slice(cells, func(a, b int) bool { return cells[a].key < cells[b].key })
	return cells, escape
}

func (c *occupiedCell) add(in int) {
	if in == 0 {
		c.c1++
	} else {
		c.c2++
	}
}

func cellsKey(cells []int32) string {
	key := make([]byte, 0, 4*len(cells))
	for _, c := range cells {
		key = binary.BigEndian.AppendUint32(key, uint32(c))
	}
	return string(key)
}

func keyCells(key string) []int32 {
	out := make([]int32, len(key)/4)
	for k := range out {
		out[k] = int32(binary.BigEndian.Uint32([]byte(key[4*k:])))
	}
	return out
}
