package sheet

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/lang"
)

// Laps says how long the rows of timed tables took, for whoever holds a clock: it
// hears of partial results as they come.
type Laps struct{ at map[string][]time.Duration }

// Hear notes which rows of a partial result, a sheet in JSON, are new, so long
// after the computation began, and returns them.
func (l *Laps) Hear(partial []byte, after time.Duration) [][]Cell {
	var s struct{ Tables []Table }
	if json.Unmarshal(partial, &s) != nil {
		return nil
	}
	var fresh [][]Cell
	for _, t := range s.Tables {
		if known := len(l.at[t.ID]); t.Timed && known < len(t.Rows) {
			fresh = append(fresh, t.Rows[known:]...)
			if l.at == nil {
				l.at = map[string][]time.Duration{}
			}
			for len(l.at[t.ID]) < len(t.Rows) {
				l.at[t.ID] = append(l.at[t.ID], after)
			}
		}
	}
	return fresh
}

// Add gives the timed tables of a sheet a column of the seconds that each row took
// after the one before it; where two came at once, only both together are known.
// The sheet's own tables stay as they are.
func (l *Laps) Add(s *Sheet) {
	s.Tables = slices.Clone(s.Tables)
	for i := range s.Tables {
		t := &s.Tables[i]
		at := l.at[t.ID]
		if !t.Timed || len(at) == 0 {
			continue
		}
		t.Columns = append(slices.Clone(t.Columns), lang.Say("lab.laps.seconds"))
		rows := make([][]Cell, len(t.Rows))
		before := time.Duration(0)
		for k, r := range t.Rows {
			c := Words(lang.Say("lab.laps.together"))
			if k >= len(at) {
				c = Cell{}
			} else if k == 0 || at[k] > before {
				c = Number((at[k] - before).Seconds(), 3)
				before = at[k]
			}
			rows[k] = append(slices.Clone(r), c)
		}
		t.Rows = rows
	}
}
