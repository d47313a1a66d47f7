package library

import (
	"fmt"
	"math"
	"slices"
	"testing"

	about "indistinct/core/about/library"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// TestDocumentedLaws: of each law the density integrates to 1 with its standard deviation about either input, the loss
// is its logarithms' difference, and the profile, where there is one, is the sum of what one density is above the
// other.
func TestDocumentedLaws(t *testing.T) {
	for _, law := range []about.Law{about.Laplace, about.Gauss, about.Naive} {
		for _, told := range []float64{0.5, 0.2} {
			m := &mean{law: law, value: [2]float64{3, 3.5}, sensitivity: 0.5, told: told, epsilon: 0.8, delta: 1e-3,
				sd: 0.7}
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
			p := m.Profile()
			if (p == nil) != (law == about.Naive) {
				t.Errorf("%s: the profile is %v", what, p)
			}
			for _, eps := range []float64{0, 0.3, 0.7, 1.5} {
				delta := 0.0
				for x := -11.0; x < 18; x += h {
					a, b := m.density(0, m.sd)(x), m.density(1, m.sd)(x)
					delta += max(a-math.Exp(eps)*b, 0) * h
				}
				if p != nil {
					check.Near(t, fmt.Sprintf("%s, δ(%v)", what, eps), p.Delta(eps), delta, 1e-3)
				}
			}
			c := m.Claim()
			if c.Budget.Epsilon != 0.8 || (c.Budget.Delta == 1e-3) != (law == about.Gauss) || c.Budget.Delta != 0 &&
				law != about.Gauss ||
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

// exactNoise adds none; its deviation is that of the sensitivity.
type exactNoise struct{}

func (exactNoise) Add(_ about.Law, x, _, _, _ float64, _ *rng.Stream) (float64, error) { return x, nil }
func (exactNoise) Sigma(sensitivity, epsilon,
	_ float64) float64 {
	return 4 * sensitivity / epsilon
}

// TestOpenedMean: both inputs' means lie within the bounds and differ by the sensitivity; noise is as of what the
// library is told, and is drawn about each input's own mean; who tells it too little is warned.
func TestOpenedMean(t *testing.T) {
	l := Lab{Noise: exactNoise{}}
	table := l.Params()
	for seed := range 40 {
		for _, c := range []struct {
			law   string
			scale float64
		}{{"laplace", 1}, {"gauss", 0.5}, {"naive", 2}, {"gauss", 1}} {
			s, err := table.Defaults("library").Set(table, "people", 2).Set(table, "seed", float64(seed)).
				Set(table, "scale", c.scale).With(table, "law", c.law)
			if err != nil {
				t.Fatal(err)
			}
			opened, err := l.Open(s)
			if err != nil {
				t.Fatal(err)
			}
			m := opened.(*model)
			lo, hi, mech := s.Float("lower"), s.Float("upper"), m.mech
			if mech.value[0] < lo || mech.value[1] > hi || math.Abs(mech.value[1]-mech.value[0]-(hi-lo)/2) > 1e-12 ||
				math.Abs(mech.told-c.scale*mech.sensitivity) > 1e-12 ||
				math.Abs(mech.sd-c.scale*mech.promised) > 1e-12 {
				t.Fatalf("%+v: means %v, told %v, noise of %v and %v", c, mech.value, mech.told, mech.sd, mech.promised)
			}
			var r lab.Report
			if m.Complete(&r); (len(r.Warnings) > 0) != (c.scale < 1) || r.Distance != 1 {
				t.Errorf("%+v: warnings %v", c, r.Warnings)
			}
			exact := false
			for _, f := range m.Facts() {
				exact = exact || f.Name == "exact_epsilon"
			}
			if exact != (c.law != "naive") {
				t.Errorf("%+v: the exact ε is a fact: %t", c, exact)
			}
			if seed > 0 {
				continue
			}
			f, err := m.Film(nil)
			if err != nil {
				t.Fatal(err)
			}
			curves := map[sheet.Role]int{}
			for _, layer := range f.Views[0].Layers {
				if layer.Kind != film.Path {
					continue
				}
				curves[layer.Role]++
				b, at, top := layer.Block(f.Steps, f.Steps-1), 0.0, float32(-1)
				for i := 0; i < len(b); i += 2 {
					if b[i+1] > top {
						at, top = float64(b[i]), b[i+1]
					}
				}
				for in, role := range show.Roles {
					if layer.Role == role && math.Abs(at-mech.value[in]) > 1e-5*(hi-lo) {
						t.Errorf("%+v: the law of input %d is highest at %v, its mean is %v", c, in, at, mech.value[in])
					}
				}
			}
			if want := map[bool]int{true: 0, false: 2}[c.scale == 1]; curves[sheet.Record] != 1 ||
				curves[sheet.Adjacent] != 1 ||
				curves[sheet.Ink] != want {
				t.Errorf("%+v: curves %v", c, curves)
			}
		}
	}
}
