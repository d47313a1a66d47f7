package attack

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// ray is one direction of the measured contour.
type ray struct {
	Angle float64 // rad
	R     float64 // least displacement at which the audit proved too much, m; ∞ while there is none
	Below float64 // largest probed below it at which it did not
	M     int     // releases of each record, for choosing and for testing
	Looks int
}

const Directions = 16

// passes are how many releases of each record a probe takes, to choose events and
// again to test them. Later passes replace earlier ones; where releases are dear there
// is one pass alone, of as many as take half a second.
func (m *Setting) passes() []int {
	const long = 5e5 // µs
	switch most := int(long / 4 / mechanism.Pace(m.Mech)); {
	case most >= 1000:
		return []int{200, 1000}
	case most >= 200:
		return []int{200, most}
	default:
		return []int{max(most, leastProbe)}
	}
}

// leastProbe is the fewest releases of each record with which a probe can show
// anything.
const leastProbe = 50

// mostLooks is how many probes narrow down one direction.
const mostLooks = 12

// Contour is the search, direction by direction, for where the audit proves that
// the releases differ by more than the level allows. It goes in rounds, one probe
// for each direction that is still open: one probe is what a worker does at a
// time.
type Contour struct {
	m *Setting
}

// search is where a contour's search begins and ends.
type search struct{ disk, most float64 }

func (m *Setting) Contour() work.Job { return &Contour{m} }

// bounds are where the search begins and ends.
func (m *Setting) bounds(progress func()) (search, error) {
	s, err := m.newBoundingAdversary(true, progress)
	if err != nil {
		return search{}, err
	}
	disk, _, err := s.Disk(m.Spec.Text("promise"))
	return search{disk, s.Everywhere()}, err
}

// Probe asks for one direction whether a displacement shows.
type Probe struct {
	Angle float64 `json:"angle"`
	R     float64 `json:"r"`
	N     int     `json:"n"`
	Salt  uint64  `json:"salt"`
}

// Run implements work.Job.
func (c *Contour) Run(crew work.Crew) ([]byte, error) {
	at, err := c.m.bounds(func() { crew.Step("work.disk", 100, Directions*mostLooks*1200) })
	if err != nil {
		return nil, err
	}
	first := math.Max(at.disk, 1e-5)
	var done []ray
	passes := c.m.passes()
	for pass, n := range passes {
		before := len(done)
		var open []int // directions whose bracket may still narrow
		for i := range Directions {
			done = append(done, ray{Angle: 2 * math.Pi * float64(i) / Directions, R: math.Inf(1), Below: first, M: n})
			open = append(open, before+i)
		}
		show := func() ([]byte, error) {
			// Of a later pass only what is found: an earlier one says more than a bracket
			// that has just been opened.
			seen := slices.Clone(done[:before])
			for i := before; i < len(done); i++ {
				if pass == 0 || !slices.Contains(open, i) {
					seen = append(seen, done[i])
				}
			}
			return json.Marshal(c.m.contourSheet(seen, at.disk))
		}
		for round := 0; len(open) > 0; round++ {
			probes := make([]Probe, len(open))
			for k, i := range open {
				d := &done[i]
				d.Looks++
				r := math.Sqrt(d.Below * d.R)
				if math.IsInf(d.R, 1) {
					if r = 2 * d.Below; d.Looks == 1 {
						r = 1.5 * d.Below
					}
					r = math.Min(r, at.most)
				}
				probes[k] = Probe{d.Angle, r, n, uint64(i)<<8 | uint64(d.Looks)}
			}
			left := 0.0
			for _, more := range passes[pass+1:] {
				left += float64(Directions * mostLooks * more)
			}
			left += float64(Directions * max(0, mostLooks-round-1) * n)
			answered, err := c.Ask(crew, probes, c.m.slices(n), left)
			if err != nil {
				return nil, err
			}
			var still []int
			for k, shown := range answered { // a crew may leave out the last probes: they are given up
				d := &done[open[k]]
				if r := probes[k].R; shown {
					d.R = r
				} else {
					d.Below = r
				}
				if math.IsInf(d.R, 1) && d.Below < at.most || d.R > 1.08*d.Below && !math.IsInf(d.R, 1) &&
					d.Looks < mostLooks {
					still = append(still, open[k])
				}
			}
			open = still
			if err := crew.Show(work.Partial, show); err != nil {
				return nil, err
			}
		}
	}
	return json.Marshal(c.m.contourSheet(done, at.disk))
}

// The batches of a round: whole probes, or the releases for them in slices, one for each
// of a batch's inputs, of which this worker makes the answers. A slice takes about so
// long.
const (
	kindProbe = "probe"
	kindDraw  = "draw"
	measuring = "work.contour" // what the progress bar says

	slice = 2e4 // µs

	wholeProbe = 1.5e5 // µs of releases that a worker may as well draw with the rest
)

