package num

import "math"

// erfSmall returns y with erf(x) = x + x·y for |x| < 0.84375.
func erfSmall(z float64) float64 {
	r := z*(z*(z*(z*-2.37630166566501626084e-05-5.77027029648944159157e-03)-
		2.84817495755985104766e-02)-3.25042107247001499370e-01) + 1.28379167095512558561e-01
	s := z*(z*(z*(z*(z*-3.96022827877536812320e-06+1.32494738004321644526e-04)+
		5.08130628187576562776e-03)+6.50222499887672944485e-02)+3.97917223959155352819e-01) + 1
	return r / s
}

// erfcLog returns g with x·e^{x²}·erfc(x) = e^{g − 0.5625}, for x ≥ 1.25.
func erfcLog(x float64) float64 {
	s := 1 / (x * x)
	switch {
	case x < 1/0.35:
		r := s*(s*(s*(s*(s*(s*(s*-9.81432934416914548592e+00-
			8.12874355063065934246e+01)-1.84605092906711035994e+02)-1.62396669462573470355e+02)-
			6.23753324503260060396e+01)-1.05586262253232909814e+01)-6.93858572707181764372e-01) -
			9.86494403484714822705e-03
		t := s*(s*(s*(s*(s*(s*(s*(s*-6.04244152148580987438e-02+
			6.57024977031928170135e+00)+1.08635005541779435134e+02)+4.29008140027567833386e+02)+
			6.45387271733267880336e+02)+4.34565877475229228821e+02)+1.37657754143519042600e+02)+
			1.96512716674392571292e+01) + 1
		return r / t
	case x < 28:
		r := s*(s*(s*(s*(s*(s*-4.83519191608651397019e+02-
			1.02509513161107724954e+03)-6.37566443368389627722e+02)-1.60636384855821916062e+02)-
			1.77579549177547519889e+01)-7.99283237680523006574e-01) - 9.86494292470009928597e-03
		t := s*(s*(s*(s*(s*(s*(s*-2.24409524465858183362e+01+
			4.74528541206955367215e+02)+2.55305040643316442583e+03)+3.19985821950859553908e+03)+
			1.53672958608443695994e+03)+3.25792512996573918826e+02)+3.03380607434824582924e+01) + 1
		return r / t
	}
	// ln(x√π·e^{x²}·erfc x) = −s/2 + 5s²/8 − 37s³/24 + …, from Abramowitz &
	// Stegun 7.1.23.
	const logSqrtPiLess = 0.5625 - 0.572364942924700087071713675677 // 0.5625 − ln √π
	return logSqrtPiLess - s*(0.5-s*(0.625-s*(37.0/24-s*(353.0/64-s*(4081.0/160)))))
}

// Erf returns the error function of x.
func Erf(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case !(ax >= 1.25):
		return math.Erf(x)
	case ax >= 6:
		return math.Copysign(1, x)
	}
	return math.Copysign(1-erfcTail(ax), x)
}

// erfcTail is erfc(x) for x ≥ 1.25.
func erfcTail(x float64) float64 {
	z := high(x) // z² is exact
	return Exp(-(z*z)-0.5625) * Exp((z-x)*(z+x)+erfcLog(x)) / x
}

// Erfc returns 1 − erf(x), accurate in the upper tail. (FDLIBM s_erf.)
func Erfc(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x:
		return x
	case ax < 0x1p-56:
		return 1 - x
	case ax < 0.84375:
		y := erfSmall(x * x)
		if x < 0.25 {
			return 1 - (x + x*y)
		}
		return 0.5 - (x*y + (x - 0.5))
	case ax < 1.25:
		if x > 0 {
			return math.Erfc(x)
		}
		return 1 - math.Erf(x)
	case x > 0:
		if x > 28 {
			return 0
		}
		return erfcTail(x)
	case ax >= 6:
		return 2
	}
	return 2 - erfcTail(ax)
}

// NormalPDF returns φ(x) = e^{−x²/2}/√(2π).
func NormalPDF(x float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	z := high(x)
	return InvSqrt2Pi * Exp(-0.5*(z*z)) * Exp(-0.5*((x-z)*(x+z)))
}

// normalUpper is 1 − Φ(x) for x ≥ 1.25·√2. Its exponent is formed from x
// itself: x/√2 would be wrong in its last place, which e^{−x²/2} magnifies.
func normalUpper(x float64) float64 {
	t := x * invSqrt2
	z := high(x)
	return 0.5 * Exp(-(0.5*(z*z))-0.5625) * Exp(0.5*((z-x)*(z+x))+erfcLog(t)) / t
}

// NormalCDF returns Φ(x), the standard normal distribution function, accurate
// in the lower tail down to the smallest numbers; use NormalCDF(−x) for the
// upper.
func NormalCDF(x float64) float64 {
	switch {
	case x != x:
		return x
	case x < -38.6:
		return 0
	case x < -1.77:
		return normalUpper(-x)
	case x <= 1.77:
		return 0.5 * Erfc(-(x * invSqrt2))
	case x > 9:
		return 1
	}
	return 1 - normalUpper(x)
}

