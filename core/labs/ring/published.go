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

// The film: one lap in true time, the released steps, slowly enough for releases to be seen
// to arrive, and then the same record released again and again.
const (
	rate         = 14 // key frames a second
	again        = 24 // key frames of further releases
	played       = 64 // about so many key frames of the released steps
	flashed      = 2  // key frames for which a release lights the rays
	windowPoints = 9  // points of the path of a window of measurements
)

// times are those of the film's key frames.
type times struct {
	at    []float64 // in steps of the system; negative during the lap
	first int       // the lap ends here
	again int       // from here on the target waits at the last released step
	slow  int       // key frames of a released step
	steps int       // released ones
}

// lap reports whether key frame i belongs to the lap.
func (ts *times) lap(i int) bool { return i < ts.first }

// step is the released step of key frame i, from 0; during the lap the last one, which
// is what was published before.
func (ts *times) step(i int) int {
	if ts.lap(i) {
		return ts.steps - 1
	}
	return min((i-ts.first)/ts.slow, ts.steps-1)
}

// part is how much of its released step has passed at key frame i, 0 to 1.
func (ts *times) part(i int) float64 {
	if i >= ts.again {
		i = ts.again - 1
	}
	return float64(i-ts.first)/float64(ts.slow) - float64(ts.step(i))
}

// period is how long the target takes for its orbit, s.
func (m *model) period() float64 {
	if m.Scenario.Foreign() {
		return float64(m.Scenario.T) * m.Scenario.Dt
	}
	return 2 * math.Pi / min(m.Scenario.Omega[0], m.Scenario.Omega[1])
}

// pace says how fast a film is that shows so many seconds of the system in a key frame.
func pace(seconds float64) lang.Message {
	switch times := seconds * rate; {
	case times < 0.99:
		return lang.Say("ring.pace.slow", "times", 1/times)
	case times > 1.01:
		return lang.Say("ring.pace.fast", "times", times)
	}
	return lang.Say("ring.pace.true")
}

