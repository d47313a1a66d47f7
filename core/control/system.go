package control

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// System is the linear system x⁺ = A x + B u, y = C x + D u.
type System struct{ A, B, C, D *mat.Dense }

// stable returns the spectral radius of A; the error is ErrUnstable.
func (s System) stable() (float64, error) {
	rho, err := SpectralRadius(s.A)
	if err != nil || !(rho < 1) {
		return 0, ErrUnstable
	}
	return rho, nil
}

// At returns the largest singular value of the transfer matrix at e^{iω}, ω in
// radians per step. The error says that e^{iω} is a pole.
func (s System) At(omega float64) (float64, error) {
	sin, cos := math.Sincos(omega)
	// (zI − A) X = B over the reals: [[cI−A, −sI], [sI, cI−A]] [Xr; Xi] = [B; 0].
	n, m := s.B.Dims()
	p, _ := s.C.Dims()
	big, rhs := mat.NewDense(2*n, 2*n, nil), mat.NewDense(2*n, m, nil)
	core := Sub(Identity(n, cos), s.A)
	SetBlock(big, 0, 0, core)
	SetBlock(big, n, n, core)
	for i := range n {
		big.Set(i, n+i, -sin)
		big.Set(n+i, i, sin)
	}
	SetBlock(rhs, 0, 0, s.B)
	x, err := Solve(big, rhs)
	if err != nil {
		return 0, err
	}
	re, im := Add(Mul(s.C, x.Slice(0, n, 0, m)), s.D), Mul(s.C, x.Slice(n, 2*n, 0, m))
	if p == 1 && m == 1 {
		return math.Hypot(re.At(0, 0), im.At(0, 0)), nil
	}
	full := mat.NewDense(2*p, 2*m, nil)
	SetBlock(full, 0, 0, re)
	SetBlock(full, p, m, re)
	SetBlock(full, 0, m, Scale(-1, im))
	SetBlock(full, p, 0, im)
	return MaxSingular(full), nil
}

// HInf returns the H∞ norm, the largest singular value of the transfer matrix
// over all frequencies, to a relative 10⁻⁹, and a frequency in radians per step
// where it is reached. Candidates are a grid, the poles' frequencies and
// neighbours at the poles' own widths; the eigenvalues of a Hamiltonian matrix
// (Boyd & Balakrishnan 1990; Bruinsma & Steinbuch 1990), after a bilinear map to
// continuous time, which keeps the norm, then show where the response is higher
// still; and each summit found is climbed by golden sections. The error says
// that the system is not stable.
func (s System) HInf() (norm, omega float64, err error) {
	if _, err := s.stable(); err != nil {
		return 0, 0, err
	}
	poles, err := eigenvalues(s.A)
	if err != nil {
		return 0, 0, err
	}
	type point struct{ w, g float64 }
	var tried []point
	best := point{}
	try := func(w float64) float64 {
		w = min(max(w, 0), math.Pi)
		g, err := s.At(w)
		if err != nil {
			return 0
		}
		tried = append(tried, point{w, g})
		if g > best.g {
			best = point{w, g}
		}
		return g
	}
	const grid = 128
	for i := range grid + 1 {
		try(math.Pi * float64(i) / grid)
	}
	for _, p := range poles {
		w := math.Abs(math.Atan2(imag(p), real(p)))
		try(w)
		for width := 1 - math.Hypot(real(p), imag(p)); width < 0.1; width *= 4 {
			try(w - width)
			try(w + width)
		}
	}
	// Climb the highest of the summits seen so far.
	climb := func() {
		sort.Slice(tried, func(i, j int) bool { return tried[i].w < tried[j].w })
		var tops []int
		for i := range tried {
			if (i == 0 || tried[i].g >= tried[i-1].g) && (i == len(tried)-1 || tried[i].g >= tried[i+1].g) {
				tops = append(tops, i)
			}
		}
		sort.Slice(tops, func(i, j int) bool { return tried[tops[i]].g > tried[tops[j]].g })
		type bracket struct{ lo, hi float64 }
		var todo []bracket
		for _, i := range tops[:min(3, len(tops))] {
			todo = append(todo, bracket{tried[max(i-1, 0)].w, tried[min(i+1, len(tried)-1)].w})
		}
		for _, b := range todo {
			num.Golden(b.lo, b.hi, 45, func(w float64) float64 { return -try(w) })
		}
	}
	climb()
	if best.g == 0 {
		return 0, 0, nil
	}
	level, err := s.levels()
	if err != nil {
		return best.g, best.w, nil // A has an eigenvalue at −1 up to round-off
	}
	for range 20 {
		before := best.g
		ws := level(best.g * (1 + 1e-10))
		for i, w := range ws {
			try(w)
			if i > 0 {
				try((w + ws[i-1]) / 2)
			}
		}
		if best.g <= before*(1+1e-10) {
			break
		}
		climb()
	}
	return best.g, best.w, nil
}

