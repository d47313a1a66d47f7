package num

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Numbers come out as slices.Sort has them to the last bit, also where all leading digits agree.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	laws := map[string]func() float64{
		"normal":   r.NormFloat64,
		"whole":    func() float64 { return float64(r.IntN(7) - 3) },
		"signs":    func() float64 { return math.Copysign(float64(r.IntN(3)), r.NormFloat64()) },
		"huge":     func() float64 { return math.Exp(600 * r.NormFloat64()) },
		"tiny":     func() float64 { return 5e-324 * float64(r.IntN(1000)-500) },
		"clusters": func() float64 { return math.Copysign(1e6, r.NormFloat64()) + 1e-9*r.Float64() },
		"alike":    func() float64 { return 0.1 },
	}
	var s Sorter
	for name, law := range laws {
		for _, n := range []int{0, 1, 99, 100, 2000, 20_000} {
			x := make([]float64, n)
			for i := range x {
				x[i] = law()
			}
			want := slices.Clone(x)
			slices.Sort(want)
			s.Sort(x)
			for i, v := range x {
				if math.Float64bits(v) != math.Float64bits(want[i]) {
					t.Fatalf("%s: number %d of %d is %v, want %v", name, i, n, v, want[i])
				}
			}
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 2000), make([]float64, 2000)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	var s Sorter
	for name, sort := range map[string]func([]float64){"digits": s.Sort, "compared": slices.Sort[[]float64]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(y, x)
				sort(y)
			}
		})
	}
}
