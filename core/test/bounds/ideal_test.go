package bounds

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/labtest"
)

// Audits against the ideal: what they prove about laws with a known likelihood ratio,
// beside what an adversary who knows the ratio would prove with the same test.

// idealRow is a law at one number of releases.
type idealRow struct {
	name     string
	releases int // of each input: search and test together
	tell     float64
	make     func(tell float64) *law // weakly or strongly telling
	delta    float64
}

// split returns how many releases of each input go to the search and to the test.
func (r idealRow) split() (n, m int) {
	n = min(max(r.releases/5, 1000), 200_000)
	return n, r.releases - n
}

const (
	idealSeeds = 10
	idealAlpha = 0.05
	quickMost  = 100_000 // releases of the rows of the quick mode
	wantMedian = 0.9
	wantWorst  = 2.0 / 3
)

// zigzag is a sign that no order of the entries explains.
func zigzag(i int) float64 { return float64(1 - 2*(i*i/3&1)) }

func laplaces(n int) func(tell float64) *law {
	return func(tell float64) *law { return alike(n, laplace(tell)) }
}

func normals(n int) func(tell float64) *law {
	return func(tell float64) *law { return alike(n, normal(tell)) }
}

// ways are n entries whose telling goes either way and differs up to threefold.
func ways(n int, entry func(tell float64) *law) func(tell float64) *law {
	return func(tell float64) *law {
		return list(n, func(i int) *law { return entry(tell * zigzag(i) * (0.5 + float64(i%5)/4)) })
	}
}

