package labs_test

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// analysed returns a laboratory's sheet of a task, and the Spec and the model that it is of.
func analysed(t *testing.T, name, task string, set ...string) (sheet.Sheet, lab.Spec, lab.Model) {
	t.Helper()
	l := labs.All().Find(name)
	s := labtest.Spec(t, l, append([]string{"n", "500", "m", "3000"}, set...)...)
	m, err := lab.Open(l, s)
	if err != nil {
		t.Fatal(err)
	}
	job, err := lab.Start(l, s, task)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	return labtest.Sheet(t, name+"/"+task, data), s, m
}

// number is a cell's.
func number(row []sheet.Cell, i int) float64 { return float64(*row[i].Num) }

// The columns of a ledger.
const (
	steps = iota
	basic
	zcdp
	gdp
	low
	high
	proven
)

// In every line of every ledger no account is below the exact ε, the test proves no more than
// that, and what is Gaussian throughout is exact by Gaussian DP; the whole release is what the
// mechanism's own profile says. An hour costs less than its parts added up.
func TestLedger(t *testing.T) {
	for _, c := range []struct {
		set   []string
		exact float64 // by how much the exact ε may differ from the profile's, relative; NaN: no law
		gauss bool
	}{
		{[]string{"ring", "mech", "gauss", "noise", "0.02"}, 1e-9, true},
		{[]string{"ring", "mech", "laplace", "noise", "0.02"}, 2e-3, false},
		{[]string{"ring", "mech", "laplace", "delta", "0.01"}, 2e-3, false},
		{[]string{"ring", "T", "6", "delta", "0.01"}, 1e-9, false},
		{[]string{"ring", "mech", "input"}, math.NaN(), false},
		{[]string{"ring", "mech", "ekf"}, math.NaN(), false},
		{[]string{"filtering"}, 1e-9, true},
		{[]string{"filtering", "arch", "input", "length", "20"}, 1e-9, true},
		{[]string{"filtering", "law", "laplace", "length", "12"}, 5e-3, false},
		{[]string{"filtering", "law", "laplace", "shape", "flat", "delta", "0.01"}, 5e-3, false},
		{[]string{"lqg"}, 1e-9, true},
		{[]string{"lqg", "length", "40", "delta", "1e-6"}, 1e-9, true},
	} {
		name := strings.Join(c.set, " ")
		sh, s, m := analysed(t, c.set[0], lab.Ledger, c.set[1:]...)
		released, _ := m.Mechanism().Shape()
		rows := sh.Tables[0].Rows
		of := c.set[0] == "lqg" || c.set[0] == "filtering" // whose promise bounds all steps together
		if lead := english.Say(sh.Lead); strings.HasPrefix(lead, "The promise, ε = 1") != of {
			t.Errorf("%s: %s", name, lead)
		}
		whole, last := -1, rows[len(rows)-1]
		for i, r := range rows {
			lo, hi := number(r, low), number(r, high)
			for _, col := range []int{basic, zcdp, gdp} {
				if v := number(r, col); v < lo*(1-1e-9) || math.IsNaN(v) {
					t.Errorf("%s: %s: column %d has %v, exact at least %v", name, english.Say(r[steps].Text), col, v,
						lo)
				}
			}
			if lo > hi || c.gauss && math.Abs(number(r, gdp)-hi) > 1e-9*hi {
				t.Errorf("%s: exact from %v to %v, by Gaussian DP %v", name, lo, hi, number(r, gdp))
			}
			if p := number(r, proven); !math.IsNaN(p) {
				whole = i
				if p > hi {
					t.Errorf("%s: ε ≥ %v is proven, exact %v", name, p, hi)
				}
			}
		}
		if whole < 0 || english.Say(rows[whole][steps].Text) != fmt.Sprintf("%d of this run", released) {
			t.Fatalf("%s: the test's bound stands in line %d", name, whole)
		}
		if math.IsInf(number(last, basic), 1) {
			if !math.IsNaN(c.exact) || !strings.Contains(english.Say(sh.Notes[1]), "No bound on the loss of a step") {
				t.Errorf("%s: nothing is known: %s", name, english.Say(sh.Lead))
			}
			continue
		}
		if e := english.Say(last[steps].Text); e != "3,600 like the costliest" {
			t.Errorf("%s: the last line is %s", name, e)
		}
		if hi := number(last, high); !(hi < 0.7*number(last, basic)) {
			t.Errorf("%s: an hour costs %v, its parts %v", name, hi, number(last, basic))
		}
		if math.IsNaN(c.exact) {
			continue
		}
		delta := cmp.Or(s.Float("delta"), 1e-5)
		want, err := privacy.EpsilonAt(m.Mechanism().(mechanism.Profiled).Profile(), delta)
		if lo, hi := number(rows[whole], low), number(rows[whole], high); err != nil ||
			lo > want*(1+c.exact) || hi < want*(1-c.exact) || hi-lo > 0.01*hi {
			t.Errorf("%s: exact from %v to %v, of the profile %v, %v", name, lo, hi, want, err)
		}
	}
}

