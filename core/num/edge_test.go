package num

import (
	"encoding/binary"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var inf, nan = math.Inf(1), math.NaN()

// same is equality that tells 0 from −0 and calls NaN equal to NaN.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || (a != a && b != b)
}

// TestSpecialValues holds the elementary functions against package math where
// the answer is exact on every platform.
func TestSpecialValues(t *testing.T) {
	tiny := math.SmallestNonzeroFloat64
	zero := math.Copysign(0, -1)
	xs := []float64{0, zero, 1, -1, inf, -inf, nan, tiny, -tiny, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, 1e-20,
		-1e-20, 710, -746, 1e10, -1e10, -2}
	for _, c := range []struct {
		name   string
		f, ref func(float64) float64
	}{
		{"Exp", Exp, math.Exp}, {"Expm1", Expm1, math.Expm1}, {"Log", Log, math.Log}, {"Log1p", Log1p, math.Log1p},
		{"Tanh", Tanh, math.Tanh}, {"Sin", Sin, math.Sin}, {"Cos", Cos, math.Cos}, {"Atan", Atan, math.Atan},
		{"Erf", Erf, math.Erf}, {"Erfc", Erfc, math.Erfc},
	} {
		for _, x := range xs {
			got, want := c.f(x), c.ref(x)
			if same(got, want) || math.Abs(got-want) <= 0x1p-52*math.Abs(want) && !math.IsInf(want, 0) {
				continue
			}
			if c.name == "Log" && x == tiny && math.Abs(got+1074*math.Ln2) < 1e-12 {
				continue // math.Log is wrong there on amd64
			}
			if (c.name == "Sin" || c.name == "Cos") && math.Abs(x) > 1e300 && math.Abs(got-want) < 1e-9 {
				continue
			}
			t.Errorf("%s(%v) = %v, want %v", c.name, x, got, want)
		}
	}
	for _, x := range xs {
		if !(x >= 0) {
			continue
		}
		for _, y := range append(xs, 0.5, 3) {
			got, want := Pow(x, y), math.Pow(x, y)
			if x == 0 {
				want = math.Abs(want) // Pow does not tell 0 from −0
			}
			if !same(got, want) && !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("Pow(%v, %v) = %v, want %v", x, y, got, want)
			}
		}
	}
	for _, y := range xs {
		for _, x := range xs {
			if got, want := Atan2(y, x), math.Atan2(y, x); !same(got, want) &&
				math.Abs(got-want) > 1e-15*math.Abs(want) {
				t.Errorf("Atan2(%v, %v) = %v, want %v", y, x, got, want)
			}
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Pow(−1, 2)", Pow(-1, 2), nan},
		{"NormalQuantile(0)", NormalQuantile(0), -inf},
		{"NormalQuantile(1)", NormalQuantile(1), inf},
		{"NormalQuantile(½)", NormalQuantile(0.5), 0},
		{"NormalQuantile(−.1)", NormalQuantile(-.1), nan},
		{"NormalQuantile(NaN)", NormalQuantile(nan), nan},
		{"NormalCDF(−Inf)", NormalCDF(-inf), 0},
		{"NormalCDF(Inf)", NormalCDF(inf), 1},
		{"LogNormalCDF(−Inf)", LogNormalCDF(-inf), -inf},
		{"LogNormalCDF(Inf)", LogNormalCDF(inf), 0},
		{"LogGamma(0)", logGamma(0), inf},
		{"RegIncBeta(1, 1, 0)", RegIncBeta(1, 1, 0), 0},
		{"RegIncBeta(1, 1, 1)", RegIncBeta(1, 1, 1), 1},
		{"RegIncBeta(0, 1, .5)", RegIncBeta(0, 1, .5), nan},
		{"RegIncBeta(1, 1, 2)", RegIncBeta(1, 1, 2), nan},
		{"RegIncBeta(1, 1, NaN)", RegIncBeta(1, 1, nan), nan},
		{"NewBeta(2, 3).Quantile(0)", NewBeta(2, 3).Quantile(0), 0},
		{"NewBeta(2, 3).Quantile(1)", NewBeta(2, 3).Quantile(1), 1},
		{"NewBeta(0, 3).Quantile(.5)", NewBeta(0, 3).Quantile(.5), nan},
		{"BinomialTail(0, 5, .3)", BinomialTail(0, 5, .3), 1},
		{"BinomialTail(0, 0, .3)", BinomialTail(0, 0, .3), 1},
		{"BinomialTail(1, 0, .3)", BinomialTail(1, 0, .3), 0},
		{"BinomialTail(6, 5, .3)", BinomialTail(6, 5, .3), 0},
		{"BinomialPMF(0, 5, 0)", BinomialPMF(0, 5, 0), 1},
		{"BinomialPMF(5, 5, 1)", BinomialPMF(5, 5, 1), 1},
	} {
		if c.got != c.want && !same(c.got, c.want) {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

// Binomial probabilities against their exact sums.
func TestBinomial(t *testing.T) {
	for _, n := range []int{1, 2, 7, 20, 55} {
		for _, p := range []float64{0x1p-10, 0.125, 0.5, 0.875, 0.3} {
			sum := bigNew()
			pb, qb := bigOf(p), bigNew().Sub(bigOf(1), bigOf(p))
			term := bigOf(1)
			for range n {
				term.Mul(term, qb)
			}
			for k := 0; k <= n; k++ {
				if u := ulps(BinomialPMF(k, n, p), term); u > 600 {
					t.Errorf("BinomialPMF(%d, %d, %v): %.0f ulp", k, n, p, u)
				}
				sum.Add(sum, term)
				rest := bigNew().Sub(bigOf(1), sum)
				if f, _ := rest.Float64(); k < n && f > 1e-50 { // below, 1 − sum has lost its digits
					if u := ulps(BinomialTail(k+1, n, p), rest); u > 900 {
						t.Errorf("BinomialTail(%d, %d, %v): %.0f ulp", k+1, n, p, u)
					}
				}
				term.Mul(term, pb)
				term.Mul(term, bigOf(float64(n-k)))
				term.Quo(term, qb)
				term.Quo(term, bigOf(float64(k+1)))
			}
		}
	}
}

func TestBetaQuantile(t *testing.T) {
	for _, c := range []struct{ p, a, b, want, rel float64 }{
		{.025, 10, 91, 0.04900469, 1e-7}, // Clopper–Pearson for 10 in 100
		{.975, 11, 90, 0.17622260, 1e-7},
		{.5, 17, 17, .5, 1e-15},
		{1e-300, 2, 1, 1e-150, 1e-13}, // p^{1/a}
		{.9, 5, 1, math.Pow(.9, .2), 1e-15},
		{.05, 1, 1000, -math.Expm1(math.Log1p(-.05) / 1000), 1e-14},
	} {
		if got := NewBeta(c.a, c.b).Quantile(c.p); math.Abs(got/c.want-1) > c.rel {
			t.Errorf("BetaQuantile(%v, %v, %v) = %v, want %v", c.p, c.a, c.b, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(8, 9))
	for range 3000 {
		a, b := math.Exp(r.Float64()*14-2), math.Exp(r.Float64()*14-2)
		p := r.Float64()
		if r.Uint32()&1 == 0 {
			p = math.Exp(-300 * p)
		}
		x := NewBeta(a, b).Quantile(p)
		if x < 1e-300 || x > 1-1e-10 {
			continue
		}
		// The quantile is exact where moving it by a few ulp brackets p.
		lo, hi := RegIncBeta(a, b, x*(1-1e-13)), RegIncBeta(a, b, math.Min(1, x*(1+1e-13)))
		if !(lo*(1-3e-13) <= p && p <= hi*(1+3e-13)) {
			t.Fatalf("BetaQuantile(%v, %v, %v) = %v, where I = %v", p, a, b, x, RegIncBeta(a, b, x))
		}
	}
}

func TestNormalQuantileInverts(t *testing.T) {
	for e := 0.3; e < 300; e += 0.37 {
		p := math.Pow(10, -e)
		x := NormalQuantile(p)
		if c := NormalCDF(x); math.Abs(c/p-1) > 8e-16*(1+x*x) {
			t.Errorf("NormalCDF(NormalQuantile(%v)) = %v", p, c)
		}
	}
}

// TestOnlyExactMath refuses every function of package math that is not exact or
// correctly rounded on every platform. Expm1, Lgamma, Log1p, those of angles, and Erf and Erfc
// below 1.25 are neither; TestGolden holds their bits.
func TestOnlyExactMath(t *testing.T) {
	allowed := map[string]bool{}
	for _, n := range strings.Fields("Abs Atan Atan2 Copysign Cos Erf Erfc Expm1 Lgamma Log1p Sin Sincos Floor Float64bits Float64frombits Inf IsInf IsNaN Max Min NaN Signbit Sqrt Ln2 Pi MaxFloat64 MaxUint64") {
		allowed[n] = true
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Skip("no source files here:", err)
	}
	seen := 0
	for _, e := range files {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		seen++
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if p, ok := n.X.(*ast.Ident); ok && p.Name == "math" && !allowed[n.Sel.Name] {
					t.Errorf("%s: math.%s has other bits on other platforms", fset.Position(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
	if seen == 0 {
		t.Skip("no source files here")
	}
}

func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 200 {
		n := 1 + r.IntN(300)
		xs := make([]float64, n)
		exact := bigNew().SetPrec(600)
		var all Sum
		parts := make([]Sum, 1+r.IntN(5))
		for i := range xs {
			xs[i] = math.Ldexp(r.Float64()-0.5, r.IntN(180)-130)
			if r.IntN(10) == 0 && i > 0 {
				xs[i] = -xs[i-1] // cancel
			}
			exact.Add(exact, bigOf(xs[i]).SetPrec(600))
			all.Add(xs[i])
		}
		for _, i := range r.Perm(n) {
			parts[r.IntN(len(parts))].Add(xs[i])
		}
		var merged Sum
		for _, i := range r.Perm(len(parts)) {
			b, _ := parts[i].AppendBinary(nil)
			var p Sum
			if err := p.UnmarshalBinary(b); err != nil || len(b) != SumBytes {
				t.Fatal(err, len(b))
			}
			merged.Merge(&p)
		}
		want, _ := exact.Float64()
		if merged != all || !same(all.Value(), want) && want != 0 {
			t.Fatalf("sum %v, merged %v, want %v", all.Value(), merged.Value(), want)
		}
	}
	for _, c := range []struct {
		name  string
		terms []float64
		want  float64
	}{
		{"nothing", nil, 0},
		{"one", []float64{1.5}, 1.5},
		{"negative", []float64{-3}, -3},
		{"1e-40", []float64{1e-40}, 1e-40},
		{"1e-60", []float64{-1e-60}, -1e-60},
		{"1e30", []float64{1e30}, 1e30},
		{"absorbed and given back", []float64{1e15, 1e-40, -1e15}, 1e-40},
		{"below the lowest bit", []float64{1e-90, -1e-300, 5e-324}, 0},
		{"ties to even", []float64{1, 0x1p-53}, 1},
		{"just above a tie", []float64{1, 0x1p-53, 0x1p-200}, 1 + 0x1p-52},
		{"infinite", []float64{inf, 1}, inf},
		{"too large", []float64{-1e40}, -inf},
		{"both infinities", []float64{inf, -inf}, nan},
		{"not a number", []float64{nan}, nan},
	} {
		var s Sum
		for _, x := range c.terms {
			s.Add(x)
		}
		if got := s.Value(); !same(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	var s Sum
	finite := append(make([]byte, 48), 0, 0, 0, 0, 0, 0, 8, 64)
	if s.UnmarshalBinary(make([]byte, 48)) == nil || s.UnmarshalBinary(finite) == nil {
		t.Error("a malformed encoding was accepted")
	}
	for special, ok := range map[float64]bool{0: true, math.Inf(1): true, math.Inf(-1): true, math.NaN(): true,
		math.MaxFloat64: false, -math.MaxFloat64: false, 5e-324: false} {
		b := binary.LittleEndian.AppendUint64(make([]byte, 48), math.Float64bits(special))
		if (s.UnmarshalBinary(b) == nil) != ok {
			t.Errorf("a sum that ends in %v is read: %t", special, !ok)
		}
	}
}

func FuzzSumUnmarshal(f *testing.F) {
	var s Sum
	s.Add(-1.25)
	b, _ := s.AppendBinary(nil)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var s Sum
		if s.UnmarshalBinary(b) == nil {
			c, _ := s.AppendBinary(nil)
			if string(b) != string(c) {
				t.Fatal("decoding and encoding changed the bytes")
			}
			s.Add(1)
			s.Value()
		}
	})
}

// TestGolden holds the bits of 10⁵ values of each function. A difference means
// that this platform would compute another Report.
func TestGolden(t *testing.T) {
	state := uint64(1)
	word := func() uint64 { // SplitMix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	unit := func() float64 { return float64(word()>>12)*0x1p-52 + 0x1p-53 }
	// wide has a random sign and an exponent in [lo, hi).
	wide := func(lo, hi int) float64 {
		w := word()
		e := uint64(lo + int(w>>20&0xfff)%(hi-lo) + 1023)
		return math.Float64frombits(word()&(1<<63|1<<52-1) | e<<52)
	}
	abs := func(lo, hi int) float64 { return math.Abs(wide(lo, hi)) }
	var s Sum
	for _, c := range []struct {
		name string
		n    int
		f    func() float64
		want uint64
	}{
		{"Exp", 100_000, func() float64 { return Exp(wide(-30, 10)) }, 0x5ce18b03ae9c3070},
		{"Expm1", 100_000, func() float64 { return Expm1(wide(-30, 10)) }, 0xbb8e9f24b4e8656f},
		{"Log", 100_000, func() float64 { return Log(abs(-1022, 1023)) + Log(0.5+unit()) }, 0xb5767aefc539642},
		{"Log1p", 100_000, func() float64 { return Log1p(abs(-50, 50)) + Log1p(-unit()) }, 0x32f4a9856422b468},
		{"Tanh", 100_000, func() float64 { return Tanh(wide(-20, 6)) }, 0x8f9e8dab7322e890},
		{"Sin", 100_000, func() float64 { return Sin(wide(-20, 30)) + Cos(wide(-10, 1000)) }, 0xc70dc5450ee459e1},
		{"Atan2", 100_000, func() float64 { return Atan2(wide(-9, 9), wide(-9, 9)) }, 0xed961e18be679619},
		{"Pow", 100_000, func() float64 { return Pow(abs(-9, 9), wide(-9, 9)) }, 0xed5aa8af2754eb9c},
		{"Erf", 100_000, func() float64 { return Erf(wide(-9, 3)) }, 0x39acd5f27ad42c},
		{"Erfc", 100_000, func() float64 { return Erfc(wide(-9, 5)) }, 0xd4767c7234d765a7},
		{"NormalCDF", 100_000, func() float64 { return NormalCDF(wide(-9, 6)) }, 0xf08de45b0dc10347},
		{"LogNormalCDF", 100_000, func() float64 { return LogNormalCDF(wide(-9, 9)) }, 0xa161ee0d8646ec53},
		{"NormalPDF", 100_000, func() float64 { return NormalPDF(wide(-9, 6)) }, 0x1c4a5f7b8e2a90bc},
		{"NormalQuantile", 100_000, func() float64 {
			return NormalQuantile(unit()) + NormalQuantile(abs(-1000, -1))
		}, 0x191ece06d94fb791},
		{"LogGamma", 100_000, func() float64 { return logGamma(abs(-30, 40)) }, 0x4c7c2cce457b3d61},
		{"LogBeta", 100_000, func() float64 { return logBeta(abs(-5, 20), abs(-5, 20)) }, 0x6e9cd055bfb77b78},
		{"StirlingError", 100_000, func() float64 { return StirlingError(abs(-5, 20)) }, 0xafa8469eedd21eb4},
		{"IncBeta", 30_000, func() float64 {
			p, q := IncBeta(abs(-2, 10), abs(-2, 10), unit())
			return p - q
		}, 0xb6ae67903c17b47a},
		{"BetaQuantile", 5_000, func() float64 {
			p := unit()
			return NewBeta(abs(-2, 8), abs(-2, 8)).Quantile(p)
		}, 0xf4b096c50aadcf33},
		{"BinomialPMF", 100_000, func() float64 {
			return BinomialPMF(int(word()>>55), 500, unit())
		}, 0xabf7d347cf93e9b1},
		{"Sum", 100_000, func() float64 { s.Add(wide(-130, 50)); return s.Value() }, 0x2fddd338e5ff0b5c},
		// Bounds on ε take it of whole numbers, the intervals of Jeffreys of halves.
		{"LogGamma of halves", 100_000, func() float64 {
			return logGamma(float64(1+word()>>(40+word()%22)) / 2)
		}, 0xe58c4b2569dd84d9},
		{"Sin of angles", 100_000, func() float64 {
			return Sin(wide(-20, 20)) + Cos(wide(-10, 20))
		}, 0x45c6f4410d751a3d},
	} {
		h := uint64(14695981039346656037) // FNV-1a over 64-bit words
		for range c.n {
			h = (h ^ math.Float64bits(c.f())) * 1099511628211
		}
		if h != c.want {
			t.Errorf("%s: hash of the bits is %#x, want %#x", c.name, h, c.want)
		}
	}
}
