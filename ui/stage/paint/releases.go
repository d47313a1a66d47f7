package paint

import (
	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/playback"
)

// How the releases of a show are drawn, form by form.

// alphas are the opacities of one release on a light and on a dark ground,
// where they add up.
func (p *Run) alpha(n int) float32 {
	a := float32(0.55)
	if n > 600 {
		a = 0.4
	}
	if p.dark {
		a *= 0.8
	}
	return a
}

// dimmed is the factor on what the event does not hold, once it has swept over.
const dimmed = 0.3

// plane draws two clouds that rain in.
func (p *Run) plane() {
	sh, front := p.play.Show, p.sweepAt()
	r := p.small(2.6, 1.9)
	for i := range sh.Clouds {
		c := &sh.Clouds[i]
		n := len(c.Data) / 2
		ink := p.colours[roles[i]].Fade(p.alpha(n))
		p.play.Each(i, n, 1, playback.Drops, func(j int, t float32, fresh bool) {
			x64, y64 := p.cam.Px(float64(c.Data[2*j]), float64(c.Data[2*j+1]))
			if m := float64(2 * r); y64 < p.plot.Y0+m || x64 < p.plot.X0+m || x64 > p.plot.X1-m { // it would be cut
				return
			}
			x, y := float32(x64), float32(y64)-46*(1-t)*(1-t)
			swept := p.now.Sweep > 0 && x < front && len(c.In) > 0
			switch {
			case fresh:
				p.mark(&p.lit, i, x, y, r*1.2, p.colours[roles[i]].Fade(t*(2-t)*0.9))
			case swept && c.In[j] == 1: // in the event's colour about its input's
				p.mark(&p.lit, i, x, y, r*1.3+1.1*p.weight, p.colours[sheet.Leak])
				p.mark(&p.lit, i, x, y, r*1.3, p.colours[roles[i]])
			case swept:
				p.mark(&p.cloud, i, x, y, r, ink.Fade(dimmed*t))
			default:
				p.mark(&p.cloud, i, x, y, r, ink.Fade(t))
			}
		})
	}
}

// maxCurves is how many releases of each input a stream shows.
const maxCurves = 90

// stream draws two bundles of curves that grow from left to right.
func (p *Run) stream() {
	sh := p.play.Show
	from, to := sh.Axes[0].Min, sh.Axes[0].Max
	swept := p.now.Sweep > 0 && float64(p.sweepAt()) > p.layout.Plot.X0+p.layout.Plot.W()/2
	for i := range sh.Clouds {
		c := &sh.Clouds[i]
		s := c.Stride
		shown := min(len(c.Data)/s, maxCurves)
		p.play.Each(i, shown, 3, playback.Drops/4, func(j int, t float32, fresh bool) { // slower than a dot
			y := c.Data[j*s : (j+1)*s]
			m, ink, w := &p.cloud, p.colours[roles[i]].Fade(0.34), 1.2*p.weight
			switch {
			case fresh:
				m, ink, w = &p.lit, p.colours[roles[i]].Fade(0.9*(1-t*t)), 2
			case !swept || len(c.In) == 0:
			case c.In[j] == 1: // in full colour, above the others
				m, ink, w = &p.lit, p.colours[roles[i]], 1.5*p.weight
			default:
				ink = ink.Fade(dimmed + 0.1)
			}
			q := p.points(y, from, to, float64(t), w)
			if i == 1 && !fresh {
				m.Dashed(q, 7, 3, ink, false)
			} else {
				m.Stroke(q, ink, false)
			}
		})
	}
}

// points are a curve's points on the canvas, in the scratch of lit.
func (p *Run) points(y []float32, from, to, t float64, w float32) []mesh.Point {
	p.lit.Begin()
	steps := float64(max(len(y)-1, 1))
	for k := range y {
		at := float64(k)
		v := float64(y[k])
		if at > t*steps {
			u := t*steps - (at - 1)
			if u <= 0 || k == 0 {
				break
			}
			at, v = t*steps, float64(y[k-1])+(v-float64(y[k-1]))*u
		}
		x, py := p.cam.Px(from+(to-from)*at/steps, v)
		p.lit.To(float32(x), float32(py), w, 1)
	}
	return p.lit.Path()
}

