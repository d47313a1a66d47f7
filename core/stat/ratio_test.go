package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// pair is the test of an event with m releases of each input.
func pair(c1, c2, m int64, delta float64) RatioTest {
	return RatioTest{C1: c1, N1: m, C2: c2, N2: m, Delta: delta}
}

// The test's exact size, by enumeration of every pair of counts over a fine grid
// of the nuisance probability, is at most α, with as many releases of one input
// as of the other and without, in both directions.
func TestRatioSize(t *testing.T) {
	for _, c := range []struct {
		n1, n2     int
		eps, delta float64
		alpha      float64
		reverse    bool
	}{
		{30, 30, 0, 0, 0.05, false}, {30, 30, 0.7, 0, 0.05, false}, {40, 40, 1.5, 0, 0.05, false},
		{30, 30, 0.5, 0.1, 0.05, false},
		{30, 30, 0.3, 0, 0.2, false}, {60, 60, 3, 0, 0.05, false}, {60, 60, 1, 1e-5, 0.01, false},
		{20, 60, 0.7, 0, 0.05, false},
		{60, 20, 1.2, 0.05, 0.05, false}, {30, 30, 0.7, 0, 0.05, true}, {40, 40, 1.5, 0.1, 0.05, true},
	} {
		// By c₁ the least (or, reversed, the largest) c₂ that does not reject.
		p := make([][]bool, c.n1+1)
		for x := range p {
			p[x] = make([]bool, c.n2+1)
			for y := range p[x] {
				p[x][y] = RatioTest{C1: int64(x), N1: int64(c.n1), C2: int64(y), N2: int64(c.n2), Delta: c.delta,
					reverse: c.reverse}.Rejects(c.eps, c.alpha)
			}
		}
		worst := 0.0
		for k := 1; k < 300; k++ {
			p2 := (1 - c.delta) / math.Exp(c.eps) * float64(k) / 300
			p1 := math.Exp(c.eps)*p2 + c.delta
			size := 0.0
			for x := range p {
				for y, r := range p[x] {
					if r {
						size += num.BinomialPMF(x, c.n1, p1) * num.BinomialPMF(y, c.n2, p2)
					}
				}
			}
			worst = math.Max(worst, size)
		}
		if worst > c.alpha || worst < c.alpha/4 {
			t.Errorf("%+v: size %.4f; want at most α, and not far below", c, worst)
		}
		t.Logf("%+v: size %.4f", c, worst)
	}
}