// The rows: every kind of release at the numbers of releases where it tells something,
// and what audits were seen to miss: a list of twenty numbers each of which tells a
// little, two mechanisms side by side, a sparse vector that never stops.
var idealRows = []idealRow{
	{name: "1 Laplace", releases: 1e4, tell: 0.2, make: laplaces(1)},
	{name: "2 Laplace", releases: 1e4, tell: 0.15, make: laplaces(2)},
	{name: "5 Laplace", releases: 1e5, tell: 0.05, make: laplaces(5)},
	{name: "20 Laplace", releases: 1e4, tell: 0.1, make: laplaces(20)},
	{name: "20 Laplace", releases: 1e5, tell: 0.02, make: laplaces(20)},
	{name: "20 Laplace", releases: 1e6, tell: 0.005, make: laplaces(20)},
	{name: "50 Laplace", releases: 1e5, tell: 0.02, make: laplaces(50)},
	{name: "20 Laplace, either way", releases: 1e5, tell: 0.05, make: ways(20, laplace)},
	{name: "1 Gaussian", releases: 1e4, tell: 0.3, make: normals(1)},
	{name: "2 Gaussian, either way", releases: 1e5, tell: 0.15, make: ways(2, normal)},
	{name: "5 Gaussian", releases: 1e5, tell: 0.1, make: normals(5)},
	{name: "5 Gaussian, δ = 0.01", releases: 1e5, tell: 0.2, make: normals(5), delta: 0.01},
	{name: "20 Gaussian, either way", releases: 1e5, tell: 0.04, make: ways(20, normal)},
	{name: "50 Gaussian", releases: 1e6, tell: 0.006, make: normals(50)},
	{name: "50 Gaussian, either way", releases: 1e6, tell: 0.015, make: ways(50, normal)},
	{name: "5 bits", releases: 1e4, tell: 0.1, make: func(tell float64) *law { return alike(5, bit(tell)) }},
	{name: "20 bits", releases: 1e5, tell: 0.025, make: func(tell float64) *law { return alike(20, bit(tell)) }},
	{name: "50 bits, either way", releases: 1e5, tell: 0.03, make: ways(50, bit)},
	{name: "correlated Gaussian, shift", releases: 1e4, tell: 0.08,
		make: func(tell float64) *law { return chain(1, 3, tell, [2]float64{0.9, 0.9}) }},
	{name: "correlated Gaussian, 10 steps", releases: 1e5, tell: 0.02,
		make: func(tell float64) *law { return chain(10, 1, tell, [2]float64{0.9, 0.9}) }},
	{name: "covariance of 2", releases: 1e5, tell: 0.2,
		make: func(tell float64) *law { return chain(1, 2, 0, [2]float64{tell, 0}) }},
	{name: "covariance of 10", releases: 1e5, tell: 0.08,
		make: func(tell float64) *law { return chain(10, 1, 0, [2]float64{tell, 0}) }},
	{name: "sum of 8", releases: 1e5, tell: 0.1, make: func(tell float64) *law { return shares(8, tell) }},
	{name: "maximum of 8", releases: 1e5, tell: 0.2,
		make: func(tell float64) *law { return oneOf(8, min(tell, 1), 2) }},
	{name: "3 words", releases: 1e4, tell: 0.6,
		make: func(tell float64) *law { return alike(3, word(5, tell)) }},
	{name: "10 words", releases: 1e5, tell: 0.1,
		make: func(tell float64) *law { return alike(10, word(5, tell)) }},
	{name: "word says which way", releases: 1e4, tell: 0.3, make: labelled},
	{name: "3 words that say which way", releases: 1e5, tell: 0.1,
		make: func(tell float64) *law { return alike(3, labelled(tell)) }},
	{name: "lists of different length", releases: 1e5, tell: 0.2,
		make: func(tell float64) *law { return lengths(12, tell/2, tell) }},
	{name: "bits beside a word", releases: 1e5, tell: 0.05,
		make: func(tell float64) *law { return beside(alike(5, bit(tell)), word(8, 4*tell)) }},
	{name: "sparse vector beside sum", releases: 1e5, tell: 0.2, make: func(tell float64) *law {
		return beside(sparse(10, 1, 2/tell, 4/tell), laplace(tell))
	}},
	{name: "sparse vectors 3 and 4", releases: 1e6, tell: 0.1, make: func(tell float64) *law {
		return beside(sparseValue(10, 2/tell, 2/tell), sparse(10, 1, 4/tell, 4/(3*tell)))
	}},
	{name: "corner of 1e-2", releases: 1e5, tell: 1e-2, make: func(tell float64) *law { return corner(3, tell) }},
	{name: "corner of 1e-3", releases: 1e5, tell: 1e-3, make: func(tell float64) *law { return corner(3, tell) }},
	{name: "corner of 1e-4", releases: 1e6, tell: 1e-4, make: func(tell float64) *law { return corner(2, tell) }},
	{name: "sparse vector 1, 10 queries", releases: 1e5, tell: 0.5, make: func(tell float64) *law {
		return sparse(10, 1, 2/tell, 4/tell)
	}},
	{name: "sparse vector, 3 of 25", releases: 1e5, tell: 0.5, make: func(tell float64) *law {
		return sparse(25, 3, 2/tell, 12/tell)
	}},
	{name: "never stops, 10 queries", releases: 1e5, tell: 0.15, make: func(tell float64) *law {
		return sparse(10, 10, 2/tell, 2/tell)
	}},
	{name: "never stops, 10 queries", releases: 1e6, tell: 0.1, make: func(tell float64) *law {
		return sparse(10, 10, 2/tell, 2/tell)
	}},
	{name: "never stops, 25 queries", releases: 1e5, tell: 0.1, make: func(tell float64) *law {
		return sparse(25, 25, 2/tell, 2/tell)
	}},
	{name: "ties: 5 counts", releases: 1e5, tell: 0.05,
		make: func(tell float64) *law { return alike(5, geometric(tell)) }},
	{name: "ties: 10 clamped and rounded", releases: 1e5, tell: 0.05,
		make: func(tell float64) *law { return alike(10, clamped(tell, 0.2)) }},
	{name: "ties: 10 mostly 0", releases: 1e6, tell: 0.05,
		make: func(tell float64) *law { return alike(10, often0(0.1, tell)) }},
	{name: "residue", releases: 1e5, tell: 0.35, make: residue},
	{name: "ratio of two", releases: 1e5, tell: 0.6, make: func(tell float64) *law { return factors(2, 5, tell) }},
	{name: "ten factors", releases: 1e5, tell: 1, make: func(tell float64) *law { return factors(10, 2, tell) }},
	{name: "staircase", releases: 1e5, tell: 1, make: staircase},
	{name: "ranks of 8", releases: 1e5, tell: 0.35, make: func(tell float64) *law { return ranking(8, tell) }},
	{name: "50 mixed entries", releases: 1e5, tell: 0.03, make: func(tell float64) *law {
		return list(50, func(i int) *law { return mixed(i, tell) })
	}},
	{name: "12 words, either way", releases: 1e5, tell: 0.2, make: func(tell float64) *law {
		return list(12, func(i int) *law { return word(6, tell*zigzag(i)) })
	}},
	{name: "20 shuffled reports", releases: 1e5, tell: 2, make: func(tell float64) *law { return shuffled(20, tell) }},
	{name: "ratio, log-Laplace", releases: 25e3, tell: 0.8, make: func(tell float64) *law {
		return scaled(logNormal(1), exponential(laplace(tell)))
	}},
	{name: "ratio, log-normal", releases: 25e3, tell: 0.4, make: func(tell float64) *law {
		return scaled(logNormal(2), exponential(normal(tell)))
	}},
	{name: "ratio of a uniform", releases: 25e3, tell: 0.8, make: func(tell float64) *law {
		return scaled(func(s *rng.Stream) float64 { return s.Uniform(1, 10) }, laplace(tell))
	}},
	{name: "ratio, exponentials", releases: 25e3, tell: 0.3, make: func(tell float64) *law {
		return scaled((*rng.Stream).Exp, of(func(in int, s *rng.Stream) float64 {
			return s.Exp() * num.Exp(tell*float64(1-in))
		}, func(in int, x float64) float64 {
			mean := num.Exp(tell * float64(1-in))
			return -x/mean - num.Log(mean)
		}))
	}},
	{name: "a whole number modulo 7", releases: 25e3, tell: 0.35,
		make: func(tell float64) *law { return leaving(7, false, tell) }},
	{name: "three numbers modulo 5", releases: 25e3, tell: 0.25,
		make: func(tell float64) *law { return alike(3, leaving(5, false, tell)) }},
	{name: "a whole number modulo 9", releases: 25e3, tell: 0.5,
		make: func(tell float64) *law { return leaving(9, false, tell) }},
	{name: "a number modulo 10", releases: 25e3, tell: 0.35,
		make: func(tell float64) *law { return leaving(10, true, tell) }},
	{name: "tenfold Gaussian", releases: 25e3, tell: 0.02, make: func(tell float64) *law {
		return tenfold(mechanism.NormalNoise{}, [2]float64{2.5 * tell, tell})
	}},
	{name: "tenfold Laplace, one of five", releases: 25e3, tell: 0.02, make: func(tell float64) *law {
		return alike(5, tenfold(mechanism.LaplaceNoise{}, [2]float64{2 * tell, tell}))
	}},
	{name: "5 Poisson counts", releases: 25e3, tell: 0.04, make: func(tell float64) *law {
		return list(5, func(i int) *law { return poisson([2]float64{5 * (1 + tell), 5}) })
	}},
	{name: "5 Poisson counts, either way", releases: 25e3, tell: 0.1, make: func(tell float64) *law {
		return list(5, func(i int) *law {
			mean := float64(2 + 3*i)
			return poisson([2]float64{mean * num.Exp(tell*zigzag(i)), mean})
		})
	}},
	{name: "50 mixed entries, few releases", releases: 25e3, tell: 0.05, make: func(tell float64) *law {
		return list(50, func(i int) *law { return mixed(i, tell) })
	}},
	{name: "50 mixed entries, strong", releases: 25e3, tell: 0.08, make: func(tell float64) *law {
		return list(50, func(i int) *law { return mixed(i, tell) })
	}},
	{name: "conditional variance, swapped", releases: 25e3, tell: 0.15, make: func(tell float64) *law {
		up := [2]float64{num.Exp(tell), num.Exp(-tell)}
		return beyond(0, deviating(mechanism.NormalNoise{}, up),
			deviating(mechanism.NormalNoise{}, [2]float64{up[1], up[0]}))
	}},
	{name: "conditional variance, one side", releases: 25e3, tell: 0.25, make: func(tell float64) *law {
		one := [2]float64{1, 1}
		return beyond(0.5, deviating(mechanism.NormalNoise{}, [2]float64{num.Exp(tell), 1}),
			deviating(mechanism.NormalNoise{}, one))
	}},
	{name: "conditional variance, smooth", releases: 25e3, tell: 0.12, make: spreading},
	{name: "tries, one in two", releases: 25e3, tell: 0.1, make: func(tell float64) *law {
		return tries([2]float64{0.5 - tell, 0.5})
	}},
	{name: "tries, one in five", releases: 25e3, tell: 0.15, make: func(tell float64) *law {
		return tries([2]float64{0.2 * (1 - tell), 0.2})
	}},
	{name: "tries, one in thirty", releases: 25e3, tell: 0.15, make: func(tell float64) *law {
		return tries([2]float64{(1 - tell) / 30, 1.0 / 30})
	}},
	{name: "tries beside a number", releases: 25e3, tell: 0.2, make: func(tell float64) *law {
		return beside(tries([2]float64{0.3 * (1 - tell), 0.3}), laplace(0))
	}},
	{name: "the largest's place", releases: 25e3, tell: 0.4, make: func(tell float64) *law {
		return largest(8, (*rng.Stream).Norm, tell)
	}},
	{name: "the largest's place, of 20", releases: 25e3, tell: 0.6, make: func(tell float64) *law {
		return largest(20, (*rng.Stream).Norm, tell)
	}},
	{name: "100 deviations", releases: 25e3, tell: 0.03, make: func(tell float64) *law {
		return alike(100, deviating(mechanism.NormalNoise{}, [2]float64{1 + tell, 1}))
	}},
	{name: "30 deviations of Laplace noise", releases: 25e3, tell: 0.06, make: func(tell float64) *law {
		return alike(30, deviating(mechanism.LaplaceNoise{}, [2]float64{1 + tell, 1}))
	}},
}

