package figures

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"indistinct/core/num"
	"indistinct/core/test/check"
	"indistinct/core/texts"
)

// held counts in how many simulated surveys of 30 the interval from 199 draws of the algorithm (Boulaguiem 2023,
// equation 3) holds the true share: the 5th and the 195th draw are its ends at 95 %. Every law is gonum's.
func held(surveys int, theta, eps float64) (hits int) {
	const n, draws, rank = 30, 199, 5
	src := rand.NewPCG(11, math.Float64bits(theta))
	yes, noise := distuv.Binomial{N: n, P: theta, Src: src}, distuv.Laplace{Scale: 1 / eps, Src: src}
	for range surveys {
		release, below := yes.Rand()+noise.Rand(), 0
		for range draws {
			t := release - noise.Rand()
			if t < 0 || t <= n && (distuv.Beta{Alpha: t + 0.5, Beta: n - t + 0.5, Src: src}).Rand() <= theta {
				below++
			}
		}
		if below >= rank && below <= draws-rank {
			hits++
		}
	}
	return hits
}

// The coverage is what simulations count: ours, with other people's samplers, and the one that a review of this
// laboratory made before there was a chart (0.937 … 0.943).
func TestCoverage(t *testing.T) {
	const surveys = 4000
	s := run(t, setting(30, 21, 18.98, 1).Coverage())
	c := s.Charts[0]
	jimi, normal := c.Series[4], c.Series[3]
	for theta, other := range map[int]float64{2: 0.937, 5: 0.945, 50: 0.949, 90: 0.946, 98: 0.943} {
		exact := float64(jimi.Y[theta-1])
		if x := float64(jimi.X[theta-1]); math.Abs(x-float64(theta)/100) > 1e-12 {
			t.Fatalf("θ = %v", x)
		}
		most := 5.7 * math.Sqrt(exact*(1-exact)/surveys)
		check.Near(t, "simulated", float64(held(surveys, float64(theta)/100, 1))/surveys, exact, most)
		check.Near(t, "simulated elsewhere", other, exact, most)
		check.Near(t, "by symmetry", float64(jimi.Y[99-theta]), exact, 1e-9)
	}
	// Exact tests keep the level; only the approximation and the JIMI do not.
	for k, of := range contenders {
		for _, y := range c.Series[k].Y {
			if off := math.Abs(float64(y) - 0.95); off > 0.011 || off > 1e-6 && k != 3 && k != 4 {
				t.Errorf("%s: coverage %v", of.name, y)
			}
		}
	}
	// What the paper's page quotes, in both languages.
	least, most := 1.0, 0.0
	for _, y := range jimi.Y {
		least, most = min(least, float64(y)), max(most, float64(y))
	}
	const page = "survey.paper.boulaguiem."
	quoted(t, page+"first-order-properties.why", least, most, float64(normal.Y[0]))
	quoted(t, page+"algorithm.why", 0.9500, float64(jimi.Y[49]))
	size := run(t, setting(30, 21, 18.98, 1).Size()).Charts[0]
	at := func(series, theta int) float64 { return float64(size.Series[series].Y[theta-1]) }
	quoted(t, page+"size.why", at(4, 50), at(4, 90), at(3, 50), at(3, 90))
	quoted(t, page+"selection-criterion.why", 21.5/31, 22.0/32, uniformApart(30, 21))
}

// uniformApart is the distance of the estimates of equation (1) with D ~ Beta(1, 1) from Beta(k+1, n−k+1). U_[k+1] is
// Beta(k+1, n−k) and U_[k]/U_[k+1], independent of it, the k-th root of a uniform number: a midpoint rule over that
// number and D.
func uniformApart(n, k float64) (apart float64) {
	const points = 60
	for theta := 0.62; theta < 0.72; theta += 0.002 {
		p := 0.0
		for i := range points {
			below := math.Pow((float64(i)+0.5)/points, 1/k)
			for j := range points {
				r := below + (float64(j)+0.5)/points*(1-below)
				p += num.RegIncBeta(k+1, n-k, min(theta/r, 1)) / (points * points)
			}
		}
		apart = max(apart, math.Abs(p-num.RegIncBeta(k+1, n-k+1, theta)))
	}
	return apart
}

// By equation (2) intervals would hold ½ with probability 0.9500.
func TestCoverageOfEquation2(t *testing.T) {
	const n, eps, theta = 30, 1, 0.5
	// The interval misses ½ where a tail of the estimates is below 0.025.
	noise, miss := distuv.Laplace{Scale: 1 / eps}, 0.0
	cut := func(p float64) float64 {
		return num.Root(func(z float64) float64 { return equation2(n, eps, z, theta) - p }, -20, 50)
	}
	low, high := cut(0.975), cut(0.025)
	for x := range n + 1 {
		miss += distuv.Binomial{N: n, P: theta}.Prob(float64(x)) *
			(noise.CDF(low-float64(x)) + noise.Survival(high-float64(x)))
	}
	check.Near(t, "coverage", 1-miss, 0.9500, 1e-4)
}

// quoted fails where a text does not say numbers with four decimals, in any language.
func quoted(t *testing.T, id string, numbers ...float64) {
	t.Helper()
	for _, tag := range []string{"en", "de"} {
		l, err := texts.Read(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range numbers {
			if said := l.Text(id); !strings.Contains(said, l.Number(v, ".4")) {
				t.Errorf("%s does not quote %v: %s", id, v, said)
			}
		}
	}
}
