package privacy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/test/english"
)

var inf, nan = math.Inf(1), math.NaN()

func near(got, want, rel float64) bool {
	return got == want || math.Abs(got-want) <= rel*math.Abs(want) || got != got && want != want
}

// Golden values: κ as printed by Le Ny & Pappas, the optimal σ by an
// independent implementation of Balle & Wang's calibration.
func TestCalibration(t *testing.T) {
	for _, c := range []struct {
		name           string
		f              func(delta, epsilon float64) (float64, error)
		delta, epsilon float64
		want, rel      float64
	}{
		{"κ", Kappa, .05, math.Log(3), 1.75633987, 3e-9},
		{"κ", Kappa, .05, 1, 1.90704005, 3e-9},
		{"κ", Kappa, .05, .5, 3.56983245, 3e-9},
		{"κ", Kappa, .01, .1, 23.476458, 3e-8},
		{"κ", Kappa, 1e-5, 1, 4.379070, 2e-7},
		{"σ", GaussianSigma, .05, math.Log(3), 1.255924, 4e-7},
		{"σ", GaussianSigma, .05, 1, 1.332778, 4e-7},
		{"σ", GaussianSigma, 1e-5, 1, 3.730632, 2e-7},
		{"bound", KappaBound, .05, math.Log(3), 4.9448, 1e-5},
	} {
		got, err := c.f(c.delta, c.epsilon)
		if err != nil || !near(got, c.want, c.rel) {
			t.Errorf("%s(%v, %v) = %.9g, %v, want %v", c.name, c.delta, c.epsilon, got, err, c.want)
		}
	}
	for _, d := range []float64{1e-9, 1e-3, .1, .49} {
		for _, e := range []float64{.01, .5, 3, 20} {
			s, _ := GaussianSigma(d, e)
			k, _ := Kappa(d, e)
			b, _ := KappaBound(d, e)
			if !(s <= k && k <= b) {
				t.Errorf("δ = %v, ε = %v: σ = %v, κ = %v and its bound %v are not in order", d, e, s, k, b)
			}
		}
	}
}

// none says nothing.
var none = lang.Verbatim("")

