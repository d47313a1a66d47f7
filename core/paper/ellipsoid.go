package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Enclose returns the minimum-volume ellipsoid around points of dim numbers
// each, one after another (Algorithm 3 of Han & Martínez 2021, line 13).
//
// Method: the dual, max ln det Σ uᵢ (xᵢ−c)(xᵢ−c)ᵀ over weights u on the simplex
// (Titterington 1975; Todd & Yıldırım 2007), whose optimum has only d(d+3)/2
// points of positive weight. A working set holds the candidates; on it a
// primal–dual Newton method finds the weights to rounding; the points farthest
// out enter, those of no weight leave, until none lies outside. The start is
// Kumar & Yıldırım's (2005) core set, found in coordinates that make the points
// round, so that thin sets lose no digits.
//
// Certificate: for the weights u with centre c and scatter S, every enclosing
// ellipsoid has ln volume ≥ ½ ln det S + (d/2) ln d + const, and the returned
// one has ½ ln det S + (d/2) ln ρ + const with ρ = max (x−c)ᵀS⁻¹(x−c). Gap is
// the difference, (d/2) ln(ρ/d), never below 0.
//
// Points without spread in some direction (all equal, collinear, fewer than
// dim+1 different ones; spread below 10⁻¹² of the longest half-axis or of
// 10⁻¹⁴ of the largest coordinate) have no ellipsoid of positive volume: the
// half-axis there is set to the larger of 10⁻⁹ of the longest and 10⁻¹² of the
// largest coordinate (10⁻¹² if all are zero), Degenerate is set, and Gap refers
// to the directions that have spread.
//
// Where the spread is below 10⁻⁷ of the coordinates, rounding of the centre
// itself costs volume; Gap counts that too.
//
// Every point satisfies Contains, exactly. It reports an error for numbers
// that are not finite, and for none.
func Enclose(points []float64, dim int) (Ellipsoid, error) {
	if dim < 1 {
		return Ellipsoid{}, fmt.Errorf("the dimension is %d: a release needs at least one number a step", dim)
	}
	n := len(points) / dim
	if n == 0 || n*dim != len(points) {
		return Ellipsoid{}, fmt.Errorf("%d numbers are no list of points with %d numbers each", len(points), dim)
	}
	largest := 0.0
	for i, x := range points {
		// Beyond 10¹⁵⁰ squares overflow.
		if !(math.Abs(x) <= 1e150) {
			return Ellipsoid{}, lang.Errorf("paper.infinite", "release", i/dim+1)
		}
		largest = math.Max(largest, math.Abs(x))
	}
	f := newFrame(points, dim, largest)
	e := f.rank
	// Coordinates in which the points are round, e numbers each.
	y := f.coordinates(points)
	center := slices.Clone(f.origin)
	half := make([]float64, dim)        // half-axes' lengths
	axes := make([]float64, 0, dim*dim) // unit vectors
	gap := 0.0
	if e > 0 {
		c, chol, g := roundEllipsoid(y, e)
		gap = g
		// Factor F = W L of the shape in the points' own coordinates.
		factor := make([]float64, dim*e) // column by column, dim × e
		for i := 0; i < dim; i++ {
			for k := 0; k < e; k++ {
				s := 0.0
				for j := k; j < e; j++ {
					s += f.basis[j*dim+i] * f.scale[j] * chol[j*e+k]
				}
				factor[k*dim+i] = s
			}
			s := 0.0
			for j := 0; j < e; j++ {
				s += f.basis[j*dim+i] * f.scale[j] * c[j]
			}
			center[i] += s
		}
		directions, lengths := principal(factor, dim, e)
		axes = append(axes, directions...)
		copy(half, lengths)
	}
	if e < dim {
		floor := cmp.Or(math.Max(1e-9*half[0], 1e-12*largest), 1e-12)
		axes = complete(axes, dim)
		for k := e; k < dim; k++ {
			half[k] = floor
		}
	}
	out := Ellipsoid{Dim: dim, Center: center, Axes: axes, Gap: gap, Degenerate: e < dim}
	// Grow by what rounding (and, in directions without spread, what little
	// spread there is) leaves outside.
	far := 1.0
	for pass := 0; ; pass++ {
		out.setAxes(axes, half)
		m := out.matcher()
		worst := 0.0
		for i := 0; i < n; i++ {
			worst = math.Max(worst, m.square(points[i*dim:(i+1)*dim]))
		}
		if worst <= 1 {
			break
		}
		if pass == 60 {
			return Ellipsoid{}, lang.Errorf("paper.flat", "least", half[dim-1], "most", half[0])
		}
		// Each pass adds a rounding error more than the one before.
		grow := math.Sqrt(worst) * (1 + math.Ldexp(1, pass-52))
		far *= grow
		for k := range half {
			half[k] *= grow
		}
	}
	if e == dim {
		out.Gap += float64(dim) * math.Max(num.Log(far), 0)
	}
	return out, nil
}

