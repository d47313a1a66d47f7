package ring

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/system"
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
	f = &film.Film{Steps: len(ts.at), Rate: rate, Loop: true}
	steps, _ := m.Mech.Shape()
	scenario := m.Scenario
	star := scenario.Sensors[scenario.Star]
	slow := film.Layer{Kind: film.Path, Role: sheet.Target, Size: 4, Alpha: 0.55, Moving: true}
	released, window := m.published(), float64(scenario.N)
	if m.visitor != nil {
		window = 0
	}
	for k := range steps + 1 { // none during the lap
		for i := range windowPoints {
			x := m.at(float64(released[max(k-1, 0)]) + window*float64(min(k, 1)*i)/(windowPoints-1))
			slow.Data = append(slow.Data, float32(x[0]), float32(x[1]))
		}
	}
	flash := film.Layer{Kind: film.Segments, Role: sheet.Target, Size: 2, Alpha: 0.7, Moving: true}
	for k := range steps + 1 {
		for j, q := range scenario.Sensors {
			ray := []float32{float32(q[0]), float32(q[1]), float32(q[0]), float32(q[1])}
			if k > 0 {
				ray = m.ray(q, released[k-1], j, scenario.Y, m.at(float64(released[k-1])))
			}
			flash.Data = append(flash.Data, ray...)
		}
	}
	var target, rays []float32
	lap, slowed := pace(m.period()/float64(ts.first)), pace(scenario.Dt/float64(ts.slow))
	for i, t := range ts.at {
		x := m.at(t)
		target = append(target, float32(x[0]), float32(x[1]))
		for j, q := range scenario.Sensors {
			if ts.lap(i) {
				rays = append(rays, float32(q[0]), float32(q[1]), float32(x[0]), float32(x[1]))
			} else {
				rays = append(rays, m.ray(q, released[ts.step(i)], j, scenario.Y, x)...)
			}
		}
		k := ts.step(i)
		lit, block := 0, 0
		if !ts.lap(i) {
			block = k + 1
			if ts.part(i) < flashed/float64(ts.slow) && i < ts.again {
				lit = k + 1
			}
		}
		slow.Blocks, flash.Blocks = append(slow.Blocks, block), append(flash.Blocks, lit)
		switch {
		case ts.lap(i):
			f.Clock = append(f.Clock, lang.Say("ring.clock.lap", "pace", lap, "t", m.period()+t*scenario.Dt))
		case i < ts.again:
			f.Clock = append(f.Clock, lang.Say("ring.clock", "pace", slowed, "k", k+1, "n", steps))
		case m.releasesSeen() == 1:
			f.Clock = append(f.Clock, lang.Say("ring.clock.all", "n", steps))
		default:
			f.Clock = append(f.Clock, lang.Say("ring.clock.again", "n", m.seenAfter(i-ts.again)))
		}
	}
	orbit := make([]float32, 0, 400)
	for i := range 181 {
		x := m.at(float64(i) / 180 * m.period() / scenario.Dt)
		orbit = append(orbit, float32(x[0]), float32(x[1]))
	}
	sensors, handles := m.sensors()
	// The pair of a search is not the Spec's: its sensor is one of the others, and
	// the distance is not dragged.
	grip, reach := []string{"star"}, []string{"ghost"}
	if m.found {
		grip, reach = []string{fmt.Sprintf("sensor:%d", scenario.Star+1)}, nil
	}
	at := []float32{float32(star[0]), float32(star[1])}
	edge := 1.13 * scenario.Radius
	drag := at
	box, ring := [4]float64{-edge, -edge, edge, edge}, []float32{0, 0, float32(scenario.Radius)}
	if scenario.Foreign() { // sensors anywhere: no ring, and none is dragged
		box = film.Fit(0, orbit, append(slices.Clone(sensors), at...))
		ring, handles, grip, reach, drag = nil, nil, nil, nil, nil
	}
	main := film.View{Short: lang.Say("ring.view.ring.short"), Place: film.Main,
		Box: box, Equal: true, Unit: metre, Layers: []film.Layer{
			{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6, Data: ring},
			{Name: lang.Say("ring.layer.orbit"), Kind: film.Path, Role: sheet.Target, Size: 1.2, Alpha: 0.45,
				Dash: true, Data: orbit},
			slow,
			{Name: lang.Say("ring.layer.ray"), Kind: film.Segments, Role: sheet.Target, Size: 1.2, Alpha: 0.3,
				Moving: true, Data: rays, Ease: true},
			flash,
			{Name: lang.Say("ring.layer.sensor"), Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10,
				Fill: true, Alpha: 0.75, Data: sensors, Handles: handles},
			{Name: lang.Say("ring.label.hidden"), Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 24,
				Fill: true, Data: at, Handles: grip},
			{Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 15, Fill: true, Moving: true, Ease: true,
				Trail: rate, Data: target},
			{Kind: film.Labels, Role: sheet.Target, Data: radius(target, 9), Moving: true, Ease: true,
				Text: []lang.Message{lang.Say("ring.label.target")}},
			{Kind: film.Labels, Role: sheet.Leak, Data: radius(at, 13),
				Text: []lang.Message{lang.Say("ring.label.hidden")}},
			{Kind: film.Labels, Role: sheet.Leak, Data: radius(drag, 14),
				Text: []lang.Message{lang.Say("ring.label.drag")}[:len(drag)/2], When: film.Untouched},
		}}
	published, err := m.publishedView(ts, r)
	if err != nil {
		return nil, err
	}
	hidden, alt, err := m.surroundings(ts, reach)
	if err != nil {
		return nil, err
	}
	published.About, hidden.About = mark(main, sheet.Target), mark(main, sheet.Leak)
	f.Views = []film.View{main, published, hidden}
	f.Alt = lang.Sentences(lang.Say("ring.alt.ring", "n", len(scenario.Sensors)), lang.Sentences(alt...),
		lang.Say("ring.alt.lenses", "away", attack.Metres(m.apart())))
	return f, nil
}

