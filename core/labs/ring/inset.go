package ring

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The film plays the released steps, slowly enough for releases to be seen to
// arrive, and then lets the same record be released again and again; what the
// target does before and after stands as a dashed orbit.
const (
	rate   = 14.0 // key frames a second
	again  = 24   // key frames of further releases
	played = 64   // about so many key frames of the released steps
)

// slow is the number of key frames for each released step.
func (m *model) slow() int {
	steps, _ := m.Mech.Shape()
	return max(3, min(16, played/steps))
}

// frames are the times of the key frames in steps of the system. first is the index
// from which the target stands still at the last released step while further releases
// come in.
func (m *model) frames() (ts []float64, first int) {
	steps, _ := m.Mech.Shape()
	slow := m.slow()
	for k := range steps {
		for j := range slow {
			ts = append(ts, float64(k)+float64(j)/float64(slow))
		}
	}
	first = len(ts)
	for range again {
		ts = append(ts, ts[first-1])
	}
	return ts, first
}

// releasesSeen is how many releases the picture's adversary sees: what was asked for,
// or fewer where a release has so many steps that the picture would wait.
func (m *model) releasesSeen() int {
	steps, _ := m.Mech.Shape()
	return min(m.Spec.Int("releases"), max(1, 240/steps))
}

// seenAfter is how many releases the adversary has seen after the first j key
// frames of further ones.
func (m *model) seenAfter(j int) int {
	n := m.releasesSeen()
	return min(n, 1+int(float64(n-1)*float64(j+1)/(0.7*again)))
}

// cloud is the number of releases of each record drawn at each released step.
// Particles take their time, so that many of them are shown by fewer releases.
func (m *model) cloud() int {
	const most = 220
	if !m.Particles {
		return most
	}
	const long = 1.5e5 // µs
	return int(max(8, min(most, long/mechanism.Pace(m.Mech))))
}

// inset shows the releases of both records about the true position, so that
// those of all steps stand on one scale; those of earlier steps fade.
func (m *model) inset(ts []float64, first int, r *lab.Report) (film.View, error) {
	steps, dim := m.Mech.Shape()
	count := m.cloud()
	truth := m.Scenario.Truth()
	draw, clouds := [2][]float64{}, [2][]float32{}
	mech := m.Mech.Fork()
	for in := range draw {
		draw[in] = mechanism.Draw(mech, mechanism.Input(in), rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhasePreview,
			Input: uint32(in)}, count)
		for k := range steps {
			for j := range count {
				p := draw[in][(j*steps+k)*dim:]
				clouds[in] = append(clouds[in], float32(p[0]-truth[k*dim]), float32(p[1]-truth[k*dim+1]))
			}
		}
	}
	v := film.View{Name: lang.Say("ring.view.published"), Short: lang.Say("ring.view.published.short"),
		Place: film.Inset, Equal: true, Unit: metre, Box: film.Fit(0.004, clouds[0], clouds[1])}
	var which, arrived, older []int
	slow := m.slow()
	for i, t := range ts {
		k := min(int(t), steps-1)
		which = append(which, k)
		older = append(older, k*count)
		// Releases arrive one after another while their step lasts.
		show := count
		if i < first {
			show = min(count, max(1, int(float64(count)*1.4*(t-float64(k)+1/float64(slow)))))
		}
		arrived = append(arrived, show)
	}
	if r != nil && len(r.Cover) == steps {
		v.Box = hold(v.Box, r, truth)
		grid, ellipse := m.gridLayers(which, r)
		v.Layers = append(v.Layers, m.worstCell(which, r)...)
		v.Layers = append(v.Layers, grid, ellipse)
		v.Layers = append(v.Layers, m.witness(draw, which, r)...)
	}
	same := make([]int, len(ts)) // one block for all steps
	names := [2]lang.Message{lang.Say("ring.layer.published.record"), lang.Say("ring.layer.published.neighbour")}
	labels := [2]lang.Message{lang.Say("ring.label.published.record"), lang.Say("ring.label.published.neighbour")}
	shapes, roles := [2]film.Shape{film.Circle, film.Diamond}, [2]sheet.Role{sheet.Record, sheet.Adjacent}
	for _, in := range [2]int{1, 0} {
		v.Layers = append(v.Layers,
			film.Layer{Kind: film.Dots, Role: roles[in], Shape: shapes[in], Size: 3, Alpha: 0.12, Fill: true,
				Moving: true, Data: clouds[in], Blocks: same, Shown: older},
			film.Layer{Name: names[in], Kind: film.Dots, Role: roles[in], Shape: shapes[in], Size: 4.5, Alpha: 0.6,
				Fill: true, Moving: true, Data: clouds[in], Blocks: which, Shown: arrived})
	}
	v.Layers = append(v.Layers,
		film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13, Data: []float32{0, 0}},
		film.Layer{Kind: film.Labels, Role: sheet.Target, Data: []float32{0, 0, 8},
			Text: []lang.Message{lang.Say("ring.label.truth")}})
	for in := range clouds {
		x, y := outermost(clouds[in], clouds[1-in])
		v.Layers = append(v.Layers, film.Layer{Kind: film.Labels, Role: roles[in], Data: []float32{x, y, 3},
			Text: []lang.Message{labels[in]}})
	}
	return v, nil
}

// hold widens a box so that it holds the high-likely ellipses.
func hold(box [4]float64, r *lab.Report, truth []float64) [4]float64 {
	for k, e := range r.Cover {
		for a := range 2 {
			reach := 0.0
			for j := range 2 {
				reach += math.Abs(e.Axes[j*2+a])
			}
			c := e.Center[a] - truth[2*k+a]
			box[a], box[a+2] = math.Min(box[a], c-1.05*reach), math.Max(box[a+2], c+1.05*reach)
		}
	}
	return box
}

