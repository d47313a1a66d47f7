package ring

import (
	"fmt"
	"math"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Film is what the scene plays: the target flies once round its orbit in true time, watched
// by the sensors, and then through the released steps in slow motion. Two lenses show what
// is far smaller than the ring: the releases about the target, and about the hidden sensor
// its place in the neighbour and how far it is promised, measured and attacked.
func (m *model) Film(r *lab.Report) (f *film.Film, err error) {
	defer work.Halted(&err)
	ts := m.times()
	steps, _ := m.Mech.Shape()
	f = &film.Film{Steps: len(ts.at), Rate: rate, Loop: true}
	lap, slowed := pace(m.period()/float64(ts.first)), pace(m.Scenario.Dt/float64(ts.slow))
	for i, t := range ts.at {
		switch {
		case ts.lap(i):
			f.Clock = append(f.Clock, lang.Say("ring.clock.lap", "pace", lap, "t", m.period()+t*m.Scenario.Dt))
		case i < ts.again:
			f.Clock = append(f.Clock, lang.Say("ring.clock", "pace", slowed, "k", ts.step(i)+1, "n", steps))
		case m.releasesSeen() == 1:
			f.Clock = append(f.Clock, lang.Say("ring.clock.all", "n", steps))
		default:
			f.Clock = append(f.Clock, lang.Say("ring.clock.again", "n", m.seenAfter(i-ts.again)))
		}
	}
	main := m.ringView(ts)
	published := m.publishedView(ts, r)
	reach := []string{"ghost"}
	if m.found { // a pair of a search is not the Spec's: its distance is not dragged
		reach = nil
	}
	hidden, alt, err := m.surroundings(ts, reach)
	if err != nil {
		return nil, err
	}
	published.About, hidden.About = mark(main, sheet.Target), mark(main, sheet.Leak)
	f.Views = []film.View{main, published, hidden}
	f.Alt = lang.Sentences(lang.Say("ring.alt.ring", "n", len(m.Scenario.Sensors)), lang.Sentences(alt...),
		lang.Say("ring.alt.lenses", "away", attack.Metres(m.apart())))
	return f, nil
}

// ringView shows the target on its orbit, and the sensors that watch it.
func (m *model) ringView(ts *times) film.View {
	released, window := m.published(), float64(m.Scenario.N)
	if m.visitor != nil {
		window = 0
	}
	v := film.View{Short: lang.Say("ring.view.ring.short"), Place: film.Main, Equal: true, Unit: about.Metre}
	var orbit []float64
	for i := range 181 {
		orbit = append(orbit, m.at(float64(i)/180*m.period()/m.Scenario.Dt)...)
	}
	sensors, handles := m.sensors()
	star := m.Scenario.Sensors[m.Scenario.Star]
	grip := []string{"star"}
	if m.found { // its sensor is one of the others
		grip = []string{fmt.Sprintf("sensor:%d", m.Scenario.Star+1)}
	}
	if m.Scenario.Foreign() { // sensors anywhere: no ring, and none is dragged
		v.Box, handles, grip = film.Fit(0, film.Numbers(append(append(orbit, sensors...), star[:]...)...)), nil, nil
	} else {
		edge := 1.13 * m.Scenario.Radius
		v.Box = [4]float64{-edge, -edge, edge, edge}
		v.Add(film.Layer{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6}, 0, 0, m.Scenario.Radius)
	}
	v.Add(film.Layer{Name: lang.Say("ring.layer.orbit"), Kind: film.Path, Role: sheet.Target, Size: 1.2, Alpha: 0.45,
		Dash: true}, orbit...)
	v.Add(film.Layer{Kind: film.Segments, Role: sheet.Target, Size: 1.4, Alpha: 0.6}, arrows(orbit, v.Box)...)
	// During the lap nothing is released; then there is a block for each step.
	var slow, step, lit []int
	for i := range ts.at {
		block, rays := 0, 0
		if !ts.lap(i) {
			block, rays = ts.step(i)+1, len(m.Scenario.Sensors)
		}
		slow, step, lit = append(slow, block), append(step, ts.step(i)), append(lit, rays)
	}
	v.Jump(ts.steps+1, film.Layer{Kind: film.Path, Role: sheet.Target, Size: 4, Alpha: 0.55, Blocks: slow},
		func(k int) (path []float64) {
			for i := range windowPoints {
				along := window * float64(min(k, 1)*i) / (windowPoints - 1)
				path = append(path, m.at(float64(released[max(k-1, 0)])+along)...)
			}
			return path
		})
	// rays are those of all sensors at a time, from the readings of a released step, if any.
	rays := func(t float64, step int) (out []float64) {
		x := m.at(t)
		for j, q := range m.Scenario.Sensors {
			to := x
			if step >= 0 {
				to = m.read(q, released[step], j, x)
			}
			out = append(append(out, q[:]...), to...)
		}
		return out
	}
	v.Glide(len(ts.at), film.Layer{Name: lang.Say("ring.layer.ray"), Kind: film.Segments, Role: sheet.Target, Size: 1.2,
		Alpha: 0.3}, func(i int) []float64 {
		if ts.lap(i) {
			return rays(ts.at[i], -1)
		}
		return rays(ts.at[i], ts.step(i))
	})
	v.Jump(ts.steps, film.Layer{Kind: film.Segments, Role: sheet.Third, Until: sheet.Fourth, Size: 1.8, Alpha: 0.65,
		Blocks: step, Shown: lit}, func(k int) []float64 { return rays(float64(released[k]), k) })
	v.Add(film.Layer{Name: lang.Say("ring.layer.sensor"), Kind: film.Dots, Role: sheet.Ink, Shape: film.Square,
		Size: 10, Fill: true, Alpha: 0.75, Handles: handles}, sensors...)
	v.Add(film.Layer{Name: lang.Say("ring.label.hidden"), Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 24,
		Fill: true, Handles: grip}, star[:]...)
	v.Call(lang.Say("ring.label.hidden"), 0, 13)
	v.Glide(len(ts.at), film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 15, Fill: true,
		Trail: rate}, func(i int) []float64 { return m.at(ts.at[i]) })
	v.Call(lang.Say("ring.label.target"), 0, 9)
	return v
}

