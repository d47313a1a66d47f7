package lqg

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/lqg"
	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// unlike is a network of two double integrators, whose sensors have noise, and one agent with a single state, which
// it reports twice as large: other sizes of state and output, other noise, promises and radii of their own.
var unlike = []string{"plant", "custom", "N", "3", "kinds", "2,1", "star", "3", "moves", "0",
	"A", "1,0.1;0,1|0.9", "B", "0.005;0.1|0.2", "C", "1,0;0,1|2", "W", "0.01,0.002;0.002,0.02|0.05",
	"V", "0.3,0.1;0.1,0.4|0.2", "Q", "6,0;0,1|3", "R", "1|2", "ai", "1,0.7,2", "bi", "1,0.5,1.5", "bref", "0.8"}

// twice are unlike's matrices, of one agent after the other.
var twice = []struct{ a, b, c, w, v *mat.Dense }{
	{rows("1,0.1;0,1"), rows("0.005;0.1"), rows("1,0;0,1"), rows("0.01,0.002;0.002,0.02"), rows("0.3,0.1;0.1,0.4")},
	{rows("1,0.1;0,1"), rows("0.005;0.1"), rows("1,0;0,1"), rows("0.01,0.002;0.002,0.02"), rows("0.3,0.1;0.1,0.4")},
	{rows("0.9"), rows("0.2"), rows("2"), rows("0.05"), rows("0.2")},
}

func rows(text string) *mat.Dense {
	var all [][]float64
	for row := range strings.SplitSeq(text, ";") {
		var numbers []float64
		for number := range strings.SplitSeq(row, ",") {
			var v float64
			fmt.Sscan(number, &v)
			numbers = append(numbers, v)
		}
		all = append(all, numbers)
	}
	return control.FromRows(all...)
}

// inverse is gonum's own.
func inverse(t *testing.T, m mat.Matrix) *mat.Dense {
	t.Helper()
	var out mat.Dense
	if err := out.Inverse(m); err != nil {
		t.Fatal(err)
	}
	return &out
}

// byHand is the cost of a step of the unlike network in the steady state, with noise of standard deviation out on
// each agent's outputs and ref on its reference: by Riccati equations iterated from where they begin and the
// covariance of states and errors summed step by step, of the whole network at once. It knows no M₁ to M₄.
func byHand(t *testing.T, out, ref []float64) (cost float64) {
	t.Helper()
	var as, bs, cs, ws, vs, refs []mat.Matrix
	for i, m := range twice {
		v := mat.DenseCopyOf(m.v)
		n, _ := m.v.Dims()
		for j := range n {
			v.Set(j, j, v.At(j, j)+out[i]*out[i])
		}
		states, _ := m.a.Dims()
		r := mat.NewDense(states, states, nil)
		for j := range states {
			r.Set(j, j, ref[i]*ref[i])
		}
		as, bs, cs = append(as, m.a), append(bs, m.b), append(cs, m.c)
		ws, vs, refs = append(ws, m.w), append(vs, v), append(refs, r)
	}
	a, b, c := control.BlockDiag(as...), control.BlockDiag(bs...), control.BlockDiag(cs...)
	w, v, w2 := control.BlockDiag(ws...), control.BlockDiag(vs...), control.BlockDiag(refs...)
	// The coupling of 4 is between the positions of the first and the second, and of the second and the third.
	q := rows("10,0,-4,0,0;0,1,0,0,0;-4,0,14,0,-4;0,0,0,1,0;0,0,-4,0,7")
	r := rows("1,0,0;0,1,0;0,0,2")
	const steps = 4000
	k, gain := mat.DenseCopyOf(q), &mat.Dense{}
	for range steps { // the cost-to-go, one step after the other
		bk := control.Mul(b.T(), k)
		gain = control.Mul(inverse(t, control.Add(r, control.Mul(bk, b))), bk, a)
		k = control.Add(q, control.Mul(a.T(), k, control.Sub(a, control.Mul(b, gain))))
	}
	l := control.Scale(-1, gain)
	p, filter := mat.DenseCopyOf(w), &mat.Dense{}
	for range steps { // what is known before a reading
		filter = control.Mul(p, c.T(), inverse(t, control.Add(control.Mul(c, p, c.T()), v)))
		p = control.Add(w, control.Mul(a, control.Sub(p, control.Mul(filter, c, p)), a.T()))
	}
	// State x and error e = x − x̂ after a reading: x⁺ = (A + BL)x − BLe + w, e⁺ = (I − FC)(Ae + w) − Fv.
	n, _ := a.Dims()
	one := control.Identity(n, 1)
	keep := control.Sub(one, control.Mul(filter, c))
	f, g := mat.NewDense(2*n, 2*n, nil), mat.NewDense(2*n, 2*n, nil)
	control.SetBlock(f, 0, 0, control.Add(a, control.Mul(b, l)))
	control.SetBlock(f, 0, n, control.Scale(-1, control.Mul(b, l)))
	control.SetBlock(f, n, n, control.Mul(keep, a))
	control.SetBlock(g, 0, 0, w)
	control.SetBlock(g, 0, n, control.Mul(w, keep.T()))
	control.SetBlock(g, n, 0, control.Mul(keep, w))
	control.SetBlock(g, n, n, control.Add(control.Mul(keep, w, keep.T()), control.Mul(filter, v, filter.T())))
	sum := mat.NewDense(2*n, 2*n, nil)
	for range steps {
		sum = control.Add(control.Mul(f, sum, f.T()), g)
	}
	act := mat.NewDense(3, 2*n, nil) // u = L(x − e)
	control.SetBlock(act, 0, 0, l)
	control.SetBlock(act, 0, n, control.Scale(-1, l))
	cost = mat.Trace(control.Mul(q, sum.Slice(0, n, 0, n))) + mat.Trace(control.Mul(r, control.Mul(act, sum, act.T())))
	// References x̄ + w̄ that stay: where x settles, and what it costs there. g by its own recursion backwards,
	// g = (A + BL)ᵀg − Q x̄.
	closed := control.Add(a, control.Mul(b, l))
	target := mat.NewDense(n, n, nil) // g for each coordinate of the reference
	for range steps {
		target = control.Sub(control.Mul(closed.T(), target), q)
	}
	push := control.Scale(-1, control.Mul(inverse(t, control.Add(r, control.Mul(b.T(), k, b))), b.T(), target))
	rest := control.Mul(inverse(t, control.Sub(one, closed)), b, push)
	held := control.Add(control.Mul(l, rest), push)
	square := control.Add(control.Mul(rest.T(), q, rest), control.Mul(held.T(), r, held))
	cost += mat.Trace(control.Mul(square, w2))
	x := mat.NewDense(n, 1, []float64{1, 0, 0, 0, -1})
	off, u := control.Sub(control.Mul(rest, x), x), control.Mul(held, x)
	return cost + control.Mul(off.T(), q, off).At(0, 0) + control.Mul(u.T(), r, u).At(0, 0)
}

