package lqg

import (
	"fmt"
	"math"
	"slices"

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
	filmReads = 12 // steps for which a message stays, so that it can be read: the others are not shown
)

// point is a place, or a control, in the plane.
type point [2]float64

// scene is what the film collects step by step: of every agent, or of the starred one alone.
type scene struct {
	m      *model
	lane   float64   // how far apart the lanes are drawn in which agents of a line stand
	is     [][]point // where agents are
	plain  [][]point // where they are in the loop without privacy
	aim    [][]point // references
	heard  []point   // the starred agent's transmitted position
	belief []point   // an eavesdropper's estimate of it
	cost   [2][]float64
	noise  []float64 // of the starred agent's first output
	clock  []lang.Message
}

// where is where the agents stand when the stacked state is x.
func (s *scene) where(x []float64) (out []point) {
	d := s.m.d
	for i := range s.m.net.Agents {
		a := &s.m.net.Agents[i]
		p := point{x[d.At[i]], a.Lane}
		if a.Py >= 0 {
			p[1] = x[d.At[i]+a.Py]
		}
		out = append(out, p)
	}
	return out
}

// draw is a place as it is drawn, moved by some way.
func (s *scene) draw(p, by point) []float64 { return []float64{p[0] + by[0], p[1]*s.lane + by[1]} }

// play runs both loops and collects what happens.
func (m *model) play() (*scene, error) {
	run, err := loop.NewRunner(m.d, m.c)
	if err != nil {
		return nil, err
	}
	st := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseLQGFilm})
	run.Reset(&st)
	s := &scene{m: m, lane: 1}
	star := m.star()
	stage := 0
	sums := [2]float64{}
	for k := range filmSteps {
		if k > 0 && k%m.net.Hold == 0 && stage < len(m.net.Moves) {
			run.Target(m.net.Moves[stage], &st)
			stage++
		}
		is := s.where(run.Private.X)
		s.is, s.plain = append(s.is, is), append(s.plain, s.where(run.Plain.X))
		s.aim = append(s.aim, s.where(run.Ref))
		s.belief = append(s.belief, s.where(run.Private.Hat)[star])
		e := m.c.Noises[star].Out * st.Norm()
		heard := point{is[star][0] + e, is[star][1]}
		if !m.line() {
			heard[1] += m.c.Noises[star].Out * st.Norm()
		}
		s.noise, s.heard = append(s.noise, e), append(s.heard, heard)
		p, q := run.Step(&st)
		sums[0], sums[1] = sums[0]+p, sums[1]+q
		for i := range s.cost {
			s.cost[i] = append(s.cost[i], sums[i]/float64(k+1))
		}
		s.clock = append(s.clock, lang.Say("lqg.film.clock", "t", float64(k)*m.spec.Float("h")))
	}
	return s, nil
}

// line reports whether agents move along a line: each in a lane of its own.
func (m *model) line() bool { return m.net.Agents[m.star()].Py < 0 }

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

// ghost is where the neighbour's trajectory of the starred agent differs from the record's by b
// at once.
func (m *model) ghost() (by point) {
	i, dir := m.star(), m.direction()
	by[0] = m.ps[i].B * dir[0]
	if !m.line() {
		by[1] = m.ps[i].B * dir[m.net.Agents[i].Py]
	}
	if by == (point{}) {
		by[0] = m.ps[i].B
	}
	return by
}

