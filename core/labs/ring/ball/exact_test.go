package ball

import (
	"math"
	"testing"

	"indistinct/core/rng"
)

// moments are means and products of coordinates, with their standard errors where each of n draws counts as one.
type moments struct {
	sum, square []float64
	n           float64
}

func (m *moments) add(x *Vec, d int, w float64) {
	var all []float64
	for i := range d {
		all = append(all, x[i])
		for j := range i + 1 {
			all = append(all, x[i]*x[j])
		}
	}
	if m.sum == nil {
		m.sum, m.square = make([]float64, len(all)), make([]float64, len(all))
	}
	for k, v := range all {
		m.sum[k] += w * v
		m.square[k] += w * v * v
	}
	m.n += w
}

func (m *moments) of(k int) (mean, variance float64) {
	mean = m.sum[k] / m.n
	return mean, m.square[k]/m.n - mean*mean
}

// precision is a random positive definite matrix about as large as scale.
func precision(s *rng.Stream, d int, scale float64) (p [4]Vec) {
	var a [4]Vec
	for i := range d {
		for j := range d {
			a[i][j] = s.Norm()
		}
	}
	for i := range d {
		for j := range d {
			for k := range d {
				p[i][j] += scale * a[i][k] * a[j][k] / float64(d)
			}
		}
		p[i][i] += 0.05 * scale
	}
	return p
}

// TestProposalsAreExact: draws by each proposal, accepted by the cost that is left, have the law's means and second
// moments, as uniform points in the ball weighted by its density. Moments are off by six standard errors with
// probability 2·10⁻⁹ each.
func TestProposalsAreExact(t *testing.T) {
	s := rng.New(rng.Key{Seed: 32})
	used := map[Proposal]int{}
	for _, c := range []struct {
		d                int
		scale, nu, inner float64 // inner: the mode's distance from the sphere
	}{{2, 0.3, 2, 0}, {2, 6, 1, 0}, {4, 0.5, 3, 0}, {4, 8, 2, 0}, {2, 5, 0, 0.5}, {4, 9, 0, 0.3}} {
		b := Law{Dim: c.d, Nu: c.nu, Precision: precision(&s, c.d, c.scale)}
		norm := 0.0
		for i := range c.d {
			b.Mode[i] = s.Norm()
			norm += b.Mode[i] * b.Mode[i]
		}
		for i := range c.d {
			b.Mode[i] *= (1 - c.inner) / math.Sqrt(norm)
		}
		if c.inner > 0 {
			b.Slack = 1 - (1-c.inner)*(1-c.inner)
		}
		var want moments
		weights, squares := 0.0, 0.0
		for range 40_000 {
			var w, x Vec
			q := 2.0
			for q > 1 {
				q = 0
				for i := range c.d {
					w[i] = 2*s.Float64() - 1
					q += w[i] * w[i]
				}
			}
			e := 0.0
			for i := range c.d {
				x[i] = w[i] - b.Mode[i]
				e -= c.nu * b.Mode[i] * x[i]
			}
			for i := range c.d {
				for j := range c.d {
					e += 0.5 * x[i] * b.Precision[i][j] * x[j]
				}
			}
			p := math.Exp(-e)
			weights, squares = weights+p, squares+p*p
			want.add(&x, c.d, p)
		}
		effective := weights * weights / squares
		for _, kind := range []Proposal{Inside, Uniform, Half, Curved, Bowl} {
			if !b.Build(kind) {
				if kind == Inside || kind == Uniform || c.nu > 0 {
					t.Errorf("%+v: proposal %d cannot be built", c, kind)
				}
				continue
			}
			var got moments
			for tries := 0; got.n < 6000 && tries < 60_000; tries++ {
				var x Vec
				cost, ok := b.Propose(&s, &x)
				if cost < -1e-12 {
					t.Fatalf("%+v: proposal %d leaves the cost %v", c, kind, cost)
				}
				if ok && Accept(&s, cost) {
					got.add(&x, c.d, 1)
				}
			}
			if got.n < 2000 { // it suits other laws
				continue
			}
			used[kind]++
			for k := range got.sum {
				g, variance := got.of(k)
				w, _ := want.of(k)
				if se := math.Sqrt(variance * (1/got.n + 1/effective)); math.Abs(g-w) > 6*se {
					t.Errorf("%+v: by proposal %d moment %d is %v, want %v ± %v", c, kind, k, g, w, se)
				}
			}
		}
	}
	for _, kind := range []Proposal{Inside, Uniform, Half, Curved, Bowl} {
		if used[kind] < 2 {
			t.Errorf("proposal %d could be drawn from %d times", kind, used[kind])
		}
	}
}

// TestInvCholesky: C Cᵀ is the inverse, C is triangular, and what is not positive definite has none.
func TestInvCholesky(t *testing.T) {
	s := rng.New(rng.Key{Seed: 33})
	for n := 1; n <= 4; n++ {
		m := precision(&s, n, 3)
		c, ok := invCholesky(n, &m)
		if !ok {
			t.Fatalf("%v has no inverse", m)
		}
		for i := range n {
			for j := range n {
				sum, want := 0.0, 0.0
				for k := range n {
					for q := range n {
						sum += m[i][k] * c[k][q] * c[j][q]
					}
				}
				if i == j {
					want = 1
				}
				if math.Abs(sum-want) > 1e-10 || j < i && c[i][j] != 0 {
					t.Errorf("size %d: M C Cᵀ is %v at %d, %d; C is %v there", n, sum, i, j, c[i][j])
				}
			}
		}
		m[n-1][n-1] = -1
		if _, ok := invCholesky(n, &m); ok {
			t.Errorf("%v is taken for positive definite", m)
		}
	}
}

