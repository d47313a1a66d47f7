package lab_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// TestOutcomes: each audit is a dot at its number and bound, among those that found a violation or the others; the
// claim is marked, and the exact ε where it is known and another; the lead counts both, the notes the middle.
func TestOutcomes(t *testing.T) {
	proven := []float64{0.4, 1.3, 0.2, 1.1, 0.5, 0.9, 0.8}
	var done []lab.Outcome
	for i, p := range proven {
		done = append(done, lab.Outcome{Seed: uint64(i + 1), Violation: p > 1, Proven: sheet.Real(p)})
	}
	set := audit.Settings{Epsilon: 1, Alpha: 0.05}
	for _, c := range []struct {
		exact float64
		marks int
		above bool
	}{{math.NaN(), 1, false}, {math.Inf(1), 1, false}, {1, 1, true}, {1.2, 2, true}, {2, 2, false}} {
		s := lab.Outcomes(set, c.exact, done)
		chart := s.Charts[0]
		at := map[float64]float64{}
		for _, series := range chart.Series {
			for i, x := range series.X {
				y := float64(series.Y[i])
				at[float64(x)] = y
				if (series.Role == sheet.Bad) != (y > 1) {
					t.Errorf("exact %v: the bound %v is a dot of %q", c.exact, y, said(series.Name))
				}
			}
		}
		for i, p := range proven {
			if at[float64(i+1)] != p || len(at) != len(proven) {
				t.Errorf("exact %v: dots %v", c.exact, at)
			}
		}
		if len(chart.Marks) != c.marks || float64(chart.Marks[0].At) != 1 || c.marks == 2 &&
			float64(chart.Marks[1].At) != c.exact {
			t.Errorf("exact %v: marks %+v", c.exact, chart.Marks)
		}
		if told := chart.Caption != lab.Outcomes(set, math.NaN(), done).Charts[0].Caption; told != c.above {
			t.Errorf("exact %v: bounds above it are told of: %t", c.exact, told)
		}
		if want := lang.Say("again.spread", "runs", 7, "middle", 0.8, "from", 0.5, "to", 1.1, "least", 0.2, "most",
			1.3); len(s.Notes) == 0 ||
			s.Notes[0] != want {
			t.Errorf("notes %v", s.Notes)
		}
	}
}

// TestWithClaim: what a program claims of itself is what its test asks for, but for what is kept; a claim of another
// notion has no ε and δ to set.
func TestWithClaim(t *testing.T) {
	table := coin.Params()
	s := table.Defaults("coin").Set(table, "eps", 1)
	got := s.WithClaim(table, privacy.Claim{Budget: privacy.Budget{Epsilon: 2.5, Delta: 0}}, nil)
	if got.Float("eps") != 2.5 || s.Float("eps") != 1 {
		t.Errorf("ε is %v, and was %v", got.Float("eps"), s.Float("eps"))
	}
	if kept := s.WithClaim(table, privacy.Claim{Budget: privacy.Budget{Epsilon: 2.5}},
		map[string]bool{"eps": true}); kept.Float("eps") != 1 {
		t.Errorf("what was to be kept is %v", kept.Float("eps"))
	}
	if other := s.WithClaim(table, privacy.Claim{Notion: privacy.Gaussian, Value: 2}, nil); other.Float("eps") != 1 {
		t.Errorf("a claim of another notion sets ε = %v", other.Float("eps"))
	}
}

// TestCheckTest: a test that may go on needs as many releases at most as it begins with, one that does not has none.
func TestCheckTest(t *testing.T) {
	table := coin.Params()
	s := table.Defaults("coin").Set(table, "m", 10000)
	for _, c := range []struct {
		seq, most float64
		bad       bool
	}{{0, 5000, false}, {1, 5000, true}, {1, 10000, false}, {1, 20000, false}} {
		probs := lab.CheckTest(s.Set(table, "seq", c.seq).Set(table, "maxm", c.most))
		if (len(probs) > 0) != c.bad || c.bad && probs[0].Field != "maxm" {
			t.Errorf("%+v: %v", c, probs)
		}
	}
}

// TestTitle: a parameter is called with its symbol, unless it has none or its label tells it.
func TestTitle(t *testing.T) {
	p := *coin.Params().Find("sensors")
	with := p.Title()
	p.Told = true
	told := p.Title()
	p.Told, p.Symbol = false, ""
	if with == p.Label() || told != p.Label() || p.Title() != p.Label() {
		t.Errorf("with a symbol %q, told %q, without %q", said(with), said(told), said(p.Title()))
	}
}

