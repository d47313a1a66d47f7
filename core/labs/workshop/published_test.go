package workshop

import (
	"math"
	"strconv"
	"testing"

	about "indistinct/core/about/workshop"
	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// TestPublished: what the papers report is of classics. Two bounds of one kind agree, and where the true ε
// is known they lie below it, but for 2 %: they are of 90 % confidence each.
func TestPublished(t *testing.T) {
	logs, found := benchmark, 0
	for _, c := range about.Classics() {
		log, ok := logs[c.Name]
		if !ok {
			continue
		}
		found++
		if math.Abs(log.lr-log.mlp) > 0.1*log.lr {
			t.Errorf("%s: ε ≥ %v and %v", c.Name, log.lr, log.mlp)
		}
		if most := 1.02 * c.Epsilon; log.lr > most || log.mlp > most {
			t.Errorf("%s: ε ≥ %v and %v of %v", c.Name, log.lr, log.mlp, c.Epsilon)
		}
		if log.seconds == "" {
			t.Errorf("%s: no seconds", c.Name)
		}
	}
	if found != len(logs) {
		t.Errorf("of %d rows %d are classics", len(logs), found)
	}
}

// TestAuditorsTable: the sheet grows by a row at a time, the rows are the published ones in the order of
// the classics, and each is marked by whether ours reaches the better of the others', which the lead counts;
// what was not published is a dash.
func TestAuditorsTable(t *testing.T) {
	a, err := newAuditors(starlark.Interpreter{}, 1, 1000, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.rows) != len(benchmark) {
		t.Fatalf("%d rows", len(a.rows))
	}
	a.rows = a.rows[:3]
	a.rows[1].lr, a.rows[1].mlp = 0, -1 // any bound reaches that
	a.rows[2].statdp = math.NaN()
	shown := 0
	s := labtest.Sheet(t, "auditors", labtest.Shown(t, a, 1000, func(kind work.Kind, data []byte) {
		if kind == work.Partial {
			shown++
		}
	}))
	if len(s.Tables) != 1 || len(s.Tables[0].Rows) != 3 || shown < 3 {
		t.Fatalf("of three rows %d are shown: %+v", shown, s.Tables)
	}
	above := 0
	for i, row := range s.Tables[0].Rows {
		c := about.Classics()[[]int{0, 2, 3}[i]]
		if row[0].Text.ID() != "workshop.preset."+c.Name || *row[1].Num != sheet.Real(c.Epsilon) {
			t.Errorf("row %d is %v, ε = %v, want %s", i, row[0].Text, *row[1].Num, c.Name)
		}
		reached := *row[2].Num >= max(*row[3].Num, *row[4].Num)-0.01
		if reached {
			above++
		}
		if want := map[bool]sheet.Role{true: sheet.Strong, false: sheet.Bad}[reached]; row[2].Role != want {
			t.Errorf("%s: ours %v is marked %q", c.Name, *row[2].Num, row[2].Role)
		}
		if dash := row[5].Text == lang.Verbatim("–"); dash != (i == 2) {
			t.Errorf("%s: StatDP has a dash %v", c.Name, dash)
		}
	}
	if above == 0 {
		t.Error("no row is reached")
	}
	check.Places(t, "lead", s.Lead, "workshop.auditors.lead", "above", above, "n", 3, "releases", 1000)
}

// TestTested: the pair that a report tells of is the one that a search chose, otherwise the one of the Spec.
func TestTested(t *testing.T) {
	program := "pairs = [(0, 1), (1, 2), (2, 3)]\ndef release(x):\n    return x + laplace(1)\n"
	for pair := range 4 { // 0: they are searched
		l := Lab{Interpreter: starlark.Interpreter{}}
		open, err := l.Open(labtest.Spec(t, l, "code", program, "pair", strconv.Itoa(pair)))
		if err != nil {
			t.Fatal(err)
		}
		m := open.(*model)
		for chosen := -1; chosen < 4; chosen++ {
			want := max(pair-1, 0)
			if pair == 0 && chosen >= 0 && chosen < 3 {
				want = chosen
			}
			if got := m.tested(chosen); got.Name != m.pairs[want].Name {
				t.Errorf("pair %d, chosen %d: told of is %v, want %v", pair, chosen, got.Name, m.pairs[want].Name)
			}
		}
	}
	l := Lab{Interpreter: starlark.Interpreter{}}
	_, err := l.Open(labtest.Spec(t, l, "code", program, "pair", "4"))
	if p, ok := err.(*lab.Problem); ok {
		check.Places(t, "a pair that there is not", p.Say, "workshop.pairs.none", "pair", 4, "n", 3)
	} else {
		t.Errorf("a pair that there is not: %v", err)
	}
}

// TestMeter: the meter shows what so many releases can show of ε, the more the more there are; of another
// notion it shows nothing.
func TestMeter(t *testing.T) {
	shows := func(set ...string) float64 {
		l := Lab{Interpreter: starlark.Interpreter{}}
		m, err := l.Open(labtest.Spec(t, l, append(set, "code", about.Classics()[0].Program())...))
		if err != nil {
			t.Fatal(err)
		}
		meter := m.(*model).meter()
		if meter == nil {
			return 0
		}
		return float64(meter.Shows)
	}
	few, many := shows("m", "5000"), shows("m", "500000")
	if !(many > 0.1 && few > many) {
		t.Errorf("5,000 releases show ε beyond %v, 500,000 beyond %v", few, many)
	}
	if got := shows("asks", "mu", "mu", "1"); got != 0 {
		t.Errorf("of μ it shows %v", got)
	}
}
