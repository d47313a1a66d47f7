package privacy

import (
	"fmt"
	"testing"
)

func TestYY(t *testing.T) {
	p := sampledClaim(.001113, .8169, 1485)
	for _, e := range []float64{.05, .20294, 1} {
		fmt.Println(p.Definition().Profile(p.Value).Delta(e))
	}
	p = sampledClaim(.001, .25, 10)
	for _, e := range []float64{.05, .1, 1} {
		fmt.Println(p.Definition().Profile(p.Value).Delta(e))
	}
}

func BenchmarkSampled(b *testing.B) {
	for _, c := range [][3]float64{{.01, 1, 1000}, {.5, 1, 1}, {.001, .25, 10}, {.01, 2, 1e4}} {
		b.Run(fmt.Sprint(c), func(b *testing.B) {
			for range b.N {
				newSampled(c[0], 1/c[1], int(c[2]))
			}
		})
	}
}
func BenchmarkEps(b *testing.B) {
	for _, c := range [][3]float64{{.01, 1, 1000}, {.5, 1, 1}, {.001, .25, 10}, {.01, 2, 1e4}} {
		b.Run(fmt.Sprint(c), func(b *testing.B) {
			for range b.N {
				cl := sampledClaim(c[0], c[1], c[2])
				cl.Definition().Epsilon(cl.Value, 1e-5)
			}
		})
		b.Run(fmt.Sprint(c, "chart"), func(b *testing.B) {
			for range b.N {
				cl := sampledClaim(c[0], c[1], c[2])
				p := cl.Definition().Profile(cl.Value)
				for e := range 100 {
					p.Delta(float64(e) / 10)
				}
			}
		})
	}
}
