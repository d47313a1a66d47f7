package ring

import (
	"indistinct/core/fmt"
	"indistinct/core/json"
	"math"
	"sync"

	"indistinct/core/adversary"
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// adversaryAnalyses are those of this part.
func adversaryAnalyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "disk", Title: "Promised: the hypothesis disk", Lead: "Which places does the guarantee keep indistinguishable, and what could the best test do?"},
		{Name: "contour", Title: "Measured: how far the sensor may move", Lead: "In each direction, at what displacement does the audit prove that the releases differ too much?"},
		{Name: "attack", Title: "Attacked: a Bayesian adversary", Lead: "What does an adversary conclude who sees the releases and knows all else?"},
		{Name: "game-table", Title: "Where is the sensor? The adversary by s", Lead: "How well does the game's Bayes adversary guess at each entropy factor?", Only: []lab.Only{only("mech", w2mhe, klmhe)}},
	}
}

func (m *model) adversaryJob(name string) (work.Job, bool) {
	switch name {
	case "disk":
		return m.promised(), true
	case "contour":
		return m.contour(), true
	case "attack":
		return m.attack(), true
	case "game-table":
		return m.gameTable(), true
	}
	return nil, false
}

// ready prepares a spy once for all chunks that one process does.
func (m *model) ready(coarse bool) func() (*spy, error) {
	return sync.OnceValues(func() (*spy, error) {
		s, err := m.newSpy(coarse, 400)
		if err != nil {
			return nil, err
		}
		return s, s.learn()
	})
}

// promiseRow is a row of the promised table.
type promiseRow struct {
	R        sheet.Real   `json:"r"`        // displacement, m
	Distance sheet.Real   `json:"distance"` // of the records
	Pure     sheet.Real   `json:"pure"`     // proven ε
	Claim    sheet.Real   `json:"claim"`    // ε of the claim by group privacy
	ClaimD   sheet.Real   `json:"claim_d"`
	Law      sheet.Real   `json:"law"`   // bound on the total variation distance
	Exact    sheet.Real   `json:"exact"` // exact total variation distance; NaN: unknown
	ExactE   sheet.Real   `json:"exact_epsilon"`
	Curve    []sheet.Real `json:"curve,omitempty"` // exact detection rate at false-alarm rates i/40
	Disk     sheet.Real   `json:"disk"`
	All      bool         `json:"all"`
	Why      string       `json:"why,omitempty"` // why there is no guarantee
}

// promised tabulates the guarantee at displacements about the disk's radius,
// in the direction in which a release tells most.
func (m *model) promised() work.Job {
	shares := []float64{0.25, 0.5, 1, 1.5, 2, 4}
	get := m.ready(false)
	promise := m.spec.Text("promise")
	return work.Batches("computing the promise", int64(len(shares)), int64(len(shares)), 1, func(i int64) (promiseRow, error) {
		s, err := get()
		if err != nil {
			return promiseRow{}, err
		}
		disk, all, err := s.disk(promise)
		if err != nil {
			return promiseRow{}, err
		}
		unit := disk
		if all || unit == 0 {
			unit = 0.01
		}
		_, _, angle := s.eigen()
		p, err := s.around(unit*shares[i], angle)
		if err != nil {
			return promiseRow{}, err
		}
		claim, err := adversary.GroupEpsilon(privacy.Budget{Epsilon: m.spec.Float("eps"), Delta: m.spec.Float("delta")}, m.spec.Float("d"), m.sc.Distance(p.q))
		if err != nil {
			return promiseRow{}, err
		}
		out := promiseRow{R: sheet.Real(unit * shares[i]), Distance: sheet.Real(m.sc.Distance(p.q)), Pure: sheet.Real(s.pure(s.base, p)), Claim: sheet.Real(claim.Epsilon), ClaimD: sheet.Real(claim.Delta),
			Law: sheet.Real(s.advantage(s.base, p)), Exact: sheet.Real(math.NaN()), ExactE: sheet.Real(math.NaN()), Disk: sheet.Real(disk), All: all, Why: s.unproven(promise)}
		mech, err := m.build([2][]float64{s.base.y, p.y})
		if err != nil {
			return promiseRow{}, err
		}
		if pr, ok := mech.(mechanism.Profiled); ok {
			if profile := pr.Profile(); profile != nil {
				out.Exact = sheet.Real(profile.Delta(0))
				out.ExactE = sheet.Real(profile.Pure())
				for j := range 41 {
					out.Curve = append(out.Curve, sheet.Real(1-tradeOff(profile, float64(j)/40)))
				}
			}
		}
		return out, nil
	}, func(done []promiseRow) ([]byte, error) { return json.Marshal(m.promisedSheet(done, shares)) })
}