// LogNormalCDF returns ln Φ(x), accurate in both tails: it does not underflow
// on the left and tends to −Φ(−x) on the right.
func LogNormalCDF(x float64) float64 {
	switch {
	case x != x:
		return x
	case x >= 0:
		return Log1p(-NormalCDF(-x))
	case x > -1.77:
		return Log(NormalCDF(x))
	case x < -1e154:
		return math.Inf(-1)
	}
	t := -(x * invSqrt2)
	return -(0.5 * (x * x)) - 0.5625 + erfcLog(t) - Log(t) - math.Ln2
}

// NormalQuantile returns Φ⁻¹(p): −Inf at 0, +Inf at 1, NaN outside [0, 1].
//
// It is Wichura's PPND16 (1988, algorithm AS 241), good to about 10⁻¹⁶, down to
// p = 10⁻³⁰⁷. For the upper tail use −NormalQuantile(q) with q = 1 − p. It scales
// noise and weighs events, so it decides counts: gonum's takes its logarithm from
// package math, whose last bit is another natively.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	}
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - q*q
		n := r*(r*(r*(r*(r*(r*(r*2.5090809287301226727e3+3.3430575583588128105e4)+
			6.7265770927008700853e4)+4.5921953931549871457e4)+1.3731693765509461125e4)+
			1.9715909503065514427e3)+1.3314166789178437745e2) + 3.3871328727963666080e0
		d := r*(r*(r*(r*(r*(r*(r*5.2264952788528545610e3+2.8729085735721942674e4)+
			3.9307895800092710610e4)+2.1213794301586595867e4)+5.3941960214247511077e3)+
			6.8718700749205790830e2)+4.2313330701600911252e1) + 1
		return q * n / d
	}
	r := p
	if q > 0 {
		r = 1 - p
	}
	r = math.Sqrt(-Log(r))
	var n, d float64
	if r <= 5 {
		r -= 1.6
		n = r*(r*(r*(r*(r*(r*(r*7.74545014278341407640e-4+2.27238449892691845833e-2)+
			2.41780725177450611770e-1)+1.27045825245236838258e0)+3.64784832476320460504e0)+
			5.76949722146069140550e0)+4.63033784615654529590e0) + 1.42343711074968357734e0
		d = r*(r*(r*(r*(r*(r*(r*1.05075007164441684324e-9+5.47593808499534494600e-4)+
			1.51986665636164571966e-2)+1.48103976427480074590e-1)+6.89767334985100004550e-1)+
			1.67638483018380384940e0)+2.05319162663775882187e0) + 1
	} else {
		r -= 5
		n = r*(r*(r*(r*(r*(r*(r*2.01033439929228813265e-7+2.71155556874348757815e-5)+
			1.24266094738807843860e-3)+2.65321895265761230930e-2)+2.96560571828504891230e-1)+
			1.78482653991729133580e0)+5.46378491116411436990e0) + 6.65790464350110377720e0
		d = r*(r*(r*(r*(r*(r*(r*2.04426310338993978564e-15+1.42151175831644588870e-7)+
			1.84631831751005468180e-5)+7.86869131145613259100e-4)+1.48753612908506148525e-2)+
			1.36929880922735805310e-1)+5.99832206555887937690e-1) + 1
	}
	return math.Copysign(n/d, q)
}

// NormalQuantileLog returns Φ⁻¹(e^l) for l ≤ 0, where e^l may underflow.
func NormalQuantileLog(l float64) float64 {
	switch {
	case l > -690:
		return NormalQuantile(Exp(l))
	case math.IsInf(l, -1):
		return l
	}
	// Newton on ln Φ, whose slope at −t is 1/MillsRatio(t); it is nearly linear
	// in t².
	t := math.Sqrt(-2 * l)
	t = math.Sqrt(-2*l - Log(t*t) - 2*HalfLog2Pi)
	for range 4 {
		t += (LogNormalCDF(-t) - l) * MillsRatio(t)
	}
	return -t
}

// MillsRatio returns (1 − Φ(x))/φ(x) without underflow for x ≥ −37; it is about
// 1/x for large x.
func MillsRatio(x float64) float64 {
	if x < 1.77 {
		return NormalCDF(-x) / NormalPDF(x)
	}
	const sqrtPi = 1.77245385090551602729816748334
	return sqrtPi / x * Exp(erfcLog(x*invSqrt2)-0.5625)
}

// MeanInterval returns the mean of independent values and the half-width of its
// 95 % interval, by the normal approximation; +Inf for a single value.
func MeanInterval(x []float64) (mean, half float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	if len(x) < 2 {
		return mean, math.Inf(1)
	}
	s := 0.0
	for _, v := range x {
		s += (v - mean) * (v - mean)
	}
	return mean, NormalQuantile(0.975) * math.Sqrt(s/float64(len(x)-1)/float64(len(x)))
}
