package figures

import (
	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Power shows how often each test rejects: over the true share, n and ε.
func (at Setting) Power() (s sheet.Sheet) {
	q, tests := at.Question, testsOf(at.Question, at.Epsilon, at.Trunc)
	s = at.sheet("power", "theta0", q.Theta0, "side", at.side(), "alpha", q.Alpha, "eps", at.Epsilon, "n", q.N)
	unit := sheet.Axis{Label: lang.Say("survey.figures.rejecting"), Max: 1}
	overTheta := s.Chart("power-theta", "survey.figures.power.theta.", sheet.Axis{Max: 1}, unit,
		lang.Say("survey.figures.power.theta.caption"))
	overTheta.MarkX(lang.Verbatim("θ₀"), sheet.Muted, q.Theta0)
	var shares []float64
	for i := range 200 {
		shares = append(shares, (float64(i)+0.5)/200)
	}
	at.powers(overTheta, shares, func(theta float64) ([]*inference.Decision, float64) { return tests, theta })

	// Over n and over ε, at the assumed truth.
	truth := lang.Say("survey.figures.power.truth", "theta", at.Theta)
	overN := s.Chart("power-n", "survey.figures.power.n.", respondents, unit, truth)
	// A survey ten times as large is the largest.
	at.powers(overN, sizes(4, min(max(10*q.N, 200), 20000), 40), func(n float64) ([]*inference.Decision, float64) {
		ask := *q
		ask.N = int(n)
		return testsOf(&ask, at.Epsilon, at.Trunc), at.Theta
	})
	overN.MarkX(lang.Say("survey.figures.mark.survey"), sheet.Muted, float64(q.N))
	overEpsilon := s.Chart("power-epsilon", "survey.figures.power.epsilon.",
		sheet.Axis{Label: lang.Say("survey.figures.budget"), Log: true}, unit, truth)
	at.powers(overEpsilon, logspace(0.05, 10, 40),
		func(e float64) ([]*inference.Decision, float64) { return testsOf(q, e, at.Trunc), at.Theta })
	overEpsilon.MarkX(lang.Say("survey.figures.mark.epsilon"), sheet.Muted, at.Epsilon)

	t := s.Table("rejection", "survey.figures.power.table.", lang.Say("survey.figures.power.table.caption"), "test",
		lang.Say("survey.figures.power.table.column.null", "theta0", q.Theta0),
		lang.Say("survey.figures.power.table.column.truth", "theta", at.Theta))
	for i, d := range tests {
		t.Add(sheet.Words(contenders[i].title()), fixed(d.Power(q.Theta0)), fixed(d.Power(at.Theta)))
	}
	return s
}

// Size computes the size over θ₀.
func (at Setting) Size() work.Job {
	return at.atTruth("size", at.Question.Side, func(rejects float64) float64 { return rejects })
}

// Coverage computes how often intervals hold the true share: those of all θ that the two-sided test does not reject.
func (at Setting) Coverage() work.Job {
	return at.atTruth("coverage", about.TwoSided, func(rejects float64) float64 { return 1 - rejects })
}

// atTruth computes how often each test rejects a θ₀ that is true, over θ₀: one row has what of makes of that, for each
// test.
func (at Setting) atTruth(name string, side string, of func(rejects float64) float64) work.Job {
	q := *at.Question
	q.Side = side
	null := func(i int64) float64 { return float64(i+1) / 100 }
	return work.Batches("work.sums", 99, 1, 8, func(i int64) (out []sheet.Real, err error) {
		ask := q
		ask.Theta0 = null(i)
		return sheet.Each(testsOf(&ask, at.Epsilon, at.Trunc),
			func(t *inference.Decision) float64 { return of(t.Power(ask.Theta0)) }), nil
	}, func(all [][]sheet.Real) (sheet.Sheet, error) {
		promised := of(q.Alpha)
		s := at.sheet(name, "promised", promised, "side", at.side(), "n", q.N, "eps", at.Epsilon)
		if side == about.TwoSided {
			s.Notes = append(s.Notes, lang.Say("survey.figures.size.two"))
		}
		c := s.Chart(name+"-theta", "survey.figures."+name+".theta.", sheet.Axis{}, sheet.Axis{},
			lang.Say("survey.figures.size.caption", "n", q.N, "eps", at.Epsilon))
		at.lines(c, promised)
		for i, row := range all {
			for k, v := range row {
				c.Series[k].Add(null(int64(i)), float64(v))
			}
		}
		return s, nil
	})
}