// tradeOff returns the least type II error of any test of size alpha for an
// exact profile: the largest of 1 − δ(ε) − e^ε α and e^−ε(1 − δ(ε) − α) over ε
// (Wasserman & Zhou 2010; Dong, Roth & Su 2022), on a grid of ε: a bound from
// above on what a test can do, tight up to the grid.
func tradeOff(p privacy.Profile, alpha float64) float64 {
	best := 0.0
	for i := range 120 {
		e := 0.1 * float64(i)
		d := p.Delta(e)
		x := num.Exp(e)
		best = math.Max(best, math.Max(1-d-float64(x*alpha), (1-d-alpha)/x))
	}
	return math.Min(best, 1-alpha)
}

func (m *model) promisedSheet(done []promiseRow, shares []float64) sheet.Sheet {
	k := m.spec.Float("odds")
	sh := sheet.Sheet{Title: "Promised: the hypothesis disk"}
	first := done[0]
	switch {
	case first.Why != "":
		sh.Lead = first.Why
	case first.All:
		sh.Lead = fmt.Sprintf("The guarantee keeps all places of the ring indistinguishable: whoever must choose between two errs at least once in %s.", show(k))
	case first.Disk == 0:
		sh.Lead = "The guarantee keeps no two places indistinguishable: the disk is a point."
	default:
		sh.Lead = fmt.Sprintf("Within %s of the hidden sensor, whoever must choose between its place and another errs at least once in %s, by the chosen guarantee.", metres(float64(first.Disk)), show(k))
	}
	t := sheet.Table{ID: "promised", Title: "In the direction in which a release tells most",
		Caption: "Success is the most with which any test names the true one of two equally likely places from one release. The bound by the law is a theorem (for W₂-MHE Hellinger's, from the laws of position and velocity together, so it is a little loose); exact values come from the release's law by quadrature.",
		Columns: []string{"displacement, mm", "record distance", "proven ε, δ = 0", "claimed ε, by group privacy", "odds may shift by, claim", "test errs at least, by the law", "success at most, by the law", "exact: success at most", "exact pure ε"}}
	for _, d := range done {
		shift := num.Exp(math.Min(float64(d.Claim), 700))
		exact, pure := sheet.Text("–"), sheet.Text("–")
		if d.Exact == d.Exact {
			exact, pure = sheet.Number(0.5+float64(0.5*float64(d.Exact)), 4), sheet.Number(float64(d.ExactE), 4)
		}
		claim := sheet.Number(float64(d.Claim), 4)
		if d.ClaimD > 0 {
			claim.Text += ", δ = " + sheet.Format(float64(d.ClaimD), 2)
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(1000*float64(d.R), 3), sheet.Number(float64(d.Distance), 4), sheet.Number(float64(d.Pure), 4), claim, sheet.Number(shift, 4),
			sheet.Number(0.5-float64(0.5*float64(d.Law)), 3), sheet.Number(0.5+float64(0.5*float64(d.Law)), 4), exact, pure})
	}
	sh.Tables = []sheet.Table{t}
	ch := sheet.Chart{ID: "tradeoff_disk", Title: "Detection against false alarms", X: sheet.Axis{Label: "false-alarm rate", Min: 0, Max: 1}, Y: sheet.Axis{Label: "detection rate", Min: 0, Max: 1},
		Caption: "No test lies above its curve. Solid: exact for the displacement named; dashed: the law's bound; thin: a coin."}
	for i, d := range done {
		if shares[i] != 1 && shares[i] != 0.5 && shares[i] != 2 {
			continue
		}
		name := fmt.Sprintf("%s mm", sheet.Format(1000*float64(d.R), 3))
		var x, y, b []sheet.Real
		for j := range 41 {
			a := float64(j) / 40
			x = append(x, sheet.Real(a))
			b = append(b, sheet.Real(math.Min(1, a+float64(d.Law))))
		}
		role := map[float64]sheet.Role{0.5: sheet.Third, 1: sheet.Leak, 2: sheet.Fourth}[shares[i]]
		if y = d.Curve; y != nil {
			ch.Series = append(ch.Series, sheet.Series{Name: name, Role: role, Style: sheet.Line, X: x, Y: y})
		}
		ch.Series = append(ch.Series, sheet.Series{Name: name + ", bound", Role: role, Style: sheet.Dash, X: x, Y: b})
	}
	ch.Series = append(ch.Series, sheet.Series{Name: "a coin", Role: sheet.Muted, Style: sheet.Line, X: []sheet.Real{0, 1}, Y: []sheet.Real{0, 1}})
	sh.Charts = []sheet.Chart{ch}
	sh.Notes = []string{
		"The adversary is granted the noise of the readings, as differential privacy grants it. A claim for records at most d apart promises nothing better for nearer ones: its ε does not shrink with the displacement.",
		"A guarantee speaks of what cannot be told apart. Outside the disk nothing is promised; that is not the same as being found out.",
	}
	return sh
}

