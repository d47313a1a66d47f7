package audit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

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
		s := dot(axis, axis)
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
	row := p.rows[k*p.dim : (k+1)*p.dim]
	s := 0.0
	for i, c := range p.center {
		s += row[i] * (x[i] - c)
	}
	return s
}

// locator finds cells. It is read-only after its making.
type locator struct {
	steps, dim int
	r          int32
	scale      float64 // r/2
	planes     []plane
}

func newLocator(c *Cover) *locator {
	l := &locator{steps: c.Steps, dim: c.Dim, r: int32(c.Grid), scale: float64(c.Grid) / 2}
	for _, e := range c.Ellipsoids {
		l.planes = append(l.planes, e.matcher())
	}
	return l
}

// cell returns the index of the cell of step k that holds x, or −1 outside the
// ellipsoid. A point on the border of two cells belongs to the upper one.
func (l *locator) cell(k int, x []float64) int32 {
	p := &l.planes[k]
	switch l.dim {
	case 1:
		y := p.rows[0] * (x[0] - p.center[0])
		if !(y*y <= 1) {
			return -1
		}
		return l.part(y)
	case 2:
		u, v := x[0]-p.center[0], x[1]-p.center[1]
		y := p.rows[0]*u + p.rows[1]*v
		z := p.rows[2]*u + p.rows[3]*v
		if !(y*y+z*z <= 1) {
			return -1
		}
		return l.part(y) + l.r*l.part(z)
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

func (l *locator) part(y float64) int32 {
	return min(max(int32((y+1)*l.scale), 0), l.r-1)
}

// cells writes the cell of each step and reports whether all are inside; it stops
// at the first that is not.
func (l *locator) cells(release []float64, out []int32) bool {
	for k := range out {
		if out[k] = l.cell(k, release[k*l.dim:(k+1)*l.dim]); out[k] < 0 {
			return false
		}
	}
	return true
}

// inside reports whether a release lies in every step's ellipsoid.
func (l *locator) inside(release []float64) bool {
	for k := range l.planes {
		p := &l.planes[k]
		x := release[k*l.dim : (k+1)*l.dim]
		if l.dim == 1 {
			y := p.rows[0] * (x[0] - p.center[0])
			if !(y*y <= 1) {
				return false
			}
		} else if !(p.square(x) <= 1) {
			return false
		}
	}
	return true
}

// perStep returns rᵈ, saturating.
func (c *Cover) perStep() int64 {
	n := int64(1)
	for i := 0; i < c.Dim; i++ {
		if n > math.MaxInt64/int64(c.Grid) {
			return math.MaxInt64
		}
		n *= int64(c.Grid)
	}
	return n
}

// Events returns the number of product cells, r^(d·steps), saturating at
// 2⁶³ − 1.
func (c *Cover) Events() int64 {
	n, each := int64(1), c.perStep()
	for i := 0; i < c.Steps; i++ {
		if n > math.MaxInt64/each {
			return math.MaxInt64
		}
		n *= each
	}
	return n
}

// escapeEvent is the event that the paper's rule drops.
func escapeEvent() Event {
	return Event{Kind: "escape", Name: "outside the high-likely set", Step: -1}
}

// cellEvent names one product cell.
func cellEvent(cells []int32, dim, r int) Event {
	e := Event{Kind: "cell", Step: -1, Cells: [][]int32{cells}}
	parts := make([]string, len(cells))
	for k, c := range cells {
		axes := make([]string, dim)
		for a := range axes {
			axes[a] = strconv.Itoa(int(c)%r + 1)
			c /= int32(r)
		}
		parts[k] = strings.Join(axes, ",")
	}
	e.Name = "cell (" + strings.Join(parts, " | ") + ") of the grid"
	return e
}

// gridded reports whether an event is made of a grid cell or the outside.
func (e Event) gridded() bool { return e.Kind == "cell" || e.Kind == "escape" }

// check says in one sentence what makes an event unusable with a cover.
func (e Event) check(c *Cover) error {
	if e.Step < -1 || e.Step >= c.Steps {
		return fmt.Errorf("the event %q is restricted to step %d of a release with %d steps", e.Name, e.Step, c.Steps)
	}
	if e.Kind != "cell" {
		return nil
	}
	if len(e.Cells) > 1 || len(e.Cells) == 1 && len(e.Cells[0]) != c.Steps {
		return fmt.Errorf("the event %q is not one cell for each of %d steps", e.Name, c.Steps)
	}
	for _, cells := range e.Cells {
		for _, i := range cells {
			if i < 0 || int64(i) >= c.perStep() {
				return fmt.Errorf("the event %q has the cell %d; cells of a step are numbered 0 to %d", e.Name, i, c.perStep()-1)
			}
		}
	}
	return nil
}

// Contains reports whether a release of steps × dim numbers belongs to the
// event. Matching many releases is a Matcher's work.
func (e Event) Contains(cover *Cover, release []float64) bool {
	hit := []bool{false}
	NewMatcher(cover, []Event{e}).Match(release, hit)
	return hit[0]
}

// Matcher finds which of several events hold a release. It is for one
// goroutine; Match allocates nothing.
type Matcher struct {
	loc     *locator
	cells   []int32 // of the release that is matched
	whole   []cellMatch
	outside []int // events that hold releases outside the high-likely set
	learned []learnedMatch
}

// cellMatch is an event of one product cell.
type cellMatch struct {
	event int
	cells []int32
}

// learnedMatch is an event that has a score.
type learnedMatch struct {
	event int
	holds func([]float64) bool
}

// NewMatcher prepares events for matching. Events that do not fit the cover hold
// nothing.
func NewMatcher(cover *Cover, events []Event) *Matcher {
	m := &Matcher{loc: newLocator(cover), cells: make([]int32, cover.Steps)}
	for i, e := range events {
		switch {
		case e.check(cover) != nil:
		case e.Kind == "escape":
			m.outside = append(m.outside, i)
		case e.Kind == "cell":
			for _, cells := range e.Cells {
				m.whole = append(m.whole, cellMatch{i, cells})
			}
		default:
			m.learned = append(m.learned, learnedMatch{i, newLearned(e, cover.Steps, cover.Dim)})
		}
	}
	return m
}

// Match sets hit[i] to whether event i holds the release.
func (m *Matcher) Match(release []float64, hit []bool) {
	clear(hit)
	if len(m.whole)+len(m.outside) > 0 {
		m.matchGrid(release, hit)
	}
	for _, l := range m.learned {
		hit[l.event] = l.holds(release)
	}
}

func (m *Matcher) matchGrid(release []float64, hit []bool) {
	if !m.loc.cells(release, m.cells) {
		for _, e := range m.outside {
			hit[e] = true
		}
		return
	}
	for _, w := range m.whole {
		hit[w.event] = slices.Equal(w.cells, m.cells)
	}
}