// sensors are the places of all sensors but the starred one, and what each is dragged by.
func (m *model) sensors() (at []float32, handles []string) {
	for i, q := range m.Scenario.Sensors {
		if i != m.Scenario.Star {
			at = append(at, float32(q[0]), float32(q[1]))
			handles = append(handles, fmt.Sprintf("sensor:%d", i+1))
		}
	}
	return at, handles
}

// mark is the layer of a view that marks what has a role.
func mark(v film.View, role sheet.Role) int {
	return slices.IndexFunc(v.Layers, func(l film.Layer) bool { return l.Kind == film.Dots && l.Role == role })
}

// radius gives each point x, y the radius of its mark in pixels, as labels have it.
func radius(points []float32, r float32) []float32 {
	out := make([]float32, 0, len(points)/2*3)
	for i := 0; i+1 < len(points); i += 2 {
		out = append(out, points[i], points[i+1], r)
	}
	return out
}

// apart is how far the hidden sensor stands from its place in the neighbour, m.
func (m *model) apart() float64 {
	q, p := m.Scenario.Sensors[m.Scenario.Star], m.moved
	return math.Hypot(q[0]-p[0], q[1]-p[1])
}

// at returns the target's position at a time in steps: the recorded states
// where there are some, before and after them without process noise.
func (m *model) at(t float64) [2]float64 {
	if m.Scenario.Foreign() {
		return m.along(t)
	}
	k := min(max(int(t), 0), m.Scenario.T)
	z := m.Scenario.States[k]
	t -= float64(k)
	var out [2]float64
	for a := range 2 {
		w := m.Scenario.Omega[a]
		sin, cos := num.Sincos(w * m.Scenario.Dt * t)
		out[a] = cos*z[a] + sin/w*z[a+2]
	}
	return out
}

// along returns it on a visitor's path: between its points, and before the first one on the
// path that ended there.
func (m *model) along(t float64) [2]float64 {
	last := float64(m.Scenario.T)
	if t < 0 {
		t += last
	}
	t = math.Min(math.Max(t, 0), last)
	k := min(int(t), m.Scenario.T-1)
	a, b := m.Scenario.States[k], m.Scenario.States[k+1]
	part := t - float64(k)
	return [2]float64{a[0] + part*(b[0]-a[0]), a[1] + part*(b[1]-a[1])}
}