// ray is one direction of the measured contour.
type ray struct {
	Angle sheet.Real `json:"angle"` // rad
	R     sheet.Real `json:"r"`     // least displacement at which the audit proved too much, m
	Below sheet.Real `json:"below"` // largest probed below it at which it did not
	M     int        `json:"m"`
	Looks int        `json:"looks"`
	Disk  sheet.Real `json:"disk"`
}

const directions = 16

// contour measures, direction by direction, where the audit proves that the
// releases differ by more than the level allows. Later passes take more
// releases and replace earlier ones.
func (m *model) contour() work.Job {
	passes := []int{200, 1000}
	get := m.ready(true)
	promise := m.spec.Text("promise")
	return work.Batches("measuring the contour", int64(directions*len(passes)), 8, 1, func(i int64) (ray, error) {
		s, err := get()
		if err != nil {
			return ray{}, err
		}
		// Directions in an order that spreads them, so that partial results
		// go all the way round.
		dir := int(i%directions) * 5 % directions
		n := passes[i/directions]
		disk, _, err := s.disk(promise)
		if err != nil {
			return ray{}, err
		}
		out := ray{Angle: sheet.Real(2 * math.Pi * float64(dir) / directions), M: n, R: sheet.Real(math.Inf(1)), Disk: sheet.Real(disk)}
		shows := func(r float64) (bool, error) {
			out.Looks++
			p, err := s.around(r, float64(out.Angle))
			if err != nil {
				return false, err
			}
			return m.shows(s.base.y, p.y, n, uint64(i)<<8|uint64(out.Looks))
		}
		lo, hi := math.Max(disk, 1e-5), 0.0
		for r := 1.5 * lo; ; r *= 2 {
			r = math.Min(r, s.everywhere())
			yes, err := shows(r)
			if err != nil {
				return ray{}, err
			}
			if yes {
				hi = r
				break
			}
			lo = r
			if r >= s.everywhere() {
				out.Below = sheet.Real(lo)
				return out, nil
			}
		}
		for hi > 1.08*lo && out.Looks < 12 {
			mid := math.Sqrt(lo * hi)
			yes, err := shows(mid)
			if err != nil {
				return ray{}, err
			}
			if yes {
				hi = mid
			} else {
				lo = mid
			}
		}
		out.R, out.Below = sheet.Real(hi), sheet.Real(lo)
		return out, nil
	}, func(done []ray) ([]byte, error) { return json.Marshal(m.contourSheet(done)) })
}

// level is what the contour holds the releases against, as (ε, δ): at the
// visitor's odds k a total variation distance of 1 − 2/k, which is (0, 1 − 2/k),
// or ε = ln(k − 1) where the disk rests on an ε.
func (m *model) level() privacy.Budget {
	k := m.spec.Float("odds")
	switch m.spec.Text("promise") {
	case "pure":
		return privacy.Budget{Epsilon: num.Log(k - 1)}
	case "claim":
		return privacy.Budget{Epsilon: num.Log(k - 1), Delta: m.spec.Float("delta")}
	}
	return privacy.Budget{Delta: adversary.AdvantageAtOdds(k)}
}