// drawn are the log ratios of draws of a law, of either input.
func drawn(l *law, each int) [2][]float64 {
	var out [2][]float64
	workers := runtime.GOMAXPROCS(0)
	var wait sync.WaitGroup
	for in := range out {
		out[in] = make([]float64, each)
		for w := range workers {
			wait.Go(func() {
				release := make([]float64, l.steps*l.dim)
				for i := w; i < each; i += workers {
					s := rng.New(rng.Key{Phase: rng.PhaseTest, Input: uint32(in), Trial: uint64(i)})
					l.draw(mechanism.Input(in), &s, release)
					out[in][i] = l.ratio(release)
				}
			})
		}
	}
	wait.Wait()
	return out
}

// cut is where the log ratio is cut: the probabilities of what is above and of what is
// below, under the record and its neighbour.
type cut struct{ above, below [2]float64 }

// cuts are places to cut the log ratio of a law, a thirtieth of a tail's probability apart.
//
// The draws of both inputs, together, are from M = (P + Q)/2, under which the densities of
// P and Q are 2/(1 + 1/L) and 2/(1 + L). So the same draws give both probabilities of a
// tail, and their ratio is precise even where the tail is rare or tells little.
func cuts(l *law, each int) (out []cut) {
	both := drawn(l, each)
	logs := slices.Concat(both[0], both[1])
	slices.Sort(logs)
	n := len(logs)
	below := make([][2]float64, n+1) // the sums of the first draws' densities
	for i, v := range logs {
		below[i+1] = [2]float64{below[i][0] + 1/(1+num.Exp(-v)), below[i][1] + 1/(1+num.Exp(v))}
	}
	all := below[n]
	last := 0
	for i := 1; i < n; i++ {
		if logs[i]-logs[i-1] < 1e-9 || float64(i-last) < float64(min(i, n-i))/30 {
			continue
		}
		last = i
		var c cut
		for in := range 2 {
			c.below[in] = below[i][in] / all[in]
			c.above[in] = 1 - c.below[in]
		}
		out = append(out, c)
	}
	return out
}

