package survey

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// releaseNumber draws release j of the visitor's own survey.
func releaseNumber(m mechanism.Mechanism, seed uint64, j int) float64 {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSurvey, Trial: uint64(j)})
	var out [1]float64
	m.Release(mechanism.Record, &s, out[:])
	return out[0]
}

// proportion reads a published number as an estimate of the proportion.
func (m *model) proportion(published float64) float64 {
	switch {
	case m.name == tulap:
		return published / float64(m.counts.N)
	case m.sees(release.NoisyCount):
		b := m.spec.Float("bias")
		if b == 0 {
			return math.NaN()
		}
		return 0.5 + (published/float64(m.counts.N)-0.5)/(2*b)
	}
	return published
}

// own is the visitor's survey: the last release, what can be concluded from it, and
// the budget.
func (m *model) own() sheet.Sheet {
	seed, k := m.spec.Seed(), m.released()
	last := releaseNumber(m.mech, seed, k)
	s := sheet.Sheet{
		Title:  lang.Say("survey.analysis.own"),
		Lead:   lang.Sentences(m.published(k, last), m.spent(k)),
		Tables: []sheet.Table{m.inferences(m.question(), last)},
	}
	if p := m.proportion(last); p < 0 || p > 1 {
		s.Notes = append(s.Notes, lang.Say("survey.own.outside"))
	}
	if k > 1 {
		s.Tables = append(s.Tables, m.ledger(seed, k))
		s.Charts = append(s.Charts, m.averaging(seed, k))
	}
	return s
}

// published says what release k is.
func (m *model) published(k int, value float64) lang.Message {
	n := m.counts.N
	switch {
	case m.sees(release.OneReport):
		return lang.Say("survey.own.report", "says", map[bool]string{true: "yes", false: "no"}[value == 1])
	case m.name == tulap:
		return lang.Say("survey.own.count", "k", k, "count", value, "n", n, "share", value/float64(n))
	case m.sees(release.NoisyCount):
		return lang.Say("survey.own.noisy", "k", k, "count", value, "n", n)
	}
	return lang.Say("survey.own.proportion", "k", k, "value", value)
}

// spent says what of the budget k releases spend.
func (m *model) spent(k int) lang.Message {
	spent, allow := float64(k)*m.eps, m.spec.Float("allow")
	switch d := m.trunc(); {
	case m.name == misprint:
		return lang.Say("survey.own.unprotected")
	case spent > allow:
		return lang.Say("survey.own.overspent", "k", k, "eps", spent, "allow", allow, "most", math.Floor(allow/m.eps))
	case d > 0:
		return lang.Say("survey.own.spent.delta", "k", k, "eps", spent, "delta", min(float64(k)*d, 1), "allow", allow)
	}
	return lang.Say("survey.own.spent", "k", k, "eps", spent, "allow", allow)
}

// inferences lists what the methods for this mechanism conclude from a release, and what
// the answers themselves show.
func (m *model) inferences(q *inference.Question, last float64) sheet.Table {
	t := sheet.Table{
		ID: "inferences", Title: lang.Say("survey.own.title"),
		Caption: lang.Say("survey.own.caption", "theta0", q.Theta0,
			"side", lang.Say("survey.param.side."+string(q.Side))),
		Columns: []lang.Message{lang.Say("survey.own.column.method"), lang.Say("survey.own.column.estimate"),
			lang.Say("survey.own.column.p"), lang.Say("survey.own.column.from", "level", 100*(1-q.Alpha)),
			lang.Say("survey.own.column.to")},
	}
	add := func(method string, r inference.Conclusion, role sheet.Role) {
		t.Rows = append(t.Rows, []sheet.Cell{
			{Text: lang.Say("survey.method." + method), Role: role, Help: lang.Say("survey.own.help." + method)},
			sheet.Number(r.Estimate, 3), sheet.Number(r.P, 3),
			sheet.Number(r.Interval[0], 3), sheet.Number(r.Interval[1], 3),
		})
	}
	n := float64(m.counts.N)
	switch m.name {
	case misprint:
		add("misprint", q.Noisy(last*n, m.noise), sheet.Bad)
	case laplace:
		add("laplace", q.Noisy(last*n, m.noise), "")
		add("normal", q.Normal(last*n, m.noise), "")
		add("jimi", q.JIMI(last*n, m.eps), "")
	case tulap:
		ump := q.Noisy(last, m.noise)
		add("ump", ump, "")
		if q.Side == inference.TwoSided {
			ump.P = q.UnbiasedP(last, m.noise)
			add("unbiased", ump, "")
		}
	case randomised:
		if bias := m.spec.Float("bias"); bias > 0 {
			add("rr", q.Randomised(m.noisyYes(last), bias), "")
		}
	}
	add("binomial", q.Raw(m.counts.Yes), sheet.Muted)
	return t
}

