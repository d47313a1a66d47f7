package rng

import (
	"math"
	"math/bits"
	"testing"

	"indistinct/core/num"
)

// Every statistical test below has a false-alarm probability of at most 10⁻⁷
// for a random seed; the seeds are fixed.

// ks is √n·sup|F̂ − F|; above 2.9 it has probability 10⁻⁷ (Kolmogorov's law:
// 2·e^{−2·2.9²}).
func ks(n int, draw func() float64, cdf func(float64) float64) float64 {
	// On a fine grid of F instead of a sort: 2¹⁴ bins cost at most √n/2¹⁴.
	const bins = 1 << 14
	count := make([]int, bins+1)
	for range n {
		f := cdf(draw())
		count[min(int(f*bins), bins-1)+1]++
	}
	worst, sum := 0.0, 0
	for i := 1; i <= bins; i++ {
		sum += count[i]
		worst = math.Max(worst, math.Abs(float64(sum)/float64(n)-float64(i)/bins))
	}
	return math.Sqrt(float64(n)) * worst
}

const ksLimit = 2.9

// chi2Limit is the 1−10⁻⁷ quantile of χ² (Wilson & Hilferty 1931).
func chi2Limit(df int) float64 {
	d := float64(df)
	v := 1 - 2/(9*d) + 5.25*math.Sqrt(2/(9*d))
	return d * v * v * v
}

// chi2 holds n integer draws against a probability function. Values with fewer
// than ten expected draws are pooled.
func chi2(n int, draw func() int64, pmf func(k int64) float64, kmax int64) (stat float64, df int) {
	count := map[int64]int{}
	for range n {
		count[draw()]++
	}
	restE, restO := float64(n), n
	for k := int64(0); k <= kmax; k++ {
		e := float64(n) * pmf(k)
		if e < 10 {
			continue
		}
		o := count[k]
		stat += (float64(o) - e) * (float64(o) - e) / e
		restE -= e
		restO -= o
		df++
	}
	if restE > 1 {
		stat += (float64(restO) - restE) * (float64(restO) - restE) / restE
	} else {
		df--
	}
	return stat, max(df, 1)
}

func TestContinuousLaws(t *testing.T) {
	const n = 400_000
	for i, c := range []struct {
		name string
		draw func(s *Stream) float64
		cdf  func(float64) float64
	}{
		{"Float64", (*Stream).Float64, func(x float64) float64 { return x }},
		{"Open", (*Stream).Open, func(x float64) float64 { return x }},
		{"Norm", (*Stream).Norm, num.NormalCDF},
		{"|Norm| beyond 2", func(s *Stream) float64 {
			for {
				if x := math.Abs(s.Norm()); x > 2 {
					return x
				}
			}
		}, func(x float64) float64 { return 1 - num.NormalCDF(-x)/num.NormalCDF(-2) }},
		{"Exp", (*Stream).Exp, func(x float64) float64 { return -num.Expm1(-x) }},
		{"Laplace", func(s *Stream) float64 { return s.Laplace(2.5) }, func(x float64) float64 {
			if x < 0 {
				return 0.5 * num.Exp(x/2.5)
			}
			return 1 - 0.5*num.Exp(-x/2.5)
		}},
	} {
		m := n
		if i == 3 || i > 5 {
			m = 60_000
		}
		s := New(Key{Seed: 11, Phase: uint32(i)})
		d := ks(m, func() float64 { return c.draw(&s) }, c.cdf)
		t.Logf("%-16s √n·D = %.2f", c.name, d)
		if !(d < ksLimit) {
			t.Errorf("%s: √n·D = %.2f, want below %v", c.name, d, ksLimit)
		}
	}
}