// agents is the main view. Agents of a line stand in lanes, as far apart as
// fills the picture.
func (s *scene) agents() film.View {
	m := s.m
	star, sigma := m.star(), m.c.Noises[m.star()].Out
	v := film.View{Name: lang.Say("lqg.film.agents"), Place: film.Main, Box: s.around(max(0.7*sigma/m.part(), 1e-3)),
		Equal: true, Unit: lang.Verbatim("m")}
	width := v.Box[2] - v.Box[0]
	if m.line() {
		s.lane = 0.2 * width
		v.Box[1], v.Box[3] = -2*s.lane, 2*s.lane
	}
	some := func(at [][]point, of func(i int) bool) func(k int) []float64 {
		return func(k int) (out []float64) {
			for i, p := range at[k] {
				if of(i) {
					out = append(out, s.draw(p, point{})...)
				}
			}
			return out
		}
	}
	apart := [2]point{{}, m.ghost()} // of the two inputs' starred agent from the record's
	itself := func(in int) func(k int) []float64 {
		return func(k int) []float64 { return s.draw(s.is[k][star], apart[in]) }
	}
	for in, role := range show.Roles { // the noise round a transmitted position, one standard deviation wide
		v.Glide(filmSteps, film.Layer{Name: lang.Say("lqg.film.halo", "input", inputs[in]), Kind: film.Disk, Role: role,
			Alpha: 0.4}, func(k int) []float64 { return append(itself(in)(k), sigma) })
		v.Glide(filmSteps, film.Label(inputs[in], role, 14),
			func(k int) []float64 { at := itself(in)(k); return []float64{at[0], at[1] + sigma, 4} })
	}
	v.Jump(filmSteps, film.Layer{Name: lang.Say("lqg.film.at.reference"), Kind: film.Dots, Role: sheet.Target,
		Shape: film.Cross, Size: 16}, some(s.aim, func(int) bool { return true }))
	v.Jump(filmSteps, film.Layer{Name: lang.Say("lqg.film.sent"), Kind: film.Dots, Role: sheet.Leak,
		Shape: film.Circle, Size: 5, Alpha: 0.5, Fill: true},
		func(k int) []float64 { return s.draw(s.heard[k-k%filmReads], point{}) })
	v.Call(lang.Say("lqg.film.output.sent"), 14, 4)
	guess := s.guess(0.05 * width)
	v.Glide(filmSteps, film.Layer{Name: lang.Say("lqg.film.guess"), Kind: film.Ellipse, Role: sheet.Leak, Size: 2.5},
		func(k int) []float64 { return append(s.draw(s.belief[k], point{}), guess...) })
	v.Glide(filmSteps, film.Label(lang.Say("lqg.film.at.guess"), sheet.Leak, 14), func(k int) []float64 {
		sin, cos := num.Sincos(guess[2])
		return append(s.draw(s.belief[k], point{-guess[0] * cos, -guess[0] * sin}), 2)
	})
	teams := []lang.Message{lang.Say("lqg.film.agent"), lang.Say("lqg.film.agent.other")}
	for t, shape := range []film.Shape{film.Circle, film.Square} {
		of := func(i int) bool { return i != star && m.net.Agents[i].Team == t }
		l := film.Layer{Name: teams[t], Kind: film.Dots, Role: sheet.Ink, Shape: shape, Size: 15, Fill: true, Trail: 14}
		for i := range m.net.Agents {
			if of(i) {
				l.Handles = append(l.Handles, fmt.Sprintf("agent:%d", i+1))
			}
		}
		v.Glide(filmSteps, l, some(s.is, of))
	}
	v.Glide(filmSteps, film.Layer{Name: lang.Say("lqg.film.star.other", "input", inputs[1]), Kind: film.Dots,
		Role: sheet.Adjacent, Shape: film.Star, Size: 18, Alpha: 0.9}, itself(1))
	v.Glide(filmSteps, film.Layer{Name: lang.Say("lqg.film.star"), Kind: film.Dots, Role: sheet.Leak, Shape: film.Star,
		Size: 22, Fill: true, Trail: 20}, itself(0))
	v.Glide(filmSteps, film.Label(lang.Say("lqg.film.at.reference"), sheet.Target, 14),
		func(k int) []float64 { return append(s.draw(s.aim[k][star], point{}), 12) })
	return v
}

// around is a box round where agents should be, and about where they are with the noise that
// is promised, with so much room: it hardly changes with the noise that is added, so that this
// is seen.
func (s *scene) around(room float64) [4]float64 {
	e := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for k := range s.aim {
		for i, aim := range s.aim[k] {
			for a, to := range aim {
				plain := s.plain[k][i][a]
				v := plain + (s.is[k][i][a]-plain)/s.m.part()
				e[a], e[2+a] = min(e[a], v-room, to-room), max(e[2+a], v+room, to+room)
			}
		}
	}
	return e
}

// guess is the region that holds the starred agent 95 % of the time, for who listens to
// everything, as semi-axes and angle; that of a line is drawn with some height.
func (s *scene) guess(high float64) []float64 {
	m := s.m
	cov := m.c.Filters[m.star()].Post
	if m.line() {
		return []float64{num.NormalQuantile(0.975) * math.Sqrt(max(cov.At(0, 0), 0)), high, 0}
	}
	half := func(v float64) float64 { return math.Sqrt(-2 * num.Log(0.05) * max(v, 0)) } // √(χ²₂(0.95) v)
	py := m.net.Agents[m.star()].Py
	var e mat.EigenSym
	var q mat.Dense
	if !e.Factorize(mat.NewSymDense(2, []float64{cov.At(0, 0), cov.At(0, py), cov.At(py, 0), cov.At(py, py)}), true) {
		return []float64{0, 0, 0}
	}
	e.VectorsTo(&q)
	v := e.Values(nil)
	return []float64{half(v[1]), half(v[0]), num.Atan2(q.At(1, 1), q.At(0, 1))}
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
	v.Jump(filmSteps, film.Layer{Name: lang.Say("lqg.film.output.sent"), Kind: film.Segments, Role: sheet.Leak,
		Size: 2}, func(k int) []float64 {
		x := min(max(s.noise[k-k%filmReads], v.Box[0]), v.Box[2])
		return []float64{x, 0.9 * v.Box[3], x, 0}
	})
	v.Call(lang.Say("lqg.film.output.sent"), 14, 3)
	return v
}

// costs is the strip.
func (s *scene) costs() film.View {
	top := max(slices.Max(s.cost[0]), slices.Max(s.cost[1]), 1e-12)
	v := film.View{Name: lang.Say("lqg.film.cost"), Short: lang.Say("lqg.film.cost.short"), Place: film.Strip,
		Box: [4]float64{0, 0, filmSteps - 1, 1.05 * top}, XLabel: lang.Say("lqg.step"),
		YLabel: lang.Say("lqg.film.cost.short")}
	v.Curve(film.Layer{Name: lang.Say("lqg.fact.j_plain"), Role: sheet.Muted, Size: 2, Trail: -1}, 1, s.cost[1])
	v.Call(lang.Say("lqg.film.cost.without"), 0, 4)
	v.Curve(film.Layer{Name: lang.Say("lqg.fact.j"), Role: sheet.Strong, Size: 2, Trail: -1}, 1, s.cost[0])
	v.Call(lang.Say("lqg.film.cost.with"), 0, 4)
	v.Cursor(filmSteps, 1, 0, top)
	return v
}