// The p-value rises with ε, so that the bound is the least ε that is not rejected:
// for all pairs of few releases, and for counts of all sizes. Two hits against none
// of 4 to 6 releases are the exception: see RatioTest.
func TestPValueRises(t *testing.T) {
	try := func(c RatioTest) {
		last := math.Inf(-1)
		for k := range 25 {
			eps := 6 * float64(k*k) / (24 * 24)
			room := 1e-6 * (1 - last)
			if c.C1 == 2 && c.C2 == 0 && eps < 0.1 && last > math.Log(0.2) {
				room = 0.004
			}
			if l := c.logP(eps); l < last-room {
				t.Errorf("%+v: ln p = %v at ε = %v, after %v", c, l, eps, last)
			} else {
				last = math.Max(last, l)
			}
		}
	}
	sizes, many := []int64{1, 2, 5, 9}, 200
	if check.Long() {
		sizes, many = append(sizes, 15, 25), 20000
	}
	for _, m := range sizes {
		for _, delta := range []float64{0, 0.01, 0.2} {
			for x := int64(1); x <= m; x++ {
				for y := int64(0); y < x; y++ {
					try(pair(x, y, m, delta))
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range many {
		m := int64(math.Pow(10, 7.7*r.Float64()))
		x := int64(math.Pow(float64(m), r.Float64()))
		try(pair(x, int64(math.Pow(float64(x), r.Float64()))-1, m, []float64{0, 1e-5, 0.05 * r.Float64()}[r.IntN(3)]))
	}
}

// Whatever rejects ε = 0 is rejected with more hits of the likelier input or fewer
// of the other, so that no point inside the null rejects more often than the line at
// its border; and it does not, by adding all counts.
func TestRatioRejectsUpwards(t *testing.T) {
	sizes := []int64{3, 12, 30}
	if check.Long() {
		sizes = append(sizes, 100)
	}
	for _, m := range sizes {
		for _, alpha := range []float64{0.3, 0.05, 0.004} {
			for _, delta := range []float64{0, 0.03, 0.3} {
				var rejects [101][101]bool
				for x := int64(0); x <= m; x++ {
					for y := m; y >= 0; y-- {
						rejects[x][y] = pair(x, y, m, delta).Rejects(0, alpha)
						if !rejects[x][y] && (x > 0 && rejects[x-1][y] || y < m && rejects[x][y+1]) {
							t.Errorf("(%d, %d) of %d, α = %v, δ = %v: not rejected, but fewer hits are", x, y, m,
								alpha, delta)
						}
					}
				}
				for _, p2 := range []float64{0.01, 0.1, 0.3, 0.6} {
					last := alpha
					for _, inside := range []float64{0, 0.002, 0.05, 0.2} {
						p1, size := p2+delta-inside, 0.0
						if p1 < 0 || p1 > 1 {
							continue
						}
						for x := range m + 1 {
							for y := range m + 1 {
								if rejects[x][y] {
									size += num.BinomialPMF(int(x), int(m), p1) * num.BinomialPMF(int(y), int(m), p2)
								}
							}
						}
						if size > last+1e-12 {
							t.Errorf("m = %d, δ = %v, p₂ = %v, %v inside the null: rejected with probability %v, before %v", m, delta, p2, inside, size, last)
						}
						last = size
					}
				}
			}
		}
	}
	// Counts of all sizes, near where rejection begins.
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		m := int64(math.Pow(10, 2+5.7*r.Float64()))
		y := int64(math.Pow(float64(m), r.Float64())) - 1
		delta := []float64{0, 1e-5, 0.05 * r.Float64()}[r.IntN(3)]
		alpha := math.Pow(10, -1-5*r.Float64())
		f := newFrontier(m, m, 0, delta, alpha, false)
		x := f.exactly(y)
		if x > m {
			continue
		}
		for _, more := range []int64{1, 2, 3, 10, int64(math.Sqrt(float64(x))), x / 3, x} {
			// The search for a large frontier stops short of the very count.
			if up := x + max(int64(math.Sqrt(float64(m)))/1000, 1) + more; up <= m &&
				!pair(up, y, m, delta).Rejects(0, alpha) {
				t.Errorf("(%d, %d) of %d, α = %v, δ = %v: not rejected, but c₁ = %d is", up, y, m, alpha, delta, x)
			}
			if down := y - more; down >= 0 && !pair(x+max(int64(math.Sqrt(float64(m)))/1000, 1), down, m,
				delta).Rejects(0, alpha) {
				t.Errorf("(%d, %d) of %d, α = %v, δ = %v: not rejected, but c₂ = %d is", x, down, m, alpha, delta, y)
			}
		}
	}
}

// For every pair of counts the bound is at least that of two Clopper–Pearson
// limits with a union bound, however α is split; it rises with c₁, falls with c₂
// and with δ, and is where the p-value is α.
func TestRatioDominates(t *testing.T) {
	sizes := []int64{1, 2, 7, 40}
	if check.Long() {
		sizes = append(sizes, 100, 150)
	}
	for _, m := range sizes {
		for _, alpha := range []float64{0.2, 0.05, 0.005} {
			for _, delta := range []float64{0, 0.01, 0.2} {
				above := make([]float64, m+1) // the bounds at c₁ − 1
				for x := int64(0); x <= m; x++ {
					last := math.Inf(1)
					for y := int64(0); y <= m; y++ {
						got := pair(x, y, m, delta).Lower(alpha)
						for _, first := range []float64{0.2, 0.5} {
							if want := unionLower(x, y, m, delta, alpha, first); got < want-1e-9 {
								t.Fatalf("(%d, %d) of %d, α = %v, δ = %v: %v, below Clopper and Pearson's %v", x, y, m,
									alpha, delta, got, want)
							}
						}
						if got < above[y]-1e-6 || got > last+1e-6 {
							t.Fatalf("(%d, %d) of %d, α = %v, δ = %v: %v, after %v at c₁ − 1 and %v at c₂ − 1", x, y, m,
								alpha, delta, got, above[y], last)
						}
						above[y], last = got, got
					}
				}
			}
		}
	}
}

// The same for large counts, the ring's typical ones among them.
func TestRatioDominatesAtSize(t *testing.T) {
	for _, m := range []int64{1000, 10000, 50_000_000} {
		for y := int64(0); y <= 6; y++ {
			last := 0.0
			for k := int64(1); k <= 40; k++ {
				x := m * k / 40
				got, want := pair(x, y, m, 0).Lower(0.04), unionLower(x, y, m, 0, 0.04, 0.2)
				// Even steps of c₁: no jumps, ln(c₁) rises by ln((k+1)/k).
				if got < want || got < last || k > 20 && got-last > 2*math.Log(float64(k)/float64(k-1)) {
					t.Errorf("(%d, %d) of %d: %v after %v, Clopper and Pearson's is %v", x, y, m, got, last, want)
				}
				last = got
			}
		}
	}
	for _, c := range []struct {
		c1, c2, m int64
		least     float64
	}{{500, 0, 1000, 4.900}, {7000, 0, 10000, 7.602}} {
		if got := pair(c.c1, c.c2, c.m, 0).Lower(0.04); got < c.least {
			t.Errorf("(%d, %d) of %d: %v, want at least %v", c.c1, c.c2, c.m, got, c.least)
		}
	}
}

// Against the large-sample limit ln(c₁/c₂) − z √(1/c₁ − 1/m + 1/c₂ − 1/m); and
// the p-value inverts the bound.
func TestRatioTightness(t *testing.T) {
	for _, c := range [][3]int64{{500, 100, 1000}, {5000, 2483, 10000}, {500, 400, 1000}, {950, 0, 1000},
		{20_000_000, 9_000_000, 50_000_000}} {
		for _, alpha := range []float64{0.2, 0.025, 1e-9} {
			x := pair(c[0], c[1], c[2], 0)
			got := x.Lower(alpha)
			if p := x.P(got); got > 0 {
				check.Near(t, "p-value at the bound", p/alpha, 1, 1e-4)
			} else if p < alpha {
				t.Errorf("%v: no bound at α = %v, but a p-value of %v", c, alpha, p)
			}
			if c[1] > 0 && alpha == 0.025 {
				a, b, m := float64(c[0]), float64(c[1]), float64(c[2])
				se := math.Sqrt(1/a - 1/m + 1/b - 1/m)
				check.Near(t, "bound against its limit", got, math.Log(a/b)-1.959964*se, 0.12*se)
			}
		}
	}
}

// The p-value is the largest of the line's points', which a fine scan finds, for
// counts of all sizes, at both ends of their ranges and in between.
func TestPValueIsLargest(t *testing.T) {
	sizes, fine := []int64{1, 7, 50, 1000}, 300
	if check.Long() {
		sizes, fine = append(sizes, 2, 20, 200, 1_000_000), 2000
	}
	for _, m := range sizes {
		var counts []int64
		for _, f := range []float64{0.0005, 0.01, 0.1, 0.5, 0.9, 0.99, 1} {
			if c := int64(math.Ceil(f * float64(m))); len(counts) == 0 || c > counts[len(counts)-1] {
				counts = append(counts, c)
			}
		}
		for _, x := range counts {
			for _, y := range append([]int64{0}, counts...) {
				for _, delta := range []float64{0, 0.01, 0.3} {
					for _, more := range []int64{1, 3} {
						c := RatioTest{C1: x, N1: m, C2: y * more, N2: m * more, Delta: delta}.prepared()
						top := math.Log((float64(x) - delta*float64(m)) / (float64(y) + 0.5))
						for k := range 5 {
							eps := top * (float64(k) + 0.1) / 4
							got := c.logP(eps)
							if c.void() || !(eps >= 0) || got < -500 {
								continue
							}
							want := math.Inf(-1)
							if float64(x)/float64(m)-delta <= math.Exp(eps)*float64(y)/float64(m) {
								want = 0
							}
							for i := range fine + 1 {
								want = math.Min(0,
									math.Max(want, c.point(math.Exp(eps), float64(i)/float64(fine)).log()))
							}
							// A scan misses some; the p-value misses next to nothing.
							if got < want-1e-6*(1-want) {
								t.Fatalf("%+v, ε = %v: ln p = %v, a point of the line has %v", c, eps, got, want)
							}
							if m <= 50 && got > want+0.01*(1-want) {
								t.Fatalf("%+v, ε = %v: ln p = %v, the points of the line have %v at most", c,
									eps, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// At a large δ the null is all of the square from a finite ε on: the search for
// the bound ends there.
func TestRatioAtLargeDelta(t *testing.T) {
	for _, c := range []struct{ c1, c2 int64 }{{150, 20}, {190, 1}, {200, 60}, {120, 0}} {
		b := pair(c.c1, c.c2, 200, 0.5).Lower(0.025)
		if math.IsNaN(b) || b < 0 || b > math.Log(0.5/LowerP(c.c2, 200, 1e-9)) {
			t.Errorf("(%d, %d) of 200 at δ = ½: bound %v", c.c1, c.c2, b)
		}
	}
}

// Coverage by simulation where enumeration is too large: a bound above the truth
// in at most α of draws. Of 2000 draws at α = 0.05, 156 are exceeded with
// probability below 10⁻⁷.
func TestRatioCoverage(t *testing.T) {
	const draws, alpha = 2000, 0.05
	for k, c := range []struct {
		m              int64
		p2, eps, delta float64
	}{{1000, 0.25, 0.7, 0}, {100_000, 0.3, 0.2, 0}, {20_000_000, 1e-6, 3, 0}, {1000, 0.003, 5, 0},
		{5000, 0.01, 1, 0.05}, {50_000_000, 0.2, 1, 1e-5}} {
		wrong := 0
		for trial := range uint64(draws) {
			s := rng.New(rng.Key{Seed: 5, Phase: 98, Input: uint32(k), Trial: trial})
			x := s.Binomial(c.m, math.Exp(c.eps)*c.p2+c.delta)
			if pair(x, s.Binomial(c.m, c.p2), c.m, c.delta).Rejects(c.eps, alpha) {
				wrong++
			}
		}
		if wrong > check.Most(draws, alpha) || wrong == 0 {
			t.Errorf("%+v: %d of %d bounds above the truth", c, wrong, draws)
		}
		t.Logf("%+v: %d of %d bounds above the truth", c, wrong, draws)
	}
}

func BenchmarkBound(b *testing.B) {
	for _, c := range [][3]int64{{500, 250, 1000}, {500, 0, 1000}, {25_000_000, 12_000_000, 50_000_000}} {
		b.Run(lang.Group(float64(c[2])), func(b *testing.B) {
			for b.Loop() {
				pair(c[0], c[1], c[2], 0).Lower(0.04)
			}
		})
	}
}