// setAxes fills Axes, A and B from unit directions and half-axes.
func (e *Ellipsoid) setAxes(directions, half []float64) {
	d := e.Dim
	e.Axes = make([]float64, d*d)
	e.A = make([]float64, d*d)
	e.B = nil
	for k := 0; k < d; k++ {
		for i := 0; i < d; i++ {
			e.Axes[k*d+i] = directions[k*d+i] * half[k]
			for j := 0; j < d; j++ {
				e.A[i*d+j] += directions[k*d+i] * directions[k*d+j] / half[k]
			}
		}
	}
	for i := range d {
		e.B = append(e.B, num.Dot(e.A[i*d:(i+1)*d], e.Center))
	}
}

// frame is an affine coordinate system in which points are about as long as
// wide: x = origin + Σ scale_j y_j basis_j.
type frame struct {
	dim, rank int
	origin    []float64
	basis     []float64 // rank unit vectors, orthogonal
	scale     []float64
}

// newFrame finds the frame by pivoting: each direction leads to the point
// farthest from the span of those before.
func newFrame(points []float64, dim int, largest float64) frame {
	n := len(points) / dim
	f := frame{dim: dim, origin: slices.Clone(points[:dim])}
	rest := make([]float64, len(points))
	for i := 0; i < n; i++ {
		for j := 0; j < dim; j++ {
			rest[i*dim+j] = points[i*dim+j] - f.origin[j]
		}
	}
	for f.rank < dim {
		far, at := 0.0, 0
		for i := 0; i < n; i++ {
			p := rest[i*dim : (i+1)*dim]
			if s := num.Dot(p, p); s > far {
				far, at = s, i
			}
		}
		length := math.Sqrt(far)
		floor := 1e-14 * largest
		if f.rank > 0 {
			floor = math.Max(floor, 1e-12*f.scale[0])
		}
		if !(length > floor) {
			break
		}
		dir := make([]float64, dim)
		for j := range dir {
			dir[j] = rest[at*dim+j] / length
		}
		orthogonalise(dir, f.basis, dim)
		f.basis = append(f.basis, dir...)
		f.scale = append(f.scale, length)
		f.rank++
		for i := 0; i < n; i++ {
			p := rest[i*dim : (i+1)*dim]
			s := num.Dot(dir, p)
			for j := range p {
				p[j] -= s * dir[j]
			}
		}
	}
	return f
}

// orthogonalise removes what v has along the unit vectors of basis, twice, and
// makes it a unit vector. It returns the length that was left.
func orthogonalise(v, basis []float64, dim int) float64 {
	for pass := 0; pass < 2; pass++ {
		for k := 0; k+dim <= len(basis); k += dim {
			s := num.Dot(v, basis[k:k+dim])
			for j := range v {
				v[j] -= s * basis[k+j]
			}
		}
	}
	s := math.Sqrt(num.Dot(v, v))
	for j := range v {
		v[j] /= s
	}
	return s
}

// coordinates returns the points in the frame, rank numbers each.
func (f frame) coordinates(points []float64) []float64 {
	y := make([]float64, 0, len(points)/f.dim*f.rank)
	rest := make([]float64, f.dim)
	for ; len(points) > 0; points = points[f.dim:] {
		for j, o := range f.origin {
			rest[j] = points[j] - o
		}
		for k := range f.rank {
			y = append(y, num.Dot(f.basis[k*f.dim:(k+1)*f.dim], rest)/f.scale[k])
		}
	}
	return y
}

// complete appends unit vectors to k orthogonal ones until there are dim.
func complete(axes []float64, dim int) []float64 {
	for len(axes) < dim*dim {
		var best []float64
		most := -1.0
		for j := 0; j < dim; j++ {
			v := make([]float64, dim)
			v[j] = 1
			if l := orthogonalise(v, axes, dim); l > most {
				best, most = v, l
			}
		}
		axes = append(axes, best...)
	}
	return axes
}

