package privacy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"indistinct/core/num"
	"indistinct/core/test/english"
)

// pieces are the masses of two laws whose trade-off curve has straight lines between the
// points (x, f(x)).
func pieces(f func(float64) float64, at []float64) (p, q []float64) {
	for i := 1; i < len(at); i++ {
		p, q = append(p, f(at[i-1])-f(at[i])), append(q, at[i]-at[i-1])
	}
	return p, q
}

// normalRates are rates of false alarms at evenly spaced quantiles.
func normalRates(step float64) []float64 {
	at := []float64{0}
	for z := -5.0; z <= 5; z += step {
		at = append(at, num.NormalCDF(z))
	}
	return append(at, 1)
}

// Of Gaussian noise ρ = μ²/2 exactly (Bun & Steinke 2016, Proposition 1.6): chords of its
// curve lose a little and never show more.
func TestConcentrationOfGaussian(t *testing.T) {
	for _, mu := range []float64{0.05, 0.3, 1, 2, 3} {
		f := Claim{Notion: Gaussian, Value: mu}.TradeOff
		got := Concentration(pieces(f, normalRates(0.02)))
		if want := mu * mu / 2; !(got <= want && got > 0.99*want) {
			t.Errorf("μ = %v: ρ ≥ %v, want %v", mu, got, want)
		}
		for _, x := range normalRates(0.25) {
			c := Claim{Notion: Concentrated, Value: mu * mu / 2}
			if got, most := c.TradeOff(x), f(x); got > most+1e-12 {
				t.Errorf("ρ = %v: the claim's curve is %v at %v, above the Gaussian's %v", c.Value, got, x, most)
			}
		}
	}
}

// Randomised response of ε: its divergence lies between that of order 1, ε·tanh(ε/2), and
// the ε²/2 of any ε-private mechanism (Bun & Steinke 2016, Proposition 1.4), and its point is
// on the curve of that ρ.
func TestConcentrationOfResponse(t *testing.T) {
	for _, eps := range []float64{0.1, 0.5, 1, 2, 4} {
		lie := 1 / (1 + math.Exp(eps))
		rho := Concentration([]float64{lie, 1 - lie}, []float64{1 - lie, lie})
		want := 0.0
		for a := 1.0001; a < 1e4; a *= 1.0005 { // D_α/α by its formula
			d := math.Log(math.Pow(1-lie, a)*math.Pow(lie, 1-a)+math.Pow(lie, a)*math.Pow(1-lie, 1-a)) / (a - 1)
			if d < 700/a {
				want = math.Max(want, d/a)
			}
		}
		if !(rho <= want*(1+1e-9) && rho >= 0.99*want && rho <= eps*eps/2 && rho > 0.99*eps*math.Tanh(eps/2)) {
			t.Errorf("ε = %v: ρ ≥ %v, want %v", eps, rho, want)
		}
		if got := (Claim{Notion: Concentrated, Value: rho}).TradeOff(lie); !near(got, lie, 1e-3) {
			t.Errorf("ε = %v: the curve of ρ = %v is %v at %v", eps, rho, got, lie)
		}
	}
}

// Of laws on four values no test is below the curve of their own ρ, and no set of values
// has a larger one.
func TestConcentrationHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var p, q [4]float64
		var sp, sq float64
		for i := range p {
			p[i], q[i] = r.ExpFloat64(), r.ExpFloat64()
			sp, sq = sp+p[i], sq+q[i]
		}
		for i := range p {
			p[i], q[i] = p[i]/sp, q[i]/sq
		}
		claim := Claim{Notion: Concentrated, Value: Concentration(p[:], q[:])}
		for set := 1; set < 15; set++ {
			var in, out float64
			for i := range p {
				if set>>i&1 == 1 {
					in, out = in+p[i], out+q[i]
				}
			}
			if least := claim.TradeOff(out); 1-in < least-1e-3*least-1e-9 {
				t.Errorf("%+v: misses %v at %v, below %v", claim, 1-in, out, least)
			}
			if c := Concentration([]float64{in, 1 - in}, []float64{out, 1 - out}); c > claim.Value*(1+1e-2) {
				t.Errorf("a set has ρ ≥ %v where all have %v", c, claim.Value)
			}
		}
	}
}

