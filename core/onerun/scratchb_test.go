package onerun

import (
	"fmt"
	"math"
	"os"
	"sort"
	"testing"

	"indistinct/core/num"
)

// inverse returns the least probability if out of an event of probability r if in.
func (p *pair) inverse(r float64) float64 {
	// in mass above u: 1-(2u-out)
	if r <= 0 {
		return 0
	}
	if r >= 1 {
		r = 1
	}
	i := sort.Search(len(p.u)-2, func(i int) bool { return 1-(2*p.u[i+1]-p.out[i+1]) <= r })
	y0, y1 := 1-(2*p.u[i]-p.out[i]), 1-(2*p.u[i+1]-p.out[i+1])
	x0, x1 := 1-p.out[i], 1-p.out[i+1]
	if y0 <= y1 {
		return x1
	}
	return x1 + (x0-x1)*(r-y1)/(y0-y1)
}

func needs(p *pair, m, k, v int, tau float64, sides float64) float64 {
	// sides 2: r ≤ F(w) ; 1: r ≤ F(2w)/2
	c, u, fm := tau, 0.0, float64(m)
	for l := v; l >= 1 && c <= 1; l-- {
		r := u + float64(l)/fm*c
		x := p.inverse(r*2/sides) * sides / 2
		u += c / fm
		c = math.Max(c, fm/float64(k-l+1)*(u+x))
	}
	return c
}

func boundK(f Family, m, k, v int, alpha, sides float64, hi float64) float64 {
	if needs(newPair(f(1e-3)), m, k, v, alpha, sides) <= 1 {
		return 0
	}
	return num.Bisect(1e-3, hi, 1e-4, func(th float64) bool { return needs(newPair(f(th)), m, k, v, alpha, sides) <= 1 })
}

func TestScratchB(t *testing.T) {
	which := os.Getenv("CELLS")
	seeds := 10
	for ci, c := range cells {
		f := subsampled(c.q)
		if which != "" && which[ci] == '0' {
			continue
		}
		for _, n := range []int{1000, 10000, 100000} {
			var cs []Canaries
			for seed := 0; seed < seeds; seed++ {
				in, out := run(c.mu, c.q, n, uint64(seed+77000))
				cs = append(cs, Order(in, out, 1))
			}
			steinke := 0.0
			for _, x := range cs {
				steinke += x.BestGuesses(0, 1e-5, 0.05).Epsilon / float64(seeds)
			}
			fmt.Printf("μ %v q %v n %d true %.3f Guesses %.3f:", c.mu, c.q, n, c.truth, steinke)
			for _, sides := range []float64{1, 2} {
				if sides == 2 && c.q < 1 {
					continue
				}
				for k := 8; k < n; k = k * 14 / 10 / 2 * 2 {
					sum, th := 0.0, 0.0
					for _, x := range cs {
						v := 0
						if sides == 1 {
							v = x[n-k:].in()
						} else {
							v = k/2 - x[:k/2].in() + x[n-k/2:].in()
						}
						b := boundK(f, n, k, v, 0.05, sides, 3*c.mu)
						th += b / float64(seeds)
						if b > 0 {
							sum += EpsilonAt(f(b), 1e-5) / float64(seeds)
						}
					}
					fmt.Printf(" %d:%.3f(%.3f)", k, sum, th)
				}
				fmt.Printf(" | ")
			}
			fmt.Println()
		}
	}
}
