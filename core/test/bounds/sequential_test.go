package bounds

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"indistinct/core/betting"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

type betRow struct {
	name  string
	draw  [2]func(s *rng.Stream) float64
	claim betting.Claim
	apt   float64
	null  bool
}

func lap(s *rng.Stream, scale float64) float64 { return s.Laplace(scale) }

func curveBudgets(f func(alpha float64) float64) (c betting.Claim) {
	at := []float64{0.01, 0.03, 0.07, 0.14, 0.25, 0.37, 0.5, 0.63, 0.75, 0.86, 0.93, 0.97, 0.99}
	for _, a := range at {
		h := 1e-4 * math.Min(a, 1-a)
		slope, beta := (f(a-h)-f(a+h))/(2*h), f(a)
		d := math.Max(0, 1-beta-slope*a)
		if slope >= 1 {
			c[1] = append(c[1], privacy.Budget{Epsilon: num.Log(slope), Delta: d})
		} else {
			// 1 − f(a') ≤ slope a' + 1 − beta − slope a, of complements: Q(B) ≤ P(B)/slope + …
			slope = 1 / slope
			c[0] = append(c[0], privacy.Budget{Epsilon: num.Log(slope), Delta: math.Max(0, 1-a-slope*beta)})
		}
	}
	return c
}

func gdp(mu float64) betting.Claim {
	return curveBudgets(func(a float64) float64 { return num.NormalCDF(num.NormalQuantile(1-a) - mu) })
}

func laplaceCurve(mu float64) betting.Claim {
	return curveBudgets(func(a float64) float64 {
		switch {
		case a < math.Exp(-mu)/2:
			return 1 - math.Exp(mu)*a
		case a <= 0.5:
			return math.Exp(-mu) / (4 * a)
		}
		return math.Exp(-mu) * (1 - a)
	})
}

func sgdClaim(tau int) betting.Claim {
	const eta, sigma, m = 0.2, 0.2, 5
	var mus []float64
	for set := range 1 << tau {
		mu := 0.0
		for k := range tau {
			if set>>k&1 == 1 {
				mu += eta * math.Pow(1-eta, float64(tau-k-1)) / m
			}
		}
		mus = append(mus, mu)
	}
	s := eta * sigma * math.Sqrt((1-math.Pow(1-eta, float64(2*tau)))/(1-math.Pow(1-eta, 2)))
	return curveBudgets(func(a float64) float64 {
		z, sum := num.NormalQuantile(1-a), 0.0
		for _, mu := range mus {
			sum += num.NormalCDF(z - mu/s)
		}
		return sum / float64(len(mus))
	})
}

func sgd(one float64) func(s *rng.Stream) float64 {
	return func(s *rng.Stream) float64 {
		theta := 0.0
		for range 10 {
			x := 0.0
			if s.Uint64()&1 == 0 {
				x = one
			}
			theta -= 0.2 * ((5*theta-x)/5 + 0.2*s.Norm())
		}
		return theta
	}
}