func TestRefusals(t *testing.T) {
	e2 := func(f func(a, b float64) (float64, error), a, b float64) error {
		v, err := f(a, b)
		return both(v, err)
	}
	for name, err := range map[string]error{
		"Kappa δ = ½":       e2(Kappa, .5, 1),
		"Kappa δ = 0":       e2(Kappa, 0, 1),
		"Kappa ε = 0":       e2(Kappa, .1, 0),
		"Kappa NaN":         e2(Kappa, nan, 1),
		"Kappa ε NaN":       e2(Kappa, .1, nan),
		"Kappa ε = ∞":       e2(Kappa, .1, inf),
		"KappaBound δ = .7": e2(KappaBound, .7, 1),
		"Sigma δ = 0":       e2(GaussianSigma, 0, 1),
		"Sigma δ = 1":       e2(GaussianSigma, 1, 1),
		"Sigma ε < 0":       e2(GaussianSigma, .1, -1),
		"Epsilon δ = 2":     e2(GaussianEpsilon, 2, 1),
		"Epsilon μ < 0":     e2(GaussianEpsilon, .1, -1),
		"Group of 0":        func() error { _, err := Group(Budget{1, 0}, 0); return err }(),
		"Group NaN":         func() error { _, err := Group(Budget{nan, 0}, 2); return err }(),
		"EpsilonAt δ NaN":   func() error { _, err := EpsilonAt(LaplaceProfile{1}, nan); return err }(),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// both returns err if the value that came with it is NaN, as it must be.
func both(v float64, err error) error {
	if err != nil && v == v {
		return nil
	}
	return err
}

// Balle & Wang's formula in 50 to 80 digits (mpmath 1.3.0).
func TestGaussianDelta(t *testing.T) {
	for _, c := range []struct{ epsilon, mu, want float64 }{
		{0.0, 1e-08, 3.9894228040143268e-9},
		{0.0, 1.0, 0.38292492254802621},
		{1.0, 1.0, 0.12693673750664395},
		{1e-08, 1e-08, 8.3315471004263653e-10},
		{0.001, 0.01, 0.0035110920258420983},
		{1.0, 0.1, 1.2308359836427112e-25},
		{5.0, 0.3, 2.4655161885115425e-63},
		{10.0, 0.3, 8.3750628459424142e-244},
		{100.0, 5.0, 1.5847802326686266e-69},
		{100.0, 20.0, 0.99999961466855645},
		{1000.0, 40.0, 2.5362965149565509e-7},
		{3.0, 0.24, 3.1494805081667594e-37},
		{3.0, 0.26, 4.1661567441884597e-32},
		{0.5, 3.0, 0.82999580994769031},
		{20.0, 10.0, 0.99802918146542763},
		{1.0, 0.03, 9.4078678561398582e-247},
		{2000.0, 60.0, 0.00040471462611543956},
		{0.01, 0.003, 3.3791869935904632e-7},
	} {
		if got := (GaussianProfile{c.mu}).Delta(c.epsilon); !near(got, c.want, 1e-12) {
			t.Errorf("δ(%v; μ = %v) = %v, want %v", c.epsilon, c.mu, got, c.want)
		}
	}
	for _, c := range []struct{ epsilon, mu, want float64 }{
		{1, 0, 0}, {0, 0, 0}, {1, inf, 1}, {inf, 1, 0}, {0, 1e3, 1},
	} {
		if got := (GaussianProfile{c.mu}).Delta(c.epsilon); got != c.want {
			t.Errorf("δ(%v; μ = %v) = %v, want %v", c.epsilon, c.mu, got, c.want)
		}
	}
}

func TestGaussianInverses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		mu := math.Exp(r.Float64()*12 - 8)
		eps := math.Exp(r.Float64()*14 - 9)
		p := GaussianProfile{mu}
		d := p.Delta(eps)
		if d < 1e-290 || d > 1-1e-9 {
			continue
		}
		s, err := GaussianSigma(d, eps)
		if err != nil || !near(GaussianProfile{1 / s}.Delta(eps), d, 1e-9) {
			t.Fatalf("σ at δ = %v, ε = %v is %v (%v), where δ = %v; μ was %v", d, eps, s, err,
				GaussianProfile{1 / s}.Delta(eps), mu)
		}
		e, err := GaussianEpsilon(d, mu)
		if err != nil || !near(p.Delta(e), d, 1e-9) {
			t.Fatalf("ε at δ = %v, μ = %v is %v (%v), where δ = %v; ε was %v", d, mu, e, err, p.Delta(e), eps)
		}
	}
	for _, c := range []struct{ delta, mu, want float64 }{{.5, .1, 0}, {0, 1, inf}, {0, 0, 0}, {1, 9, 0},
		{.1, inf, inf}} {
		if got, err := GaussianEpsilon(c.delta, c.mu); err != nil || got != c.want {
			t.Errorf("ε(δ = %v, μ = %v) = %v, %v, want %v", c.delta, c.mu, got, err, c.want)
		}
	}
}

func TestProfiles(t *testing.T) {
	losses := func(f, b []Loss) Profile {
		pure := 0.0
		for _, l := range append(f, b...) {
			pure = math.Max(pure, l.Value)
		}
		return NewLossProfile(f, b, pure, lang.Verbatim("sum"))
	}
	ln3 := math.Log(3)
	bit := []Loss{{ln3, .75}, {-ln3, .25}}
	for _, c := range []struct {
		name          string
		p             Profile
		epsilon, want float64
	}{
		{"Laplace", LaplaceProfile{1}, 0, 1 - math.Exp(-.5)},
		{"Laplace", LaplaceProfile{-1}, .5, 1 - math.Exp(-.25)},
		{"Laplace", LaplaceProfile{1}, 1, 0},
		{"Laplace", LaplaceProfile{1}, inf, 0},
		// Truth ¾ as a discrete loss.
		{"losses", losses(bit, bit), math.Log(2), .25},
		{"losses, infinite", losses([]Loss{{inf, .1}, {0, .9}}, []Loss{{0, 1}}), 3, .1},
		{"losses, other way", losses([]Loss{{0, 1}}, []Loss{{2, .5}}), 1, .5 * (1 - math.Exp(-1))},
	} {
		if got := c.p.Delta(c.epsilon); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: δ(%v) = %v, want %v", c.name, c.epsilon, got, c.want)
		}
		if !math.IsNaN(c.p.Delta(-1)) || !math.IsNaN(c.p.Delta(nan)) {
			t.Errorf("%s: an ε that is negative or not a number must give NaN", c.name)
		}
	}
	for _, c := range []struct {
		name string
		p    Profile
		want float64
	}{
		{"Gauss", GaussianProfile{1}, inf}, {"Gauss, equal", GaussianProfile{0}, 0},
		{"Laplace", LaplaceProfile{-.7}, .7},
		{"losses", losses(bit, bit), ln3},
		{"losses, infinite", losses([]Loss{{inf, .1}, {0, .9}}, []Loss{{0, 1}}), inf},
	} {
		if got := c.p.Pure(); !near(got, c.want, 1e-15) {
			t.Errorf("%s: pure ε = %v, want %v", c.name, got, c.want)
		}
		if d := c.p.Delta(c.p.Pure()); d > 1e-15 {
			t.Errorf("%s: δ = %v at the pure ε", c.name, d)
		}
	}
}