// TestLargeSeeds: seeds that no float64 holds are kept digit by digit, up to the largest of 64 bits.
func TestLargeSeeds(t *testing.T) {
	p := lab.Param{Name: "seed", Kind: lab.Seed, Max: math.MaxUint64}
	for text, want := range map[string]any{"9007199254740993": "9007199254740993",
		"18446744073709551615": "18446744073709551615",
		"18446744073709551616": nil, "7": 7.0, "-1": nil} {
		if got, err := p.Parse(text); want == nil && err == nil && got == any(text) || want != nil && (err != nil ||
			got != want) {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

// TestMoved: of what needs a new run a lesson sees what was moved away from its step, but not the seed, not more
// releases, and not what the task lets free.
func TestMoved(t *testing.T) {
	table := coin.Params()
	opening := table.Defaults("coin")
	l := &lab.Lesson{Steps: []lab.LessonStep{{}, {Task: &lab.Task{Free: []string{"s"}}}}}
	for _, c := range []struct {
		name  string
		value float64
		moved [2]string // at either step
	}{{"s", 0.3, [2]string{"s", ""}}, {"seed", 77, [2]string{}}, {"n", 500, [2]string{"n", "n"}}, {"n", 5000,
		[2]string{}},
		{"m", 20000, [2]string{}}, {"sensors", 9, [2]string{"sensors", "sensors"}}, {"fast", 0, [2]string{}}} {
		for step := range c.moved {
			got := ""
			if p := l.Moved(table, opening, opening.Set(table, c.name, c.value), step); p != nil {
				got = p.Name
			}
			if got != c.moved[step] {
				t.Errorf("%s = %v at step %d: %q was moved, want %q", c.name, c.value, step, got, c.moved[step])
			}
		}
	}
	if p := l.Moved(table, opening, opening, 0); p != nil {
		t.Errorf("%s was moved", p.Name)
	}
}

// TestAgain: audits have the seeds that follow the Spec's, of which the one after the largest is 0; only a test that
// may end early has a column of when it did.
func TestAgain(t *testing.T) {
	table := coin.Params()
	for _, seq := range []float64{0, 1} {
		s := table.Defaults("coin").Set(table, "seed", lab.MaxSeed-3).Set(table, "n", 100).Set(table, "m", 1000).
			Set(table, "maxm", 2000).Set(table, "seq", seq)
		job, err := lab.Start(coin, s, lab.Again)
		if err != nil {
			t.Fatal(err)
		}
		data, err := work.Serial(job, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got sheet.Sheet
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		rows, columns := got.Tables[0].Rows, len(got.Tables[0].Columns)
		last := got.Tables[0].Columns[columns-1]
		if decided := last.ID() == "again.table.column.decided"; decided != (seq == 1) || len(rows) < 5 {
			t.Errorf("seq %v: %d rows, the last column is %s", seq, len(rows), said(last))
		}
		for i, row := range rows {
			want := uint64(i) + lab.MaxSeed - 3
			if want > lab.MaxSeed {
				want -= lab.MaxSeed + 1
			}
			if len(row) != columns || said(row[1].Text) != strconv.FormatUint(want, 10) {
				t.Errorf("seq %v: run %d of %d cells has the seed %s, want %d", seq, i+1, len(row), said(row[1].Text),
					want)
			}
		}
	}
}

// narrow is the coin with a live sheet for keepers alone.
type narrow struct{ *labtest.Lab }

func (narrow) Analyses() []lab.Analysis {
	return []lab.Analysis{{Name: "facts", Live: true, Only: lab.When("mech", "keep")}, {Name: "sum"}}
}

// TestLookOnly: a look has the live sheets that apply to its Spec.
func TestLookOnly(t *testing.T) {
	l := narrow{coin}
	for mech, want := range map[string]int{"keep": 1, "flip": 0} {
		s, err := l.Params().Defaults("coin").With(l.Params(), "mech", mech)
		if err != nil {
			t.Fatal(err)
		}
		if look, err := lab.LookAt(l, s, nil); err != nil || len(look.Sheets) != want {
			t.Errorf("%s: %+v, %v", mech, look, err)
		}
	}
}
