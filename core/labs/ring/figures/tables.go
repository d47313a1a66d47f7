package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"indistinct/core/lang"

	"indistinct/core/labs/ring/estimator"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

var layouts = []string{"uniform", "random", "clustered"}

// better names the better of two by one of the paper's rules: the smaller
// value, "no difference" where the intervals of the mean overlap.
func better(a, b []Outcome, nameA, nameB string, f func(Outcome) sheet.Real) string {
	ma, sa := SpreadOf(a, f)
	mb, sb := SpreadOf(b, f)
	if math.IsInf(ma, 0) || math.IsInf(mb, 0) {
		switch {
		case ma < mb:
			return nameA
		case mb < ma:
			return nameB
		}
		return "neither"
	}
	half := 2 * math.Sqrt(sa*sa/float64(len(a))+sb*sb/float64(len(b)))
	switch {
	case ma < mb-half:
		return nameA
	case mb < ma-half:
		return nameB
	}
	return "no clear difference"
}

// betterProven is better by the proven ε, unless both come within a tenth of the most
// that so many releases can prove.
func betterProven(a, b []Outcome, most float64, which func(f func(Outcome) sheet.Real) string) string {
	pa, _ := SpreadOf(a, ProvenEpsilon)
	pb, _ := SpreadOf(b, ProvenEpsilon)
	if min(pa, pb) > 0.9*most {
		return SayBothAtTheMost
	}
	return which(ProvenEpsilon)
}

func (at Setting) table1() (work.Job, error) {
	// The paper's table names no s and no s̄; these are those of its figures.
	var arms []Arm
	for _, l := range layouts {
		arms = append(arms, Arm{Name: l, Spec: at.paper("layout", l, "mech", "w2mhe", "s", "0.8")},
			Arm{Name: l, Spec: at.paper("layout", l, "mech", "input", "sbar", "0.894")})
	}
	most := stat.MostProven(int64(arms[0].Spec.Int("m")), 1-arms[0].Spec.Float("alpha"))
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table1", Title: "W₂-MHE (s = 0.8) and input perturbation (s̄ = 0.894)",
			Columns: []lang.Message{"layout", "mechanism", "ε_c", "with escape", "proven ε ≥", "λ", "E_correct",
				"smaller ε_c", "smaller proven ε", "smaller error"},
			Caption: lang.Verbatim(fmt.Sprintf(sayTable1Caption, Repeats, sheet.Format(most, 3)))}
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			for j, o := range [][]Outcome{a, b} {
				row := []sheet.Cell{sheet.Words(lang.Verbatim(l)), sheet.Words(lang.Verbatim([]string{"W₂-MHE", "input perturbation"}[j])),
					PlusMinus(o, 3, EpsilonC), PlusMinus(o, 3, EscapeC),
					PlusMinus(o, 3, ProvenEpsilon), PlusMinus(o, 3, lambda),
					PlusMinus(o, 3, ECorrect)}
				if j == 0 {
					which := func(f func(Outcome) sheet.Real) string {
						return better(a, b, "W₂-MHE", "input perturbation", f)
					}
					row = append(row, sheet.Words(lang.Verbatim(which(EpsilonC))), sheet.Words(lang.Verbatim(betterProven(a, b, most, which))),
						sheet.Words(lang.Verbatim(which(ECorrect))))
				} else {
					row = append(row, sheet.Words(""), sheet.Words(""), sheet.Words(""))
				}
				t.Rows = append(t.Rows, row)
			}
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, o := range by {
			if len(o) > 0 {
				v, _ := SpreadOf(o, ProvenEpsilon)
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		lead := fmt.Sprintf(sayTable1ProvenLead, sheet.Format(lo, 3), sheet.Format(hi, 3))
		paper := sheet.Table{ID: "table1_paper", Title: "The paper's table", Columns: []lang.Message{"layout", "W₂-MHE: ε_c",
			"λ", "E_correct", "input: ε_c", "λ", "E_correct", "better"},
			Rows: [][]sheet.Cell{
				{sheet.Words("Q₁"), sheet.Number(.39947, 5), sheet.Number(.0888, 3), sheet.Number(.0040408, 5),
					sheet.Number(.41844, 5), sheet.Number(.1351, 4), sheet.Number(.0013998, 5),
					sheet.Words("input perturbation")},
				{sheet.Words("Q₂"), sheet.Number(.53229, 5), sheet.Number(.1011, 4), sheet.Number(.0049874, 5),
					sheet.Number(.72204, 5), sheet.Number(.2106, 4), sheet.Number(.0049674, 5), sheet.Words("W₂-MHE")},
				{sheet.Words("Q₃"), sheet.Number(.98768, 5), sheet.Number(.1037, 4), sheet.Number(.0030866, 5),
					sheet.Number(2.3423, 5), sheet.Number(.8408, 4), sheet.Number(.0037826, 5), sheet.Words("W₂-MHE")}}}
		return sheet.Sheet{Title: lang.Say("ring.analysis.table1"), Lead: lang.Verbatim(lead),
			Tables: []sheet.Table{t, paper}, Notes: []lang.Message{sayTable1Note}}, nil
	})
}

