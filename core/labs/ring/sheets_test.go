package ring

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"indistinct/core/lab/game"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// With Gaussian noise on the result the releases for two places are normal laws
// with one covariance, and everything that the sheets of the adversary say has
// a closed form in μ(r), the distance of the two deterministic estimates in
// standard deviations. These tests compute μ from the estimator itself, not
// from the adversary's family of laws, and hold the sheets against it.

// gaussian opens the ring with Gaussian noise and returns μ as a function of
// the hidden sensor's displacement.
func gaussian(t *testing.T, set ...string) (*model, func(r, angle float64) float64) {
	t.Helper()
	m, err := open(spec(t, append([]string{"mech", "gauss"}, set...)...))
	if err != nil {
		t.Fatal(err)
	}
	opt := options(m.Spec)
	opt.S = []float64{1}
	q := m.Scenario.Sensors[m.Scenario.Star]
	return m, func(r, angle float64) float64 {
		y := m.Scenario.RecordAt([2]float64{q[0] + r*math.Cos(angle), q[1] + r*math.Sin(angle)})
		w, err := estimator.NewW2MHE(m.Scenario, [2][]float64{m.Scenario.Y, y}, opt)
		if err != nil {
			t.Fatal(err)
		}
		a, b := w.Estimate(mechanism.Record), w.Estimate(mechanism.Adjacent)
		sum := 0.0
		for i := range a {
			sum += (a[i] - b[i]) * (a[i] - b[i])
		}
		return math.Sqrt(sum) / m.Spec.Float("noise")
	}
}

// crossingOf is where an increasing function of the displacement passes a level.
func crossingOf(f func(r float64) float64, level float64) float64 {
	return num.BisectRatio(1e-7, 20, 1e-9, func(r float64) bool { return f(r) >= level })
}

// The promised disk never reaches beyond the displacement at which the exact
// total variation distance, 2Φ(μ/2) − 1, passes the level in the worst of 64
// directions, and ends at most 8 % inside of it.
func TestDiskClosedForm(t *testing.T) {
	for _, set := range [][]string{{}, {"odds", "20"}, {"noise", "0.05"}, {"star", "4", "layout", "random"}} {
		m, mu := gaussian(t, set...)
		s, err := m.NewAdversary(true, 60)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Learn(); err != nil {
			t.Fatal(err)
		}
		got, _, err := s.Disk("law")
		if err != nil {
			t.Fatal(err)
		}
		worst, at := 0.0, 0.0
		for i := range 64 {
			if v := mu(got, 2*math.Pi*float64(i)/64); v > worst {
				worst, at = v, 2*math.Pi*float64(i)/64
			}
		}
		want := crossingOf(func(r float64) float64 {
			return math.Erf(mu(r, at) / math.Sqrt(8))
		}, 1-2/m.Spec.Float("odds"))
		if !(got <= want && got >= 0.92*want) {
			t.Errorf("%v: the disk has a radius of %v m, the closed form says %v", set, got, want)
		}
	}
}

// The attack's sheet against closed forms: the posterior mean errs by √(2/π) standard
// deviations of the posterior, within 5.5 standard errors: 5 comparisons fail by chance with
// probability below 2·10⁻⁷.
func TestAttackClosedForm(t *testing.T) {
	const games = 400
	m, mu := gaussian(t, "games", fmt.Sprint(games), "releases", "12")
	sh := finish(t, m.Spec, "attack")
	value := func(c sheet.Cell) float64 { return float64(*c.Num) }
	if len(sh.Tables[0].Rows) != 5 {
		t.Fatalf("%d rows for 1, 2, 5, 10 and 12 releases", len(sh.Tables[0].Rows))
	}
	// The information along the ring, from a small displacement.
	tangent := m.Scenario.Angles[m.Scenario.Star] + math.Pi/2
	sd := 1e-3 / mu(1e-3, tangent)
	for _, row := range sh.Tables[0].Rows {
		n := value(row[0])
		want := 1000 * sd / math.Sqrt(n) * math.Sqrt(2/math.Pi)
		// A folded normal number has a standard deviation of 0.756 times its mean.
		if got := value(row[1]); math.Abs(got-want) > 5.5*0.756*want/math.Sqrt(games)+0.01*want {
			t.Errorf("after %v releases the mean error is %v mm, the closed form says %v", n, got, want)
		}
		if got, want := value(row[2]), 1000*2*1.959964*sd/math.Sqrt(n); math.Abs(got-want) > 0.02*want {
			t.Errorf("after %v releases the 95 %% region is %v mm long, the closed form says %v", n, got, want)
		}
	}
}

// A worker that is handed the laws plays as the one that prepared them.
func TestAttackByUninformed(t *testing.T) {
	for _, mech := range []string{w2mhe, input, "laplace"} {
		m, err := open(spec(t, "mech", mech, "games", "20", "releases", "12"))
		if err != nil {
			t.Fatal(err)
		}
		crew := &uninformed{t: t, own: m.Attack(), other: m.Attack}
		if _, err := crew.own.Run(crew); err != nil || crew.chunks < 2 {
			t.Errorf("%s: %d chunks, %v", mech, crew.chunks, err)
		}
	}
}

