package filtering

import (
	"math"
	"strconv"
	"testing"

	about "indistinct/core/about/filtering"
	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// TestNeighbourOnTheRoad: the neighbour's car stands the displacement, as often as it is drawn larger, in
// front of the record's, and both lie on the road, whose edges end where its surface does.
func TestNeighbourOnTheRoad(t *testing.T) {
	for _, set := range [][]string{nil, {"arch", "input"}, {"half", "0.5"}, {"cars", "30"}, {"cars", "7"}} {
		m := open(t, set...)
		f, err := m.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		d := m.drive()
		var cars [2]*film.Layer
		var surface, edges *film.Layer
		others, moved := 0, 0.0
		for i := range f.Views[0].Layers {
			switch l := &f.Views[0].Layers[i]; {
			case l.Shape == film.Car && l.Role == sheet.Record:
				cars[0] = l
			case l.Shape == film.Car && l.Role == sheet.Adjacent:
				cars[1] = l
			case l.Shape == film.Car:
				others = len(l.Block(f.Steps, 0)) / 2
			case l.Kind == film.Quads && !l.Moving && surface == nil:
				surface = l
			case l.Kind == film.Segments && !l.Moving && edges == nil:
				edges = l
			}
		}
		if cars[0] == nil || cars[1] == nil || surface == nil || edges == nil {
			t.Fatalf("%v: the film lacks a car or the road", set)
		}
		for k := range f.Steps {
			a, b := float64(cars[0].Block(f.Steps, k)[0]), float64(cars[1].Block(f.Steps, k)[0])
			moved = max(moved, math.Abs(d.displace[k]))
			if off := math.Remainder(b-a-d.stretch*d.displace[k], road); math.Abs(off) > 1e-2 {
				t.Errorf("%v, step %d: the neighbour is at %v, the record at %v, displaced by %v × %v", set, k, b, a,
					d.stretch, d.displace[k])
			}
			if a < 0 || b < 0 || a > road || b > road {
				t.Errorf("%v, step %d: cars at %v and %v of a road of %v", set, k, a, b, road)
			}
		}
		if n, _ := strconv.Atoi(m.spec.Show("cars")); moved == 0 || n <= 30 && others != n-1 || others > 29 {
			t.Errorf("%v: %d cars beside the star's, displaced by up to %v", set, others, moved)
		}
		span := func(l *film.Layer) (lo, hi float32) {
			lo, hi = l.Data[0], l.Data[0]
			for i := 0; i < len(l.Data); i += 2 {
				lo, hi = min(lo, l.Data[i]), max(hi, l.Data[i])
			}
			return lo, hi
		}
		lo, hi := span(surface)
		from, to := span(edges)
		if from != lo || to != hi || lo > 0 || hi < road || math.Abs(float64(lo+hi)-road) > 1e-3 {
			t.Errorf("%v: the surface from %v to %v, the edges from %v to %v", set, lo, hi, from, to)
		}
	}
}

// TestUnitOfTheOutlook: noise on reports is told in m, noise on what is published in m/s.
func TestUnitOfTheOutlook(t *testing.T) {
	for arch, unit := range map[string]string{about.Input: "m", about.InputRaw: "m", about.Output: "m/s"} {
		m := open(t, "arch", arch)
		check.Places(t, arch, m.outlook().XLabel, "filtering.film.adversary.x", "unit", lang.Verbatim(unit))
	}
}
