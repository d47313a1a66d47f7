package ring

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/system"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Film is what the scene plays: the ring with target, sensors and rays; round
// the hidden sensor, enlarged, how far it is promised, measured and attacked,
// and the neighbour's place; and, thousands of times larger, the releases about
// the target.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	ts, first := m.frames()
	n := len(ts)
	radius := m.Scenario.Radius
	f := &film.Film{Steps: n, Rate: rate, Loop: true, Hold: first - 1}

	// Process noise is a hundred times smaller than a line.
	var target, rays, starRay, ghostRay []float32
	var clock []lang.Message
	steps, _ := m.Mech.Shape()
	seen := m.releasesSeen()
	for i, t := range ts {
		x := m.at(t)
		target = append(target, float32(x[0]), float32(x[1]))
		k := min(int(t), steps-1)
		for j, q := range m.Scenario.Sensors {
			if j != m.Scenario.Star {
				rays = append(rays, m.ray(q, k, j, m.Scenario.Y, x)...)
			}
		}
		star := m.Scenario.Sensors[m.Scenario.Star]
		starRay = append(starRay, m.ray(star, k, m.Scenario.Star, m.Scenario.Y, x)...)
		ghostRay = append(ghostRay, m.ray(m.moved, k, m.Scenario.Star, m.adjacent, x)...)
		switch {
		case i < first:
			clock = append(clock, lang.Say("ring.clock", "k", k+1, "n", steps, "t", t*m.Scenario.Dt))
		case seen == 1:
			clock = append(clock, lang.Say("ring.clock.all", "n", steps))
		default:
			clock = append(clock, lang.Say("ring.clock.again", "n", m.seenAfter(i-first)))
		}
	}
	f.Clock = clock
	orbit := make([]float32, 0, 400)
	for i := range 181 {
		x := m.at(float64(i) / 180 * 2 * math.Pi / min(m.Scenario.Omega[0], m.Scenario.Omega[1]) / m.Scenario.Dt)
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
	for i, q := range m.Scenario.Sensors {
		if i != m.Scenario.Star {
			sensors = append(sensors, float32(q[0]), float32(q[1]))
			handles = append(handles, fmt.Sprintf("sensor:%d", i+1))
		}
	}
	star := m.Scenario.Sensors[m.Scenario.Star]
	// The ring, and room for what is enlarged about the hidden sensor.
	edge, about := 1.1*radius, 0.34*radius
	box := [4]float64{math.Min(-edge, star[0]-about), math.Min(-edge, star[1]-about), math.Max(edge, star[0]+about),
		math.Max(edge, star[1]+about)}
	main := film.View{Name: lang.Say("ring.view.ring"), Short: lang.Say("ring.view.ring.short"), Place: film.Main,
		Box: box, Equal: true, Unit: metre,
		Layers: []film.Layer{
			{Kind: film.Ring, Role: sheet.Muted, Size: 1, Alpha: 0.6, Data: []float32{0, 0, float32(radius)}},
			{Kind: film.Path, Role: sheet.Target, Size: 1.2, Alpha: 0.45, Dash: true, Data: orbit},
			{Kind: film.Segments, Role: sheet.Target, Size: 1.2, Alpha: 0.5, Data: arrows},
			{Kind: film.Segments, Role: sheet.Muted, Size: 1, Alpha: 0.22, Moving: true, Data: rays, Ease: true},
		}}
	if z := m.zoomed(); z > 1 {
		main.Note = lang.Say("ring.view.ring.note", "zoom", z)
	}
	rings, err := m.rings(ts, first)
	if err != nil {
		return nil, err
	}
	main.Layers = append(main.Layers, rings.layers...)
	if rings.note != "" {
		main.Note = rings.note
	}
	ghost := m.ghost()
	// The pair of a search is not the Spec's: its sensor is one of the others, and
	// the distance is not dragged.
	grip, reach := []string{"star"}, []string{"ghost"}
	if m.found {
		grip, reach = []string{fmt.Sprintf("sensor:%d", m.Scenario.Star+1)}, nil
	}
	// The sensor that is named is the one farthest from what else has a name.
	far := sensors[:2]
	for i := 0; i < len(sensors); i += 2 {
		if float64(sensors[i])*star[0]+float64(sensors[i+1])*star[1] < float64(far[0])*star[0]+float64(far[1])*star[1] {
			far = sensors[i : i+2]
		}
	}
	main.Layers = append(main.Layers,
		film.Layer{Name: lang.Say("ring.layer.ray.record"), Kind: film.Segments, Role: sheet.Record, Size: 1.4,
			Alpha: 0.7, Moving: true, Data: starRay, Ease: true},
		film.Layer{Name: lang.Say("ring.layer.ray.neighbour"), Kind: film.Segments, Role: sheet.Adjacent, Size: 1.4,
			Alpha: 0.7, Dash: true, Moving: true, Data: ghostRay, Ease: true},
		film.Layer{Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.75,
			Data: sensors, Handles: handles},
		film.Layer{Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Star, Size: 20, Dash: true,
			Data: []float32{float32(ghost[0]), float32(ghost[1])}, Handles: reach},
		film.Layer{Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 22, Fill: true,
			Data: []float32{float32(star[0]), float32(star[1])}, Handles: grip},
		film.Layer{Kind: film.Dots, Role: sheet.Target, Shape: film.Circle, Size: 14, Fill: true, Moving: true,
			Ease: true, Data: target},
		film.Layer{Kind: film.Labels, Role: sheet.Leak, Data: []float32{float32(star[0]), float32(star[1]), 12},
			Text: []lang.Message{lang.Say("ring.label.hidden")}},
		film.Layer{Kind: film.Labels, Role: sheet.Adjacent, Data: []float32{float32(ghost[0]), float32(ghost[1]), 11},
			Text: []lang.Message{m.ghostLabel()}},
		film.Layer{Kind: film.Labels, Role: sheet.Target, Data: []float32{target[0], target[1], 9},
			Text: []lang.Message{lang.Say("ring.label.target")}},
		film.Layer{Kind: film.Labels, Role: sheet.Muted, Data: []float32{far[0], far[1], 7},
			Text: []lang.Message{lang.Say("ring.label.sensor")}},
	)

	inset, err := m.inset(ts, first, r)
	if err != nil {
		return nil, err
	}
	f.Views = []film.View{main, inset}
	f.Alt = lang.Sentences(lang.Say("ring.alt.ring", "n", len(m.Scenario.Sensors)), lang.Sentences(rings.alt...),
		lang.Say("ring.alt.inset", "away", attack.Metres(m.apart())))
	return f, nil
}

