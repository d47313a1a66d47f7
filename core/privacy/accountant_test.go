package privacy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"indistinct/core/num"
)

// Every ε that a claim implies at a δ is held here against references that share nothing with what computes it, at
// points drawn at random with a fixed seed: δ from 0.1 to 10⁻³⁰⁰ wherever the reference has it.

// drawn returns numbers that are spread evenly in the logarithm.
func drawn(r *rand.Rand, low, high float64) float64 {
	return math.Exp(math.Log(low) + r.Float64()*math.Log(high/low))
}

// logIntegral returns the logarithm of the integral from 0 on of e^f for an f that rises at most once, has its
// largest value about peak and falls from there to nothing within some multiples of width: by Simpson's rule.
func logIntegral(peak, width float64, f func(y float64) float64) float64 {
	const n = 4000
	low, high := math.Max(0, peak-40*width), math.Max(0, peak)+40*width
	h := (high - low) / n
	var logs [n + 1]float64
	most := math.Inf(-1)
	for i := range logs {
		logs[i] = f(low + h*float64(i))
		most = math.Max(most, logs[i])
	}
	sum := 0.0
	for i, l := range logs {
		switch {
		case i == 0 || i == n:
			sum += math.Exp(l - most)
		default:
			sum += float64(2+2*(i%2)) * math.Exp(l-most)
		}
	}
	return most + math.Log(sum*h/3)
}

// tailOfNormal is ln of the integral of (e^{ay} − 1)·φ(x + y) over y > 0.
func tailOfNormal(x, a float64) float64 {
	width := 1 / math.Max(1, x-a) // of e^{−(x−a)y − y²/2} for x > a
	return logIntegral(a-x, width, func(y float64) float64 {
		return math.Log(-math.Expm1(-a*y)) + a*y - (x+y)*(x+y)/2 - math.Log(2*math.Pi)/2
	})
}

// logOfGaussian is ln δ(ε) of Gaussian noise: the integral of φ(x − μ) − e^ε·φ(x) where that is positive, from
// x = ε/μ + μ/2 on.
func logOfGaussian(mu, epsilon float64) float64 { return epsilon + tailOfNormal(epsilon/mu+mu/2, mu) }

// logOfSample is ln δ(ε) of one step at rate q, in the same way.
func logOfSample(q, mu, epsilon float64) float64 {
	odds := epsilon + math.Log1p((q-1)*math.Exp(-epsilon)) // ln(e^ε − 1 + q)
	return odds + tailOfNormal((odds-math.Log(q))/mu+mu/2, mu)
}

// epsilonOfLog is the ε at which a ln δ(ε) falls to ln δ.
func epsilonOfLog(delta float64, log func(epsilon float64) float64) float64 {
	holds := func(epsilon float64) bool { return log(epsilon) <= math.Log(delta) }
	high := 1e-9
	if holds(high) {
		return 0
	}
	for !holds(high) {
		high *= 2
	}
	return num.Bisect(high/2, high, 1e-12, holds)
}

// TestEpsilonOfGaussian: of Gaussian noise, as a claim, as a composition and as whole samples, and of one step of a
// sample: 100 points.
func TestEpsilonOfGaussian(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 3))
	for i := range 100 {
		delta, steps := drawn(r, 1e-300, 0.1), math.Ceil(drawn(r, 1, 5000))
		mu, q := drawn(r, 0.01, 8), drawn(r, 1e-4, 1)
		var got float64
		log := func(epsilon float64) float64 { return logOfGaussian(mu, epsilon) }
		claim := Claim{Notion: Gaussian, Value: mu}
		switch i % 4 {
		case 0:
			got = epsilonOf(t, claim, delta)
		case 1:
			c := account(t, []Step{{Mu: mu / math.Sqrt(steps)}}, int(steps), delta)
			if got = c.High; c.Low != c.High || c.Gaussian != c.High || c.Basic < c.High*(1-1e-9) {
				t.Errorf("%v steps, μ = %v in all, at %v: %+v", steps, mu, delta, c)
			}
		case 2:
			mu = math.Min(mu, 20/math.Sqrt(steps))
			claim = sampledClaim(1, 1/mu, steps)
			got = epsilonOf(t, claim, delta)
			log = func(epsilon float64) float64 { return logOfGaussian(mu*math.Sqrt(steps), epsilon) }
		case 3:
			claim = sampledClaim(q, 1/mu, 1)
			got = epsilonOf(t, claim, delta)
			log = func(epsilon float64) float64 { return logOfSample(q, mu, epsilon) }
		}
		if want := epsilonOfLog(delta, log); !(math.Abs(got-want) <= 1e-9*want+1e-9) {
			t.Errorf("%d, μ = %v, q = %v, %v steps at δ = %v: ε = %v, want %v", i, mu, q, steps, delta, got, want)
		}
	}
}

