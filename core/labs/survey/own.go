package survey

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
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

// own is the visitor's survey: one release, all inferences, the budget.
func (m *model) own() sheet.Sheet {
	q := m.question()
	n := float64(m.counts.N)
	seed := m.spec.Seed()
	k := m.spec.Int("released")
	allow := m.spec.Float("allow")
	last := releaseNumber(m.mech, seed, k)

	s := sheet.Sheet{Title: lang.Say("survey.analysis.own")}
	switch {
	case m.sees(release.OneReport):
		s.Lead = lang.Verbatim(fmt.Sprintf(sayOwnReport,
			map[bool]string{true: "yes", false: "no"}[last == 1]))
	case m.name == tulap:
		s.Lead = lang.Verbatim(fmt.Sprintf(sayOwnCount, k, sheet.Brief(last, 5), m.counts.N, sheet.Brief(last/n, 4)))
	case m.sees(release.NoisyCount):
		s.Lead = lang.Verbatim(fmt.Sprintf(sayOwnNoisyCount, k, sheet.Brief(last, 7), m.counts.N))
	default:
		s.Lead = lang.Verbatim(fmt.Sprintf(sayOwnProportion, k, sheet.Brief(last, 4)))
	}
	if p := m.proportion(last); p < 0 || p > 1 {
		s.Notes = append(s.Notes, sayOutsideNote)
	}
	s.Tables = append(s.Tables, m.inferences(q, seed, k), m.ledger(seed, k, allow))
	s.Charts = append(s.Charts, m.averaging(seed, k))
	if spent := float64(k) * m.eps; spent > allow {
		s.Notes = append(s.Notes, lang.Verbatim(fmt.Sprintf(sayOverspentNote,
			k, sheet.Brief(spent, 3), sheet.Brief(allow, 3), int(math.Floor(allow/m.eps)))))
	}
	if d := m.trunc(); d > 0 {
		s.Notes = append(s.Notes, lang.Verbatim(fmt.Sprintf(sayDeltaSpentNote, sheet.Brief(d,
			3), k, sheet.Brief(min(float64(k)*d, 1), 3))))
	}
	if m.name == misprint {
		s.Notes = append(s.Notes, sayMisprintSpentNote)
	}
	s.Notes = append(append(s.Notes, m.unequal()...), saySeedNote)
	return s
}

// inferences lists what each method concludes.
func (m *model) inferences(q *inference.Question, seed uint64, k int) sheet.Table {
	t := sheet.Table{
		ID: "inferences", Title: "What can be concluded about the population",
		Caption: lang.Verbatim(fmt.Sprintf(sayInferencesCaption,
			sheet.Brief(q.Theta0, 3), q.Side.Alternative(), sheet.Brief(100*(1-q.Alpha), 4), sheet.Brief(m.fair, 3))),
		Columns: []lang.Message{"Method", "Reads", "Estimate of θ", "p-value", "Interval from", "to", "Length"},
	}
	add := func(r inference.Conclusion, reads string, role sheet.Role, help string) {
		t.Rows = append(t.Rows, []sheet.Cell{
			{Text: lang.Verbatim(r.Method), Role: role, Help: lang.Verbatim(help)}, sheet.Words(lang.Verbatim(reads)), sheet.Number(r.Estimate, 4),
			sheet.Number(r.P, 4),
			sheet.Number(r.Interval[0], 4), sheet.Number(r.Interval[1], 4),
			sheet.Number(r.Interval[1]-r.Interval[0], 3),
		})
	}
	nf := float64(m.counts.N)
	// The releases: the chosen mechanism's own where it fits, else companions
	// with streams of their own.
	companion := func(name string, other func() (mechanism.Mechanism, error)) float64 {
		mech := mechanism.Mechanism(m.mech)
		if m.name != name {
			var err error
			if mech, err = other(); err != nil {
				return math.NaN()
			}
		}
		return releaseNumber(mech, seed, k)
	}
	mark := func(name string) sheet.Role {
		if m.name == name {
			return sheet.Strong
		}
		return ""
	}

	if m.name == misprint {
		z := releaseNumber(m.mech, seed, k) * nf
		reads := "misprinted release " + sheet.Brief(z/nf, 4)
		add(q.Noisy("exact, for the noise as printed", z, m.noise), reads, sheet.Bad, sayMisprintedNoiseHelp)
	}
	lapEps := m.fair
	z := companion(laplace, func() (mechanism.Mechanism, error) { return release.NewLaplace(m.counts, lapEps) })
	z = z * nf
	reads := "Laplace release " + sheet.Brief(z/nf, 4)
	lap := law.Laplace{Epsilon: lapEps}
	add(q.Noisy("exact Laplace", z, lap), reads, mark(laplace), sayLaplaceHelp)
	add(q.Normal("normal approximation", z, lap), reads, mark(laplace), sayNormalHelp)
	add(q.JIMI("DP JIMI", z, lapEps), reads, mark(laplace), sayJIMIHelp)

	noise := law.NewTulap(m.fair, m.trunc())
	z = companion(tulap, func() (mechanism.Mechanism, error) { return release.NewTulap(m.counts, m.fair, m.trunc()) })
	reads = "Tulap release " + sheet.Brief(z, 5)
	ump := q.Noisy("DP-UMP", z, noise)
	add(ump, reads, mark(tulap), sayUMPHelp)
	if q.Side == inference.TwoSided {
		ump.Method, ump.P = "DP-UMP, unbiased", q.UnbiasedP(z, noise)
		add(ump, reads, mark(tulap), sayUMPTwoSidedHelp)
	}

	bias := release.ResponseBias(m.fair)
	var count float64
	if m.name == randomised {
		bias = m.spec.Float("bias")
	}
	if bias > 0 {
		rr, err := release.NewResponse(m.counts, bias, release.NoisyCount)
		if r, ok := m.mech.(*release.Response); ok && r.View != release.OneReport {
			count, err = math.Round(r.Count(releaseNumber(r, seed, k))), nil
		} else if err == nil {
			count = releaseNumber(rr, seed, k)
		}
		if err == nil {
			add(q.Randomised("randomised response", int(count), bias), sheet.Brief(count, 7)+" noisy yes",
				mark(randomised), sayNoisyCountHelp)
		}
	}

	reads = fmt.Sprintf("%d yes: not private", m.counts.Yes)
	add(q.Raw("exact binomial", m.counts.Yes), reads, sheet.Muted, sayNotPrivateHelp)
	add(q.RawJIMI("JIMI, D ~ Beta(½, ½)", m.counts.Yes, 0.5), reads, sheet.Muted, sayRawJIMIHelp)
	add(q.RawJIMI("JIMI, D ~ Beta(1, 1)", m.counts.Yes, 1), reads, sheet.Muted, sayRawJIMIUniformHelp)
	return t
}