// outermost returns the middle of the tenth of a cloud's points that lies
// farthest from the other cloud's mean, on its own side: where a label says
// which cloud is which even where they overlap.
func outermost(own, other []float32) (x, y float32) {
	middle := func(c []float32) (x, y float64) {
		for i := 0; i+1 < len(c); i += 2 {
			x, y = x+float64(c[i]), y+float64(c[i+1])
		}
		n := float64(len(c) / 2)
		return x / n, y / n
	}
	ax, ay := middle(own)
	bx, by := middle(other)
	u, v := ax-bx, ay-by
	n := math.Hypot(u, v)
	if n == 0 {
		return float32(ax), float32(ay)
	}
	u, v = u/n, v/n
	spread := 0.0
	for i := 0; i+1 < len(own); i += 2 {
		d := (float64(own[i])-ax)*u + (float64(own[i+1])-ay)*v
		spread += d * d
	}
	spread = math.Sqrt(spread / float64(len(own)/2))
	return float32(ax + spread*u), float32(ay + spread*v)
}

// ellipse returns centre and half-axes of a step's high-likely set, about the true
// position, m.
func (m *model) ellipse(r *lab.Report, k int) (center, a, b []float64) {
	e, truth := &r.Cover[k], m.Scenario.Truth()[2*k:]
	return []float64{e.Center[0] - truth[0], e.Center[1] - truth[1]}, axis(e, 0), axis(e, 1)
}

// gridLayers draw the high-likely ellipse of each step and its r × r grid.
func (m *model) gridLayers(which []int, r *lab.Report) (grid, ellipse film.Layer) {
	grid = film.Layer{Kind: film.Segments, Role: sheet.Muted, Size: 1, Alpha: 0.7, Moving: true, Blocks: which}
	ellipse = film.Layer{Name: lang.Say("ring.layer.likely"), Kind: film.Ellipse, Role: sheet.Ink, Size: 1.6,
		Alpha: 0.8, Moving: true, Blocks: which}
	g := m.Spec.Int("r")
	for k := range r.Cover {
		c, a, b := m.ellipse(r, k)
		ellipse.Data = append(ellipse.Data, float32(c[0]), float32(c[1]), float32(math.Hypot(a[0], a[1])),
			float32(math.Hypot(b[0], b[1])), float32(num.Atan2(a[1], a[0])))
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

// worstCell lights the worst event's cell of each step; nothing where there is none.
func (m *model) worstCell(which []int, r *lab.Report) []film.Layer {
	if len(r.Worst.Cells) == 0 || len(r.Worst.Cells[0]) < len(r.Cover) {
		return nil
	}
	l := film.Layer{Name: lang.Say("ring.layer.worst"), Kind: film.Quads, Role: sheet.Paper, Alpha: 0.35,
		Moving: true, Lit: true, Blocks: which}
	g := m.Spec.Int("r")
	for k := range r.Cover {
		c, a, b := m.ellipse(r, k)
		cell := int(r.Worst.Cells[0][k])
		border := func(i int) float64 { return -1 + 2*float64(i)/float64(g) } // along an axis
		u0, u1, v0, v1 := border(cell%g), border(cell%g+1), border(cell/g), border(cell/g+1)
		for _, at := range [4][2]float64{{u0, v0}, {u1, v0}, {u1, v1}, {u0, v1}} {
			l.Data = append(l.Data, corner(c, a, b, at[0], at[1])...)
		}
	}
	return []film.Layer{l}
}

// witness rings the drawn releases, of either record, that lie in the event, or in
// either of the two, on which the stronger test's bound rests.
func (m *model) witness(draw [2][]float64, which []int, r *lab.Report) []film.Layer {
	if r.Strong.Event.Kind == "" {
		return nil
	}
	steps, dim := m.Mech.Shape()
	count := len(draw[0]) / (steps * dim)
	truth := m.Scenario.Truth()
	cover := &paper.Cover{Steps: steps, Dim: dim, Ellipsoids: r.Cover, Grid: m.Spec.Int("r")}
	events := []event.Event{r.Strong.Event}
	if o := r.Strong.Event.Opposite; o != nil {
		events = append(events, *o)
	}
	match := event.NewMatcher(cover, events)
	hit := make([]bool, len(events))
	l := film.Layer{Name: lang.Say("ring.layer.witness", "n", len(events)), Kind: film.Dots, Role: sheet.Strong,
		Shape: film.Circle, Size: 9, Alpha: 0.5, Lit: true, Moving: true, Blocks: which}
	for k := range steps {
		for in := range draw {
			for j := range count {
				release := draw[in][j*steps*dim : (j+1)*steps*dim]
				if match.Match(release, hit); slices.Contains(hit, true) {
					l.Data = append(l.Data, float32(release[k*dim]-truth[k*dim]),
						float32(release[k*dim+1]-truth[k*dim+1]))
				}
			}
		}
	}
	if len(l.Data) == 0 {
		return nil
	}
	return []film.Layer{l}
}

// axis is the i-th half-axis of an ellipsoid.
func axis(e *paper.Ellipsoid, i int) []float64 { return e.Axes[i*e.Dim : (i+1)*e.Dim] }

// corner is centre + u·a + v·b.
func corner(c, a, b []float64, u, v float64) []float32 {
	return []float32{float32(c[0] + u*a[0] + v*b[0]), float32(c[1] + u*a[1] + v*b[1])}
}