// shows tests two records with n releases each for choosing events and n fresh
// ones for testing, and reports whether a lower bound proves more than the
// level. The events are the audit's learned ones; the bound is Clopper and
// Pearson's for both probabilities with a union bound over the events.
func (m *model) shows(a, b []float64, n int, salt uint64) (bool, error) {
	mech, err := m.build([2][]float64{a, b})
	if err != nil {
		return false, err
	}
	set := lab.Settings(m.spec)
	l := m.level()
	set.Seed = rng.Hash(m.spec.Seed(), phaseContour, salt)
	set.N, set.M, set.Sequential, set.Learn = n, n, false, true
	set.Epsilon, set.Delta = l.Epsilon, l.Delta
	steps, dim := mech.Shape()
	size := steps * dim
	draw := func(phase uint32) (s audit.Sample) {
		s.Steps, s.Dim = steps, dim
		for in := range s.R {
			s.R[in] = make([]float64, n*size)
			for i := range n {
				r := rng.New(rng.Key{Seed: set.Seed, Phase: phase, Input: uint32(in), Trial: uint64(i)})
				mech.Release(mechanism.Input(in), &r, s.R[in][i*size:(i+1)*size])
			}
		}
		return s
	}
	var events []audit.Event
	for _, e := range audit.Candidates(draw(audit.PhaseSelect), nil, set) {
		if len(e.Cells) == 0 && e.Kind != "escape" && len(events) < 3 {
			events = append(events, e)
		}
	}
	if len(events) == 0 {
		return false, nil
	}
	match := audit.NewMatcher(&audit.Cover{Steps: steps, Dim: dim, Grid: 1, Ellipsoids: make([]audit.Ellipsoid, steps)}, events)
	hit := make([]bool, len(events))
	counts := make([][2]int64, len(events))
	fresh := draw(audit.PhaseTest)
	for in := range fresh.R {
		for i := range n {
			match.Match(fresh.R[in][i*size:(i+1)*size], hit)
			for e, h := range hit {
				if h {
					counts[e][in]++
				}
			}
		}
	}
	for e, c := range counts {
		if events[e].Swap {
			c[0], c[1] = c[1], c[0]
		}
		if audit.EpsilonLower(c[0], int64(n), c[1], int64(n), l.Delta, 1-set.Alpha/float64(len(events))) > l.Epsilon {
			return true, nil
		}
	}
	return false, nil
}

func (m *model) contourSheet(done []ray) sheet.Sheet {
	// The latest pass of each direction.
	var latest [directions]*ray
	looks := 0
	for i := range done {
		d := &done[i]
		looks += d.Looks
		latest[int(math.Round(float64(d.Angle)/(2*math.Pi)*directions))%directions] = d
	}
	sh := sheet.Sheet{Title: "Measured: how far the sensor may move"}
	var x, y, lo []sheet.Real
	inscribed := math.Inf(1)
	t := sheet.Table{ID: "contour_table", Title: "Direction by direction", Columns: []string{"direction, °", "shown from, mm", "not shown at, mm", "releases of each record, chosen and tested"},
		Caption: "Each direction is searched by doubling and halving; each probe draws fresh releases."}
	for i, d := range latest {
		if d == nil {
			continue
		}
		deg := 360 * float64(i) / directions
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(show(deg)), sheet.Number(1000*float64(d.R), 3), sheet.Number(1000*float64(d.Below), 3), sheet.Text(fmt.Sprintf("%d + %d", d.M, d.M))})
		inscribed = math.Min(inscribed, float64(d.R))
		if math.IsInf(float64(d.R), 1) {
			continue
		}
		x, y, lo = append(x, sheet.Real(deg)), append(y, 1000*d.R), append(lo, 1000*d.Below)
	}
	disk := float64(done[0].Disk)
	ch := sheet.Chart{ID: "contour", Title: "Displacement that the audit shows, by direction", X: sheet.Axis{Label: "direction", Unit: "°", Min: 0, Max: 360}, Y: sheet.Axis{Label: "displacement", Unit: "mm"},
		Caption: "Dots: from here on the audit's lower bound passes the level; the bars reach down to the last place where it did not.",
		Series:  []sheet.Series{{Name: "measured contour", Role: sheet.Strong, Style: sheet.Dots, X: x, Y: y, Lo: lo, Hi: y}},
		Marks:   []sheet.Mark{{Label: "promised disk", Role: sheet.Leak, At: sheet.Real(1000 * disk)}}}
	l := m.level()
	level := fmt.Sprintf("ε = %s at δ = %s", sheet.Format(l.Epsilon, 4), sheet.Format(l.Delta, 3))
	if l.Epsilon == 0 {
		level = fmt.Sprintf("a total variation distance of %s", sheet.Format(l.Delta, 3))
	}
	if math.IsInf(inscribed, 1) {
		sh.Lead = "In no direction measured so far did the audit show a difference, out to the ring's diameter."
	} else {
		ch.Marks = append(ch.Marks, sheet.Mark{Label: "inscribed in the contour", Role: sheet.Strong, At: sheet.Real(1000 * inscribed)})
		sh.Lead = fmt.Sprintf("The nearest displacement at which the audit proves more than %s is %s; the promised disk has a radius of %s.", level, metres(inscribed), metres(disk))
	}
	sh.Charts, sh.Tables = []sheet.Chart{ch}, []sheet.Table{t}
	sh.Notes = []string{
		fmt.Sprintf("Level: %s, from the odds and the guarantee behind the disk. Each of %d probes so far learns events as the audit does and proves a bound on fresh releases with confidence 1 − α; probes are not adjusted for one another, so with many probes an occasional one shows too much too near.", level, looks),
		"More releases move the contour inwards. Between the disk and the contour lies what is neither promised nor shown.",
	}
	return sh
}