func TestTails(t *testing.T) {
	// Beyond the ziggurats' base layers. Counts are binomial; six standard
	// deviations, and the expected counts are large enough for that.
	s := New(Key{Seed: 5})
	const n = 5_000_000
	var far, farE, neg int
	for range n {
		x := s.Norm()
		if math.Abs(x) > normR {
			far++
		}
		if x < 0 {
			neg++
		}
		if s.Exp() > 9 {
			farE++
		}
	}
	for _, c := range []struct {
		name string
		got  int
		p    float64
	}{
		{"|Norm| > R", far, 2 * num.NormalCDF(-normR)},
		{"Norm < 0", neg, 0.5},
		{"Exp > 9", farE, num.Exp(-9)},
	} {
		e := n * c.p
		if z := (float64(c.got) - e) / math.Sqrt(e*(1-c.p)); math.Abs(z) > 6 {
			t.Errorf("%s: %d of %d, expected %.1f (%.1f sd)", c.name, c.got, n, e, z)
		}
	}
}

func TestDiscreteLaws(t *testing.T) {
	geometric := func(q float64) func(int64) float64 {
		return func(k int64) float64 { return (1 - q) * num.Pow(q, float64(k)) }
	}
	for i, c := range []struct {
		name string
		draw func(s *Stream) int64
		pmf  func(int64) float64
		kmax int64
		n    int
	}{
		{"Geometric(.3)", func(s *Stream) int64 { return s.Geometric(.3) }, geometric(.3), 60, 200_000},
		{"Geometric(e⁻⁰·¹)", func(s *Stream) int64 {
			return s.Geometric(num.Exp(-.1))
		}, geometric(num.Exp(-.1)), 400, 200_000},
		{"Binomial(1, .3)", func(s *Stream) int64 { return s.Binomial(1, .3) }, bin(1, .3), 1, 200_000},
		{"Binomial(20, .2)", func(s *Stream) int64 { return s.Binomial(20, .2) }, bin(20, .2), 20, 200_000},
		{"Binomial(20, .9)", func(s *Stream) int64 { return s.Binomial(20, .9) }, bin(20, .9), 20, 200_000},
		{"Binomial(25, .4)", func(s *Stream) int64 { return s.Binomial(25, .4) }, bin(25, .4), 25, 400_000},
		{"Binomial(40, .5)", func(s *Stream) int64 { return s.Binomial(40, .5) }, bin(40, .5), 40, 400_000},
		{"Binomial(1000, .37)", func(s *Stream) int64 { return s.Binomial(1000, .37) }, bin(1000, .37), 1000, 400_000},
		{"Binomial(10⁵, .999)", func(s *Stream) int64 {
			return 100000 - s.Binomial(100000, .999)
		}, bin(100000, .001), 400, 200_000},
		{"Binomial(10⁶, 10⁻⁶)", func(s *Stream) int64 {
			return s.Binomial(1000000, 1e-6)
		}, bin(1000000, 1e-6), 40, 200_000},
		{"Intn(7)", func(s *Stream) int64 {
			return int64(s.Intn(7))
		}, func(int64) float64 { return 1. / 7 }, 6, 200_000},
		{"Bernoulli(.2)", func(s *Stream) int64 {
			if s.Bernoulli(.2) {
				return 1
			}
			return 0
		}, bin(1, .2), 1, 200_000},
	} {
		s := New(Key{Seed: 12, Phase: uint32(i)})
		x, df := chi2(c.n, func() int64 { return c.draw(&s) }, c.pmf, c.kmax)
		t.Logf("%-20s χ² = %.1f on %d", c.name, x, df)
		if !(x < chi2Limit(df)) {
			t.Errorf("%s: χ² = %.1f on %d degrees of freedom, want below %.1f", c.name, x, df, chi2Limit(df))
		}
	}
}

func bin(n int, p float64) func(int64) float64 {
	return func(k int64) float64 { return num.BinomialPMF(int(k), n, p) }
}

