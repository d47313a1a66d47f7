package ring

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// Sensor 4 of the paper's ring shows less than others: the search finds one that
// shows more.
func TestSearch(t *testing.T) {
	check.Full(t)
	_, found := labtest.Search(t, Lab{}, "star", "4")
	first := lang.Say("ring.pair", "star", 4, "way", "anticlockwise")
	if n := len(found.Tried); n != 20 || found.Tried[0].Name != first {
		t.Errorf("%d pairs of ten sensors in two directions, first %q", n, english.Say(found.Tried[0].Name))
	}
	if math.Abs(float64(found.Distance)-1) > 1e-9 {
		t.Errorf("the pair found is %v apart", found.Distance)
	}
}

// On the stage the sensor that a search found is one of the others: dragging it
// moves that sensor, and the distance is not dragged.
func TestFoundHandles(t *testing.T) {
	m, err := open(labtest.Spec(t, Lab{}, "pairs", "all", "star", "4"))
	if err != nil {
		t.Fatal(err)
	}
	for pair, want := range []string{0: "star ghost", 2: "sensor:2"} {
		if want == "" {
			continue
		}
		on, err := m.on(pair)
		if err != nil {
			t.Fatal(err)
		}
		f, err := on.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range f.Views {
			for _, l := range v.Layers {
				if l.Kind == film.Dots && l.Shape == film.Star {
					got = append(got, l.Handles...)
				}
			}
		}
		slices.Sort(got)
		slices.Reverse(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: the stars' handles are %q, want %q", english.Say(m.Extras().Pairs[pair]), got, want)
		}
	}
}

// Every candidate's records are as far apart as adjacency allows, and its model
// is what a Spec with that star opens.
func TestCandidates(t *testing.T) {
	m, err := open(labtest.Spec(t, Lab{}, "pairs", "all", "d", "10", "layout", "random"))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range m.candidates() {
		on, err := m.on(i)
		if err != nil {
			t.Fatal(err)
		}
		got := on.(*model)
		if math.Abs(got.distance-10) > 1e-9 || got.Scenario.Star != c.star || got.dTheta != c.dTheta {
			t.Errorf("%s: %v apart, star %d", english.Say(m.Extras().Pairs[i]), got.distance, got.Scenario.Star+1)
		}
		if c.dTheta < 0 {
			continue
		}
		direct, err := open(got.Spec)
		if err != nil {
			t.Fatal(err)
		}
		if direct.dTheta != got.dTheta || direct.moved != got.moved {
			t.Errorf("%s: moved to %v, by its own Spec to %v", english.Say(m.Extras().Pairs[i]), got.moved,
				direct.moved)
		}
	}
}
