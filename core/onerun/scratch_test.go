package onerun

import (
	"fmt"
	"math"
	"os"
	"sort"
	"testing"

	"indistinct/core/rng"
)

func TestScratchA(t *testing.T) {
	which := os.Getenv("CELLS")
	for ci, c := range cells {
		f := subsampled(c.q)
		if which != "" && which[ci] == '0' {
			continue
		}
		for i, n := range []int{1000, 10000, 100000} {
			seeds := 400
			if n > 10000 {
				seeds = 100
			}
			const draws = 20000
			test := newTest(f, 1, n)
			var th, crit []float64
			spread := []float64{0.9, 0.3, 0.12}[i]
			if c.q < 1 {
				spread = []float64{0.95, 0.6, 0.3}[i]
			}
			for j := 0; j <= 24; j++ {
				x := c.mu * (1 + 0.3*spread - 1.25*spread*float64(24-j)/24)
				p := newPair(f(x))
				law := make([]float64, draws)
				for d := range law {
					s := rng.New(rng.Key{Seed: 5, Phase: 77, Trial: uint64(d)})
					law[d] = test.draw(p, &s)
				}
				sort.Float64s(law)
				th, crit = append(th, x), append(crit, law[int(0.95*draws)])
			}
			var e []float64
			over := 0
			m, s2, mt := 0.0, 0.0, 0.0
			for seed := 0; seed < seeds; seed++ {
				in, out := run(c.mu, c.q, n, uint64(seed+123000))
				T := test.of(Order(in, out, 1))
				j := sort.Search(len(crit), func(j int) bool { return crit[j] >= T })
				x := th[0]
				if j == 0 {
					x = th[0] / 2
				} else if j == len(th) {
					x = th[j-1]
				} else {
					x = th[j-1] + (th[j]-th[j-1])*(T-crit[j-1])/(crit[j]-crit[j-1])
				}
				if x > c.mu {
					over++
				}
				e = append(e, EpsilonAt(f(x), 1e-5))
				m += e[len(e)-1] / float64(seeds)
				mt += x / float64(seeds)
			}
			for _, x := range e {
				s2 += (x - m) * (x - m) / float64(seeds-1)
			}
			fmt.Printf("ideal inversion μ %v q %v n %d: mean ε %.3f ± %.3f sd %.3f (theirs %.2f true %.3f) mean θ %.4f alarms %d of %d\n", c.mu, c.q, n, m, math.Sqrt(s2/float64(seeds)), math.Sqrt(s2), c.theirs[i], c.truth, mt, over, seeds)
		}
	}
}
