package privacy

import (
	"math"
	"testing"
	"time"
)

func TestQuick(t *testing.T) {
	eps := func(q, sigma, steps, delta float64) float64 {
		d := Claim{Notion: Subsampled, Given: Given{q, steps}}.Definition()
		e, err := EpsilonAt(Curve{At: func(e float64) float64 { return d.Delta(1/sigma, e) }, PureEpsilon: math.Inf(1)}, delta)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, c := range [][5]float64{{0.5, 1, 1, 1e-5, 3.534}, {0.2, 0.5, 1, 1e-5, 7.620}, {1, 1, 100, 1e-5, 0}, {0.01, 1.1, 1000, 1e-5}, {0.01, 1.1, 10000, 1e-5},{0.01, 4, 10000, 1e-5},{1./250, 1.3, 3750, 1e-5},{1e-4,1,100000,1e-6},{0.01,0.5,2000,1e-5}} {
		now := time.Now()
		e := eps(c[0], c[1], c[2], c[3])
		g, _ := GaussianEpsilon(c[3], math.Sqrt(c[2])/c[1])
		l := sampled(c[0], 1/c[1], int(c[2]))
		t.Log(c, e, "gauss q=1", g, time.Since(now), len(l.slope))
	}
	d := Claim{Notion: Subsampled, Given: Given{0.01, 1000}}.Definition()
	d = Claim{Notion: Subsampled, Given: Given{0.01, 10000}}.Definition()
	t.Log(d.Delta(0.25, 1), "want 4.243484012034273e-06")
	now := time.Now()
	mu := d.Noise(1)
	t.Log(mu, d.OfNoise(mu), time.Since(now))
}
