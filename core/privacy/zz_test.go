package privacy

import (
	"fmt"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	for _, c := range []struct{ q, sigma, T, d float64 }{{.5, 1, 1, 1e-10}, {.5, 1, 1, 1e-12}, {.001, .25, 10, 1e-5}, {.001, .25, 10, .00708}, {.01, 1, 1000, 1e-6}, {.01, 1, 1000, 1e-12}, {.01, 1, 1000, 1e-100}, {.01, 1, 1000, 1e-300}, {.01, 2, 1e4, 1e-6}, {.01, 2, 1e5, 1e-6}, {.01, 2, 1e5, 1e-300}, {.3, .67, 2, 1e-9}, {1e-6, .05, 1e5, 1e-5}, {1e-6, .05, 1e5, .2}, {1e-6, 1000, 2, 1e-10}, {.9, 20, 50, .1}, {.2, .1, 3, 1e-300}, {.2, .05, 3, 1e-300}, {.2, .05, 1e5, 1e-5}, {.99, .05, 1e5, 1e-5}, {.3, 1, 2, .9}, {.999999, 1, 2, 1e-5},{1, 1, 2, 1e-5}, {1e-6, 1, 1e5, 1e-9}} {
		t0 := time.Now()
		cl := sampledClaim(c.q, c.sigma, c.T)
		e := epsilonOf(t, cl, c.d)
		d := time.Since(t0)
		t0 = time.Now()
		p := cl.Definition().Profile(cl.Value)
		x := p.Delta(e)
		fmt.Printf("%v eps %.10g time %v  delta there untilted %.6g (%v)\n", c, e, d, x, time.Since(t0))
	}
	p := sampledClaim(.001, .25, 10)
	fmt.Println(p.Definition().Profile(4).Delta(.1))
	for _, c := range [][3]float64{{.5, 1e-5}, {.1, .05}, {1e-8, .3}, {1e-8, 1e-12}, {1e5, .3}, {1e5, 1e-300}, {1000, 1e-10}, {.5, 1e-300}, {.001, .01}} {
		t0 := time.Now()
		fmt.Println(c, ConcentratedEpsilon(c[0], c[1]), time.Since(t0))
	}
	for _, c := range [][3]float64{{1.01, 1, 1e-5}, {1.5, .2, 1e-10}, {2, 1, 1e-5}, {2, 1, 1e-300}, {1024, 1000, .1}, {1.01, 1000, 1e-300}, {1.01, 1e-9, .1}, {8, 1, .999}} {
		t0 := time.Now()
		fmt.Println(c, renyiEpsilon(c[0], c[1], c[2]), time.Since(t0))
	}
}