// The cost theorem of agents that are unlike is what their covariances sum to; the noise of each is κ s₁(C) b by its
// own C, promise and radius, at both calibrations.
func TestUnlikeAgents(t *testing.T) {
	for _, calib := range []string{"theorem", "exact"} {
		m := open(t, append(unlike, "calib", calib)...)
		eps, radius, s1 := []float64{1, .7, 2}, []float64{1, .5, 1.5}, []float64{1, 1, 2}
		var out, ref []float64
		for i := range eps {
			sigma, err := privacy.Kappa(.05, eps[i])
			if calib == "exact" {
				sigma, err = privacy.GaussianSigma(.05, eps[i])
			}
			if err != nil {
				t.Fatal(err)
			}
			out, ref = append(out, sigma*s1[i]*radius[i]), append(ref, sigma*0.8)
			near(t, "noise on outputs", m.c.Noises[i].Out, out[i], 1e-9)
			near(t, "noise on the reference", m.c.Noises[i].Ref, ref[i], 1e-9)
		}
		none := make([]float64, 3)
		base := byHand(t, none, none)
		near(t, "cost without privacy", m.c.Base, base, 1e-8*base)
		state, all := byHand(t, out, none)-base, byHand(t, out, ref)-base
		near(t, "of which states", m.c.State, state, 1e-7*all)
		near(t, "of which references", m.c.Ref, all-state, 1e-7*all)
		near(t, "ΔJ", m.c.Total(), all, 1e-7*all)
		traces := m.c.Traces
		near(t, "ΔJ by traces", traces[0]+traces[1]-traces[3]+traces[4], all, 1e-7*all)
		if m.c.Identity > 1e-10 || state <= 0 || all-state <= 0 {
			t.Errorf("%s: %v for states, %v for references; the identity is off by %v", calib, state, all-state,
				m.c.Identity)
		}
	}
}

