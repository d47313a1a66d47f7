package sheet

import (
	"encoding/json"
	"testing"
	"time"

	"indistinct/core/lang"
)

func TestLaps(t *testing.T) {
	table := func(names ...string) Sheet {
		s := Sheet{Tables: []Table{{ID: "other", Columns: []lang.Message{"a"}, Rows: [][]Cell{{Text("x")}}},
			{ID: "timed", Timed: true, Columns: []lang.Message{"row"}}}}
		for _, n := range names {
			s.Tables[1].Rows = append(s.Tables[1].Rows, []Cell{Text(n)})
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
	for i, want := range []string{"2", "3", "with the one above", ""} {
		if got.Rows[i][1].Text != want {
			t.Errorf("row %d took %q, want %q", i, got.Rows[i][1].Text, want)
		}
	}
}
