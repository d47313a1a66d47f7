package panel

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/chart"
	"indistinct/ui/stage/play"
)

// TestOneBoundOneSpelling: in every laboratory the stage, the axis, the charts,
// the tables and the sentences write a run's bound with the same digits.
func TestOneBoundOneSpelling(t *testing.T) {
	bound := regexp.MustCompile(`(?:ε ≥|ε is at least|proves at least|if ε were below) ([0-9.]*[0-9])`)
	for _, l := range guest.All() {
		t.Run(l.About().Name, func(t *testing.T) {
			job, err := lab.Start(l, labtest.Spec(t, l, "n", "300", "m", "3000", "seq", "0"), lab.Audit)
			if err != nil {
				t.Fatal(err)
			}
			var last film.Show
			out := labtest.Shown(t, job, math.MaxInt64, func(kind work.Kind, data []byte) {
				if kind == work.Scene {
					if err := last.UnmarshalBinary(data); err != nil {
						t.Fatal(err)
					}
				}
			})
			var r lab.Report
			if err := json.Unmarshal(out, &r.Report); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(out, &struct{ Sheet any }{&r.Sheet}); err != nil {
				t.Fatal(err)
			}
			want := r.Proven()
			same := func(where, got string) {
				if got != want {
					t.Errorf("%s: %s, elsewhere %s (ε ≥ %v)", where, got, want, float64(r.Strong.Epsilon))
				}
			}
			texts := []string{play.BoundText(&last), r.Plain, r.Precise, r.Sheet.Lead}
			texts = append(append(texts, r.Meaning...), r.Warnings...)
			for _, c := range r.Sheet.Charts {
				for _, m := range c.Marks {
					texts = append(texts, m.Label)
				}
			}
			found := 0
			for _, s := range texts {
				for _, m := range bound.FindAllStringSubmatch(s, -1) {
					same(s, m[1])
					found++
				}
			}
			for _, f := range figures(&r, false) {
				if f.ID == "epsilon-strong" {
					same("Evidence", f.Text)
				}
			}
			for _, e := range epsilons(&r) {
				if e.Shape == chart.Arrow && e.At > 0 {
					same("the axis", strings.TrimPrefix(e.Text, "≥ "))
				}
			}
			for _, table := range r.Sheet.Tables {
				switch table.ID {
				case "quantities":
					for _, row := range table.Rows {
						if row[0].Text == "Proven lower bound" {
							same("the table of quantities", row[2].Text)
							found++
						}
					}
				case "events": // the paper's two stand first
					same("the table of events", table.Rows[2][6].Text)
					found++
				}
			}
			if !(r.Strong.Epsilon > 0) || found < 5 {
				t.Errorf("ε ≥ %v was found written %d times", float64(r.Strong.Epsilon), found)
			}
		})
	}
}