// A profile from a fine grid of the Gaussian's privacy loss must be the closed
// form, far into the tail: L is normal with mean μ²/2 and deviation μ, and the
// loss of a grid cell is the log-ratio of its two probabilities.
func TestLossGrid(t *testing.T) {
	const mu, h = 1.5, 1.0 / 512
	var forward, backward []Loss
	for x := -9.0; x < 12; x += h {
		p := num.NormalCDF(x+h-mu) - num.NormalCDF(x-mu)
		q := num.NormalCDF(x+h) - num.NormalCDF(x)
		if x > mu { // tails from their own side
			p = num.NormalCDF(mu-x) - num.NormalCDF(mu-x-h)
		}
		if x > 0 {
			q = num.NormalCDF(-x) - num.NormalCDF(-x-h)
		}
		forward, backward = append(forward, Loss{num.Log(p / q), p}), append(backward, Loss{num.Log(q / p), q})
	}
	p, tail := NewLossProfile(forward, backward, inf, lang.Verbatim("grid")), newLossTail(forward)
	for eps := 0.0; eps < 12; eps += 0.37 {
		got, want := p.Delta(eps), GaussianProfile{mu}.Delta(eps)
		if !near(got, want, 1e-4) {
			t.Errorf("δ(%v) = %v on the grid, %v in closed form", eps, got, want)
		}
		slow := 0.0
		for _, l := range forward {
			if l.Value > eps {
				slow += l.Weight * -math.Expm1(eps-l.Value)
			}
		}
		if stored := tail.delta(eps); !near(stored, slow, 1e-11) {
			t.Errorf("δ(%v) = %v by stored tails, %v by the plain sum", eps, stored, slow)
		}
	}
}

func TestEpsilonAt(t *testing.T) {
	for _, c := range []struct {
		p           Profile
		delta, want float64
	}{
		{LaplaceProfile{2}, 1 - math.Exp(-.25), 1.5},
		{LaplaceProfile{2}, 0, 2},
		{LaplaceProfile{2}, .9, 0},
		{GaussianProfile{1}, .05, 1.5688777812333683},
		{GaussianProfile{1}, 0, inf},
		{GaussianProfile{3e4}, 1e-6, 4.501426017293701e8},
		// Flat at δ but for rounding, as truncated noise is: ε is where the
		// flat part begins.
		{Curve{At: func(e float64) float64 { return math.Max(0.05*(1+1e-15), 0.3-e) }, PureEpsilon: inf}, .05, .25},
		{Curve{At: func(e float64) float64 { return math.Max(0.05*(1+1e-9), 0.3-e) }, PureEpsilon: inf}, .05, inf},
	} {
		if got, err := EpsilonAt(c.p, c.delta); err != nil || !near(got, c.want, 1e-12) {
			t.Errorf("ε of %v at δ = %v is %v, %v, want %v", c.p, c.delta, got, err, c.want)
		}
	}
}

// TestComposeTimes: nine Gaussians are one of three times the shift.
func TestComposeTimes(t *testing.T) {
	const mu, h = 0.4, 1.0 / 256
	const most = mu * (9 + mu)
	part := Part{most, most, func(int) (one []Loss) {
		for x := -9.0; x < 9; x += h {
			one = append(one, Loss{mu * (x + 0.5*h + 0.5*mu), num.NormalCDF(x+h) - num.NormalCDF(x)})
		}
		return one
	}}
	p := Compose([]Part{part}, 9, 1<<14, func(float64) lang.Message { return none })
	for _, e := range []float64{0, 1, 3} {
		if got, want := p.Delta(e), (GaussianProfile{3 * mu}).Delta(e); math.Abs(got-want) > 1e-5 {
			t.Errorf("nine Gaussians: δ(%v) = %v, want %v", e, got, want)
		}
	}
}

