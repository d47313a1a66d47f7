package clock_test

import (
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab/show"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/ui/stage/clock"
)

// A release that is seen to fall does not swing past its bar, nor above where it came from.
func TestNothingFallsThrough(t *testing.T) {
	var x [2][]float64
	for in := range x {
		for i := range show.FilmReleases {
			s := rng.New(rng.Key{Seed: 1, Input: uint32(in), Trial: uint64(i)})
			x[in] = append(x[in], s.Laplace(1))
		}
	}
	v := show.Race(mechanism.Names{}, x, -8, 9)
	f := show.Growing(v)
	for i := range v.Layers {
		l := &v.Layers[i]
		if l.Kind != film.Disk {
			continue
		}
		for at := 0.0; at < float64(f.Steps-1); at += 0.125 {
			d := clock.Sample(nil, f, l, at)
			for j := 0; j < len(d); j += 3 {
				if y := float64(d[j+1]); d[j+2] > 1e-6 && (y < -0.035*v.Box[3] || y > 0.93*v.Box[3]) {
					t.Fatalf("at %v a release of %v is seen at %v of %v", at, l.Role, y, v.Box[3])
				}
			}
		}
	}
}
