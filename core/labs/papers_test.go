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

// besides are the rows of an item's table of printed numbers beside ours, as they read.
func besides(t *testing.T, l lab.Laboratory, task string) (rows [][]string, means [][]sheet.Cell) {
	t.Helper()
	s := l.Params().Defaults(l.About().Name)
	job, err := lab.Start(l, s, task)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(data, &sh); err != nil {
		t.Fatal(err)
	}
	for _, table := range sh.Tables {
		if table.ID != lab.PrintedTable {
			continue
		}
		for _, row := range table.Rows {
			var words []string
			for _, c := range row {
				words = append(words, c.Say(texts.English()))
			}
			rows, means = append(rows, words), append(means, row)
		}
	}
	return rows, means
}

// Every number that a paper prints stands beside ours, and ours are those that were found before: the
// same where there is no chance in them, within what ten seeds may differ by otherwise.
func TestPapers(t *testing.T) {
	stored := map[string][][]string{}
	if data, err := os.ReadFile(papersFile); err == nil && !*storePapers {
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
				if len(item.Printed) == 0 {
					continue
				}
				t.Run(l.About().Name+"/"+item.Name, func(t *testing.T) {
					if item.Task == "" {
						t.Fatal("no experiment stands beside what is printed")
					}
					rows, cells := besides(t, l, item.Task)
					if len(rows) != len(item.Printed) {
						t.Fatalf("%d numbers of %d are held against ours", len(rows), len(item.Printed))
					}
					key := l.About().Name + "/" + item.Name
					if *storePapers {
						stored[key] = rows
						return
					}
					for i, row := range stored[key] {
						for j, was := range row {
							near(t, rows[i], cells[i][j], j, was)
						}
					}
					if len(stored[key]) != len(rows) {
						t.Errorf("%d numbers are stored: go test ./core/labs -run TestPapers -papers", len(stored[key]))
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

// near holds a cell against what was stored of it: a mean of ten seeds within two standard deviations of
// a difference of two such means, and all else as it reads.
func near(t *testing.T, row []string, c sheet.Cell, column int, was string) {
	t.Helper()
	if c.Spread == nil {
		if column > 0 && row[column-1] != "" && c.Num == nil && row[column] != was {
			t.Logf("%s: the verdict was %q, now %q", row[0], was, row[column])
			return
		}
		if row[column] != was {
			t.Errorf("%s: was %q, now %q", row[0], was, row[column])
		}
		return
	}
	var mean float64
	if _, err := strconv.ParseFloat(was, 64); err == nil {
		mean, _ = strconv.ParseFloat(was, 64)
	} else {
		for end := len(was); end > 0; end-- {
			if v, err := strconv.ParseFloat(was[:end], 64); err == nil {
				mean = v
				break
			}
		}
	}
	if most := 2 * math.Sqrt(2.0/10) * float64(*c.Spread); math.Abs(mean-float64(*c.Num)) > most {
		t.Errorf("%s: was %s, now %s", row[0], was, row[column])
	}
}
