// Package num holds the elementary and special functions of the sampling and
// testing path, in pure Go, with the same bits on every platform.
//
// What decides a count must be the same everywhere. The standard library's Exp differs
// between amd64 (assembly) and WebAssembly, and so does what is made of it: Tanh, Erf, Pow;
// its Log does below 2⁻¹⁰²², where it is wrong on amd64; above, its Log gives these bits and
// takes twice as long, natively and in WebAssembly. (10⁸ arguments of each function,
// log-uniform, uniform, near ±1 and subnormal, at GOAMD64=v1, v3 and in WebAssembly, with Go
// 1.26.) So these functions are written here. From package math come those that are exact or
// correctly rounded (Sqrt, Abs, Floor, Copysign, Inf, NaN and the bit conversions) and those
// that are the same Go everywhere but on s390x (assembly), whose bits TestGolden holds: Expm1,
// Log1p, the functions of angles, Erf and Erfc below 1.25 (without Exp), and Lgamma, which is good
// to 2·10⁻¹⁵ and gives FDLIBM's bits but in (0.19, 0.24) and (1.19, 1.24).
//
// A compiler may fuse x*y+z into one rounding on arm64 or at GOAMD64=v3; build.sh switches
// that off, and WebAssembly has no such instruction.
//
// The tails of the beta and gamma laws are here because bounds that are theorems rest on
// them: gonum's RegIncBeta(½, 10⁷, 10⁻⁸) is off by 4·10⁻⁸, the one here by about 10⁻¹⁵. So
// is Cholesky's factor of a small matrix: an ellipsoid decides a count. All else is gonum's.
//
// The elementary functions follow FDLIBM (Sun Microsystems 1993): reduction and a minimax
// polynomial or rational function on the reduced interval, without tables. Exp, Log, Expm1,
// Log1p and Tanh err by less than one unit in the last place (ulp); the others by a few.
// Arguments outside a function's domain give NaN, as in package math.
package num

import "math"

const (
	ln2Hi = 6.93147180369123816490e-01 // ln 2 without its low 21 bits
	ln2Lo = 1.90821492927058770002e-10 // the rest
	log2e = 1.44269504088896338700e+00
	// Adding and taking away 1.5·2⁵² rounds to an integer, ties to even, and
	// leaves that integer in the low bits of the sum.
	roundMagic = 0x1.8p52

	invSqrt2 = 0.707106781186547524400844362105 // 1/√2
)

// HalfLog2Pi is ½ ln 2π, the logarithm of the standard normal density's
// constant with its sign turned.
const HalfLog2Pi = 0.918938533204672741780329736406

// InvSqrt2Pi is 1/√(2π), the standard normal density at 0.
const InvSqrt2Pi = 0.398942280401432677939946059934

// expParts returns k and p with e^x = 2^k·(1+p) and |p| ≤ 0.4143, for |x| ≤ 750.
// (FDLIBM e_exp: on the reduced argument r, e^r = 1 + r + r·c/(2−c) with a
// Remez polynomial c of degree 5 in r².)
func expParts(x float64) (k int64, p float64) {
	t := x*log2e + roundMagic
	k = int64(math.Float64bits(t)<<13) >> 13
	kf := t - roundMagic
	hi := x - kf*ln2Hi
	lo := kf * ln2Lo
	r := hi - lo
	z := r * r
	c := r - z*(z*(z*(z*(z*4.13813679705723846039e-08-
		1.65339022054652515390e-06)+6.61375632143793436117e-05)-
		2.77777777770155933842e-03)+1.66666666666666657415e-01)
	return k, hi - (lo - r*c/(2-c))
}

// Exp returns e^x. It overflows to +Inf above 709.78 and underflows through
// the subnormal numbers to 0 below −745.13.
func Exp(x float64) float64 {
	if !(math.Abs(x) <= 708) {
		return expEdge(x)
	}
	k, p := expParts(x)
	return math.Float64frombits(math.Float64bits(1+p) + uint64(k)<<52)
}

// expEdge is Exp where the result may leave the range of normal numbers.
func expEdge(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -7.45133219101941108420e+02:
		return 0
	}
	k, p := expParts(x)
	return scale(1+p, k)
}

