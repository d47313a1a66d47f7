package privacy

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/dsp/fourier"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Loss is one value of the privacy loss ln(p/q) and the probability, under p,
// with which it occurs. Value may be ±Inf.
type Loss struct {
	Value  float64
	Weight float64
}

// lossTail holds losses in increasing order with, at each index i, the mass at
// and above it and that mass discounted by e^{Lᵢ − L}.
type lossTail struct {
	loss, weight, mass, discounted []float64
	infinite                       float64
}

// NewLossProfile returns the profile of a discrete privacy loss: the exact one of a discrete
// mechanism, or that of a grid or of samples of a continuous one,
//
//	δ(ε) = max over both directions of Σ w·(1 − e^{ε − L})₊
//
// (Sommer, Meiser & Mohammadi 2019), from the losses ln(p/q) under the first law
// and ln(q/p) under the second. pure is the least ε with δ = 0, and how what
// Exact reports. Weights are not negative and add up to at most 1 in each
// direction, but for rounding; what is missing from 1 counts as no loss.
func NewLossProfile(forward, backward []Loss, pure float64, how lang.Message) Curve {
	there, back := newLossTail(forward), newLossTail(backward)
	return Curve{PureEpsilon: pure, How: how, At: func(epsilon float64) float64 {
		switch {
		case !(epsilon >= 0):
			return math.NaN()
		case math.IsInf(epsilon, 1):
			return 0
		}
		return math.Max(there.delta(epsilon), back.delta(epsilon))
	}}
}

func newLossTail(losses []Loss) (t lossTail) {
	sorted := slices.Clone(losses)
	slices.SortFunc(sorted, func(a, b Loss) int {
		return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Weight, b.Weight))
	})
	for _, l := range sorted {
		switch {
		case l.Weight == 0 || math.IsInf(l.Value, -1):
		case math.IsInf(l.Value, 1):
			t.infinite += l.Weight
		default:
			t.loss = append(t.loss, l.Value)
			t.weight = append(t.weight, l.Weight)
		}
	}
	t.sum()
	return t
}

// sum fills what losses in increasing order and their weights add up to.
func (t *lossTail) sum() {
	n := len(t.loss)
	t.mass, t.discounted = make([]float64, n), make([]float64, n)
	mass, disc := 0.0, 0.0
	for i := n - 1; i >= 0; i-- {
		if i < n-1 {
			disc = disc * num.Exp(t.loss[i]-t.loss[i+1])
		}
		mass += t.weight[i]
		disc += t.weight[i]
		t.mass[i], t.discounted[i] = mass, disc
	}
}

// delta sums term by term just above ε, where 1 − e^{ε−L} is small, and takes
// the stored tails from ε + 1 on.
func (t *lossTail) delta(epsilon float64) float64 {
	sum := t.infinite
	i := sort.Search(len(t.loss), func(i int) bool { return t.loss[i] > epsilon })
	for ; i < len(t.loss) && t.loss[i] < epsilon+1; i++ {
		sum += t.weight[i] * -num.Expm1(epsilon-t.loss[i])
	}
	if i < len(t.loss) {
		sum += t.mass[i] - num.Exp(epsilon-t.loss[i])*t.discounted[i]
	}
	return sum
}

// Part is an independent part of a release, whose privacy loss ln(p₁/p₂) lies in [−Down, Up].
type Part struct {
	Up, Down float64
	// Law returns the losses under the first input (0: ln(p₁/p₂)) or the second (1: ln(p₂/p₁)).
	Law func(under int) []Loss
}

// Compose returns the profile of independent parts together, each of them times over, whose losses
// are split between the two nearest cells of a grid, so that the mean stays, and added (Koskela,
// Jälkö & Honkela 2020). how says how it was found, by the grid's width.
func Compose(parts []Part, times, bins int, how func(width float64) lang.Message) Curve {
	up, down := 0.0, 0.0
	for _, p := range parts {
		up += float64(times) * p.Up
		down += float64(times) * p.Down
	}
	width := (up + down) / (float64(bins-2*len(parts)*times) - 2)
	if width <= 1e-15 {
		return NewLossProfile(nil, nil, 0, how(width))
	}
	var sums [2][]Loss
	for under := range sums {
		low := 0.0
		// Twice the length, so that the convolution does not come round.
		law := Convolve(2*bins, len(parts), times, func(k int, cells []float64) {
			p := &parts[k]
			start := [2]float64{p.Down, p.Up}[under]
			low -= float64(times) * start
			last := math.Floor((p.Up+p.Down)/width) + 1
			for _, l := range p.Law(under) {
				at := math.Max(0, math.Min(last, (l.Value+start)/width))
				i := int(at)
				cells[i] += l.Weight * (1 - (at - float64(i)))
				cells[i+1] += l.Weight * (at - float64(i))
			}
		})
		for i, w := range law[:bins] {
			if w >= 1e-17 { // not the transform's rounding
				sums[under] = append(sums[under], Loss{low + float64(i)*width, w})
			}
		}
	}
	return NewLossProfile(sums[0], sums[1], math.Max(up, down), how(width))
}

// Convolve returns the law of the sum of independent parts, each of them times over, on a
// grid of n cells, by a Fourier transform; fill adds the mass of part k to empty cells. Places
// in the grid add up and come round at its end, so that n must hold every sum.
func Convolve(n, parts, times int, fill func(k int, cells []float64)) []float64 {
	transform := fourier.NewFFT(n)
	cells, part := make([]float64, n), make([]complex128, n/2+1)
	var total []complex128
	for k := range parts {
		clear(cells)
		fill(k, cells)
		transform.Coefficients(part, cells)
		if k == 0 {
			total = slices.Clone(part)
			continue
		}
		for i, v := range part {
			total[i] *= v
		}
	}
	for i, v := range total {
		p := complex(1, 0)
		for b := times; b > 0; b >>= 1 {
			if b&1 == 1 {
				p *= v
			}
			v *= v
		}
		total[i] = p
	}
	transform.Sequence(cells, total)
	for i := range cells {
		cells[i] /= float64(n)
	}
	return cells
}
