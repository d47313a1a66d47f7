package bounds

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/betting"
	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// Sequential mode against sequential auditors that were published: the mean number of releases of
// each input until a claim is refuted at α = 0.05, and how often a claim that holds is, within
// 10,000. Theirs are of APT (arXiv 2602.06518, mechanisms and claims of its repository
// martindunsche/sequential_fdp_auditing) or, of the second kind of Laplace and Gauss and of
// claims (ε, δ), of sequential MMD (arXiv 2509.07055).

// sequentialRow is a pair of laws and a claim: one that settings take or, where it is a curve
// that no notion names, what it implies.
type sequentialRow struct {
	name   string
	draw   [2]func(s *rng.Stream) float64
	set    audit.Settings
	curve  betting.Claim
	theirs float64 // 0: the claim holds
	quick  bool
}

const mostSequential = 10_000

// tangents are what a trade-off curve implies, of the neighbour's false alarms against the record's.
func tangents(f func(alpha float64) float64) (c betting.Claim) {
	at := []float64{0.01, 0.03, 0.07, 0.14, 0.25, 0.37, 0.5, 0.63, 0.75, 0.86, 0.93, 0.97, 0.99}
	for _, a := range at {
		h := 1e-4 * math.Min(a, 1-a)
		slope, beta := (f(a-h)-f(a+h))/(2*h), f(a)
		d := math.Max(0, 1-beta-slope*a)
		if slope >= 1 {
			c[1] = append(c[1], privacy.Budget{Epsilon: num.Log(slope), Delta: d})
		} else {
			slope = 1 / slope
			c[0] = append(c[0], privacy.Budget{Epsilon: num.Log(slope), Delta: math.Max(0, 1-a-slope*beta)})
		}
	}
	return c
}

// laplaceCurve is the trade-off curve of Laplace noise whose inputs lie mu scales apart.
func laplaceCurve(mu float64) betting.Claim {
	return tangents(func(a float64) float64 {
		switch {
		case a < math.Exp(-mu)/2:
			return 1 - math.Exp(mu)*a
		case a <= 0.5:
			return math.Exp(-mu) / (4 * a)
		}
		return math.Exp(-mu) * (1 - a)
	})
}

// sgdClaim is the curve of toy DP-SGD of tau steps, as APT's experiments/dpsgd.R computes it.
func sgdClaim(tau int) betting.Claim {
	const eta, sigma, m = 0.2, 0.2, 5
	var mus []float64
	for set := range 1 << tau {
		mu := 0.0
		for k := range tau {
			if set>>k&1 == 1 {
				mu += eta * math.Pow(1-eta, float64(tau-k-1)) / m
			}
		}
		mus = append(mus, mu)
	}
	s := eta * sigma * math.Sqrt((1-math.Pow(1-eta, float64(2*tau)))/(1-math.Pow(1-eta, 2)))
	return tangents(func(a float64) float64 {
		z, sum := num.NormalQuantile(1-a), 0.0
		for _, mu := range mus {
			sum += num.NormalCDF(z - mu/s)
		}
		return sum / float64(len(mus))
	})
}

// sgd is toy DP-SGD of 10 steps on 10 records, of which one may be 1.
func sgd(one float64) func(s *rng.Stream) float64 {
	return func(s *rng.Stream) float64 {
		theta := 0.0
		for range 10 {
			x := 0.0
			if s.Uint64()&1 == 0 {
				x = one
			}
			theta -= 0.2 * ((5*theta-x)/5 + 0.2*s.Norm())
		}
		return theta
	}
}

