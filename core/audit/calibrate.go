package audit

import (
	"fmt"
	"math"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// The kinds of calibration. The streams of the fast ones, which draw counts
// directly, are rng.PhaseCalibrate's.
const (
	// CalibrateSize measures how often whole audits reject mechanisms that keep
	// their claim exactly.
	CalibrateSize = "size"
	// CalibratePower measures how often violations of growing size are found.
	CalibratePower = "power"
	// CalibrateLooks measures what looking again and again does to the rate of
	// false alarms, for the fixed-size test and for the one whose α the looks share.
	CalibrateLooks = "looks"
)

// outcome is what one repetition of a calibration decided. The tests' order is
// that of each kind's list.
type outcome struct {
	Reject [4]bool `json:"r"`
}

// NewCalibration tests the test: reps repetitions of a kind of calibration,
// for the α, n, m and ε of the settings. Its output is a sheet.Sheet as JSON,
// with rates and their 95 % intervals; partial sheets come after each tenth.
func NewCalibration(set Settings, kind string, reps int) (work.Job, error) {
	if reps < 1 || reps > 100000 {
		return nil, fmt.Errorf("the number of repetitions is %d; it must lie in 1 … 100,000", reps)
	}
	if err := set.Check(); err != nil {
		return nil, err
	}
	set.Sequential = false
	if set.Epsilon == 0 {
		set.Epsilon = 0.7
	}
	switch kind {
	case CalibrateSize:
		return newSizes(set, reps)
	case CalibratePower:
		return newPower(set, reps)
	case CalibrateLooks:
		return newLooks(set, reps)
	}
	return nil, fmt.Errorf("the kind of calibration is %q; it must be %q, %q or %q", kind, CalibrateSize, CalibratePower, CalibrateLooks)
}

// calibration lays a kind out: trial t is repetition t/len(scenarios) of
// scenario t mod len(scenarios), so that partial results cover all scenarios.
func calibration(name string, scenarios, reps int, grain int64, do func(scenario int, rep uint64) (outcome, error), show func(hits [][4]int64, done []int64) sheet.Sheet) work.Job {
	return work.Batches(name, int64(scenarios*reps), 10, grain,
		func(trial int64) (outcome, error) {
			return do(int(trial%int64(scenarios)), uint64(trial/int64(scenarios)))
		},
		func(done []outcome) (sheet.Sheet, error) {
			hits, n := make([][4]int64, scenarios), make([]int64, scenarios)
			for t, o := range done {
				k := t % scenarios
				n[k]++
				for i, r := range o.Reject {
					if r {
						hits[k][i]++
					}
				}
			}
			return show(hits, n), nil
		})
}

// fullAudit runs a whole audit of a mechanism and returns whether the paper's
// rule (ε_c above the claim), the paper's rule with the escape event, and the
// stronger test reject the claim.
func fullAudit(m mechanism.Mechanism, set Settings) (outcome, error) {
	var o outcome
	set.Brief = true
	r, err := Run(m, set)
	if err != nil {
		return o, err
	}
	o.Reject[0] = float64(r.EpsilonC) > set.Epsilon
	o.Reject[1] = float64(r.EscapeC) > set.Epsilon
	o.Reject[2] = r.Verdict == Violation
	return o, nil
}

// sized is a mechanism that sits exactly at a claim.
type sized struct {
	name  string
	mech  mechanism.Mechanism
	claim privacy.Budget
}

func newSizes(set Settings, reps int) (work.Job, error) {
	eps := set.Epsilon
	lap, err := mechanism.NewLaplace(1, eps)
	if err != nil {
		return nil, err
	}
	resp, err := mechanism.NewResponse(3, eps/3, eps)
	if err != nil {
		return nil, err
	}
	hist, err := mechanism.NewHistogram([]float64{3, 1, 2}, eps)
	if err != nil {
		return nil, err
	}
	gauss, err := mechanism.NewGauss(1, 1, 1, privacy.Budget{})
	if err != nil {
		return nil, err
	}
	at := privacy.Budget{Epsilon: eps, Delta: gauss.Profile().Delta(eps)}
	all := []sized{
		{"ignores its input (ε = 0)", mechanism.Ignorant{Steps: 1, Dim: 1}, privacy.Budget{}},
		{"Laplace, exactly at ε", lap, privacy.Budget{Epsilon: eps}},
		{"randomised response over three steps, exactly at ε", resp, privacy.Budget{Epsilon: eps}},
		{"histogram of three counts, exactly at ε", hist, privacy.Budget{Epsilon: eps}},
		{"Gaussian, exactly at (ε, δ)", gauss, at},
	}
	do := func(k int, rep uint64) (outcome, error) {
		s := set
		s.Seed = rng.Hash(set.Seed, rng.PhaseCalibrate, uint64(k), rep)
		s.Epsilon, s.Delta = all[k].claim.Epsilon, all[k].claim.Delta
		return fullAudit(all[k].mech, s)
	}
	show := func(hits [][4]int64, n []int64) sheet.Sheet {
		out := sheet.Sheet{
			Title: "Does the test accuse the innocent?",
			Lead: fmt.Sprintf("Mechanisms that keep their claim exactly, audited again and again with fresh releases: a test of level α = %s may reject at most %s of them.",
				sheet.Format(set.Alpha, 3), percent(set.Alpha)),
			Notes: []string{
				fmt.Sprintf("Every repetition is a whole audit: high-likely set, events chosen on n = %s releases of each input, tested on m = %s fresh ones.", sheet.Group(int64(set.N)), sheet.Group(int64(set.M))),
				"The paper's rule compares the smaller of two p-values with α, so it may reject up to 2α; where it rejects less than α, that is because its averaged p-value is conservative and its event is a single cell.",
				"The paper's rule knows no δ: for the Gaussian it is held against ε alone, which no Gaussian mechanism keeps, so its rejections there are not false.",
			},
		}
		tests := []string{"paper's rule", "paper's rule with the escape event", "stronger test"}
		t := sheet.Table{ID: "size", Title: "Rate of rejection", Caption: "With 95 % Clopper–Pearson intervals.", Columns: append([]string{"Mechanism", "Audits"}, tests...)}
		c := sheet.Chart{ID: "size", Title: "False alarms", Caption: "Below the line is where a test of level α must be.",
			X: sheet.Axis{Label: "mechanism, in the table's order", Min: 0.5, Max: sheet.Real(float64(len(all)) + 0.5)}, Y: sheet.Axis{Label: "rate of rejection"},
			Marks: []sheet.Mark{{Label: "α", Role: sheet.Truth, At: sheet.Real(set.Alpha)}}}
		roles := []sheet.Role{sheet.Paper, sheet.Third, sheet.Strong}
		for i, name := range tests {
			s := sheet.Series{Name: name, Role: roles[i], Style: sheet.Dots}
			for k := range all {
				if n[k] == 0 || i < 2 && all[k].claim.Delta > 0 {
					continue
				}
				addRate(&s, float64(k+1)+0.12*float64(i-1), hits[k][i], n[k])
			}
			c.Series = append(c.Series, s)
		}
		for k, m := range all {
			row := []sheet.Cell{sheet.Text(m.name), sheet.Number(float64(n[k]), 6)}
			for i := range tests {
				row = append(row, rateCell(hits[k][i], n[k]))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Charts, out.Tables = []sheet.Chart{c}, []sheet.Table{t}
		return out
	}
	return calibration("auditing mechanisms that keep their claim", len(all), reps, 1, do, show), nil
}

// fixedCounts draws the two counts of the fixed event x < 0 of a Laplace mechanism
// in m trials directly: it has probability ½ for one record and ½e^{−ε} for the
// other, the largest event on which the whole ε shows.
func fixedCounts(s *rng.Stream, m int64, epsilon float64) (c1, c2 int64) {
	c1 = s.Binomial(m, 0.5)
	return c1, s.Binomial(m, 0.5*num.Exp(-epsilon))
}

var powerRatios = []float64{0.5, 0.8, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3}
var powerSizes = []int64{100, 1000, 10000, 100000}

func newPower(set Settings, reps int) (work.Job, error) {
	small := set
	small.N, small.M = min(set.N, 1000), min(set.M, 1000)
	small.Delta = 0
	nr := len(powerRatios)
	fast := nr * len(powerSizes)
	full := nr
	do := func(k int, rep uint64) (outcome, error) {
		if k >= fast {
			// One whole audit for every ten fast repetitions.
			if rep%10 != 0 {
				return outcome{}, nil
			}
			lap, err := mechanism.NewLaplace(1, powerRatios[k-fast]*set.Epsilon)
			if err != nil {
				return outcome{}, err
			}
			s := small
			s.Seed = rng.Hash(set.Seed, rng.PhaseCalibrate, uint64(k), rep)
			return fullAudit(lap, s)
		}
		st := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseCalibrate, Input: uint32(k), Trial: rep})
		m := powerSizes[k/nr]
		// The events x < 0 and x > 1.
		less := num.Exp(-powerRatios[k%nr] * set.Epsilon)
		c1, f2 := st.Binomial(m, 0.5), st.Binomial(m, 0.5)
		f1, c2 := st.Binomial(m-c1, less), st.Binomial(m-f2, less)
		var o outcome
		plus, minus := paper.PValues(c1, c2, m, set.Epsilon)
		o.Reject[0] = math.Min(plus, minus) <= set.Alpha
		o.Reject[1] = stat.UnionLower(c1, c2, m, 0, set.Alpha, 0.2) > set.Epsilon
		o.Reject[2] = stat.OddsTest{E1: c1, F1: f1, E2: c2, F2: f2}.Rejects(set.Epsilon, set.Alpha)
		o.Reject[3] = stat.ConditionalBinomial(c1, c2, set.Epsilon) <= set.Alpha
		return o, nil
	}
	show := func(hits [][4]int64, n []int64) sheet.Sheet {
		out := sheet.Sheet{
			Title: "How large a violation is found, with how many releases?",
			Lead:  fmt.Sprintf("Laplace mechanisms that claim ε = %s and have another: how often the test rejects the claim.", short(set.Epsilon)),
			Notes: []string{
				"The curves by number of releases are fast: the counts of two fixed events, x < 0 and x > 1, which tell the two apart best for this mechanism, are drawn directly from their laws. No event has to be found. The stronger test counts both, as it does in a whole audit; the others count the first.",
				fmt.Sprintf("The whole audits (every tenth repetition) choose their events on n = %s releases of each input and test on m = %s fresh ones.", sheet.Group(int64(small.N)), sheet.Group(int64(small.M))),
			},
		}
		curve := func(name string, role sheet.Role, style sheet.Style, from, test int, whole bool) sheet.Series {
			s := sheet.Series{Name: name, Role: role, Style: style}
			for i, r := range powerRatios {
				k := from + i
				total := n[k]
				if whole {
					total = (total + 9) / 10
				}
				if total > 0 {
					addRate(&s, r, hits[k][test], total)
				}
			}
			return s
		}
		axes := func(id, title, caption string) sheet.Chart {
			return sheet.Chart{ID: id, Title: title, Caption: caption,
				X: sheet.Axis{Label: "true ε / claimed ε"}, Y: sheet.Axis{Label: "rate of rejection", Max: 1},
				Marks: []sheet.Mark{{Label: "α", Role: sheet.Muted, At: sheet.Real(set.Alpha)}, {Label: "the claim", Role: sheet.Truth, At: 1, Vertical: true}}}
		}
		roles := []sheet.Role{sheet.Muted, sheet.Third, sheet.Strong, sheet.Fourth}
		a := axes("power", "Power by number of releases", "Stronger test on the best two fixed events: left of the claim it must stay below α, right of it it should be high.")
		b := axes("power-paper", "The same for the paper's expected p-value", "Both one-sided p-values against α, on the first of these events.")
		for i, m := range powerSizes {
			name := sheet.Group(m) + " releases of each input"
			a.Series = append(a.Series, curve(name, roles[i], sheet.Line, i*nr, 2, false))
			b.Series = append(b.Series, curve(name, roles[i], sheet.Line, i*nr, 0, false))
		}
		c := axes("power-full", "Whole audits", "Events are chosen by each test itself: the paper's rule looks at single cells inside the high-likely set.")
		c.Series = []sheet.Series{
			curve("paper's rule", sheet.Paper, sheet.Line, fast, 0, true),
			curve("paper's rule with the escape event", sheet.Third, sheet.Line, fast, 1, true),
			curve("stronger test", sheet.Strong, sheet.Line, fast, 2, true),
		}
		out.Charts = []sheet.Chart{a, b, c}
		t := sheet.Table{ID: "power", Title: "Rate of rejection at 1,000 releases of each input, fixed events", Caption: "With 95 % Clopper–Pearson intervals.",
			Columns: []string{"true ε / claimed ε", "paper's expected p-value", "Clopper–Pearson and union bound", "odds ratio of both events", "conditional binomial test"}}
		for i, r := range powerRatios {
			row := []sheet.Cell{sheet.Number(r, 3)}
			for test := range 4 {
				row = append(row, rateCell(hits[nr+i][test], n[nr+i]))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Tables = []sheet.Table{t}
		return out
	}
	return calibration("power", fast+full, reps, 4, do, show), nil
}

func newLooks(set Settings, reps int) (work.Job, error) {
	// The numbers of releases after which it peeks: sequential mode's own.
	set.Sequential, set.M, set.MaxM = true, 100, 25600
	looks := set.looks()
	shares := stat.LookShares(looks, set.Alpha)
	factors := []float64{1, 1.5}
	do := func(k int, rep uint64) (outcome, error) {
		st := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseCalibrate, Input: uint32(100 + k), Trial: rep})
		var o outcome
		var c1, c2, n int64
		for i, next := range looks {
			d1, d2 := fixedCounts(&st, next-n, factors[k]*set.Epsilon)
			c1, c2, n = c1+d1, c2+d2, next
			t := stat.RatioTest{C1: c1, N1: n, C2: c2, N2: n}
			at := t.Rejects(set.Epsilon, set.Alpha)
			o.Reject[0] = o.Reject[0] || at
			o.Reject[1] = at // the last stays
			o.Reject[2] = o.Reject[2] || t.Rejects(set.Epsilon, set.Alpha*shares[i])
		}
		return o, nil
	}
	show := func(hits [][4]int64, n []int64) sheet.Sheet {
		out := sheet.Sheet{
			Title: "What looking early costs",
			Lead: fmt.Sprintf("A test for a fixed number of releases, looked at %d times from %s to %s releases, accuses the innocent more often than α; the test whose α is shared by the looks does not.",
				len(looks), sheet.Group(looks[0]), sheet.Group(looks[len(looks)-1])),
			Notes: []string{"Fast: the counts of the fixed event x < 0 of a Laplace mechanism are drawn directly from their binomial laws."},
		}
		t := sheet.Table{ID: "looks", Title: "Rate of ever rejecting", Caption: "With 95 % Clopper–Pearson intervals.",
			Columns: []string{"True ε / claimed ε", "fixed-size test, at every look", "fixed-size test, only at the end", "test that shares α, at every look"}}
		for k, f := range factors {
			row := []sheet.Cell{sheet.Number(f, 3)}
			for i := range 3 {
				row = append(row, rateCell(hits[k][i], n[k]))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Tables = []sheet.Table{t}
		// One run's bound, live: the first repetition of the violating mechanism.
		st := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseCalibrate, Input: 101})
		var counts []Count
		var c Count
		for _, next := range looks {
			d1, d2 := fixedCounts(&st, next-c.N, factors[1]*set.Epsilon)
			c.C1, c.C2, c.N = c.C1+d1, c.C2+d2, next
			counts = append(counts, c)
		}
		s := runningBound(learn.Event{}, counts, set, 1)
		out.Charts = []sheet.Chart{{ID: "running", Title: "One run's bound as releases come in", Caption: "The bound holds at every moment at once.",
			X: sheet.Axis{Label: "releases of each input", Log: true}, Y: sheet.Axis{Label: "lower bound on ε"}, Series: []sheet.Series{s},
			Marks: []sheet.Mark{{Label: "true ε", Role: sheet.Truth, At: sheet.Real(factors[1] * set.Epsilon)}, {Label: "claim", Role: sheet.Paper, At: sheet.Real(set.Epsilon)}}}}
		return out
	}
	return calibration("looking early", len(factors), reps, 4, do, show), nil
}

func percent(p float64) string { return sheet.Format(100*p, 3) + " %" }

// addRate adds a point with its 95 % interval.
func addRate(s *sheet.Series, x float64, hits, n int64) {
	lo, hi := stat.ClopperPearson(hits, n, 0.95)
	s.X = append(s.X, sheet.Real(x))
	s.Y = append(s.Y, sheet.Real(float64(hits)/float64(n)))
	s.Lo, s.Hi = append(s.Lo, sheet.Real(lo)), append(s.Hi, sheet.Real(hi))
}

func rateCell(hits, n int64) sheet.Cell {
	if n == 0 {
		return sheet.Text("–")
	}
	lo, hi := stat.ClopperPearson(hits, n, 0.95)
	c := sheet.Number(float64(hits)/float64(n), 3)
	c.Text = fmt.Sprintf("%s (%s … %s)", c.Text, sheet.Format(lo, 2), sheet.Format(hi, 2))
	c.Help = fmt.Sprintf("%s of %s", sheet.Group(hits), sheet.Group(n))
	return c
}