// arrows are the heads of four arrows along a closed path of points, as segments; a head is as long as a
// fortieth of the box.
func arrows(path []float64, box [4]float64) (out []float64) {
	n, long := len(path)/2-1, (box[2]-box[0])/40
	for i := n / 8; i < n; i += n / 4 {
		tip, from := path[2*i:2*i+2], path[2*i-2:2*i]
		dx, dy := tip[0]-from[0], tip[1]-from[1]
		if d := math.Hypot(dx, dy); d > 0 {
			dx, dy = dx/d*long, dy/d*long
			for _, side := range []float64{0.5, -0.5} {
				out = append(out, tip[0], tip[1], tip[0]-dx+side*dy, tip[1]-dy-side*dx)
			}
		}
	}
	return out
}

// sensors are the places of all sensors but the starred one, and what each is dragged by.
func (m *model) sensors() (at []float64, handles []string) {
	for i, q := range m.Scenario.Sensors {
		if i != m.Scenario.Star {
			at, handles = append(at, q[:]...), append(handles, fmt.Sprintf("sensor:%d", i+1))
		}
	}
	return at, handles
}

// mark is the layer of a view that marks what has a role.
func mark(v film.View, role sheet.Role) int {
	return slices.IndexFunc(v.Layers, func(l film.Layer) bool { return l.Kind == film.Dots && l.Role == role })
}

// apart is how far the hidden sensor stands from its place in the neighbour, m.
func (m *model) apart() float64 {
	q, p := m.Scenario.Sensors[m.Scenario.Star], m.moved
	return math.Hypot(q[0]-p[0], q[1]-p[1])
}

// at returns the target's position at a time in steps: the recorded states
// where there are some, before and after them without process noise.
func (m *model) at(t float64) []float64 {
	if m.Scenario.Foreign() {
		return m.along(t)
	}
	k := min(max(int(t), 0), m.Scenario.T)
	z := m.Scenario.States[k]
	t -= float64(k)
	var out []float64
	for a, w := range m.Scenario.Omega {
		sin, cos := num.Sincos(w * m.Scenario.Dt * t)
		out = append(out, cos*z[a]+sin/w*z[a+2])
	}
	return out
}

// along returns it on a visitor's path: between its points, and before the first one on the
// path that ended there.
func (m *model) along(t float64) []float64 {
	last := float64(m.Scenario.T)
	if t < 0 {
		t += last
	}
	t = math.Min(math.Max(t, 0), last)
	k := min(int(t), m.Scenario.T-1)
	a, b := m.Scenario.States[k], m.Scenario.States[k+1]
	part := t - float64(k)
	return []float64{a[0] + part*(b[0]-a[0]), a[1] + part*(b[1]-a[1])}
}

// read is where the reading of a sensor at q of step k says the target is, which is at x: with
// the saturating function undone. Readings that noise or rounding carried to the function's end
// are held just inside it.
func (m *model) read(q [2]float64, k, sensor int, x []float64) []float64 {
	if m.Scenario.Foreign() { // what its readings mean is the visitor's affair
		return x
	}
	row := m.Scenario.Row(m.Scenario.Y, k)
	to := make([]float64, 2)
	for a := range to {
		v := math.Max(-0.999999, math.Min(0.999999, row[2*sensor+a]/m.Scenario.Gain))
		// artanh
		to[a] = q[a] + 0.5*num.Log((1+v)/(1-v))/m.Scenario.Slope
		// Far from the sensor the function is flat and noise is blown up.
		to[a] = math.Max(x[a]-m.Scenario.Radius, math.Min(x[a]+m.Scenario.Radius, to[a]))
	}
	return to
}