// whole is a cell with a count.
func whole(n int) sheet.Cell {
	r := sheet.Real(n)
	return sheet.Cell{Text: fmt.Sprint(n), Num: &r}
}

// raid is one game of the attack.
type raid struct {
	Err   []sheet.Real `json:"err"`   // |guess − truth| along the ring after each of the marks, m
	In    []bool       `json:"in"`    // whether the 95 % region held the truth
	Width []sheet.Real `json:"width"` // length of the region, m
	Right [2][]bool    `json:"right"` // whether the two-point test was right, truth at the sensor or at the other place
	P     [][]float64  `json:"p,omitempty"`
}

// marksOf are the numbers of releases at which the attack is looked at.
func marksOf(n int) []int {
	var out []int
	for _, v := range []int{1, 2, 5, 10, 20, 50, 100, 200} {
		if v < n {
			out = append(out, v)
		}
	}
	return append(out, n)
}

// siege is what all games of an attack share.
type siege struct {
	spy    *spy
	belief *belief
	other  *place  // of the two-point test
	move   float64 // its displacement, m
	worst  float64 // largest error of the interpolated log likelihood
}

const attackCells = 701

func (m *model) newSiege() (*siege, error) {
	s, err := m.newSpy(false, 400)
	if err != nil {
		return nil, err
	}
	if err := s.learn(); err != nil {
		return nil, err
	}
	g := &siege{spy: s}
	if s.lost || s.kind == bySupport {
		return g, nil
	}
	if g.belief, err = s.newBelief(13, attackCells); err != nil {
		return nil, err
	}
	// The other place: one standard deviation of what a release tells away,
	// along the ring.
	angle := m.sc.Angles[m.sc.Star]
	g.move = float64(g.belief.half / 7 * 1.5)
	if g.other, err = s.at(m.sc.At(angle + g.move)); err != nil {
		return nil, err
	}
	g.move *= m.sc.Radius
	// Interpolation error, measured at places between the nodes.
	steps, dim := m.mech.Shape()
	x, k := make([]float64, steps*dim), make([]float64, steps)
	mech := m.mech.Fork()
	for i := range 3 {
		phi := float64(g.belief.half * (-0.37 + float64(0.31*float64(i))))
		p, err := s.at(m.sc.At(angle + phi))
		if err != nil {
			return nil, err
		}
		for r := range 3 {
			m.seen(mech, r, x)
			s.steps(p, x, k)
			want := 0.0
			for _, v := range k {
				want += v
			}
			for j, h := range g.belief.places {
				s.steps(h, x, k)
				g.belief.logs[j] = 0
				for _, v := range k {
					g.belief.logs[j] += v
				}
			}
			g.worst = math.Max(g.worst, math.Abs(g.belief.nodes.Interpolate(g.belief.logs, phi)-want))
		}
	}
	return g, nil
}

