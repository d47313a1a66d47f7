package attack

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

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

// Directions is in how many directions from the target a contour is probed.
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

// Contour returns the job of a contour; its result is a sheet.Sheet.
func (m *Setting) Contour() work.Job { return &Contour{m} }

// Probe asks for one direction whether a displacement shows.
type Probe struct {
	Angle float64 `json:"angle"`
	R     float64 `json:"r"`
	N     int     `json:"n"`
	Salt  uint64  `json:"salt"`
}

// Run implements work.Job.
func (c *Contour) Run(crew work.Crew) ([]byte, error) {
	s, err := c.m.newBoundingAdversary(true, func() { crew.Step("work.disk", 100, Directions*mostLooks*1200) })
	if err != nil {
		return nil, err
	}
	disk, _, err := s.Disk(c.m.Spec.Text("promise"))
	if err != nil {
		return nil, err
	}
	first, most := math.Max(disk, 1e-5), s.Everywhere()
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
			return json.Marshal(c.m.contourSheet(seen, disk))
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
					r = math.Min(r, most)
				}
				probes[k] = Probe{d.Angle, r, n, uint64(i)<<8 | uint64(d.Looks)}
			}
			left := 0.0
			for _, more := range passes[pass+1:] {
				left += float64(Directions * mostLooks * more)
			}
			left += float64(Directions * max(0, mostLooks-round-1) * n)
			answered, err := c.Ask(crew, probes, left)
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
				if math.IsInf(d.R, 1) && d.Below < most || d.R > 1.08*d.Below && !math.IsInf(d.R, 1) &&
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
	return json.Marshal(c.m.contourSheet(done, disk))
}

// Ask has a round's probes done, a worker's piece each, and returns which of them show; a
// crew may leave out the last ones.
func (c *Contour) Ask(crew work.Crew, probes []Probe, left float64) (answered []bool, err error) {
	args, err := json.Marshal(probes)
	if err != nil {
		return nil, err
	}
	b := work.Batch{Name: "work.contour", Args: args, Inputs: 1, Trials: int64(len(probes)),
		Grain: 1, Weight: float64(len(probes) * probes[0].N), Left: left}
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

// settings are those of the audit that answers a probe.
func (p Probe) settings(m *Setting) audit.Settings {
	set, l := lab.Settings(m.Spec), m.level()
	set.Seed = rng.Hash(m.Spec.Seed(), rng.PhaseContour, p.Salt)
	set.N, set.M, set.Sequential, set.Learn = p.N, p.N, false, true
	set.Epsilon, set.Delta = l.Epsilon, l.Delta
	return set
}

// Prepare implements work.Job.
func (c *Contour) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	var probes []Probe
	if err := json.Unmarshal(b.Args, &probes); err != nil {
		return nil, err
	}
	sc := c.m.Scenario
	return work.Trials(func(i int64) (bool, error) {
		p := probes[i]
		mech, err := c.m.Build([2][]float64{sc.RecordAt(sc.Sensors[sc.Star]), sc.RecordAt(sc.Beside(p.R, p.Angle))})
		if err != nil {
			return false, err
		}
		set := p.settings(c.m)
		var s [2]mechanism.Sample // the releases that choose events, and fresh ones
		for i, phase := range []uint32{rng.PhaseSelect, rng.PhaseTest} {
			s[i].Steps, s[i].Dim = mech.Shape()
			for in := range s[i].R {
				s[i].R[in] = mechanism.Draw(mech, mechanism.Input(in), rng.Key{Seed: set.Seed, Phase: phase,
					Input: uint32(in)}, p.N)
			}
		}
		return c.m.judge(&s, set), nil
	}), nil
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
func (m *Setting) judge(s *[2]mechanism.Sample, set audit.Settings) bool {
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
