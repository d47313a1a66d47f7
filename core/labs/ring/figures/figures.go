package figures

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// smallerP returns the smaller of p⁺ and p₊ over ε for counts out of 1,000.
func smallerP(c1, c2 int64) func(e float64) float64 {
	plus, minus := paper.NewThinning(c1, c2, 1000), paper.NewThinning(c2, c1, 1000)
	return func(e float64) float64 { return min(plus.P(e), minus.P(e)) }
}

// critical is ε_c of counts out of 1,000.
func critical(c1, c2 int64) float64 { return paper.CriticalEpsilon(c1, c2, 1000, alpha) }

// alpha is the level at which the paper tests.
const alpha = 0.05

// Crossing is where the p-values of (13, 0) and (300, 170) change places.
func Crossing() float64 {
	a, b := smallerP(13, 0), smallerP(300, 170)
	return num.Bisect(0.2, 0.4, 1e-4, func(e float64) bool { return (a(e) < b(e)) != (a(0.2) < b(0.2)) })
}

// pairs are the counts of figures 2 and 3.
var pairs = map[string][]struct {
	c1, c2 int64
	role   sheet.Role
	style  sheet.Style
}{
	"fig2": {{12, 27, sheet.Record, sheet.Line}, {14, 27, sheet.Target, sheet.Line},
		{13, 0, sheet.Adjacent, sheet.Dash}, {300, 170, sheet.Fourth, sheet.Dash}},
	"fig3": {{10, 20, sheet.Record, sheet.Line}, {15, 30, sheet.Target, sheet.Line},
		{20, 40, sheet.Adjacent, sheet.Line}},
}

// arm is one line of figures 4 to 6: the factor that it is run with, and what the paper prints
// in each of the columns, 0 where nothing.
type arm struct {
	param string
	value float64
	role  sheet.Role
	paper [7]float64
}

// columns are what figures 4 to 6 list, arms what they draw.
var (
	columns = []string{"printed", "escape", "proven", "error", "adjacent", "eta", "lambda"}
	arms    = map[string][]arm{
		"fig4": {{param: "s", value: 1, role: sheet.Leak}},
		"fig5": {{"s", 0.8, sheet.Record, [7]float64{0.39947, 0, 0, 0.0040408, 0.026032, 0.013, 0.0888}},
			{"s", 0.7, sheet.Target, [7]float64{0.11485, 0, 0, 0.00599996, 0, 0.010, 0.0724}}},
		"fig6": {{"sbar", 0.944, sheet.Record, [7]float64{0.70306, 0, 0, 0.0010771, 0, 0, 0.1550}},
			{"sbar", 0.894, sheet.Target, [7]float64{0.41844, 0, 0, 0.0013998, 0, 0, 0.1351}}},
	}
)

// figure begins the sheet of a figure of p-values over ε, with the level marked.
func figure(id string, y sheet.Axis, texts string, caption lang.Message) (s sheet.Sheet, ch sheet.Plot) {
	s.Title = lang.Say("ring.analysis." + id)
	s.Notes = []lang.Message{lang.Say("ring.figures."+id+".note", "eps", Crossing(), "least", critical(10, 20),
		"more", critical(20, 40), "most", critical(1000, 0))}
	ch = s.Chart(id, "ring.figures.p.", sheet.Axis{}, y, caption)
	ch.Title = lang.Say(texts)
	ch.MarkY(lang.Say("ring.figures.p.level", "alpha", alpha), sheet.Muted, alpha)
	return s, ch
}

// Pairs lays out figure 2 or 3.
func Pairs(id string) (sheet.Sheet, error) {
	x := sheet.Even(0, 1.2, 101)
	s, ch := figure(id, sheet.Axis{}, "ring.figures.p.title", lang.Say("ring.figures."+id+".caption"))
	s.Lead = lang.Say("ring.figures." + id + ".lead")
	t := s.Table(id+"_table", "ring.figures.pairs.", lang.Say("ring.figures.pairs.caption"), lang.Verbatim("c₁"),
		lang.Verbatim("c₂"), lang.Say("ring.figures.pairs.column.epsilon", "alpha", alpha))
	for _, p := range pairs[id] {
		name := lang.Verbatim(fmt.Sprintf("(%d, %d)", p.c1, p.c2))
		sheet.Over(ch, x, x).Line(name, p.role, p.style, smallerP(p.c1, p.c2))
		t.Add(sheet.Count(float64(p.c1)), sheet.Count(float64(p.c2)), sheet.Number(critical(p.c1, p.c2), 5))
	}
	return s, nil
}

// headings are columns that several tables have.
func headings[T any](names ...T) (out []any) {
	for _, m := range sheet.Columns("ring.figures.column.", names...) {
		out = append(out, m)
	}
	return out
}

// runs says over what the means of a table are taken, and more.
func runs(more lang.Message) lang.Message {
	return lang.Sentences(lang.Say("ring.figures.runs", "seeds", Repeats), more)
}

// curves repeats one of the figures that show p against ε.
func (at Setting) curves(id string) work.Job {
	var specs []lab.Spec
	for _, a := range arms[id] {
		specs = append(specs, at.paper("mech", map[string]string{"s": "w2mhe", "sbar": "input"}[a.param],
			a.param, Digits(a.value)))
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (sheet.Sheet, error) {
		s, ch := figure(id, sheet.Axis{Max: 1}, "ring.figures.p.title.seeds", "")
		t := s.Table(id+"_table", "ring.figures.curves.", runs(lang.Say("ring.figures.curves.caption")),
			append([]any{lang.Verbatim("")}, headings(columns...)...)...)
		for i, a := range arms[id] {
			name := lang.Say("ring.figures.arm."+a.param, a.param, a.value)
			ofPaper := lang.Say("ring.figures.curves.paper", "arm", name)
			style := [2]sheet.Style{sheet.Line, sheet.Dash}[i%2] // the arms may lie on each other
			for j, o := range of[i][:min(len(of[i]), 5)] {
				line := ch.Draw(name, a.role, style, o.Epsilon, o.P)
				if j > 0 {
					line.Name = ""
				}
			}
			if a.paper[0] > 0 {
				ch.MarkX(ofPaper, sheet.Paper, a.paper[0])
			}
			t.Add(sheet.Words(name), Cells(of[i], columns...)...)
			t.Add(sheet.Words(ofPaper), printed(a.paper[:]...)...)
			if i == 0 {
				mean, sd := Mean(of[0], "printed")
				s.Lead = lang.Say("ring.figures.curves.lead", "arm", name, "mean", mean, "sd", sd, "seeds", len(of[0]),
					"paper", a.paper[0])
			}
		}
		return s, nil
	})
}

// Experiment returns the job of one of the paper's figures or tables; nil where there is none of
// that name.
func (at Setting) Experiment(name string) (work.Job, error) {
	switch {
	case pairs[name] != nil:
		return work.Once("work.p-values", func() (sheet.Sheet, error) { return Pairs(name) }), nil
	case arms[name] != nil:
		return at.curves(name), nil
	case name == "table1":
		return at.table1(), nil
	case name == "table2":
		return at.table2(), nil
	case name == "theorem":
		return at.theorem()
	}
	return nil, nil
}