// levels returns a function that lists the frequencies ω, sorted, at which a
// singular value of the transfer matrix comes near gamma: those of the
// eigenvalues near the imaginary axis of a Hamiltonian matrix. It errs on the
// side of too many. The error says that A has an eigenvalue at −1.
func (s System) levels() (func(gamma float64) []float64, error) {
	n, m := s.B.Dims()
	p, _ := s.C.Dims()
	inv, err := Inverse(Add(s.A, Identity(n, 1)))
	if err != nil {
		return nil, err
	}
	// z = (1+q)/(1−q): A′ = (A+I)⁻¹(A−I), with B, C, D to match.
	a := Mul(inv, Sub(s.A, Identity(n, 1)))
	b, c := Scale(math.Sqrt2, Mul(inv, s.B)), Scale(math.Sqrt2, Mul(s.C, inv))
	d := Sub(s.D, Mul(s.C, inv, s.B))
	return func(gamma float64) []float64 {
		rinv, err := Inverse(Sub(Identity(m, gamma*gamma), Mul(d.T(), d)))
		if err != nil {
			return nil
		}
		f := Add(a, Mul(b, rinv, d.T(), c))
		h := mat.NewDense(2*n, 2*n, nil)
		SetBlock(h, 0, 0, f)
		SetBlock(h, 0, n, Mul(b, rinv, b.T()))
		SetBlock(h, n, 0, Scale(-1, Mul(c.T(), Add(Identity(p, 1), Mul(d, rinv, d.T())), c)))
		SetBlock(h, n, n, Scale(-1, f.T()))
		ev, err := eigenvalues(h)
		if err != nil {
			return nil
		}
		var ws []float64
		for _, z := range ev {
			if imag(z) >= 0 && math.Abs(real(z)) <= 1e-3*math.Abs(imag(z))+1e-9 {
				ws = append(ws, 2*math.Atan(imag(z)))
			}
		}
		sort.Float64s(ws)
		return ws
	}, nil
}

// ErrSlow is returned where an impulse response takes too long to die away.
var ErrSlow = lang.Errorf("control.slow")

// L1 returns an upper bound on the ℓ₁ gain Σ|g_k| of a system with one input
// and one output, above the truth by at most a relative 10⁻⁶ (typically 10⁻⁹).
// Values are summed until what is left is provably small: with P solving
// AᵀPA/r² + I = P for an r between the spectral radius and one, ‖Aᵏx‖_P ≤
// rᵏ‖x‖_P and |C x| ≤ √(C P⁻¹ Cᵀ) ‖x‖_P, so the rest after a state x is at most
// √(C P⁻¹ Cᵀ) ‖x‖_P/(1−r). The bound includes the sum's round-off. It is never
// below the H∞ norm, which no ℓ₁ gain is. The error is ErrUnstable or ErrSlow.
func (s System) L1() (float64, error) {
	rho, err := s.stable()
	if err != nil {
		return 0, err
	}
	n, _ := s.A.Dims()
	r := 0.5 * (1 + rho)
	p, err := Lyapunov(Scale(1/r, s.A.T()), Identity(n, 1))
	if err != nil {
		return 0, ErrSlow
	}
	if !Definite(Sym(Sub(Scale(r*r, p), Congruence(s.A.T(), p))), true) {
		return 0, ErrSlow // the certificate is lost in round-off
	}
	ci, err := Solve(p, s.C.T())
	if err != nil {
		return 0, ErrSlow
	}
	size := math.Sqrt(max(Mul(s.C, ci).At(0, 0), 0)) / (1 - r)
	rest := func(x []float64) float64 {
		v := mat.NewVecDense(n, x)
		return size * math.Sqrt(max(mat.Inner(v, p, v), 0))
	}
	x, next, y := mat.Col(nil, 0, s.B), make([]float64, n), make([]float64, 1)
	sum, tail := math.Abs(s.D.At(0, 0)), rest(x)
	terms, limit := 0, 4_000_000/n
	for ; tail > 1e-10*sum; terms++ {
		if terms >= limit {
			if tail > 1e-6*sum {
				return 0, ErrSlow
			}
			break
		}
		Apply(s.C, x, y)
		sum += math.Abs(y[0])
		Apply(s.A, x, next)
		x, next = next, x
		if terms%32 == 31 || terms < 32 {
			tail = rest(x)
		}
	}
	const eps = 0x1p-52
	bound := (sum + tail) * (1 + 8*eps*float64(terms+n))
	h, _, err := s.HInf()
	if err != nil {
		return 0, err
	}
	return max(bound, h), nil
}

// Impulse returns the first count values of the impulse response from the first
// input to the first output.
func (s System) Impulse(count int) []float64 {
	n, _ := s.A.Dims()
	x, next := mat.Col(nil, 0, s.B), make([]float64, n)
	out := make([]float64, 0, count)
	for k := range count {
		v := s.D.At(0, 0)
		if k > 0 {
			v = 0
			for j, c := range s.C.RawRowView(0) {
				v += c * x[j]
			}
			Apply(s.A, x, next)
			x, next = next, x
		}
		out = append(out, v)
	}
	return out
}
