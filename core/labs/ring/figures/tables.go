package figures

import (
	"math"
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

var layouts = []string{"uniform", "random", "clustered"}

// contest is two mechanisms that the paper compares in each layout.
type contest struct {
	mechs [2]string
	a, b  []Outcome
}

// layouts is the job of a table that compares two mechanisms, each with what is set for it, in
// each layout.
func (at Setting) layouts(mechs [2]string, sets [2][]string,
	show func(of []contest) (sheet.Sheet, error)) work.Job {
	var specs []lab.Spec
	for _, l := range layouts {
		for i, set := range sets {
			specs = append(specs, at.paper(append([]string{"layout", l, "mech", mechs[i]}, set...)...))
		}
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (sheet.Sheet, error) {
		var all []contest
		for i := range layouts {
			all = append(all, contest{mechs, of[2*i], of[2*i+1]})
		}
		return show(all)
	})
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

// table1 repeats Table I. It names no s and no s̄; these are those of the paper's figures.
func (at Setting) table1() work.Job {
	mechs := [2]string{"w2mhe", "input"}
	most := stat.MostProven(int64(at.paper().Int("m")), 1-at.paper().Float("alpha"))
	sets := [2][]string{{"s", "0.8"}, {"sbar", "0.894"}}
	return at.layouts(mechs, sets, func(of []contest) (s sheet.Sheet, err error) {
		t := s.Table("table1", "ring.figures.table1.", runs(lang.Say("ring.figures.table1.caption", "most", most)),
			headings("layout", "mechanism", "printed", "escape", "proven", "lambda", "error", "smaller-printed",
				"smaller-proven", "smaller-error")...)
		lo, hi := math.Inf(1), math.Inf(-1)
		for i, c := range of {
			pa, _ := Mean(c.a, "proven")
			pb, _ := Mean(c.b, "proven")
			lo, hi = min(lo, pa, pb), max(hi, pa, pb)
			which := []sheet.Cell{c.better("printed"), c.better("proven"), c.better("error")}
			if min(pa, pb) > 0.9*most {
				which[1] = sheet.Words(lang.Say("ring.figures.ceiling"))
			}
			for j, o := range [][]Outcome{c.a, c.b} {
				t.Add(layoutCell(layouts[i]), mechanismCell(mechs[j]))
				row := &t.Rows[len(t.Rows)-1]
				*row = append(append(*row, Cells(o, "printed", "escape", "proven", "lambda", "error")...), which...)
				which = make([]sheet.Cell, len(which))
			}
		}
		paper := s.Table("table1_paper", "ring.figures.table1.paper.", "",
			headings("layout", "w2mhe", "lambda", "error", "input", "lambda", "error", "better")...)
		for i, row := range [][]float64{
			{.39947, .0888, .0040408, .41844, .1351, .0013998},
			{.53229, .1011, .0049874, .72204, .2106, .0049674},
			{.98768, .1037, .0030866, 2.3423, .8408, .0037826}} {
			paper.Add(sheet.Words(lang.Verbatim([]string{"Q₁", "Q₂", "Q₃"}[i])),
				append(printed(row...), mechanismCell([]string{"input", "w2mhe", "w2mhe"}[i]))...)
		}
		s.Title, s.Lead = lang.Say("ring.analysis.table1"), lang.Say("ring.figures.table1.lead", "lo", lo, "hi", hi)
		s.Notes = []lang.Message{lang.Say("ring.figures.table1.note")}
		return s, nil
	})
}

func (at Setting) table2() work.Job {
	mechs, sets := [2]string{"ekf", "w2mhe"}, [2][]string{nil, {"s", "0.8"}}
	return at.layouts(mechs, sets, func(of []contest) (s sheet.Sheet, err error) {
		t := s.Table("table2", "ring.figures.table2.", runs(lang.Say("ring.figures.table2.caption")),
			headings("layout", "ekf", "paper", "escape", "error", "paper", "inside", "w2mhe", "error",
				"smaller-printed", "smaller-error")...)
		worse, larger, less := 0, 0, 0
		for i, c := range of {
			if c.smaller("error") > 0 {
				worse++
			}
			switch c.smaller("printed") {
			case -1:
				less++
			case 1:
				larger++
			}
			paper := printed([]float64{.46223, 1.9239, 2.3085}[i], []float64{.0066205, .0064686, .0062608}[i])
			a, b := Cells(c.a, "printed", "escape", "error", "inside"), Cells(c.b, "printed", "error")
			t.Add(layoutCell(layouts[i]), a[0], paper[0], a[1], a[2], paper[1], a[3], b[0], b[1],
				c.better("printed"), c.better("error"))
		}
		s.Title = lang.Say("ring.analysis.table2")
		s.Lead = lang.Say("ring.figures.table2.lead", "worse", worse, "layouts", len(layouts), "larger", larger,
			"smaller", less)
		s.Notes = []lang.Message{lang.Say("ring.figures.table2.note")}
		return s, nil
	})
}

func (at Setting) theorem() (work.Job, error) {
	grids, paper := []int{2, 3, 4, 6, 8, 12}, []float64{.89281, .98162, 1.9939, 0, 0, 0}
	var specs []lab.Spec
	for _, r := range grids {
		specs = append(specs, at.paper("T", "7", "s", "0.8", "r", strconv.Itoa(r)))
	}
	first, err := lab.Open(at.Lab, specs[0])
	if err != nil {
		return nil, err
	}
	bound, sound := estimator.TheoremEpsilon(at.Config(specs[0]), 1, 10, 0.8), math.NaN()
	if w, ok := first.Mechanism().(*estimator.W2MHE); ok {
		sound = w.SoundEpsilon(true)
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (s sheet.Sheet, err error) {
		t := s.Table("theorem", "ring.figures.theorem.", runs(lang.Say("ring.figures.theorem.caption")),
			headings("grid", "cells", "occupied", "printed", "paper", "escape", "proven", "needed")...)
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
				printed(paper[i])[0], c[1], c[2], sheet.Number(math.Ceil(5*occupied), 4))
		}
		ch.Draw("paper", sheet.Paper, sheet.Dots, sheet.Reals(grids[:3]), sheet.Reals(paper[:3]))
		how := "mixed"
		if y := ours.Y; y[0] < y[1] && y[1] < y[2] {
			how = "rises"
		}
		s.Title = lang.Say("ring.analysis.theorem")
		s.Lead = lang.Say("ring.figures.theorem.lead", "formula", bound, "sound", sound, "most", most)
		s.Notes = []lang.Message{lang.Say("ring.figures.theorem.trend", "p1", paper[0], "p2", paper[1], "p3", paper[2],
			"o1", ours.Y[0], "o2", ours.Y[1], "o3", ours.Y[2], "seeds", len(of[0]), "how", how),
			lang.Say("ring.figures.theorem.stopped"), lang.Say("ring.figures.theorem.dropped")}
		return s, nil
	}), nil
}
