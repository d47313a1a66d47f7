package attack

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sync"

	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// attackGame is one game of the attack.
type attackGame struct {
	Err   []sheet.Real // |guess − truth| along the ring after each of the marks, m
	In    []bool       // whether the 95 % region held the truth
	Width []sheet.Real // length of the region, m
	P     [][]float64  // posterior density along the ring after each of the marks, 1/mm; of the first game alone
}

// Setup holds what every game of one attack uses: the adversary and its likelihoods.
type Setup struct {
	Adversary *Adversary
	Belief    *belief
	Worst     float64 // largest error of the interpolated log likelihood
}

const attackCells = 701

// NewAttackSetup builds everything except the interpolation error, which check measures
// later. fit, where there is one, lends the adversary laws that are
// fitted already, or a way to have releases simulated.
func (m *Setting) NewAttackSetup(fit func(s *Adversary)) (*Setup, error) {
	s := m.unpreparedAdversary(m.fits())
	if fit != nil {
		fit(s)
	}
	err := s.prepare(false)
	if err == nil {
		err = s.Learn()
	}
	if err != nil {
		return nil, err
	}
	g := &Setup{Adversary: s}
	if !s.Lost && s.By != BySupport {
		g.Belief, err = s.newBelief()
	}
	return g, err
}

// check measures the interpolation error, at places between the nodes.
func (g *Setup) check() error {
	m, s := g.Adversary.Setting, g.Adversary
	steps, dim := m.Mech.Shape()
	grid, mech := g.Belief.Grid, m.Mech.Fork()
	x, k, at := make([]float64, steps*dim), make([]float64, steps), make([]float64, len(grid.Nodes))
	for i := range 3 {
		phi := g.Belief.Half * (-0.37 + 0.31*float64(i))
		p, err := s.At(m.Scenario.At(m.Scenario.Angles[m.Scenario.Star] + phi))
		if err != nil {
			return err
		}
		quadrature.Barycentric(grid.Nodes, grid.weight, phi, at)
		for r := range 3 {
			s.progress()
			m.Seen(mech, r, x)
			logs := g.Belief.Read(x, 0, steps)
			g.Worst = math.Max(g.Worst, math.Abs(num.Dot(at, logs)-s.Log(p, x, k)))
		}
	}
	return nil
}

// attackJob is the job of an attack: many games of a Bayesian adversary against the
// mechanism. Where laws are fitted to simulated releases, the crew simulates them
// first, place by place.
type attackJob struct {
	m     *Setting
	marks []int // numbers of releases at which the attack is looked at
	mu    sync.Mutex
	setup *Setup // once it is known; only chunks of its games use it
}

// Attack returns the job of the attack; its result is a sheet.Sheet.
func (m *Setting) Attack() work.Job {
	n, marks := m.Spec.Int("releases"), []int{1, 2, 5, 10, 20, 50, 100, 200}
	fewer, _ := slices.BinarySearch(marks, n)
	return &attackJob{m: m, marks: append(marks[:fewer], n)}
}

// KindFit is the kind of batch that simulates releases at a place.
const KindFit = "fit"

func (a *attackJob) Run(crew work.Crew) ([]byte, error) {
	m := a.m
	n, games := a.marks[len(a.marks)-1], m.Spec.Int("games")
	steps, dim := m.Mech.Shape()
	size, fits := steps*dim, 33.0 // about so many places
	game := float64(n * games)
	var laws *fitted
	g, err := m.NewAttackSetup(func(s *Adversary) {
		laws = s.fitted
		s.progress = func() { crew.Step("work.places", 1, game) }
		s.simulate = func(p *Place) (x []float64, err error) {
			args, err := json.Marshal(p.Position)
			if err != nil {
				return nil, err
			}
			fits = math.Max(fits-1, 0)
			b := work.Batch{Name: "work.releases", Kind: KindFit, Args: args, Inputs: 1, Trials: int64(s.trials),
				Grain:  int64(math.Max(1, 2e4/mechanism.Pace(m.Mech))),
				Weight: float64(s.trials), Left: fits*float64(s.trials) + game}
			err = crew.Do(b, func(parts []work.Part) error {
				for _, p := range parts {
					if len(p.Data) != int(p.Chunk.Count)*size*8 {
						return errors.New("simulated releases came back garbled")
					}
					x = work.ReadFloats(x, p.Data)
				}
				return nil
			})
			return x, err
		}
	})
	if err != nil {
		return nil, err
	}
	if g.Belief == nil {
		return json.Marshal(m.attackSheet(g, nil, a.marks))
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.setup = g
	a.mu.Unlock()
	args, err := json.Marshal(laws)
	if err != nil {
		return nil, err
	}
	return work.Batches("work.attacking", int64(games), 5, 1, a.play(g), func(done []attackGame) (sheet.Sheet, error) {
		return m.attackSheet(g, done, a.marks), nil
	}).Run(gameCrew{crew, args, game})
}

// play returns a function that plays a game.
func (a *attackJob) play(g *Setup) func(i int64) (attackGame, error) {
	return func(i int64) (attackGame, error) { return a.m.Play(g, int(i), a.marks), nil }
}

// gameCrew does the batch of the games, which brings the laws that were fitted to other workers.
type gameCrew struct {
	work.Crew
	laws   []byte
	weight float64
}

func (c gameCrew) Do(b work.Batch, take func(parts []work.Part) error) error {
	b.Kind, b.Args, b.Weight = "game", c.laws, c.weight
	return c.Crew.Do(b, take)
}

func (a *attackJob) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	m := a.m
	if b.Kind == KindFit {
		var q [2]float64
		if err := json.Unmarshal(b.Args, &q); err != nil {
			return nil, err
		}
		p := &Place{Position: q, Record: m.Scenario.RecordAt(q)}
		return func(c work.Chunk) ([]byte, error) {
			x, err := m.simulate(p, c.First, c.Count)
			return work.AppendFloats(nil, x), err
		}, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.setup == nil {
		var laws fitted
		if err := json.Unmarshal(b.Args, &laws); err != nil {
			return nil, err
		}
		g, err := m.NewAttackSetup(func(s *Adversary) { s.fitted = &laws })
		if err != nil {
			return nil, err
		}
		a.setup = g
	}
	return work.Trials(a.play(a.setup)), nil
}

// Play draws the releases of game i and returns the adversary's guesses.
func (m *Setting) Play(g *Setup, i int, marks []int) (out attackGame) {
	steps, dim := m.Mech.Shape()
	b, mech, x := g.Belief, m.Mech.Fork(), make([]float64, steps*dim)
	h, post := b.hypotheses, NewPosterior(b.Grid)
	h.steps, h.logs = make([]float64, steps), make([]float64, len(h.places))
	for n := 1; n <= marks[len(marks)-1]; n++ {
		m.Seen(mech, i<<16|(n-1), x)
		post.Add(h.Read(x, 0, steps))
		if !slices.Contains(marks, n) {
			continue
		}
		post.Refresh()
		region := post.Credible(0.95)
		lot := rng.New(rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhaseTies, Trial: uint64(i)<<16 | uint64(n-1)})
		out.Err = append(out.Err, sheet.Real(math.Abs(b.Guess(post, &lot))*m.Scenario.Radius))
		out.In = append(out.In, Covers(region, 0))
		out.Width = append(out.Width, sheet.Real(length(region)*m.Scenario.Radius))
		if i == 0 {
			// A fifth of the cells is enough for a chart.
			var p []float64
			for c := 2; c < len(post.P); c += 5 {
				p = append(p, post.P[c]/b.Grid.Width/m.Scenario.Radius/1000)
			}
			out.P = append(out.P, p)
		}
	}
	return out
}

