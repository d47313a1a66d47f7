package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	about "indistinct/core/about/ring"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

var layouts = []string{"uniform", "random", "clustered"}

// entrant is a mechanism in one of its readings, with what is set for it.
type entrant struct {
	mech    string
	reading int
	set     []string
}

// say names it: "input perturbation, anew for each window, s̄ = 0.894".
func (e *entrant) say(at Setting) lang.Message {
	mech := lang.Say("ring.param.mech." + e.mech)
	if e.mech == about.EKF {
		return mech
	}
	return lang.Say("ring.figures.entrant", "mech", mech, "reading", readings[e.mech][e.reading].say(),
		"symbol", at.dial(e.set[0]), "value", e.set[1])
}

// layouts is the job of a table that compares mechanisms in each layout.
func (at Setting) layouts(entrants []entrant, show func(of [][][]Outcome) (sheet.Sheet, error)) work.Job {
	var specs []lab.Spec
	for _, l := range layouts {
		for _, e := range entrants {
			set := append([]string{"layout", l, "mech", e.mech}, e.set...)
			if r := readings[e.mech]; r != nil {
				set = append(set, r[e.reading].set...)
			}
			specs = append(specs, at.paper(set...))
		}
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (sheet.Sheet, error) {
		return show(slices.Collect(slices.Chunk(of, len(entrants))))
	})
}

// contest is two mechanisms that are compared.
type contest struct {
	mechs [2]string
	a, b  []Outcome
}

// layoutCell and mechanismCell say what the laboratory's parameters are called.
func layoutCell(name string) sheet.Cell    { return sheet.Words(lang.Say("ring.param.layout." + name)) }
func mechanismCell(name string) sheet.Cell { return sheet.Words(lang.Say("ring.param.mech." + name)) }

// smaller compares the two by one of the paper's rules: −1 where the first is clearly
// smaller, 1 where the second is, 0 where the intervals of the mean overlap.
func (c *contest) smaller(column string) int {
	ma, sa := Mean(c.a, column)
	mb, sb := Mean(c.b, column)
	half := 0.0
	if !math.IsInf(ma, 0) && !math.IsInf(mb, 0) {
		half = 2 * math.Sqrt(sa*sa/float64(len(c.a))+sb*sb/float64(len(c.b)))
	}
	switch {
	case ma < mb-half:
		return -1
	case mb < ma-half:
		return 1
	}
	return 0
}

// better is a cell with the mechanism of which something is clearly smaller.
func (c *contest) better(column string) sheet.Cell {
	return [3]sheet.Cell{mechanismCell(c.mechs[0]), sheet.Words(lang.Say("ring.figures.no-difference")),
		mechanismCell(c.mechs[1])}[1+c.smaller(column)]
}

// ofLayout returns the index of the layout that stands for one of the paper's, whose angles it does not print.
func ofLayout(q string) int { return slices.Index([]string{"Q₁", "Q₂", "Q₃"}, q) }

