package labs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/work"
)

// The repetition's first run is Run test's, to the last bit; its runs have a seed each
// and are not all alike; the result does not depend on the crew; the lead counts the
// violations that the table lists. Where all pairs are tried, the mechanism is the smallest with
// several pairs: how long a search takes grows with pairs and numbers of a release, and what is
// compared does not; that a search is the same by any crew is labtest.Search's matter.
func TestAgain(t *testing.T) {
	for _, l := range labs.All() {
		about := l.About()
		if about.Guest {
			continue
		}
		for _, pairs := range []string{"", "all"} {
			if testing.Short() && pairs != "" {
				continue
			}
			table := l.Params()
			s := table.Defaults(about.Name).Set(table, "n", 200).Set(table, "m", 400)
			if pairs != "" {
				if table.Find("pairs") == nil {
					continue
				}
				var err error
				if s, err = s.With(table, "pairs", pairs); err != nil {
					t.Fatal(err)
				}
				for name, value := range map[string]float64{"sensors": 3, "T": 1, "N": 1, "length": 1} {
					if p := table.Find(name); p != nil && value >= p.Min {
						s = s.Set(table, name, value)
					}
				}
			}
			result := func(task string, workers int) []byte {
				job, err := lab.Start(l, s, task)
				if err != nil {
					t.Fatal(err)
				}
				data, err := work.Run(context.Background(), job, workers, nil)
				if err != nil {
					t.Fatal(err)
				}
				return data
			}
			r, err := lab.UnmarshalReport(result(lab.Audit, 1), lab.Catalog{l}.Find, about.Name)
			if err != nil {
				t.Fatal(err)
			}
			data := result(lab.Again, 1)
			if !testing.Short() && pairs == "" && string(data) != string(result(lab.Again, 3)) {
				t.Errorf("%s: another result with three workers", about.Name)
			}
			var sh sheet.Sheet
			if err := json.Unmarshal(data, &sh); err != nil {
				t.Fatal(err)
			}
			rows := sh.Tables[0].Rows
			first := rows[0]
			bound := sheet.Bound(float64(r.Strong.Epsilon), float64(r.Epsilon))
			if got := *first[2].Num; got != *bound.Num || first[4].Text != r.Strong.Event.Name ||
				*first[5].Num != sheet.Real(r.Strong.Count.C1) {
				t.Errorf("%s %s: the first run proves %v by %q, the test %v by %q", about.Name, pairs, got,
					first[4].Text, r.Strong.Epsilon, r.Strong.Event.Name)
			}
			if found := first[3].Text.ID() == "again.found"; found != (r.Verdict == audit.Violation) {
				t.Errorf("%s %s: the first run says %q, the test %q", about.Name, pairs, first[3].Text.ID(), r.Verdict)
			}
			seeds, counts := map[string]bool{}, map[sheet.Real]bool{}
			for _, row := range rows {
				seeds[english.Say(row[1].Text)], counts[*row[5].Num] = true, true
			}
			if len(rows) != 25 || len(seeds) != 25 || len(counts) < 3 {
				t.Errorf("%s %s: %d runs with %d seeds and %d counts", about.Name, pairs, len(rows), len(seeds),
					len(counts))
			}
			// Noise that just keeps the claim keeps it, whatever the last digit.
			if want := map[string]string{"ring": "again.false", "lqg": "again.true",
				"survey": "again.true"}[about.Name]; pairs == "" && want != "" && sh.Notes[1].ID() != want {
				t.Errorf("%s: %q and not %s", about.Name, english.Say(sh.Notes[1]), want)
			}
			dots := 0
			for _, x := range sh.Charts[0].Series {
				dots += len(x.X)
			}
			if dots != 25 || len(sh.Notes) != 3 {
				t.Errorf("%s %s: %d dots, %d notes", about.Name, pairs, dots, len(sh.Notes))
			}
		}
	}
}

// In sequential mode the table says of each run that refutes the claim, and of no other, after
// how many releases it did, and a note how many those were.
func TestAgainInSequentialMode(t *testing.T) {
	l := labs.All().Find("survey")
	table := l.Params()
	s := table.Defaults("survey").Set(table, "n", 100).Set(table, "m", 100).Set(table, "maxm", 1000)
	s = s.Set(table, "seq", 1).Set(table, "eps", 0.8)
	job, err := lab.Start(l, s, lab.Again)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(data, &sh); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range sh.Tables[0].Rows {
		refuted, after := row[3].Text.ID() == "again.found", row[len(row)-1]
		if refuted {
			found++
		}
		if refuted != (after.Num != nil) || refuted && !(*after.Num >= 8 && *after.Num <= 1100) {
			t.Errorf("refuted is %v, after %v", refuted, after)
		}
	}
	note := english.Say(sh.Notes[len(sh.Notes)-1])
	want := fmt.Sprintf("Of 25 runs %d refuted", found)
	if found < 2 || found > 24 || !strings.HasPrefix(note, want) {
		t.Errorf("%d runs refute the claim, and it says %q", found, note)
	}
}

// Bounds above the exact ε are counted, with how often that may be, also where the claim is
// the exact ε.
func TestAgainAboveTheExact(t *testing.T) {
	done := []lab.Outcome{{Proven: 0.702}, {Proven: 0.69}, {Proven: 0.716}}
	for _, c := range []struct {
		claim, exact float64
		want         string
	}{
		{1, 0.7, "2 of 3 lie above the exact ε = 0.7: at a confidence of 95 %, about one in 20 may."},
		{0.71, 0.71, "1 of 3 lies above"},
		{1, 0.8, ""}, {1, math.NaN(), ""}, {1, math.Inf(1), ""},
	} {
		sh := lab.Outcomes(audit.Settings{Epsilon: c.claim, Alpha: 0.05}, c.exact, done)
		said := strings.NewReplacer("*", "", "\u00a0", " ").Replace(english.Say(sh.Charts[0].Caption))
		if !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "above the exact") {
			t.Errorf("claim %v, exact %v: %q", c.claim, c.exact, said)
		}
	}
}

// The last seeds of all begin again at 0.
func TestAgainAtTheLastSeed(t *testing.T) {
	l := labs.All()[0]
	table := l.Params()
	s := table.Defaults(l.About().Name).Set(table, "n", 50).Set(table, "m", 50).Set(table, "seed", lab.MaxSeed)
	job, err := lab.Start(l, s, lab.Again)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(data, &sh); err != nil {
		t.Fatal(err)
	}
	if rows := sh.Tables[0].Rows; english.Say(rows[0][1].Text) != "9007199254740991" ||
		english.Say(rows[1][1].Text) != "0" {
		t.Errorf("seeds %s, %s", english.Say(rows[0][1].Text), english.Say(rows[1][1].Text))
	}
}