// roundEllipsoid solves the problem for n points of e numbers each that span
// e dimensions. It returns the centre, the lower factor L (row by row) of the
// shape, {c + L z : ‖z‖ ≤ 1}, and the gap in ln volume.
func roundEllipsoid(y []float64, e int) (center, factor []float64, gap float64) {
	if e == 1 {
		lo, hi := slices.Min(y), slices.Max(y)
		return []float64{lo + (hi-lo)/2}, []float64{(hi - lo) / 2}, 0
	}
	n := len(y) / e
	set := coreSet(y, e)
	w := &weights{y: y, e: e, set: set, u: slices.Repeat([]float64{1 / float64(len(set))}, len(set)),
		center: make([]float64, e), chol: make([]float64, e*e), z: make([]float64, e)}
	w.scatter()
	best := math.Inf(1)
	for round := 0; round < 500; round++ {
		w.solve()
		// Every point's distance; remember the farthest few.
		many := 1
		if e > 2 {
			many = e
		}
		far := make([]int, 0, many+1)
		dist := make([]float64, 0, many+1)
		rho := 0.0
		for i := 0; i < n; i++ {
			q := w.distance(y[i*e : (i+1)*e])
			rho = math.Max(rho, q)
			if len(dist) == many && q <= dist[many-1] {
				continue
			}
			at := sort.Search(len(dist), func(k int) bool { return dist[k] < q })
			far, dist = slices.Insert(far, at, i), slices.Insert(dist, at, q)
			far, dist = far[:min(len(far), many)], dist[:min(len(dist), many)]
		}
		g := float64(e) / 2 * num.Log(rho/float64(e))
		if g < best {
			best = g
			center = append(center[:0], w.center...)
			factor = append(factor[:0], w.chol...)
			s := math.Sqrt(rho)
			for i := range factor {
				factor[i] *= s
			}
			gap = math.Max(g, 0)
		}
		if g <= 1e-13 || !w.add(far, dist) {
			break
		}
	}
	return center, factor, gap
}

