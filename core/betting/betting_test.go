package betting

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// worst returns the largest E f + E g of laws that keep (ε, δ) in both directions, as simplex
// steps find it: the most that the record's law may have of each cell beyond the neighbour's is
// tried by coordinate exchange from random laws.
func worst(b Bets, epsilon, delta float64, s *rng.Stream) (most float64) {
	n := len(b[0])
	e := num.Exp(epsilon)
	over := func(p, q []float64) (sum float64) {
		for i := range p {
			sum += math.Max(p[i]-e*q[i], 0)
		}
		return sum
	}
	for range 300 {
		var law [2][]float64
		for in := range law {
			law[in] = make([]float64, n)
			law[in][s.Intn(n)] = 1
		}
		copy(law[1], law[0])
		for range 300 {
			in, from, to := s.Intn(2), s.Intn(n), s.Intn(n)
			d := law[in][from] * s.Float64()
			if from == to || b[in][to] <= b[in][from] && s.Float64() > 0.1 {
				continue
			}
			law[in][from], law[in][to] = law[in][from]-d, law[in][to]+d
			if over(law[0], law[1]) > delta || over(law[1], law[0]) > delta {
				law[in][from], law[in][to] = law[in][from]+d, law[in][to]-d
			}
			sum := 0.0
			for in := range law {
				sum += num.Dot(b[in], law[in])
			}
			most = math.Max(most, sum)
		}
	}
	return most
}

// The expectations of both factors add up to 2 at most, whatever laws keep the claim, and near
// it for some: the proof of the package comment. The bets win on what breaks the claim.
func TestBetsAreFair(t *testing.T) {
	s := rng.New(rng.Key{Seed: 1, Phase: 91})
	for k := range 60 {
		n := 2 + k%6
		var law [2][]float64
		for in := range law {
			sum := 0.0
			for range n {
				x := s.Exp() * s.Exp()
				law[in], sum = append(law[in], x), sum+x
			}
			for i := range law[in] {
				law[in][i] /= sum
			}
		}
		epsilon, delta := 0.5*s.Float64(), 0.1*float64(k%2)*s.Float64()
		b := Both(privacy.Budget{Epsilon: epsilon, Delta: delta}).Best(law)
		grows := 0.0
		for in := range law {
			for i, p := range law[in] {
				if !(b[in][i] >= 0) {
					t.Fatalf("factor %v", b[in][i])
				}
				grows += p * b.Log(in, i)
			}
		}
		if m := worst(b, epsilon, delta, &s); m > 2+1e-9 || grows > 0.01 && m < 1.5 {
			t.Errorf("ε = %v, δ = %v, %d cells: expectations add up to %v", epsilon, delta, n, m)
		}
		if grows < -1e-6 {
			t.Errorf("bets lose %v a pair", -grows)
		}
	}
}

// Of randomised response the best bets grow as fast as any can: by the divergence from the
// closest laws that keep the claim, which is known in two cells.
func TestBestOfResponse(t *testing.T) {
	p, q := 0.7, 0.3
	claim := 0.4
	b := Both(privacy.Budget{Epsilon: claim}).Best([2][]float64{{p, 1 - p}, {q, 1 - q}})
	grows := p*b.Log(0, 0) + (1-p)*b.Log(0, 1) + q*b.Log(1, 0) + (1-q)*b.Log(1, 1)
	// By symmetry the closest answer right with probability e^ε/(1+e^ε).
	r := num.Exp(claim) / (1 + num.Exp(claim))
	want := 2 * (p*num.Log(p/r) + (1-p)*num.Log((1-p)/(1-r)))
	if math.Abs(grows-want) > 1e-4 {
		t.Errorf("grows by %v a pair, want %v", grows, want)
	}
}

// Of laws that break the claim on one side alone the best bets grow by the divergence from the closest laws that keep
// it, as well: those have e^ε times as much of one input as of the other where it is broken.
func TestBestOfOneSide(t *testing.T) {
	p, q, claim := 0.3, 0.05, 0.5
	for _, swap := range []bool{false, true} {
		law := [2][]float64{{p, 1 - p}, {q, 1 - q}}
		if swap {
			law[0], law[1] = law[1], law[0]
		}
		b, grows := Both(privacy.Budget{Epsilon: claim}).Best(law), 0.0
		for in := range law {
			for i, v := range law[in] {
				grows += v * b.Log(in, i)
			}
		}
		_, _, want := num.Golden(q, p, 60, func(x float64) float64 {
			y := x * num.Exp(-claim)
			return p*num.Log(p/x) + (1-p)*num.Log((1-p)/(1-x)) + q*num.Log(q/y) + (1-q)*num.Log((1-q)/(1-y))
		})
		if math.Abs(grows-want) > 1e-4 {
			t.Errorf("grows by %v a pair, want %v", grows, want)
		}
	}
}

