package paint

import "indistinct/core/film"

// border is where the event begins and ends in the picture: of an event that looks at no
// more than is drawn, exactly. Elsewhere it runs around the columns of which the event
// holds most; a plane has none then, where the releases that it holds are ringed.
func (p *Run) border() []float32 {
	sh := p.play.Show
	if len(sh.Edge) > 0 || sh.Form == film.Stream || sh.Form == film.Plane {
		return sh.Edge
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