func TestEdges(t *testing.T) {
	s := New(Key{})
	for _, c := range []struct {
		name      string
		got, want int64
	}{
		{"Binomial(0, .5)", s.Binomial(0, .5), 0},
		{"Binomial(−1, .5)", s.Binomial(-1, .5), 0},
		{"Binomial(9, 0)", s.Binomial(9, 0), 0},
		{"Binomial(9, 1)", s.Binomial(9, 1), 9},
		{"Binomial(9, NaN)", s.Binomial(9, math.NaN()), 0},
		{"Geometric(0)", s.Geometric(0), 0},
		{"Geometric(1)", s.Geometric(1), math.MaxInt64},
	} {
		if c.got != c.want {
			t.Errorf("%s = %d, want %d", c.name, c.got, c.want)
		}
	}
	// The largest and the smallest word that Open can draw from.
	if hi := float64(uint64(math.MaxUint64)>>12)*0x1p-52 + 0x1p-53; hi >= 1 {
		t.Error("Open can return 1")
	}
}

// The layers must close: the topmost one has the common area too.
func TestZigguratCloses(t *testing.T) {
	for _, c := range []struct {
		name string
		z    *ziggurat
	}{{"normal", &normZiggurat}, {"exponential", &expZiggurat}} {
		x0 := c.z.layer[0].w * (1 << 53)
		area := x0 * c.z.f[1]
		x := c.z.layer[layers-1].w * (1 << 53)
		if got := x * (1 - c.z.f[layers-1]); math.Abs(got/area-1) > 1e-11 {
			t.Errorf("%s: the top layer has area %v, the others %v", c.name, got, area)
		}
	}
}

// Flipping any bit of any field of a key must flip each bit of the first words
// with probability one half.
func TestAvalanche(t *testing.T) {
	const n = 2000
	fields := []struct {
		name string
		bits int
		flip func(*Key, int)
	}{
		{"seed", 64, func(k *Key, b int) { k.Seed ^= 1 << b }},
		{"phase", 32, func(k *Key, b int) { k.Phase ^= 1 << b }},
		{"input", 32, func(k *Key, b int) { k.Input ^= 1 << b }},
		{"trial", 64, func(k *Key, b int) { k.Trial ^= 1 << b }},
	}
	for _, f := range fields {
		worst := 0.0
		for b := range f.bits {
			var count [64]int
			total := 0
			for i := range n {
				// Small, consecutive keys, as a run uses them.
				k := Key{Seed: uint64(i % 3), Phase: uint32(i % 5), Input: uint32(i % 2), Trial: uint64(i)}
				k2 := k
				f.flip(&k2, b)
				s, s2 := New(k), New(k2)
				d := s.Uint64() ^ s2.Uint64()
				total += bits.OnesCount64(d)
				for j := range count {
					count[j] += int(d >> j & 1)
				}
			}
			for _, c := range count {
				worst = math.Max(worst, math.Abs(float64(c)-n/2)/math.Sqrt(n/4))
			}
			if z := (float64(total) - 32*n) / math.Sqrt(16*n); math.Abs(z) > 6.5 {
				t.Errorf("%s bit %d: %d of %d bits flipped (%.1f sd)", f.name, b, total, 64*n, z)
			}
		}
		// 12,288 counts in all, each beyond 6.8 sd with probability 10⁻¹¹.
		t.Logf("%-6s worst output bit %.2f sd", f.name, worst)
		if worst > 6.8 {
			t.Errorf("%s: an output bit flips too rarely or too often (%.1f sd)", f.name, worst)
		}
	}
}

