package curve

import (
	"math"
	"slices"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/stat"
)

// Test is an audit by the proven curve, as far as its power depends on it. What it shows of
// Gaussian noise is simulated, with counts from streams of its own: the curve takes the best
// of many noisy points, of which the counts to be expected show nothing.
type Test struct {
	Claim privacy.Claim // of what is tested; its number does not count
	N     int64         // selection releases of each input
	M     int64         // test releases of each input
	Alpha float64
}

// Shows returns the smallest μ, up to most, of Gaussian noise that half of all audits show to
// be above the claim; +Inf where not even most is. Of whatever notion, all three are the μ of
// Gaussian noise.
func (t Test) Shows(claim, most float64) float64 {
	at, above := most, t.median(most, 200)-claim
	if !(above > 0) {
		return math.Inf(1)
	}
	slope := 1.0 // of the median, about
	for _, audits := range []int{50, 100, 400} {
		next := max(claim, min(at-above/slope, most))
		now := t.median(next, audits) - claim
		if next != at {
			slope = max(0.5, min((above-now)/(at-next), 2))
		}
		at, above = next, now
	}
	return max(claim, min(at-above/slope, most))
}

// Needed returns about how many test releases of each input would show mu
// to be above the claim in half of all audits; 0 where more than most.
func (t Test) Needed(mu, claim float64, most int64) int64 {
	shown := func(m float64) bool {
		return Test{t.Claim, t.N, int64(m), t.Alpha}.median(mu, 100) > claim
	}
	if !shown(float64(most)) {
		return 0
	}
	return stat.RoundUp(int64(num.BisectRatio(float64(t.M), float64(most), 0.05, shown)))
}

// median returns the median of what so many audits show of Gaussian noise whose inputs lie mu
// standard deviations apart, as a μ.
func (t Test) median(mu float64, audits int) float64 {
	at := [2]float64{mu / 2, -mu / 2} // the means of the record's score and the neighbour's
	l := &Levels{}
	for in := range at {
		for _, i := range places(int(t.N)) {
			l.Edges = append(l.Edges, at[in]+num.NormalQuantile((float64(i)+0.5)/float64(t.N)))
		}
	}
	slices.Sort(l.Edges)
	above := [2][]float64{{1}, {1}} // how probable a score is above each edge, the first after all
	for in := range at {
		for _, e := range l.Edges {
			above[in] = append(above[in], num.NormalCDF(at[in]-e))
		}
	}
	corners := stairs(t.Alpha, len(l.Edges))
	shown := make([]float64, audits)
	for i := range shown {
		bins := [2][]int64{make([]int64, l.Size()), make([]int64, l.Size())}
		for in := range bins {
			s := rng.New(rng.Key{Phase: rng.PhaseAudits, Input: uint32(in), Trial: uint64(i)})
			left := t.M
			for b := range l.Edges {
				c := s.Binomial(left, 1-above[in][b+1]/above[in][b])
				bins[in][b] += c
				left -= c
			}
			bins[in][l.Size()-1] += left
		}
		least, _, _ := l.prove(bins, corners, func(c, n int64) func(z float64) float64 {
			return func(z float64) float64 { return stat.ApproximateUpperP(c, n, z) }
		}).Least(t.Claim)
		shown[i] = math.Max(shown[i], least)
	}
	slices.Sort(shown)
	return t.Claim.Definition().Noise(shown[audits/2])
}
