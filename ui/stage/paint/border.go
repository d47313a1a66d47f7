package paint

import (
	"indistinct/core/film"
	"indistinct/ui/stage/mesh"
)

// border is where the event begins and ends in the picture: of an event that looks at no
// more than is drawn, exactly. Elsewhere it runs around the columns of which the event
// holds most, or between the releases that it holds and the others, each kind weighing as
// much as the other.
func (p *Run) border(box [4]float64) []float32 {
	sh := p.play.Show
	switch {
	case len(sh.Edge) > 0 || sh.Form == film.Stream:
		return sh.Edge
	case sh.Form == film.Plane:
		return p.between(box)
	}
	var out []float32
	lo, hi := p.range1()
	for b, in := range p.inside {
		from, to := lo+(hi-lo)*float64(b)/float64(len(p.inside)), lo+(hi-lo)*float64(b+1)/float64(len(p.inside))
		switch {
		case in && b > 0 && p.inside[b-1]:
			out[len(out)-1] = float32(to)
		case in:
			out = append(out, float32(from), float32(to))
		}
	}
	return out
}

// The grid on which a plane's border is found, and how far a release reaches on it.
const (
	across, up = 36, 28
	reach      = 5.0
)

// between returns the lines of a plane along which the releases that the event holds weigh
// as much as those that it does not, found on a grid by marching squares.
func (p *Run) between(box [4]float64) []float32 {
	var count [2][across * up]float64
	var all [2]float64
	for i := range p.play.Show.Clouds {
		c := &p.play.Show.Clouds[i]
		for j, in := range c.In {
			x := (float64(c.Data[2*j]) - box[0]) / (box[2] - box[0]) * across
			y := (float64(c.Data[2*j+1]) - box[1]) / (box[3] - box[1]) * up
			if x >= 0 && x < across && y >= 0 && y < up {
				count[int(in)][int(y)*across+int(x)]++
				all[int(in)]++
			}
		}
	}
	if all[0] == 0 || all[1] == 0 {
		return nil
	}
	weight := func(x, y int) float32 { // of a corner of the grid's cells
		sum := 0.0
		for k := range count[0] {
			dx, dy := float64(k%across)+0.5-float64(x), float64(k/across)+0.5-float64(y)
			near := 1 / (dx*dx + dy*dy + reach*reach)
			sum += (count[1][k]/all[1] - count[0][k]/all[0]) * near * near
		}
		return float32(sum)
	}
	var at [up + 1][across + 1]float32
	for y := range at {
		for x := range at[y] {
			at[y][x] = weight(x, y)
		}
	}
	var out []float32
	cross := func(a, b mesh.Point) { // W is the weight there
		if (a.W > 0) != (b.W > 0) {
			t := a.W / (a.W - b.W)
			x, y := float64(a.X+(b.X-a.X)*t), float64(a.Y+(b.Y-a.Y)*t)
			out = append(out, float32(box[0]+(box[2]-box[0])*x/across), float32(box[1]+(box[3]-box[1])*y/up))
		}
	}
	for y := range up {
		for x := range across {
			corner := func(dx, dy int) mesh.Point {
				return mesh.Point{X: float32(x + dx), Y: float32(y + dy), W: at[y+dy][x+dx]}
			}
			a, b, c, d := corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
			cross(a, b) // a line ends where a side is crossed: on two sides or on all four
			cross(b, c)
			cross(c, d)
			cross(d, a)
		}
	}
	return out
}
