package ring

import (
	"encoding/json"
	"fmt"
	"math"
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

// Everything that the paper prints of the runs of Figures 5 and 6 stands below ours,
// and its λ are those of its own η and ε_c.
func TestPaperBesideOurs(t *testing.T) {
	for name, want := range map[string][2]string{
		"fig5": {"s = 0.8, paper | 0.39947 | – | – | 0.0040408 | 0.026032 | 0.013 | 0.0888",
			"s = 0.7, paper | 0.11485 | – | – | 0.00599996 | – | 0.01 | 0.0724"},
		"fig6": {"s̄ = 0.944, paper | 0.70306 | – | – | 0.0010771 | – | – | 0.155",
			"s̄ = 0.894, paper | 0.41844 | – | – | 0.0013998 | – | – | 0.1351"},
	} {
		s := shown(t, name, func(int, *figures.Outcome) {})
		rows := s.Tables[0].Rows
		if len(rows) != 4 || row(rows[1]) != want[0] || row(rows[3]) != want[1] {
			t.Errorf("%s: %v", name, rows)
		}
		if got := row(rows[0]); !strings.HasSuffix(got,
			"0.500 ± 0 | 3.40 ± 0 | 3 ± 0 | 0.00400 ± 0 | 0.0300 ± 0 | 1 ± 0 | 0.100 ± 0") {
			t.Errorf("%s: ten equal runs are shown as %s", name, got)
		}
		if len(rows[0]) != len(s.Tables[0].Columns) || len(rows[1]) != len(rows[0]) {
			t.Errorf("%s: %d columns, rows of %d and %d", name, len(s.Tables[0].Columns), len(rows[0]), len(rows[1]))
		}
	}
	for _, c := range []struct{ eta, eps, lambda float64 }{{0.013, 0.39947, 0.0888}, {0.010, 0.11485, 0.0724}} {
		if got := 0.05 + 2*c.eta*math.Exp(c.eps); math.Abs(got-c.lambda) > 5e-5 {
			t.Errorf("λ of η = %v and ε_c = %v is %v, printed %v", c.eta, c.eps, got, c.lambda)
		}
	}
}

// Where the paper prints no critical ε, none is said of it.
func TestFigure4HasNoCriticalEpsilonOfThePaper(t *testing.T) {
	s := shown(t, "fig4", func(int, *figures.Outcome) {})
	if got := row(s.Tables[0].Rows[1]); got != "s = 1, paper | – | – | – | – | – | – | –" {
		t.Errorf("the paper's row is %s", got)
	}
	if say := english.Say(s.Lead); !strings.HasSuffix(say, "the paper prints none.") {
		t.Error(say)
	}
}

// What is said of the paper's numbers beside ours follows from what it prints: the η of its λ,
// and the Γ of four dimensions and of two.
func TestImpliedByThePaper(t *testing.T) {
	eta := func(lambda, eps float64) string {
		return strings.TrimPrefix(fmt.Sprintf("%.3f", (lambda-0.05)/(2*math.Exp(eps))), "0")
	}
	gamma := func(d int) string {
		n, err := algorithms.Scenarios(0.05, 1e-9, d)
		if err != nil {
			t.Fatal(err)
		}
		return lang.Brief(float64(n), 6)
	}
	for id, want := range map[string][]string{
		"ring.figures.fig6.note": {eta(0.1550, 0.70306), eta(0.1351, 0.41844)},
		"ring.figures.table1.note": {eta(0.1037, 0.98768), eta(0.1011, 0.53229), eta(0.1351, 0.41844),
			eta(0.2106, 0.72204)},
		"ring.reference.readings-and-misprints.11": {"1,099", "814"},
	} {
		for _, number := range want {
			if say := texts.English().Text(id); !strings.Contains(say, number) {
				t.Errorf("%s does not say %s: %s", id, number, say)
			}
		}
	}
	if gamma(2) != "814" || gamma(4) != "1099" {
		t.Errorf("Γ is %s and %s", gamma(2), gamma(4))
	}
}

// Where both proven ε stand near the most that so many releases can prove, Table I
// calls neither the smaller.
func TestTable1Ceiling(t *testing.T) {
	most := stat.MostProven(1000, 0.95)
	if counts := (stat.RatioTest{C1: 1000, N1: 1000, N2: 1000}).Lower(0.05); most <= counts || most > 6.2 {
		t.Errorf("two events prove up to %v, one up to %v", most, counts)
	}
	for want, proven := range map[string][2]float64{
		"ring.figures.ceiling":       {5.81, 5.84},
		"ring.param.mech.w2mhe":      {3, 5.8},
		"ring.param.mech.input":      {5.8, 3},
		"ring.figures.no-difference": {3, 3},
	} {
		s := shown(t, "table1", func(i int, o *figures.Outcome) { o.Of["proven"] = sheet.Real(proven[i%2]) })
		if got := s.Tables[0].Rows[0][8].Text.ID(); got != want {
			t.Errorf("%v: %s, want %s", proven, got, want)
		}
		if say := english.Say(s.Tables[0].Caption); !strings.Contains(say, lang.Brief(most, 3)) {
			t.Errorf("the most is not named: %s", say)
		}
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
		want := lang.Say("ring.figures.theorem.trend", "p1", .89281, "p2", .98162, "p3", 1.9939, "o1", c.eps[0],
			"o2", c.eps[1], "o3", c.eps[2], "seeds", figures.Repeats, "how", c.want)
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
