package figures

import (
	"math"

	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// clippedSum is the law of the sum of n counts with P(X ≥ k) = qᵏ, each clipped at b.
func clippedSum(n, b int, q float64) law.PMF {
	one, sum := law.PMF{P: make([]float64, b+1)}, law.PMF{P: []float64{1}}
	reached := 1.0 // the probability of k or more
	for k := range b {
		one.P[k] = reached * (1 - q)
		reached *= q
	}
	one.P[b] = reached
	for range n {
		sum = law.Convolve(sum, one)
	}
	return sum
}

// Clipping takes the mean of n counts without a bound, P(X ≥ k) = 2^−k, each clipped at b before noise of scale b/(εn)
// is added: what the median release says as it stands, and what the JIMI makes of it, which clips its own counts too.
// Its estimate is the least mean at which a seed's release reaches the one that was published.
func (at Setting) Clipping() work.Job {
	n, alpha := min(at.Question.N, 200), at.Question.Alpha
	return work.Batches("work.sums", 12, 4, 1, func(i int64) ([]sheet.Real, error) {
		b, people, noise := int(i+1), float64(n), law.Laplace{Epsilon: at.Epsilon / float64(i+1)}
		release := func(n int, q float64) *law.NoisyCount { return law.NewNoisyCount(clippedSum(n, b, q), noise) }
		z := release(n, 0.5).UpperQuantile(0.5)
		mean := func(tail func(l *law.NoisyCount, z float64) float64, p float64) float64 { // at which the tail is p
			q := num.Root(func(q float64) float64 { return tail(release(n, q), z) - p }, 0, 1)
			return q / (1 - q)
		}
		reach := func(n int) float64 { return num.NormalQuantile(1-alpha/2) * math.Sqrt(2*float64(n)+noise.Variance()) }
		held := func(n int) float64 {
			return release(n, 0.5).Upper(float64(n)-reach(n)) - release(n, 0.5).Upper(float64(n)+reach(n))
		}
		above, below := (*law.NoisyCount).Upper, (*law.NoisyCount).Lower
		return sheet.Reals([]float64{z / people, (z - reach(n)) / people, (z + reach(n)) / people,
			mean(above, 0.5), mean(above, alpha/2), mean(below, alpha/2), held(n), held(200)}), nil
	}, func(done [][]sheet.Real) (sheet.Sheet, error) {
		s := at.sheet("clipping", "n", n, "eps", at.Epsilon, "level", 1-alpha)
		bound := sheet.Axis{Label: lang.Say("survey.figures.clipping.bound")}
		estimates := s.Chart("clipping", "survey.figures.clipping.", bound, sheet.Axis{Max: 3},
			lang.Say("survey.figures.clipping.caption"))
		coverage := s.Chart("clipping-coverage", "survey.figures.clipping.coverage.", bound, sheet.Axis{Max: 1})
		naive := estimates.Draw("naive", sheet.Paper, sheet.Dots, nil, nil)
		jimi := estimates.Draw(contenders[4].title(), sheet.Leak, sheet.Dots, nil, nil)
		held := coverage.Draw("naive", sheet.Paper, sheet.Dots, nil, nil)
		many := coverage.Draw("many", sheet.Bad, sheet.Dots, nil, nil)
		coverage.MarkY(contenders[4].title(), sheet.Leak, 1-alpha)
		for i, row := range done {
			v, b := sheet.Floats(row), float64(i+1)
			naive.Add(b, v[0], v[1], v[2])
			jimi.Add(b, v[3], v[4], min(v[5], 3))
			held.Add(b, v[6])
			many.Add(b, v[7])
		}
		return s, nil
	})
}