func betRows() (out []betRow) {
	type draw = func(s *rng.Stream) float64
	pure := func(eps, delta float64) betting.Claim {
		return betting.Both(privacy.Budget{Epsilon: eps, Delta: delta})
	}
	add := func(name string, p, q draw, c betting.Claim, apt float64, null bool) {
		out = append(out, betRow{name, [2]draw{p, q}, c, apt, null})
	}
	laplace1 := func(e float64) (p, q draw) {
		return func(s *rng.Stream) float64 { return lap(s, 2/e) }, func(s *rng.Stream) float64 { return 0.5 + lap(s, 1/e) }
	}
	gauss1 := func(e float64) (p, q draw) {
		return func(s *rng.Stream) float64 { return 2 / e * s.Norm() }, func(s *rng.Stream) float64 { return 0.5 + s.Norm()/e }
	}
	second := func(e float64, noise func(s *rng.Stream, scale float64) float64) (p, q draw) {
		of := func(n, mean float64) draw {
			return func(s *rng.Stream) float64 {
				tilde := math.Max(1e-12, n+noise(s, 2/e))
				return mean + noise(s, 2/(tilde*e))
			}
		}
		return of(1, 0), of(2, 0.5)
	}
	normal := func(s *rng.Stream, scale float64) float64 { return scale * s.Norm() }
	shift := func(noise func(s *rng.Stream, scale float64) float64) (p, q draw) {
		return func(s *rng.Stream) float64 { return noise(s, 1) }, func(s *rng.Stream) float64 { return 1 + noise(s, 1) }
	}
	for _, c := range []struct{ e, apt float64 }{{.01, 81}, {.1, 115}, {.5, 165}, {1, 10000}} {
		p, q := laplace1(c.e)
		add(fmt.Sprint("laplace1 ε ", c.e), p, q, pure(c.e, 0), c.apt, false)
		p, q = laplace1(.1)
		add(fmt.Sprint("laplace1 curve ", c.e), p, q, laplaceCurve(c.e), c.apt, false)
	}
	for _, c := range []struct{ e, apt float64 }{{.01, 72}, {.1, 72}, {1, 10000}} {
		p, q := gauss1(c.e)
		add(fmt.Sprint("gauss1 μ ", c.e), p, q, gdp(c.e), c.apt, false)
		add(fmt.Sprint("gauss1 ε ", c.e), p, q, pure(c.e, 1e-5), c.apt, false)
	}
	p, q := second(.01, lap)
	add("laplace2 .01", p, q, pure(.01, 0), 192, false)
	p, q = second(.1, lap)
	add("laplace2 .1", p, q, pure(.1, 0), 770, false)
	p, q = second(.01, normal)
	add("gauss2 .01", p, q, pure(.01, 1e-5), 1139, false)
	p, q = second(.1, normal)
	add("gauss2 .1", p, q, pure(.1, 1e-5), 4776, false)
	p, q = shift(normal)
	for _, c := range []struct{ mu, apt float64 }{{.5, 188}, {.8, 1453}, {1, 0}} {
		add(fmt.Sprint("gauss μ ", c.mu), p, q, gdp(c.mu), c.apt, c.mu == 1)
	}
	p, q = shift(lap)
	for _, c := range []struct{ mu, apt float64 }{{.5, 220}, {.8, 1700}, {1, 0}} {
		add(fmt.Sprint("laplace curve ", c.mu), p, q, laplaceCurve(c.mu), c.apt, c.mu == 1)
		add(fmt.Sprint("laplace ε ", c.mu), p, q, pure(c.mu, 0), c.apt, c.mu == 1)
	}
	for _, c := range []struct {
		tau int
		apt float64
	}{{5, 831}, {7, 4969}, {10, 0}} {
		add(fmt.Sprint("sgd τ ", c.tau), sgd(0), sgd(1), sgdClaim(c.tau), c.apt, c.tau == 10)
	}
	return out
}

var part, relearn = 0.98, 8

func betRun(r betRow, seed uint64, most int) int {
	var s [2]rng.Stream
	for in := range s {
		s[in] = rng.New(rng.Key{Seed: seed, Phase: 71, Input: uint32(in)})
	}
	var rows [2][]float64
	var fit *betting.Fit
	var bets betting.Bets
	wealth, next := 0.0, 8
	for n := 1; n <= most; n++ {
		for in := range rows {
			x := r.draw[in](&s[in])
			if fit != nil {
				wealth += bets.Log(in, fit.Cell([]float64{x}))
			}
			rows[in] = append(rows[in], x)
		}
		if wealth >= math.Log(20) {
			return n
		}
		if n == next {
			next = n + 1 + n/relearn
			fit = betting.NewFit(betting.Scored{Width: 1, Rows: rows}, fit)
			bets = r.claim.Best(fit.Law()).Cautious(part)
		}
	}
	return most + 1
}

func TestBetBench(t *testing.T) {
	runs := 100
	fmt.Sscan(os.Getenv("RUNS"), &runs)
	for _, row := range betRows() {
		if v := os.Getenv("ROW"); v != "" && !strings.HasPrefix(row.name, v) {
			continue
		}
		most := 10000
		stops := make([]int, runs)
		var wait sync.WaitGroup
		for w := range 2 {
			wait.Go(func() {
				for i := w; i < runs; i += 2 {
					stops[i] = betRun(row, uint64(i), most)
				}
			})
		}
		wait.Wait()
		slices.Sort(stops)
		rejected, sum := 0, 0
		for _, v := range stops {
			if v <= most {
				rejected++
				sum += v
			}
		}
		fmt.Printf("%-20s theirs %6g: rejected %3d of %d, mean %d, median %d, 90%% %d\n", row.name, row.apt, rejected, runs,
			sum/max(rejected, 1), stops[runs/2], stops[runs*9/10])
	}
}