// table1 repeats Table I, which names neither s nor s̄: at d = 10 with those of the paper's figures, in two readings
// of each mechanism; and at d = 1, where fewer bounds come near the most that can be proven, with values at
// which the errors are about the same.
func (at Setting) table1() work.Job {
	first := []entrant{{about.W2MHE, 0, []string{"s", "0.8"}}, {about.Input, 0, []string{"sbar", "0.894"}},
		{about.W2MHE, 1, []string{"s", "0.8"}}, {about.Input, 1, []string{"sbar", "0.894"}}}
	even := []entrant{{about.W2MHE, 0, []string{"s", "0.8", "d", "1"}},
		{about.Input, 0, []string{"sbar", "0.1", "d", "1"}}, {about.Input, 1, []string{"sbar", "0.91", "d", "1"}}}
	most := stat.MostProven(int64(at.paper().Int("m")), 1-at.paper().Float("alpha"))
	return at.layouts(append(first, even...), func(of [][][]Outcome) (s sheet.Sheet, err error) {
		s.Title = lang.Say("ring.analysis.table1")
		lab.PaperItem(at.Lab, "table1").Beside(&s, "ring", []lang.Message{lang.Say("ring.figures.reading.first"),
			lang.Say("ring.figures.reading.second")}, func(reading int, p lab.Printed) []float64 {
			mech, column, _ := strings.Cut(p.Of, "-")
			entrant := 2 * reading
			if mech == about.Input {
				entrant++
			}
			if of := of[ofLayout(p.At):]; len(of) > 0 {
				return Values(of[0][entrant], column)
			}
			return nil
		})
		rows := func(t *sheet.Table, entrants []entrant, from int, columns, rules []string) (less [2]int) {
			for i, all := range of {
				for j := range entrants {
					o := all[from+j]
					row := append([]sheet.Cell{sheet.Words(entrants[j].say(at))}, Cells(o, columns...)...)
					for _, rule := range rules {
						c := contest{[2]string{about.W2MHE, about.Input}, all[from], o}
						switch {
						case entrants[j].mech == about.W2MHE:
							row = append(row, sheet.Cell{})
							continue
						case c.smaller(rule) > 0 && rule == "proven":
							less[entrants[j].reading]++
						}
						row = append(row, c.better(rule))
					}
					t.Add(layoutCell(layouts[i]), row...)
				}
			}
			return less
		}
		t := s.Table("even", "ring.figures.even.", runs(lang.Say("ring.figures.even.caption", "most", most)),
			headings("layout", "mechanism", "error", "printed", "proven", "smaller-proven")...)
		less := rows(t, even, len(first), []string{"error", "printed", "proven"}, []string{"proven"})
		s.Lead = lang.Say("ring.figures.table1.lead", "window", less[0], "record", less[1], "layouts", len(layouts))
		t = s.Table("table1", "ring.figures.table1.", runs(lang.Say("ring.figures.table1.caption", "most", most)),
			headings("layout", "mechanism", "printed", "escape", "proven", "lambda", "error", "smaller-printed",
				"smaller-error")...)
		rows(t, first, 0, []string{"printed", "escape", "proven", "lambda", "error"}, []string{"printed", "error"})
		s.Notes = []lang.Message{lang.Say("ring.figures.table1.note")}
		return s, nil
	})
}

func (at Setting) table2() work.Job {
	mechs := [2]string{about.EKF, about.W2MHE}
	entrants := []entrant{{mechs[0], 0, nil}, {mechs[1], 0, []string{"s", "0.8"}}}
	return at.layouts(entrants, func(of [][][]Outcome) (s sheet.Sheet, err error) {
		lab.PaperItem(at.Lab, "table2").Beside(&s, "ring", []lang.Message{lang.Say("ring.param.mech.ekf")},
			func(_ int, p lab.Printed) []float64 {
				if i := ofLayout(p.At); i < len(of) {
					return Values(of[i][0], p.Of)
				}
				return nil
			})
		t := s.Table("table2", "ring.figures.table2.", runs(lang.Say("ring.figures.table2.caption")),
			headings("layout", "ekf", "escape", "error", "inside", "w2mhe", "error", "smaller-printed",
				"smaller-error")...)
		worse, larger, less := 0, 0, 0
		for i, o := range of {
			c := contest{mechs, o[0], o[1]}
			if c.smaller("error") > 0 {
				worse++
			}
			switch c.smaller("printed") {
			case -1:
				less++
			case 1:
				larger++
			}
			cells := append(Cells(c.a, "printed", "escape", "error", "inside"), Cells(c.b, "printed", "error")...)
			t.Add(layoutCell(layouts[i]), append(cells, c.better("printed"), c.better("error"))...)
		}
		s.Title = lang.Say("ring.analysis.table2")
		s.Lead = lang.Say("ring.figures.table2.lead", "worse", worse, "layouts", len(layouts), "larger", larger,
			"smaller", less)
		return s, nil
	})
}

