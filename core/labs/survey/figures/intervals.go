package figures

import (
	"math"
	"sync"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// The interval methods that are compared; those of a test look as it does.
var intervals = [...]contender{
	{"clopper", sheet.Muted, sheet.Dash},
	contenders[1], contenders[2], contenders[3], contenders[4],
	{"jeffreys", sheet.Fourth, sheet.Dash},
	contenders[5],
}

// acceptance returns, for a hypothesis θ′, the releases (counts) at which each
// of the four private intervals from noisy counts holds θ′: those of tests
// with equal tails.
func acceptance(q *inference.Question, eps, trunc, theta float64) [4][2]float64 {
	ask := *q
	ask.Theta0, ask.Side = theta, inference.TwoSided
	x := law.Sampling(q.N, theta)
	lap := law.NewNoisyCount(x, law.Laplace{Epsilon: eps})
	tul := law.NewNoisyCount(x, law.NewTulap(eps, trunc))
	j := inference.NewJimi(q.Gauss, q.N, eps, theta)
	half := q.Alpha / 2
	sd := math.Sqrt(float64(q.N)*theta*(1-theta) + law.Laplace{Epsilon: eps}.Variance())
	c := num.NormalQuantile(1-half) * sd
	mu := float64(q.N) * theta
	return [4][2]float64{
		{tul.LowerQuantile(half), tul.UpperQuantile(half)},
		{lap.LowerQuantile(half), lap.UpperQuantile(half)},
		{mu - c, mu + c},
		{j.Release(1 - half), j.Release(half)},
	}
}

// coverage returns the probability that each interval holds θ, and its
// expected length, for the methods of intervals in order.
//
// For noisy counts the expected length is the integral over θ′ of the
// probability that θ′ is held (Pratt 1961), by Gauss–Legendre quadrature; for
// the discrete ones it is a sum over the counts.
func coverage(q *inference.Question, eps, trunc, theta float64, raw *rawIntervals) (cover,
	length [len(intervals)]float64) {
	x := law.Sampling(q.N, theta)
	tul := law.NewTulap(eps, trunc)
	laws := [4]*law.NoisyCount{law.NewNoisyCount(x, tul), law.NewNoisyCount(x, law.Laplace{Epsilon: eps})}
	laws[2], laws[3] = laws[1], laws[1]
	holds := func(at float64) (p [4]float64) {
		for i, a := range acceptance(q, eps, trunc, at) {
			p[i] = max(1-laws[i].Upper(a[1])-laws[i].Lower(a[0]), 0)
		}
		return p
	}
	own := holds(theta)
	copy(cover[1:5], own[:])

	// Beyond reach on either side of θ nothing is held.
	n := float64(q.N)
	reach := (4.5*math.Sqrt(n) + 2*min(law.Laplace{Epsilon: eps}.Reach(), 30/eps)) / n
	const panels = 4
	for _, end := range [2]float64{max(theta-reach, 0), min(theta+reach, 1)} {
		h := (end - theta) / panels
		for k := range panels {
			mid := theta + (float64(k)+0.5)*h
			for i, u := range q.Gauss.X {
				at := mid + 0.5*h*u
				if at <= 0 || at >= 1 {
					continue
				}
				p := holds(at)
				w := 0.5 * math.Abs(h) * q.Gauss.W[i]
				for j, v := range p {
					length[1+j] += w * v
				}
			}
		}
	}

	add := func(slot int, d law.PMF, interval func(x int) [2]float64) {
		for i, p := range d.P {
			if p < 1e-14 {
				continue
			}
			iv := interval(d.Lo + i)
			length[slot] += p * (iv[1] - iv[0])
			if iv[0] <= theta && theta <= iv[1] {
				cover[slot] += p
			}
		}
	}
	add(0, x, raw.clopper.at)
	add(5, x, raw.jeffreys.at)
	bias := release.ResponseBias(eps)
	add(6, law.Sampling(q.N, 0.5+bias*(2*theta-1)), func(k int) [2]float64 {
		iv := raw.clopper.at(k)
		return [2]float64{inference.TrueShare(iv[0], bias), inference.TrueShare(iv[1], bias)}
	})
	return cover, length
}

// rawIntervals are the intervals from whole counts, each computed once.
type rawIntervals struct{ clopper, jeffreys memo }

func newRawIntervals(q *inference.Question) *rawIntervals {
	return &rawIntervals{
		clopper: memo{of: q.Clopper, known: map[int][2]float64{}},
		jeffreys: memo{of: func(k int) [2]float64 {
			a, b := float64(k)+0.5, float64(q.N-k)+0.5
			return [2]float64{num.BetaQuantile(q.Alpha/2, a, b), num.BetaQuantile(1-q.Alpha/2, a, b)}
		}, known: map[int][2]float64{}},
	}
}

type memo struct {
	of    func(int) [2]float64
	mu    sync.Mutex
	known map[int][2]float64
}

func (m *memo) at(k int) [2]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.known[k]
	if !ok {
		v = m.of(k)
		m.known[k] = v
	}
	return v
}