// uninformed is a crew that has each chunk done by the job that runs and by one that
// knows nothing of it.
type uninformed struct {
	t      *testing.T
	own    work.Job
	other  func() work.Job
	chunks int
}

func (c *uninformed) Step(string, float64, float64) {}

func (c *uninformed) Show(work.Kind, func() ([]byte, error)) error { return nil }

func (c *uninformed) Do(b work.Batch, take func([]work.Part) error) error {
	own, err := c.own.Prepare(b)
	if err != nil {
		return err
	}
	other, err := c.other().Prepare(b)
	if err != nil {
		return err
	}
	cut := b.Cut(0)
	for k, ok := cut.Next(); ok; k, ok = cut.Next() {
		x, err := own(k)
		if err != nil {
			return err
		}
		if y, err := other(k); err != nil || !bytes.Equal(x, y) {
			c.t.Errorf("%s, chunk %v: %.80s, another worker says %.80s (%v)", b.Name, k, x, y, err)
		}
		c.chunks++
		if err := take([]work.Part{{Chunk: k, Data: x}}); err != nil {
			return err
		}
	}
	return nil
}

// The game's adversary against brute force: with Gaussian noise the posterior
// over the 72 places is known exactly, and its guess is the place of least
// expected error by trying all. The fitted laws must guess nearly as well: their
// mean error over 300 rounds exceeds the exact adversary's by at most a tenth
// and 5.5 standard errors of the difference of the two on the same rounds.
func TestGameBruteForce(t *testing.T) {
	const rounds = 300
	for _, noise := range []string{"0.02", "0.2"} {
		m, _ := gaussian(t, "noise", noise, "releases", "2")
		opt := options(m.Spec)
		opt.S = []float64{1}
		h, err := m.NewPlaceLaws(func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		var means [][]float64 // of the releases at each place
		for _, q := range h.At {
			y := m.Scenario.RecordAt(q)
			w, err := estimator.NewW2MHE(m.Scenario, [2][]float64{y, y}, opt)
			if err != nil {
				t.Fatal(err)
			}
			means = append(means, w.Estimate(mechanism.Record))
		}
		sigma := m.Spec.Float("noise")
		var own, exact, diff, square float64
		for i := range rounds {
			truth, x, size := h.Play(3, i+1, 2)
			logs, high := make([]float64, attack.GamePlaces), math.Inf(-1)
			for j, mean := range means {
				for k, v := range x {
					d := (v - mean[k%size]) / sigma
					logs[j] -= d * d / 2
				}
				high = math.Max(high, logs[j])
			}
			best, at := math.Inf(1), 0
			for j := range logs {
				cost := 0.0
				for k, l := range logs {
					cost += math.Exp(l-high) * game.AngularError(h.Angles[j], h.Angles[k])
				}
				if cost < best {
					best, at = cost, j
				}
			}
			a := game.AngularError(h.Angles[h.Guess(h.Believe(x, size))], h.Angles[truth])
			b := game.AngularError(h.Angles[at], h.Angles[truth])
			own, exact = own+a/rounds, exact+b/rounds
			diff, square = diff+(a-b)/rounds, square+(a-b)*(a-b)/rounds
		}
		se := math.Sqrt(square / rounds)
		t.Logf("σ = %s m: mean error %.2f°, of the exact adversary %.2f°", noise, own, exact)
		if diff > 0.1*exact+5.5*se || diff < -5.5*se-1e-9 {
			t.Errorf("σ = %s m: mean error %v°, of the exact adversary %v°", noise, own, exact)
		}
	}
}

// The game's 95 % regions hold the truth, drawn from the prior, in about as many
// of 300 rounds: whole places are taken, so in somewhat more, and laws are
// fitted, so in somewhat less where they are far from normal (88 % at s = 0.03).
// At a true coverage of 86 % fewer than 225 of 300 have a probability below 10⁻⁶
// (computed here).
func TestGameCoverage(t *testing.T) {
	const rounds, low = 300, 225
	if p := 1 - num.BinomialTail(low, rounds, 0.86); p > 1e-6 {
		t.Fatalf("the test would fail by chance with probability %v", p)
	}
	for _, set := range [][]string{{"s", "0.3"}, {"s", "0.03"}, {"mech", "laplace", "noise", "0.05"}} {
		m, err := open(spec(t, append([]string{"releases", "2"}, set...)...))
		if err != nil {
			t.Fatal(err)
		}
		h, err := m.NewPlaceLaws(func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		in := 0
		for i := range rounds {
			truth, x, size := h.Play(4, i+1, 2)
			for _, c := range attack.Region(h.Believe(x, size), 0.95) {
				if (truth-c[0]+attack.GamePlaces)%attack.GamePlaces <= (c[1]-c[0]+attack.GamePlaces)%attack.GamePlaces {
					in++
					break
				}
			}
		}
		t.Logf("%v: %d of %d", set, in, rounds)
		if in < low {
			t.Errorf("%v: the 95 %% region held the truth in %d of %d rounds", set, in, rounds)
		}
	}
}
