package num

import "math"

// betaLarge says whether betaAsymptotic is for these arguments: both large and
// x within a few standard deviations of the mean, where the continued fraction
// would take thousands of steps.
func betaLarge(a, b, l float64) bool {
	least := math.Min(a, b)
	return least > 100 && l <= 0.03*least
}

// betaAsymptotic returns B(a, b)·I_x(a, b)/(x^a·y^b) for large a and b and
// l = λ ≥ 0, to about 10⁻¹⁵: the expansion of Didonato & Morris (1992, §9; the
// procedure BASYM of algorithm 708).
func betaAsymptotic(a, b, x, y, l float64) float64 {
	const most = 20
	const e0, e1 = 1.12837916709551257390, 0.353553390593273762200 // 2/√π, 2^(−3/2)
	var a0, b0, c, d [most + 1]float64
	f := a*rlog1(-l/a, x/a*(a+b)) + b*rlog1(l/b, y/b*(a+b))
	z0 := math.Sqrt(f)
	z := z0 / e1 * 0.5
	z2 := f + f
	least, other := a, b
	r1 := (b - a) / math.Max(a, b)
	if a > b {
		least, other = b, a
	}
	h := least / other
	r0 := 1 / (h + 1)
	w0 := 1 / math.Sqrt(least*(h+1))
	a0[0] = r1 * (2.0 / 3)
	c[0] = a0[0] * -0.5
	d[0] = -c[0]
	// e^{z²}·erfc(z), without underflow: √(2/π) times Mills's ratio.
	j0 := 0.5 / e0 * (0.797884560802865355880 * MillsRatio(z0/invSqrt2))
	j1 := e1
	sum := j0 + d[0]*w0*j1
	s, h2, hn, w, znm1, zn := 1.0, h*h, 1.0, w0, z, z2
	for n := 2; n <= most; n += 2 {
		hn *= h2
		a0[n-1] = r0 * 2 * (h*hn + 1) / (float64(n) + 2)
		s += hn
		a0[n] = r1 * 2 * s / (float64(n) + 3)
		for i := n; i <= n+1; i++ {
			r := (float64(i) + 1) * -0.5
			b0[0] = r * a0[0]
			for m := 2; m <= i; m++ {
				bsum := 0.0
				for j := 1; j < m; j++ {
					bsum += (float64(j)*r - float64(m-j)) * a0[j-1] * b0[m-j-1]
				}
				b0[m-1] = r*a0[m-1] + bsum/float64(m)
			}
			c[i-1] = b0[i-1] / (float64(i) + 1)
			dsum := 0.0
			for j := 1; j < i; j++ {
				dsum += d[i-j-1] * c[j-1]
			}
			d[i-1] = -(dsum + c[i-1])
		}
		j0 = e1*znm1 + (float64(n)-1)*j0
		j1 = e1*zn + float64(n)*j1
		znm1 *= z2
		zn *= z2
		w *= w0
		t0 := d[n-1] * w * j0
		w *= w0
		t1 := d[n] * w * j1
		sum += t0 + t1
		if math.Abs(t0)+math.Abs(t1) <= 0x1p-54*sum {
			break
		}
	}
	m := InvSqrt2Pi * math.Sqrt(a/(a+b)*b)
	return e0 * sum / m
}
