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

// layoutCell and mechanismOf say what the laboratory's parameters are called.
func layoutCell(name string) sheet.Cell    { return sheet.Words(lang.Say("ring.param.layout." + name)) }
func mechanismOf(name string) lang.Message { return lang.Say("ring.param.mech." + name) }

// smaller compares two by one of the paper's rules: −1 where the first is clearly
// smaller, 1 where the second is, 0 where the intervals of the mean overlap.
func smaller(a, b []Outcome, f func(Outcome) sheet.Real) int {
	ma, sa := SpreadOf(a, f)
	mb, sb := SpreadOf(b, f)
	half := 0.0
	if !math.IsInf(ma, 0) && !math.IsInf(mb, 0) {
		half = 2 * math.Sqrt(sa*sa/float64(len(a))+sb*sb/float64(len(b)))
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
func better(a, b []Outcome, mechA, mechB string, f func(Outcome) sheet.Real) sheet.Cell {
	switch smaller(a, b, f) {
	case -1:
		return sheet.Words(mechanismOf(mechA))
	case 1:
		return sheet.Words(mechanismOf(mechB))
	}
	return sheet.Words(lang.Say("ring.figures.no-difference"))
}

func (at Setting) table1() work.Job {
	// The paper's table names no s and no s̄; these are those of its figures.
	mechs := []string{"w2mhe", "input"}
	var arms []Arm
	for _, l := range layouts {
		arms = append(arms, Arm{Spec: at.paper("layout", l, "mech", mechs[0], "s", "0.8")},
			Arm{Spec: at.paper("layout", l, "mech", mechs[1], "sbar", "0.894")})
	}
	most := stat.MostProven(int64(arms[0].Spec.Int("m")), 1-arms[0].Spec.Float("alpha"))
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table1", Title: lang.Say("ring.figures.table1.title"),
			Columns: columns("layout", "mechanism", "printed", "escape", "proven", "lambda", "error", "smaller-printed",
				"smaller-proven", "smaller-error"),
			Caption: lang.Sentences(runs(), lang.Say("ring.figures.table1.caption", "most", most))}
		lo, hi := math.Inf(1), math.Inf(-1)
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			pa, _ := SpreadOf(a, ProvenEpsilon)
			pb, _ := SpreadOf(b, ProvenEpsilon)
			lo, hi = min(lo, pa, pb), max(hi, pa, pb)
			proven := better(a, b, mechs[0], mechs[1], ProvenEpsilon)
			if min(pa, pb) > 0.9*most {
				proven = sheet.Words(lang.Say("ring.figures.ceiling"))
			}
			which := [][]sheet.Cell{{better(a, b, mechs[0], mechs[1], EpsilonC), proven,
				better(a, b, mechs[0], mechs[1], ECorrect)}, {{}, {}, {}}}
			for j, o := range [][]Outcome{a, b} {
				t.Add(layoutCell(l), append([]sheet.Cell{sheet.Words(mechanismOf(mechs[j])),
					PlusMinus(o, 3, EpsilonC), PlusMinus(o, 3, EscapeC), PlusMinus(o, 3, ProvenEpsilon),
					PlusMinus(o, 3, lambda), PlusMinus(o, 3, ECorrect)}, which[j]...)...)
			}
		}
		paper := sheet.Table{ID: "table1_paper", Title: lang.Say("ring.figures.table1.paper"),
			Columns: columns("layout", "w2mhe", "lambda", "error", "input", "lambda", "error", "better")}
		for i, row := range [][6]float64{
			{.39947, .0888, .0040408, .41844, .1351, .0013998},
			{.53229, .1011, .0049874, .72204, .2106, .0049674},
			{.98768, .1037, .0030866, 2.3423, .8408, .0037826}} {
			var cells []sheet.Cell
			for _, v := range row {
				cells = append(cells, printed(v, 5))
			}
			best := mechanismOf([]string{"input", "w2mhe", "w2mhe"}[i])
			paper.Add(sheet.Words(lang.Verbatim([]string{"Q₁", "Q₂", "Q₃"}[i])), append(cells, sheet.Words(best))...)
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.table1"),
			Lead:   lang.Say("ring.figures.table1.lead", "lo", lo, "hi", hi),
			Tables: []sheet.Table{t, paper}, Notes: []lang.Message{lang.Say("ring.figures.table1.note")}}, nil
	})
}

