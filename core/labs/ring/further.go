package ring

import (
	"math"
	"slices"

	about "indistinct/core/about/ring"
	"indistinct/core/about/ring/system"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// passing samples the measurement space and evaluates the ratio of passing the tests (Han & Martínez
// 2021, end of §IV-B). Each test has a record and releases of its own, so that all are
// independent: process and sensor noise are another seed's, while the sensors and what the
// mechanism draws once stay. The sensors take turns, each moved one way and the other.
func (m *model) passing() work.Job {
	n, records := int64(len(m.Scenario.Sensors)), int64(m.Spec.Int("records"))
	return work.Batches("work.audits", 2*n*records, 5, 1, func(i int64) (o figures.Outcome, err error) {
		c := about.Config(m.Spec)
		c.Star, c.Layout, c.Typed = int(i/2%n), system.Typed, m.Scenario.Angles
		sc, err := m.visitor.scenario(c, m.Spec.Seed()+uint64(i))
		if err != nil {
			return o, err
		}
		sc.Seed = m.Scenario.Seed
		on := m.lab.newModel(m.Spec.Set(m.lab.Params(), "star", float64(c.Star+1)), sc, m.visitor)
		dTheta, err := about.Adjacency(m.Spec, sc, float64(1-2*(i%2)))
		if err == nil {
			err = on.move(dTheta)
		}
		if err != nil {
			return o, err
		}
		return figures.MeasureOf(on.Mech, change(m.Spec, "seq", "0"), i)
	}, m.passed)
}

// passed lays out the tests that are done. A pair passes at every ε from a number of its outcome
// on: "printed", the critical ε of the paper's rule, or "proven", our bound.
func (m *model) passed(done []figures.Outcome) (s sheet.Sheet, err error) {
	of := make([][]figures.Outcome, 1+len(m.Scenario.Sensors)) // all, and each sensor's
	for i, o := range done {
		star := 1 + i/2%len(m.Scenario.Sensors)
		of[0], of[star] = append(of[0], o), append(of[star], o)
	}
	ratio := func(number string, tests []figures.Outcome, epsilon float64) (at, lo, hi float64, say lang.Message) {
		k, n := int64(0), int64(len(tests))
		for _, o := range tests {
			if float64(o.Of[number]) <= epsilon {
				k++
			}
		}
		lo, hi = stat.ClopperPearson(k, n, 0.95)
		return float64(k) / float64(n), lo, hi, lang.Say("ring.passing.ratio", "k", k, "n", n, "lo", lo, "hi", hi)
	}
	eps := m.Spec.Float("eps")
	t := s.Table("passing", "ring.passing.table.", lang.Say("ring.passing.table.caption", "eps", eps), "pairs",
		"critical", "bound", "printed", "proven")
	for star, tests := range of {
		t.Add(sheet.Words(lang.Say("ring.passing.pairs", "star", star)), figures.Cells(tests, "printed", "proven")...)
	}
	top := max(1.2*eps, 1.05*stat.MostProven(int64(m.Spec.Int("m")), 1-m.Spec.Float("alpha")))
	ch := s.Chart("passing", "ring.passing.chart.", sheet.Axis{}, sheet.Axis{Max: 1},
		lang.Say("ring.passing.chart.caption", "alpha", m.Spec.Float("alpha")))
	for i, number := range []string{"printed", "proven"} {
		role := []sheet.Role{sheet.Paper, sheet.Strong}[i]
		line := ch.Draw(number, role, sheet.Line, nil, nil)
		band := ch.Draw(lang.Verbatim(""), role, sheet.Area, nil, nil)
		for _, e := range sheet.Even(0, top, 121) {
			at, lo, hi, _ := ratio(number, of[0], e)
			line.Add(e, at)
			band.Add(e, at, lo, hi)
		}
		for star, tests := range of {
			_, _, _, say := ratio(number, tests, eps)
			t.Rows[star] = append(t.Rows[star], sheet.Words(say))
		}
	}
	ch.MarkX("claim", sheet.Ink, eps)
	s.Title, s.Lead = lang.Say("ring.analysis.passing"), lang.Say("ring.passing.lead", "eps", eps,
		"printed", t.Rows[0][3].Text, "proven", t.Rows[0][4].Text)
	s.Notes = []lang.Message{lang.Say("ring.passing.design", "records", m.Spec.Int("records")),
		lang.Say("ring.passing.space", "d", m.Spec.Float("d"), "alpha", m.Spec.Float("alpha"))}
	return s, nil
}

// processed is a mechanism with post-processing: by changes a release in place and knows nothing
// else. From the same stream it changes the very release that the mechanism draws.
type processed struct {
	mechanism.Mechanism
	mechanism.Estimating
	by func(release []float64)
}

func (p processed) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	p.Mechanism.Release(in, s, out)
	p.by(out)
}

