package ring

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The film shows one turn of the orbit. The recorded steps 0 … T pass slowly,
// so that releases can be seen to arrive; the rest at their own pace.
const (
	slow      = 10   // key frames for each recorded step
	cloudSize = 220  // releases of each record drawn at each released step
	rate      = 14.0 // key frames a second
	// phasePreview draws the releases that the film shows; the audit's phases
	// are other streams.
	phasePreview = 120
)

// frames are the times of the key frames in steps of the system.
func (m *model) frames() []float64 {
	var out []float64
	t := m.sc.T
	for k := range t {
		for j := range slow {
			out = append(out, float64(k)+float64(j)/slow)
		}
	}
	// One turn of the slower axis brings the target back to where it started.
	turn := 2 * math.Pi / min(m.sc.Omega[0], m.sc.Omega[1]) / m.sc.Dt
	rest := turn - float64(t)
	if rest > 0 {
		n := int(min(160, max(20, rest)))
		for j := range n {
			out = append(out, float64(t)+rest*float64(j)/float64(n))
		}
	}
	return out
}

// Film is what the scene plays: the ring with target, sensors, rays and the
// hypothesis disk; and, a thousand times larger, the releases of each step.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	ts := m.frames()
	n := len(ts)
	steps, _ := m.mech.Shape()
	radius := m.sc.Radius
	f := &film.Film{Steps: n, Rate: rate, Loop: true, Hold: slow * max(steps-1, 0)}

	// The target: the recorded path at recorded times, the noise-free orbit
	// between and after. Process noise is a hundred times smaller than a line.
	target := make([]float32, 0, 2*n)
	var rays, starRay, adjacentRay []float32
	var clock []string
	released := func(i int) int { return min(int(ts[i]), steps-1) }
	for _, t := range ts {
		x := m.at(t)
		target = append(target, float32(x[0]), float32(x[1]))
		k := min(int(math.Round(t)), m.sc.T)
		for i, q := range m.sc.Sensors {
			if i == m.sc.Star {
				r := m.ray(q, k, i, m.sc.Y, t, x)
				starRay = append(append(starRay, r...), barbs(r, 0.05*radius)...)
				continue
			}
			rays = append(rays, m.ray(q, k, i, m.sc.Y, t, x)...)
		}
		r := m.ray(m.moved, k, m.sc.Star, m.adjacent, t, x)
		adjacentRay = append(append(adjacentRay, r...), barbs(r, 0.05*radius)...)
		switch {
		case t <= float64(m.sc.T) && int(t) < steps:
			clock = append(clock, fmt.Sprintf("step %d, t = %.2f s, slowed", int(t), t*m.sc.Dt))
		case t < float64(m.sc.T):
			clock = append(clock, fmt.Sprintf("step %d, measured only", int(t)))
		default:
			clock = append(clock, fmt.Sprintf("t = %.2f s", t*m.sc.Dt))
		}
	}
	f.Clock = clock
	orbit := make([]float32, 0, 400)
	for i := range 181 {
		x := m.at(float64(i) / 180 * 2 * math.Pi / min(m.sc.Omega[0], m.sc.Omega[1]) / m.sc.Dt)
		orbit = append(orbit, float32(x[0]), float32(x[1]))
	}
	// Arrows along the orbit.
	var arrows []float32
	for i := range 8 {
		at, next := orbit[i*44:i*44+2], orbit[i*44+4:i*44+6]
		arrows = append(arrows, barbs([]float32{at[0], at[1], next[0], next[1]}, 0.035*radius)...)
	}
	var sensors []float32
	var handles []string
	for i, q := range m.sc.Sensors {
		if i != m.sc.Star {
			sensors = append(sensors, float32(q[0]), float32(q[1]))
			handles = append(handles, fmt.Sprintf("sensor:%d", i+1))
		}
	}
	star := m.sc.Sensors[m.sc.Star]
	box := radius * 1.22
	main := film.View{Name: "sensor ring", Place: film.Main, Box: [4]float64{-box, -box, box, box}, Equal: true, Unit: "m", Layers: []film.Layer{
		{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6, Data: []float32{0, 0, float32(radius)}},
		{Kind: film.Path, Role: sheet.Target, Size: 1.2, Alpha: 0.45, Dash: true, Data: orbit},
		{Kind: film.Segments, Role: sheet.Target, Size: 1.2, Alpha: 0.7, Data: arrows},
		{Kind: film.Segments, Role: sheet.Muted, Size: 1, Alpha: 0.35, Moving: true, Data: rays, Ease: true},
	}}
	leak, err := m.leakLayers(ts)
	if err != nil {
		return nil, err
	}
	main.Layers = append(main.Layers, leak.layers...)
	main.Layers = append(main.Layers,
		film.Layer{Name: "measurement, record 1", Kind: film.Segments, Role: sheet.Record, Size: 1.6, Alpha: 0.9, Moving: true, Data: starRay, Ease: true},
		film.Layer{Name: "measurement, adjacent record", Kind: film.Segments, Role: sheet.Adjacent, Size: 1.6, Alpha: 0.9, Dash: true, Moving: true, Data: adjacentRay, Ease: true},
		film.Layer{Name: "sensor", Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.75, Data: sensors, Handles: handles},
		film.Layer{Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Star, Size: 15, Data: []float32{float32(m.moved[0]), float32(m.moved[1])}},
		film.Layer{Name: "hidden sensor", Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 22, Fill: true, Data: []float32{float32(star[0]), float32(star[1])}, Handles: []string{"star"}},
		film.Layer{Name: "target", Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 14, Fill: true, Moving: true, Ease: true, Trail: 26, Data: target},
	)

	inset, err := m.inset(ts, released, r)
	if err != nil {
		return nil, err
	}
	f.Views = []film.View{main, inset, leak.inset}
	f.Alt = fmt.Sprintf("A target circles inside a ring of %d sensors. One sensor is starred; a shaded disk around it shows where it could as well stand. An inset shows the released estimates of each step for both records.", len(m.sc.Sensors))
	return f, nil
}