// sequentialRows are the rows of the table.
func sequentialRows() (out []sequentialRow) {
	type draw = func(s *rng.Stream) float64
	pair := func(p, q draw) [2]func(s *rng.Stream) float64 { return [2]func(s *rng.Stream) float64{p, q} }
	add := func(name string, d [2]func(s *rng.Stream) float64, theirs float64, set audit.Settings, quick bool) {
		out = append(out, sequentialRow{name: name, draw: d, set: set, theirs: theirs, quick: quick})
	}
	pure := func(eps, delta float64) audit.Settings { return audit.Settings{Epsilon: eps, Delta: delta} }
	mu := func(v float64) audit.Settings {
		return audit.Settings{Claim: privacy.Claim{Notion: privacy.Gaussian, Value: v}}
	}
	type noise = func(s *rng.Stream, scale float64) float64
	laplace := func(s *rng.Stream, scale float64) float64 { return s.Laplace(scale) }
	normal := func(s *rng.Stream, scale float64) float64 { return scale * s.Norm() }
	// The mean of [0] and of [0, 1] with noise for the true number of records or, of the second
	// kind, for a noisy one.
	first := func(e float64, noise noise) [2]func(s *rng.Stream) float64 {
		return pair(func(s *rng.Stream) float64 { return noise(s, 2/e) },
			func(s *rng.Stream) float64 { return 0.5 + noise(s, 1/e) })
	}
	second := func(e float64, noise noise) [2]func(s *rng.Stream) float64 {
		of := func(n, mean float64) draw {
			return func(s *rng.Stream) float64 {
				return mean + noise(s, 2/(math.Max(1e-12, n+noise(s, 2/e))*e))
			}
		}
		return pair(of(1, 0), of(2, 0.5))
	}
	shift := func(noise noise) [2]func(s *rng.Stream) float64 {
		return pair(func(s *rng.Stream) float64 { return noise(s, 1) },
			func(s *rng.Stream) float64 { return 1 + noise(s, 1) })
	}
	for _, c := range []struct{ e, theirs float64 }{{0.01, 81}, {0.1, 115}, {0.5, 165}, {1, mostSequential}} {
		add(fmt.Sprint("Laplace1, ε ", c.e), first(c.e, laplace), c.theirs, pure(c.e, 0), c.e < 0.2)
	}
	for _, c := range []struct{ mu, theirs float64 }{{0.1, 72}, {1, mostSequential}} {
		add(fmt.Sprint("Gauss1, μ ", c.mu), first(c.mu, normal), c.theirs, mu(c.mu), c.mu < 0.2)
	}
	add("Gauss1, ε 0.1", first(0.1, normal), 562, pure(0.1, 1e-5), true)
	add("Laplace2, ε 0.01", second(0.01, laplace), 192, pure(0.01, 0), false)
	add("Laplace2, ε 0.1", second(0.1, laplace), 770, pure(0.1, 0), true)
	add("Gauss2, ε 0.01", second(0.01, normal), 1139, pure(0.01, 1e-5), false)
	add("Gauss2, ε 0.1", second(0.1, normal), 4776, pure(0.1, 1e-5), true)
	for _, c := range []struct{ mu, theirs float64 }{{0.5, 188}, {0.8, 1453}, {1, 0}} {
		add(fmt.Sprint("Gauss of μ 1, μ ", c.mu), shift(normal), c.theirs, mu(c.mu), c.mu == 0.5)
	}
	for _, c := range []struct{ mu, theirs float64 }{{0.5, 220}, {0.8, 1700}, {1, 0}} {
		add(fmt.Sprint("Laplace of ε 1, ε ", c.mu), shift(laplace), c.theirs, pure(c.mu, 0), c.mu == 0.5)
		add(fmt.Sprint("Laplace of ε 1, curve of ", c.mu), shift(laplace), c.theirs, audit.Settings{}, false)
		out[len(out)-1].curve = laplaceCurve(c.mu)
	}
	for _, c := range []struct {
		tau    int
		theirs float64
	}{{5, 831}, {7, 4969}, {10, 0}} {
		add(fmt.Sprint("SGD of 10 steps, of ", c.tau), pair(sgd(0), sgd(1)), c.theirs, audit.Settings{}, false)
		out[len(out)-1].curve = sgdClaim(c.tau)
	}
	return out
}

