package ring

import (
	"encoding/json"
	"fmt"
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/ring/adversary"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

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
		return privacy.Budget{Epsilon: adversary.EpsilonAtOdds(k)}
	case "claim":
		return privacy.Budget{Epsilon: adversary.EpsilonAtOdds(k), Delta: m.spec.Float("delta")}
	}
	return privacy.Budget{Delta: adversary.AdvantageAtOdds(k)}
}

// shows tests two records with n releases each for choosing events and n fresh
// ones for testing, and reports whether a lower bound proves more than the
// level. The events are the audit's learned ones; the bound is the audit's
// exact one, with a union bound over the events.
func (m *model) shows(a, b []float64, n int, salt uint64) (bool, error) {
	mech, err := m.build([2][]float64{a, b})
	if err != nil {
		return false, err
	}
	set := lab.Settings(m.spec)
	l := m.level()
	set.Seed = rng.Hash(m.spec.Seed(), rng.PhaseContour, salt)
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
	for _, e := range audit.Candidates(draw(rng.PhaseSelect), nil, set) {
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
	fresh := draw(rng.PhaseTest)
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
		sh.Lead = fmt.Sprintf("The nearest displacement at which the audit proves more than %s is %s; the promised "+
			"disk has a radius of %s.", level, metres(inscribed), metres(disk))
	}
	sh.Charts, sh.Tables = []sheet.Chart{ch}, []sheet.Table{t}
	sh.Notes = []string{
		fmt.Sprintf("Level: %s, from the odds and the guarantee behind the disk. Each of %d probes so far learns "+
			"events as the audit does and proves a bound on fresh releases with confidence 1 − α; probes are not "+
			"adjusted for one another, so with many probes an occasional one shows too much too near.", level, looks),
		"More releases move the contour inwards. Between the disk and the contour lies what is neither promised nor shown.",
	}
	return sh
}
