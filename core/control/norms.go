package control

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"

	"indistinct/core/num"
)

// Norms are the gains of a filter with one output, from its Markov parameters h₀, h₁, …, each
// a row with a number for each input.
type Norms struct {
	H2    float64 // √Σ|h_k|²: the root of the impulse responses' energy
	HInf  float64 // the largest |Σ h_k e^{−iωk}| over all frequencies
	Omega float64 // where that is, rad a step
	L1    float64 // the largest Σ|h_k| of one input
}

// NewNorms computes them. The response is looked at four times as densely as it can turn;
// golden sections climb its three highest summits.
func NewNorms(h [][]float64) (n Norms) {
	size := 1 << bits.Len(uint(max(4*len(h), 512)-1))
	power, column := make([]float64, size/2+1), make([]float64, size)
	fft := fourier.NewFFT(size)
	for j := range h[0] {
		for k := range h {
			column[k] = h[k][j]
		}
		n.H2, n.L1 = n.H2+floats.Dot(column, column), max(n.L1, floats.Norm(column, 1))
		for i, v := range fft.Coefficients(nil, column) {
			power[i] += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	at := func(w float64) (square float64) {
		sin, cos := num.Sincos(w)
		for j := range h[0] {
			re, im := 0.0, 0.0
			for k := len(h) - 1; k >= 0; k-- {
				re, im = re*cos+im*sin+h[k][j], im*cos-re*sin
			}
			square += re*re + im*im
		}
		return square
	}
	last := len(power) - 1
	var tops []int
	for i, p := range power {
		if p >= power[max(i-1, 0)] && p >= power[min(i+1, last)] {
			tops = append(tops, i)
		}
	}
	slices.SortStableFunc(tops, func(i, j int) int { return cmp.Compare(power[j], power[i]) })
	step := 2 * math.Pi / float64(size)
	best := 0.0
	for _, i := range tops[:min(3, len(tops))] {
		lo, hi := step*float64(max(i-1, 0)), step*float64(min(i+1, last))
		a, b, _ := num.Golden(lo, hi, 40, func(w float64) float64 { return -at(w) })
		for _, w := range []float64{step * float64(i), (a + b) / 2} {
			if g := at(w); g > best*(1+1e-14) { // a summit at an end stays there
				best, n.Omega = g, w
			}
		}
	}
	n.H2, n.HInf = math.Sqrt(n.H2), math.Sqrt(best)
	return n
}

// Markov returns a stable filter's Markov parameters, as next yields them, until what is left
// of them is less than a part in 10¹³, given its number of states and its spectral radius. The
// error is ErrSlow.
func Markov(states int, radius float64, next func() []float64) (h [][]float64, err error) {
	least := float64(states) + 30/(1-radius)
	sum, block := 0.0, 0.0
	for len(h) < 1<<18 && least < 1<<18 {
		h = append(h, next())
		size := floats.Norm(h[len(h)-1], 1)
		sum, block = sum+size, block+size
		if len(h)%(states+32) == 0 {
			if float64(len(h)) > least && block <= 1e-13*(1-radius)*sum {
				return h, nil
			}
			block = 0
		}
	}
	return nil, ErrSlow
}