func TestBudgets(t *testing.T) {
	group := func(b Budget, k int) Budget { g, _ := Group(b, k); return g }
	e := math.E
	for _, c := range []struct {
		name      string
		got, want Budget
	}{
		{"group of 1", group(Budget{1, .01}, 1), Budget{1, .01}},
		{"group of 3", group(Budget{1, .001}, 3), Budget{3, .001 * (1 + e + e*e)}},
		{"group at ε = 0", group(Budget{0, .01}, 4), Budget{0, .04}},
		{"group, capped", group(Budget{5, .1}, 9), Budget{45, 1}},
		{"group, pure", group(Budget{2, 0}, 500), Budget{1000, 0}},
		{"group, huge", group(Budget{800, 1e-9}, 2), Budget{1600, 1}},
	} {
		if !near(c.got.Epsilon, c.want.Epsilon, 1e-15) || !near(c.got.Delta, c.want.Delta, 1e-14) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"advantage at ε = ln 3", Advantage(Budget{math.Log(3), 0}), .5},
		{"advantage with δ", Advantage(Budget{1, .05}), (e - 1 + .1) / (e + 1)},
		{"advantage at ε = ∞", Advantage(Budget{inf, 0}), 1},
		{"trade-off at 0", Budget{1, .1}.TradeOff(0), .9},
		{"trade-off at 0, ε = ∞", Budget{inf, .1}.TradeOff(0), .9},
		{"trade-off at 1", Budget{1, 0}.TradeOff(1), 0},
		{"trade-off, steep part", Budget{1, .1}.TradeOff(.1), .9 - .1*e},
		{"trade-off, flat part", Budget{1, .1}.TradeOff(.6), .3 / e},
		{"trade-off outside", Budget{1, .1}.TradeOff(2), nan},
	} {
		if !near(c.got, c.want, 1e-14) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	// The advantage is what the trade-off curve allows: max(1 − α − f(α)).
	for _, b := range []Budget{{.5, 0}, {1, .1}, {3, 1e-3}} {
		best := 0.0
		for i := range 100_001 {
			a := float64(i) / 100_000
			best = math.Max(best, 1-a-b.TradeOff(a))
		}
		if math.Abs(best-Advantage(b)) > 1e-4 {
			t.Errorf("%v: the trade-off curve allows %v, Advantage says %v", b, best, Advantage(b))
		}
	}
}

func ExampleGaussianSigma() {
	// Noise for ε = ln 3, δ = 0.05 and one unit of sensitivity: the classical
	// sufficient constant, and the least that does.
	classical, _ := Kappa(0.05, math.Log(3))
	least, _ := GaussianSigma(0.05, math.Log(3))
	fmt.Printf("%.4f %.4f\n", classical, least)
	_, err := Kappa(0.7, 1)
	fmt.Println(english.Say(lang.Of(err)))
	// Output:
	// 1.7563 1.2559
	// δ is 0.7; Gaussian noise needs it above 0 and below ½.
}

func ExampleEpsilonAt() {
	// Ten answers by randomised response, each true with probability ¾.
	ln3 := math.Log(3)
	one := Part{ln3, ln3, func(int) []Loss { return []Loss{{ln3, 0.75}, {-ln3, 0.25}} }}
	p := Compose([]Part{one}, 10, 1<<14, func(float64) lang.Message { return Closed() })
	e, _ := EpsilonAt(p, 0.05)
	fmt.Printf("pure ε %.2f, ε %.2f at δ = 0.05\n", p.Pure(), e)
	// Output: pure ε 10.99, ε 8.80 at δ = 0.05
}

func BenchmarkGaussianDelta(b *testing.B) {
	p := GaussianProfile{1}
	for i := 0; i < b.N; i++ {
		sink += p.Delta(float64(i&1023) * 0.01)
	}
}

