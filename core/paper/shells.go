package paper

import (
	"slices"

	"indistinct/core/stat"
)

// AddShells partitions the last ellipsoid R by the scenario runs that it encloses (Han & Martínez
// 2021, §IV-A.1), in a reading that covers R. In the outline the cells are R without each of
// several ellipsoids Ēᵢ round subsets of the runs, so that each has probability at most η + β. But
// ellipsoids that each miss less than 1/(d + 1) of the probability, as R does, all have a point in
// common (Helly's theorem), so that below that no choice of subsets covers R.
//
// Here the subsets are nested, without the runs that lie farthest out; Ēᵢ is R shrunk until it just
// encloses its subset, an overlap belongs to the outermost cell, and the common core is the last
// cell. The runs are shared out evenly between rᵈ cells.
func (c *Cover) AddShells(runs []float64) {
	p := c.Ellipsoids[len(c.Ellipsoids)-1].matcher()
	var squares, radii []float64
	for x := range slices.Chunk(runs, c.Dim) {
		squares = append(squares, p.square(x))
	}
	slices.Sort(squares)
	cells := min(c.PerStep(), int64(len(squares)))
	for i := int64(1); i < cells; i++ {
		radii = append(radii, squares[(i*int64(len(squares))-1)/cells])
	}
	c.Shells = append(c.Shells, radii)
}

// shell returns which of a step's cells holds a point by its squared radius; −1 outside.
func shell(radii []float64, square float64) int32 {
	if !(square <= 1) {
		return -1
	}
	k, _ := slices.BinarySearch(radii, square)
	return int32(k)
}

// ShellBound bounds the probability of each cell of a step, and so of each product cell, that so many runs
// made, at confidence 1 − γ, where releases have a density. The subsets look at the runs, so the scenario
// bound η + β does not hold of them. This does: at most d(d + 3)/2 runs determine R, and given these the others
// are independent draws within R, between n of which in order b lie with probability Beta(b, n + 1 − b) (Wilks
// 1941; Tukey 1947).
func (c *Cover) ShellBound(runs int, gamma float64) float64 {
	cells := len(c.Shells[0]) + 1
	return stat.UpperP(int64((runs-1)/cells), int64(runs-c.Dim*(c.Dim+3)/2), gamma/float64(cells))
}
