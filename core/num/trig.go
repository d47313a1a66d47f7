package num

import (
	"math"
	"math/bits"
)

// fourOverPi holds the binary digits of 4/π: Σ fourOverPi[i]·2^(−64i).
var fourOverPi = [...]uint64{
	0x0000000000000001, 0x45f306dc9c882a53, 0xf84eafa3ea69bb81, 0xb6c52b3278872083,
	0xfca2c757bd778ac3, 0x6e48dc74849ba5c0, 0x0c925dd413a32439, 0xfc3bd63962534e7d,
	0xd1046bea5d768909, 0xd338e04d68befc82, 0x7323ac7306a673e9, 0x3908bf177bf25076,
	0x3ff12fffbc0b301f, 0xde5e2316b414da3e, 0xda6cfd9e4f96136e, 0x9e8c7ecd3cbfd45a,
	0xea4f758fd7cbe2f6, 0x7a0e73ef14a525d4, 0xd7f6bf623f1aba10, 0xac06608df8f6d757,
}

// reduce returns the quadrant n mod 4 and hi + lo = x − n·π/2, |hi| ≤ π/4, for
// finite x.
func reduce(x float64) (n int, hi, lo float64) {
	ax := math.Abs(x)
	if ax <= math.Pi/4 {
		return 0, x, 0
	}
	if ax > 0x1p20 {
		return reduceHuge(x)
	}
	// Cody & Waite in three steps of 33 bits (FDLIBM e_rem_pio2); n·π₁ is
	// exact for n < 2²⁰.
	const (
		pio2_1  = 1.57079632673412561417e+00
		pio2_2  = 6.07710050630396597660e-11
		pio2_3  = 2.02226624871116645580e-21
		pio2_3t = 8.47842766036889956997e-32
		invPio2 = 6.36619772367581382433e-01
	)
	t := x*invPio2 + roundMagic
	n = int(math.Float64bits(t) & 3)
	fn := t - roundMagic
	a, a1 := twoSum(x, -(fn * pio2_1)) // exact, so a1 is 0 or nearly
	a, a2 := twoSum(a, -(fn * pio2_2))
	a, a3 := twoSum(a, -(fn * pio2_3))
	low := (a1 + a2 + a3) - fn*pio2_3t
	hi = a + low
	return n, hi, (a - hi) + low
}

// reduceHuge is reduce after Payne & Hanek (1983): x·4/π in integer arithmetic,
// with 192 of the digits that matter.
func reduceHuge(x float64) (n int, hi, lo float64) {
	ix := math.Float64bits(x)
	exp := int(ix>>52&0x7ff) - 1075
	m := ix&(1<<52-1) | 1<<52
	digit, shift := uint(exp+61)/64, uint(exp+61)%64
	z0 := fourOverPi[digit]<<shift | fourOverPi[digit+1]>>(64-shift)
	z1 := fourOverPi[digit+1]<<shift | fourOverPi[digit+2]>>(64-shift)
	z2 := fourOverPi[digit+2]<<shift | fourOverPi[digit+3]>>(64-shift)
	h2, l2 := bits.Mul64(z2, m)
	h1, l1 := bits.Mul64(z1, m)
	l1, c := bits.Add64(l1, h2, 0)
	_, l0 := bits.Mul64(z0, m)
	l0 += h1 + c
	// l0:l1:l2 is |x|·4/π mod 8 with three bits before the point.
	n = int(l0 >> 62)
	// The rest, mod 2 in units of π/4, as a signed fraction of π/2.
	f0 := l0<<2 | l1>>62
	f1 := l1<<2 | l2>>62
	f2 := l2 << 2
	neg := false
	if f0>>63 != 0 { // above one half of π/2: take the next quadrant
		n++
		neg = true
		var b uint64
		f2, b = bits.Sub64(0, f2, 0)
		f1, b = bits.Sub64(0, f1, b)
		f0, _ = bits.Sub64(0, f0, b)
	}
	lz := uint(bits.LeadingZeros64(f0))
	if lz == 64 {
		f0, f1, f2 = f1, f2, 0
		lz = uint(bits.LeadingZeros64(f0)) + 64
	}
	s := lz % 64
	f0 = f0<<s | f1>>(64-s)
	f1 = f1<<s | f2>>(64-s)
	e := pow2(-int64(lz))
	a := float64(f0>>11) * 0x1p-53 * e
	b := (float64(f0&(1<<11-1))*0x1p-64 + float64(f1>>11)*0x1p-117) * e
	// times π/2 = pioHi + pioLo
	const pioHi, pioLo = 1.57079632679489655800e+00, 6.12323399573676603587e-17
	p, pe := twoProd(a, pioHi)
	low := pe + (a*pioLo + b*pioHi)
	hi = p + low
	lo = (p - hi) + low
	if neg {
		hi, lo = -hi, -lo
	}
	if x < 0 {
		n, hi, lo = -n, -hi, -lo
	}
	return n & 3, hi, lo
}