// attack plays many games of a Bayesian adversary against the mechanism.
func (m *model) attack() work.Job {
	n := m.spec.Int("releases")
	marks := marksOf(n)
	get := sync.OnceValues(m.newSiege)
	games := int64(m.spec.Int("games"))
	return work.Batches("attacking", games, 5, 2, func(i int64) (raid, error) {
		g, err := get()
		if err != nil {
			return raid{}, err
		}
		if g.belief == nil {
			return raid{}, nil
		}
		return m.play(g, int(i), marks), nil
	}, func(done []raid) ([]byte, error) {
		g, err := get()
		if err != nil {
			return nil, err
		}
		return json.Marshal(m.attackSheet(g, done, marks))
	})
}

// play is game i: releases for the hidden sensor's place, and for the test as
// many for the other place.
func (m *model) play(g *siege, i int, marks []int) raid {
	b := *g.belief
	steps, dim := m.mech.Shape()
	b.steps, b.logs = make([]float64, steps), make([]float64, len(b.nodes.X))
	post := adversary.NewPosterior(b.grid)
	x, k := make([]float64, steps*dim), make([]float64, steps)
	n := marks[len(marks)-1]
	var out raid
	for side, truth := range [2]*place{g.spy.base, g.other} {
		mech := m.mech.Fork()
		if side == 1 {
			built, err := m.build([2][]float64{truth.y, truth.y})
			if err != nil {
				return out
			}
			mech = built
		}
		odds, next := 0.0, 0
		for r := range n {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseAttack, Input: uint32(side), Trial: uint64(i)<<16 | uint64(r)})
			mech.Release(mechanism.Record, &s, x)
			for sign, p := range [2]*place{g.spy.base, g.other} {
				g.spy.steps(p, x, k)
				for _, v := range k {
					odds += float64(v * float64(1-2*sign))
				}
			}
			if side == 0 {
				b.add(post, x, 0, steps)
			}
			if r+1 != marks[next] {
				continue
			}
			next++
			// A tie goes to the sensor's own place.
			out.Right[side] = append(out.Right[side], (odds >= 0) == (side == 0))
			if side == 1 {
				continue
			}
			post.Refresh()
			region := post.Credible(0.95)
			lot := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: phaseLot, Trial: uint64(i)<<16 | uint64(r)})
			out.Err = append(out.Err, sheet.Real(math.Abs(b.guess(post, &lot))*m.sc.Radius))
			out.In = append(out.In, adversary.Covers(region, 0))
			out.Width = append(out.Width, sheet.Real(adversary.Length(region)*m.sc.Radius))
			if i == 0 {
				// A fifth of the cells is enough for a chart.
				var p []float64
				for c := 2; c < len(post.P); c += 5 {
					p = append(p, post.P[c]/b.grid.Width/m.sc.Radius/1000)
				}
				out.P = append(out.P, p)
			}
		}
	}
	return out
}