// TestEpsilonOfLaplace: of one number with Laplace noise a + 2·ln(1 − δ), and of randomised response that of
// δ(ε) = p − e^ε·(1 − p): 20 points each.
func TestEpsilonOfLaplace(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 4))
	for range 20 {
		delta, a := drawn(r, 1e-300, 0.1), drawn(r, 0.3, 30)
		c := account(t, []Step{laplace(a)}, 1, delta)
		if want := a + 2*math.Log1p(-delta); c.Low != c.High || !near(c.High, want, 1e-9) {
			t.Errorf("Laplace noise %v apart at δ = %v: ε from %v to %v, want %v", a, delta, c.Low, c.High, want)
		}
		p := 1 / (1 + math.Exp(-a))
		losses := []Loss{{a, p}, {-a, 1 - p}}
		got, err := EpsilonAt(NewLossProfile(losses, losses, a, Closed()), delta)
		if want := math.Max(0, a+math.Log1p(-delta*(1+math.Exp(-a)))); err != nil || !near(got, want, 1e-9) {
			t.Errorf("randomised response of %v at δ = %v: ε = %v, want %v", a, delta, got, want)
		}
	}
}

// momentOf is ln E (p/q)^order of laws of two values, p and q being the logarithms of the first's probabilities.
func momentOf(order, p, q float64) float64 {
	a := order*p + (1-order)*q
	b := order*math.Log1p(-math.Exp(p)) + (1-order)*math.Log1p(-math.Exp(q))
	return math.Max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
}

// attack returns the largest ln((p − δ)/q) that a scan finds of laws of two values that hold: a mechanism that
// keeps the claim and not a lesser ε.
func attack(delta float64, n int, holds func(p, q float64) bool) (epsilon float64) {
	for i := range n {
		u := -14 + (14+math.Log1p(-delta)-math.Log(delta))*float64(i)/float64(n)
		p := math.Log(delta) + math.Log1p(math.Exp(u))
		loss := num.Bisect(0, 1e6, 1e-12, func(loss float64) bool { return !holds(p, p-loss) }) * (1 - 1e-11)
		epsilon = math.Max(epsilon, loss-math.Log1p(math.Exp(-u)))
	}
	return epsilon
}

// TestEpsilonOfRenyi: no laws of two values that keep the divergence need more, some need as much, and it is never
// above what Canonne, Kamath & Steinke have (2020, Proposition 12). In a tail it is that with A − 1 for
// A = e^{(α−1)ε(α)}: 30 points.
func TestEpsilonOfRenyi(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 5))
	for range 30 {
		delta, order, bound := drawn(r, 1e-300, 0.1), 1+drawn(r, 0.01, 500), drawn(r, 1e-3, 20)
		claim := renyi.Claim([]float64{order, bound})
		got := epsilonOf(t, claim, delta)
		most, scan := (order-1)*bound, 3000
		least := attack(delta, scan, func(p, q float64) bool {
			return momentOf(order, p, q) <= most && momentOf(order, q, p) <= most
		})
		loose := math.Max(0, bound-(math.Log(delta)+math.Log(order))/(order-1)+math.Log1p(-1/order))
		if !(got >= least*(1-1e-9) && got <= least*(1+2e-4)+1e-9 && got <= loose*(1+1e-9)) {
			t.Errorf("order %v, %v at δ = %v: ε = %v, of a mechanism %v, at most %v", order, bound, delta, got, least,
				loose)
		}
		tail := (math.Log(math.Expm1(most))-math.Log(delta*order))/(order-1) + math.Log1p(-1/order)
		if delta < 1e-30 && most > 1e-2 && !near(got, tail, 1e-9) {
			t.Errorf("order %v, %v at δ = %v: ε = %v, in the tail %v", order, bound, delta, got, tail)
		}
	}
}