// sinKernel is sin(x+y) for |x| ≤ π/4 and a tail y (FDLIBM k_sin).
func sinKernel(x, y float64) float64 {
	z := x * x
	v := z * x
	r := z*(z*(z*(z*1.58969099521155010221e-10-2.50507602534068634195e-08)+
		2.75573137070700676789e-06)-1.98412698298579493134e-04) + 8.33333333332248946124e-03
	return x - ((z*(0.5*y-v*r) - y) - v*-1.66666666666666324348e-01)
}

// cosKernel is cos(x+y) for |x| ≤ π/4 and a tail y (FDLIBM k_cos).
func cosKernel(x, y float64) float64 {
	z := x * x
	r := z * (z*(z*(z*(z*(z*-1.13596475577881948265e-11+
		2.08757232129817482790e-09)-2.75573143513906633035e-07)+2.48015872894767294178e-05)-
		1.38888888888741095749e-03) + 4.16666666666666019037e-02)
	hz := 0.5 * z
	w := 1 - hz
	return w + (((1 - w) - hz) + (z*r - x*y))
}

// Sincos returns the sine and cosine of x in radians; NaN for ±Inf.
func Sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) <= math.MaxFloat64) {
		return math.NaN(), math.NaN()
	}
	n, hi, lo := reduce(x)
	s, c := sinKernel(hi, lo), cosKernel(hi, lo)
	switch n {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}

// Sin returns the sine of x in radians; NaN for ±Inf.
func Sin(x float64) float64 { s, _ := Sincos(x); return s }

// Cos returns the cosine of x in radians; NaN for ±Inf.
func Cos(x float64) float64 { _, c := Sincos(x); return c }

// Atan returns the arctangent of x in radians (Cephes, Moshier 1989).
func Atan(x float64) float64 {
	z := math.Abs(x)
	if !(z > 0) {
		return x // ±0, NaN
	}
	var base, more float64
	switch {
	case z <= 0.66:
	case z > 2.41421356237309504880: // tan 3π/8
		base, more = math.Pi/2, 6.123233995736765886130e-17
		z = -1 / z
	default:
		base, more = math.Pi/4, 0.5*6.123233995736765886130e-17
		z = (z - 1) / (z + 1)
	}
	s := z * z
	n := s*(s*(s*(s*-8.750608600031904122785e-01-1.615753718733365076637e+01)-
		7.500855792314704667340e+01)-1.228866684490136173410e+02) - 6.485021904942025371773e+01
	d := s*(s*(s*(s*(s+2.485846490142306297962e+01)+1.650270098316988542046e+02)+
		4.328810604912902668951e+02)+4.853903996359136964868e+02) + 1.945506571482613964425e+02
	r := z + (z*s*n/d + more)
	return math.Copysign(base+r, x)
}

// Atan2 returns the angle of the point (x, y) in (−π, π], with the signs of
// zero and the infinities treated as in package math.
func Atan2(y, x float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case y == 0:
		if x >= 0 && !math.Signbit(x) {
			return y
		}
		return math.Copysign(math.Pi, y)
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(x, 0):
		a := 0.0
		if math.IsInf(y, 0) {
			a = math.Pi / 4
		}
		if x < 0 {
			a = math.Pi - a
			if math.IsInf(y, 0) {
				a = 3 * math.Pi / 4
			}
		}
		return math.Copysign(a, y)
	case math.IsInf(y, 0):
		return math.Copysign(math.Pi/2, y)
	}
	q := Atan(y / x)
	if x < 0 {
		if q <= 0 {
			return q + math.Pi
		}
		return q - math.Pi
	}
	return q
}