// ray is the line from a sensor to where its reading of step k says the target
// is: the reading, with the saturating function undone. Readings that noise or
// rounding carried to the function's end are held just inside it. x is where
// the target is.
func (m *model) ray(q [2]float64, k, sensor int, y []float64, x [2]float64) []float32 {
	if m.Scenario.Foreign() { // what its readings mean is the visitor's affair
		return []float32{float32(q[0]), float32(q[1]), float32(x[0]), float32(x[1])}
	}
	row := m.Scenario.Row(y, k)
	var to [2]float64
	for a := range 2 {
		v := math.Max(-0.999999, math.Min(0.999999, row[2*sensor+a]/m.Scenario.Gain))
		// artanh
		to[a] = q[a] + 0.5*num.Log((1+v)/(1-v))/m.Scenario.Slope
		// Far from the sensor the function is flat and noise is blown up.
		to[a] = math.Max(x[a]-m.Scenario.Radius, math.Min(x[a]+m.Scenario.Radius, to[a]))
	}
	return []float32{float32(q[0]), float32(q[1]), float32(to[0]), float32(to[1])}
}

// Edit moves sensors: "sensor:3" or "star" to the angle of (x, y); "pick:3"
// stars another; "ghost" moves the neighbour's place of the hidden sensor, in metres about
// that, which sets d. A handle ending in ":key" moves a sensor by a degree and the ghost
// by a twentieth of its displacement for each unit of x + y.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	t := l.Params()
	kind, rest, _ := strings.Cut(handle, ":")
	index := s.Int("star") - 1
	key := rest == "key"
	switch kind {
	case "star", "ghost":
	case "sensor", "pick":
		i, err := strconv.Atoi(rest)
		if err != nil || i < 1 || i > count(s) {
			return s, false
		}
		index = i - 1
		if kind == "pick" {
			return s.Set(t, "star", float64(i)), true
		}
	default:
		return s, false
	}
	if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) || !key && kind != "ghost" && x == 0 && y == 0 {
		return s, false
	}
	if key && x == 0 && y == 0 { // nothing moves
		return s, true
	}
	if kind == "ghost" {
		return editGhost(t, s, key, x, y)
	}
	cfg := config(s)
	angles := cfg.Angles(s.Seed())
	if index >= len(angles) {
		return s, false
	}
	text := make([]string, len(angles))
	for i, a := range angles {
		deg := a * 180 / math.Pi
		if i == index {
			if key {
				deg += x + y
			} else {
				deg = num.Atan2(y, x) * 180 / math.Pi
			}
		}
		deg -= 360 * math.Floor(deg/360)
		text[i] = strconv.FormatFloat(math.Round(deg*100)/100, 'f', -1, 64)
	}
	next, err := s.With(t, "angles", strings.Join(text, ","))
	if err != nil {
		return s, false
	}
	next, err = next.With(t, "layout", "typed")
	return next, err == nil
}

// editGhost sets d to what the records differ by when the hidden sensor stands
// where its ghost was dragged to. Either side of the sensor means the same d.
func editGhost(t lab.Table, s lab.Spec, key bool, x, y float64) (lab.Spec, bool) {
	sc := system.Make(config(s), s.Seed())
	q := sc.Sensors[sc.Star]
	turn := num.Atan2(q[1]+y, q[0]+x) - sc.Angles[sc.Star]
	turn -= 2 * math.Pi * math.Round(turn/(2*math.Pi))
	if key {
		now, err := adjacency(s, sc, 1)
		if err != nil {
			return s, false
		}
		turn = now * num.Pow(1.05, x+y)
	}
	d := sc.DistanceAt(math.Min(math.Abs(turn), math.Pi))
	next, err := s.With(t, "rule", "distance")
	if err != nil {
		return s, false
	}
	// Four digits: what a drag can mean.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(d, 'g', 4, 64), 64)
	return next.Set(t, "d", rounded), err == nil
}