// What a claim promises a group.
func TestClaimGroup(t *testing.T) {
	for _, c := range []struct{ one, three Claim }{
		{Claim{Budget: Budget{1, 0}}, Claim{Budget: Budget{3, 0}}},
		{Claim{Budget: Budget{0, 0.01}}, Claim{Budget: Budget{0, 0.03}}},
		{Claim{Notion: Gaussian, Value: 0.5}, Claim{Notion: Gaussian, Value: 1.5}},
		{Claim{Notion: Concentrated, Value: 0.5}, Claim{Notion: Concentrated, Value: 4.5}},
	} {
		if got := c.one.Group(3); got != c.three {
			t.Errorf("%+v allows a group of three %+v", c.one, got)
		}
		if c.one.Group(1) != c.one || c.one.Group(0) != c.one {
			t.Errorf("%+v is another claim for a single record", c.one)
		}
	}
	if got := (Claim{Notion: "other", Value: 1}).TradeOff(0.3); got != 0 {
		t.Errorf("an unknown notion rules out misses below %v", got)
	}
	for _, c := range []Claim{{Notion: "other"}, {Notion: Gaussian, Value: -1},
		{Notion: Concentrated, Value: math.NaN()}} {
		if c.Check() == nil {
			t.Errorf("%+v is taken for a claim", c)
		}
	}
}

// The tangent's trade-off is below the claim's but for its point: of μ it is the Gaussian
// profile's budget.
func TestTangent(t *testing.T) {
	for _, c := range []Claim{{Notion: Gaussian, Value: 1}, {Notion: Concentrated, Value: 0.3},
		renyi.Claim([]float64{4, 0.5}), sampledClaim(0.5, 1, 1), sampledClaim(0.01, 0.6, 1000)} {
		for _, x := range []float64{0.001, 0.05, 0.3, 0.7} {
			b := c.Tangent(x)
			if got, want := b.TradeOff(x), c.TradeOff(x); !near(got, want, 1e-3) {
				t.Errorf("%+v at %v: %+v leaves %v, not %v", c, x, b, got, want)
			}
			for _, y := range normalRates(0.5) {
				if least := c.TradeOff(y); b.TradeOff(y) > least+2e-3 {
					t.Errorf("%+v at %v: %+v asks for %v at %v, above %v", c, x, b, b.TradeOff(y), y, least)
				}
			}
			profile := GaussianProfile{c.Value}
			if c.Notion == Gaussian && !near(b.Delta, profile.Delta(b.Epsilon), 1e-9) {
				t.Errorf("%+v at %v: δ = %v at ε = %v, want %v", c, x, b.Delta, b.Epsilon, profile.Delta(b.Epsilon))
			}
		}
	}
	if b := (Claim{Budget: Budget{1, 0.1}}).Tangent(0.2); b != (Budget{1, 0.1}) {
		t.Errorf("of a budget the tangent is %+v", b)
	}
}

// TestClaimLimits: each number that a claim fixes may be its least and its most, and no further out; whole ones may
// be nothing between.
func TestClaimLimits(t *testing.T) {
	for _, d := range Notions {
		params := make([]float64, len(d.Params))
		for i, p := range d.Params {
			params[i] = p.Default
		}
		for i, p := range d.Params {
			for _, c := range []struct {
				at float64
				ok bool
			}{{p.Min, true}, {p.Max, true}, {p.Default, true}, {p.Min - 1e-3, false}, {p.Max + 1, i == d.Number &&
				!d.Inverse},
				{p.Default + 0.5, !p.Whole && p.Default+0.5 <= p.Max}} {
				with := slices.Clone(params)
				with[i] = c.at
				if err := d.Claim(with).Check(); (err == nil) != c.ok {
					t.Errorf("%s with %s = %v: %v", d.Name, p.Name, c.at, err)
				}
			}
		}
	}
	known := Known()
	if len(known) != len(Notions) {
		t.Fatalf("%d notions are known, not %d", len(known), len(Notions))
	}
	for i, d := range Notions {
		if s := english.Say(known[i]); !strings.HasPrefix(s, string(d.Name)+"(") || strings.Count(s,
			",") != len(d.Params)-1 {
			t.Errorf("%s is written %s", d.Name, s)
		}
	}
}