// Ask has a round's probes done, whole or in slices, and returns which of them show; a
// crew may leave out the last ones.
func (c *Contour) Ask(crew work.Crew, probes []Probe, slices int, left float64) ([]bool, error) {
	args, err := json.Marshal(probes)
	if err != nil {
		return nil, err
	}
	n := probes[0].N
	b := work.Batch{Name: measuring, Kind: kindProbe, Args: args, Inputs: 1, Trials: int64(len(probes)),
		Grain: 1, Weight: float64(len(probes) * n), Left: left}
	var answered []bool
	if slices == 1 {
		return answered, crew.Do(b, func(parts []work.Part) error {
			for _, p := range parts {
				var more []bool
				if err := json.Unmarshal(p.Data, &more); err != nil {
					return err
				}
				answered = append(answered, more...)
			}
			return nil
		})
	}
	b.Kind, b.Inputs = kindDraw, slices
	steps, dim := c.m.Mech.Shape()
	size := steps * dim
	drawn := make([]samples, len(probes))
	err = crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			d := p.Data
			from, to := cut(n, slices, p.Chunk.Input)
			for k := p.Chunk.First; k < p.Chunk.First+p.Chunk.Count; k++ {
				part := 8 * (to - from) * size
				if len(d) < 4*part {
					return errGarbled
				}
				s := &drawn[k]
				for i := range 4 {
					s[i/2].Steps, s[i/2].Dim = steps, dim
					s[i/2].R[i%2] = work.ReadFloats(s[i/2].R[i%2], d[:part])
					d = d[part:]
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for k := range drawn {
		if len(drawn[k][1].R[1]) < n*size {
			break
		}
		crew.Step(measuring, float64(n)/100, left)
		answered = append(answered, c.m.judge(&drawn[k], probes[k].settings(c.m)))
		drawn[k] = samples{}
	}
	return answered, nil
}

// slices is in how many parts the releases of a probe are drawn: one where a worker may
// as well do the whole of it.
func (m *Setting) slices(n int) int {
	took := 4 * float64(n) * mechanism.Pace(m.Mech)
	if took < wholeProbe {
		return 1
	}
	return min(n, int(took/slice))
}

// cut returns slice i of n releases in so many.
func cut(n, slices, i int) (from, to int) { return n * i / slices, n * (i + 1) / slices }

// samples are the releases of a probe: those that choose events, and fresh ones.
type samples = [2]mechanism.Sample

// settings are those of the audit that answers a probe.
func (p Probe) settings(m *Setting) audit.Settings {
	set, l := lab.Settings(m.Spec), m.level()
	set.Seed = rng.Hash(m.Spec.Seed(), rng.PhaseContour, p.Salt)
	set.N, set.M, set.Sequential, set.Learn = p.N, p.N, false, true
	set.Epsilon, set.Delta = l.Epsilon, l.Delta
	return set
}

// draw draws the releases from ≤ i < to that answer a probe.
func (p Probe) draw(mech mechanism.Mechanism, seed uint64, from, to int) (s samples) {
	for i, phase := range []uint32{rng.PhaseSelect, rng.PhaseTest} {
		s[i].Steps, s[i].Dim = mech.Shape()
		for in := range s[i].R {
			s[i].R[in] = mechanism.Draw(mech, mechanism.Input(in), rng.Key{Seed: seed, Phase: phase, Input: uint32(in),
				Trial: uint64(from)}, to-from)
		}
	}
	return s
}

// Prepare implements work.Job.
func (c *Contour) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	var probes []Probe
	if err := json.Unmarshal(b.Args, &probes); err != nil {
		return nil, err
	}
	sc := c.m.Scenario
	var mechs []func() (mechanism.Mechanism, error) // of each probe: to ready one takes long too
	for _, p := range probes {
		mechs = append(mechs, sync.OnceValues(func() (mechanism.Mechanism, error) {
			return c.m.Build([2][]float64{sc.RecordAt(sc.Sensors[sc.Star]), sc.RecordAt(sc.Beside(p.R, p.Angle))})
		}))
	}
	if b.Kind == kindDraw {
		return func(k work.Chunk) (out []byte, err error) {
			for i := k.First; i < k.First+k.Count; i++ {
				p := probes[i]
				mech, err := mechs[i]()
				if err != nil {
					return nil, err
				}
				from, to := cut(p.N, b.Inputs, k.Input)
				s := p.draw(mech.Fork(), p.settings(c.m).Seed, from, to)
				for i := range 4 {
					out = work.AppendFloats(out, s[i/2].R[i%2])
				}
			}
			return out, nil
		}, nil
	}
	return func(k work.Chunk) ([]byte, error) {
		var out []bool
		for i := k.First; i < k.First+k.Count; i++ {
			p := probes[i]
			mech, err := mechs[i]()
			if err != nil {
				return nil, err
			}
			set := p.settings(c.m)
			s := p.draw(mech.Fork(), set.Seed, 0, p.N)
			out = append(out, c.m.judge(&s, set))
		}
		return json.Marshal(out)
	}, nil
}

// level is what the contour holds the releases against, as (ε, δ): at the
// visitor's odds k a total variation distance of 1 − 2/k, which is (0, 1 − 2/k),
// or ε = ln(k − 1) where the disk rests on an ε.
func (m *Setting) level() privacy.Budget {
	k := m.Spec.Float("odds")
	switch m.Spec.Text("promise") {
	case "pure":
		return privacy.Budget{Epsilon: epsilonAtOdds(k)}
	case "claim":
		return privacy.Budget{Epsilon: epsilonAtOdds(k), Delta: m.Spec.Float("delta")}
	}
	return privacy.Budget{Delta: advantageAtOdds(k)}
}

// judge tests two records with releases for choosing events and as many fresh ones for
// testing, and reports whether a lower bound proves more than the level. The events are
// the audit's learned ones; the bound is the audit's exact one, with a union bound over
// the events.
func (m *Setting) judge(s *samples, set audit.Settings) bool {
	steps, dim, n := s[0].Steps, s[0].Dim, set.N
	size := steps * dim
	var events []event.Event
	for _, e := range learn.Events(s[0], nil, set.Aim()) {
		if len(e.Cells) == 0 && e.Kind != "escape" && e.Opposite == nil && len(events) < 3 {
			events = append(events, e)
		}
	}
	if len(events) == 0 {
		return false
	}
	match := event.NewMatcher(&paper.Cover{Steps: steps, Dim: dim, Grid: 1, Ellipsoids: make([]paper.Ellipsoid, steps)},
		events)
	hit := make([]bool, len(events))
	counts := make([][2]int64, len(events))
	for in, fresh := range s[1].R {
		for i := range n {
			match.Match(fresh[i*size:(i+1)*size], hit)
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
		if stat.EpsilonLower(c[0], int64(n), c[1], int64(n), set.Delta, 1-set.Alpha/float64(len(events))) >
			set.Epsilon {
			return true
		}
	}
	return false
}

func (m *Setting) contourSheet(done []ray, disk float64) sheet.Sheet {
	// The latest pass of each direction.
	var latest [Directions]*ray
	looks := 0
	for i := range done {
		d := &done[i]
		looks += d.Looks
		latest[int(math.Round(d.Angle/(2*math.Pi)*Directions))%Directions] = d
	}
	sh := sheet.Sheet{Title: lang.Say("ring.analysis.contour")}
	var x, y, lo []sheet.Real
	inscribed := math.Inf(1)
	t := sheet.Table{ID: "contour_table", Title: lang.Say("ring.attack.directions.title"),
		Columns: []lang.Message{lang.Say("ring.attack.directions.column.angle"),
			lang.Say("ring.attack.directions.column.shown"), lang.Say("ring.attack.directions.column.hidden"),
			lang.Say("ring.attack.directions.column.releases")},
		Caption: lang.Say("ring.attack.directions.caption")}
	for i, d := range latest {
		if d == nil {
			continue
		}
		deg := 360 * float64(i) / Directions
		angle := sheet.Number(deg, 4)
		angle.Form = "4" // without zeros at its end
		t.Rows = append(t.Rows, []sheet.Cell{angle, sheet.Number(1000*d.R, 3),
			sheet.Number(1000*d.Below, 3), sheet.Words(lang.Verbatim(fmt.Sprintf("%d + %d", d.M, d.M)))})
		inscribed = math.Min(inscribed, d.R)
		if math.IsInf(d.R, 1) {
			continue
		}
		x, y, lo = append(x, sheet.Real(deg)), append(y, sheet.Real(1000*d.R)), append(lo, sheet.Real(1000*d.Below))
	}
	ch := sheet.Chart{ID: "contour", Title: lang.Say("ring.attack.contour.title"),
		X:       sheet.Axis{Label: lang.Say("ring.attack.contour.x"), Unit: lang.Verbatim("°"), Min: 0, Max: 360},
		Y:       sheet.Axis{Label: lang.Say("ring.attack.contour.y"), Unit: lang.Verbatim("mm")},
		Caption: lang.Say("ring.attack.contour.caption"),
		Series: []sheet.Series{{Name: lang.Say("ring.attack.contour.series.measured"), Role: sheet.Strong,
			Style: sheet.Dots, X: x, Y: y, Lo: lo, Hi: y}},
		Marks: []sheet.Mark{{Label: lang.Say("ring.attack.contour.mark.disk"), Role: sheet.Leak,
			At: sheet.Real(1000 * disk)}}}
	l := m.level()
	kind := "epsilon"
	if l.Epsilon == 0 {
		kind = "distance"
	}
	if math.IsInf(inscribed, 1) {
		sh.Lead = lang.Say("ring.attack.contour.lead.none", "level", kind, "eps", l.Epsilon, "delta", l.Delta)
	} else {
		ch.Marks = append(ch.Marks, sheet.Mark{Label: lang.Say("ring.attack.contour.mark.inscribed"),
			Role: sheet.Strong, At: sheet.Real(1000 * inscribed)})
		sh.Lead = lang.Say("ring.attack.contour.lead", "level", kind, "eps", l.Epsilon, "delta", l.Delta,
			"nearest", Metres(inscribed), "disk", Metres(disk))
	}
	sh.Charts, sh.Tables = []sheet.Chart{ch}, []sheet.Table{t}
	sh.Notes = []lang.Message{lang.Say("ring.attack.contour.probes", "n", looks),
		lang.Say("ring.attack.contour.between")}
	return sh
}