// at returns the target's position at a time in steps: the recorded states
// where there are some.
func (m *model) at(t float64) [2]float64 {
	k := int(t)
	if k < m.sc.T {
		z := m.sc.States[k]
		sin, cos := [2]float64{}, [2]float64{}
		var out [2]float64
		for a := range 2 {
			w := m.sc.Omega[a]
			sin[a], cos[a] = num.Sincos(w * m.sc.Dt * (t - float64(k)))
			out[a] = float64(cos[a]*z[a]) + float64(sin[a]/w*z[a+2])
		}
		return out
	}
	var out [2]float64
	for a := range 2 {
		w := m.sc.Omega[a]
		sin, cos := num.Sincos(w * m.sc.Dt * t)
		out[a] = float64(cos*m.sc.Start[a]) + float64(sin/w*m.sc.Start[a+2])
	}
	return out
}

// ray is the line from a sensor to where its reading of step k says the target
// is: the reading, with the saturating function undone. Readings that noise or
// rounding carried to the function's end are held just inside it. Beyond the
// record the line leads to the target itself.
func (m *model) ray(q [2]float64, k, sensor int, y []float64, t float64, x [2]float64) []float32 {
	to := x
	if t <= float64(m.sc.T) {
		row := m.sc.Row(y, k)
		for a := range 2 {
			v := math.Max(-0.999999, math.Min(0.999999, row[2*sensor+a]/m.sc.Gain))
			// artanh
			to[a] = q[a] + 0.5*num.Log((1+v)/(1-v))/m.sc.Slope
			// Far from the sensor the function is flat and noise is blown up.
			to[a] = math.Max(x[a]-m.sc.Radius, math.Min(x[a]+m.sc.Radius, to[a]))
		}
	}
	return []float32{float32(q[0]), float32(q[1]), float32(to[0]), float32(to[1])}
}

// barbs are the two strokes of an arrow's head at the end of a ray.
func barbs(ray []float32, size float64) []float32 {
	x, y := float64(ray[2]-ray[0]), float64(ray[3]-ray[1])
	n := math.Hypot(x, y)
	if n < 1e-9 {
		return []float32{ray[2], ray[3], ray[2], ray[3], ray[2], ray[3], ray[2], ray[3]}
	}
	x, y = float64(x/n*size), float64(y/n*size)
	var out []float32
	for _, side := range [2]float64{0.45, -0.45} {
		out = append(out, ray[2], ray[3], float32(float64(ray[2])-x-float64(side*y)), float32(float64(ray[3])-y+float64(side*x)))
	}
	return out
}