func (m *model) times() *times {
	steps, _ := m.Mech.Shape()
	// A lap in true time, unless it would be a blink or a wait.
	lap := min(max(math.Round(m.period()*rate), 3*rate), 12*rate)
	ts := &times{first: int(lap), slow: max(3, min(16, played/steps)), steps: steps}
	for i := range ts.first {
		ts.at = append(ts.at, (float64(i)/lap-1)*m.period()/m.Scenario.Dt)
	}
	released := m.published()
	for i := range steps * ts.slow {
		k := i / ts.slow
		gap := 1 // to the next released step
		if k+1 < steps {
			gap = released[k+1] - released[k]
		}
		ts.at = append(ts.at, float64(released[k])+float64(gap*(i%ts.slow))/float64(ts.slow))
	}
	ts.again = len(ts.at)
	for range again {
		ts.at = append(ts.at, ts.at[ts.again-1])
	}
	return ts
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
// Those that take their time are shown by fewer.
func (m *model) cloud() int {
	const most = 220
	if m.visitor == nil {
		return most
	}
	const long = 1.5e5 // µs
	return int(max(8, min(most, long/mechanism.Pace(m.Mech))))
}

// publishedView shows the releases of both records about the true position, so that
// those of all steps stand on one scale; those of earlier steps fade. After a run those that
// the tested event holds stay bright; what the paper's rule looked at is seen with the evidence.
func (m *model) publishedView(ts *times, r *lab.Report) (film.View, error) {
	steps, dim := m.Mech.Shape()
	count := m.cloud()
	truth := m.truth()
	var clouds, marked [2][]float32 // all, and those that the tested event holds
	var before, shown [2][]int      // how many of these are among the first so many of all
	mech := m.Mech.Fork()
	for in := range clouds {
		draw := mechanism.Draw(mech, mechanism.Input(in), rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhasePreview,
			Input: uint32(in)}, count)
		held := m.tested(r, draw)
		for k := range steps {
			before[in] = []int{0}
			for j := range count {
				p, n := draw[(j*steps+k)*dim:], before[in][j]
				at := []float32{float32(p[0] - truth[2*k]), float32(p[1] - truth[2*k+1])}
				if clouds[in] = append(clouds[in], at...); held != nil && held[j] {
					marked[in], n = append(marked[in], at...), n+1
				}
				before[in] = append(before[in], n)
			}
		}
	}
	v := film.View{Name: lang.Say("ring.view.published"), Short: lang.Say("ring.view.published.short"),
		Place: film.Lens, Equal: true, Unit: metre}
	var which, arrived, older []int
	for i := range ts.at {
		which = append(which, ts.step(i))
	}
	box := film.Fit(0.004, clouds[0], clouds[1])
	half := math.Max(math.Max(-box[0], box[2]), math.Max(-box[1], box[3]))
	if r != nil && len(r.Cover) == steps {
		grid, ellipse := m.gridLayers(which, r)
		v.Layers = append(m.worstCell(which, r), grid, ellipse)
		for i := range v.Layers {
			v.Layers[i].When = film.Weighed
		}
	}
	v.Box = [4]float64{-half, -half, half, half}
	var fall []float32
	for i := range ts.at {
		k := which[i]
		older = append(older, k*count)
		// Releases arrive one after another while their step lasts, the first of them seen
		// to fall into the lens.
		show, part := count, 1.0
		if !ts.lap(i) && i < ts.again {
			part = ts.part(i)
			show = min(count, max(1, int(float64(count)*1.4*(part+1/float64(ts.slow)))))
		}
		part = math.Min(1, 3*part)
		fall = append(fall, float32(part)*clouds[0][2*k*count],
			float32((1-part)*half+part*float64(clouds[0][2*k*count+1])))
		arrived = append(arrived, show)
		for in := range shown {
			shown[in] = append(shown[in], before[in][show])
		}
	}
	same := make([]int, len(ts.at)) // one block for all steps
	names := [2]lang.Message{lang.Say("ring.layer.published", "input", inputs[0]),
		lang.Say("ring.layer.published", "input", inputs[1])}
	shapes, roles := [2]film.Shape{film.Circle, film.Diamond}, [2]sheet.Role{sheet.Record, sheet.Adjacent}
	var above []film.Layer
	for _, in := range [2]int{1, 0} {
		all := film.Layer{Name: names[in], Kind: film.Dots, Role: roles[in], Shape: shapes[in], Size: 4.5, Alpha: 0.6,
			Fill: true, Moving: true, Data: clouds[in], Blocks: which, Shown: arrived}
		v.Layers = append(v.Layers, film.Layer{Kind: film.Dots, Role: roles[in], Shape: shapes[in], Size: 3,
			Alpha: 0.12, Fill: true, Moving: true, Data: clouds[in], Blocks: same, Shown: older})
		if len(marked[0])+len(marked[1]) > 0 {
			tested := all
			tested.Name, tested.Size, tested.Alpha = lang.Say("ring.layer.tested", "input", inputs[in]), 6, 1
			tested.Data, tested.Shown = marked[in], shown[in]
			above, all.Alpha = append(above, tested), 0.15
		}
		v.Layers = append(v.Layers, all)
	}
	v.Layers = append(v.Layers, above...)
	v.Layers = append(v.Layers,
		film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13, Data: []float32{0, 0}},
		film.Layer{Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 9, Fill: true, Moving: true,
			Ease: true, Data: fall},
		film.Layer{Kind: film.Labels, Role: sheet.Target, Data: []float32{0, 0, 8},
			Text: []lang.Message{lang.Say("ring.label.truth")}, When: film.Pointed})
	for in, cloud := range clouds {
		v.Layers = append(v.Layers, film.Layer{Kind: film.Labels, Role: roles[in], Data: radius(cloud[:2], 3),
			Text: []lang.Message{names[in]}, When: film.Pointed})
	}
	return v, nil
}

// tested reports which releases the event of a report's bound holds; nil where there is none,
// or one that does not fit these releases, as that of a file may.
func (m *model) tested(r *lab.Report, draw []float64) (held []bool) {
	if r == nil || r.Strong.Event.Kind == "" {
		return nil
	}
	defer func() {
		if recover() != nil {
			held = nil
		}
	}()
	steps, dim := m.Mech.Shape()
	cover := &paper.Cover{Steps: steps, Dim: dim, Ellipsoids: r.Cover, Grid: m.Spec.Int("r")}
	match, hit := event.NewMatcher(cover, []event.Event{r.Strong.Event}), make([]bool, 1)
	for release := range slices.Chunk(draw, steps*dim) {
		match.Match(release, hit)
		held = append(held, hit[0])
	}
	return held
}

// ellipse returns centre and half-axes of a step's high-likely set, about the true
// position, m.
func (m *model) ellipse(r *lab.Report, k int) (center, a, b []float64) {
	e, truth := &r.Cover[k], m.truth()[2*k:]
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

// axis is the i-th half-axis of an ellipsoid.
func axis(e *paper.Ellipsoid, i int) []float64 { return e.Axes[i*e.Dim : (i+1)*e.Dim] }

// corner is centre + u·a + v·b.
func corner(c, a, b []float64, u, v float64) []float32 {
	return []float32{float32(c[0] + u*a[0] + v*b[0]), float32(c[1] + u*a[1] + v*b[1])}
}