// What is measured with the same noise is what each laboratory knows by other means: the
// difference of the ring's two estimates, the filter's response to a change of ρ, the agent's b;
// and the verdict is that of the noise that the claim takes, for which κ is a little more than
// needed. What draws its position otherwise
// is no sum of a position and noise.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		set     []string
		verdict string
	}{
		{[]string{"ring", "mech", "gauss", "delta", "0.01", "noise", "0.1"}, "holds"},
		{[]string{"ring", "mech", "gauss", "delta", "0.01", "noise", "0.001"}, "larger than assumed"},
		{[]string{"ring", "mech", "gauss"}, "additive"},
		{[]string{"ring", "mech", "laplace", "noise", "0.02"}, "holds"},
		{[]string{"ring", "mech", "laplace", "noise", "0.01"}, "larger than assumed"},
		{[]string{"ring"}, "not additive"},
		{[]string{"ring", "mech", "input"}, "not additive"},
		{[]string{"ring", "mech", "ekf"}, "not additive"},
		{[]string{"filtering"}, "holds"},
		{[]string{"filtering", "half", "0.5"}, "larger than assumed"},
		{[]string{"filtering", "half", "0.95"}, "holds"},
		{[]string{"filtering", "arch", "none"}, "larger than assumed"},
		{[]string{"filtering", "arch", "input"}, "holds"},
		{[]string{"filtering", "arch", "redesign", "length", "20"}, "holds"},
		{[]string{"filtering", "law", "laplace"}, "holds"},
		{[]string{"filtering", "law", "laplace", "half", "0.5"}, "larger than assumed"},
		{[]string{"lqg"}, "holds"},
		{[]string{"lqg", "calib", "theorem", "length", "9"}, "holds"},
		{[]string{"lqg", "half", "0.99"}, "larger than assumed"},
		{[]string{"lqg", "calib", "theorem", "half", "0.99"}, "holds"},
	} {
		name := strings.Join(c.set, " ")
		sh, _, m := analysed(t, c.set[0], lab.Replay, c.set[1:]...)
		rows := sh.Tables[0].Rows
		last := rows[len(rows)-1]
		if v := english.Say(last[len(last)-1].Text); v != c.verdict {
			t.Errorf("%s: %s, want %s", name, v, c.verdict)
		}
		var mean [2][]float64
		switch mech := m.Mechanism().(type) {
		case *estimator.Output:
			mean = mech.Mean
		case *mechanism.Additive:
			mean = mech.Mean
		default:
			if c.set[0] == "lqg" && math.Abs(number(last, 2)-1) > 1e-6 { // b is 1, and C the identity
				t.Errorf("%s: ‖difference‖₂ = %v", name, number(last, 2))
			}
			continue
		}
		_, dim := m.Mechanism().Shape()
		for k := range rows[:len(rows)-1] {
			l1, l2 := 0.0, 0.0
			for i := k * dim; i < (k+1)*dim; i++ {
				l1, l2 = l1+math.Abs(mean[0][i]-mean[1][i]), math.Hypot(l2, mean[0][i]-mean[1][i])
			}
			if math.Abs(number(rows[k], 1)-l1) > 1e-6*l1 || math.Abs(number(rows[k], 2)-l2) > 1e-6*l2 {
				t.Errorf("%s, step %d: %v and %v, want %v and %v", name, k+1, number(rows[k], 1), number(rows[k], 2),
					l1, l2)
			}
		}
		if c.set[0] == "filtering" && len(c.set) == 3 && c.set[2] == "input" && math.Abs(number(last, 2)-100) > 1e-4 {
			t.Errorf("%s: reports differ by %v, ρ is 100", name, number(last, 2)) // which all of noise assumes
		}
	}
}