// ledgerDelta is the δ that advanced composition may spend.
const ledgerDelta = 1e-6

// advanced is ε of k releases at δ = ledgerDelta (Dwork, Rothblum & Vadhan
// 2010, theorem III.3).
func advanced(eps float64, k int) float64 {
	kf := float64(k)
	return eps*math.Sqrt(2*kf*num.Log(1/ledgerDelta)) + kf*eps*num.Expm1(eps)
}

// ledger lists the releases and what they spent.
func (m *model) ledger(seed uint64, k int, allow float64) sheet.Table {
	t := sheet.Table{
		ID: "ledger", Title: "Releases and budget",
		Caption: sayLedgerCaption,
		Columns: []lang.Message{"Release", "Published", "Mean so far", "ε spent", "ε left", "ε, advanced"},
	}
	sum := 0.0
	for j := 1; j <= k; j++ {
		p := m.proportion(releaseNumber(m.mech, seed, j))
		sum += p
		if j > 10 && j < k {
			continue // the first ten and the last
		}
		spent := float64(j) * m.eps
		left := sheet.Number(max(allow-spent, 0), 3)
		if spent > allow {
			left = sheet.Cell{Text: "overspent", Role: sheet.Bad}
		}
		eps, adv := sheet.Number(spent, 3), sheet.Number(min(advanced(m.eps, j), spent), 3)
		if m.name == misprint {
			eps, adv, left = sheet.Cell{Text: "∞", Role: sheet.Bad}, sheet.Words("∞"),
				sheet.Cell{Text: "nothing holds", Role: sheet.Bad}
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Count(float64(j)), sheet.Number(p, 4),
			sheet.Number(sum/float64(j), 4), eps, left, adv})
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
		ID: "averaging", Title: "Repeating the release", Caption: sayAveragingCaption,
		X: sheet.Axis{Label: "releases k"}, Y: sheet.Axis{Label: "proportion"},
		Series: []sheet.Series{
			{Name: "± 1 sd of the mean", Role: sheet.Muted, Style: sheet.Area, X: sheet.Reals(x), Lo: sheet.Reals(lo),
				Hi: sheet.Reals(hi)},
			{Name: "releases", Role: sheet.Record, Style: sheet.Dots, X: sheet.Reals(px), Y: sheet.Reals(py)},
			{Name: "their mean", Role: sheet.Leak, Style: sheet.Line, X: sheet.Reals(px), Y: sheet.Reals(mean)},
		},
		Marks: []sheet.Mark{{Label: "true value", Role: sheet.Truth, At: sheet.Real(p)}},
	}
	if math.IsInf(sd, 0) || math.IsNaN(sd) { // δ̃ = 0: no estimate exists
		c.Series = nil
		c.Caption = sayAveragingNothingCaption
	}
	return c
}
