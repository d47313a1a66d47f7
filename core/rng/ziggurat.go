package rng

import (
	"math"

	"indistinct/core/num"
)

// Marsaglia & Tsang (2000) with 256 layers and the corrections of Doornik
// (2005): layer and position come from different bits of one word, and the
// position has 53 bits.
const (
	layers = 256
	normR  = 3.654152885361008796 // where the tail of the normal density begins
	expR   = 7.697117470131049714 // where the tail of the exponential begins
)

// layer is one strip of the density: j < k accepts j·w at once.
type layer struct {
	k uint64
	w float64
}

// ziggurat is written once, at start.
type ziggurat struct {
	layer [layers]layer
	f     [layers + 1]float64 // density at the right end of layer i
}

// newZiggurat lays layers of the given area under a decreasing density f with
// f(0) = 1, from r leftwards; the lowest one includes the tail.
func newZiggurat(r, area float64, f, inverse func(float64) float64) *ziggurat {
	var z ziggurat
	x := [layers + 1]float64{area / f(r), r}
	z.f[1] = f(r)
	for i := 1; i < layers-1; i++ {
		z.f[i+1] = z.f[i] + area/x[i]
		x[i+1] = inverse(z.f[i+1])
	}
	z.f[layers] = 1 // x[layers] = 0
	for i := range z.layer {
		z.layer[i] = layer{k: uint64(x[i+1] / x[i] * (1 << 53)), w: x[i] * 0x1p-53}
	}
	return &z
}

var normZiggurat = *newZiggurat(normR,
	normR*num.Exp(-0.5*normR*normR)+math.Sqrt(2*math.Pi)*num.NormalCDF(-normR),
	func(x float64) float64 { return num.Exp(-0.5 * x * x) },
	func(y float64) float64 { return math.Sqrt(-2 * num.Log(y)) })

var expZiggurat = *newZiggurat(expR,
	(expR+1)*num.Exp(-expR),
	func(x float64) float64 { return num.Exp(-x) },
	func(y float64) float64 { return -num.Log(y) })

// Norm returns a standard normal number.
func (s *Stream) Norm() float64 {
	for {
		u := s.Uint64()
		i, j, sign := u&(layers-1), u>>11, u&layers<<55
		l := &normZiggurat.layer[i]
		x := float64(int64(j)) * l.w
		switch {
		case j < l.k:
			return math.Float64frombits(math.Float64bits(x) | sign)
		case i == 0: // Marsaglia (1964): the tail, exactly
			for {
				x = s.Exp() / normR
				if y := s.Exp(); y+y > x*x {
					return math.Float64frombits(math.Float64bits(normR+x) | sign)
				}
			}
		}
		f0, f1 := normZiggurat.f[i], normZiggurat.f[i+1]
		if f0+s.Float64()*(f1-f0) < num.Exp(-0.5*(x*x)) {
			return math.Float64frombits(math.Float64bits(x) | sign)
		}
	}
}

// Exp returns a number with the unit exponential law.
func (s *Stream) Exp() float64 { return s.exp(s.Uint64()) }

// exp is Exp from its first word.
func (s *Stream) exp(u uint64) float64 {
	base := 0.0
	for {
		i, j := u&(layers-1), u>>11
		l := &expZiggurat.layer[i]
		x := float64(int64(j)) * l.w
		switch {
		case j < l.k:
			return base + x
		case i == 0: // the tail is the whole law again, moved by R
			base += expR
		default:
			f0, f1 := expZiggurat.f[i], expZiggurat.f[i+1]
			if f0+s.Float64()*(f1-f0) < num.Exp(-x) {
				return base + x
			}
		}
		u = s.Uint64()
	}
}

// Laplace returns a number with density e^{−|x|/b}/(2b). b is the scale, in the
// unit of the result.
func (s *Stream) Laplace(b float64) float64 {
	u := s.Uint64()
	l := &expZiggurat.layer[u&(layers-1)]
	j := u >> 11
	x := float64(int64(j)) * l.w
	if j >= l.k { // quicker than a call for each
		x = s.exp(u)
	}
	// Bit 8 of u chose neither the layer nor the position.
	return b * math.Float64frombits(math.Float64bits(x)|u&layers<<55)
}