// drawing is a row as the source of an audit.
type drawing struct {
	sequentialRow
	s [2]rng.Stream
}

func (d *drawing) Select(n int) (audit.Selection, error) {
	sel := audit.Selection{Sample: mechanism.Sample{Steps: 1, Dim: 1}, Layout: event.Layout{Width: 1, Dim: 1}}
	for range n {
		if err := d.Next(&sel); err != nil {
			return sel, err
		}
	}
	return sel, nil
}

func (d *drawing) Next(sel *audit.Selection) error {
	for in := range sel.R {
		sel.R[in] = append(sel.R[in], d.draw[in](&d.s[in]))
	}
	return nil
}

func (d *drawing) Count(*audit.Test, int64) error { return nil }

// needed returns after how many releases of each input the claim is refuted; more than
// mostSequential: it is not.
func (r sequentialRow) needed(t *testing.T, seed uint64) int {
	d := &drawing{sequentialRow: r}
	for in := range d.s {
		d.s[in] = rng.New(rng.Key{Seed: seed, Phase: 71, Input: uint32(in)})
	}
	if r.curve[0] != nil {
		return d.bet()
	}
	set := r.set
	set.Seed, set.Alpha, set.N, set.Sequential, set.Learn, set.Brief = seed, 0.05, mostSequential, true, true, true
	report, err := audit.Judge(d, set)
	if err != nil {
		t.Fatal(err)
	}
	if report.Verdict != audit.Violation {
		return mostSequential + 1
	}
	return int(report.Decided)
}

// bet is the test of a claim that settings cannot name.
func (d *drawing) bet() int {
	scored := betting.Scored{Width: 1}
	var fit *betting.Fit
	var bets betting.Bets
	wealth, next := 0.0, 8
	for n := 1; n <= mostSequential; n++ {
		for in := range d.s {
			x := []float64{d.draw[in](&d.s[in])}
			if fit != nil {
				wealth += bets.Log(in, fit.Cell(x))
			}
			scored.Rows[in] = append(scored.Rows[in], x...)
		}
		if wealth >= math.Log(20) {
			return n
		}
		if n == next {
			next += 1 + n/8
			scored.Times = [2][]float64{}
			fit = betting.NewFit(scored, fit)
			bets = d.curve.Best(fit.Law).Times(1)
		}
	}
	return mostSequential + 1
}

// The table: all rows with INDISTINCT_SEQUENTIAL=all and so many runs as INDISTINCT_RUNS says;
// otherwise the quick ones, of which each is refuted sooner than by the others in the mean.
func TestSequentialTable(t *testing.T) {
	check.Full(t)
	all, runs := os.Getenv("INDISTINCT_SEQUENTIAL"), 30
	fmt.Sscan(os.Getenv("INDISTINCT_RUNS"), &runs)
	for _, row := range sequentialRows() {
		if !row.quick && all != "all" && all != row.name {
			continue
		}
		var stops []int
		refuted, sum := 0, 0
		for seed := range uint64(runs) {
			n := row.needed(t, seed)
			if stops = append(stops, n); n <= mostSequential {
				refuted, sum = refuted+1, sum+n
			}
		}
		slices.Sort(stops)
		mean := float64(sum) / float64(max(refuted, 1))
		t.Logf("%-28s theirs %5g: refuted %d of %d, after %.0f in the mean, %d in the middle, %d at nine tenths",
			row.name, row.theirs, refuted, runs, mean, stops[runs/2], stops[runs*9/10])
		if row.theirs == 0 && refuted > check.Most(runs, 0.05) || row.quick && (refuted < runs || mean > row.theirs) {
			t.Errorf("%s: refuted %d of %d, after %.0f in the mean; theirs %g", row.name, refuted, runs, mean,
				row.theirs)
		}
	}
}
