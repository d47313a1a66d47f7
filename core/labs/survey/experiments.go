package survey

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/labs/survey/release"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists what is computed beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "own", Title: "Your survey", Live: true, Lead: "What one release says, what every method concludes from it, and how much of the " +
			"budget is gone."},
		{Name: "laws", Title: "Record and neighbour", Live: true, Lead: "How the published number is distributed for the record and for its " +
			"neighbour, and how far the two may part."},
		{Name: "power", Title: "Power", Live: true, Lead: "How often each test sees that θ is not θ₀, computed exactly."},
		{Name: "accuracy", Title: "The price of privacy", Live: true, Lead: "How the error of randomised response, O(1/(δ̃√n)), compares with the " +
			"curator's, O(1/(εn))."},
		{Name: "size", Title: "Size", Lead: "Do the tests keep their promise of rejecting a true hypothesis with probability α, and no more?"},
		{Name: "intervals", Title: "Coverage and length of the intervals", Lead: "How often each interval holds the true share, and how long it " +
			"is on average, computed exactly."},
		{Name: "limit", Title: "The normal limit", Lead: "How the law of √n (π̂ − θ)/σ fills in as n grows."},
		{Name: "simulated", Title: "Exact against simulated power", Lead: "Do the sums agree with surveys drawn at random?"},
	}
}

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "own":
		return once(m.own), nil
	case "laws":
		return once(m.laws), nil
	case "power":
		return once(m.power), nil
	case "accuracy":
		return once(m.accuracy), nil
	case "size":
		return m.sizeJob(), nil
	case "intervals":
		return m.intervalJob(), nil
	case "limit":
		return once(m.limit), nil
	case "simulated":
		return m.simulatedJob(), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// laws shows how the published number is distributed for record and neighbour.
func (m *model) laws() sheet.Sheet {
	c := m.mech.Laws(241)
	x := m.axis()
	x.Min, x.Max = sheet.Real(c.Lo), sheet.Real(c.Hi)
	style, what := sheet.Line, "density"
	if c.Discrete {
		style, what = sheet.Dots, "probability"
	}
	eps := m.promise()
	e := num.Exp(min(eps, 700))
	top := 0.0
	for i := range c.X {
		top = max(top, c.P[0][i], c.P[1][i])
	}
	var lo, hi, l []float64
	biggest := 0.0
	for i := range c.X {
		lo = append(lo, c.P[0][i]/e)
		hi = append(hi, min(c.P[0][i]*e, 1.25*top))
		v := release.Loss(c.P[0][i], c.P[1][i])
		l = append(l, v)
		if !math.IsInf(v, 0) {
			biggest = max(biggest, math.Abs(v))
		}
	}
	bound := max(1.35*max(biggest, min(eps, 3*biggest)), 0.1)
	var lx, ly []float64 // where at least one law allows a release
	for i, v := range l {
		if c.P[0][i]+c.P[1][i] > 0 {
			lx, ly = append(lx, c.X[i]), append(ly, min(max(v, -bound), bound))
		}
	}
	s := sheet.Sheet{
		Title: lab.Title(Lab{}, "laws"),
		Lead:  sayLawsLead,
	}
	first := sheet.Chart{
		ID: "laws", Title: "Release laws", X: x, Y: sheet.Axis{Label: what, Min: 0, Max: sheet.Real(1.25 * top)},
		Caption: fmt.Sprintf(sayClaimCaption,
			sheet.Brief(eps, 4)),
		Series: []sheet.Series{
			{Name: "allowed: e^±ε around the record's", Role: sheet.Muted, Style: sheet.Area, X: sheet.Reals(c.X), Lo: sheet.Reals(lo), Hi: sheet.Reals(hi)},
			{Name: "record", Role: sheet.Record, Style: style, X: sheet.Reals(c.X), Y: sheet.Reals(c.P[0])},
			{Name: "neighbour", Role: sheet.Adjacent, Style: style, X: sheet.Reals(c.X), Y: sheet.Reals(c.P[1])},
		},
	}
	second := sheet.Chart{
		ID: "loss", Title: "Privacy loss of each possible release", X: x, Y: sheet.Axis{Label: "privacy loss ln(p/p′)",
			Min: sheet.Real(-bound), Max: sheet.Real(bound)},
		Caption: sayLossCaption,
		Series:  []sheet.Series{{Name: "privacy loss", Role: sheet.Truth, Style: style, X: sheet.Reals(lx), Y: sheet.Reals(ly)}},
	}
	if eps < bound {
		second.Marks = []sheet.Mark{{Label: "ε", Role: sheet.Strong, At: sheet.Real(eps)}, {Label: "−ε", Role: sheet.Strong, At: sheet.Real(-eps)}}
	}
	s.Charts = []sheet.Chart{first, second}
	if m.name == misprint {
		s.Notes = []string{sayOneOfTwoOnlyNote}
	}
	return s
}

// once is a job of one trial that makes a sheet.
func once(f func() sheet.Sheet) work.Job {
	return work.Once("sums", func() (sheet.Sheet, error) { return f(), nil })
}

// rows is a job whose trial i computes the numbers of row i; the sheet is made
// from all rows.
func rows(name string, count, grain int, row func(i int) []float64, show func(rows [][]float64) sheet.Sheet) work.Job {
	return work.Batches(name, int64(count), 1, int64(grain),
		func(i int64) ([]sheet.Real, error) { return sheet.Reals(row(int(i))), nil },
		func(done [][]sheet.Real) (sheet.Sheet, error) {
			all := make([][]float64, len(done))
			for i, r := range done {
				for _, v := range r {
					all[i] = append(all[i], float64(v))
				}
			}
			return show(all), nil
		})
}

// column returns one number of each row.
func column(rows [][]float64, k int) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = r[k]
	}
	return out
}

// fixed is a cell with a number of decimals.
func fixed(v float64, decimals int) sheet.Cell {
	r := sheet.Real(v)
	return sheet.Cell{Text: fmt.Sprintf("%.*f", decimals, v), Num: &r}
}

func grid(a, b int) [][]float64 {
	y := make([][]float64, a)
	for i := range y {
		y[i] = make([]float64, b)
	}
	return y
}

// logspace returns count numbers from a to b in equal ratios.
func logspace(a, b float64, count int) []float64 {
	x := make([]float64, count)
	la, lb := num.Log(a), num.Log(b)
	for i := range x {
		x[i] = num.Exp(la + (lb-la)*float64(i)/float64(count-1))
	}
	x[0], x[count-1] = a, b
	return x
}

// sizes returns different whole numbers from a to b in about equal ratios.
func sizes(a, b, count int) []int {
	var out []int
	for _, v := range logspace(float64(a), float64(b), count) {
		if n := int(math.Round(v)); len(out) == 0 || n > out[len(out)-1] {
			out = append(out, n)
		}
	}
	return out
}