// The simulation of unlike agents costs what the theorem says: off by 5.5 standard errors with probability 4·10⁻⁸.
func TestUnlikeSimulation(t *testing.T) {
	m := open(t, unlike...)
	r, err := loop.NewRunner(m.d, m.c)
	if err != nil {
		t.Fatal(err)
	}
	var diff, plain []float64
	for i := range 400 {
		a, b := run(r, 13, int64(i), shortBurnIn)
		diff, plain = append(diff, a-b), append(plain, b)
	}
	for what, of := range map[string]struct {
		x    []float64
		want float64
	}{"ΔJ": {diff, m.c.Total()}, "J without privacy": {plain, m.c.Base}} {
		mean, half := num.MeanInterval(of.x)
		if z := math.Abs(mean-of.want) / half * 1.96; z > 5.5 || half > of.want/4 {
			t.Errorf("simulated %s %.3f ± %.3f, theorem %.3f", what, mean, half, of.want)
		}
	}
}

// What is audited of an agent is its own kind's: so many outputs, apart by s₁(C) b, under noise of κ times that, whose
// exact ε is the one that it promises. The eavesdropper errs by the filter of its kind.
func TestAuditOfEachKind(t *testing.T) {
	for star, want := range [][3]float64{{2, 1, 1}, {2, .5, .7}, {1, 3, 2}} {
		m := open(t, append(unlike, "calib", "exact", "star", fmt.Sprint(star+1))...)
		if _, dim := m.mech.Shape(); dim != int(want[0]) {
			t.Errorf("agent %d transmits %d numbers", star+1, dim)
		}
		distance := 0.0
		for k := range m.mech.Mean[0] {
			d := m.mech.Mean[1][k] - m.mech.Mean[0][k]
			distance += d * d
		}
		near(t, "distance of the inputs", math.Sqrt(distance), want[1], 1e-12)
		near(t, "what the noise hides", m.mech.shift, want[1], 1e-12)
		mu := m.mech.shift / m.mech.Scale
		near(t, "δ at the promised ε", privacy.GaussianProfile{Mu: mu}.Delta(want[2]), .05, 1e-9)
	}
	// Of one state: p = a²pv/(c²p + v) + w.
	m, a, c, w := open(t, unlike...), 0.9, 2.0, 0.05
	v, p := .2+m.c.Noises[2].Out*m.c.Noises[2].Out, w
	for range 10000 {
		p = a*a*p*v/(c*c*p+v) + w
	}
	near(t, "error of the eavesdropper", m.c.Error(2), math.Sqrt(p*v/(c*c*p+v)), 1e-9)
	if r := labtest.Report(t, Lab{}, labtest.Spec(t, Lab{}, append(unlike, "half", "0.5")...), 2); !r.Found() {
		t.Error("half the noise of an agent of the second kind is not found out")
	}
}

// Kinds that say the same are one: the same design, costs and film to the last bit, and the last of fewer matrices than
// kinds stands for those that follow.
func TestKindsAlike(t *testing.T) {
	set := []string{"plant", "custom", "N", "3", "vvar", "0.2", "calib", "exact"}
	one := open(t, set...)
	for _, more := range [][]string{{"kinds", "2,1", "C", "1,0;0,1|1,0;0,1"}, {"kinds", "3"},
		{"kinds", "1,1,1", "A", "1,0.1;0,1 | 1,0.1;0,1", "W", "|0.01,0;0,0.02"}} {
		m := open(t, append(set, more...)...)
		for name, pair := range map[string][2]mat.Matrix{"K": {one.d.K, m.d.K}, "L": {one.d.L, m.d.L},
			"Q": {one.net.Q, m.net.Q}, "Σ": {one.c.Sigma, m.c.Sigma}, "M₃": {one.d.M3, m.d.M3}} {
			if !mat.Equal(pair[0], pair[1]) {
				t.Errorf("%v: %s is another", more, name)
			}
		}
		var films [2]string
		for i, m := range []*model{one, m} {
			f, err := m.Film(nil)
			if err != nil {
				t.Fatal(err)
			}
			data, _ := json.Marshal(f)
			films[i] = string(data)
		}
		if m.c.Total() != one.c.Total() || films[0] != films[1] {
			t.Errorf("%v: ΔJ %v is not %v, or the film is another", more, m.c.Total(), one.c.Total())
		}
	}
	// Where there are no matrices to type, kinds are none.
	if n := about.Kinds(labtest.Spec(t, Lab{}, "kinds", "1,1")); !slices.Equal(n, []float64{2}) {
		t.Errorf("double integrators on a line are of kinds %v", n)
	}
}