// TestEpsilonOfConcentrated: the same of ρ, whose laws hold at every order: 20 points.
func TestEpsilonOfConcentrated(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 6))
	for range 20 {
		delta, rho := drawn(r, 1e-300, 0.1), drawn(r, 1e-4, 20)
		got := ConcentratedEpsilon(rho, delta)
		about, scan := math.Log(-math.Log(delta)/rho)/2, 400
		least := attack(delta, scan, func(p, q float64) bool {
			for j := -30; j <= 10; j++ {
				order := 1 + math.Exp(about+float64(j)/10)
				if j%4 == 0 { // about the order that a loss in a tail tells most of
					order = math.Max(1+1e-6, (p-q+rho)/(2*rho)*(1+float64(j)/1000))
				}
				if most := (order - 1) * order * rho; momentOf(order, p, q) > most || momentOf(order, q, p) > most {
					return false
				}
			}
			return true
		})
		loose := math.Inf(1)
		for u := about - 3; u < about+1; u += 1e-3 {
			a := 1 + math.Exp(u)
			loose = math.Min(loose, a*rho-(math.Log(delta)+math.Log(a))/(a-1)+math.Log1p(-1/a))
		}
		if !(got >= least*(1-1e-9) && got <= least*(1+1e-3)+1e-9 && got <= math.Max(loose, 0)*(1+1e-6)) {
			t.Errorf("ρ = %v at δ = %v: ε = %v, of a mechanism %v, at most %v", rho, delta, got, least, loose)
		}
	}
	if e := ConcentratedEpsilon(0.5, 1e-5); math.Abs(e-4.728) > 5e-4 {
		t.Errorf("ρ = ½ at δ = 10⁻⁵: ε = %v", e)
	}
}

// sampledLaw is the law of the losses of steps at rate q, of the mixture or of the other law, by a Fourier transform:
// a step's outcomes lie in narrow ranges, whose losses are put on a grid such that the mean stays. The masses
// are tilted so that about delta there is most.
type sampledLaw struct{ loss, log []float64 }

// sampledCells and sampledPoints are how many ranges and how many cells of the grid there are.
const sampledCells, sampledPoints = 1 << 18, 1 << 20

func newSampledLaws(q, mu, delta float64, steps int) (laws [2]sampledLaw) {
	k := float64(steps)
	far := math.Sqrt(2*(math.Log(k/delta)+16)) + 0.1
	between := func(a, b float64) float64 { // mass of N(0, 1)
		if a > 0 {
			a, b = -b, -a
		}
		return (math.Erfc(-b/math.Sqrt2) - math.Erfc(-a/math.Sqrt2)) / 2
	}
	var loss [sampledCells]float64
	var mass [2][sampledCells]float64
	for i := range loss {
		a := -far + (mu+2*far)*float64(i)/sampledCells
		b := -far + (mu+2*far)*float64(i+1)/sampledCells
		loss[i] = math.Log(1 - q + q*math.Exp(mu*(a+b)/2-mu*mu/2))
		mass[1][i] = between(a, b)
		mass[0][i] = (1-q)*mass[1][i] + q*between(a-mu, b-mu)
	}
	transform, tilt := fourier.NewFFT(sampledPoints), 0.0
	for under := range laws {
		sign := float64(1 - 2*under)
		cumulant := func(t float64) (sum, mean, variance float64) { // of ln E e^{t·loss}, and of the tilted law
			most := math.Inf(-1)
			for i, w := range mass[under] {
				if w > 0 {
					most = math.Max(most, math.Log(w)+t*sign*loss[i])
				}
			}
			for i, m := range mass[under] {
				l := sign * loss[i]
				w := m * math.Exp(t*l-most)
				sum, mean, variance = sum+w, mean+w*l, variance+w*l*l
			}
			mean /= sum
			return most + math.Log(sum), mean, variance/sum - mean*mean
		}
		if under == 0 { // where Chernoff's bound is delta; the other law is tilted as much
			tilt = num.BisectRatio(1e-6, 1e7, 0.01, func(t float64) bool {
				sum, mean, _ := cumulant(t)
				return k*(t*mean-sum) >= -math.Log(delta)
			})
		}
		sum, mean, variance := cumulant(tilt)
		width := 2 * (k*math.Abs(mean) + 16*math.Sqrt(k*variance) + math.Abs(loss[0]) + loss[sampledCells-1]) /
			sampledPoints
		cells := make([]float64, sampledPoints)
		for i, m := range mass[under] {
			at := sign * loss[i] / width
			j := math.Floor(at)
			w := m * math.Exp(tilt*sign*loss[i]-sum)
			cells[int(j)&(sampledPoints-1)] += w * (j + 1 - at)
			cells[(int(j)+1)&(sampledPoints-1)] += w * (at - j)
		}
		c := transform.Coefficients(nil, cells)
		for i, v := range c {
			p := complex(1, 0)
			for range steps {
				p *= v
			}
			c[i] = p
		}
		transform.Sequence(cells, c)
		for j, w := range cells[:sampledPoints/2] {
			if w /= sampledPoints; w > 1e-14/sampledPoints {
				l := width * float64(j)
				laws[under].loss = append(laws[under].loss, l)
				laws[under].log = append(laws[under].log, math.Log(w)+k*sum-tilt*l)
			}
		}
	}
	return laws
}

