package filtering

import (
	"math"

	"indistinct/core/privacy"
)

// composed returns the privacy profile of Laplace noise on several releases of
// which the i-th moves by shifts[i] times its scale, or nil where the sum of the
// shifts is above 40 and the profile nearly one.
//
// Each release's loss is put on a grid such that its δ(ε) is exact at the grid
// points and straight in e^ε between them, so never below the truth (Doroshenko,
// Ghazi, Kamath, Kumar & Manurangsi 2022); the losses are added by Fourier
// transforms. Both directions have the same law.
func composed(shifts []float64) privacy.Profile {
	pure := 0.0
	for _, s := range shifts {
		pure += math.Abs(s)
	}
	if pure == 0 || pure > 40 {
		return nil
	}
	const size, half = 8192, 4000 // the rest is room for rounding outwards
	h := pure / half
	law := privacy.Convolve(size, len(shifts), func(k int, cells []float64) {
		s := math.Abs(shifts[k])
		// δ(ε) = 1 − e^ε below −s, 1 − e^{(ε−s)/2} up to s, then 0.
		delta := func(j int) float64 {
			switch e := float64(j) * h; {
			case e <= -s:
				return -math.Expm1(e)
			case e < s:
				return -math.Expm1((e - s) / 2)
			}
			return 0
		}
		// slope is e^ε times the mass of the second law above a grid point.
		slope := func(j int) float64 { return (delta(j) - delta(j+1)) / math.Expm1(h) }
		reach := int(math.Ceil(s/h)) + 1
		for j := -reach; j <= reach; j++ {
			w := slope(j-1)*math.Exp(h) - slope(j)
			cells[(j+size)%size] += max(w, 0)
		}
	})
	var losses []privacy.Loss
	for i, w := range law {
		j := i
		if i > size/2 {
			j = i - size
		}
		if w > 1e-15 {
			losses = append(losses, privacy.Loss{Value: float64(j) * h, Weight: w})
		}
	}
	p, err := privacy.NewLossProfile(losses, losses, pure, sayLossesAdded)
	if err != nil {
		return nil
	}
	return p
}