func (at Setting) table2() (work.Job, error) {
	var arms []Arm
	for _, l := range layouts {
		arms = append(arms, Arm{Name: l, Spec: at.paper("layout", l, "mech", "ekf")},
			Arm{Name: l, Spec: at.paper("layout", l, "mech", "w2mhe", "s", "0.8")})
	}
	paperEps, paperE := []float64{.46223, 1.9239, 2.3085}, []float64{.0066205, .0064686, .0062608}
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table2", Title: "Private EKF (ŝ = 0.9887) against W₂-MHE (s = 0.8)",
			Columns: []lang.Message{"layout", "EKF: ε_c", "paper", "with escape", "E_correct", "paper", "neighbour inside",
				"W₂-MHE: ε_c", "E_correct", "smaller ε_c", "smaller error"},
			Caption: lang.Verbatim(fmt.Sprintf(sayTable2Caption, Repeats))}
		worse, larger, smaller := 0, 0, 0
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			if better(a, b, "", "W₂-MHE", ECorrect) == "W₂-MHE" {
				worse++
			}
			switch better(a, b, "EKF", "W₂-MHE", EpsilonC) {
			case "EKF":
				smaller++
			case "W₂-MHE":
				larger++
			}
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Verbatim(l)), PlusMinus(a, 3, EpsilonC), sheet.Number(paperEps[i], 5),
				PlusMinus(a, 3, EscapeC),
				PlusMinus(a, 3, ECorrect), sheet.Number(paperE[i], 5), PlusMinus(a, 2, inside),
				PlusMinus(b, 3, EpsilonC), PlusMinus(b, 3, ECorrect),
				sheet.Words(lang.Verbatim(better(a, b, "EKF", "W₂-MHE", EpsilonC))),
				sheet.Words(lang.Verbatim(better(a, b, "EKF", "W₂-MHE", ECorrect)))})
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.table2"), Lead: lang.Verbatim(fmt.Sprintf(sayTable2Lead, worse, len(layouts),
			larger, smaller)),
			Tables: []sheet.Table{t}, Notes: []lang.Message{sayTable2Note}}, nil
	})
}

func (at Setting) theorem() (work.Job, error) {
	grids := []int{2, 3, 4, 6, 8, 12}
	var arms []Arm
	for _, r := range grids {
		arms = append(arms, Arm{Name: strconv.Itoa(r), Spec: at.paper("T", "7", "s", "0.8", "r", strconv.Itoa(r))})
	}
	first, err := at.Open(arms[0].Spec)
	if err != nil {
		return nil, err
	}
	printedEps := []float64{.89281, .98162, 1.9939, 0, 0, 0}
	bound := estimator.TheoremEpsilon(at.Config(arms[0].Spec), 1, 10, 0.8)
	sound := math.NaN()
	if w, ok := first.(*estimator.W2MHE); ok {
		sound = w.SoundEpsilon(true)
	}
	return at.Sweep(arms, Repeats, false, func(by [][]Outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "theorem", Title: "Finer grids", Columns: []lang.Message{"r", "cells", "occupied",
			SayPrintedRule, "paper", "with escape", "proven ε ≥", "releases for 5 in each occupied cell"},
			Caption: lang.Verbatim(fmt.Sprintf(sayGridCaption, Repeats))}
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
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(float64(r), 3), sheet.Number(float64(by[i][0].Events), 9),
				sheet.Number(occ, 4),
				PlusMinus(by[i], 3, EpsilonC), printed(printedEps[i], 5),
				PlusMinus(by[i], 3, EscapeC), PlusMinus(by[i], 3, ProvenEpsilon),
				sheet.Number(math.Ceil(5*occ), 4)})
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.theorem"),
			Lead: lang.Verbatim(fmt.Sprintf(sayGridLead, sheet.Format(bound, 5), sheet.Format(sound, 4), sheet.Format(most, 3))),
			Charts: []sheet.Chart{{ID: "theorem", Title: "Critical ε against the grid",
				X: sheet.Axis{Label: "cells per axis r"}, Y: sheet.Axis{Label: "critical ε_c"},
				Series: []sheet.Series{{Name: "printed rule", Role: sheet.Record, Style: sheet.Dots, X: x, Y: y,
					Lo: lo, Hi: hi},
					{Name: "paper", Role: sheet.Paper, Style: sheet.Dots, X: sheet.Reals([]float64{2, 3, 4}),
						Y: sheet.Reals(printedEps[:3])}}}},
			Tables: []sheet.Table{t}, Notes: append(trend(by[:3], printedEps[:3]), sayWhyPaperStoppedAtFour,
				sayPrintedRuleDropsOutside)}, nil
	})
}

// trend compares how ε_c moves with r in the paper's three grids and in ours; nil
// before every one of them is known.
func trend(by [][]Outcome, paper []float64) []lang.Message {
	rises, before := true, 0.0
	var theirs, ours []string
	for i, o := range by {
		if len(o) == 0 {
			return nil
		}
		mean, _ := SpreadOf(o, EpsilonC)
		rises, before = rises && mean > before, mean
		theirs = append(theirs, lang.Format(paper[i], 5))
		ours = append(ours, lang.Format(mean, 3))
	}
	say := SayTrendNoRise
	if rises {
		say = SayTrendRises
	}
	return []lang.Message{lang.Verbatim(fmt.Sprintf(sayTrendInR, strings.Join(theirs, ", "), strings.Join(ours, ", "), len(by[0]), say))}
}