// TestMinimise: the point is in the ball, and with the multiplier it solves (H + ν)w = rhs, ν only on the sphere and
// where H + ν is positive: then no other point of the ball costs less, of which some are tried.
func TestMinimise(t *testing.T) {
	s := rng.New(rng.Key{Seed: 34})
	inside := 0
	for k := range 400 {
		var h [2][3]float64
		var rhs Vec
		for a := range h {
			h[a] = [3]float64{3 * s.Norm(), s.Norm(), 3 * s.Norm()}
			if k%2 == 0 {
				h[a][0], h[a][2] = math.Abs(h[a][0])+1.5, math.Abs(h[a][2])+1.5
			}
			if k%5 == 0 {
				h[a][1] = 0
			}
			l1, l2, c, sn := eigen(h[a])
			for i, want := range h[a] { // the matrix again
				got := [3]float64{l1*c*c + l2*sn*sn, (l1 - l2) * c * sn, l1*sn*sn + l2*c*c}[i]
				if math.Abs(got-want) > 1e-12*(1+math.Abs(l1)+math.Abs(l2)) || math.Abs(c*c+sn*sn-1) > 1e-14 {
					t.Fatalf("%v has eigenvalues %v, %v along (%v, %v)", h[a], l1, l2, c, sn)
				}
			}
		}
		for i := range rhs {
			rhs[i] = s.Norm() * float64(1+k%3)
		}
		cost := func(w Vec) (sum float64) {
			for a := range h {
				x, v := w[2*a], w[2*a+1]
				sum += 0.5*(h[a][0]*x*x+2*h[a][1]*x*v+h[a][2]*v*v) - rhs[2*a]*x - rhs[2*a+1]*v
			}
			return sum
		}
		w, nu := Minimise(h, rhs)
		norm := math.Sqrt(w[0]*w[0] + w[1]*w[1] + w[2]*w[2] + w[3]*w[3])
		if norm > 1+1e-12 || nu < 0 || nu > 0 && norm < 1-1e-9 {
			t.Fatalf("%v, %v: |w| = %v with ν = %v", h, rhs, norm, nu)
		}
		if nu == 0 {
			inside++
		}
		for a := range h {
			x, v := w[2*a], w[2*a+1]
			r := math.Hypot((h[a][0]+nu)*x+h[a][1]*v-rhs[2*a], h[a][1]*x+(h[a][2]+nu)*v-rhs[2*a+1])
			if r > 1e-7*(1+nu) {
				t.Errorf("%v, %v: (H + ν)w is off by %v", h, rhs, r)
			}
		}
		for range 50 {
			var other Vec
			q := 0.0
			for i := range other {
				other[i] = w[i] + s.Norm()*math.Exp(-4*s.Float64())
				q += other[i] * other[i]
			}
			for i := range other {
				other[i] /= math.Max(1, math.Sqrt(q))
			}
			if cost(other) < cost(w)-1e-9 {
				t.Fatalf("%v, %v: %v costs %v, less than %v of %v", h, rhs, other, cost(other), cost(w), w)
			}
		}
	}
	if inside < 50 || inside > 350 {
		t.Errorf("%d of 400 least points are inside", inside)
	}
}

// TestSetP: P is β times the blocks, symmetric, and ½δᵀPδ is not below −Floor anywhere that the ball reaches, and
// about so low somewhere; whatever is chosen then can be drawn from.
func TestSetP(t *testing.T) {
	s := rng.New(rng.Key{Seed: 35})
	for k := range 200 {
		low := [2][3]float64{{s.Norm(), s.Norm(), s.Norm()}, {s.Norm(), s.Norm(), s.Norm()}}
		b := Law{Dim: 4, Nu: 3 * s.Float64() * float64(k%2), Mode: Vec{1}, Precision: [4]Vec{{9, 9, 9, 9}}}
		if k%3 == 0 {
			b.Dim = 2
			low[0][1], low[1][1] = 0, 0
		}
		beta := 4 * s.Float64()
		b.SetP(beta, &low)
		for i := range 4 {
			for j := range 4 {
				want := 0.0
				if b.Dim == 2 && i == j && i < 2 {
					want = beta * low[i][0]
				} else if b.Dim == 4 && i/2 == j/2 {
					want = beta * low[i/2][i%2+j%2]
				}
				if b.Precision[i][j] != want {
					t.Fatalf("dimension %d: P is %v at %d, %d, want %v", b.Dim, b.Precision[i][j], i, j, want)
				}
			}
		}
		least := 0.0
		for range 2000 {
			x := Vec{s.Norm(), s.Norm()}
			q := x[0]*x[0] + x[1]*x[1]
			if b.Dim == 4 {
				x[2], x[3] = s.Norm(), s.Norm()
				q += x[2]*x[2] + x[3]*x[3]
			}
			if i := s.Intn(2); b.Dim == 4 { // mostly within a block
				x[2*i], x[2*i+1] = 1e-3*x[2*i], 1e-3*x[2*i+1]
				q = x[0]*x[0] + x[1]*x[1] + x[2]*x[2] + x[3]*x[3]
			}
			sum := 0.0
			for i := range b.Dim {
				for j := range b.Dim {
					sum += 0.5 * x[i] * b.Precision[i][j] * x[j] * 4 / q
				}
			}
			least = math.Min(least, sum)
		}
		if least < -b.Floor-1e-9 || b.Dim == 4 && least > -0.9*b.Floor {
			t.Errorf("dimension %d: ½δᵀPδ is as low as %v, want %v", b.Dim, least, -b.Floor)
		}
		chosen := b
		chosen.Choose()
		again := b
		if chosen.Proposal == Point || !again.Build(chosen.Proposal) {
			t.Errorf("proposal %d was chosen and not built", chosen.Proposal)
		}
	}
}