// constants are what follows from the printed setting by a formula.
func (at Setting) constants() (s sheet.Sheet, err error) {
	spec := at.paper()
	c := at.Config(spec)
	samples, err := paper.Scenarios(spec.Float("beta"), spec.Float("gamma"), 2)
	ours := map[string]float64{"samples": float64(samples), "norm": c.Norm(),
		"l":      2 * float64(c.N+1) * c.Gain * c.Norm(),
		"events": math.Pow(spec.Float("r"), float64(2*(c.T+1-c.N)))}
	c.T = 7 // as in §V e
	ours["theorem"] = estimator.TheoremEpsilon(c, far, 0.8)
	s.Title, s.Lead = lang.Say("ring.analysis.constants"), lang.Say("ring.figures.constants.lead")
	lab.PaperItem(at.Lab, "constants").Beside(&s, "ring", []lang.Message{lang.Say("ring.figures.constants.ours")},
		func(_ int, p lab.Printed) []float64 { return []float64{ours[p.Of]} })
	return s, err
}

func (at Setting) theorem() (work.Job, error) {
	grids := []int{2, 3, 4, 6, 8, 12}
	var specs []lab.Spec
	for _, r := range grids {
		specs = append(specs, at.paper("T", "7", "s", "0.8", "r", strconv.Itoa(r)))
	}
	first, err := lab.Open(at.Lab, specs[0])
	if err != nil {
		return nil, err
	}
	bound, sound := estimator.TheoremEpsilon(at.Config(specs[0]), far, 0.8), math.NaN()
	if w, ok := first.Mechanism().(*estimator.W2MHE); ok {
		sound = w.SoundEpsilon(true)
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (s sheet.Sheet, err error) {
		item := lab.PaperItem(at.Lab, "theorem")
		item.Beside(&s, "ring", []lang.Message{lang.Say("ring.figures.reading.gibbs")},
			func(_ int, p lab.Printed) []float64 {
				for i, r := range grids {
					if i < len(of) && p.At == "r = "+strconv.Itoa(r) {
						return Values(of[i], p.Of)
					}
				}
				return nil
			})
		t := s.Table("theorem", "ring.figures.theorem.", runs(lang.Say("ring.figures.theorem.caption")),
			headings("grid", "cells", "occupied", "printed", "escape", "proven", "needed")...)
		ch := s.Chart("theorem", "ring.figures.grid.", sheet.Axis{}, sheet.Axis{})
		ours, most := ch.Draw("printed", sheet.Record, sheet.Dots, nil, nil), 0.0
		for i, r := range grids {
			mean, sd := Mean(of[i], "printed")
			most = max(most, mean)
			ours.Add(float64(r), mean, mean-sd, mean+sd)
			occupied, _ := Mean(of[i], "occupied")
			cells, _ := Mean(of[i], "cells")
			c := Cells(of[i], "printed", "escape", "proven")
			t.Add(sheet.Number(float64(r), 3), sheet.Number(cells, 9), sheet.Number(occupied, 4), c[0],
				c[1], c[2], sheet.Number(math.Ceil(5*occupied), 4))
		}
		theirs := ch.Draw("paper", sheet.Paper, sheet.Dots, nil, nil)
		for i, p := range item.Printed {
			v, _ := p.Number()
			theirs.Add(float64(grids[i]), v)
		}
		how := "mixed"
		if y := ours.Y; y[0] < y[1] && y[1] < y[2] {
			how = "rises"
		}
		s.Title = lang.Say("ring.analysis.theorem")
		s.Lead = lang.Say("ring.figures.theorem.lead", "formula", bound, "sound", sound, "most", most)
		s.Notes = []lang.Message{lang.Say("ring.figures.theorem.trend", "o1", ours.Y[0], "o2", ours.Y[1],
			"o3", ours.Y[2], "seeds", len(of[0]), "how", how),
			lang.Say("ring.figures.theorem.stopped"), lang.Say("ring.figures.theorem.dropped")}
		return s, nil
	}), nil
}