// Intervals computes coverage and length over θ; one row is one θ.
func (at Setting) Intervals() work.Job {
	q := at.Question
	raw := newRawIntervals(q)
	const points = 49
	share := func(i int) float64 { return float64(i+1) / (points + 1) }
	return rows(points, 1,
		func(i int) []float64 {
			cover, length := coverage(q, at.Epsilon, at.Trunc, share(i), raw)
			return append(append([]float64{share(i)}, cover[:]...), length[:]...)
		},
		func(all [][]float64) sheet.Sheet {
			x := sheet.Reals(column(all, 0))
			series := func(from int) []sheet.Series {
				var out []sheet.Series
				for i, c := range intervals {
					out = append(out, sheet.Series{Name: c.title(), Role: c.role, Style: c.style, X: x,
						Y: sheet.Reals(column(all, from+i))})
				}
				return out
			}
			table := sheet.Table{ID: "intervals", Title: lang.Say("survey.figures.intervals.table.title"),
				Caption: lang.Say("survey.figures.intervals.table.caption"),
				Columns: []lang.Message{lang.Say("survey.figures.intervals.column.interval"),
					lang.Say("survey.figures.intervals.column.least"), lang.Say("survey.figures.intervals.column.mean"),
					lang.Say("survey.figures.intervals.column.length")}}
			for i, c := range intervals {
				cover, length := column(all, 1+i), column(all, 1+len(intervals)+i)
				low, sum, long := math.Inf(1), 0.0, 0.0
				for k := range cover {
					low, sum, long = min(low, cover[k]), sum+cover[k], long+length[k]
				}
				table.Rows = append(table.Rows, []sheet.Cell{sheet.Words(c.title()), fixed(low), fixed(sum / points),
					fixed(long / points)})
			}
			share := sheet.Axis{Label: lang.Say("survey.figures.share"), Min: 0, Max: 1}
			return sheet.Sheet{
				Title: at.Title("intervals"),
				Lead: lang.Say("survey.figures.intervals.lead", "level", 100*(1-q.Alpha), "n", q.N,
					"eps", at.Epsilon),
				Notes: append([]lang.Message{lang.Say("survey.figures.intervals.exact"),
					lang.Say("survey.figures.intervals.cut")}, at.Unequal...),
				Charts: []sheet.Chart{
					{ID: "coverage", Title: lang.Say("survey.figures.intervals.coverage.title"),
						X: share, Y: sheet.Axis{Label: lang.Say("survey.figures.intervals.coverage.y")},
						Series: series(1),
						Marks: []sheet.Mark{{Label: lang.Verbatim("1 − α"), Role: sheet.Muted,
							At: sheet.Real(1 - q.Alpha)}}},
					{ID: "length", Title: lang.Say("survey.figures.intervals.length.title"),
						Caption: lang.Say("survey.figures.intervals.length.caption"),
						X:       share,
						Y:       sheet.Axis{Label: lang.Say("survey.figures.intervals.length.y"), Min: 0, Max: 1},
						Series:  series(1 + len(intervals))},
				},
				Tables: []sheet.Table{table},
			}
		})
}
