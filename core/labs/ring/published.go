package ring

import (
	"math"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/about/ring/system"
	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
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

// inLap is at how many times of the lap something is published.
const inLap = 24

// orbiting is what is published of either record where the target is at times of the lap: the
// first position released of a record that begins there, from the true one, m.
func (m *model) orbiting(ts *times) (out [2][]float64) {
	if m.visitor != nil {
		return out
	}
	steps, dim := m.Mech.Shape()
	x := make([]float64, steps*dim)
	for j := range inLap {
		c := about.Config(m.Spec)
		to := c
		to.Dt *= ts.at[j*ts.first/inLap] // one step takes it there
		c.Start = to.Advance(c.Start, 1)
		sc := system.Make(c, m.Spec.Seed())
		sc.Star = m.Scenario.Star
		there := m.lab.newModel(m.Spec, sc, nil)
		if there.move(m.dTheta) != nil {
			return [2][]float64{}
		}
		truth := there.truth()
		for in := range out {
			stream := rng.New(rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhasePreview, Input: uint32(in),
				Trial: uint64(j)})
			there.Mech.Release(mechanism.Input(in), &stream, x)
			out[in] = append(out[in], x[0]-truth[0], x[1]-truth[1])
		}
	}
	return out
}

// publishedView shows the releases of both records about the true position, so that
// those of all steps stand on one scale; those of earlier steps fade. Each that is published
// flies from the target into the lens, what the neighbour's would have been with it. The first
// lap begins with an empty lens. After a run those that the tested event holds stay bright;
// what the paper's rule looked at is seen with the evidence.
func (m *model) publishedView(ts *times, r *lab.Report) film.View {
	steps, dim := m.Mech.Shape()
	count, truth := m.cloud(), m.truth()
	var clouds, marked [2][]float64 // all, and those that the tested event holds
	var before [2][]int             // how many of these are among the first so many of all
	mech := m.Mech.Fork()
	for in := range clouds {
		draw := mechanism.Draw(mech, mechanism.Input(in), rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhaseTest,
			Input: uint32(in)}, count) // the first that a run will test
		held := m.tested(r, draw)
		for k := range steps {
			before[in] = []int{0}
			for j := range count {
				p, n := draw[(j*steps+k)*dim:], before[in][j]
				x, y := p[0]-truth[2*k], p[1]-truth[2*k+1]
				if clouds[in] = append(clouds[in], x, y); held != nil && held[j] {
					marked[in], n = append(marked[in], x, y), n+1
				}
				before[in] = append(before[in], n)
			}
		}
	}
	box := film.Fit(0.004, film.Numbers(clouds[0]...), film.Numbers(clouds[1]...))
	half := math.Max(math.Max(-box[0], box[2]), math.Max(-box[1], box[3]))
	v := film.View{Name: lang.Say("ring.view.published"), Short: lang.Say("ring.view.published.short"),
		Place: film.Lens, Equal: true, Unit: about.Metre, Box: [4]float64{-half, -half, half, half}}
	var which, arrived, older, one, orbits []int
	var shown [2][]int
	for i := range ts.at {
		k := ts.step(i)
		// Releases arrive one after another while their step lasts.
		seen, first, lap := count, 1, inLap
		switch {
		case ts.lap(i):
			first, lap = 0, 1+i*inLap/ts.first
		case i < ts.again:
			part := float64(i-ts.first)/float64(ts.slow) - float64(k) // of the step that has passed
			seen = min(count, max(1, int(float64(count)*1.4*(part+1/float64(ts.slow)))))
		}
		which, arrived, older = append(which, k), append(arrived, seen), append(older, k*count)
		one, orbits = append(one, first), append(orbits, lap)
		for in := range shown {
			shown[in] = append(shown[in], before[in][seen])
		}
	}
	if r != nil && len(r.Cover) == steps {
		m.covered(&v, which, r)
	}
	name := func(in int) lang.Message { return lang.Say("ring.layer.published", "input", inputs[in]) }
	shapes := [2]film.Shape{film.Circle, film.Diamond}
	orbiting, still := m.orbiting(ts), make([]int, len(ts.at))
	// dots adds a layer of what is published: seen in the released steps, and in a lap only later.
	dots := func(in int, l film.Layer, blocks, seen []int, data []float64) {
		l.Kind, l.Role, l.Shape, l.Fill, l.Moving = film.Dots, show.Roles[in], shapes[in], true, true
		l.Blocks, l.Shown = blocks, slices.Clone(seen)
		clear(l.Shown[:ts.first])
		v.Add(l, data...)
		if len(orbiting[in]) > 0 {
			l.When = film.Later
		}
		l.Shown = slices.Clone(seen)
		clear(l.Shown[ts.first:])
		last := blocks[0]
		l.Blocks = still
		n := len(data) / (slices.Max(blocks) + 1)
		v.Add(l, data[last*n:(last+1)*n]...)
	}
	alpha := float32(0.6)
	if len(marked[0])+len(marked[1]) > 0 {
		alpha = 0.15
	}
	for _, in := range [2]int{1, 0} {
		dots(in, film.Layer{Size: 3, Alpha: 0.12}, still, older, clouds[in])
		dots(in, film.Layer{Name: name(in), Size: 4.5, Alpha: alpha}, which, arrived, clouds[in])
	}
	for _, in := range [2]int{1, 0} { // above all
		dots(in, film.Layer{Name: lang.Say("ring.layer.tested", "input", inputs[in]), Size: 6}, which, shown[in],
			marked[in])
	}
	if all := slices.Concat(marked[0], marked[1]); len(all) > 0 {
		var x, y float64 // their middle
		for i := 0; i < len(all); i += 2 {
			x, y = x+2*all[i]/float64(len(all)), y+2*all[i+1]/float64(len(all))
		}
		rule := lang.Say("ring.label.rule", "input", inputs.Likelier(r.Strong.Event.Swap))
		v.Add(film.Label(rule, sheet.Leak, 0), x, y, 12)
	}
	v.Add(film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 13}, 0, 0)
	v.Call(lang.Say("ring.label.truth"), 0, 8)
	v.Layers[len(v.Layers)-1].When = film.Pointed
	// What is published flies into the lens, and faintly what the neighbour's would have been.
	for _, in := range [2]int{1, 0} {
		l := film.Layer{Kind: film.Dots, Role: show.Roles[in], Shape: shapes[in], Size: 6, Alpha: 0.9, Fill: true,
			Moving: true, Blocks: still, Shown: orbits, Fall: 7}
		if in == 1 {
			l.Alpha = 0.4
		}
		v.Add(l, orbiting[in]...)
		l.Size, l.Blocks, l.Shown = 9, which, one
		v.Jump(steps, l, func(k int) []float64 { return clouds[in][2*k*count : 2*k*count+2] })
	}
	for in, cloud := range clouds {
		v.Layers = append(v.Layers, film.Layer{Kind: film.Labels, Role: show.Roles[in],
			Data: film.Numbers(cloud[0], cloud[1], 3), Text: []lang.Message{name(in)}, When: film.Pointed})
	}
	return v
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
	cover := &paper.Cover{Steps: steps, Dim: dim, Ellipsoids: r.Cover, Grid: m.Spec.Int("r"),
		Shells: r.Shells}
	match, hit := event.NewMatcher(cover, []event.Event{r.Strong.Event}), make([]bool, 1)
	for release := range slices.Chunk(draw, steps*dim) {
		match.Match(release, hit)
		held = append(held, hit[0])
	}
	return held
}

