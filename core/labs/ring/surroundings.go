package ring

import (
	"math"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/film"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// surroundings shows what is about the hidden sensor, in metres from it: its place in the
// neighbour, how far the guarantee keeps places indistinguishable (promised), from where on
// an audit of so many releases tells them apart (measured), and how much the adversary
// leaves open after one release (attacked). Each is a circle, in the direction in which a
// release tells most. alt are sentences for who does not see it.
func (m *model) surroundings(ts *times, reach []string) (v film.View, alt []lang.Message, err error) {
	q, moved := m.Scenario.Sensors[m.Scenario.Star], m.moved
	v = film.View{Name: lang.Say("ring.view.sensor"), Short: lang.Say("ring.view.sensor.short"), Place: film.Lens,
		Equal: true, Unit: about.Metre}
	// A look simulates some 40 places; where that takes long, the law is not drawn.
	trials, drawn := 60, m.visitor == nil || m.unfitted() == nil && mechanism.Pace(m.Mech) < 125
	if !drawn {
		trials = 0
	}
	s, err := m.NewAdversary(true, trials)
	if err != nil {
		return v, nil, err
	}
	// A look takes some forty such laws: a second where all its steps are cut by the ball.
	const dear = 3000
	known := s.By != attack.ByDensity || s.Base.Hypothesis.Searched() <= dear
	if !known {
		v.Note = lang.Say("ring.view.ring.left-out")
		alt = append(alt, lang.Say("ring.alt.left-out"))
	} else if !drawn {
		s.Known = false
	} else if err := s.Learn(); err != nil {
		return v, nil, err
	}
	var about film.View
	half := m.apart()
	if known {
		var reach float64
		if reach, alt, err = m.rings(s, &about); err != nil {
			return v, nil, err
		}
		half = math.Max(half, reach)
	}
	half = math.Min(1.3*half, m.Scenario.Radius/2) // never smaller than on the ring
	v.Box = [4]float64{-half, -half, half, half}
	if known && s.Known && !s.Lost && !s.Silent {
		belief, err := m.believed(s, ts, half)
		if err != nil {
			return v, nil, err
		}
		v.Layers = append(v.Layers, belief)
	}
	v.Layers = append(v.Layers, about.Layers...)
	var arc []float64 // of the ring
	for i := range 33 {
		p := m.Scenario.At(m.Scenario.Angles[m.Scenario.Star] + 1.2*half/m.Scenario.Radius*float64(i-16)/16)
		arc = append(arc, p[0]-q[0], p[1]-q[1])
	}
	v.Add(film.Layer{Kind: film.Path, Role: sheet.Muted, Size: 1, Alpha: 0.6}, arc...)
	v.Add(film.Layer{Name: inputs[0], Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 22, Fill: true}, 0, 0)
	x, y := moved[0]-q[0], moved[1]-q[1]
	v.Add(film.Layer{Name: inputs[1], Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Star, Size: 20, Dash: true,
		Handles: reach}, x, y)
	v.Call(lang.Say("ring.label.neighbour", "away", attack.Metres(m.apart())), 0, 11)
	v.Layers[len(v.Layers)-1].When = film.Pointed
	if reach != nil {
		v.Add(film.Layer{Kind: film.Dots, Role: sheet.Ink, Shape: film.Hand, Size: 17, When: film.Untouched}, x, y)
		v.Call(lang.Say("ring.label.drag"), 0, 17)
	}
	return v, alt, nil
}

// rings adds what is promised, measured and attacked to a view, each with what it means on its
// line, and returns the radius of the widest.
func (m *model) rings(s *attack.Adversary, v *film.View) (wide float64, alt []lang.Message, err error) {
	// Radii stand where a circle is nearest to the middle of the ring, fanned out.
	label := func(role sheet.Role, r, turn float64, text lang.Message, when film.When) {
		sin, cos := num.Sincos(m.Scenario.Angles[m.Scenario.Star] + math.Pi + turn)
		v.Layers = append(v.Layers, film.Layer{Kind: film.Labels, Role: role, Data: film.Numbers(r*cos, r*sin, 2),
			Text: []lang.Message{text}, When: when})
	}
	circle := func(l film.Layer, r, turn float64, means string, radius lang.Message) {
		wide, l.Kind, l.Size, l.Alpha = math.Max(wide, r), film.Ring, 1.8, 0.9
		v.Add(l, 0, 0, r)
		label(l.Role, r, turn, radius, film.Pointed)
		below := -r // across from the place in the neighbour
		if m.moved[1] < m.Scenario.Sensors[m.Scenario.Star][1] {
			below = r
		}
		v.Add(film.Layer{Kind: film.Words, Role: l.Role, Size: 12, Text: []lang.Message{lang.Say(means)}}, 0, below)
	}
	promise := m.Spec.Text("promise")
	radius, all, err := s.Disk(promise)
	if err != nil {
		return 0, nil, err
	}
	most := s.Everywhere()
	odds := m.Spec.Float("odds")
	switch why := s.Unproven(promise); {
	case why != "":
		alt = append(alt, why)
	case all:
		alt = append(alt, lang.Say("ring.alt.everywhere"))
		label(sheet.Truth, 0, 0, lang.Say("ring.label.promised.everywhere", "odds", odds), "")
	case radius == 0:
		alt = append(alt, lang.Say("ring.alt.nowhere"))
		label(sheet.Truth, 0, 0, lang.Say("ring.label.promised.nowhere"), "")
	default:
		r := attack.Metres(radius)
		v.Add(film.Layer{Name: lang.Say("ring.layer.promised", "odds", odds), Kind: film.Disk, Role: sheet.Truth,
			Alpha: 0.3}, 0, 0, radius)
		circle(film.Layer{Role: sheet.Truth}, radius, -0.7, "ring.label.nobody", r)
		alt = append(alt, lang.Say("ring.alt.promised", "radius", r, "odds", odds))
	}
	if n := m.measuring(); n > 0 && !s.Lost && !all {
		measured, err := s.MeasuredRadius(radius, n)
		if err != nil {
			return 0, nil, err
		}
		if r := attack.Metres(measured); measured < most {
			circle(film.Layer{Name: lang.Say("ring.layer.measured", "n", n), Role: sheet.Strong}, measured, 0,
				"ring.label.test", r)
			alt = append(alt, lang.Say("ring.alt.measured", "radius", r))
		}
	}
	if attacked := s.Reach(); attacked < most {
		r := attack.Metres(attacked)
		circle(film.Layer{Name: lang.Say("ring.layer.attacked"), Role: sheet.Leak, Dash: true}, attacked, 0.7,
			"ring.label.spy", r)
		alt = append(alt, lang.Say("ring.alt.attacked", "radius", r))
	}
	return wide, alt, nil
}

// believed animates the adversary's posterior over the plane, as far as a lens shows it:
// step by step of the first release as they arrive, then release by release. During the
// lap it is what all of them have left.
func (m *model) believed(s *attack.Adversary, ts *times, most float64) (film.Layer, error) {
	pl, err := s.NewPlane(3, 1.15*most)
	if err != nil {
		return film.Layer{}, err
	}
	steps, dim := m.Mech.Shape()
	mech := m.Mech.Fork()
	x := make([]float64, steps*dim)
	q := s.Base.Position
	heat := film.Layer{Name: lang.Say("ring.layer.belief"), Kind: film.Heat, Role: sheet.Leak, Moving: true,
		Blocks: make([]int, len(ts.at))}
	spot := float32(1.9 * math.Max(pl.Post.X.Width, pl.Post.Y.Width)) // they flow into each other
	seen, block := 0, -1                                              // steps of releases, painted blocks
	for i := ts.first; i < len(ts.at); i++ {
		want := min(ts.step(i)+1, steps)
		if i >= ts.again {
			want = steps * m.seenAfter(i-ts.again)
		}
		if seen >= want {
			heat.Blocks[i] = block
			continue
		}
		block++
		heat.Blocks[i] = block
		for seen < want {
			k := seen % steps
			if k == 0 {
				m.Seen(mech, seen/steps, x)
			}
			to := k + 1
			if seen >= steps { // of the releases after the first all steps
				to = steps
			}
			pl.Post.Add(pl.Read(x, k, to))
			seen += to - k
		}
		pl.Post.Refresh()
		peak := slices.Max(pl.Post.P)
		// A belief that is flat over the picture has learned nothing, and does not glow.
		glow := 0.38 * math.Max(0, 1-1/(peak*float64(len(pl.Post.P)))) / peak
		for j, v := range pl.Post.Y.X {
			for i, u := range pl.Post.X.X {
				at := pl.At(u, v)
				heat.Data = append(heat.Data, float32(at[0]-q[0]), float32(at[1]-q[1]), spot,
					float32(glow*pl.Post.P[j*len(pl.Post.X.X)+i]))
			}
		}
	}
	for i := range ts.first {
		heat.Blocks[i] = block
	}
	return heat, nil
}

// measuring is the number of releases of each record with which the scene
// measures how far the sensor may move before an audit shows it; 0 where a
// release takes too long for a picture.
func (m *model) measuring() int {
	const dear = 25 // µs: that takes some thirty thousand releases
	steps, _ := m.Mech.Shape()
	if steps > 12 || mechanism.Pace(m.Mech) > dear || m.unfitted() != nil {
		return 0
	}
	return m.offer.Measuring
}
