package ring

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	algorithms "indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/test/english"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// shown returns the sheet that an experiment makes of outcomes that are given, one of
// each arm: f fills arm i's.
func shown(t *testing.T, name string, f func(i int, o *figures.Outcome)) sheet.Sheet {
	t.Helper()
	m, err := open(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	job, err := m.Analyse(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := job.Run(given(f))
	if err != nil {
		t.Fatal(err)
	}
	var s sheet.Sheet
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// given is a crew that has audits come out alike but for what it fills in of each arm's.
type given func(arm int, o *figures.Outcome)

func (given) Step(string, float64, float64) {}

func (given) Show(work.Kind, func() ([]byte, error)) error { return nil }

func (f given) Do(b work.Batch, take func([]work.Part) error) error {
	var done []figures.Outcome
	for i := range int(b.Trials) {
		o := figures.Outcome{Of: map[string]sheet.Real{"printed": 0.5, "escape": 3.4, "proven": 3, "lambda": 0.1,
			"eta": 1, "error": 0.004, "adjacent": 0.03}}
		f(i%(int(b.Trials)/figures.Repeats), &o)
		done = append(done, o)
	}
	data, err := json.Marshal(done)
	if err != nil {
		return err
	}
	return take([]work.Part{{Chunk: work.Chunk{Count: b.Trials}, Data: data}})
}

func row(r []sheet.Cell) string {
	var out []string
	for _, c := range r {
		out = append(out, c.Say(texts.English()))
	}
	return strings.Join(out, " | ")
}

// Everything that the paper prints of the runs of figures 5 and 6 stands beside ours in both readings, and its λ
// are those of its own η and ε_c.
func TestPaperBesideOurs(t *testing.T) {
	for name, want := range map[string][]string{
		"fig5": {"0.39947 | 0.50000 | differs | 1.5000 | differs",
			"0.0040408 | 0.0040000 | differs | 0.0040000 | differs"},
		"fig6": {"0.70306 | 0.50000 | differs | 1.5000 | differs"},
	} {
		readings := 0
		s := shown(t, name, func(i int, o *figures.Outcome) {
			if i == 2 || i == 3 { // the second reading
				o.Of["printed"], readings = 1.5, readings+1
			}
		})
		rows := s.Tables[0].Rows
		for i, w := range want {
			if got := row(rows[i][1:]); got != w || readings == 0 {
				t.Errorf("%s: row %d reads %s, want %s", name, i, got, w)
			}
		}
		if got := row(s.Tables[1].Rows[0]); !strings.HasSuffix(got,
			"0.500 ± 0 | 3.40 ± 0 | 3 ± 0 | – | 0.00400 ± 0 | 0.0300 ± 0 | 1 ± 0 | 0.100 ± 0") {
			t.Errorf("%s: ten equal runs are shown as %s", name, got)
		}
	}
	for _, c := range []struct{ eta, eps, lambda float64 }{{0.013, 0.39947, 0.0888}, {0.010, 0.11485, 0.0724}} {
		if got := 0.05 + 2*c.eta*math.Exp(c.eps); math.Abs(got-c.lambda) > 5e-5 {
			t.Errorf("λ of η = %v and ε_c = %v is %v, printed %v", c.eta, c.eps, got, c.lambda)
		}
	}
}

// Figure 4 shows the estimates of both records beside the target, and more than the p-values alone.
func TestFigure4HasBothPanels(t *testing.T) {
	s := shown(t, "fig4", func(int, *figures.Outcome) {})
	if len(s.Charts) != 2 || len(s.Charts[1].Series) != 3 {
		t.Fatalf("%d charts", len(s.Charts))
	}
	far := func(series int) float64 { // from the target, at most
		most := 0.0
		for i, x := range s.Charts[1].Series[0].X {
			o := s.Charts[1].Series[series]
			most = max(most, math.Hypot(float64(x-o.X[i]), float64(s.Charts[1].Series[0].Y[i]-o.Y[i])))
		}
		return most
	}
	if own, other := far(1), far(2); own > 0.002 || other < 10*own {
		t.Errorf("the estimates lie %v and %v from the target", own, other)
	}
}

// Figure 5's lead answers its question from the exact ε and from both distances.
func TestFigure5Lead(t *testing.T) {
	s := shown(t, "fig5", func(i int, o *figures.Outcome) {
		o.Of["exact"] = []sheet.Real{876, 508, 0, 0, 18.5, 10.8}[i]
		o.Of["proven"] = []sheet.Real{5.8, 5.8, 5.8, 5.8, 1.4, 0.9}[i]
	})
	for _, part := range []string{"cannot tell", "from 876 to 508", "releases prove falls, from ε ≥ 1.4",
		"18.5 and 10.8"} {
		if say := english.Say(s.Lead); !strings.Contains(say, part) {
			t.Errorf("%q is not in: %s", part, say)
		}
	}
}

// Table I is answered at d = 1: in how many layouts W₂-MHE proves more, in each reading of input perturbation.
func TestTable1Lead(t *testing.T) {
	s := shown(t, "table1", func(i int, o *figures.Outcome) {
		o.Of["proven"] = []sheet.Real{6, 6, 6, 6, 4, 3, 4}[i%7] // three at d = 1 last
	})
	if s.Lead != lang.Say("ring.figures.table1.lead", "window", 3, "record", 0, "layouts", 3) {
		t.Error(english.Say(s.Lead))
	}
	if got := row(s.Tables[1].Rows[1]); !strings.HasSuffix(got, "Input perturbation") {
		t.Errorf("the row says %s", got)
	}
	most := stat.MostProven(1000, 0.95)
	if counts := (stat.RatioTest{C1: 1000, N1: 1000, N2: 1000}).Lower(0.05); most <= counts || most > 6.2 {
		t.Errorf("two events prove up to %v, one up to %v", most, counts)
	}
}

// Table II's lead tells both of the paper's comparisons: here the critical ε are larger
// in one layout and smaller in another.
func TestTable2Lead(t *testing.T) {
	s := shown(t, "table2", func(i int, o *figures.Outcome) {
		o.Of["error"] = []sheet.Real{0.007, 0.004}[i%2]
		o.Of["printed"] = []sheet.Real{0.9, 0.5, 0.5, 0.5, 0.2, 0.5}[i]
	})
	if s.Lead != lang.Say("ring.figures.table2.lead", "worse", 3, "layouts", 3, "larger", 1, "smaller", 1) {
		t.Error(english.Say(s.Lead))
	}
}

// The section on Theorem 4 says whether ε_c rises with r here as it does in the paper.
func TestTrendInR(t *testing.T) {
	for _, c := range []struct {
		eps  []sheet.Real
		want string
	}{{[]sheet.Real{1.46, 3.17, 0.7}, "mixed"}, {[]sheet.Real{0.5, 0.9, 1.2}, "rises"}} {
		s := shown(t, "theorem", func(i int, o *figures.Outcome) { o.Of["printed"] = append(c.eps, 0.1, 0.1, 0.1)[i] })
		want := lang.Say("ring.figures.theorem.trend", "o1", c.eps[0], "o2", c.eps[1],
			"o3", c.eps[2], "seeds", figures.Repeats, "how", c.want)
		if got := english.Say(s.Notes[0]); got != english.Say(want) {
			t.Errorf("%v: %s", c.eps, got)
		}
	}
}

// The p-values of (13, 0) and (300, 170) cross at ε = .2833, computed independently.
func TestFigure2Crossing(t *testing.T) {
	if got := figures.Crossing(); math.Abs(got-0.2833) > 2e-4 {
		t.Errorf("they cross at %v", got)
	}
	p := func(c1, c2 int64, e float64) float64 {
		return min(algorithms.NewThinning(c1, c2, 1000).P(e), algorithms.NewThinning(c2, c1, 1000).P(e))
	}
	// One crossing in the figure's range.
	changes := 0
	for e := 0.0; e < 1.2; e += 0.01 {
		if (p(13, 0, e) < p(300, 170, e)) != (p(13, 0, e+0.01) < p(300, 170, e+0.01)) {
			changes++
		}
	}
	if changes != 1 {
		t.Errorf("they change places %d times", changes)
	}
	if s, err := figures.Pairs("fig2"); err != nil || !strings.Contains(english.Say(s.Notes[0]), "ε = 0.28.") {
		t.Errorf("the figure says %q (%v)", english.All(s.Notes), err)
	}
}

// At the weight that the error at s̄ = 0.944 alone chose, ten seeds have the printed errors of figure 6 on
// average, and the printed ε_c and λ in their range.
func TestFigure6(t *testing.T) {
	for sbar, printed := range map[string]map[string]float64{
		"0.944": {"error": 0.0010771, "printed": 0.70306, "lambda": 0.1550},
		"0.894": {"error": 0.0013998, "printed": 0.41844, "lambda": 0.1351},
	} {
		var all []figures.Outcome
		for seed := 1; seed <= figures.Repeats; seed++ {
			o, err := measured(spec(t, "mech", "input", "draws", "window", "prior", "24000", "sbar", sbar,
				"d", "10", "n", "1000", "m", "1000", "seed", figures.Digits(float64(seed))))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, o)
		}
		for column, v := range printed {
			x := figures.Values(all, column)
			mean, _ := figures.Mean(all, column)
			if column == "error" && math.Abs(mean/v-1) > 0.05 {
				t.Errorf("s̄ = %s: E = %v, printed %v", sbar, mean, v)
			}
			if column != "error" && (v < slices.Min(x) || v > slices.Max(x)) {
				t.Errorf("s̄ = %s: %s is %v, printed %v", sbar, column, x, v)
			}
		}
	}
}
