package num

import (
	"math"
	"math/big"
)

// Reference values by series in 300-bit arithmetic.

const refPrec = 300

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(refPrec).SetFloat64(x) }
func bigNew() *big.Float         { return new(big.Float).SetPrec(refPrec) }

var bigLn2 = func() *big.Float { // 2·artanh(1/3)
	return bigAtanhSeries(bigNew().Quo(bigOf(1), bigOf(3)))
}()

// bigAtanhSeries returns ln((1+s)/(1−s)) = 2·Σ s^(2i+1)/(2i+1).
func bigAtanhSeries(s *big.Float) *big.Float {
	s2 := bigNew().Mul(s, s)
	sum, term := bigNew(), bigNew().Set(s)
	for i := 1; i < 400; i += 2 {
		sum.Add(sum, bigNew().Quo(term, bigOf(float64(i))))
		term.Mul(term, s2)
		if term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-refPrec {
			break
		}
	}
	return sum.Mul(sum, bigOf(2))
}

func bigExp(x *big.Float) *big.Float {
	q, _ := bigNew().Quo(x, bigLn2).Float64()
	k := math.Round(q)
	r := bigNew().Sub(x, bigNew().Mul(bigOf(k), bigLn2))
	r.SetMantExp(r, -8)
	sum, term := bigOf(1), bigOf(1)
	for i := 1; i < 80; i++ {
		term.Mul(term, r)
		term.Quo(term, bigOf(float64(i)))
		sum.Add(sum, term)
	}
	for range 8 {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k))
}

// bigLog returns ln x by one step of Newton from a double and a series.
func bigLog(x *big.Float) *big.Float {
	m := bigNew()
	k := x.MantExp(m) // x = m·2^k, ½ ≤ m < 1
	f, _ := m.Float64()
	if f < math.Sqrt2/2 {
		m.SetMantExp(m, 1)
		k--
	}
	s := bigNew().Quo(bigNew().Sub(m, bigOf(1)), bigNew().Add(m, bigOf(1)))
	return bigNew().Add(bigAtanhSeries(s), bigNew().Mul(bigOf(float64(k)), bigLn2))
}

func bigTanh(x float64) *big.Float {
	e := bigExp(bigOf(2 * x))
	return bigNew().Quo(bigNew().Sub(e, bigOf(1)), bigNew().Add(e, bigOf(1)))
}

func bigPow(x, y float64) *big.Float { return bigExp(bigNew().Mul(bigOf(y), bigLog(bigOf(x)))) }

// ulps returns |got − want| in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if math.IsInf(w, 0) || math.IsNaN(got) || math.IsInf(got, 0) {
		if got == w {
			return 0
		}
		return math.Inf(1)
	}
	e := math.Max(float64(want.MantExp(nil)-53), -1074)
	d, _ := bigNew().Sub(bigOf(got), want).Float64()
	return math.Ldexp(math.Abs(d), -int(e))
}