func (m *model) attackSheet(g *siege, done []raid, marks []int) sheet.Sheet {
	sh := sheet.Sheet{Title: "Attacked: a Bayesian adversary"}
	if g.belief == nil {
		sh.Lead = "The release is deterministic: it gives the place away, and there is nothing left to guess."
		if g.spy.kind == bySupport {
			sh.Lead = "The filter's noise is uniform: a release rules places out for certain, and the posterior is flat on what remains. This attack is shown for other mechanisms."
		}
		return sh
	}
	games := float64(len(done))
	last := len(marks) - 1
	mean := func(f func(r *raid) float64) (v, half float64) {
		s2 := 0.0
		for i := range done {
			v += f(&done[i]) / games
		}
		for i := range done {
			d := f(&done[i]) - v
			s2 += float64(d * d)
		}
		if games > 1 {
			half = float64(1.96 * math.Sqrt(s2/(games-1)/games))
		}
		return v, half
	}
	var x, y, lo, hi, width []sheet.Real
	t := sheet.Table{ID: "attack_error", Title: "Guesses", Columns: []string{"releases seen", "mean error, mm", "95 % region, mm", "region held the truth"},
		Caption: fmt.Sprintf("Over %d games with the sensor where it stands; ± is a 95 %% interval of the mean. Coverage is that of a fixed place; averaged over places drawn from the prior it is 95 %%.", len(done))}
	for i, n := range marks {
		e, h := mean(func(r *raid) float64 { return float64(1000 * float64(r.Err[i])) })
		w, _ := mean(func(r *raid) float64 { return float64(1000 * float64(r.Width[i])) })
		in := int64(0)
		for j := range done {
			if done[j].In[i] {
				in++
			}
		}
		a, b := audit.ClopperPearson(in, int64(len(done)), 0.95)
		x, y, lo, hi, width = append(x, sheet.Real(n)), append(y, sheet.Real(e)), append(lo, sheet.Real(e-h)), append(hi, sheet.Real(e+h)), append(width, sheet.Real(w))
		cell := sheet.Number(e, 3)
		cell.Text += " ± " + sheet.Format(h, 2)
		t.Rows = append(t.Rows, []sheet.Cell{whole(n), cell, sheet.Number(w, 3), sheet.Text(fmt.Sprintf("%d of %d (%s to %s)", in, len(done), sheet.Format(a, 3), sheet.Format(b, 3)))})
	}
	post := sheet.Chart{ID: "attack_posterior", Title: "What the adversary believes, one game", X: sheet.Axis{Label: "place along the ring, from the hidden sensor", Unit: "mm"}, Y: sheet.Axis{Label: "posterior density", Unit: "1/mm"},
		Caption: "The prior is uniform on the whole ring.", Marks: []sheet.Mark{{Label: "hidden sensor", Role: sheet.Leak, At: 0, Vertical: true}}}
	roles := []sheet.Role{sheet.Third, sheet.Record, sheet.Leak}
	pick := []int{0, last / 2, last}
	for j, i := range pick {
		if j > 0 && i == pick[j-1] || len(done[0].P) <= i {
			continue
		}
		var px, py []sheet.Real
		for c, v := range done[0].P[i] {
			px = append(px, sheet.Real(1000*m.sc.Radius*g.belief.grid.X[min(2+5*c, attackCells-1)]))
			py = append(py, sheet.Real(v))
		}
		name := fmt.Sprintf("after %d releases", marks[i])
		if marks[i] == 1 {
			name = "after 1 release"
		}
		post.Series = append(post.Series, sheet.Series{Name: name, Role: roles[j], Style: sheet.Line, X: px, Y: py})
	}
	errs := sheet.Chart{ID: "attack_errors", Title: "Error against the number of releases", X: sheet.Axis{Label: "releases seen", Log: true}, Y: sheet.Axis{Label: "along the ring", Unit: "mm", Log: true},
		Caption: "Repeated releases of one record wear the protection down.",
		Series: []sheet.Series{
			{Name: "mean error", Role: sheet.Leak, Style: sheet.Dots, X: x, Y: y, Lo: lo, Hi: hi},
			{Name: "length of the 95 % region", Role: sheet.Muted, Style: sheet.Dash, X: x, Y: width}}}
	// The two-point test against its bounds.
	u := sheet.Table{ID: "attack_test", Title: fmt.Sprintf("The sensor's place, or %s mm along the ring?", sheet.Format(1000*g.move, 3)),
		Columns: []string{"releases seen", "right, sensor's place", "right, other place", "success", "95 % interval", "at most, by the law", "proven ε, added up", "at most, by that ε"},
		Caption: "The likelihood-ratio test between two equally likely places. The law's bound is composed exactly over releases; ε adds up by basic composition."}
	logs, mu, pure := g.spy.affinity(g.spy.base, g.other), g.spy.shift(g.spy.base, g.other), g.spy.pure(g.spy.base, g.other)
	over := false
	for i, n := range marks {
		var right [2]int64
		for j := range done {
			for side := range right {
				if done[j].Right[side][i] {
					right[side]++
				}
			}
		}
		a, b := audit.ClopperPearson(right[0]+right[1], 2*int64(len(done)), 0.95)
		c := adversary.Compose(privacy.Budget{Epsilon: pure}, mu, logs, n)
		success := float64(right[0]+right[1]) / (2 * games)
		if a > c.Success {
			over = true
		}
		u.Rows = append(u.Rows, []sheet.Cell{whole(n), sheet.Number(float64(right[0])/games, 3), sheet.Number(float64(right[1])/games, 3), sheet.Number(success, 3),
			sheet.Text(sheet.Format(a, 3) + " to " + sheet.Format(b, 3)), sheet.Number(c.Success, 3), sheet.Number(c.Basic.Epsilon, 4), sheet.Number(privacy.Success(c.Basic), 4)})
	}
	sh.Charts, sh.Tables = []sheet.Chart{post, errs}, []sheet.Table{t, u}
	if math.IsNaN(mu) && math.IsNaN(logs) {
		u.Caption += " For this mechanism no bound by the law is known."
	}
	one, n := y[0], "1 release"
	sh.Lead = fmt.Sprintf("After %s the adversary places the sensor to within %s on average", n, metres(float64(one)/1000))
	if last > 0 {
		sh.Lead += fmt.Sprintf(", after %d to within %s", marks[last], metres(float64(y[last])/1000))
	}
	sh.Lead += fmt.Sprintf("; the ring is %s m around.", sheet.Format(2*math.Pi*m.sc.Radius, 3))
	sh.Notes = []string{
		g.spy.method() + fmt.Sprintf(" Interpolation between the %d places is off by at most %s in the log likelihood of a release, measured at other places.", len(g.belief.nodes.X), sheet.Format(g.worst, 2)),
		"The adversary knows the target's path, all other sensors, the estimator and what the noise of the readings was. Each release is a fresh draw for the same record.",
	}
	if over {
		sh.Notes = append(sh.Notes, "A success above its bound would be a mistake in the bound or in this program.")
	}
	return sh
}