// A claim that holds with equality is refuted in at most α of runs that never stop before 300
// pairs. Of so many more than Most is with probability below 10⁻⁷.
func TestFalseAlarms(t *testing.T) {
	const alpha = 0.2
	runs := 150
	if check.Long() {
		runs = 2000
	}
	claim := Both(privacy.Budget{Epsilon: 0.5})
	wrong := 0
	for seed := range uint64(runs) {
		s := rng.New(rng.Key{Seed: seed, Phase: 92})
		scored := Scored{Width: 1}
		var fit *Fit
		var bets Bets
		wealth, most, next := 0.0, 0.0, 8
		for n := 1; n <= 300; n++ {
			for in := range 2 {
				x := []float64{s.Laplace(2) + float64(in)}
				if fit != nil {
					wealth += bets.Log(in, fit.Cell(x))
				}
				scored.Rows[in] = append(scored.Rows[in], x...)
			}
			most = math.Max(most, wealth)
			if n == next {
				next += 1 + n/4
				scored.Times = [2][]float64{}
				fit = NewFit(scored, fit)
				bets = claim.Best(fit.Law)
			}
		}
		if most >= -math.Log(alpha) {
			wrong++
		}
	}
	if wrong > check.Most(runs, alpha) || wrong < runs/100 {
		t.Errorf("%d of %d runs refute what holds", wrong, runs)
	}
	t.Logf("%d of %d runs refute what holds", wrong, runs)
}

// TestTimes: of a multiple of the bets what is won and lost is that multiple, and no bet loses more than it may.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		size float64
		want [2][]float64
	}{
		{0.5, [2][]float64{{2, 0.8}, {1, 1.25}}},
		{2, [2][]float64{{5, 0.2}, {1, 2}}},
		{4, [2][]float64{{5.9, left}, {1, 2.225}}}, // all of the size 2.45
	} {
		b := Bets{{3, 0.6}, {1, 1.5}}.Times(c.size)
		for in, want := range c.want {
			for cell, w := range want {
				if math.Abs(b[in][cell]-w) > 1e-12 {
					t.Errorf("%v times: input %d, cell %d: a factor of %v, want %v", c.size, in, cell, b[in][cell], w)
				}
			}
		}
	}
}

// TestFewReleasesAreDoubted: what few releases say of a release is nearer to nothing than the likeliest
// weights say, which are not certain.
func TestFewReleasesAreDoubted(t *testing.T) {
	scores := Scored{Width: 1, Rows: [2][]float64{{1, 2, 3, 4}, {-1, -2, -3, -4}}}
	f := NewFit(scores, nil)
	for _, x := range []float64{-4, -2, 2, 4} {
		normals := f.normals([]float64{x})
		likeliest := 0.0
		for _, r := range f.models {
			likeliest += r.share / (1 + num.Exp(-num.Dot(r.Weights, r.row(normals))))
		}
		p := f.predict(normals)
		if far := (p - 0.5) / (likeliest - 0.5); !(far > 0.5 && far < 0.97) {
			t.Errorf("of %v: %v, where the likeliest weights say %v", x, p, likeliest)
		}
	}
}

// TestRanksNormal: quantiles rise with the number, equal numbers share the middle of their ranks, what is mirrored is
// opposed, and what is no number lies below all.
func TestRanksNormal(t *testing.T) {
	r := Ranks{-3, -1, -1, 0, 1, 1, 3}
	last := r.Normal(math.NaN())
	if below := r.Normal(-10); last != below {
		t.Errorf("no number is at %v, one below all at %v", last, below)
	}
	for _, x := range []float64{-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 4} {
		z := r.Normal(x)
		if z <= last || z+r.Normal(-x) > 1e-12 || z+r.Normal(-x) < -1e-12 {
			t.Errorf("%v is at %v, after %v, and its opposite at %v", x, z, last, r.Normal(-x))
		}
		last = z
	}
	for i, x := range r { // one that stands alone is in the middle of the gaps beside it
		if alone := x == -3 || x == 0 || x == 3; alone && r.Normal(x) != num.NormalQuantile(float64(i+1)/8) {
			t.Errorf("%v is at %v", x, r.Normal(x))
		}
	}
}

// TestCellsInOrder: cells are divided where predictions rise, and hold about as many releases each, in whatever order
// releases came.
func TestCellsInOrder(t *testing.T) {
	s := rng.New(rng.Key{Seed: 4, Phase: 93})
	scored := Scored{Width: 1}
	for range 600 {
		for in := range 2 {
			scored.Rows[in] = append(scored.Rows[in], s.Laplace(1)+2*float64(in))
		}
	}
	f := NewFit(scored, nil)
	if !slices.IsSorted(f.edges) || len(f.edges) < mostCells/2 || len(f.edges) >= mostCells {
		t.Fatalf("%d cells, in order: %t", len(f.edges)+1, slices.IsSorted(f.edges))
	}
	held := make([]int, len(f.edges)+1)
	for _, rows := range scored.Rows {
		for i := range rows {
			held[f.Cell(rows[i:i+1])]++
		}
	}
	for c, n := range held { // Laplace noise leaves many alike at either end
		if c > 0 && c < len(held)-1 && (n < 600*2/mostCells/2 || n > 600*2/mostCells*6) {
			t.Errorf("cell %d of %d holds %d releases", c, len(held), n)
		}
	}
}
