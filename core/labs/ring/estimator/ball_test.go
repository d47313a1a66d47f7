package estimator

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
		b := ballLaw{d: d, nu: 20 * s.Float64() * s.Float64()}
		// A random positive definite P of any anisotropy and a mode on the
		// sphere.
		var a [4]vec4
		n := 0.0
		for i := range d {
			for j := range d {
				a[i][j] = s.Norm() * (.1 + 2*s.Float64())
			}
			b.m[i] = s.Norm()
			n += b.m[i] * b.m[i]
		}
		for i := range d {
			b.m[i] /= math.Sqrt(n)
			for j := range d {
				for k := range d {
					b.p[i][j] += a[i][k] * a[j][k]
				}
			}
			b.p[i][i] += .01
		}
		for _, kind := range []proposal{uniform, half, curved, bowl} {
			if !b.build(kind) {
				t.Fatalf("proposal %d cannot be built", kind)
			}
			for range 300 {
				var x vec4
				if cost, ok := b.propose(&s, &x); ok {
					if cost < -1e-12 {
						t.Fatalf("proposal %d: cost %v", kind, cost)
					}
					q := 0.0
					for i := range d {
						q += (b.m[i] + x[i]) * (b.m[i] + x[i])
					}
					if q > 1+1e-12 {
						t.Fatalf("proposal %d left the ball: |w|² = %v", kind, q)
					}
				}
			}
		}
	}
}