// gather counts all releases in bins, or by word, to know how high the highest
// column will be and which of them the event holds.
func (p *Run) gather(bins int) {
	sh := p.play.Show
	p.inside = make([]bool, bins)
	p.most = 1
	held, all := make([]int, bins), make([]int, bins)
	for i := range sh.Clouds {
		c := &sh.Clouds[i]
		p.bins[i] = make([]int, bins)
		p.count(i, len(c.Data))
		for b, n := range p.bins[i] {
			p.most = max(p.most, float64(n))
			all[b] += n
		}
		if len(c.In) == 0 {
			continue
		}
		for j, v := range c.Data {
			if c.In[j] == 1 {
				held[p.bin(v)]++
			}
		}
	}
	for b := range held {
		p.inside[b] = 2*held[b] > all[b]
	}
}

// range1 is from where to where the columns run.
func (p *Run) range1() (lo, hi float64) {
	sh := p.play.Show
	if sh.Form == film.Bars {
		return 0, float64(len(sh.Words))
	}
	return sh.Axes[0].Min, sh.Axes[0].Max
}

// bin is the column of a number; what lies outside stands in the first or the last.
func (p *Run) bin(v float32) int {
	lo, hi := p.range1()
	n := len(p.inside)
	return min(max(int((float64(v)-lo)/(hi-lo)*float64(n)), 0), n-1)
}

func (p *Run) count(input, n int) {
	clear(p.bins[input])
	for _, v := range p.play.Show.Clouds[input].Data[:n] {
		p.bins[input][p.bin(v)]++
	}
}

// columns draws two histograms on one line, or pairs of bars.
func (p *Run) columns() {
	sh, r, front := p.play.Show, p.layout.Plot, p.sweepAt()
	bins := len(p.inside)
	wide := float32(r.W()) / float32(bins)
	told := len(sh.Clouds[0].In) > 0 || len(sh.Clouds[1].In) > 0
	for i := range sh.Clouds {
		landed, _ := p.play.Landed(i)
		p.count(i, int(landed))
		m, c := &p.lit, p.colours[roles[i]]
		for b, n := range p.bins[i] {
			x0 := float32(r.X0) + float32(b)*wide
			x1 := x0 + wide
			if sh.Form == film.Bars {
				x0, x1 = x0+wide*(0.1+0.41*float32(i)), x0+wide*(0.49+0.41*float32(i))
			}
			y1 := float32(r.Y1)
			y0 := y1 - float32(r.H()*0.94*float64(n)/p.most)
			a, edge := float32(0.5), float32(0.9)
			if swept := told && p.now.Sweep > 0 && (x0+x1)/2 < front; swept && !p.inside[b] {
				a, edge = 0.15, 0.35
			} else if swept {
				a, edge = 0.8, 1
			}
			if y0 > y1-0.5 {
				continue
			}
			// What both inputs reach is the record's, under the neighbour's
			// hatching: neither colour is lost in a mixture.
			base := y1
			if i == 1 && sh.Form == film.Line {
				base -= float32(r.H() * 0.94 * float64(p.bins[0][b]) / p.most)
			}
			if y0 < base {
				m.Fill((x0+x1)/2, (y0+base)/2, m.RoundRect(x0+0.5, y0, x1-0.5, base, 0, 1), c.Fade(a*0.8))
			}
			if i == 1 {
				p.hatch(m, x0+0.5, y0, x1-0.5, y1, c.Fade(edge*0.8))
			}
			m.Line(x0, y0, x1, y0, 1.8*p.weight, c.Fade(edge))
		}
		p.falling(i)
	}
}

// falling draws the releases that are on their way into the columns.
func (p *Run) falling(i int) {
	sh, r := p.play.Show, p.layout.Plot
	lo, hi := p.range1()
	data := sh.Clouds[i].Data
	_, flying := p.play.Landed(i)
	skip := max(int(flying/60), 1) // a cloudburst would hide the columns
	p.play.Each(i, len(data), 1, playback.Drops, func(j int, t float32, fresh bool) {
		if !fresh && (t == 1 || j%skip > 0) {
			return
		}
		v := float64(data[j])
		b := p.bin(data[j])
		if sh.Form == film.Bars {
			v += 0.295 + 0.41*float64(i)
		}
		x := float32(r.X0 + r.W()*min(max((v-lo)/(hi-lo), 0), 1))
		top := float32(r.Y1 - r.H()*0.94*float64(p.bins[i][b])/p.most)
		y := float32(r.Y0) + (top-float32(r.Y0))*t*t
		p.mark(&p.lit, i, x, y, p.small(2.8, 2.2), p.colours[roles[i]].Fade(0.9))
	})
}

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