// pow2 returns 2^k for −1022 ≤ k ≤ 1023.
func pow2(k int64) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// scale returns y·2^k for y near 1 and |k| ≤ 1100, rounded once.
func scale(y float64, k int64) float64 {
	switch {
	case k > 1023:
		return y * 2 * pow2(k-1)
	case k < -1020:
		return y * pow2(k+60) * 0x1p-60
	}
	return y * pow2(k)
}

// logTail returns s·(f²/2 + R) for log(1+f) = f − f²/2 + s·(f²/2 + R), with
// s = f/(2+f) and a Remez polynomial R of degree 14 in s. (FDLIBM e_log.)
func logTail(f, hfsq float64) float64 {
	s := f / (2 + f)
	z := s * s
	w := z * z
	t1 := w * (w*(w*1.531383769920937332e-01+2.222219843214978396e-01) + 3.999999999940941908e-01)
	t2 := z * (w*(w*(w*1.479819860511658591e-01+1.818357216161805012e-01)+2.857142874366239149e-01) +
		6.666666666666735130e-01)
	return s * (hfsq + (t1 + t2))
}

const sqrtHalfBits = 0x3fe6a09e667f3bcd // bits of √½

// Log returns the natural logarithm of x: −Inf at 0, NaN below.
func Log(x float64) float64 {
	ix := math.Float64bits(x)
	if ix-0x0010000000000000 >= 0x7ff0000000000000-0x0010000000000000 {
		return logEdge(x)
	}
	// x = 2^k·m with √½ ≤ m < √2.
	k := int64(ix-sqrtHalfBits) >> 52
	f := math.Float64frombits(ix-uint64(k)<<52) - 1
	kf := float64(k)
	hfsq := 0.5 * f * f
	return kf*ln2Hi - ((hfsq - (logTail(f, hfsq) + kf*ln2Lo)) - f)
}

// logEdge is Log of what is not a positive normal number.
func logEdge(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x < 0:
		return math.NaN()
	case x < 1: // subnormal
		ix := math.Float64bits(x * 0x1p54)
		k := int64(ix-sqrtHalfBits) >> 52
		f := math.Float64frombits(ix-uint64(k)<<52) - 1
		kf := float64(k - 54)
		hfsq := 0.5 * f * f
		return kf*ln2Hi - ((hfsq - (logTail(f, hfsq) + kf*ln2Lo)) - f)
	}
	return x // +Inf or NaN
}

// These are package math's: e^x − 1 and ln(1+x), accurate near 0, and the functions of angles, in radians.
func Expm1(x float64) float64             { return math.Expm1(x) }
func Log1p(x float64) float64             { return math.Log1p(x) }
func Sincos(x float64) (sin, cos float64) { return math.Sincos(x) }
func Sin(x float64) float64               { return math.Sin(x) }
func Cos(x float64) float64               { return math.Cos(x) }
func Atan(x float64) float64              { return math.Atan(x) }
func Atan2(y, x float64) float64          { return math.Atan2(y, x) }

// Tanh returns the hyperbolic tangent of x.
//
// Below 0.625 it is the rational function of Cephes (Moshier 1989); above,
// 1 − 2/(e^{2x}+1) with the exponential and its sum carried in two words, so
// that the error stays below one ulp.
func Tanh(x float64) float64 {
	z := math.Abs(x)
	if z < 0.625 {
		s := x * x
		n := s*(s*-9.64399179425052238628e-1-9.92877231001918586564e1) - 1.61468768441708447952e3
		d := s*(s*(s+1.12811678491632931402e2)+2.23548839060100448583e3) + 4.84406305325125486048e3
		return x + x*s*n/d
	}
	if !(z < 20) {
		if x != x {
			return x
		}
		return math.Copysign(1, x) // 1 − tanh 20 = 8·10⁻¹⁸
	}
	k, p := expParts(2 * z)
	hi := 1 + p
	lo := p - (hi - 1)
	t := pow2(k)
	e := hi * t // e^{2x} = e + lo·t
	d := e + 1  // e > 1: the next line is exact (Dekker 1971)
	dl := (1 - (d - e)) + lo*t
	q := 2 / d
	r := 1 - q
	return math.Copysign(r+(((1-r)-q)+q*(dl/d)), x)
}