// coreSet returns 2e points whose hull is a fixed fraction of all points' hull
// (Kumar & Yıldırım 2005): the two extremes along each of e directions, each
// direction orthogonal to the differences before.
func coreSet(y []float64, e int) []int {
	along := make([]float64, len(y)/e)
	var set []int
	var basis []float64
	for len(basis) < e*e {
		dir := complete(append([]float64(nil), basis...), e)[len(basis) : len(basis)+e]
		for i := range along {
			along[i] = num.Dot(dir, y[i*e:(i+1)*e])
		}
		iLo, iHi := slices.Index(along, slices.Min(along)), slices.Index(along, slices.Max(along))
		set = append(set, iLo, iHi)
		v := make([]float64, e)
		for j := range v {
			v[j] = y[iHi*e+j] - y[iLo*e+j]
		}
		orthogonalise(v, basis, e)
		basis = append(basis, v...)
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// weights is the working set and its dual weights.
type weights struct {
	y      []float64
	e      int
	set    []int
	u      []float64
	center []float64 // e
	chol   []float64 // e × e, lower factor of the scatter
	z      []float64 // scratch, e
}

// scatter sets centre and factor from the weights.
func (w *weights) scatter() bool {
	e := w.e
	for j := range w.center {
		s := 0.0
		for i, p := range w.set {
			s += w.u[i] * w.y[p*e+j]
		}
		w.center[j] = s
	}
	for j := 0; j < e; j++ {
		for k := 0; k <= j; k++ {
			s := 0.0
			for i, p := range w.set {
				s += w.u[i] * ((w.y[p*e+j] - w.center[j]) * (w.y[p*e+k] - w.center[k]))
			}
			w.chol[j*e+k] = s
		}
	}
	return num.Cholesky(w.chol, e)
}

// distance returns (x−c)ᵀS⁻¹(x−c).
func (w *weights) distance(x []float64) float64 {
	e := w.e
	q := 0.0
	for j := range e {
		s := x[j] - w.center[j]
		for k := range j {
			s -= w.chol[j*e+k] * w.z[k]
		}
		s /= w.chol[j*e+j]
		w.z[j] = s
		q += s * s
	}
	return q
}

// add drops points without weight and takes the farthest in. It reports
// whether there was anything to take.
func (w *weights) add(far []int, dist []float64) bool {
	k := 0
	for i := range w.set {
		if w.u[i] > 1e-11 {
			w.set[k], w.u[k] = w.set[i], w.u[i]
			k++
		}
	}
	w.set, w.u = w.set[:k], w.u[:k]
	added := false
	for i, p := range far {
		if dist[i] <= float64(w.e)*(1+1e-14) {
			continue
		}
		if !slices.Contains(w.set, p) {
			w.set = append(w.set, p)
			w.u = append(w.u, 0)
			added = true
		}
	}
	// Start the Newton method well inside the simplex.
	k = len(w.set)
	for i := range w.u {
		w.u[i] = 0.7*w.u[i] + 0.3/float64(k)
	}
	sum := 0.0
	for _, v := range w.u {
		sum += v
	}
	for i := range w.u {
		w.u[i] /= sum
	}
	w.scatter()
	return added
}

// solve finds the working set's weights by a primal–dual interior-point Newton
// method on max ln det Σ u q qᵀ, Σu = 1, u ≥ 0, with q = (x, 1): the gradient
// is ωᵢ = 1 + (xᵢ−c)ᵀS⁻¹(xᵢ−c), the Hessian −(1 + (xᵢ−c)ᵀS⁻¹(xⱼ−c))², and at
// the optimum ωᵢ + zᵢ = λ, uᵢ zᵢ = 0.
func (w *weights) solve() {
	e, k := w.e, len(w.set)
	white := make([]float64, k*e)
	omega := make([]float64, k)
	h := make([]float64, k*k)
	v := make([]float64, k)
	one := make([]float64, k)
	du := make([]float64, k)
	dz := make([]float64, k)
	z := make([]float64, k)
	keep := make([]float64, k)
	gradient := func() {
		for i, p := range w.set {
			omega[i] = 1 + w.distance(w.y[p*e:(p+1)*e])
			copy(white[i*e:], w.z)
		}
	}
	gradient()
	top, mu := slices.Max(omega), 0.0
	for i := range z {
		z[i] = math.Max(top-omega[i], 0) + 0.1
		mu += z[i] * w.u[i]
	}
	mu /= float64(k)
	for step := 0; step < 60; step++ {
		target := mu * 0.1
		if step > 0 && mu > 1e-3 {
			target = mu * 0.2
		}
		target = math.Max(target, 1e-17)
		for i := 0; i < k; i++ {
			for j := 0; j <= i; j++ {
				s := 1.0
				for c := 0; c < e; c++ {
					s += white[i*e+c] * white[j*e+c]
				}
				h[i*k+j] = s * s
			}
			h[i*k+i] += z[i] / w.u[i]
			v[i] = omega[i] + target/w.u[i]
			one[i] = 1
		}
		if !num.Cholesky(h, k) {
			break
		}
		num.CholeskySolve(h, v, k)
		num.CholeskySolve(h, one, k)
		sv, so, su := 0.0, 0.0, 0.0
		for i := 0; i < k; i++ {
			sv += v[i]
			so += one[i]
			su += w.u[i]
		}
		lambda := (sv - (1 - su)) / so
		size := 1.0
		for i := 0; i < k; i++ {
			du[i] = v[i] - lambda*one[i]
			dz[i] = (target-z[i]*du[i])/w.u[i] - z[i]
			if du[i] < 0 {
				size = math.Min(size, -0.995*w.u[i]/du[i])
			}
			if dz[i] < 0 {
				size = math.Min(size, -0.995*z[i]/dz[i])
			}
		}
		copy(keep, w.u)
		mu = 0
		for i := 0; i < k; i++ {
			w.u[i] += size * du[i]
			z[i] += size * dz[i]
			mu += w.u[i] * z[i]
		}
		mu /= float64(k)
		if !w.scatter() {
			copy(w.u, keep)
			w.scatter()
			break
		}
		gradient()
		if top := slices.Max(omega); top-float64(e+1) <= 1e-14*float64(e+1) || (mu <= 1e-16 && size > 0.9) {
			break
		}
	}
}

// principal returns the left singular vectors (one after another, dim numbers
// each) and singular values, largest first, of a dim × e matrix given column by
// column, which it overwrites, by one-sided Jacobi rotations, which keep small
// singular values' relative accuracy. The largest component of each vector is positive.
func principal(col []float64, dim, e int) (directions, lengths []float64) {
	inner := func(p, q int) float64 { return num.Dot(col[p*dim:(p+1)*dim], col[q*dim:(q+1)*dim]) }
	for sweep := 0; sweep < 60; sweep++ {
		turned := false
		for p := 0; p < e; p++ {
			for q := p + 1; q < e; q++ {
				app, aqq, apq := inner(p, p), inner(q, q), inner(p, q)
				if math.Abs(apq) <= 1e-16*math.Sqrt(app*aqq) {
					continue
				}
				turned = true
				tau := (aqq - app) / (2 * apq)
				t := 1 / (math.Abs(tau) + math.Sqrt(1+tau*tau))
				if tau < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(1+t*t)
				s := c * t
				for i := 0; i < dim; i++ {
					x, y := col[p*dim+i], col[q*dim+i]
					col[p*dim+i] = c*x - s*y
					col[q*dim+i] = s*x + c*y
				}
			}
		}
		if !turned {
			break
		}
	}
	order, size := num.Indices(e), make([]float64, e)
	for k := range order {
		size[k] = math.Sqrt(inner(k, k))
	}
	sort.SliceStable(order, func(i, j int) bool { return size[order[i]] > size[order[j]] })
	for _, k := range order {
		v := col[k*dim : (k+1)*dim]
		big := slices.MaxFunc(v, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
		for i := range v {
			directions = append(directions, math.Copysign(1, big)*v[i]/size[k])
		}
		lengths = append(lengths, size[k])
	}
	return directions, lengths
}