// The first numbers of streams with neighbouring keys, taken as one sequence,
// must be uncorrelated at every small lag and uniform.
func TestNeighbours(t *testing.T) {
	const n = 200_000
	for name, key := range map[string]func(i int) Key{
		"trials": func(i int) Key { return Key{Seed: 1, Trial: uint64(i)} },
		"seeds":  func(i int) Key { return Key{Seed: uint64(i)} },
		"phases": func(i int) Key { return Key{Seed: 1, Phase: uint32(i)} },
		"inputs": func(i int) Key { return Key{Seed: 1, Input: uint32(i % 2), Trial: uint64(i / 2)} },
	} {
		x := make([]float64, n)
		y := make([]float64, n) // the second number of each stream
		for i := range x {
			s := New(key(i))
			x[i] = s.Norm()
			y[i] = s.Norm()
		}
		for lag := range 9 {
			sum, cross := 0.0, 0.0
			for i := lag; i < n; i++ {
				if lag > 0 {
					sum += x[i] * x[i-lag]
				}
				cross += y[i] * x[i-lag]
			}
			// Each sum is nearly N(0, n).
			for _, z := range []float64{sum / math.Sqrt(n), cross / math.Sqrt(n)} {
				if math.Abs(z) > 6.5 {
					t.Errorf("%s, lag %d: correlation of %.1f sd", name, lag, z)
				}
			}
		}
		i := -1
		if d := ks(n, func() float64 { i++; return x[i] }, num.NormalCDF); d > ksLimit {
			t.Errorf("%s: first numbers are not normal, √n·D = %.2f", name, d)
		}
	}
}

// No two of many keys of one seed may share a state.
func TestDistinct(t *testing.T) {
	seen := map[Stream]Key{}
	for phase := range uint32(8) {
		for input := range uint32(2) {
			for trial := range uint64(10_000) {
				k := Key{Seed: 3, Phase: phase, Input: input, Trial: trial}
				s := New(k)
				if o, ok := seen[s]; ok {
					t.Fatalf("%v and %v share a stream", k, o)
				}
				seen[s] = k
			}
		}
	}
}

// TestGolden holds the bits of every method; they are part of the meaning of a
// seed in a permalink, so they must not change.
func TestGolden(t *testing.T) {
	h := uint64(14695981039346656037)
	add := func(v uint64) {
		for i := 0; i < 64; i += 8 {
			h = (h ^ v>>i&255) * 1099511628211
		}
	}
	f := func(x float64) { add(math.Float64bits(x)) }
	for i := range uint64(20_000) {
		s := New(Key{Seed: i % 7, Phase: uint32(i % 5), Input: uint32(i & 1), Trial: i})
		add(s.Uint64())
		f(s.Float64())
		f(s.Open())
		f(s.Uniform(-2, 3))
		add(uint64(s.Intn(10)))
		f(s.Norm())
		f(s.Exp())
		f(s.Laplace(0.7))
		add(uint64(s.Geometric(0.8)))
		add(uint64(s.Binomial(30, 0.1)))
		add(uint64(s.Binomial(1000+int64(i), 0.4)))
	}
	const want = 0x479e55cc6ac3b738
	if h != want {
		t.Errorf("hash of all draws %#x, want %#x", h, uint64(want))
	}
}

func BenchmarkNew(b *testing.B) {
	var x uint64
	for i := 0; i < b.N; i++ {
		s := New(Key{Seed: 1, Trial: uint64(i)})
		x += s.Uint64()
	}
	sink = float64(x)
}

func BenchmarkNewLaplace(b *testing.B) {
	x := 0.0
	for i := 0; i < b.N; i++ {
		s := New(Key{Seed: 1, Trial: uint64(i)})
		x += s.Laplace(2)
	}
	sink = x
}

func BenchmarkLaws(b *testing.B) {
	for _, c := range []struct {
		name string
		f    func(s *Stream) float64
	}{
		{"Float64", (*Stream).Float64}, {"Norm", (*Stream).Norm}, {"Exp", (*Stream).Exp},
		{"Laplace", func(s *Stream) float64 { return s.Laplace(1) }},
		{"Geometric", func(s *Stream) float64 { return float64(s.Geometric(.4)) }},
		{"Binomial(1000,.3)", func(s *Stream) float64 { return float64(s.Binomial(1000, .3)) }},
		{"Binomial(20,.2)", func(s *Stream) float64 { return float64(s.Binomial(20, .2)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := New(Key{Seed: 1})
			x := 0.0
			for i := 0; i < b.N; i++ {
				x += c.f(&s)
			}
			sink = x
		})
	}
}

var sink float64
