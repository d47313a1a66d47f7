package onerun

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestScratchD(t *testing.T) {
	which := os.Getenv("CELLS")
	seeds := 10
	if s, err := strconv.Atoi(os.Getenv("SEEDS")); err == nil {
		seeds = s
	}
	first, _ := strconv.Atoi(os.Getenv("FIRST"))
	for ci, c := range cells {
		f := subsampled(c.q)
		if which != "" && which[ci] == '0' {
			continue
		}
		for _, n := range []int{1000, 10000, 100000} {
			if n > 10000 && os.Getenv("BIG") == "" {
				continue
			}
			var cs []Canaries
			for seed := 0; seed < seeds; seed++ {
				in, out := run(c.mu, c.q, n, uint64(seed+88000+first))
				cs = append(cs, Order(in, out, 1))
			}
			var cost time.Duration
			ours, pub := 0.0, 0.0
			kk := map[int]int{}
			for _, x := range cs {
				start := time.Now()
				g := NewClimb(n, 0, f, 1, 0.05).Bound(x.Right)
				cost += time.Since(start)
				kk[g.Made]++
				if g.Value > 0 {
					ours += EpsilonAt(f(g.Value), 1e-5) / float64(seeds)
				}
			}
			at, atSides := 0, 0.0
			same := 0.0
			for _, sides := range []float64{1, 2} {
				if sides == 2 && c.q < 1 {
					continue
				}
				for k := 16; k < n/4; k = k * 14 / 10 / 2 * 2 {
					sum := 0.0
					cache := map[int]float64{}
					for _, x := range cs {
						g := Guesses{Made: k, Both: sides == 2}
						g.Right = x.Right(g)
						b, ok := cache[g.Right]
						if !ok {
							b = boundK(f, n, k, g.Right, 0.05, sides, 3*c.mu)
							cache[g.Right] = b
						}
						if b > 0 {
							sum += EpsilonAt(f(b), 1e-5) / float64(seeds)
						}
					}
					if sum > pub {
						pub, at, atSides = sum, k, sides
					}
				}
			}
			_ = math.Log
			fmt.Printf("μ %v q %v n %d true %.3f: ours %.3f (made %v) published %.3f at k %d sides %v same-k %.3f cost %v\n", c.mu, c.q, n, c.truth, ours, kk, pub, at, atSides, same, cost/time.Duration(seeds))
		}
	}
}
