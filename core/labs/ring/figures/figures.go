package figures

import (
	"fmt"
	"strings"

	about "indistinct/core/about/ring"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
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

// reading is one way to read what the paper leaves open of a mechanism, ring.figures.reading.<name>.
type reading struct {
	name string
	set  []string
}

// readings are those that stand beside what is printed of a mechanism. 24000 is the prior weight 1/η at which the
// error at s̄ = 0.944, with noise drawn anew for each window, is the printed one (figure 6); the others
// have the default, at which that of W₂-MHE's Gibbs law at s = 0.8 is (figure 5).
var readings = map[string][]reading{
	about.W2MHE: {{"gibbs", []string{"law", about.Gibbs}}, {"mixture", []string{"law", about.Mixture}}},
	about.Input: {{"window", []string{"draws", "window", "prior", "24000"}},
		{"record", []string{"draws", "record"}}},
}

// say is what a reading is called.
func (r *reading) say() lang.Message { return lang.Say("ring.figures.reading." + r.name) }

// far is the distance of the paper's records.
const far = 10

// arm is one line of a figure.
type arm struct {
	reading  int
	value, d float64
}

// figure is what one of figures 4 to 6 runs: a mechanism at some values of its dial, in each reading but at s = 1,
// where all have one law, and figure 5 at a small distance as well.
type figure struct {
	mech, param string
	values      []float64
	arms        []arm
}

var shown = map[string]figure{
	"fig4": {about.W2MHE, "s", []float64{1}, []arm{{0, 1, far}}},
	"fig5": {about.W2MHE, "s", []float64{0.8, 0.7}, []arm{{0, 0.8, far}, {0, 0.7, far}, {1, 0.8, far}, {1, 0.7, far},
		{0, 0.8, 0.3}, {0, 0.7, 0.3}}},
	"fig6": {about.Input, "sbar", []float64{0.944, 0.894}, []arm{{0, 0.944, far}, {0, 0.894, far}, {1, 0.944, far},
		{1, 0.894, far}}},
}

// columns are what figures 4 to 6 list.
var columns = []string{"printed", "escape", "proven", "exact", "error", "adjacent", "eta", "lambda"}

// begin begins the sheet of a figure of p-values over ε, with the level marked.
func begin(id string, y sheet.Axis, texts string, caption lang.Message) (s sheet.Sheet, ch sheet.Plot) {
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
	s, ch := begin(id, sheet.Axis{}, "ring.figures.p.title", lang.Say("ring.figures."+id+".caption"))
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

// curves repeats one of the figures that show p against ε. Each arm has seeds of its own.
func (at Setting) curves(id string) work.Job {
	f := shown[id]
	arms := f.arms
	at.exact = f.mech == about.W2MHE
	var specs []lab.Spec
	for i, a := range arms {
		set := []string{"mech", f.mech, f.param, Digits(a.value), "d", Digits(a.d),
			"seed", Digits(at.seed(i * Repeats))}
		specs = append(specs, at.paper(append(set, readings[f.mech][a.reading].set...)...))
	}
	return at.Sweep(specs, Repeats, func(of [][]Outcome) (sheet.Sheet, error) {
		s, ch := begin(id, sheet.Axis{Max: 1}, "ring.figures.p.title.seeds", "")
		item := lab.PaperItem(at.Lab, id)
		ours := func(reading int, p lab.Printed) (out []float64) {
			for i, a := range arms {
				if a.d == far && a.reading == reading && p.At == at.dial(f.param)+" = "+Digits(a.value) {
					out = Values(of[i], strings.TrimSuffix(p.Of, "-slides"))
				}
			}
			return out
		}
		if len(item.Printed) > 0 {
			var names []lang.Message
			for _, r := range readings[f.mech] {
				names = append(names, r.say())
			}
			item.Beside(&s, "ring", names, ours)
		}
		t := s.Table(id+"_table", "ring.figures.curves.", runs(lang.Say("ring.figures.curves.caption")),
			append([]any{lang.Verbatim("")}, headings(columns...)...)...)
		for i, a := range arms {
			name := lang.Say("ring.figures.arm", "symbol", at.dial(f.param), "value", a.value, "d", a.d,
				"reading", readings[f.mech][a.reading].say())
			t.Add(sheet.Words(name), Cells(of[i], columns...)...)
			if a.reading > 0 || a.d != far {
				continue
			}
			role := []sheet.Role{sheet.Record, sheet.Target}[i]
			for j, o := range of[i][:min(len(of[i]), 5)] {
				line := ch.Draw(name, role, []sheet.Style{sheet.Line, sheet.Dash}[i], o.Epsilon, o.P)
				if j > 0 {
					line.Name = ""
				}
			}
			for _, p := range item.Printed {
				if v, _ := p.Number(); p.Of == "printed" && strings.HasSuffix(p.At, Digits(a.value)) {
					ch.MarkX(lang.Say("ring.figures.curves.paper", "arm", p.Setting("ring")), sheet.Paper, v)
				}
			}
		}
		if id == "fig4" {
			return s, at.estimates(&s, specs[0])
		}
		m := func(arm int, column string) (mean, sd float64) { return Mean(of[arm], column) }
		a, as := m(0, "printed")
		b, bs := m(1, "printed")
		places := []any{"first", f.values[0], "second", f.values[1], "a", a, "as", as, "b", b, "bs", bs,
			"apart", apart(of[0], of[1], "printed"), "seeds", len(of[0])}
		if n := len(arms); arms[n-1].d != far {
			for j, name := range []string{"1", "2"} {
				e, _ := m(j, "exact")
				c, cs := m(n-2+j, "proven")
				ex, _ := m(n-2+j, "exact")
				places = append(places, "exact"+name, e, "near"+name, c, "nears"+name, cs, "nearexact"+name, ex)
			}
			places = append(places, "d", arms[n-1].d, "nearapart", apart(of[n-2], of[n-1], "proven"))
		}
		s.Lead = lang.Say("ring.figures."+id+".lead", places...)
		return s, nil
	})
}

// apart is 1 where a column's means clearly differ, as contest.smaller has it, else 0.
func apart(a, b []Outcome, column string) int {
	c := contest{a: a, b: b}
	return c.smaller(column) * c.smaller(column)
}

// estimates adds the left panel of figure 4, state estimation without entropy.
func (at Setting) estimates(s *sheet.Sheet, spec lab.Spec) error {
	m, err := lab.Open(at.Lab, spec)
	if err != nil {
		return err
	}
	w, ok := m.Mechanism().(*estimator.W2MHE)
	if !ok {
		return nil
	}
	ch := s.Chart("estimates", "ring.figures.estimates.", sheet.Axis{Unit: about.Metre}, sheet.Axis{Unit: about.Metre})
	draw := func(name string, role sheet.Role, style sheet.Style, at []float64) {
		line := ch.Draw(name, role, style, nil, nil)
		for i := 0; i < len(at); i += 2 {
			line.Add(at[i], at[i+1])
		}
	}
	draw("target", sheet.Target, sheet.Line, w.Truth())
	draw("record", sheet.Record, sheet.Dots, w.Estimate(mechanism.Record))
	draw("neighbour", sheet.Adjacent, sheet.Dots, w.Estimate(mechanism.Adjacent))
	s.Lead = lang.Say("ring.figures.fig4.lead")
	return nil
}

// tried are the readings that were tried: of W₂-MHE's law, of its prior weight, prediction, state, window
// and distance, and of where input perturbation draws.
var tried = map[string][]reading{
	about.W2MHE: {{"gibbs", nil}, {"gibbs.weight", []string{"prior", "24000"}},
		{"gibbs.sample", []string{"feed", "sample"}}, {"gibbs.position", []string{"state", "pos"}},
		{"gibbs.terms", []string{"terms", "n"}}, {"gibbs.rule", []string{"rule", "printed"}},
		{"mixture", []string{"law", about.Mixture}},
		{"mixture.weight", []string{"law", about.Mixture, "prior", "24000"}},
		{"mixture.position", []string{"law", about.Mixture, "state", "pos"}},
		{"mixture.terms", []string{"law", about.Mixture, "terms", "n"}},
		{"mixture.rule", []string{"law", about.Mixture, "rule", "printed"}}},
	about.Input: {{"record", []string{"draws", "record"}},
		{"record.weight", []string{"draws", "record", "prior", "24000"}},
		{"window.light", []string{"draws", "window"}},
		{"window", []string{"draws", "window", "prior", "24000"}}},
}

// tries is the job of a table of these readings: what each gives for what figures 5 and 6 print.
func (at Setting) tries() work.Job {
	const seeds = 5
	ids := []string{"fig5", "fig6"}
	var specs []lab.Spec
	for _, id := range ids {
		f := shown[id]
		for _, r := range tried[f.mech] {
			for _, v := range f.values {
				specs = append(specs, at.paper(append([]string{"mech", f.mech, f.param, Digits(v)}, r.set...)...))
			}
		}
	}
	return at.Sweep(specs, seeds, func(of [][]Outcome) (s sheet.Sheet, err error) {
		s.Title = lang.Say("ring.analysis.readings")
		s.Lead = lang.Say("ring.figures.readings.lead", "w2mhe", len(tried[about.W2MHE]),
			"input", len(tried[about.Input]), "seeds", len(of[0]))
		s.Notes = []lang.Message{lang.Say("ring.figures.readings.note")}
		for _, id := range ids {
			f, item := shown[id], lab.PaperItem(at.Lab, id)
			heads, print := headings("reading"), []sheet.Cell{}
			for _, p := range item.Printed {
				heads, print = append(heads, p.Say("ring")), append(print, p.Cell())
			}
			t := s.Table(id+"_readings", "ring.figures.readings."+id+".", lang.Say("ring.figures.readings.caption"),
				append(heads, headings("explained")...)...)
			print = append(print, sheet.Count(float64(len(print))))
			t.Add(sheet.Words(lang.Say("ring.figures.readings.printed")), print...)
			for _, r := range tried[f.mech] {
				var row []sheet.Cell
				explained := 0
				for _, p := range item.Printed {
					arm := 0
					if strings.HasSuffix(p.At, Digits(f.values[1])) {
						arm = 1
					}
					cell, verdict := p.Against(Values(of[arm], strings.TrimSuffix(p.Of, "-slides")))
					if verdict == lang.Say("lab.paper.within") {
						cell.Role = sheet.Good
						explained++
					}
					row = append(row, cell)
				}
				t.Add(sheet.Words(r.say()), append(row, sheet.Count(float64(explained)))...)
				of = of[len(f.values):]
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
	case shown[name].mech != "":
		return at.curves(name), nil
	case name == "readings":
		return at.tries(), nil
	case name == "constants":
		return work.Once("work.gains", at.constants), nil
	case name == "table1":
		return at.table1(), nil
	case name == "table2":
		return at.table2(), nil
	case name == "theorem":
		return at.theorem()
	}
	return nil, nil
}
