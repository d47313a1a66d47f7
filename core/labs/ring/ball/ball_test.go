package ball

import (
	"math"
	"testing"

	"indistinct/core/rng"
)

// No envelope is ever pierced: the cost that a proposal leaves is never
// negative.
func TestEnvelopes(t *testing.T) {
	s := rng.New(rng.Key{Seed: 31})
	for range 300 {
		d := 2 + 2*s.Intn(2)
		b := Law{Dim: d, Nu: 20 * s.Float64() * s.Float64()}
		// A random positive definite P of any anisotropy and a mode on the
		// sphere.
		var a [4]Vec
		n := 0.0
		for i := range d {
			for j := range d {
				a[i][j] = s.Norm() * (.1 + 2*s.Float64())
			}
			b.Mode[i] = s.Norm()
			n += b.Mode[i] * b.Mode[i]
		}
		for i := range d {
			b.Mode[i] /= math.Sqrt(n)
			for j := range d {
				for k := range d {
					b.Precision[i][j] += a[i][k] * a[j][k]
				}
			}
			b.Precision[i][i] += .01
		}
		for _, kind := range []Proposal{Uniform, Half, Curved, Bowl} {
			if !b.Build(kind) {
				t.Fatalf("proposal %d cannot be built", kind)
			}
			for range 300 {
				var x Vec
				if cost, ok := b.Propose(&s, &x); ok {
					if cost < -1e-12 {
						t.Fatalf("proposal %d: cost %v", kind, cost)
					}
					q := 0.0
					for i := range d {
						q += (b.Mode[i] + x[i]) * (b.Mode[i] + x[i])
					}
					if q > 1+1e-12 {
						t.Fatalf("proposal %d left the ball: |w|² = %v", kind, q)
					}
				}
			}
		}
	}
}