func (p processed) Fork() mechanism.Mechanism {
	p.Mechanism = p.Mechanism.Fork()
	return p
}

// processes are what is done to releases, and how strongly.
var processes = []struct {
	name string
	at   float64
}{{"average", 0}, {"average", 0.2}, {"average", 0.4}, {"average", 0.6}, {"average", 0.8}, {"round", 0.001},
	{"round", 0.01}, {"round", 0.1}, {"round", 1}, {"offset", 1}}

// process rounds each coordinate to multiples of at, m; shifts it by at, m; or moves each position between two others
// by a share of the way to their mean. That follows the target: on its orbit x(t − Δt) + x(t + Δt) = 2 cos(ωΔt) x(t).
func (m *model) process(name string, at float64, z []float64) {
	raw := slices.Clone(z)
	for i, x := range raw {
		switch {
		case name == "offset":
			z[i] = x + at
		case name == "round":
			z[i] = at * math.Round(x/at)
		case i >= 2 && i+2 < len(z):
			z[i] = x + at*(0.5*(raw[i-2]+raw[i+2])/num.Cos(m.Scenario.Omega[i%2]*m.Scenario.Dt)-x)
		}
	}
}

// smooth tests the same releases before and after post-processing, with three seeds. Their exact ε at the claim's δ
// bounds all (Dwork & Roth 2014, proposition 2.1).
func (m *model) smooth() work.Job {
	n := int64(len(processes))
	return work.Batches("work.audits", 3*n, 3, 1, func(i int64) (figures.Outcome, error) {
		p := processes[i%n]
		by := func(release []float64) { m.process(p.name, p.at, release) }
		return figures.MeasureOf(processed{m.Mech, m.Mech.(mechanism.Estimating), by}, change(m.Spec, "seq", "0"), i/n)
	}, m.smoothed)
}

// smoothed lays out the tests that are done, at least one of each process.
func (m *model) smoothed(done []figures.Outcome) (s sheet.Sheet, err error) {
	t := s.Table("smooth", "ring.smooth.table.", lang.Say("ring.smooth.table.caption"), "what", "error", "proven")
	ch := s.Chart("smooth", "ring.smooth.chart.", sheet.Axis{}, sheet.Axis{}, lang.Say("ring.smooth.chart.caption"))
	line, most := ch.Draw("average", sheet.Strong, sheet.Dots, nil, nil), 0.0
	for i, p := range processes {
		var of []figures.Outcome
		for k := i; k < len(done); k += len(processes) {
			of, most = append(of, done[k]), max(most, float64(done[k].Of["proven"]))
		}
		t.Add(sheet.Words(lang.Say("ring.smooth."+p.name, "at", p.at)), figures.Cells(of, "error", "proven")...)
		if mean, sd := figures.Mean(of, "proven"); p.name == "average" {
			line.Add(p.at, mean, mean-sd, mean+sd)
		}
	}
	exact, _ := lab.ExactEpsilon(m.Mech, m.Spec.Float("delta"))
	switch {
	case math.IsNaN(exact) || math.IsInf(exact, 1):
		exact = 0 // as the lead says it
	case exact < 4*most: // one far above would press the points together
		ch.MarkY("exact", sheet.Truth, exact)
	}
	s.Title, s.Lead = lang.Say("ring.analysis.smooth"), lang.Say("ring.smooth.lead", "exact", exact, "most", most)
	s.Notes = []lang.Message{lang.Say("ring.smooth.why"), lang.Say("ring.smooth.undone")}
	return s, nil
}