// apart is how far the hidden sensor stands from its place in the neighbour, m.
func (m *model) apart() float64 {
	q, p := m.Scenario.Sensors[m.Scenario.Star], m.moved
	return math.Hypot(q[0]-p[0], q[1]-p[1])
}

// ghost is where the neighbour's sensor is drawn: as far along the ring as it
// is displaced, enlarged, and at most most of the way to the other side.
func (m *model) ghost() [2]float64 {
	by := math.Abs(m.dTheta)
	turn := math.Min(by*m.zoomed(), math.Max(by, 0.85*math.Pi))
	return m.Scenario.At(m.Scenario.Angles[m.Scenario.Star] + math.Copysign(turn, m.dTheta))
}

func (m *model) ghostLabel() lang.Message {
	away, g := attack.Metres(m.apart()), m.meter()
	switch {
	case g == nil:
		return lang.Say("ring.label.neighbour", "away", away)
	case g.AtMost:
		return lang.Say("ring.label.neighbour.at-most", "away", away, "share", g.Success)
	}
	return lang.Say("ring.label.neighbour.told", "away", away, "share", g.Success)
}

// at returns the target's position at a time in steps: the recorded states
// where there are some.
func (m *model) at(t float64) [2]float64 {
	z := m.Scenario.Start
	if k := int(t); k < m.Scenario.T {
		z, t = m.Scenario.States[k], t-float64(k)
	}
	var out [2]float64
	for a := range 2 {
		w := m.Scenario.Omega[a]
		sin, cos := num.Sincos(w * m.Scenario.Dt * t)
		out[a] = cos*z[a] + sin/w*z[a+2]
	}
	return out
}

// ray is the line from a sensor to where its reading of step k says the target
// is: the reading, with the saturating function undone. Readings that noise or
// rounding carried to the function's end are held just inside it. x is where
// the target is.
func (m *model) ray(q [2]float64, k, sensor int, y []float64, x [2]float64) []float32 {
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

// barbs are the two strokes of an arrow's head at the end of a ray.
func barbs(ray []float32, size float64) []float32 {
	x, y := float64(ray[2]-ray[0]), float64(ray[3]-ray[1])
	n := math.Hypot(x, y)
	if n < 1e-9 {
		return []float32{ray[2], ray[3], ray[2], ray[3], ray[2], ray[3], ray[2], ray[3]}
	}
	x, y = x/n*size, y/n*size
	var out []float32
	for _, side := range [2]float64{0.45, -0.45} {
		out = append(out, ray[2], ray[3], float32(float64(ray[2])-x-side*y), float32(float64(ray[3])-y+side*x))
	}
	return out
}

// Edit moves sensors: "sensor:3" or "star" to the angle of (x, y); "pick:3"
// stars another; "ghost" moves the neighbour's place of the hidden sensor, drawn
// enlarged, which sets d. A handle ending in ":key" moves by one degree, as
// drawn, for each unit of x + y.
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
	if math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0) || !key && x == 0 && y == 0 {
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
	zoom := magnification(s)
	turn := num.Atan2(y, x) - sc.Angles[sc.Star]
	if key {
		now, err := adjacency(s, sc, 1)
		if err != nil {
			return s, false
		}
		turn = now*zoom + (x+y)*math.Pi/180
	} else {
		turn -= 2 * math.Pi * math.Round(turn/(2*math.Pi))
	}
	d := sc.DistanceAt(math.Min(math.Abs(turn)/zoom, math.Pi))
	next, err := s.With(t, "rule", "distance")
	if err != nil {
		return s, false
	}
	// Four digits: what a drag can mean.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(d, 'g', 4, 64), 64)
	return next.Set(t, "d", rounded), err == nil
}