func TestKindRefusals(t *testing.T) {
	for _, c := range []struct {
		set         []string
		field, says string
	}{
		{[]string{"kinds", "1,2"}, "kinds", "cannot be “1,2”: it takes whole numbers that add up to the 2"},
		{[]string{"kinds", "1.5,1"}, "kinds", "“1.5,1”"},
		{[]string{"A", "1,0;0,1|1"}, "kinds", "cannot be “”: it takes at least 2 whole numbers, one for each matrix"},
		{[]string{"kinds", "1,1", "C", "1,0|0,1|1,1"}, "kinds", "at least 3 whole numbers"},
		{[]string{"kinds", "1,1", "A", "1,0.1;0,1|1", "C", "1,0|1"}, "B", "Kind 2: B is 2 × 1, but"},
		{[]string{"kinds", "1,1", "C", "1,0|0,0"}, "C", "Kind 2: Matrix C is zero"},
		{[]string{"kinds", "1,1", "C", "1,0;0,1|1,0", "pairs", "all"}, "pairs", "Kind 2: its agents report one number"},
		{[]string{"kinds", "1,1", "A", "1,0.1;0,1|2,0;0,1", "B", "0;0.1"}, "plant",
			"No control moves the eigenvalue 2 of A"},
		{[]string{"kinds", "1,1", "C", "1,0|0,1"}, "plant", "C does not see the eigenvalue 1 of A"},
		{[]string{"kinds", "1,1", "W", "|1,2;2,1"}, "W", "W has the eigenvalue −1"},
	} {
		set := append([]string{"plant", "custom"}, c.set...)
		labtest.Refused(t, Lab{}, []labtest.Refusal{{Set: set, Field: c.field}})
		s := labtest.Spec(t, Lab{}, set...)
		probs := (Lab{}).Check(s)
		if len(probs) == 0 {
			_, err := Lab{}.Open(s)
			probs = []lab.Problem{*err.(*lab.Problem)}
		}
		if say := english.Say(probs[0].Say); len(probs) != 1 || !strings.Contains(say, c.says) {
			t.Errorf("%v: %s; want %s", c.set, say, c.says)
		}
	}
}

// All that is computed for agents of one kind is for unlike ones, and a link of theirs opens as it was.
func TestUnlikeAnalyses(t *testing.T) {
	s := labtest.Spec(t, Lab{}, unlike...)
	labtest.Analyses(t, Lab{}, s)
	table := Lab{}.Params()
	back, probs := lab.ParseLink(s.Link(table), func(string) lab.Laboratory { return Lab{} }, "lqg")
	if len(probs) > 0 || !back.Equal(s) {
		t.Errorf("%s opens as %s: %v", s.Link(table), back.Link(table), probs)
	}
	same := labtest.Spec(t, Lab{}, append(unlike, "C", "1,0;0,1|2,0;0,1", "A", "1,0.1;0,1", "B", "0.005;0.1",
		"W", "", "V", "", "Q", "", "pairs", "all",
		"bi", "1,1,1", "ai", "1,3,1", "star", "1", "n", "400", "m", "1000")...)
	if r := labtest.Report(t, Lab{}, same, 1); len(r.Tried) != 6 {
		t.Errorf("%d pairs of three agents in two ways", len(r.Tried))
	}
}

// Kinds that differ in one matrix alone, under noise of one size, have filters of their own: those of a network in
// which all agents are of that kind.
func TestFilterOfEachKind(t *testing.T) {
	first := map[string]string{"A": "1,0.1;0,1", "C": "1,0;0,1", "W": "0.01,0;0,0.02", "V": "0.2,0;0,0.2"}
	for name, second := range map[string]string{"A": "1,0.2;0,1", "C": "0,1;1,0", "W": "0.03,0;0,0.02",
		"V": "0.2,0;0,0.5"} {
		set := []string{"plant", "custom"}
		for k, v := range first {
			set = append(set, k, v)
		}
		both := open(t, append(slices.Clone(set), "kinds", "1,1", name, first[name]+"|"+second)...)
		for i, text := range []string{first[name], second} {
			alone := open(t, append(slices.Clone(set), name, text)...)
			for what, pair := range map[string][2]*control.Filter{"filter": {both.c.Filters[i], alone.c.Filters[0]},
				"filter without privacy noise": {both.d.Plain[i], alone.d.Plain[0]}} {
				if !mat.Equal(pair[0].Prior, pair[1].Prior) || !mat.Equal(pair[0].Gain, pair[1].Gain) {
					t.Errorf("kinds of two %s: the %s of kind %d is another", name, what, i+1)
				}
			}
		}
		if mat.Equal(both.c.Filters[0].Gain, both.c.Filters[1].Gain) {
			t.Errorf("kinds of two %s have one gain", name)
		}
	}
}
