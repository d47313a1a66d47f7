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

// cells writes the cell of each step, −1 outside, and reports whether all are
// inside.
func (l *locator) cells(release []float64, out []int32) bool {
	inside := true
	for k := range out {
		out[k] = l.cell(k, release[k*l.dim:(k+1)*l.dim])
		inside = inside && out[k] >= 0
	}
	return inside
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

// gridded reports whether an event is made of grid cells and the outside.
func (e Event) gridded() bool { return e.Kind == "cell" || e.Kind == "union" || e.Kind == "escape" }

// check says in one sentence what makes an event unusable with a cover.
func (e Event) check(c *Cover) error {
	if e.Step < -1 || e.Step >= c.Steps {
		return fmt.Errorf("the event %q is restricted to step %d of a release with %d steps", e.Name, e.Step, c.Steps)
	}
	if !e.gridded() {
		return nil
	}
	want := c.Steps
	if e.Step >= 0 {
		want = 1
	}
	for _, part := range e.Cells {
		if len(part) != 0 && len(part) != want {
			return fmt.Errorf("the event %q has a part of %d cells where %d are needed", e.Name, len(part), want)
		}
		for _, i := range part {
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

// cellTable finds the events that hold one part: small tables by index, large
// ones by hash with a comparison.
type cellTable struct {
	dense [][]int32 // by index, where a part is one number below 4096
	few   []tablePart
	many  map[uint64][]tablePart
}

type tablePart struct {
	cells  []int32
	events []int32
}

func hashCells(cells []int32) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, c := range cells {
		h = (h ^ uint64(uint32(c))) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

func (t *cellTable) insert(cells []int32, event int32, size int64) {
	if len(cells) == 1 && size <= 4096 {
		if t.dense == nil {
			t.dense = make([][]int32, size)
		}
		t.dense[cells[0]] = append(t.dense[cells[0]], event)
		return
	}
	if t.many == nil {
		t.many = map[uint64][]tablePart{}
	}
	h := hashCells(cells)
	for i, p := range t.many[h] {
		if slices.Equal(p.cells, cells) {
			t.many[h][i].events = append(p.events, event)
			return
		}
	}
	t.many[h] = append(t.many[h], tablePart{cells, []int32{event}})
}

// finish lays few parts out for a plain search. The order of t.few does not
// reach a result: parts are different, so at most one fits.
func (t *cellTable) finish() {
	if len(t.many) > 4 {
		return
	}
	for _, ps := range t.many {
		t.few = append(t.few, ps...)
	}
	t.many = nil
}

func (t *cellTable) mark(cells []int32, hit []bool) {
	if t.dense != nil {
		for _, e := range t.dense[cells[0]] {
			hit[e] = true
		}
		return
	}
	for i := range t.few {
		if slices.Equal(t.few[i].cells, cells) {
			for _, e := range t.few[i].events {
				hit[e] = true
			}
			return
		}
	}
	if t.many != nil {
		for _, p := range t.many[hashCells(cells)] {
			if slices.Equal(p.cells, cells) {
				for _, e := range p.events {
					hit[e] = true
				}
				return
			}
		}
	}
}

func (t *cellTable) empty() bool { return t.dense == nil && t.few == nil && t.many == nil }

// Matcher finds which of several events hold a release. It is for one
// goroutine; Match allocates nothing.
type Matcher struct {
	loc     *locator
	steps   int
	cells   []int32
	grid    bool // any event of cells or the outside
	bySteps bool // any that looks at one step of several
	whole   cellTable
	outside []int32     // events that hold releases outside R
	step    []cellTable // for events restricted to a step
	stepOut [][]int32
	learned []learnedEvent
}

type learnedEvent struct {
	event int
	holds func([]float64) bool
}

// NewMatcher prepares events for matching. Parts that do not fit the cover
// hold nothing.
func NewMatcher(cover *Cover, events []Event) *Matcher {
	m := &Matcher{
		loc: newLocator(cover), steps: cover.Steps, cells: make([]int32, cover.Steps),
		step: make([]cellTable, cover.Steps), stepOut: make([][]int32, cover.Steps),
	}
	for i, e := range events {
		if e.check(cover) != nil {
			continue
		}
		if !e.gridded() {
			m.learned = append(m.learned, learnedEvent{i, newLearned(e, cover.Steps, cover.Dim)})
			continue
		}
		m.grid = true
		step := e.Step
		if cover.Steps == 1 {
			step = 0
		} else if step >= 0 {
			m.bySteps = true
		}
		parts := e.Cells
		if e.Kind == "escape" {
			parts = [][]int32{nil}
		}
		for _, part := range parts {
			switch {
			case len(part) == 0 && step >= 0:
				m.stepOut[step] = append(m.stepOut[step], int32(i))
			case len(part) == 0:
				m.outside = append(m.outside, int32(i))
			case step >= 0:
				m.step[step].insert(part, int32(i), cover.perStep())
			default:
				m.whole.insert(part, int32(i), cover.Events())
			}
		}
	}
	m.whole.finish()
	for k := range m.step {
		m.step[k].finish()
	}
	return m
}

// Match sets hit[i] to whether event i holds the release.
func (m *Matcher) Match(release []float64, hit []bool) {
	clear(hit)
	if m.grid {
		m.matchGrid(release, hit)
	}
	for i := range m.learned {
		if m.learned[i].holds(release) {
			hit[m.learned[i].event] = true
		}
	}
}

func (m *Matcher) matchGrid(release []float64, hit []bool) {
	dim := m.loc.dim
	if m.steps == 1 {
		m.cells[0] = m.loc.cell(0, release)
		m.matchStep(0, hit)
		return
	}
	inside := true
	for k := range m.cells {
		c := m.loc.cell(k, release[k*dim:(k+1)*dim])
		m.cells[k] = c
		if c < 0 {
			inside = false
			if !m.bySteps {
				break
			}
		}
	}
	if !inside {
		for _, e := range m.outside {
			hit[e] = true
		}
	} else if !m.whole.empty() {
		m.whole.mark(m.cells, hit)
	}
	if m.bySteps {
		for k := range m.cells {
			m.matchStep(k, hit)
		}
	}
}

func (m *Matcher) matchStep(k int, hit []bool) {
	if m.cells[k] < 0 {
		for _, e := range m.stepOut[k] {
			hit[e] = true
		}
		return
	}
	if t := &m.step[k]; !t.empty() {
		t.mark(m.cells[k:k+1], hit)
	}
}
