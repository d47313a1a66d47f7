package ring

import (
	"bytes"
	"encoding/json"
	"testing"

	"indistinct/core/event"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
)

// With re-used releases the worst event's counts are those of the fresh releases in its cells, no
// cell is likelier than its bound, all else is the grid's test, and the result is the same by any
// crew.
func TestPartition(t *testing.T) {
	set := []string{"n", "500", "m", "2000", "d", "1", "partition", "scenario"}
	r, grid := report(t, spec(t, set...), 1), report(t, spec(t, set[:6]...), 1)
	a, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(report(t, spec(t, set...), 3))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("another report with three workers")
	}
	if grid.Shells != nil || grid.CellBound != 0 || len(r.Shells) != 4 || len(r.Shells[0]) != 3 || r.Events != 256 {
		t.Fatalf("borders %v, %d events; the grid has %v", r.Shells, r.Events, grid.Shells)
	}
	if r.Strong.Epsilon != grid.Strong.Epsilon || r.Escape.C2 != grid.Escape.C2 || r.ECorrect != grid.ECorrect {
		t.Error("the stronger test hangs on the partition")
	}
	if r.Worst.Name.ID() != "event.shell" || grid.Worst.Name.ID() != "event.cell" {
		t.Errorf("the worst events are %s and %s", english.Say(r.Worst.Name), english.Say(grid.Worst.Name))
	}
	if !(r.Eta < r.CellBound && r.CellBound > 0.3 && r.CellBound < 0.4) { // a quarter of 814, and 6.5 standard errors
		t.Errorf("η is %v, its bound %v", r.Eta, r.CellBound)
	}
	m, err := open(spec(t, set...))
	if err != nil {
		t.Fatal(err)
	}
	cover := &paper.Cover{Steps: 4, Dim: 2, Ellipsoids: r.Cover, Grid: 2, Shells: r.Shells}
	match, hit, shares := event.NewMatcher(cover, []event.Event{r.Worst}), make([]bool, 1), make([][4]float64, 4)
	locator, cells := paper.NewLocator(cover), make([]int32, 4)
	for in, want := range []int64{r.C1, r.C2} {
		count := int64(0)
		key := rng.Key{Seed: 1, Phase: rng.PhaseTest, Input: uint32(in)}
		for draw := mechanism.Draw(m.Mech, mechanism.Input(in), key, 2000); len(draw) > 0; draw = draw[8:] {
			if match.Match(draw[:8], hit); hit[0] {
				count++
			}
			if in == 0 && locator.Cells(draw[:8], cells) {
				for k, c := range cells {
					shares[k][c] += 1. / 2000
				}
			}
		}
		if count != want {
			t.Errorf("input %d: %d releases in the worst event, the report counts %d", in, count, want)
		}
	}
	for k, step := range shares {
		for c, p := range step {
			if p > float64(r.CellBound) || p < 0.1 {
				t.Errorf("step %d: cell %d holds %v of all releases", k+1, c+1, p)
			}
		}
	}
}

// The stage draws the borders of each step's cells, and lights the two of the worst event's.
func TestPartitionFilm(t *testing.T) {
	s := spec(t, "n", "500", "m", "1000", "partition", "scenario")
	r := report(t, s, 1)
	look, err := lab.LookAt(full, s, r)
	if err != nil {
		t.Fatal(err)
	}
	borders, lit := 0, 0
	for _, v := range look.Film.Views {
		for _, l := range v.Layers {
			switch {
			case l.Kind == film.Ellipse && l.Role == sheet.Ink && len(l.Data) == 4*4*5:
				borders++ // 4 in each of 4 steps, of 5 numbers
				for k := range 4 {
					d := l.Data[20*k:]
					if !(d[2] < d[7] && d[7] < d[12] && d[12] < d[17]) || d[4] != d[19] {
						t.Errorf("step %d: the half-axes are %v, %v, %v and %v", k+1, d[2], d[7], d[12], d[17])
					}
				}
			case l.Lit && l.Kind == film.Ellipse && l.Role == sheet.Paper && len(l.Data) == 4*2*5:
				lit++
			case l.Lit && l.Kind == film.Quads:
				t.Error("cells of a grid are lit")
			}
		}
	}
	if borders != 1 || lit != 1 {
		t.Errorf("%d layers of borders, %d of the worst event", borders, lit)
	}
}
