package ring

import (
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// BenchmarkShelf is a release of each program on the shelf.
func BenchmarkShelf(b *testing.B) {
	for _, p := range shelf() {
		b.Run(p.Name, func(b *testing.B) {
			m, err := open(preset(b, p.Name))
			if err != nil {
				b.Fatal(err)
			}
			mech := m.Mech.Fork()
			steps, dim := mech.Shape()
			out := make([]float64, steps*dim)
			for i := uint64(0); b.Loop(); i++ {
				s := rng.New(rng.Key{Seed: 1, Trial: i})
				mech.Release(mechanism.Record, &s, out)
			}
		})
	}
}

// BenchmarkFork is what a goroutine, or a chunk in the page, begins with.
func BenchmarkFork(b *testing.B) {
	m, err := open(preset(b, "ekf"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m.Mech.Fork()
	}
}