// covered adds what the paper's rule looks at: the high-likely ellipse of each step, its r × r
// grid or shells, and the cells of the worst event, lit.
func (m *model) covered(v *film.View, which []int, r *lab.Report) {
	g := m.Spec.Int("r")
	border := func(i int) float64 { return -1 + 2*float64(i)/float64(g) } // along an axis
	// at returns where the corners of a step's grid lie, about the true position, m.
	at := func(k int, u ...float64) (out []float64) {
		e, truth := &r.Cover[k], m.truth()[2*k:]
		for i := 0; i < len(u); i += 2 {
			for c := range 2 {
				out = append(out, e.Center[c]-truth[c]+u[i]*e.Axes[c]+u[i+1]*e.Axes[e.Dim+c])
			}
		}
		return out
	}
	// ellipses returns a step's ellipse, shrunk to some squared radii.
	ellipses := func(k int, squares ...float64) (out []float64) {
		e := &r.Cover[k]
		a, b := e.Axes[:e.Dim], e.Axes[e.Dim:2*e.Dim]
		for _, q := range squares {
			out = append(append(out, at(k, 0, 0)...), math.Sqrt(q)*math.Hypot(a[0], a[1]),
				math.Sqrt(q)*math.Hypot(b[0], b[1]), num.Atan2(a[1], a[0]))
		}
		return out
	}
	shells := r.Shells
	if len(shells) == 0 { // a grid
		shells = make([][]float64, len(r.Cover))
	}
	if len(r.Worst.Cells) > 0 && len(r.Worst.Cells[0]) >= len(r.Cover) {
		l := film.Layer{Name: lang.Say("ring.layer.worst"), Kind: film.Quads, Role: sheet.Paper, Alpha: 0.35, Lit: true,
			Blocks: which, When: film.Weighed}
		lit := func(k int) []float64 {
			cell := int(r.Worst.Cells[0][k])
			return at(k, film.Rect(border(cell%g), border(cell/g), border(cell%g+1), border(cell/g+1))...)
		}
		if len(r.Shells) > 0 {
			l.Kind, l.Size = film.Ellipse, 4
			lit = func(k int) []float64 { // both its borders
				cell := r.Worst.Cells[0][k]
				return ellipses(k, slices.Concat([]float64{0}, shells[k], []float64{1})[cell:cell+2]...)
			}
		}
		v.Jump(len(r.Cover), l, lit)
	}
	v.Jump(len(r.Cover), film.Layer{Kind: film.Segments, Role: sheet.Muted, Size: 1, Alpha: 0.7, Blocks: which,
		When: film.Weighed}, func(k int) (lines []float64) {
		for j := 0; len(r.Shells) == 0 && j <= g; j++ {
			u := border(j)
			lines = append(lines, at(k, u, -1, u, 1, -1, u, 1, u)...)
		}
		return lines
	})
	v.Jump(len(r.Cover), film.Layer{Name: lang.Say("ring.layer.likely"), Kind: film.Ellipse, Role: sheet.Ink, Size: 1.6,
		Alpha: 0.8, Blocks: which, When: film.Weighed}, func(k int) []float64 {
		return ellipses(k, append(slices.Clip(shells[k]), 1)...)
	})
}