// ideal is what the level sets of a law's true ratio would prove in expectation from m test
// releases of each input, with the error probability that an audit gives to the event that
// it tests first. At δ = 0 these are pairs {L > t}, {L < s} by their odds ratio
// (stat.OddsTest), or one of either by itself (stat.RatioTest); above, these alone.
//
// The thresholds of the largest expected bound are taken, among those near the largest of
// an approximation: it differs little between neighbours. The expectation is the mean
// over simulated counts. An audit's median over seeds may come out slightly above it.
//
// least is the expected least of idealSeeds bounds of the same event: in the worst of so
// many seeds even the ideal falls behind its mean by what chance does to the counts.
func ideal(l *law, m int, delta float64) (bound, least float64) {
	const (
		each    = 1 << 19 // draws of either input
		nearest = 5       // thresholds of each kind that are tried by simulation
		fine    = 400     // simulated counts for the choice, and times as many for the best
		times   = 5
	)
	alpha := stat.FirstShare * idealAlpha
	z := -num.NormalQuantile(alpha)
	places := cuts(l, each)
	var found []simulated
	add := func(kind []simulated) {
		slices.SortFunc(kind, func(a, b simulated) int {
			if a.guess > b.guess {
				return -1
			}
			return 1
		})
		found = append(found, kind[:min(nearest, len(kind))]...)
	}
	var one []simulated
	for _, c := range places {
		for _, p := range [][2]float64{c.above, {c.below[1], c.below[0]}} {
			one = append(one, simulated{guess: stat.ExpectedLower(p[0], p[1], float64(m), delta, z),
				p: [2][2]float64{{p[0]}, {p[1]}}})
		}
	}
	add(one)
	if delta == 0 {
		var pairs []simulated
		half := func(p1, p2 float64) stat.Half { return stat.HalfOf(p1, p2, float64(m), z) }
		for i, low := range places {
			f := half(low.below[1], low.below[0])
			for _, high := range places[i:] {
				pairs = append(pairs, simulated{guess: stat.ExpectedOdds(half(high.above[0], high.above[1]), f),
					p: [2][2]float64{{high.above[0], low.below[0]}, {high.above[1], low.below[1]}}, two: true})
			}
		}
		add(pairs)
	}
	best, most := 0, math.Inf(-1)
	for i, s := range found {
		if v, _ := s.expected(m, fine, delta, alpha); v > most {
			best, most = i, v
		}
	}
	return found[best].expected(m, times*fine, delta, alpha)
}

