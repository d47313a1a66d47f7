package num

import "math"

// mostReduced bounds what reduce takes: n·π₁ is exact for n < 2²⁰.
const mostReduced = 0x1p20

// reduce returns the quadrant n mod 4 and hi + lo = x − n·π/2, |hi| ≤ π/4, for
// |x| ≤ mostReduced.
func reduce(x float64) (n int, hi, lo float64) {
	if math.Abs(x) <= math.Pi/4 {
		return 0, x, 0
	}
	// Cody & Waite in three steps of 33 bits (FDLIBM e_rem_pio2).
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

// Sincos returns the sine and cosine of x in radians; NaN for ±Inf. Beyond
// mostReduced they are package math's, which err by 10⁻¹⁵.
func Sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) <= mostReduced) {
		return math.Sincos(x)
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
	if x == 0 || y == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x) // a constant
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
