package library

import (
	"fmt"
	"math"
	"slices"
	"testing"

	about "indistinct/core/about/library"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// TestDocumentedLaws: of each law the density integrates to 1 with its standard deviation about either input, the loss
// is its logarithms' difference, and the profile, where there is one, is the sum of what one density is above the other.
func TestDocumentedLaws(t *testing.T) {
	for _, law := range []about.Law{about.Laplace, about.Gauss, about.Naive} {
		for _, told := range []float64{0.5, 0.2} {
			m := &mean{law: law, value: [2]float64{3, 3.5}, sensitivity: 0.5, told: told, epsilon: 0.8, delta: 1e-3, sd: 0.7}
			if law != about.Gauss {
				m.sd = m.told / m.epsilon * math.Sqrt2
			}
			what := fmt.Sprintf("%s told %v", law, told)
			const h = 1e-3
			for in, c := range m.value {
				density, mass, square := m.density(in, m.sd), 0.0, 0.0
				for x := c - 14; x < c+14; x += h {
					p := density(x+h/2) * h
					mass, square = mass+p, square+p*(x+h/2-c)*(x+h/2-c)
				}
				check.Near(t, what+", mass", mass, 1, 1e-5)
				check.Near(t, what+", deviation", math.Sqrt(square), m.sd, 1e-4)
			}
			loss, p := m.loss(m.sd), m.Profile()
			if (p == nil) != (law == about.Naive) {
				t.Errorf("%s: the profile is %v", what, p)
			}
			for _, eps := range []float64{0, 0.3, 0.7, 1.5} {
				delta := 0.0
				for x := -11.0; x < 18; x += h {
					a, b := m.density(0, m.sd)(x), m.density(1, m.sd)(x)
					delta += max(a-math.Exp(eps)*b, 0) * h
					if x > -1 && x < 7 {
						check.Near(t, what+", loss", loss(x), math.Log(a/b), 1e-9)
					}
				}
				if p != nil {
					check.Near(t, fmt.Sprintf("%s, δ(%v)", what, eps), p.Delta(eps), delta, 1e-3)
				}
			}
			c := m.Claim()
			if c.Budget.Epsilon != 0.8 || (c.Budget.Delta == 1e-3) != (law == about.Gauss) || c.Budget.Delta != 0 && law != about.Gauss ||
				(c.Source == lang.Say("library.claim.textbook")) != (law == about.Naive) {
				t.Errorf("%s: the claim is %+v", what, c)
			}
		}
	}
}

// TestNaive: naive noise follows Laplace's law: Kolmogorov's distance of 20,000 draws is above 0.02 with probability
// below 3·10⁻⁷.
func TestNaive(t *testing.T) {
	const n, x, b = 20_000, 2.5, 0.7
	s := rng.New(rng.Key{Seed: 4, Phase: 95})
	draws := make([]float64, n)
	for i := range draws {
		draws[i] = naive(x, b, &s)
	}
	slices.Sort(draws)
	for i, v := range draws {
		f := 0.5 * math.Exp(-math.Abs(v-x)/b)
		if v > x {
			f = 1 - f
		}
		if d := math.Abs(f - float64(i)/n); d > 0.02 {
			t.Fatalf("draw %d of %d is %v, where the law has %v", i, n, v, f)
		}
	}
}
