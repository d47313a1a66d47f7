package lqg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

const (
	filmSteps = 240
	filmHold  = 66 // just after references have moved
)

// scene is what the film collects step by step, in pairs x, y.
type scene struct {
	m         *model
	teams     [2][]float32 // agents other than the starred one
	star      []float32
	plain     []float32 // all agents in the loop without privacy
	aim, sent []float32 // references, as they are and as transmitted
	heard     []float32 // the starred agent's transmitted position
	belief    []float32 // an eavesdropper's estimate of it
	from, by  []float32 // where agents are, and their controls there
	cost      [2][]float32
	noise     []float32 // of the starred agent's first output
	handles   [2][]string
	clock     []lang.Message
}

// at returns where agent i is drawn when the stacked state is x.
func (s *scene) at(x []float64, i int) (float32, float32) {
	a, d := &s.m.net.Agents[i], s.m.d
	if a.Py < 0 {
		return float32(x[d.At[i]]), float32(a.Lane)
	}
	return float32(x[d.At[i]]), float32(x[d.At[i]+a.Py])
}

// play runs both loops and collects what happens.
func (m *model) play() (*scene, error) {
	run, err := loop.NewRunner(m.d, m.c)
	if err != nil {
		return nil, err
	}
	st := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseLQGFilm})
	run.Reset(&st)
	s := &scene{m: m}
	star := m.star()
	for i := range m.net.Agents {
		if i != star {
			t := m.net.Agents[i].Team
			s.handles[t] = append(s.handles[t], fmt.Sprintf("agent:%d", i+1))
		}
	}
	stage := 0
	sums := [2]float64{}
	for k := range filmSteps {
		if k > 0 && k%m.net.Hold == 0 && stage < len(m.net.Moves) {
			run.Target(m.net.Moves[stage], &st)
			stage++
		}
		for i := range m.net.Agents {
			a := &m.net.Agents[i]
			x, y := s.at(run.Private.X, i)
			tx, ty := s.at(run.Ref, i)
			sx, sy := s.at(run.Private.Ref, i)
			px, py := s.at(run.Plain.X, i)
			s.from, s.plain = append(s.from, x, y), append(s.plain, px, py)
			s.aim, s.sent = append(s.aim, tx, ty), append(s.sent, sx, sy)
			if i != star {
				s.teams[a.Team] = append(s.teams[a.Team], x, y)
				continue
			}
			s.star = append(s.star, x, y)
			bx, by := s.at(run.Private.Hat, i)
			s.belief = append(s.belief, bx, by)
			e := float32(m.c.Noises[i].Out * st.Norm())
			s.noise = append(s.noise, e)
			hx, hy := x+e, y
			if a.Py >= 0 {
				hy += float32(m.c.Noises[i].Out * st.Norm())
			}
			s.heard = append(s.heard, hx, hy)
		}
		p, q := run.Step(&st)
		for i := range m.net.Agents {
			u := run.Private.U[m.d.In[i]:m.d.In[i+1]]
			s.by = append(s.by, float32(u[0]), 0)
			if len(u) > 1 && m.net.Agents[i].Py >= 0 {
				s.by[len(s.by)-1] = float32(u[1])
			}
		}
		sums[0], sums[1] = sums[0]+p, sums[1]+q
		for i := range s.cost {
			s.cost[i] = append(s.cost[i], float32(k), float32(sums[i]/float64(k+1)))
		}
		s.clock = append(s.clock, lang.Say("lqg.film.clock", "t", float64(k)*m.spec.Float("h")))
	}
	return s, nil
}

// Film plays the loop with privacy: the agents, what a listener can tell of the
// starred one, and the starred one's ghost in the neighbouring record; beside it
// the noise that hides the difference, below the cost.
func (m *model) Film(*lab.Report) (*film.Film, error) {
	s, err := m.play()
	if err != nil {
		return nil, err
	}
	views := []film.View{s.agents(), s.mask(), s.costs()}
	return &film.Film{Steps: filmSteps, Rate: 12, Loop: true, Hold: filmHold, Views: views, Clock: s.clock,
		Alt: lang.Say("lqg.film.alt", "n", len(m.net.Agents), "sd", m.c.Noises[m.star()].Out,
			"b", m.ps[m.star()].B)}, nil
}

