package num

import "math"

// logGamma returns ln Γ(x) for x ≥ 0; NaN for x < 0. (FDLIBM e_lgamma_r.)
func logGamma(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0 || x > math.MaxFloat64:
		return math.Inf(1)
	case x < 0x1p-70:
		return -Log(x)
	case x == 1 || x == 2:
		return 0
	case x < 2:
		base := 0.0
		if x <= 0.9 {
			base = -Log(x)
			switch {
			case x >= 0.7316321449683623:
				return base + lgamNear2(1-x)
			case x >= 0.23163214496836226:
				return base + lgamNearMin(x-(lgamTc-1))
			}
			return base + lgamNear1(x)
		}
		switch {
		case x >= 1.7316321449683623:
			return lgamNear2(2 - x)
		case x >= 1.2316321449683623:
			return lgamNearMin(x - lgamTc)
		}
		return lgamNear1(x - 1)
	case x < 8:
		i := int(x)
		y := x - float64(i)
		p := y * (y*(y*(y*(y*(y*(y*3.19475326584100867617e-05+
			1.84028451407337715652e-03)+2.66422703033638609560e-02)+1.46350472652464452805e-01)+
			3.25778796408930981787e-01)+2.14982415960608852501e-01) - 7.72156649015328655494e-02)
		q := y*(y*(y*(y*(y*(y*7.32668430744625636189e-06+
			7.77942496381893596434e-04)+1.86459191715652901344e-02)+1.71933865632803078993e-01)+
			7.21935547567138069525e-01)+1.39200533467621045958e+00) + 1
		r := 0.5*y + p/q
		z := 1.0
		for ; i > 2; i-- { // Γ(1+s) = s·Γ(s)
			z *= y + float64(i-1)
		}
		if z == 1 {
			return r
		}
		return r + Log(z)
	case x < 0x1p58:
		return (x-0.5)*(Log(x)-1) + (0.418938533204672725052 + stirling(x))
	}
	return x * (Log(x) - 1)
}

const (
	lgamTc = 1.46163214496836224576e+00 // where ln Γ is least
	lgamTf = -1.21486290535849611461e-01
	lgamTt = -3.63867699703950536541e-18
)

// lgamNear2 is ln Γ(2−y).
func lgamNear2(y float64) float64 {
	z := y * y
	p1 := z*(z*(z*(z*(z*2.52144565451257326939e-05+2.20862790713908385557e-04)+
		1.19270763183362067845e-03)+7.38555086081402883957e-03)+6.73523010531292681824e-02) + 7.72156649015328655494e-02
	p2 := z * (z*(z*(z*(z*(z*4.48640949618915160150e-05+1.08011567247583939954e-04)+
		5.10069792153511336608e-04)+2.89051383673415629091e-03)+2.05808084325167332806e-02) +
		3.22467033424113591611e-01)
	return (y*p1 + p2) - 0.5*y
}

// lgamNearMin is ln Γ(Tc+y).
func lgamNearMin(y float64) float64 {
	z := y * y
	w := z * y
	p1 := w*(w*(w*(w*3.15632070903625950361e-04-1.40346469989232843813e-03)+
		6.10053870246291332635e-03)-3.27885410759859649565e-02) + 4.83836122723810047042e-01
	p2 := w*(w*(w*(w*-3.12754168375120860518e-04+8.81081882437654011384e-04)-
		3.68452016781138256760e-03)+1.79706750811820387126e-02) - 1.47587722994593911752e-01
	p3 := w*(w*(w*(w*3.35529192635519073543e-04-5.38595305356740546715e-04)+
		2.25964780900612472250e-03)-1.03142241298341437450e-02) + 6.46249402391333854778e-02
	p := z*p1 - (lgamTt - w*(p2+y*p3))
	return lgamTf + p
}

// lgamNear1 is ln Γ(1+y).
func lgamNear1(y float64) float64 {
	p := y * (y*(y*(y*(y*(y*1.33810918536787660377e-02+2.28963728064692451092e-01)+
		9.77717527963372745603e-01)+1.45492250137234768737e+00)+6.32827064025093366517e-01) -
		7.72156649015328655494e-02)
	q := y*(y*(y*(y*(y*3.21709242282423911810e-03+1.04222645593369134254e-01)+
		7.69285150456672783825e-01)+2.12848976379893395361e+00)+2.45597793713041134822e+00) + 1
	return p/q - 0.5*y
}

// stirling returns ln Γ(x) − (x−½)·ln x + x − ½·ln 2π for x ≥ 8: FDLIBM's
// minimax polynomial in 1/x, which behaves as 1/(12x).
func stirling(x float64) float64 {
	z := 1 / x
	y := z * z
	return z * (y*(y*(y*(y*(y*-1.63092934096575273989e-03+
		8.36339918996282139126e-04)-5.95187557450339963135e-04)+7.93650558643019558500e-04)-
		2.77777777728775536470e-03) + 8.33333333333329678849e-02)
}

// logBeta returns ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a+b) for a, b > 0,
// without the cancellation of that sum when one argument is large. (Didonato &
// Morris 1992, algorithm 708.)
func logBeta(a, b float64) float64 {
	if !(a >= 0 && b >= 0) {
		return math.NaN()
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == 0:
		return math.Inf(1)
	case math.IsInf(b, 0):
		return math.Inf(-1)
	case b < 8:
		return logGamma(a) + (logGamma(b) - logGamma(a+b))
	case a < 8:
		return logGamma(a) + logGammaRatio(a, b)
	}
	// ½ ln 2π − ½ ln b + Δ(a) + Δ(b) − Δ(a+b) − (a−½)·ln((a+b)/a) − b·ln((a+b)/b)
	corr := stirling(a) + (stirling(b) - stirling(a+b))
	return HalfLog2Pi - 0.5*Log(b) + corr + (a-0.5)*Log(a/(a+b)) - b*Log1p(a/b)
}

// logGammaRatio returns ln(Γ(b)/Γ(a+b)) for b ≥ 8.
func logGammaRatio(a, b float64) float64 {
	return (a - (b-0.5)*Log1p(a/b)) - a*Log(a+b) + (stirling(b) - stirling(a+b))
}

// StirlingError returns ln Γ(x) − (x−½)·ln x + x − ½·ln 2π for x > 0, the
// remainder of Stirling's formula, about 1/(12x).
func StirlingError(x float64) float64 {
	if x >= 8 {
		return stirling(x)
	}
	return logGamma(x) - (x-0.5)*Log(x) + x - HalfLog2Pi
}
