package ring

import (
	"math"
	"strconv"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// rings are what the scene shows round the hidden sensor, all enlarged alike: as
// far as the guarantee keeps places indistinguishable (promised), from where on
// an audit of so many releases tells them apart (measured), and how much the
// adversary leaves open after one release (attacked). Each is a circle, in the
// direction in which a release tells most.
type rings struct {
	layers []film.Layer
	alt    []lang.Message // sentences
	note   lang.Message   // for the view, where they are left out
}

// rings computes them for the scene.
func (m *model) rings(ts []float64, first int) (*rings, error) {
	trials := 60
	particles := m.Particles
	if particles {
		trials = 0 // its law is not drawn
	}
	s, err := m.NewAdversary(true, trials)
	if err != nil {
		return nil, err
	}
	// A look takes some forty such laws: a second where all its steps are cut by the ball.
	const dear = 3000
	if s.By == attack.ByDensity && s.Base.Hypothesis.Searched() > dear {
		return &rings{alt: []lang.Message{lang.Say("ring.alt.left-out")},
			note: lang.Say("ring.view.ring.left-out")}, nil
	}
	if particles {
		s.Known = false
	} else if err := s.Learn(); err != nil {
		return nil, err
	}
	promise := m.Spec.Text("promise")
	radius, all, err := s.Disk(promise)
	if err != nil {
		return nil, err
	}
	out := &rings{}
	q, zoom := s.Base.Position, m.zoomed()
	most := s.Everywhere()
	circle := func(r float64) []float32 {
		return []float32{float32(q[0]), float32(q[1]), float32(math.Min(r*zoom, most))}
	}
	// Labels stand where the circle is nearest to the middle of the ring, fanned
	// out so that they do not cross.
	label := func(role sheet.Role, r, turn float64, text lang.Message) {
		sin, cos := num.Sincos(m.Scenario.Angles[m.Scenario.Star] + math.Pi + turn)
		r = math.Min(r*zoom, most)
		x, y := q[0]+r*cos, q[1]+r*sin
		if math.Hypot(x, y) > 1.15*m.Scenario.Radius {
			x, y = 0.8*q[0], 0.8*q[1]
		}
		out.layers = append(out.layers, film.Layer{Kind: film.Labels, Role: role,
			Data: []float32{float32(x), float32(y), 2}, Text: []lang.Message{text}})
	}
	if s.Known && !s.Lost && !s.Silent {
		belief, err := m.believed(s, ts, first)
		if err != nil {
			return nil, err
		}
		out.layers = append(out.layers, belief)
	}
	odds := m.Spec.Float("odds")
	tell := func(sentence lang.Message) { out.alt = append(out.alt, sentence) }
	switch why := s.Unproven(promise); {
	case why != "":
		tell(why)
	case all:
		tell(lang.Say("ring.alt.everywhere"))
		label(sheet.Truth, 0, 0, lang.Say("ring.label.promised.everywhere", "odds", odds))
	case radius == 0:
		tell(lang.Say("ring.alt.nowhere"))
		label(sheet.Truth, 0, 0, lang.Say("ring.label.promised.nowhere"))
	default:
		out.layers = append(out.layers,
			film.Layer{Name: lang.Say("ring.layer.promised", "odds", odds), Kind: film.Disk, Role: sheet.Truth,
				Alpha: 0.16, Breathe: true, Zoom: zoom, Data: circle(radius)},
			film.Layer{Kind: film.Ring, Role: sheet.Truth, Size: 1.8, Alpha: 0.9, Breathe: true, Data: circle(radius)})
		label(sheet.Truth, radius, -0.7, lang.Say("ring.label.promised", "radius", attack.Metres(radius)))
		tell(lang.Say("ring.alt.promised", "radius", attack.Metres(radius), "odds", odds))
	}
	if n := m.measuring(); n > 0 && !s.Lost && !all {
		measured, err := s.MeasuredRadius(radius, n)
		if err != nil {
			return nil, err
		}
		if measured < most {
			out.layers = append(out.layers,
				film.Layer{Name: lang.Say("ring.layer.measured", "n", n), Kind: film.Ring, Role: sheet.Strong,
					Size: 1.8, Alpha: 0.9, Zoom: zoom, Data: circle(measured)})
			label(sheet.Strong, measured, 0, lang.Say("ring.label.measured", "radius", attack.Metres(measured)))
			tell(lang.Say("ring.alt.measured", "radius", attack.Metres(measured)))
		}
	}
	if attacked := s.Reach(); attacked < most {
		out.layers = append(out.layers, film.Layer{Name: lang.Say("ring.layer.attacked"), Kind: film.Ring,
			Role: sheet.Leak, Size: 1.8, Alpha: 0.9, Dash: true, Zoom: zoom, Data: circle(attacked)})
		label(sheet.Leak, attacked, 0.7, lang.Say("ring.label.attacked", "radius", attack.Metres(attacked)))
		tell(lang.Say("ring.alt.attacked", "radius", attack.Metres(attacked)))
	}
	return out, nil
}

// believed animates the adversary's posterior over the plane: step by step of
// the first release as they arrive, then release by release.
func (m *model) believed(s *attack.Adversary, ts []float64, first int) (film.Layer, error) {
	pl, err := s.NewPlane(3, 1.6*m.Scenario.Radius/m.zoomed())
	if err != nil {
		return film.Layer{}, err
	}
	steps, dim := m.Mech.Shape()
	mech := m.Mech.Fork()
	x := make([]float64, steps*dim)
	zoom, q := m.zoomed(), s.Base.Position
	// Spots cover a cell each at the scale of a common canvas, 18 px a metre of
	// the default ring; cells off the picture are left out.
	pixels := 18 * 14 / m.Scenario.Radius
	spot := float32(math.Min(60, math.Max(7, pixels*zoom*math.Max(pl.Post.X.Width, pl.Post.Y.Width))))
	type cell struct {
		x, y float32
		at   int
		edge float32 // fades where the picture ends, not the belief
	}
	var cells []cell
	for j, v := range pl.Post.Y.X {
		for i, u := range pl.Post.X.X {
			at := pl.At(u, v)
			px, py := q[0]+zoom*(at[0]-q[0]), q[1]+zoom*(at[1]-q[1])
			if math.Max(math.Abs(px), math.Abs(py)) < 1.5*m.Scenario.Radius {
				edge := math.Min(1, 4*(1.5-math.Max(math.Abs(px), math.Abs(py))/m.Scenario.Radius))
				cells = append(cells, cell{float32(px), float32(py), j*len(pl.Post.X.X) + i, float32(edge)})
			}
		}
	}
	heat := film.Layer{Name: lang.Say("ring.layer.belief"), Kind: film.Heat, Role: sheet.Leak, Moving: true, Zoom: zoom}
	paint := func() {
		pl.Post.Refresh()
		peak := pl.Post.Peak()
		// A belief that is flat over the picture has learned nothing, and does not
		// glow.
		glow := 0.38 * math.Max(0, 1-1/(peak*float64(len(pl.Post.P)))) / peak
		for _, c := range cells {
			heat.Data = append(heat.Data, c.x, c.y, spot, float32(glow*pl.Post.P[c.at])*c.edge)
		}
	}
	done, count, block := 0, 0, -1 // steps of the first release, whole releases, painted blocks
	m.Seen(mech, 0, x)
	for i, t := range ts {
		changed := block < 0
		for done < steps && t >= float64(done) {
			pl.Post.Add(pl.Read(x, done, done+1))
			done++
			count = 1
			changed = true
		}
		if i >= first {
			for want := m.seenAfter(i - first); count < want; count++ {
				m.Seen(mech, count, x)
				pl.Post.Add(pl.Read(x, 0, steps))
				changed = true
			}
		}
		if changed {
			paint()
			block++
		}
		heat.Blocks = append(heat.Blocks, block)
	}
	return heat, nil
}

// magnification is how much the surroundings of the hidden sensor are enlarged
// on the ring.
func magnification(s lab.Spec) float64 {
	zoom, _ := strconv.ParseFloat(s.Text("zoom"), 64) // of the table's choices, which are numbers
	return zoom
}

func (m *model) zoomed() float64 { return magnification(m.Spec) }

// measuring is the number of releases of each record with which the scene
// measures how far the sensor may move before an audit shows it; 0 where a
// release takes too long for a picture.
func (m *model) measuring() int {
	const dear = 25 // µs: that takes some thirty thousand releases
	steps, _ := m.Mech.Shape()
	if steps > 12 || mechanism.Pace(m.Mech) > dear {
		return 0
	}
	return m.offer.measuring
}