// agents is the main view. Agents of a line stand in lanes, as far apart as
// fills the picture.
func (s *scene) agents() film.View {
	m := s.m
	i := m.star()
	line := m.net.Agents[i].Py < 0
	// The ghost stands where the neighbour's trajectory differs by b at once.
	dir := m.direction()
	bx, by := float32(m.ps[i].B*dir[0]), float32(0)
	if !line {
		by = float32(m.ps[i].B * dir[m.net.Agents[i].Py])
	}
	if bx == 0 && by == 0 {
		bx = float32(m.ps[i].B)
	}
	ghost := shift(s.star, bx, by)
	sigma := float32(m.c.Noises[i].Out)
	box := s.around(max(0.7*sigma/float32(m.part()), 1e-3))
	width := float32(box[2] - box[0])
	if line {
		lanes := 0.2 * width
		for _, v := range [][]float32{s.teams[0], s.star, s.from, s.aim, s.sent, s.heard, s.belief, ghost} {
			for j := 1; j < len(v); j += 2 {
				v[j] *= lanes
			}
		}
		box[3] = float64(2 * lanes)
		box[1] = -box[3]
	}
	dots := func(name lang.Message, role sheet.Role, shape film.Shape, size, alpha float32, data []float32) film.Layer {
		return film.Layer{Name: name, Kind: film.Dots, Role: role, Shape: shape, Size: size, Alpha: alpha, Moving: true,
			Data: data}
	}
	layers := []film.Layer{
		halo(lang.Say("lqg.film.halo", "input", inputs[0]), sheet.Record, 0.4, s.star, sigma),
		halo(lang.Say("lqg.film.halo", "input", inputs[1]), sheet.Adjacent, 0.4, ghost, sigma),
		dots(lang.Say("lqg.film.reference.sent"), sheet.Target, film.Diamond, 9, 0.7, s.sent),
		dots(lang.Say("lqg.film.reference"), sheet.Target, film.Cross, 16, 1, s.aim),
	}
	heard := dots(lang.Say("lqg.film.sent"), sheet.Leak, film.Circle, 5, 0.5, s.heard)
	heard.Fill, heard.Trail = true, 4
	layers = append(layers, heard, s.guess(line, 0.05*width), s.controls(0.2*width))
	teams := []lang.Message{lang.Say("lqg.film.agent"), lang.Say("lqg.film.agent.other")}
	for t, shape := range []film.Shape{film.Circle, film.Square} {
		if len(s.teams[t]) == 0 {
			continue
		}
		l := dots(teams[t], sheet.Ink, shape, 15, 1, s.teams[t])
		l.Fill, l.Ease, l.Trail, l.Handles = true, true, 14, s.handles[t]
		layers = append(layers, l)
	}
	other := dots(lang.Say("lqg.film.star.other", "input", inputs[1]), sheet.Adjacent, film.Star, 18, 0.9, ghost)
	other.Ease = true
	star := dots(lang.Say("lqg.film.star"), sheet.Leak, film.Star, 22, 1, s.star)
	star.Fill, star.Ease, star.Trail = true, true, 20
	layers = append(layers, other, star)
	for _, n := range []struct {
		text       string
		role       sheet.Role
		at         []float32
		first, all int // of so many points at each step
	}{{"lqg.film.star", sheet.Leak, s.star, 0, 1}, {"lqg.film.at.guess", sheet.Leak, s.belief, 0, 1},
		{"lqg.film.at.reference", sheet.Target, s.aim, i, len(m.net.Agents)}} {
		name := film.Layer{Kind: film.Labels, Role: n.role, Size: 14, Moving: true, Ease: true,
			Text: []lang.Message{lang.Say(n.text)}}
		for k := range filmSteps {
			at := n.at[2*(k*n.all+n.first):]
			name.Data = append(name.Data, at[0], at[1], 12)
		}
		layers = append(layers, name)
	}
	return film.View{Name: lang.Say("lqg.film.agents"), Place: film.Main, Box: box, Equal: true,
		Unit: lang.Verbatim("m"), Layers: layers}
}

