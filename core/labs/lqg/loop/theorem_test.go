package loop

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// pair is a network of two agents of two states that cost each other, with references that are no equilibrium.
func pair() *Network {
	agent := func(x, y float64) Agent {
		return Agent{A: control.FromRows([]float64{0.8, 0.3}, []float64{-0.1, 0.6}), B: control.FromRows([]float64{0.5},
			[]float64{1}),
			C: control.FromRows([]float64{1, 0.5}), W: control.Diag(0.3, 0.2), V: control.Diag(0.4), Ref: []float64{x,
				y}}
	}
	q := control.Diag(2, 1, 2, 1)
	q.SetSym(0, 2, -0.7)
	q.SetSym(1, 3, 0.2)
	r := control.Diag(0.8, 0.5)
	r.SetSym(0, 1, 0.1)
	return &Network{Agents: []Agent{agent(1, 2), agent(-2, 0.5)}, Q: q, R: r}
}

// TestCostOfSimulation: the mean cost of a step without privacy is the theorem's base, and with it more by the price,
// of the state's noise, the references' and both. Means of so many independent references are off by six standard
// errors with probability 2·10⁻⁹; which bound the price to a twentieth.
func TestCostOfSimulation(t *testing.T) {
	d, err := Solve(pair())
	if err != nil {
		t.Fatal(err)
	}
	if d.Offset <= 0 {
		t.Fatalf("references that are no equilibrium cost %v", d.Offset)
	}
	for _, c := range []struct{ b, ref float64 }{{1.5, 0}, {0, 0.7}, {1.5, 0.7}} {
		promises := []Promise{{Epsilon: 1, Delta: 0.01, B: c.b, RefB: c.ref, Part: 1},
			{Epsilon: 2, Delta: 0.05, B: c.b, RefB: c.ref, Part: 1}}
		price, err := d.Price(promises, true)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewRunner(d, price)
		if err != nil {
			t.Fatal(err)
		}
		s := rng.New(rng.Key{Seed: 5, Phase: 95})
		const runs, first, steps = 1500, 30, 60
		var base, more []float64
		for range runs {
			r.Reset(&s)
			sum, extra := 0.0, 0.0
			for k := range steps {
				private, plain := r.Step(&s)
				if k >= first {
					sum, extra = sum+plain, extra+private-plain
				}
			}
			base, more = append(base, sum/(steps-first)), append(more, extra/(steps-first))
		}
		for name, v := range map[string]struct {
			x     []float64
			want  float64
			bound float64
		}{"base": {base, price.Base, 0.05}, "price": {more, price.Total(), 0.12}} {
			mean, half := num.MeanInterval(v.x)
			se := half / 1.96
			if math.Abs(mean-v.want) > 6*se || se > v.bound*v.want {
				t.Errorf("%+v: the %s of a step is %v ± %v, the theorem says %v", c, name, mean, se, v.want)
			}
		}
		byState, byRef := price.ByState[0]+price.ByState[1], price.ByRef[0]+price.ByRef[1]
		check.Near(t, "price by state", byState, price.State, 1e-12)
		check.Near(t, "price by reference", byRef, price.Ref, 1e-12)
		if (price.State > 1e-9) != (c.b > 0) || (price.Ref > 1e-9) != (c.ref > 0) || price.Identity > 1e-9 {
			t.Errorf("%+v: the price is %v for the state, %v for references; the identity is off by %v", c, price.State,
				price.Ref,
				price.Identity)
		}
		for i := range promises {
			if before, after := price.Error(i), price.Hindsight(i); !(after < before && after > 0) {
				t.Errorf("%+v: whoever waits errs by %v, at once by %v", c, after, before)
			}
		}
	}
}

// TestTarget: what is sought is the new reference, as it is without privacy, and by the noise of each agent off with
// it. So many standard normal numbers have a root mean square that is 1 within 0.06 but with probability 10⁻⁷.
func TestTarget(t *testing.T) {
	d, err := Solve(pair())
	if err != nil {
		t.Fatal(err)
	}
	price, err := d.Price([]Promise{{Epsilon: 1, Delta: 0.01, RefB: 1, Part: 1}, {Epsilon: 3, Delta: 0.1, RefB: 1,
		Part: 1}}, false)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRunner(d, price)
	if err != nil {
		t.Fatal(err)
	}
	s := rng.New(rng.Key{Seed: 1, Phase: 95})
	var square [4]float64
	const n = 4000
	for k := range n {
		ref := []float64{float64(k), 2, -3, 4}
		r.Target(ref, &s)
		if !slices.Equal(r.Ref, ref) || !slices.Equal(r.Plain.Ref, ref) {
			t.Fatalf("references are %v and %v, want %v", r.Ref, r.Plain.Ref, ref)
		}
		for j := range ref {
			z := (r.Private.Ref[j] - ref[j]) / price.Noises[j/2].Ref
			square[j] += z * z / n
		}
	}
	for j, v := range square {
		if rms := math.Sqrt(v); math.Abs(rms-1) > 0.06 {
			t.Errorf("reference %d has %v of its noise", j, rms)
		}
	}
}

// TestAhead: with one step to go what control takes is least against the cost Q of where it leads, found by trying; the
// cost grows with the steps ahead, up to that without end.
func TestAhead(t *testing.T) {
	net := pair()
	d, err := Solve(net)
	if err != nil {
		t.Fatal(err)
	}
	k, l, err := d.Ahead(0)
	if err != nil || k != mat.Symmetric(d.K) || l != d.L {
		t.Errorf("without end the gain is another: %v", err)
	}
	x := mat.NewVecDense(4, []float64{1, -2, 0.5, 3})
	last := mat.Inner(x, net.Q, x)
	for _, steps := range []int{1, 2, 5, 80} {
		k, l, err := d.Ahead(steps)
		if err != nil {
			t.Fatal(err)
		}
		now := mat.Inner(x, k, x)
		if now <= last {
			t.Errorf("%d steps ahead cost %v, fewer %v", steps, now, last)
		}
		last = now
		// By the cost of one step and what follows, whichever way the control is changed.
		next := mat.Symmetric(net.Q)
		if steps > 1 {
			if next, _, err = d.Ahead(steps - 1); err != nil {
				t.Fatal(err)
			}
		}
		cost := func(change ...float64) float64 {
			var u, y, bu mat.VecDense
			u.MulVec(l, x)
			u.AddVec(&u, mat.NewVecDense(2, change))
			y.MulVec(d.A, x)
			bu.MulVec(d.B, &u)
			y.AddVec(&y, &bu)
			return mat.Inner(x, net.Q, x) + mat.Inner(&u, net.R, &u) + mat.Inner(&y, next, &y)
		}
		check.Near(t, fmt.Sprintf("cost of %d steps", steps), cost(0, 0), now, 1e-9*now)
		for _, c := range [][]float64{{1e-3, 0}, {-1e-3, 0}, {0, 1e-3}, {0, -1e-3}, {1e-3, -1e-3}} {
			if cost(c...) <= cost(0, 0) {
				t.Errorf("%d steps: control changed by %v costs less", steps, c)
			}
		}
	}
	check.Near(t, "cost far ahead", last, mat.Inner(x, d.K, x), 1e-6*last)
}

// TestForm: xᵀ q x, sum by sum.
func TestForm(t *testing.T) {
	q, x := pair().Q, []float64{1.5, -2, 3, 0.25}
	want := 0.0
	for i := range x {
		for j := range x {
			want += x[i] * q.At(i, j) * x[j]
		}
	}
	check.Near(t, "xᵀ q x", form(q, x), want, 1e-12)
}
