package privacy

import (
	"math"
	"testing"

	"indistinct/core/rng"
)

// laplace is a step of numbers with Laplace noise.
func laplace(shifts ...float64) (s Step) {
	for _, a := range shifts {
		s.Pure, s.Shifts = s.Pure+a, append(s.Shifts, a)
	}
	return s
}

func account(t *testing.T, steps []Step, times int, delta float64) Cost {
	t.Helper()
	c, err := Account(steps, times, delta)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What is published or known in closed form: ε = 4.377 of the Gaussian mechanism with μ = 1 at
// δ = 10⁻⁵ (Balle & Wang 2018); of k steps that with μ√k, whatever the steps are; of one number
// with Laplace noise a + 2·ln(1 − δ); ρ + 2√(ρ·ln(1/δ)) is never below the better conversion
// (Bun & Steinke 2016, Proposition 1.3).
func TestAccountClosedForms(t *testing.T) {
	one := account(t, []Step{{Mu: 1}}, 1, 1e-5)
	if math.Abs(one.High-4.377) > 5e-4 || one.Low != one.High || one.Basic != one.High || one.Gaussian != one.High {
		t.Errorf("μ = 1: %+v", one)
	}
	for _, k := range []int{2, 7, 100, 3600} {
		want, err := GaussianEpsilon(1e-5, 0.3*math.Sqrt(float64(k)))
		if err != nil {
			t.Fatal(err)
		}
		same := account(t, []Step{{Mu: 0.3}}, k, 1e-5)
		if math.Abs(same.High-want) > 1e-9*want || same.Low != same.High {
			t.Errorf("%d steps: %+v, want %v", k, same, want)
		}
	}
	mixed := account(t, []Step{{Mu: 0.3}, {Mu: 0.4}, {}, {Mu: 1.2}}, 1, 1e-5)
	if want, _ := GaussianEpsilon(1e-5, 1.3); math.Abs(mixed.High-want) > 1e-9 {
		t.Errorf("0.3, 0.4 and 1.2: %+v, want %v", mixed, want)
	}
	lap := account(t, []Step{laplace(0.7)}, 1, 0.01)
	if want := 0.7 + 2*math.Log(0.99); math.Abs(lap.High-want) > 1e-9 || lap.Low != lap.High {
		t.Errorf("Laplace: %+v, want %v", lap, want)
	}
	for _, rho := range []float64{1e-8, 1e-3, 0.5, 10, 1e5} {
		for _, delta := range []float64{0.3, 0.05, 1e-5, 1e-12} {
			loose, e := rho+2*math.Sqrt(rho*math.Log(1/delta)), ConcentratedEpsilon(rho, delta)
			g, _ := GaussianEpsilon(delta, math.Sqrt(2*rho)) // which is ρ-zCDP
			if !(e <= loose && e >= g*(1-1e-9)) {
				t.Errorf("ρ = %v, δ = %v: ε = %v, of Gaussian noise %v, at most %v", rho, delta, e, g, loose)
			}
		}
	}
	for _, s := range []Step{{Pure: math.Inf(1)}, {Mu: math.Inf(1)}, laplace(math.Inf(1))} { // no noise at all
		c := account(t, []Step{s, {Mu: 1}}, 3, 0.1)
		if !math.IsInf(c.Basic, 1) || !math.IsInf(c.Concentrated, 1) || !math.IsInf(c.Gaussian, 1) ||
			!math.IsNaN(c.High) {
			t.Errorf("nothing known: %+v", c)
		}
	}
	if c := account(t, []Step{{}}, 3, 0.1); c.Basic != 0 || c.Concentrated != 0 || c.Gaussian != 0 || c.High != 0 {
		t.Errorf("nothing released: %+v", c)
	}
}

// ConcentratedEpsilon is not above the least over all orders of Canonne, Kamath & Steinke, as far as a
// fine grid sees, and hardly below.
func TestConcentratedEpsilonIsLeast(t *testing.T) {
	for _, rho := range []float64{1e-3, 0.5, 30} {
		least := math.Inf(1)
		for u := -12.0; u < 12; u += 1e-3 {
			a := 1 + math.Exp(u)
			least = min(least, a*rho+(math.Log(1e5)-math.Log(a))/(a-1)+math.Log1p(-1/a))
		}
		if e := ConcentratedEpsilon(rho, 1e-5); !(e <= least*(1+1e-6) && e > least*(1-1e-4)) {
			t.Errorf("ρ = %v: %v, want %v", rho, e, least)
		}
	}
}

// Rho and square are bounds, and no larger than need be: of Laplace noise by its Rényi
// divergences (Mironov 2017, Proposition 6) and its trade-off curve, of a pure ε by those of
// randomised response, which is the worst there is (Kairouz, Oh & Viswanath 2015).
func TestRhoAndSquare(t *testing.T) {
	for _, a := range []float64{1e-3, 0.1, 0.5, 1, 2, 5, 12} {
		for _, s := range []Step{laplace(a), {Pure: a}} {
			worst := 0.0
			for u := -6.0; u < 9; u += 0.01 {
				o := 1 + math.Exp(u)
				// ln(w·e^{(o−1)a} + (1 − w)·e^{−o·a}) of Laplace noise, the other end of response.
				w, down := o/(2*o-1), -o*a
				if s.Shifts == nil {
					w, down = 1/(1+math.Exp(-a)), -(o-1)*a
				}
				d := ((o-1)*a + math.Log(w+(1-w)*math.Exp(down-(o-1)*a))) / (o - 1)
				worst = max(worst, d/o)
			}
			if rho := s.Rho(); worst > rho*(1+1e-6) || worst < rho*(1-5e-3) {
				t.Errorf("%+v: ρ = %v, by orders %v", s, rho, worst)
			}
			mu, least := math.Sqrt(s.square()), math.Inf(1)
			for alpha := 1e-6; alpha < 1; alpha = min(alpha*1.01, alpha+1e-3) {
				f := Budget{Epsilon: a}.TradeOff(alpha)
				if len(s.Shifts) > 0 {
					switch half := 0.5 * math.Exp(-a); {
					case alpha < half:
						f = 1 - math.Exp(a)*alpha
					case alpha < 0.5:
						f = math.Exp(-a) / (4 * alpha)
					default:
						f = math.Exp(-a) * (1 - alpha)
					}
				}
				gap := f - Gaussian.Definition().TradeOff(mu, alpha)
				least = min(least, gap)
				if gap < -1e-12 {
					t.Errorf("%+v, μ = %v: at α = %v the curve is %v below", s, mu, alpha, -gap)
					break
				}
			}
			if least > 1e-4 {
				t.Errorf("%+v: μ = %v is too large by far: the curves are %v apart", s, mu, least)
			}
		}
	}
}

// Both bounds of a sum of Laplace losses hold, and lie close together: against simulation
// within 5 standard errors (a false alarm in fewer than 1 seed in 10⁵ for all), and against the
// other accounts, none of which may be below the lower one.
func TestLaplaceBounds(t *testing.T) {
	type sum struct {
		shifts []float64
		times  int
		gap    float64 // of ε at δ = 10⁻⁵, relative
	}
	for _, c := range []sum{{[]float64{0.7}, 2, 1e-6}, {[]float64{0.5, 0.31}, 1, 1e-3}, {[]float64{0.5, 0.31}, 4, 2e-3},
		{[]float64{0.5}, 100, 1e-4}, {[]float64{0.5, 0.31, 0.02}, 1000, 2e-2}, {[]float64{0.05}, 3600, 1e-3},
		{[]float64{2, 0.001}, 3600, 5e-3}} {
		low, high := repeatedLaplace(c.shifts, c.times)
		cost := account(t, []Step{laplace(c.shifts...)}, c.times, 1e-5)
		if !(cost.Low <= cost.High && cost.High-cost.Low <= c.gap*cost.High) {
			t.Errorf("%+v: ε from %v to %v", c, cost.Low, cost.High)
		}
		for _, other := range []float64{cost.Basic, cost.Concentrated, cost.Gaussian} {
			if cost.Low > other {
				t.Errorf("%+v: %+v", c, cost)
			}
		}
		s := rng.New(rng.Key{Seed: 5, Phase: 901})
		n := 400_000 / c.times
		losses := make([]float64, max(n, 300))
		mean := 0.0
		for i := range losses {
			for _, a := range c.shifts {
				for range c.times {
					x := s.Laplace(1)
					losses[i] += math.Abs(x-a) - math.Abs(x)
				}
			}
			mean += losses[i] / float64(len(losses))
		}
		for _, e := range []float64{0, 0.5 * mean, mean, 1.05 * mean, 1.2 * mean} {
			m, sq := 0.0, 0.0
			for _, l := range losses {
				d := max(0, -math.Expm1(e-l))
				m += d / float64(len(losses))
				sq += d * d / float64(len(losses))
			}
			if m < 0.02 || m > 0.98 {
				continue // what few draws see the error of
			}
			err := 5*math.Sqrt((sq-m*m)/float64(len(losses))) + 1e-8
			if low.Delta(e) > m+err || high.Delta(e) < m-err || low.Delta(e) > high.Delta(e) {
				t.Errorf("%+v: δ(%v) from %v to %v, simulated %v ± %v", c, e, low.Delta(e), high.Delta(e), m, err)
			}
		}
	}
}

// δ(ε) of two numbers with Laplace noise, by quadrature over the loss of one of them.
func TestTwoLaplaceNumbers(t *testing.T) {
	const a, points = 0.8, 200_000
	// One number's loss: ±a with ½ and ½e⁻ᵃ, density ¼e^{(l−a)/2} between. Of the sum,
	// δ(ε) = Σ over the first's of its mass times the δ(ε − l) of the second.
	one := func(e float64) float64 { // δ(ε) of one number, for any ε
		switch {
		case e >= a:
			return 0
		case e <= -a:
			return -math.Expm1(e)
		}
		return -math.Expm1(0.5 * (e - a))
	}
	for _, e := range []float64{0, 0.3, 1, 1.5} {
		want := 0.5*one(e-a) + 0.5*math.Exp(-a)*one(e+a)
		h := 2 * a / points
		for i := range points {
			l := -a + (float64(i)+0.5)*h
			want += 0.25 * math.Exp(0.5*(l-a)) * one(e-l) * h
		}
		low, high := repeatedLaplace([]float64{a}, 2)
		if l, u := low.Delta(e), high.Delta(e); l > want+1e-10 || u < want-1e-10 || u-l > 1e-5 {
			t.Errorf("δ(%v) from %v to %v, want %v", e, l, u, want)
		}
	}
}

// What a law on a grid says of a step, once and often, is that of the law in closed form, but for
// the grid.
func TestAccountByLaw(t *testing.T) {
	const a = 0.5
	law := func(int) (out []Loss) {
		laplaceBelow(a, a/512, func(cell int, mass float64) { out = append(out, Loss{float64(cell) * a / 512, mass}) })
		return out
	}
	for _, k := range []int{1, 10, 100, 3600} {
		got := account(t, []Step{{Pure: a, Law: law}}, k, 1e-5)
		want := account(t, []Step{laplace(a)}, k, 1e-5)
		if math.Abs(got.High-want.High) > 2e-3*want.High || got.Low != got.High || got.Basic != want.Basic {
			t.Errorf("%d steps: %+v, in closed form %+v", k, got, want)
		}
	}
}

// TestMixedNoise: of Gaussian noise beside Laplace noise no exact ε is known, and each account is more
// than that of either alone.
func TestMixedNoise(t *testing.T) {
	gauss, other := Step{Mu: 0.5}, laplace(0.5)
	for _, steps := range [][]Step{{gauss, other}, {other, gauss}, {other, other, gauss}} {
		c := account(t, steps, 1, 1e-5)
		if !math.IsNaN(c.Low) || !math.IsNaN(c.High) {
			t.Errorf("%+v: an exact ε between %v and %v", steps, c.Low, c.High)
		}
		for _, alone := range [][]Step{{gauss}, {other}} {
			a := account(t, alone, 1, 1e-5)
			if !(c.Basic > a.Basic && c.Concentrated > a.Concentrated && c.Gaussian > a.Gaussian) {
				t.Errorf("%+v costs %+v, a part of it alone %+v", steps, c, a)
			}
		}
	}
}

// TestLaplaceSum: of one number the profile is the exact one; of none it is 0; of several it is not below the parts'
// and not above pure composition's.
func TestLaplaceSum(t *testing.T) {
	one, none := LaplaceSum([]float64{0.7}), LaplaceSum(nil)
	for _, e := range []float64{0, 0.3, 0.69, 0.7, 2} {
		if got, want := one.Delta(e), (LaplaceProfile{0.7}).Delta(e); got != want {
			t.Errorf("one number: δ(%v) = %v, want %v", e, got, want)
		}
	}
	if none.Delta(0) != 0 || none.Pure() != 0 {
		t.Errorf("no number: δ(0) = %v, pure ε %v", none.Delta(0), none.Pure())
	}
	several := LaplaceSum([]float64{0.7, 0.4, 0.1})
	for _, e := range []float64{0, 0.3, 0.6, 0.9, 1.1} {
		got := several.Delta(e)
		if less, most := (LaplaceProfile{0.7}).Delta(e), -math.Expm1(e-1.2); !(got >= less && got > 0 && got <= most) {
			t.Errorf("three numbers: δ(%v) = %v, of the first %v, at most %v", e, got, less, most)
		}
	}
	if !near(several.Pure(), 1.2, 1e-12) {
		t.Errorf("the pure ε of three numbers is %v", several.Pure())
	}
}