// around is a box round where agents should be, and about where they are with the noise that
// is promised, with so much room: it hardly changes with the noise that is added, so that this
// is seen.
func (s *scene) around(room float32) [4]float64 {
	e := [4]float32{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
	part := float32(s.m.part())
	for i := 0; i < len(s.aim); i += 2 {
		for a := range 2 {
			v := s.plain[i+a] + (s.from[i+a]-s.plain[i+a])/part
			e[a], e[2+a] = min(e[a], v-room, s.aim[i+a]-room), max(e[2+a], v+room, s.aim[i+a]+room)
		}
	}
	return [4]float64{float64(e[0]), float64(e[1]), float64(e[2]), float64(e[3])}
}

// controls are arrows along which agents accelerate; one of twice the usual control, and
// each above, is so long.
func (s *scene) controls(long float32) film.Layer {
	l := film.Layer{Name: lang.Say("lqg.film.control"), Kind: film.Segments, Role: sheet.Strong, Size: 3, Moving: true,
		Ease: true}
	square := 1e-18
	for _, u := range s.by {
		square += float64(u*u) / float64(len(s.by)/2)
	}
	usual := float32(math.Sqrt(square))
	for i := 0; i < len(s.by); i += 2 {
		dx, dy := s.by[i]/usual/2, s.by[i+1]/usual/2
		shrink := long / max(float32(math.Hypot(float64(dx), float64(dy))), 1)
		dx, dy = dx*shrink, dy*shrink
		x, y := s.from[i]+dx, s.from[i+1]+dy
		l.Data = append(l.Data, s.from[i], s.from[i+1], x, y)
		for _, side := range []float32{-1, 1} {
			l.Data = append(l.Data, x, y, x-0.25*dx-side*0.15*dy, y-0.25*dy+side*0.15*dx)
		}
	}
	return l
}

// halo is the noise round a transmitted position, one standard deviation wide.
func halo(name lang.Message, role sheet.Role, alpha float32, at []float32, sigma float32) film.Layer {
	l := film.Layer{Name: name, Kind: film.Disk, Role: role, Alpha: alpha, Moving: true, Ease: true}
	for k := 0; k < len(at); k += 2 {
		l.Data = append(l.Data, at[k], at[k+1], sigma)
	}
	return l
}

// guess is the region that holds the starred agent 95 % of the time, for who
// listens to everything; that of a line is drawn with some height.
func (s *scene) guess(line bool, high float32) film.Layer {
	m := s.m
	cov := m.c.Filters[m.star()].Post
	l := film.Layer{Name: lang.Say("lqg.film.guess"), Kind: film.Ellipse, Role: sheet.Leak, Size: 2.5, Moving: true,
		Ease: true}
	half := func(v float64) float64 { return math.Sqrt(-2 * num.Log(0.05) * max(v, 0)) } // √(χ²₂(0.95) v)
	var a, b, angle float64
	if line {
		a, b = num.NormalQuantile(0.975)*math.Sqrt(max(cov.At(0, 0), 0)), float64(high)
	} else {
		py := m.net.Agents[m.star()].Py
		var e mat.EigenSym
		if e.Factorize(mat.NewSymDense(2, []float64{cov.At(0, 0), cov.At(0, py), cov.At(py, 0), cov.At(py, py)}),
			true) {
			var q mat.Dense
			e.VectorsTo(&q)
			v := e.Values(nil)
			a, b, angle = half(v[1]), half(v[0]), num.Atan2(q.At(1, 1), q.At(0, 1))
		}
	}
	for k := range filmSteps {
		l.Data = append(l.Data, s.belief[2*k], s.belief[2*k+1], float32(a), float32(b), float32(angle))
	}
	return l
}

// mask shows why one cannot tell the two records apart: the laws of one
// transmitted output, b apart, under the noise that is added and, dashed, under
// the noise that the promise takes.
func (s *scene) mask() film.View {
	m := s.m
	v := show.Hidden(inputs, m.mech.shift, m.mech.Noise, m.mech.Scale, m.mech.Scale/m.part())
	v.Name, v.Short = lang.Say("lqg.film.output"), lang.Say("lqg.film.output.short")
	v.XLabel = lang.Say("lqg.film.output.x")
	v.Note = lang.Say("lqg.film.output.note", "sd", m.mech.Scale, "b", m.mech.shift)
	sent := film.Layer{Name: lang.Say("lqg.film.output.sent"), Kind: film.Segments, Role: sheet.Leak, Size: 2,
		Moving: true}
	for _, e := range s.noise {
		x := min(max(e, float32(v.Box[0])), float32(v.Box[2]))
		sent.Data = append(sent.Data, x, 0, x, float32(0.9*v.Box[3]))
	}
	v.Layers = append(v.Layers, sent)
	return v
}

// costs is the strip.
func (s *scene) costs() film.View {
	top := float32(0)
	for _, c := range s.cost {
		for j := 1; j < len(c); j += 2 {
			top = max(top, c[j])
		}
	}
	top = max(top, 1e-12)
	var cursor []float32
	for k := range filmSteps {
		cursor = append(cursor, float32(k), 0, float32(k), top)
	}
	return film.View{Name: lang.Say("lqg.film.cost"), Short: lang.Say("lqg.film.cost.short"), Place: film.Strip,
		Box: [4]float64{0, 0, filmSteps - 1, 1.05 * float64(top)}, XLabel: lang.Say("lqg.step"),
		YLabel: lang.Say("lqg.film.cost.short"), Layers: []film.Layer{
			{Name: lang.Say("lqg.fact.j"), Kind: film.Path, Role: sheet.Strong, Size: 2, Data: s.cost[0], Trail: -1},
			{Name: lang.Say("lqg.fact.j_plain"), Kind: film.Path, Role: sheet.Muted, Size: 2, Data: s.cost[1],
				Trail: -1},
			{Kind: film.Segments, Role: sheet.Muted, Size: 1, Moving: true, Ease: true, Data: cursor},
		}}
}

// shift moves points.
func shift(at []float32, dx, dy float32) []float32 {
	out := make([]float32, len(at))
	for i := 0; i < len(at); i += 2 {
		out[i], out[i+1] = at[i]+dx, at[i+1]+dy
	}
	return out
}
