package filtering

import (
	"fmt"
	"math"
	"math/cmplx"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/test/labtest"
)

// fact is a number that the laboratory shows.
func fact(t *testing.T, m *model, name string) float64 {
	t.Helper()
	for _, f := range m.Facts() {
		if f.Name == name {
			return float64(*f.Value.Num)
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

// The α–β filter: with the tracking index Λ and λ = (Λ + 4 − √(8Λ + Λ²))/4 the gains are
// α = 1 − λ² and β = 2(1 − λ)² (Kalata 1984). As matrices they are those of a Kalman filter of
// position and velocity; to six digits, and to the four that are published.
func TestTrackingIndices(t *testing.T) {
	for _, c := range []struct{ index, alpha, beta float64 }{{1, .75, .5}, {.5, .6284, .3048}, {.1, .3600, .0800},
		{2, .8541, .7639}} {
		q := c.index * c.index
		m := open(t, "plant", "custom", "A", "1., 1.; 0., 1.", "C", "1 0", "L", "0 1", "V", "1", "W",
			fmt.Sprintf("[%v %v; %v %v]", q/4, q/2, q/2, q))
		root := (c.index + 4 - math.Sqrt(8*c.index+q)) / 4
		k := m.own.kalman.Gain
		for i, want := range []float64{1 - root*root, 2 * (1 - root) * (1 - root)} {
			near(t, fmt.Sprintf("gain %d at Λ = %v", i+1, c.index), k.At(i, 0), want, 5e-7)
		}
		near(t, "α", k.At(0, 0), c.alpha, 6e-5)
		near(t, "β", k.At(1, 0), c.beta, 6e-5)
	}
	// The vehicles' own filter and its norms, at Λ = 1: the same system in two ways.
	m := open(t, "plant", "custom", "A", "1 1; 0 1", "C", "1 0", "L", "0 1", "V", "1", "W", ".25 .5; .5 1")
	cars := open(t)
	near(t, "H∞", m.own.hinf, cars.plan.Filter.HInf, 1e-9)
	near(t, "its frequency", m.own.omega, cars.plan.Filter.Omega, 1e-6)
	near(t, "H₂", m.own.h2, cars.plan.Filter.H2, 1e-9)
	near(t, "error", m.own.variance, cars.plan.Filter.Error, 1e-9)
}

// The private Kalman filter of ten scalar users, as cipherlab-poly/PrivateDynamicData.jl tests it:
// noise on the sum of their reports, a mean squared error of 1.6244783332772452.
func TestTenUsers(t *testing.T) {
	m := open(t, "plant", "custom", "arch", "sum")
	near(t, "mean squared error", fact(t, m, "rmse")*fact(t, m, "rmse"), 1.6244783332772452, 1e-9)
	near(t, "κ", fact(t, m, "kappa"), 1.756339873114760, 1e-9)
	// One user's noise is enough for the sum, so reports with noise each are worse, and what is
	// published without any is the same for all.
	if each := open(t, "plant", "custom", "arch", "input"); fact(t, each, "rmse") <= fact(t, m, "rmse") {
		t.Errorf("noise on every report errs by %v", fact(t, each, "rmse"))
	}
}

// A filter of the visitor's own: (1 − a)/(1 − az⁻¹) with a = 0.95, moving averages, a resonance
// that stands between the frequencies looked at first, and a delay.
func TestOwnFilter(t *testing.T) {
	m := open(t, "plant", "filter")
	near(t, "H₂ of the exponential average", fact(t, m, "h2"), .160128, 5e-7)
	near(t, "H₂ of the exponential average", fact(t, m, "h2"), .05/math.Sqrt(1-.95*.95), 1e-12)
	near(t, "its H∞", fact(t, m, "hinf"), 1, 1e-12)
	near(t, "noise on the result", fact(t, m, "noise"), fact(t, m, "kappa"), 1e-12)
	for _, n := range []int{1, 20, 200} {
		num := strings.Repeat(fmt.Sprintf("%v ", 1/float64(n)), n)
		m := open(t, "plant", "filter", "fnum", num, "fden", "")
		near(t, fmt.Sprintf("H₂² of the mean of %d", n), m.own.h2*m.own.h2, 1/float64(n), 1e-12)
		near(t, fmt.Sprintf("H∞ of the mean of %d", n), m.own.hinf, 1, 1e-12)
		if event := open(t, "plant", "filter", "fnum", num, "fden", "", "adj", "event"); event.plan.OutNoise !=
			event.tr.Kappa*event.own.h2 {
			t.Errorf("for one event the noise is %v", event.plan.OutNoise)
		}
	}
	for _, c := range []struct{ r, angle float64 }{{.95, 1.1}, {.999, 2.3}, {.6, .01}, {.9995, .5}} {
		m := open(t, "plant", "filter", "fnum", "1", "fden",
			fmt.Sprintf("%v,%v", -2*c.r*math.Cos(c.angle), c.r*c.r))
		best := 0.0
		for i := range 400_001 { // about the resonance
			w := c.angle + (float64(i)/200_000-1)*20*(1-c.r)
			z := cmplx.Exp(complex(0, -w))
			best = max(best, 1/cmplx.Abs(1-complex(2*c.r*math.Cos(c.angle), 0)*z+complex(c.r*c.r, 0)*z*z))
		}
		near(t, fmt.Sprintf("H∞ of a resonance of %v at %v", c.r, c.angle), m.own.hinf/best, 1, 1e-7)
	}
	delayed := open(t, "plant", "filter", "fnum", strings.Repeat("0,", 150)+"3", "fden", "0.5", "arch", "inputraw")
	near(t, "H∞ of 3z⁻¹⁵⁰/(1 + z⁻¹/2)", delayed.own.hinf, 6, 1e-9)
}

// The gain after T reports is that of the recursion, which ends in the steady state; an error in
// steady state with another gain is not less.
func TestInitialCovariance(t *testing.T) {
	steady := open(t, "plant", "custom")
	gain := func(m *model) float64 { return m.own.kalman.Gain.At(0, 0) }
	near(t, "gain of the first report", gain(open(t, "plant", "custom", "T", "1", "P0", "3")), 3/3.01, 1e-12)
	p := .81*(3-3*3/3.01) + .2
	near(t, "gain of the second", gain(open(t, "plant", "custom", "T", "2", "P0", "3")), p/(p+.01), 1e-12)
	near(t, "gain after many", gain(open(t, "plant", "custom", "T", "100", "P0", "3")), gain(steady), 1e-12)
	near(t, "gain from the steady state", gain(open(t, "plant", "custom", "T", "1")), gain(steady), 1e-12)
	if v := open(t, "plant", "custom", "T", "1", "P0", "0.01").own.variance; v <= steady.own.variance {
		t.Errorf("the steady filter's error %v is not the least: %v", steady.own.variance, v)
	}
}

// Published errors hold in simulation: mean squares over 400 runs of what is published less what
// should be, within 5.5 standard errors, by the normal approximation fewer than 1 seed in 10⁷.
func TestOwnSimulation(t *testing.T) {
	set := []string{"plant", "custom", "A", ".9, .2; 0, .7", "C", "1, 0; 1, 1", "L", "1 -1", "W",
		".3, .1; .1, .4", "V", ".5, .1; .1, .2", "users", "7", "half", "0.5"}
	for _, arch := range []string{about.None, about.InputRaw, about.Input, about.Sum, about.Output} {
		m := open(t, append(set, "arch", arch)...)
		o, n := m.own, float64(m.tr.N)
		w, err := control.Root(o.w)
		if err != nil {
			t.Fatal(err)
		}
		v, err := control.Root(o.v)
		if err != nil {
			t.Fatal(err)
		}
		s := rng.New(rng.Key{Seed: 3, Phase: 900})
		draw := func(root mat.Matrix, size float64) *mat.Dense {
			e := mat.NewDense(2, 1, []float64{size * s.Norm(), size * s.Norm()})
			return control.Mul(root, e)
		}
		one := control.Identity(2, 1)
		mean, square := 0.0, 0.0
		const runs = 400
		for range runs {
			x, hat, e := mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil), 0.0
			for range 60 {
				x = control.Add(control.Mul(o.a, x), draw(w, math.Sqrt(n)))
				y := control.Add(control.Mul(o.c, x), draw(v, math.Sqrt(n)))
				y = control.Add(y, draw(one, .5*o.each*math.Sqrt(n)))
				e = control.Sub(control.Add(control.Mul(o.C, hat), control.Mul(o.D, y)), control.Mul(o.l, x)).At(0, 0)
				hat = control.Add(control.Mul(o.A, hat), control.Mul(o.B, y))
			}
			e += .5 * m.plan.OutNoise * s.Norm()
			mean, square = mean+e*e/runs, square+e*e*e*e/runs
		}
		want := m.rmse(.5) * m.rmse(.5)
		if z := math.Abs(mean-want) / math.Sqrt((square-mean*mean)/runs); z > 5.5 {
			t.Errorf("%s: mean square %v, by theory %v: %.1f standard errors", arch, mean, want, z)
		}
	}
}

// Every architecture of a system of one's own keeps its claim and is caught with 0.4 of its
// noise, however reports look; correct ones fail for at most 5 % of seeds, which are fixed.
func TestOwnClaims(t *testing.T) {
	two := []string{"A", ".9, .2; 0, .7", "C", "1, 0; 1, 1", "L", "1 -1", "W", ".3, .1; .1, .4", "V",
		".5, .1; .1, .2"}
	for _, c := range []struct {
		arch, adj string
		set       []string
	}{{"input", "stream", nil}, {"sum", "event", two}, {"inputraw", "stream", two}, {"output", "stream", nil},
		{"output", "event", nil}, {"output", "event", []string{"plant", "filter", "fnum", "1 1 1 1", "fden", ""}}} {
		set := append([]string{"plant", "custom", "arch", c.arch, "adj", c.adj, "law", "exact", "n", "2000", "m",
			"10000"}, c.set...)
		r := labtest.Report(t, Lab{}, labtest.Spec(t, Lab{}, set...), 2)
		if r.Verdict == "violation found" || r.ExactDelta != nil && float64(*r.ExactDelta) > math.Log(3)+1e-6 {
			t.Errorf("%v: %s, ε ≥ %v", c, r.Verdict, r.Strong.Epsilon)
		}
		set = append(set, "half", "0.4", "length", "24", "m", "20000")
		r = labtest.Report(t, Lab{}, labtest.Spec(t, Lab{}, set...), 2)
		if r.Verdict != "violation found" {
			t.Errorf("%v with 0.4 of the noise: %s, ε ≥ %v", c, r.Verdict, r.Strong.Epsilon)
		}
	}
}

// Links of before, when a calculator had such parameters, open without a word.
func TestLinksOfBefore(t *testing.T) {
	find := func(string) lab.Laboratory { return Lab{} }
	s, probs := lab.ParseLink("#lab=filtering&v=2&half=0.5&fnum=1,-2,3&fden=-1.1&users=100000&horizon=4096&l=7", find,
		"filtering")
	want, err := lab.ParseLink("#lab=filtering&v=2&half=0.5", find, "filtering")
	if len(probs) > 0 || len(err) > 0 {
		t.Fatal(probs, err)
	}
	a, b := labtest.Report(t, Lab{}, s, 1), labtest.Report(t, Lab{}, want, 1)
	if a.Strong.Epsilon != b.Strong.Epsilon || a.Verdict != b.Verdict {
		t.Errorf("%+v and %+v", a.Strong, b.Strong)
	}
}

// Two streams that differ at one step are the only ones where adjacency is that.
func TestEventPairs(t *testing.T) {
	m := open(t, "plant", "filter", "fnum", "1 2 3", "fden", "", "adj", "event", "pairs", "all", "shape", "flat")
	if got := m.Extras().Pairs; len(got) != 6 {
		t.Errorf("%q", got)
	}
	for _, p := range m.candidates() {
		if p.shape != "bump" {
			t.Errorf("%+v is no event", p)
		}
	}
}

// What is wrong with a system is said in one sentence, with the shape or the eigenvalue.
func TestOwnRefusals(t *testing.T) {
	for _, c := range []struct {
		set         []string
		field, says string
	}{
		{[]string{"A", "1 2 3"}, "A", "A is 1 × 3, but must be 1 × 1, square."},
		{[]string{"A", "1 0; 0 .5"}, "C", "C is 1 × 1, but must be 1 × 2 to go with A."},
		{[]string{"L", "1; 2"}, "L", "L is 2 × 1, but must be 1 × 1 to go with A."},
		{[]string{"V", "1 0; 0 1"}, "V", "V is 2 × 2, but must be 1 × 1 to go with C."},
		{[]string{"P0", "1 0; 0 1"}, "P0", "P0 is 2 × 2"},
		{[]string{"W", "-1"}, "W", "eigenvalue −1:"},
		{[]string{"A", "1 0; 0 1", "C", "1 1", "L", "1 0", "W", "1 2; 3 4"}, "W", "W is not symmetric"},
		{[]string{"A", "1.5 0; 0 .5", "C", "0 1", "L", "1 0", "W", "1 0; 0 1"}, "plant",
			"C does not see the eigenvalue 1.5"},
		{[]string{"A", "0 -1.5; 1.5 0", "C", "0 0", "L", "1 0", "W", "1 0; 0 1"}, "plant", "eigenvalue (0+1.5i)"},
		{[]string{"A", "1.5", "T", "1", "P0", "0"}, "plant", "The system is not stable: it has the eigenvalue 1.5,"},
		{[]string{"L", "0"}, "plant", "publishes nothing"},
		{[]string{"law", "laplace", "delta", "0"}, "law", "Laplace noise is there for vehicles alone"},
		{[]string{"arch", "redesign"}, "arch", "for what is filtered here: choose another"},
		{[]string{"plant", "vehicles", "arch", "sum"}, "arch", "for what is filtered here: choose another"},
		{[]string{"plant", "filter", "arch", "input"}, "arch", "for what is filtered here: choose another"},
		{[]string{"plant", "filter", "fden", "-1.1"}, "plant", "it has the eigenvalue 1.1,"},
		{[]string{"plant", "filter", "fden", "-1.8, 1"}, "plant", "it has the eigenvalue (0.9+0.43589i)"},
		{[]string{"plant", "filter", "fden", "-0.999999"}, "plant", "The filter is too slow"},
	} {
		set := append([]string{"plant", "custom"}, c.set...)
		labtest.Refused(t, Lab{}, []labtest.Refusal{{Set: set, Field: c.field}})
		s := labtest.Spec(t, Lab{}, set...)
		var err error
		if probs := (Lab{}).Check(s); len(probs) > 0 {
			err = probs[0]
		} else {
			_, err = Lab{}.Open(s)
		}
		if say := english.Say(lang.Of(err)); !strings.Contains(say, c.says) {
			t.Errorf("%v: %s; want %s", c.set, say, c.says)
		}
	}
}

// The film has what is published beside what should be, and one user's stream twice; one that
// runs away can be drawn as well.
func TestOwnFilm(t *testing.T) {
	for _, set := range [][]string{{"plant", "custom"}, {"plant", "filter", "arch", "inputraw"},
		{"plant", "custom", "arch", "sum", "A", "30 0; 1 .5", "C", "1 0; 0 1", "L", "1 1", "W", "1 0; 0 1", "V",
			"1 0; 0 1"},
		{"plant", "custom", "users", "1", "arch", "none"}} {
		m := open(t, set...)
		f, err := m.Film(nil)
		if err == nil {
			err = filmtest.Check(f)
		}
		if err != nil {
			t.Fatal(set, err)
		}
		roles := map[sheet.Role]int{}
		for _, v := range f.Views[:2] {
			for _, l := range v.Layers {
				if l.Kind == film.Path && !l.Dash {
					roles[l.Role]++
				}
			}
		}
		if roles[sheet.Target] != 2 || roles[sheet.Record] != 2 || roles[sheet.Adjacent] != 2 {
			t.Errorf("%v: curves %v", set, roles)
		}
		all, user := m.driveOwn()
		for k := range all.steps {
			moved := 0.0
			if j := k - filmFirst; j >= 0 && j < len(m.diff) {
				moved = m.diff[j]
			}
			near(t, "how far the user's streams are apart", user.published[1][k]-user.published[0][k], moved, 1e-6)
		}
	}
}

// Matrices can be copied: the fields read what is shown.
func TestOwnMatrices(t *testing.T) {
	m := open(t, "plant", "custom", "A", "1 1; 0 1", "C", "1 0", "L", "0 1", "V", "1", "W", ".25 .5; .5 1")
	s, err := m.matricesSheet()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []mat.Matrix{m.own.kalman.Prior, m.own.kalman.Post, m.own.kalman.Gain, m.own.A} {
		text := english.Say(s.Tables[0].Rows[i][1].Text)
		got, err := Lab{}.Params().Find("A").Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for r, row := range strings.Split(got.(string), ";") {
			for c, f := range strings.Split(row, ",") {
				v, err := strconv.ParseFloat(f, 64)
				if err != nil {
					t.Fatal(err)
				}
				near(t, text, v, want.At(r, c), 1e-9)
			}
		}
	}
	for plant, analysis := range map[string]string{about.Custom: "follow", about.Taps: "matrices",
		about.Vehicles: "matrices"} {
		if _, err := lab.Start(Lab{}, labtest.Spec(t, Lab{}, "plant", plant), analysis); err == nil {
			t.Errorf("%s has %s", plant, analysis)
		}
	}
}

// BenchmarkOpen200 opens filters of 200 numbers, without and with as long a denominator.
func BenchmarkOpen200(b *testing.B) {
	num := strings.Repeat("0.005,", 199) + "0.005"
	den := strings.Repeat("0.001,", 199) + "0.001"
	for _, fden := range []string{"", den, "-0.99"} {
		s := labtest.Spec(b, Lab{}, "plant", "filter", "fnum", num, "fden", fden)
		b.Run(fmt.Sprint(len(fden)), func(b *testing.B) {
			for b.Loop() {
				if _, err := (Lab{}).Open(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
