package labs

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"strconv"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/core/work"
)

var storePapers = flag.Bool("papers", false, "store what the experiments give for the papers' numbers")

const papersFile = "testdata/papers.json"

// beside is a printed number with ours: in each reading mean, standard deviation over seeds (0 where there is no
// chance in it) and verdict.
type beside struct {
	What    string   `json:"what"`
	Printed string   `json:"printed"`
	Ours    []column `json:"ours"`
}

type column struct {
	Reading string     `json:"reading"`
	Mean    sheet.Real `json:"mean"`
	SD      sheet.Real `json:"sd"`
	Verdict string     `json:"verdict"`
}

// besides reads an experiment's table of printed numbers beside ours.
func besides(t *testing.T, l lab.Laboratory, task string) (out []beside) {
	t.Helper()
	job, err := lab.Start(l, l.Params().Defaults(l.About().Name), task)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet.Sheet
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	say := texts.English()
	for _, table := range s.Tables {
		if table.ID != "printed" {
			continue
		}
		for _, row := range table.Rows {
			b := beside{What: row[0].Say(say), Printed: row[1].Say(say)}
			for i := 2; i+1 < len(row); i += 2 {
				c := column{Reading: say.Say(table.Columns[i]), Verdict: row[i+1].Say(say),
					Mean: sheet.Real(math.NaN())}
				if row[i].Num != nil {
					c.Mean = *row[i].Num
				}
				if row[i].Spread != nil {
					c.SD = *row[i].Spread
				}
				b.Ours = append(b.Ours, c)
			}
			out = append(out, b)
		}
	}
	return out
}

// long are experiments that take many seconds.
var long = map[string]bool{"table1": true, "fig5": true}

// Every number that a paper prints stands beside ours, and ours are those that are stored: the same where there
// is no chance in them, else within what two means of ten seeds may differ by.
func TestPapers(t *testing.T) {
	stored := map[string][]beside{}
	if data, err := os.ReadFile(papersFile); err == nil {
		if err := json.Unmarshal(data, &stored); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range All() {
		for _, p := range l.Papers() {
			for _, item := range p.Items {
				for _, n := range item.Printed {
					if _, err := strconv.ParseFloat(n.Value, 64); err != nil {
						t.Errorf("%s prints %q: %v", item.Name, n.Value, err)
					}
				}
				key := l.About().Name + "/" + item.Name
				if len(item.Printed) == 0 || testing.Short() && long[item.Task] {
					continue
				}
				t.Run(key, func(t *testing.T) {
					rows := besides(t, l, item.Task)
					if len(rows) != len(item.Printed) {
						t.Fatalf("%d numbers of %d are held against ours", len(rows), len(item.Printed))
					}
					if *storePapers {
						stored[key] = rows
						return
					}
					if len(stored[key]) != len(rows) {
						t.Fatalf("%d numbers are stored: go test ./core/labs -run TestPapers -papers", len(stored[key]))
					}
					for i, was := range stored[key] {
						rows[i].near(t, &was)
					}
				})
			}
		}
	}
	if *storePapers {
		data, err := json.MarshalIndent(stored, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(papersFile, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// near holds a row against what was stored of it.
func (b *beside) near(t *testing.T, was *beside) {
	t.Helper()
	if b.What != was.What || b.Printed != was.Printed || len(b.Ours) != len(was.Ours) {
		t.Errorf("%s, printed %s: stored are %s, printed %s", b.What, b.Printed, was.What, was.Printed)
		return
	}
	for i, c := range b.Ours {
		w := was.Ours[i]
		most := 1e-9 * math.Abs(float64(w.Mean))
		if w.SD > 0 {
			most = 4 * math.Sqrt(2.0/10) * max(float64(w.SD), float64(c.SD))
		}
		off := math.Abs(float64(c.Mean - w.Mean))
		if off > most || math.IsNaN(float64(c.Mean)) != math.IsNaN(float64(w.Mean)) {
			t.Errorf("%s, %s: %v, stored %v ± %v", b.What, c.Reading, c.Mean, w.Mean, w.SD)
		}
		if w.SD == 0 && c.Verdict != w.Verdict {
			t.Errorf("%s, %s: %q, stored %q", b.What, c.Reading, c.Verdict, w.Verdict)
		}
	}
}