// gameRow is one game of the table by s.
type gameRow struct {
	S     float64    `json:"s"`
	Error sheet.Real `json:"error"`
	Hit   sheet.Real `json:"hit"`
	N     int        `json:"n"`
}

// gameTable plays the game's rounds at several s.
func (m *model) gameTable() work.Job {
	list := []float64{1, 0.95, 0.9, 0.8, 0.7, 0.5, 0.3, 0.1, 0.03, 0}
	const rounds = 200
	releases := m.spec.Int("releases")
	return work.Batches("playing", int64(len(list)), 5, 1, func(i int64) (gameRow, error) {
		o, err := open(change(m.spec, "s", show(list[i]), "sched", ""))
		if err != nil {
			return gameRow{}, err
		}
		h, err := o.newHideout()
		if err != nil {
			return gameRow{}, err
		}
		row := gameRow{S: list[i], N: rounds}
		for r := range rounds {
			truth, x, size := h.play(m.spec.Seed(), r+1, releases)
			at := h.guess(h.believe(x, size))
			row.Error += sheet.Real(lab.AngularError(h.angles[at], h.angles[truth]) / rounds)
			if at == truth {
				row.Hit += 1.0 / rounds
			}
		}
		return row, nil
	}, func(done []gameRow) ([]byte, error) {
		sh := sheet.Sheet{Title: "Where is the sensor? The adversary by s"}
		t := sheet.Table{ID: "game_table", Title: fmt.Sprintf("The Bayes adversary over %d rounds, %d releases each", rounds, releases), Columns: []string{"s", "mean error, °", "exactly right", "95 % interval"},
			Caption: fmt.Sprintf("The sensor hides at one of %d places, so a blind guess is off by 90° on average and right once in %d.", gamePlaces, gamePlaces)}
		var x, y []sheet.Real
		for _, r := range done {
			a, b := audit.ClopperPearson(int64(math.Round(float64(r.Hit)*rounds)), rounds, 0.95)
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(show(r.S)), sheet.Number(float64(r.Error), 3), sheet.Number(float64(r.Hit), 3), sheet.Text(sheet.Format(a, 3) + " to " + sheet.Format(b, 3))})
			x, y = append(x, sheet.Real(r.S)), append(y, r.Error)
		}
		sh.Charts = []sheet.Chart{{ID: "game_errors", Title: "Error of the Bayes adversary", X: sheet.Axis{Label: "entropy factor s", Min: 0, Max: 1}, Y: sheet.Axis{Label: "mean angular error", Unit: "°", Min: 0, Max: 110},
			Caption: "Places far from the sensor's own push the estimate to the edge of its set, so that even much entropy tells them apart.",
			Series:  []sheet.Series{{Name: "Bayes adversary", Role: sheet.Leak, Style: sheet.Dots, X: x, Y: y}},
			Marks:   []sheet.Mark{{Label: "blind guess", Role: sheet.Muted, At: 90}}}}
		sh.Tables = []sheet.Table{t}
		sh.Lead = fmt.Sprintf("With %d releases the adversary is off by %s° at s = %s and by %s° at s = %s.", releases,
			sheet.Format(float64(done[0].Error), 2), show(done[0].S), sheet.Format(float64(done[len(done)-1].Error), 2), show(done[len(done)-1].S))
		sh.Notes = []string{gameMethod}
		return json.Marshal(sh)
	})
}