// simulated is an event, alone or with its opposite, that is tested in simulation.
type simulated struct {
	guess float64       // the expected bound, about
	p     [2][2]float64 // under the likelier input and the other: of the event, of its opposite
	two   bool
}

// expected is the mean bound of n simulated tests with m releases of each input, and the
// expected least of idealSeeds such bounds.
func (e simulated) expected(m, n int, delta, alpha float64) (mean, least float64) {
	var next atomic.Int64
	var wait sync.WaitGroup
	bounds := make([]float64, n)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				s := rng.New(rng.Key{Phase: rng.PhaseTest, Trial: uint64(i)})
				var hits [2][2]int64
				for in, p := range e.p {
					hits[in][0] = s.Binomial(int64(m), p[0])
					if e.two {
						hits[in][1] = s.Binomial(int64(m)-hits[in][0], min(p[1]/(1-p[0]), 1))
					}
				}
				a, b := hits[0], hits[1]
				var test stat.Test = stat.RatioTest{C1: a[0], N1: int64(m), C2: b[0], N2: int64(m), Delta: delta}
				if e.two {
					test = stat.OddsTest{E1: a[0], F1: a[1], E2: b[0], F2: b[1]}
				}
				bounds[i] = test.Lower(alpha)
			}
		})
	}
	wait.Wait()
	slices.Sort(bounds)
	rest := func(i int) float64 { return math.Pow(1-float64(i)/float64(n), idealSeeds) }
	for i, v := range bounds {
		mean += v / float64(n)
		least += v * (rest(i) - rest(i+1))
	}
	return mean, least
}