// noisyYes is how many reports say yes, which the collector sees whatever is published.
func (m *model) noisyYes(published float64) int {
	r := m.mech.(*release.Response)
	if r.View != release.OneReport {
		return int(math.Round(r.Count(published)))
	}
	all := release.NewResponse(m.counts, r.Bias, release.NoisyCount)
	return int(releaseNumber(all, m.spec.Seed(), m.released()))
}

// ledgerDelta is the δ that advanced composition may spend.
const ledgerDelta = 1e-6

// shownReleases is how many releases the ledger lists, beside the last.
const shownReleases = 4

// advanced is ε of k releases at δ = ledgerDelta (Dwork, Rothblum & Vadhan
// 2010, theorem III.3).
func advanced(eps float64, k int) float64 {
	kf := float64(k)
	return eps*math.Sqrt(2*kf*num.Log(1/ledgerDelta)) + kf*eps*num.Expm1(eps)
}

// ledger lists the releases and what they spent.
func (m *model) ledger(seed uint64, k int) sheet.Table {
	t := sheet.Table{
		ID: "ledger", Title: lang.Say("survey.ledger.title"), Caption: lang.Say("survey.ledger.caption"),
		Columns: []lang.Message{lang.Say("survey.ledger.column.release"), lang.Say("survey.ledger.column.published"),
			lang.Say("survey.ledger.column.spent"), lang.Say("survey.ledger.column.left"),
			lang.Say("survey.ledger.column.advanced")},
	}
	allow := m.spec.Float("allow")
	for j := 1; j <= k; j++ {
		if j > shownReleases && j < k {
			continue
		}
		spent := float64(j) * m.eps
		left, eps, adv := sheet.Number(max(allow-spent, 0), 3), sheet.Number(spent, 3),
			sheet.Number(min(advanced(m.eps, j), spent), 3)
		if spent > allow {
			left = sheet.Cell{Text: lang.Say("survey.ledger.over"), Role: sheet.Bad}
		}
		if m.name == misprint {
			eps, adv = sheet.Number(math.Inf(1), 3), sheet.Number(math.Inf(1), 3)
			left = sheet.Cell{Text: lang.Say("survey.ledger.nothing"), Role: sheet.Bad}
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Count(float64(j)),
			sheet.Number(m.proportion(releaseNumber(m.mech, seed, j)), 4), eps, left, adv})
	}
	return t
}

// averaging shows what an observer gains from repeated releases.
func (m *model) averaging(seed uint64, k int) sheet.Chart {
	shown := max(k, 20)
	sd := math.Sqrt(m.noiseVariance())
	p := float64(m.counts.Yes) / float64(m.counts.N)
	if m.sees(release.OneReport) {
		p, sd = m.mech.Truth()[0], math.Sqrt(0.25-m.spec.Float("bias")*m.spec.Float("bias"))
	}
	var x, mean, lo, hi []float64
	var px, py []float64
	sum := 0.0
	for j := 1; j <= shown; j++ {
		jf := float64(j)
		x = append(x, jf)
		half := sd / math.Sqrt(jf)
		lo, hi = append(lo, p-half), append(hi, p+half)
		if j > k {
			continue
		}
		v := m.proportion(releaseNumber(m.mech, seed, j))
		sum += v
		mean = append(mean, sum/jf)
		px, py = append(px, jf), append(py, v)
	}
	c := sheet.Chart{
		ID: "averaging", Title: lang.Say("survey.averaging.title"), Caption: lang.Say("survey.averaging.caption"),
		X: sheet.Axis{Label: lang.Say("survey.averaging.x")}, Y: sheet.Axis{Label: lang.Say("survey.averaging.y")},
		Series: []sheet.Series{
			{Name: lang.Say("survey.averaging.series.sd"), Role: sheet.Muted, Style: sheet.Area, X: sheet.Reals(x),
				Lo: sheet.Reals(lo), Hi: sheet.Reals(hi)},
			{Name: lang.Say("survey.averaging.series.releases"), Role: sheet.Record, Style: sheet.Dots,
				X: sheet.Reals(px), Y: sheet.Reals(py)},
			{Name: lang.Say("survey.averaging.series.mean"), Role: sheet.Leak, Style: sheet.Line, X: sheet.Reals(px),
				Y: sheet.Reals(mean)},
		},
		Marks: []sheet.Mark{{Label: lang.Say("survey.averaging.truth"), Role: sheet.Truth, At: sheet.Real(p)}},
	}
	if math.IsInf(sd, 0) || math.IsNaN(sd) { // δ̃ = 0: no estimate exists
		c.Series = nil
		c.Caption = lang.Say("survey.averaging.nothing")
	}
	return c
}