func (at Setting) table2() work.Job {
	var arms []Arm
	for _, l := range layouts {
		arms = append(arms, Arm{Spec: at.paper("layout", l, "mech", "ekf")},
			Arm{Spec: at.paper("layout", l, "mech", "w2mhe", "s", "0.8")})
	}
	paperEps, paperE := []float64{.46223, 1.9239, 2.3085}, []float64{.0066205, .0064686, .0062608}
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table2", Title: lang.Say("ring.figures.table2.title"),
			Columns: columns("layout", "ekf", "paper", "escape", "error", "paper", "inside", "w2mhe", "error",
				"smaller-printed", "smaller-error"),
			Caption: lang.Sentences(runs(), lang.Say("ring.figures.table2.caption"))}
		worse, larger, less := 0, 0, 0
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			if smaller(a, b, ECorrect) > 0 {
				worse++
			}
			switch smaller(a, b, EpsilonC) {
			case -1:
				less++
			case 1:
				larger++
			}
			t.Add(layoutCell(l), PlusMinus(a, 3, EpsilonC), printed(paperEps[i], 5),
				PlusMinus(a, 3, EscapeC), PlusMinus(a, 3, ECorrect), printed(paperE[i], 5), PlusMinus(a, 2, inside),
				PlusMinus(b, 3, EpsilonC), PlusMinus(b, 3, ECorrect),
				better(a, b, "ekf", "w2mhe", EpsilonC), better(a, b, "ekf", "w2mhe", ECorrect))
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.table2"),
			Lead: lang.Say("ring.figures.table2.lead", "worse", worse, "layouts", len(layouts), "larger", larger,
				"smaller", less),
			Tables: []sheet.Table{t}, Notes: []lang.Message{lang.Say("ring.figures.table2.note")}}, nil
	})
}

func (at Setting) theorem() (work.Job, error) {
	grids := []int{2, 3, 4, 6, 8, 12}
	var arms []Arm
	for _, r := range grids {
		arms = append(arms, Arm{Spec: at.paper("T", "7", "s", "0.8", "r", strconv.Itoa(r))})
	}
	first, err := lab.Open(at.Lab, arms[0].Spec)
	if err != nil {
		return nil, err
	}
	printedEps := []float64{.89281, .98162, 1.9939, 0, 0, 0}
	bound := estimator.TheoremEpsilon(at.Config(arms[0].Spec), 1, 10, 0.8)
	sound := math.NaN()
	if w, ok := first.Mechanism().(*estimator.W2MHE); ok {
		sound = w.SoundEpsilon(true)
	}
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "theorem", Title: lang.Say("ring.figures.theorem.title"),
			Columns: columns("grid", "cells", "occupied", "printed", "paper", "escape", "proven", "needed"),
			Caption: lang.Sentences(runs(), lang.Say("ring.figures.theorem.caption"))}
		var x, y, lo, hi []sheet.Real
		most := 0.0
		for i, r := range grids {
			if len(by[i]) == 0 {
				continue
			}
			mean, sd := SpreadOf(by[i], EpsilonC)
			most = max(most, mean)
			x, y, lo, hi = append(x, sheet.Real(r)), append(y, sheet.Real(mean)), append(lo, sheet.Real(mean-sd)),
				append(hi, sheet.Real(mean+sd))
			occ, _ := SpreadOf(by[i], func(o Outcome) sheet.Real { return sheet.Real(o.Occupied) })
			t.Add(sheet.Number(float64(r), 3), sheet.Number(float64(by[i][0].Events), 9), sheet.Number(occ, 4),
				PlusMinus(by[i], 3, EpsilonC), printed(printedEps[i], 5),
				PlusMinus(by[i], 3, EscapeC), PlusMinus(by[i], 3, ProvenEpsilon),
				sheet.Number(math.Ceil(5*occ), 4))
		}
		notes := []lang.Message{lang.Say("ring.figures.theorem.stopped"), lang.Say("ring.figures.theorem.dropped")}
		if len(by[0]) > 0 && len(by[1]) > 0 && len(by[2]) > 0 {
			notes = append([]lang.Message{trend(printedEps[:3], y[:3], len(by[0]))}, notes...)
		}
		ch := sheet.NewChart("theorem", "ring.figures.grid.", sheet.Axis{}, sheet.Axis{})
		ours := ch.Draw(lang.Say("ring.figures.grid.series.printed"), sheet.Record, sheet.Dots, x, y)
		ours.Lo, ours.Hi = lo, hi
		ch.Draw(lang.Say("ring.figures.grid.series.paper"), sheet.Paper, sheet.Dots, sheet.Reals(grids[:3]),
			sheet.Reals(printedEps[:3]))
		return sheet.Sheet{Title: lang.Say("ring.analysis.theorem"),
			Lead:   lang.Say("ring.figures.theorem.lead", "formula", bound, "sound", sound, "most", most),
			Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}, Notes: notes}, nil
	}), nil
}

// trend compares how ε_c moves with r in the paper's three grids and in ours.
func trend(paper []float64, ours []sheet.Real, seeds int) lang.Message {
	how := "mixed"
	if ours[0] < ours[1] && ours[1] < ours[2] {
		how = "rises"
	}
	return lang.Say("ring.figures.theorem.trend", "p1", paper[0], "p2", paper[1], "p3", paper[2],
		"o1", float64(ours[0]), "o2", float64(ours[1]), "o3", float64(ours[2]), "seeds", seeds, "how", how)
}