// inset shows the releases of both records around the true position.
func (m *model) inset(ts []float64, released func(int) int, r *lab.Report) (film.View, error) {
	steps, dim := m.mech.Shape()
	draw := [2][]float64{}
	mech := m.mech.Fork()
	for in := range draw {
		draw[in] = make([]float64, cloudSize*steps*dim)
		for i := range cloudSize {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phasePreview, Input: uint32(in), Trial: uint64(i)})
			mech.Release(mechanism.Input(in), &s, draw[in][i*steps*dim:(i+1)*steps*dim])
		}
	}
	truth := m.sc.Truth()
	// One scale for all steps: what holds the clouds and the ellipses.
	half := 0.0
	for in := range draw {
		for i := range cloudSize {
			for k := range steps {
				for a := range dim {
					half = max(half, math.Abs(draw[in][(i*steps+k)*dim+a]-truth[k*dim+a]))
				}
			}
		}
	}
	if r != nil {
		for k, e := range r.Cover {
			for a := range dim {
				reach := 0.0
				for j := range dim {
					reach += math.Abs(e.Axes[j*dim+a])
				}
				half = max(half, math.Abs(e.Center[a]-truth[k*dim+a])+reach)
			}
		}
	}
	half = max(1.15*half, 1e-4)
	n := len(ts)
	v := film.View{Name: "releases", Place: film.Inset, Equal: true, Link: true, Unit: "m"}
	v.Box = [4]float64{truth[0] - half, truth[1] - half, truth[0] + half, truth[1] + half}
	var clouds [2][]float32
	for in := range clouds {
		for k := range steps {
			for j := range cloudSize {
				p := draw[in][(j*steps+k)*dim:]
				clouds[in] = append(clouds[in], float32(p[0]), float32(p[1]))
			}
		}
	}
	var boxes, cross []float32
	var which, arrived []int
	for i := range n {
		k := released(i)
		c := truth[k*dim : k*dim+2]
		boxes = append(boxes, float32(c[0]-half), float32(c[1]-half), float32(c[0]+half), float32(c[1]+half))
		cross = append(cross, float32(c[0]), float32(c[1]))
		which = append(which, k)
		// Releases arrive one after another while their step lasts.
		show := cloudSize
		if ts[i] < float64(steps) {
			show = max(1, int(cloudSize*(ts[i]-float64(k)+1.0/slow)))
		}
		arrived = append(arrived, min(show, cloudSize))
	}
	v.Boxes = boxes
	if r != nil && len(r.Cover) == steps {
		grid, ellipse := m.gridLayers(which, r)
		v.Layers = append(v.Layers, m.litLayers(which, r)...)
		v.Layers = append(v.Layers, grid, ellipse)
	}
	if r != nil && len(r.Cover) == steps {
		v.Layers = append(v.Layers, m.witness(draw, which, r)...)
	}
	v.Layers = append(v.Layers,
		film.Layer{Name: "released, adjacent record", Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Diamond, Size: 4, Alpha: 0.55, Fill: true, Moving: true, Data: clouds[1], Blocks: which, Shown: arrived},
		film.Layer{Name: "released, record 1", Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 4, Alpha: 0.6, Fill: true, Moving: true, Data: clouds[0], Blocks: which, Shown: arrived},
		film.Layer{Name: "true position", Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13, Moving: true, Data: cross},
	)
	return v, nil
}