// told releases a law's log ratio and nothing else: the search for events has only to see
// where to cut it.
type told struct {
	*law
	release []float64
}

func newTold(l *law) told                { return told{l, make([]float64, l.steps*l.dim)} }
func (t told) Shape() (steps, dim int)   { return 1, 1 }
func (t told) Fork() mechanism.Mechanism { return newTold(t.law) }
func (t told) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	t.draw(in, s, t.release)
	// Equal ratios that were added up in another order are equal.
	out[0] = math.Round(t.ratio(t.release)*(1<<30)) / (1 << 30)
}

// proven is what the audit of a row's law, or of another mechanism in its place, proves with
// each of the seeds, sorted.
func (r idealRow) proven(t *testing.T, m mechanism.Mechanism) []float64 {
	out := make([]float64, idealSeeds)
	set := audit.Settings{Delta: r.delta, Alpha: idealAlpha, Beta: 0.05, Gamma: 1e-9, Grid: 2, Learn: true, Brief: true}
	set.N, set.M = r.split()
	set.MaxN = set.M
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := int(next.Add(1)); i <= idealSeeds; i = int(next.Add(1)) {
				one := set
				one.Seed = uint64(i)
				report, err := audit.Run(m, one)
				if err != nil {
					t.Error(err)
					return
				}
				out[i-1] = float64(report.Strong.Epsilon)
			}
		})
	}
	wait.Wait()
	slices.Sort(out)
	return out
}

// middle is the median of sorted numbers.
func middle(x []float64) float64 { return (x[(len(x)-1)/2] + x[len(x)/2]) / 2 }

// TestIdeal prints what audits prove beside the ideal bound. INDISTINCT_IDEAL=all starts
// it, INDISTINCT_IDEAL=quick the rows of few releases alone; -run 'Ideal/Laplace' takes
// some rows. Nothing is asserted: rows that fall short are marked.
func TestIdeal(t *testing.T) {
	what := os.Getenv("INDISTINCT_IDEAL")
	if what == "" {
		t.Skip("this is a measurement: ./build.sh bench ideal")
	}
	fmt.Printf("%-30s %9s %8s %8s %8s %8s %8s %8s %8s %7s\n", "proven ε, 10 seeds", "releases", "ideal", "median",
		"worst", "of ideal", "worst", "at best", "told", "CPU s")
	good, all := 0, 0
	for _, r := range idealRows {
		if what == "quick" && r.releases > quickMost {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			l := r.make(r.tell)
			_, m := r.split()
			best, least := ideal(l, m, r.delta)
			began := labtest.CPU()
			got := r.proven(t, l.mechanism())
			took := (labtest.CPU() - began).Seconds() / idealSeeds
			median, worst, known := middle(got), got[0], middle(r.proven(t, newTold(l)))
			note := ""
			if all++; median < wantMedian*best || worst < wantWorst*best {
				note = "  less"
			} else {
				good++
			}
			fmt.Printf("%-30s %9d %8.4f %8.4f %8.4f %8.2f %8.2f %8.2f %8.2f %7.2f%s\n", r.name, r.releases, best,
				median, worst, median/best, worst/best, least/best, known/best, took, note)
		})
	}
	fmt.Printf("%d of %d rows reach %.2f of the ideal in the median and %.2f in the worst seed\n", good, all,
		wantMedian, wantWorst)
}
