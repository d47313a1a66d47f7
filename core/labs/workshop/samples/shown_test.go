package samples

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/table"
	"indistinct/core/test/labtest"
)

// TestSettingsOfASpec: what a Spec says of a test is what is set; a group of one is none; of another notion
// the ε is not tested.
func TestSettingsOfASpec(t *testing.T) {
	for _, group := range []int{1, 2, 5} {
		s := labtest.Spec(t, Lab{}, "eps", "0.7", "delta", "1e-5", "alpha", "0.01", "seed", "9", "n", "700", "m", "900",
			"group", fmt.Sprint(group))
		set := Settings(s)
		if set.Seed != 9 || set.N != 700 || set.M != 900 || set.Alpha != 0.01 || set.Grid != 1 || set.Select != 0 ||
			!set.Learn || set.Claim.Curved() {
			t.Errorf("a group of %d: %+v", group, set)
		}
		single := Settings(labtest.Spec(t, Lab{}, "eps", "0.7", "delta", "1e-5"))
		want := privacy.Claim{Budget: privacy.Budget{Epsilon: single.Epsilon, Delta: single.Delta}}.Group(group).Budget
		if set.Epsilon != want.Epsilon || set.Delta != want.Delta {
			t.Errorf("a group of %d: ε = %v, δ = %v, want %v", group, set.Epsilon, set.Delta, want)
		}
	}
	set := Settings(labtest.Spec(t, Lab{}, "eps", "0.7", "asks", "mu", "mu", "2"))
	if set.Claim.Notion != privacy.Gaussian || set.Claim.Value != 2 || set.Epsilon != 0 {
		t.Errorf("μ = 2: %+v", set)
	}
}

// TestShownOpposite: an event's opposite has a row of its own, with its counts; no other event has.
func TestShownOpposite(t *testing.T) {
	j := &Judgement{}
	j.Verdict, j.Strong.Level = audit.Violation, 0.95
	j.Strong.Event.Kind, j.Strong.Event.Name = event.Threshold, lang.Verbatim("above 1")
	j.Strong.Count.N, j.Strong.Count.C1, j.Strong.Count.C2 = 100, 50, 10
	rows := func() [][3]float64 {
		_, s := j.Shown()
		var out [][3]float64
		for _, table := range s.Tables {
			if table.ID == "found" {
				for _, row := range table.Rows {
					out = append(out, [3]float64{float64(*row[1].Num), float64(*row[2].Num), float64(*row[3].Num)})
				}
			}
		}
		return out
	}
	if got := rows(); len(got) != 1 || got[0] != [3]float64{50, 10, 100} {
		t.Errorf("without an opposite: %v", got)
	}
	j.Strong.Event.Opposite = &event.Event{Name: lang.Verbatim("below 0")}
	j.Strong.Count.O1, j.Strong.Count.O2 = 7, 20
	if got := rows(); len(got) != 2 || got[1] != [3]float64{7, 20, 100} {
		t.Errorf("with an opposite: %v", got)
	}
}

// TestFeedTakesTurns: a feed is asked for a line of each input in turn, for as many as the settings say and
// no more.
func TestFeedTakesTurns(t *testing.T) {
	names := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}
	set := settings(2)
	set.N, set.M = 40, 60
	var asked []int
	feed := func(in int) (string, error) {
		asked = append(asked, in)
		if len(asked) > 1000 {
			return "", lang.Errorf("workshop.missing")
		}
		if len(asked) > 100 && len(asked)%7 == 0 { // a release that failed is one
			return Failed, nil
		}
		return []string{"1", "2"}[len(asked)/2%2], nil
	}
	s := Series{}
	j, err := s.Judge(feed, names, table.Ask{}, set)
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 200 || s.Taken != [2]int{100, 100} || j.Sources[0].Rows != 100 || j.Sources[1].Rows != 100 ||
		s.Goal != 100 {
		t.Errorf("%d lines are asked for, %v taken of %d", len(asked), s.Taken, s.Goal)
	}
	for i, in := range asked {
		if in != i%2 {
			t.Fatalf("line %d is asked of input %d", i, in)
		}
	}
}

// TestOneReleaseLeft: of files of different lengths it is said how many releases are left over, one too.
func TestOneReleaseLeft(t *testing.T) {
	for _, more := range []int{0, 1, 2} {
		j, err := judgeBytes(laplaces(1, 0, 1000+more, 0), laplaces(1, 1, 1000, 0), settings(2))
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(j.Warnings, func(m lang.Message) bool { return m.ID() == "workshop.samples.left" })
		if said != (more > 0) {
			t.Errorf("of %d releases more it is said %v", more, said)
		}
	}
}

// TestZeroSignOfAFile: a zero's sign is a part of a release where the representation is looked at, else not.
func TestZeroSignOfAFile(t *testing.T) {
	for _, bits := range []bool{false, true} {
		f, err := fileOf("a.csv", []byte(strings.Repeat("-0.0\n1.5\n", 200)))
		if err != nil {
			t.Fatal(err)
		}
		g, err := fileOf("b.csv", []byte(strings.Repeat("0.0\n1.5\n", 200)))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := read.Both([]*read.File{f, g}, table.Ask{})
		if err != nil {
			t.Fatal(err)
		}
		s := &fileSource{rows: rows, set: audit.Settings{Seed: 1, Bits: bits, N: 100, M: 300}}
		negative := 0
		if err := s.each(0, int64(s.set.N), 300, func(_ int64, cells []float64) {
			if math.Signbit(cells[0]) {
				negative++
			}
		}); err != nil {
			t.Fatal(err)
		}
		if (negative > 0) != bits {
			t.Errorf("bits %v: %d zeros are negative", bits, negative)
		}
	}
}