// attackSheet lays out the games that are done.
func (m *Setting) attackSheet(g *Setup, done []attackGame, marks []int) (s sheet.Sheet) {
	s.Title = lang.Say("ring.analysis.attack")
	if g.Belief == nil {
		s.Lead = lang.Say("ring.attack.lead.deterministic")
		if g.Adversary.By == BySupport {
			s.Lead = lang.Say("ring.attack.lead.uniform")
		}
		return s
	}
	last := len(marks) - 1
	post := s.Chart("attack_posterior", "ring.attack.posterior.", sheet.Axis{Unit: lang.Verbatim("mm")},
		sheet.Axis{Unit: lang.Verbatim("1/mm")}, lang.Say("ring.attack.posterior.caption"))
	post.MarkX(lang.Say("ring.attack.posterior.mark"), sheet.Leak, 0)
	pick := [3]int{0, last / 2, last}
	for j, role := range []sheet.Role{sheet.Fourth, sheet.Record, sheet.Leak} {
		i := pick[j]
		if j > 0 && i == pick[j-1] {
			continue
		}
		line := post.Draw(lang.Say("ring.attack.posterior.series.after", "n", marks[i]), role, sheet.Line, nil, nil)
		for c, v := range done[0].P[i] {
			line.Add(1000*m.Scenario.Radius*g.Belief.Grid.X[min(2+5*c, attackCells-1)], v)
		}
	}
	errs := s.Chart("attack_errors", "ring.attack.errors.", sheet.Axis{Label: lang.Say("ring.attack.seen"), Log: true},
		sheet.Axis{Unit: lang.Verbatim("mm"), Log: true})
	dots := errs.Draw("mean", sheet.Leak, sheet.Dots, nil, nil)
	width := errs.Draw("region", sheet.Muted, sheet.Dash, nil, nil)
	t := s.Table("attack_error", "ring.attack.guesses.", lang.Say("ring.attack.guesses.caption", "games", len(done)),
		lang.Say("ring.attack.seen"), "error", "region", "held")
	mean := func(f func(r *attackGame) sheet.Real) (v, half float64) {
		var mm []float64
		for i := range done {
			mm = append(mm, 1000*float64(f(&done[i])))
		}
		return num.MeanInterval(mm)
	}
	for i, n := range marks {
		e, h := mean(func(r *attackGame) sheet.Real { return r.Err[i] })
		w, _ := mean(func(r *attackGame) sheet.Real { return r.Width[i] })
		in := int64(0)
		for j := range done {
			if done[j].In[i] {
				in++
			}
		}
		a, b := stat.ClopperPearson(in, int64(len(done)), 0.95)
		dots.Add(float64(n), e, e-h, e+h)
		width.Add(float64(n), w)
		t.Add(sheet.Count(float64(n)), sheet.Spread(e, h, 3), sheet.Number(w, 3),
			sheet.Words(lang.Say("ring.attack.guesses.held", "n", in, "games", len(done), "lo", a, "hi", b)))
	}
	one, around := Metres(float64(dots.Y[0])/1000), Metres(2*math.Pi*m.Scenario.Radius)
	if s.Lead = lang.Say("ring.attack.lead.one", "one", one, "around", around); last > 0 {
		s.Lead = lang.Say("ring.attack.lead.more", "one", one, "n", marks[last],
			"last", Metres(float64(dots.Y[last])/1000), "around", around)
	}
	s.Notes = []lang.Message{
		lang.Sentences(g.Adversary.method(),
			lang.Say("ring.attack.interpolation", "places", len(g.Belief.Grid.Nodes), "off", g.Worst)),
		lang.Say("ring.attack.knows"),
	}
	return s
}
