package onerun

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"testing"
	"time"
)

// TestScratchA measures Rank by reference: median and mean θ, by a law of many draws shared by all seeds.
func TestScratchA(t *testing.T) {
	ref, _ := strconv.ParseFloat(os.Getenv("REF"), 64)
	seeds, draws := 40, 10000
	if d, err := strconv.Atoi(os.Getenv("DRAWS")); err == nil {
		draws = d
	}
	which := os.Getenv("CELLS")
	for ci, c := range cells {
		f := subsampled(c.q)
		if which != "" && which[ci] == '0' {
			continue
		}
		for i, n := range []int{1000, 10000, 100000} {
			if n > 10000 && os.Getenv("BIG") == "" {
				continue
			}
			start := time.Now()
			var e, th []float64
			r := ref
			if r == 0 {
				r = c.mu
			}
			for seed := 0; seed < seeds; seed++ {
				in, out := run(c.mu, c.q, n, uint64(seed+77000))
				theta := Order(in, out, 1).Rank(f, r, 0.05, draws, uint64(seed))
				th = append(th, theta)
				e = append(e, EpsilonAt(f(theta), 1e-5))
			}
			m, s := 0.0, 0.0
			for _, x := range e {
				m += x / float64(seeds)
			}
			for _, x := range e {
				s += (x - m) * (x - m) / float64(seeds-1)
			}
			sort.Float64s(th); if os.Getenv("LIST") != "" { fmt.Printf("%.3f\n", th) }
			fmt.Printf("μ %v q %v n %d ref %v: mean ε %.3f sd %.3f (theirs %.2f true %.3f) median θ %.4f  %v\n", c.mu, c.q, n, r, m, math.Sqrt(s), c.theirs[i], c.truth, th[seeds/2], time.Since(start)/time.Duration(seeds))
		}
	}
}