func BenchmarkGaussianSigma(b *testing.B) {
	for i := 0; i < b.N; i++ {
		s, _ := GaussianSigma(1e-5, 0.01+float64(i&1023)*0.01)
		sink += s
	}
}

var sink float64

// A profile just below its pure ε leaves next to nothing, whatever the grid left.
func TestClip(t *testing.T) {
	pure := 0.27949417157297763
	below := math.Nextafter(pure, 0)
	if d := Clip(1.1e-7, below, pure); d > 1e-15 {
		t.Errorf("δ = %v one digit below the pure ε", d)
	}
	for _, c := range []struct{ delta, epsilon, pure, want float64 }{
		{0.3, 1, 2, 0.3}, {0.9, 1, 2, 1 - math.Exp(-1)}, {0.3, 2, 2, 0}, {0.3, 3, 2, 0}, {-1e-17, 0, 1, 0},
		{1.2, 0, math.Inf(1), 1}, {0.4, math.Inf(1), math.Inf(1), 0.4}, {0.4, math.Inf(1), 2, 0},
	} {
		if got := Clip(c.delta, c.epsilon, c.pure); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Clip(%v, %v, %v) = %v, want %v", c.delta, c.epsilon, c.pure, got, c.want)
		}
	}
}

// The Laplace density integrates to 1 and falls by e within its scale.
func TestLaplaceLog(t *testing.T) {
	for _, scale := range []float64{0.2, 1, 7} {
		sum := 0.0
		for x := -40 * scale; x < 40*scale; x += scale / 100 {
			sum += math.Exp(LaplaceLog(x, scale)) * scale / 100
		}
		if fall := LaplaceLog(0, scale) - LaplaceLog(-scale, scale); !near(sum, 1, 1e-4) || !near(fall, 1, 1e-12) {
			t.Errorf("scale %v: the integral is %v, ln f(0) − ln f(b) is %v", scale, sum, fall)
		}
	}
}

// TestComposeResponses: many parts that each have mass at the ends of their range alone keep all of it, up to the
// sum of all ends, and so have the profile of responses together but for the grid; parts of other ranges are shifted
// to a common grid, by which no mass is lost.
func TestComposeResponses(t *testing.T) {
	how := func(float64) lang.Message { return Closed() }
	part := func(eps float64) Part {
		truth := 1 / (1 + math.Exp(-eps))
		return Part{Up: eps, Down: eps, Law: func(int) []Loss { return []Loss{{eps, truth}, {-eps, 1 - truth}} }}
	}
	for _, c := range []struct {
		eps   []float64
		times int
	}{{[]float64{4}, 30}, {[]float64{1, 1}, 5}, {[]float64{3, 2, 0.5}, 4}, {[]float64{1}, 1}} {
		var parts []Part
		sums := []Loss{{0, 1}} // by brute force
		for _, eps := range c.eps {
			one := part(eps)
			for range c.times {
				parts = append(parts, one)
				next := map[float64]float64{}
				for _, s := range sums {
					for _, l := range one.Law(0) {
						next[math.Round((s.Value+l.Value)*8)/8] += s.Weight * l.Weight
					}
				}
				sums = sums[:0]
				for v, w := range next {
					sums = append(sums, Loss{v, w})
				}
			}
		}
		pure := 0.0
		for _, p := range parts {
			pure += p.Up
		}
		got, want := Compose(parts, 1, 4096, how), NewLossProfile(sums, sums, pure, Closed())
		for _, share := range []float64{0, 0.1, 0.35, 0.5, 0.75, 0.9, 0.98} {
			e := share * pure
			if g, w := got.Delta(e), want.Delta(e); math.Abs(g-w) > 2e-3*w+1e-9 {
				t.Errorf("%d times %v: δ(%v) = %v, want %v", c.times, c.eps, e, g, w)
			}
		}
		if !near(got.Pure(), pure, 1e-15) {
			t.Errorf("%d times %v: the pure ε is %v", c.times, c.eps, got.Pure())
		}
	}
	// Nothing is lost where the grid is coarse for the number of parts.
	var parts []Part
	for range 200 {
		parts = append(parts, part(6))
	}
	truth := math.Pow(1/(1+math.Exp(-6)), 200)
	if d := Compose(parts, 1, 1024, how).Delta(1100); !(d >= truth && d <= 1) {
		t.Errorf("δ = %v below all losses together, whose mass is %v", d, truth)
	}
}
