package paint

import "indistinct/core/film"

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
	var at [up + 1][across + 1]float64 // by how much more what the event holds weighs at each corner
	for y := range at {
		for x := range at[y] {
			for k := range count[0] {
				dx, dy := float64(k%across)+0.5-float64(x), float64(k/across)+0.5-float64(y)
				near := 1 / (dx*dx + dy*dy + reach*reach)
				at[y][x] += (count[1][k]/all[1] - count[0][k]/all[0]) * near * near
			}
		}
	}
	var out []float32
	corners := [5][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}
	for y := range up {
		for x := range across {
			for k, a := range corners[:4] { // a line ends where a side is crossed: two of them, or all
				b := corners[k+1]
				u, v := at[y+a[1]][x+a[0]], at[y+b[1]][x+b[0]]
				if (u > 0) == (v > 0) {
					continue
				}
				t := u / (u - v)
				px, py := float64(x+a[0])+t*float64(b[0]-a[0]), float64(y+a[1])+t*float64(b[1]-a[1])
				out = append(out, float32(box[0]+(box[2]-box[0])*px/across), float32(box[1]+(box[3]-box[1])*py/up))
			}
		}
	}
	return out
}