// logDelta is ln δ(ε).
func (law sampledLaw) logDelta(epsilon float64) float64 {
	most := math.Inf(-1)
	for i, l := range law.loss {
		if l > epsilon {
			most = math.Max(most, law.log[i])
		}
	}
	sum := 0.0
	for i, l := range law.loss {
		if l > epsilon {
			sum += math.Exp(law.log[i]-most) * -math.Expm1(epsilon-l)
		}
	}
	return most + math.Log(sum)
}

// TestEpsilonOfSampled: of several steps, never below the truth and within 10⁻³ of it, but for what the reference's
// grid errs: 4 points, and 30 of them where tests are not short.
func TestEpsilonOfSampled(t *testing.T) {
	points := 30
	if testing.Short() {
		points = 4
	}
	r := rand.New(rand.NewPCG(62, 7))
	worst := 0.0
	for i := range points {
		q, mu, steps := drawn(r, 1e-3, 0.9), drawn(r, 0.25, 4), int(drawn(r, 2, 1500))
		delta := drawn(r, 1e-12, 0.1)
		if i%3 == 0 {
			delta = drawn(r, 1e-300, 0.1)
		}
		claim := sampledClaim(q, 1/mu, float64(steps))
		low, got := claim.EpsilonAt(delta)
		laws := newSampledLaws(q, mu, delta, steps)
		log := func(epsilon float64) float64 { return math.Max(laws[0].logDelta(epsilon), laws[1].logDelta(epsilon)) }
		holds := func(epsilon float64) bool { return log(epsilon) <= math.Log(delta) }
		want := 0.0
		if !holds(0) {
			want = num.Bisect(0, 2*got+1e-3, 1e-7, holds)
		}
		worst = math.Max(worst, got/math.Max(want, 1e-3)-1)
		if !(got >= want*(1-1e-5) && got <= want*(1+1e-3)+1e-6 && low <= want*(1+1e-5) && low >= got*(1-4e-3)-1e-6) {
			t.Errorf("q = %v, 1/σ = %v, %d steps at δ = %v: ε from %v to %v, want %v", q, mu, steps, delta, low, got,
				want)
		}
		if delta > 1e-5 && want > 0 {
			if p := profileAt(claim).Delta(want); !(p >= delta*(1-2e-4) && p <= delta*(1+1e-3)+2*transformed) {
				t.Errorf("q = %v, 1/σ = %v, %d steps: δ = %v at ε = %v, want %v", q, mu, steps, p, want, delta)
			}
		}
	}
	t.Logf("ε is at most %.2g of itself above", worst)
}
