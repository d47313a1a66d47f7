package stat

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/rng"
)

func TestScratchOrder(t *testing.T) {
	type gen func(s *rng.Stream) float64
	laws := map[string]gen{
		"laplace": func(s *rng.Stream) float64 { return s.Laplace(1) },
		"binary":  func(s *rng.Stream) float64 { if s.Bernoulli(0.5) { return 1 }; return 0 },
		"rare":    func(s *rng.Stream) float64 { if s.Bernoulli(0.02) { return 1 }; return 0 },
		"rarest":    func(s *rng.Stream) float64 { if s.Bernoulli(0.002) { return 1 }; return 0 },
		"geo":     func(s *rng.Stream) float64 { return math.Round(s.Laplace(1)) },
		"geo.3":     func(s *rng.Stream) float64 { return math.Round(s.Laplace(.3)) },
		"five":     func(s *rng.Stream) float64 { return float64(s.Intn(5)) },
		"clamped":     func(s *rng.Stream) float64 { return math.Max(0,s.Laplace(1)) },
	}
	for name, g := range laws {
		for _, n := range []int{50, 400, 3000} {
			var over [5]int
			most := 0.0
			checks := map[string]int{}
			const files = 3000
			for f := range files {
				s := rng.New(rng.Key{Seed: uint64(f), Trial: uint64(n)})
				var rows [2][]float64
				for in := range rows {
					for range n {
						rows[in] = append(rows[in], g(&s))
					}
				}
				for _, x := range Dependence(rows, 1) {
					z := math.Abs(x.Z)
					most = max(most, z)
					for k := range over {
						if z > float64(k+1) {
							over[k]++
						}
					}
					if z > 3 {
						checks[x.Check]++
					}
				}
			}
			fmt.Println(name, n, files*3, over, most, checks)
		}
	}
}
