package lqg

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lang"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
)

// integrator is the discrete double integrator with Q = I and R = 1.
var integrator = []string{"plant", "custom", "A", "1, 1; 0, 1", "B", "0; 1", "Q", "1 0; 0 1", "R", "1",
	"coupling", "0", "bref", "0"}

// The linear-quadratic regulator of the double integrator, as textbooks print it: gains 0.4221
// and 1.2439; the cost of two with W = diag(0.01, 0.02), of known states and of positions seen
// with variance 0.5.
func TestDoubleIntegrator(t *testing.T) {
	m := open(t, integrator...)
	near(t, "gain on position", -m.d.L.At(0, 0), .4221, 5e-5)
	near(t, "gain on velocity", -m.d.L.At(0, 1), 1.2439, 5e-5)
	near(t, "gain on position, six digits", -m.d.L.At(0, 0), .422082, 5e-7)
	near(t, "gain on velocity, six digits", -m.d.L.At(0, 1), 1.243929, 5e-7)
	near(t, "cost", m.c.Base-m.d.Offset, .243468, 5e-7)
	seen := open(t, append(integrator, "C", "1 0", "V", ".5")...)
	near(t, "cost where positions are seen", seen.c.Base-seen.d.Offset, 2.72767, 5e-6)
}

// Matrices that say what numbers say make the same design; others are used as they stand.
func TestGivenMatrices(t *testing.T) {
	set := []string{"plant", "custom", "N", "3", "vvar", "0.3", "qpos", "6", "qvel", "1", "rweight", "2"}
	scalar := open(t, set...)
	m := open(t, append(set, "vvar", "0", "qpos", "1", "qvel", "0", "rweight", "5", "wpos", "1", "wvel", "1",
		"W", ".01, 0; 0, .02", "V", ".3, 0; 0, .3", "Q", "6, 0; 0, 1", "R", "2")...)
	for name, pair := range map[string][2]mat.Matrix{"K": {scalar.d.K, m.d.K}, "L": {scalar.d.L, m.d.L},
		"Q": {scalar.net.Q, m.net.Q}, "R": {scalar.net.R, m.net.R},
		"P": {scalar.c.Filters[0].Prior, m.c.Filters[0].Prior}} {
		if !mat.Equal(pair[0], pair[1]) {
			t.Errorf("%s is %v by numbers, %v by matrices", name, mat.Formatted(pair[0]), mat.Formatted(pair[1]))
		}
	}
	m = open(t, append(set, "W", "2, 1; 1, 3", "V", "1, .5; .5, 1", "Q", "2, 1; 1, 4")...)
	a := &m.net.Agents[2]
	if a.W.At(0, 1) != 1 || a.V.At(0, 1) != .5 || m.net.Q.At(4, 5) != 1 || m.net.Q.At(2, 4) != -4 {
		t.Errorf("W %v, V %v, Q %v", mat.Formatted(a.W), mat.Formatted(a.V), mat.Formatted(m.net.Q))
	}
	if m.c.Identity > 1e-10 {
		t.Errorf("trace identity has a residual of %g", m.c.Identity)
	}
}

// Each agent has the radius that is given, and noise by it.
func TestRadiusByAgent(t *testing.T) {
	m := open(t, "N", "3", "bi", "0.5, 1, 2", "star", "3")
	for i, b := range []float64{.5, 1, 2} {
		near(t, "noise", m.c.Noises[i].Out, b*m.c.Multiplier[i], 1e-12)
	}
	near(t, "distance", m.mech.shift, 2, 1e-12)
	if r := labtest.Report(t, Lab{}, labtest.Spec(t, Lab{}, "bi", "2,1"), 1); float64(r.Distance) != 2 {
		t.Errorf("distance %v", r.Distance)
	}
}

// The Riccati solution of a horizon is that of the recursion by hand, and ends in the one without.
func TestHorizon(t *testing.T) {
	m := open(t, "plant", "custom", "A", "2", "B", "1", "C", "1", "Q", "3", "R", "1", "coupling", "0", "T", "1")
	k := 3.0
	for steps := 1; steps <= 3; steps++ {
		got, l, err := m.d.Ahead(steps)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "gain", l.At(1, 1), -2*k/(1+k), 1e-12)
		k = 4*k - 4*k*k/(1+k) + 3
		near(t, "solution", got.At(0, 0), k, 1e-12)
	}
	got, _, err := m.d.Ahead(60)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "solution after many steps", got.At(0, 0), m.d.K.At(0, 0), 1e-9)
}

// What is shown can be copied into the fields: the same numbers come out.
func TestMatricesAreRead(t *testing.T) {
	m := open(t, append(integrator, "W", "2 1; 1 3")...)
	s, err := m.matricesSheet()
	if err != nil {
		t.Fatal(err)
	}
	rows := s.Tables[1].Rows
	if len(rows) != 22 {
		t.Fatalf("%d matrices", len(rows))
	}
	for i, want := range []string{"1,1;0,1", "0;1", "1,0;0,1", "2,1;1,3", "0,0;0,0"} {
		if got, err := (Lab{}).Params().Find("A").Parse(english.Say(rows[i][1].Text)); err != nil || got != want {
			t.Errorf("matrix %d is read as %v (%v), want %s", i, got, err, want)
		}
	}
	if text := english.Say(rows[8][1].Text); !strings.HasPrefix(text, "[-0.4220824404 -1.243928854 0 0; 0 0 -0.42208") {
		t.Errorf("L is %s", text)
	}
}

