package paper

import (
	"math"

	"indistinct/core/num"
)

// Ellipsoid is {x : ‖A x − b‖ ≤ 1} for one step, with A symmetric positive
// definite, row by row.
type Ellipsoid struct {
	Dim    int       `json:"dim"`
	A      []float64 `json:"a"`
	B      []float64 `json:"b"`
	Center []float64 `json:"center"`
	// Axes are the principal half-axes as dim vectors of dim numbers, longest
	// first: the grid's directions.
	Axes []float64 `json:"axes"`
	// Gap bounds how far ln(volume) may lie above the optimum, from the dual.
	Gap float64 `json:"gap"`
	// Degenerate says that the releases had no spread in some direction; the
	// half-axes there were set to a floor.
	Degenerate bool `json:"degenerate,omitempty"`
}

// Cover is the high-likely set: one ellipsoid a step.
type Cover struct {
	Steps, Dim int
	Ellipsoids []Ellipsoid
	Grid       int // r; 1 … , with rᵈ below 2³¹
	// Shells are of each step, where its cells are shells and no grid, the squared radii of the borders between them
	// in the ellipsoid's axes, the innermost first: see AddShells.
	Shells [][]float64
}

// plane maps points to the coordinates of one ellipsoid's axes: inside it they
// form the unit ball, and the grid's box is [−1, 1]ᵈ.
type plane struct {
	dim    int
	center []float64
	rows   []float64 // dim × dim: axis k over its squared length
}

func (e Ellipsoid) matcher() plane {
	d := e.Dim
	p := plane{dim: d, center: e.Center, rows: make([]float64, d*d)}
	for k := 0; k < d; k++ {
		axis := e.Axes[k*d : (k+1)*d]
		s := num.Dot(axis, axis)
		for i, x := range axis {
			p.rows[k*d+i] = x / s
		}
	}
	return p
}

// square returns the squared length in the axes' coordinates: ≤ 1 inside. It
// is NaN, so not inside, where x has a NaN.
func (p *plane) square(x []float64) float64 {
	q := 0.0
	for k := 0; k < p.dim; k++ {
		y := p.along(k, x)
		q += y * y
	}
	return q
}

func (p *plane) along(k int, x []float64) float64 {
	row, x := p.rows[k*p.dim:][:len(p.center)], x[:len(p.center)]
	s := 0.0
	for i, c := range p.center {
		s += row[i] * (x[i] - c)
	}
	return s
}

// Locator finds cells. It is read-only after its making.
type Locator struct {
	dim    int
	r      int32
	scale  float64 // r/2
	planes []plane
	shells [][]float64
}

// NewLocator prepares a cover, which may have no ellipsoids, for finding cells.
func NewLocator(c *Cover) *Locator {
	l := &Locator{dim: c.Dim, r: int32(c.Grid), scale: float64(c.Grid) / 2, shells: c.Shells}
	for _, e := range c.Ellipsoids {
		l.planes = append(l.planes, e.matcher())
	}
	return l
}

// cell returns the index of the cell of step k that holds x, or −1 outside the
// ellipsoid. A point on the border of two cells belongs to the upper one.
func (l *Locator) cell(k int, x []float64) int32 {
	p := &l.planes[k]
	if l.shells != nil {
		return shell(l.shells[k], p.square(x))
	}
	q, index, base := 0.0, int32(0), int32(1)
	for a := 0; a < l.dim; a++ {
		y := p.along(a, x)
		q += y * y
		if !(q <= 1) {
			return -1
		}
		index += base * l.part(y)
		base *= l.r
	}
	return index
}

func (l *Locator) part(y float64) int32 {
	return min(max(int32((y+1)*l.scale), 0), l.r-1)
}

// Cells writes the cell of each step and reports whether all are inside; it stops
// at the first that is not.
func (l *Locator) Cells(release []float64, out []int32) bool {
	for k := range out {
		if out[k] = l.cell(k, release[k*l.dim:(k+1)*l.dim]); out[k] < 0 {
			return false
		}
	}
	return true
}

// PerStep returns rᵈ, saturating.
func (c *Cover) PerStep() int64 { return power(int64(c.Grid), c.Dim) }

// Events returns the number of product cells, r^(d·steps), saturating at
// 2⁶³ − 1.
func (c *Cover) Events() int64 { return power(c.PerStep(), c.Steps) }

// power returns the k-th power of a positive number, saturating.
func power(of int64, k int) int64 {
	n := int64(1)
	for range k {
		if n > math.MaxInt64/of {
			return math.MaxInt64
		}
		n *= of
	}
	return n
}

// Borders returns, for releases of a single number, where the ellipsoid and its cells
// begin and end: the ellipsoid is one interval, whose axis Enclose turns upward.
func (l *Locator) Borders() (out []float64) {
	c, row := l.planes[0].center[0], l.planes[0].rows[0]
	reach := 1.5 / row
	index := func(x float64) int { // 0 left of it, 1 … r in it, r+1 right
		if k := l.cell(0, []float64{x}); k >= 0 || x < c {
			return int(k) + 1
		}
		return int(l.r) + 1
	}
	for k := 1; k <= int(l.r)+1; k++ {
		out = append(out, SwitchPoint(c-reach, c+reach, func(x float64) bool { return index(x) >= k }))
	}
	return out
}

// SwitchPoint returns the least x in [lo, hi] at which a condition holds that goes
// from false to true; +Inf where it never does.
func SwitchPoint(lo, hi float64, holds func(float64) bool) float64 {
	if holds(lo) {
		return lo
	}
	if !holds(hi) {
		return math.Inf(1)
	}
	return num.Bisect(lo, hi, 0, holds)
}