// Pow returns x^y for x ≥ 0; NaN for x < 0. Its error is below one ulp.
//
// log₂ x is carried with 24 extra bits (FDLIBM e_pow).
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y || x < 0:
		return math.NaN()
	case math.IsInf(y, 0):
		if (x > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	case x == 0 || math.IsInf(x, 0):
		if (x == 0) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	case y == 1:
		return x
	}
	n := int64(0)
	if x < 0x1p-1022 {
		x *= 0x1p54
		n = -54
	}
	ix := math.Float64bits(x)
	n += int64(ix>>52) - 1023
	ix = ix&(1<<52-1) | 0x3ff<<52
	// x/2ⁿ lies near bp = 1 or 1.5.
	var bp, dpHi, dpLo float64
	hx := ix >> 32
	switch {
	case hx <= 0x3ff3988e: // below √(3/2)
		bp = 1
	case hx < 0x3ffbb67a: // below √3
		bp, dpHi, dpLo = 1.5, 5.84962487220764160156e-01, 1.35003920212974897128e-08
	default:
		bp = 1
		n++
		ix -= 1 << 52
	}
	ax := math.Float64frombits(ix)
	// ss = sh + sl = (ax − bp)/(ax + bp)
	u := ax - bp
	v := 1 / (ax + bp)
	ss := u * v
	sh := high(ss)
	th := high(ax + bp)
	tl := ax - (th - bp)
	sl := v * ((u - sh*th) - sh*tl)
	s2 := ss * ss
	r := s2 * s2 * (s2*(s2*(s2*(s2*(s2*2.06975017800338417784e-01+
		2.30660745775561754067e-01)+2.72728123808534006489e-01)+3.33333329818377432918e-01)+
		4.28571428578550184252e-01) + 5.99999999999994648725e-01)
	r += sl * (sh + ss)
	s2 = sh * sh
	th = high(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u = sh * th
	v = sl*th + tl*ss
	ph := high(u + v)
	pl := v - (ph - u)
	zh := 9.61796700954437255859e-01 * ph
	zl := -7.02846165095275826516e-09*ph + pl*9.61796693925975554329e-01 + dpLo
	t := float64(n)
	t1 := high(((zh + zl) + dpHi) + t) // log₂ x = t1 + t2
	t2 := zl - (((t1 - t) - dpHi) - zh)

	y1 := high(y)
	pl = (y-y1)*t1 + y*t2
	ph = y1 * t1
	z := pl + ph
	switch {
	case z >= 1024:
		if z > 1024 || pl+8.0085662595372944372e-17 > z-ph {
			return math.Inf(1)
		}
	case z <= -1075.5:
		return 0
	case z != z:
		if (x > 1 || n > 0) == (y > 0) { // |y·log₂x| overflowed
			return math.Inf(1)
		}
		return 0
	}
	kf := math.Floor(z + 0.5)
	ph -= kf
	t = high(pl + ph)
	u = t * 6.93147182464599609375e-01
	v = (pl-(t-ph))*6.93147180559945286227e-01 + t*-1.90465429995776804525e-09
	z = u + v
	w := v - (z - u)
	t = z * z
	t1 = z - t*(t*(t*(t*(t*4.13813679705723846039e-08-
		1.65339022054652515390e-06)+6.61375632143793436117e-05)-
		2.77777777770155933842e-03)+1.66666666666666019037e-01)
	r = z*t1/(t1-2) - (w + z*w)
	return scale(1-(r-z), int64(kf))
}

// high is x without its low 32 bits.
func high(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1))
}

// twoProd returns p = fl(a·b) and the rounding error e, a·b = p + e exactly
// (Dekker 1971), as long as nothing over- or underflows.
func twoProd(a, b float64) (p, e float64) {
	const split = 1<<27 + 1
	t := split * a
	ah := t - (t - a)
	al := a - ah
	t = split * b
	bh := t - (t - b)
	bl := b - bh
	p = a * b
	e = ((ah*bh - p) + ah*bl + al*bh) + al*bl
	return p, e
}

// twoSum returns s = fl(a+b) and the rounding error e, a+b = s + e exactly
// (Knuth 1969).
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}