// A matrix that does not fit is named with both shapes, a system that cannot be steered or seen
// with its eigenvalue.
func TestMatrixRefusals(t *testing.T) {
	for _, c := range []struct {
		set         []string
		field, says string
	}{
		{[]string{"A", "1,0;0,1;1,1"}, "A", "A is 3 × 2, but must be 3 × 3, square."},
		{[]string{"B", "1;2;3"}, "B", "B is 3 × 1, but must be 2 × 1 to go with A."},
		{[]string{"C", "1,0,0"}, "C", "C is 1 × 3, but must be 1 × 2 to go with A."},
		{[]string{"W", "1"}, "W", "W is 1 × 1, but must be 2 × 2 to go with A."},
		{[]string{"V", "1"}, "V", "V is 1 × 1, but must be 2 × 2 to go with C."},
		{[]string{"Q", "1,0,0;0,1,0;0,0,1"}, "Q", "Q is 3 × 3"},
		{[]string{"R", "1,0;0,1"}, "R", "R is 2 × 2, but must be 1 × 1 to go with B."},
		{[]string{"W", "1,2;2,1"}, "W", "W has the eigenvalue −1:"},
		{[]string{"Q", "1,2;0,1"}, "Q", "Q is not symmetric"},
		{[]string{"V", "-1,0;0,1"}, "V", "V has the eigenvalue −1:"},
		{[]string{"R", "-2"}, "R", "R has the eigenvalue −2:"},
		{[]string{"A", "2,0;0,0.5", "B", "0;1"}, "plant", "No control moves the eigenvalue 2 of A,"},
		{[]string{"A", "1.1,0;0,0.5", "B", "1;1", "C", "0,1"}, "plant", "C does not see the eigenvalue 1.1 of A,"},
		{[]string{"bi", "1,2,3"}, "bi", "3 values, bi: it takes one for each of the 2 agents"},
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
	if !control.Definite(open(t, "plant", "custom", "Q", "1,1;1,1").net.Q, false) {
		t.Error("a weight that is singular is none")
	}
}

// The matrices of the cost theorem as they are printed give its traces as they are printed, at the calibration that
// is set: 17.594218, 2.880642, 72.736035 and 87.449611 of the reference example with the theorem's κ, computed
// independently, and 44.376694 with the exact one. N is what the closed loop makes of a reference that stays.
func TestPrintedTraces(t *testing.T) {
	for column, calib := range []string{"theorem", "exact"} {
		m := open(t, "calib", calib)
		s, err := m.matricesSheet()
		if err != nil {
			t.Fatal(err)
		}
		printed := map[string]*mat.Dense{}
		for _, row := range s.Tables[1].Rows {
			name, _, _ := strings.Cut(english.Say(row[0].Text), " ")
			text := strings.Trim(english.Say(row[1].Text), "[]")
			printed[strings.Trim(name, ":")] = rows(strings.ReplaceAll(strings.ReplaceAll(text, "; ", ";"), " ", ","))
		}
		of := func(a, b string) float64 { return mat.Trace(control.Mul(printed[a], printed[b])) }
		want := []float64{of("M₁", "Σ"), of("M₂", "Σ̄"), 0, mat.Trace(printed["M₃"]), of("M₄", "W̄"), 0}
		want[2] = want[0] + want[1]
		want[5] = want[2] - want[3] + want[4]
		for i, row := range s.Tables[0].Rows {
			near(t, calib+", "+english.Say(row[0].Text), float64(*row[1+column].Num), want[i], 1e-6)
		}
		for i, v := range map[string][]string{"theorem": {"", "", "17.594218", "2.880642", "72.736035", "87.449611"},
			"exact": {"", "", "11.731376", "2.880642", "35.525960", "44.376694"}}[calib] {
			if got := s.Tables[0].Rows[i][1+column].Say(texts.English()); v != "" && got != v {
				t.Errorf("%s: trace %d is printed as %s, want %s", calib, i, got, v)
			}
		}
		check := control.Mul(control.Sub(control.Identity(4, 1), control.Add(m.d.A, control.Mul(m.d.B, m.d.L)).T()),
			printed["N"])
		if off := control.MaxAbs(control.Add(check, control.Identity(4, 1))); off > 1e-7 {
			t.Errorf("N is off by %v", off)
		}
		// Without sensor noise what is known is the state: M₃ = KW.
		near(t, "M₃ − KW", control.MaxAbs(control.Sub(m.d.M3, control.Mul(m.d.K, control.Diag(.01, .02, .01, .02)))), 0,
			1e-9)
	}
}
