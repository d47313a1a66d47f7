package lqg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

const filmSteps = 240

// scene is what the film collects step by step, in pairs x, y.
type scene struct {
	m         *model
	teams     [2][]float32 // agents other than the starred one
	star      []float32
	plain     []float32 // all agents in the loop without privacy
	aim, sent []float32 // references, as they are and as transmitted
	heard     []float32 // the starred agent's transmitted position
	belief    []float32 // an eavesdropper's estimate of it
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
			px, py := s.at(run.Plain.X, i)
			tx, ty := s.at(run.Ref, i)
			sx, sy := s.at(run.Private.Ref, i)
			s.plain = append(s.plain, px, py)
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
	return &film.Film{Steps: filmSteps, Rate: 12, Loop: true, Hold: 30, Views: views, Clock: s.clock,
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
	boxes := s.camera(ghost, min(sigma, 3*max(float32(m.ps[i].B), 1)))
	lanes := float32(1)
	if line {
		width := float32(0)
		for k := range filmSteps {
			width = max(width, boxes[4*k+2]-boxes[4*k])
		}
		lanes = 0.2 * width
		for _, v := range [][]float32{s.teams[0], s.star, s.plain, s.aim, s.sent, s.heard, s.belief, ghost} {
			for j := 1; j < len(v); j += 2 {
				v[j] *= lanes
			}
		}
		high := lanes + max(0.7*lanes, min(1.1*sigma, 1.5*lanes))
		for k := range filmSteps {
			boxes[4*k+1], boxes[4*k+3] = -high, high
		}
	}
	dots := func(name lang.Message, role sheet.Role, shape film.Shape, size, alpha float32, data []float32) film.Layer {
		return film.Layer{Name: name, Kind: film.Dots, Role: role, Shape: shape, Size: size, Alpha: alpha, Moving: true,
			Data: data}
	}
	named := lang.Say("lqg.film.star")
	layers := []film.Layer{
		halo(lang.Say("lqg.film.halo.record"), sheet.Record, 0.7, s.star, sigma),
		halo(lang.Say("lqg.film.halo.neighbour"), sheet.Adjacent, 0.7, ghost, sigma),
		dots(lang.Say("lqg.film.reference"), sheet.Target, film.Cross, 12, 1, s.aim),
		dots(lang.Say("lqg.film.reference.sent"), sheet.Target, film.Diamond, 9, 0.7, s.sent),
	}
	without := dots(lang.Say("lqg.film.plain"), sheet.Muted, film.Circle, 11, 0.6, s.plain)
	without.Ease = true
	layers = append(layers, without)
	heard := dots(lang.Say("lqg.film.sent"), sheet.Leak, film.Circle, 6, 0.6, s.heard)
	heard.Fill, heard.Trail = true, 8
	layers = append(layers, heard, s.guess(line))
	teams := []lang.Message{lang.Say("lqg.film.agent"), lang.Say("lqg.film.agent.other")}
	for t, shape := range []film.Shape{film.Circle, film.Square} {
		if len(s.teams[t]) == 0 {
			continue
		}
		layers = append(layers, halo(lang.Verbatim(""), sheet.Muted, 0.3, s.teams[t], sigma))
		l := dots(teams[t], sheet.Ink, shape, 13, 1, s.teams[t])
		l.Fill, l.Ease, l.Trail, l.Handles = true, true, 14, s.handles[t]
		layers = append(layers, l)
	}
	other := dots(lang.Say("lqg.film.star.neighbour"), sheet.Adjacent, film.Star, 18, 0.9, ghost)
	other.Ease = true
	star := dots(named, sheet.Leak, film.Star, 20, 1, s.star)
	star.Fill, star.Ease, star.Trail = true, true, 20
	layers = append(layers, other, star)
	for _, n := range []struct {
		text       lang.Message
		role       sheet.Role
		at         []float32
		first, all int // of so many points at each step
	}{{named, sheet.Leak, s.star, 0, 1}, {lang.Say("lqg.film.at.neighbour"), sheet.Adjacent, ghost, 0, 1},
		{lang.Say("lqg.film.at.reference"), sheet.Ink, s.aim, i, len(m.net.Agents)}} {
		name := film.Layer{Kind: film.Labels, Role: n.role, Size: 14, Moving: true, Ease: true,
			Text: []lang.Message{n.text}}
		for k := range filmSteps {
			at := n.at[2*(k*n.all+n.first):]
			name.Data = append(name.Data, at[0], at[1], 12)
		}
		layers = append(layers, name)
	}
	return film.View{Name: lang.Say("lqg.film.agents"), Place: film.Main, Boxes: boxes, Equal: true,
		Unit: lang.Verbatim("m"), Layers: layers}
}

// camera follows the agents: at each step a box around where they are and should
// be for a while before and after, with the noise round the starred one, moved
// smoothly.
func (s *scene) camera(ghost []float32, sigma float32) []float32 {
	const around, smooth = 30, 15
	ends := make([][4]float32, filmSteps) // of each step alone
	for k := range ends {
		e := [4]float32{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
		for _, v := range [][]float32{s.teams[0], s.teams[1], s.plain, s.aim, s.star, ghost} {
			n := len(v) / filmSteps
			for i := k * n; i < (k+1)*n; i += 2 {
				e[0], e[1], e[2], e[3] = min(e[0], v[i]), min(e[1], v[i+1]), max(e[2], v[i]), max(e[3], v[i+1])
			}
		}
		x, y := s.star[2*k], s.star[2*k+1]
		ends[k] = [4]float32{min(e[0], x-sigma), min(e[1], y-sigma), max(e[2], x+sigma), max(e[3], y+sigma)}
	}
	raw := make([][4]float64, filmSteps)
	for k := range raw {
		e := ends[k]
		for _, o := range ends[max(k-around, 0):min(k+around+1, filmSteps)] {
			e = [4]float32{min(e[0], o[0]), min(e[1], o[1]), max(e[2], o[2]), max(e[3], o[3])}
		}
		margin := float64(max(e[2]-e[0], e[3]-e[1], 1e-3)) / 12
		raw[k] = [4]float64{float64(e[0]) - margin, float64(e[1]) - margin, float64(e[2]) + margin,
			float64(e[3]) + margin}
	}
	var out []float32
	for k := range raw {
		from, to := max(k-smooth, 0), min(k+smooth+1, filmSteps)
		for a := range 4 {
			sum := 0.0
			for _, b := range raw[from:to] {
				sum += b[a]
			}
			out = append(out, float32(sum/float64(to-from)))
		}
	}
	return out
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
// listens to everything.
func (s *scene) guess(line bool) film.Layer {
	m := s.m
	cov := m.c.Filters[m.star()].Post
	l := film.Layer{Name: lang.Say("lqg.film.guess"), Kind: film.Ellipse, Role: sheet.Leak, Size: 2, Alpha: 0.9,
		Moving: true, Ease: true}
	if line {
		l.Kind = film.Segments
	}
	half := func(v float64) float64 { return math.Sqrt(-2 * num.Log(0.05) * max(v, 0)) } // √(χ²₂(0.95) v)
	var a, b, angle float64
	if line {
		a = num.NormalQuantile(0.975) * math.Sqrt(max(cov.At(0, 0), 0))
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
		x, y := s.belief[2*k], s.belief[2*k+1]
		if line {
			l.Data = append(l.Data, x-float32(a), y, x+float32(a), y)
		} else {
			l.Data = append(l.Data, x, y, float32(a), float32(b), float32(angle))
		}
	}
	return l
}

// mask shows why one cannot tell the two records apart: the laws of one
// transmitted output, b apart, under the noise that is added and, dashed, under
// the noise that the promise takes.
func (s *scene) mask() film.View {
	m := s.m
	i := m.star()
	b, sd := m.mech.shift, m.mech.Scale
	promised := sd / m.part()
	wide := max(sd, promised)
	lo, hi := -3.2*wide, b+3.2*wide
	curve := func(centre, sd float64) []float32 {
		var out []float32
		for k := range 161 {
			x := lo + (hi-lo)*float64(k)/160
			out = append(out, float32(x), float32(num.NormalPDF((x-centre)/sd)/sd))
		}
		return out
	}
	top := 1.3 * num.NormalPDF(0) / min(sd, promised)
	v := film.View{Name: lang.Say("lqg.film.output"), Short: lang.Say("lqg.film.output.short"), Place: film.Side,
		Box: [4]float64{lo, 0, hi, top}, XLabel: lang.Say("lqg.film.output.x"), YLabel: lang.Say("lqg.film.output.y")}
	if m.part() != 1 {
		v.Layers = append(v.Layers,
			film.Layer{Name: lang.Say("lqg.fact.noise_promised"), Kind: film.Path, Role: sheet.Ink, Size: 1.5,
				Alpha: 0.8, Dash: true, Data: curve(0, promised)},
			film.Layer{Kind: film.Path, Role: sheet.Ink, Size: 1.5, Alpha: 0.8, Dash: true, Data: curve(b, promised)})
	}
	record, neighbour := mechanism.Record.Say(), mechanism.Adjacent.Say()
	v.Layers = append(v.Layers,
		film.Layer{Name: record, Kind: film.Path, Role: sheet.Record, Size: 2.5, Data: curve(0, sd)},
		film.Layer{Name: neighbour, Kind: film.Path, Role: sheet.Adjacent, Size: 2.5, Data: curve(b, sd)})
	v.Note = lang.Say("lqg.film.output.note", "sd", m.c.Noises[i].Out, "b", b)
	sent := film.Layer{Name: lang.Say("lqg.film.output.sent"), Kind: film.Segments, Role: sheet.Leak, Size: 2,
		Moving: true}
	for _, e := range s.noise {
		x := min(max(e, float32(lo)), float32(hi))
		sent.Data = append(sent.Data, x, 0, x, float32(0.9*top))
	}
	flank := float32(num.NormalPDF(1.2) / sd)
	v.Layers = append(v.Layers, sent,
		film.Layer{Kind: film.Labels, Role: sheet.Record, Size: 13, Text: []lang.Message{record},
			Data: []float32{float32(-1.2 * sd), flank, 4}},
		film.Layer{Kind: film.Labels, Role: sheet.Adjacent, Size: 13, Text: []lang.Message{neighbour},
			Data: []float32{float32(b + 1.2*sd), flank, 4}})
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
