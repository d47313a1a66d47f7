package sheet

import (
	"encoding/json"
	"testing"
	"time"

	"indistinct/core/lang"
)

func TestLaps(t *testing.T) {
	table := func(names ...string) Sheet {
		s := Sheet{Tables: []Table{{ID: "other", Columns: lang.Verbatims([]string{"a"}), Rows: [][]Cell{{Count(1)}}},
			{ID: "timed", Timed: true, Columns: lang.Verbatims([]string{"row"})}}}
		for _, n := range names {
			s.Tables[1].Rows = append(s.Tables[1].Rows, []Cell{Words(lang.Verbatim(n))})
		}
		return s
	}
	var l Laps
	for _, x := range []struct {
		after time.Duration
		rows  []string
		fresh int
	}{{2 * time.Second, []string{"a"}, 1}, {3 * time.Second, []string{"a"}, 0},
		{5 * time.Second, []string{"a", "b", "c"}, 2}} {
		data, err := json.Marshal(table(x.rows...))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Hear(data, x.after); len(got) != x.fresh {
			t.Errorf("after %v: %v is new", x.after, got)
		}
	}
	l.Hear([]byte("no sheet"), time.Minute)
	s := table("a", "b", "c", "d")
	given := s.Tables
	l.Add(&s)
	got := s.Tables[1]
	if len(got.Columns) != 2 || len(s.Tables[0].Columns) != 1 || len(given[1].Columns) != 1 ||
		len(given[1].Rows[0]) != 1 {
		t.Fatalf("%v, and %v was given", got, given)
	}
	for i, want := range []float64{2, 3} {
		if c := got.Rows[i][1]; c.Num == nil || float64(*c.Num) != want {
			t.Errorf("row %d took %+v, want %v s", i, c, want)
		}
	}
	if got.Rows[2][1].Text.ID() != "lab.laps.together" || got.Rows[3][1] != (Cell{}) {
		t.Errorf("a row that came with another and one without a time are %+v and %+v", got.Rows[2][1], got.Rows[3][1])
	}
}