// gridLayers draw the high-likely ellipse of each step and its r × r grid.
func (m *model) gridLayers(which []int, r *lab.Report) (grid, ellipse film.Layer) {
	grid = film.Layer{Kind: film.Segments, Role: sheet.Muted, Size: 1, Alpha: 0.7, Moving: true, Blocks: which}
	ellipse = film.Layer{Name: "high-likely set", Kind: film.Ellipse, Role: sheet.Ink, Size: 1.6, Alpha: 0.8, Moving: true, Blocks: which}
	g := m.spec.Int("r")
	for k := range r.Cover {
		e := &r.Cover[k]
		a, b := axis(e, 0), axis(e, 1)
		c := e.Center
		ellipse.Data = append(ellipse.Data, float32(c[0]), float32(c[1]), float32(math.Hypot(a[0], a[1])), float32(math.Hypot(b[0], b[1])), float32(num.Atan2(a[1], a[0])))
		for j := 0; j <= g; j++ {
			u := -1 + 2*float64(j)/float64(g)
			grid.Data = append(grid.Data, corner(c, a, b, u, -1)...)
			grid.Data = append(grid.Data, corner(c, a, b, u, 1)...)
			grid.Data = append(grid.Data, corner(c, a, b, -1, u)...)
			grid.Data = append(grid.Data, corner(c, a, b, 1, u)...)
		}
	}
	return grid, ellipse
}

// litLayers light the worst event's cells, and the cells of the stronger
// test's event where it has any.
func (m *model) litLayers(which []int, r *lab.Report) []film.Layer {
	var out []film.Layer
	light := func(name string, ev audit.Event, role sheet.Role) {
		if len(ev.Cells) == 0 {
			return
		}
		l := film.Layer{Name: name, Kind: film.Quads, Role: role, Alpha: 0.35, Moving: true, Lit: true, Blocks: which}
		g := m.spec.Int("r")
		for k := range r.Cover {
			e := &r.Cover[k]
			a, b := axis(e, 0), axis(e, 1)
			if len(ev.Cells[0]) <= k {
				return
			}
			cell := int(ev.Cells[0][k])
			iu, iv := cellAxes(cell, g)
			u0, u1 := -1+2*float64(iu)/float64(g), -1+2*float64(iu+1)/float64(g)
			v0, v1 := -1+2*float64(iv)/float64(g), -1+2*float64(iv+1)/float64(g)
			l.Data = append(l.Data, corner(e.Center, a, b, u0, v0)...)
			l.Data = append(l.Data, corner(e.Center, a, b, u1, v0)...)
			l.Data = append(l.Data, corner(e.Center, a, b, u1, v1)...)
			l.Data = append(l.Data, corner(e.Center, a, b, u0, v1)...)
		}
		out = append(out, l)
	}
	light("worst event (paper's rule)", r.Worst, sheet.Paper)
	return out
}

// witness rings the drawn releases, of either record, that lie in the event on
// which the stronger test's bound rests.
func (m *model) witness(draw [2][]float64, which []int, r *lab.Report) []film.Layer {
	if r.Strong.Event.Kind == "" {
		return nil
	}
	steps, dim := m.mech.Shape()
	cover := &audit.Cover{Steps: steps, Dim: dim, Ellipsoids: r.Cover, Grid: m.spec.Int("r")}
	match := audit.NewMatcher(cover, []audit.Event{r.Strong.Event})
	hit := make([]bool, 1)
	l := film.Layer{Name: "in the witness event", Kind: film.Dots, Role: sheet.Leak, Shape: film.Circle, Size: 9, Alpha: 0.5, Lit: true, Moving: true, Blocks: which}
	for k := range steps {
		for in := range draw {
			for j := range cloudSize {
				release := draw[in][j*steps*dim : (j+1)*steps*dim]
				hit[0] = false
				if match.Match(release, hit); hit[0] {
					l.Data = append(l.Data, float32(release[k*dim]), float32(release[k*dim+1]))
				}
			}
		}
	}
	if len(l.Data) == 0 {
		return nil
	}
	return []film.Layer{l}
}

// cellAxes splits a cell's index into its coordinates along the first and the
// second axis.
func cellAxes(cell, g int) (int, int) { return cell % g, cell / g }

func axis(e *audit.Ellipsoid, i int) []float64 { return e.Axes[i*e.Dim : (i+1)*e.Dim] }

// corner is centre + u·a + v·b.
func corner(c, a, b []float64, u, v float64) []float32 {
	return []float32{float32(c[0] + float64(u*a[0]) + float64(v*b[0])), float32(c[1] + float64(u*a[1]) + float64(v*b[1]))}
}
