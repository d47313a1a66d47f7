package ring

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	about "indistinct/core/about/ring"
	"indistinct/core/about/ring/system"
	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/work"
)

// outcomes returns the first trials of an experiment.
func outcomes(t *testing.T, s lab.Spec, name string, n int64) (out []figures.Outcome) {
	t.Helper()
	job, err := lab.Start(full, s, name)
	if err != nil {
		t.Fatal(err)
	}
	do, err := job.Prepare(work.Batch{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := do(work.Chunk{Count: n})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// few are settings with which a test takes some milliseconds.
var few = []string{"n", "200", "m", "400", "d", "3"}

// The trial of another seed's record is the audit of that record: of the sensor whose turn it is,
// moved the way whose turn it is, between the sensors of the Spec and with what its mechanism draws
// once.
func TestPassingRecords(t *testing.T) {
	for _, set := range [][]string{{}, {"layout", "random"}, {"mech", "input"}} {
		s := spec(t, append(set, append(few, "sensors", "4", "seed", "7")...)...)
		got := outcomes(t, s, "passing", 6)
		own, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range got {
			seed := uint64(7 + i)
			c := about.Config(s)
			c.Star, c.Layout, c.Typed = i/2, system.Typed, own.Scenario.Angles
			sc := system.Make(c, seed)
			sc.Seed = 7 // of the matrices R, which belong to the mechanism
			dTheta, err := about.Adjacency(s, sc, []float64{1, -1}[i%2])
			if err != nil {
				t.Fatal(err)
			}
			m := own.lab.newModel(s, sc, nil)
			if err := m.move(dTheta); err != nil {
				t.Fatal(err)
			}
			want, err := figures.MeasureOf(m.Mech, s, int64(i))
			if err != nil {
				t.Fatal(err)
			}
			for name, v := range want.Of {
				if o.Of[name] != v {
					t.Errorf("%v, trial %d: %s is %v, the audit of the record says %v", set, i, name, o.Of[name], v)
				}
			}
		}
		first, err := measured(s)
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Of["error"] != first.Of["error"] || got[0].Of["proven"] != first.Of["proven"] {
			t.Errorf("%v: the first trial is not the Spec's own audit", set)
		}
	}
}

// A pair passes where the number that it needs is at most ε. The intervals are Clopper–Pearson's:
// 0.025^(1/20) = 0.832 to 1 of 20 in 20; the others are roots of binomial sums, found by bisection
// elsewhere.
func TestPassingShares(t *testing.T) {
	m, err := open(spec(t, "eps", "1", "sensors", "3", "layout", "random"))
	if err != nil {
		t.Fatal(err)
	}
	var done []figures.Outcome
	for i := range 60 {
		o := figures.Outcome{Of: map[string]sheet.Real{"printed": 1, "proven": 1.0001}}
		if i == 2 || i == 3 { // sensor 2, either way
			o.Of["printed"] = sheet.Real(math.Inf(1))
		}
		if i == 8 {
			o.Of["proven"] = 0.5
		}
		done = append(done, o)
	}
	s, err := m.passed(done)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"all pairs | ∞ in 2 of 60 | 0.992 ± 0.065 | 58 of 60 (88 % to 99.59 %) | 1 of 60 (0.042 % to 8.9 %)",
		"sensor 1 moved | 1 ± 0 | 1.00 ± 0 | 20 of 20 (83 % to 100 %) | 0 of 20 (0 % to 17 %)",
		"sensor 2 moved | ∞ in 2 of 20 | 0.975 ± 0.11 | 18 of 20 (68 % to 99 %) | 1 of 20 (0.13 % to 25 %)",
		"sensor 3 moved | 1 ± 0 | 1.00 ± 0 | 20 of 20 (83 % to 100 %) | 0 of 20 (0 % to 17 %)"} {
		if got := strings.ReplaceAll(row(s.Tables[0].Rows[i]), "\u00a0", " "); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, line := range s.Charts[0].Series {
		for j, e := range line.X {
			want := map[bool]sheet.Real{false: 0, true: 58. / 60}[e >= 1]
			if line.Role == sheet.Strong {
				want = map[bool]sheet.Real{false: 0, true: 1. / 60}[e >= 0.5]
				if e >= 1.0001 {
					want = 1
				}
			}
			if line.Y[j] != want {
				t.Errorf("%s: at ε = %v the share is %v, want %v", line.Role, e, line.Y[j], want)
			}
		}
	}
	for _, want := range []string{"58 of 60", "1 of 60", "does not make a pair private"} {
		if lead := english.Say(s.Lead); !strings.Contains(lead, want) {
			t.Error(lead)
		}
	}
}

// Programs of visitors' own, and systems of theirs, have records drawn anew too.
func TestPassingOwn(t *testing.T) {
	for _, p := range shelf()[:2] {
		got := outcomes(t, preset(t, p.Name, "n", "50", "m", "50", "beta", "0.4"), "passing", 2)
		if got[0].Of["error"] == got[1].Of["error"] {
			t.Errorf("%s: two records have the same error", p.Name)
		}
	}
}

// What is done to releases: an orbit stays an orbit, whatever the share; noise between two steps is averaged; a
// rounded position is one of the grid's; a shift can be undone.
func TestProcess(t *testing.T) {
	m, err := open(spec(t, "T", "12", "dt", "0.2", "process", "0"))
	if err != nil {
		t.Fatal(err)
	}
	truth := m.truth()
	for _, share := range []float64{0.2, 0.5, 1} {
		z := append([]float64(nil), truth...)
		m.process("average", share, z)
		for i := range z {
			if math.Abs(z[i]-truth[i]) > 1e-12 {
				t.Errorf("share %v: an orbit's coordinate %d moves from %v to %v", share, i, truth[i], z[i])
			}
		}
		noise := make([]float64, len(truth))
		noise[4] = 1 // x at the third step: the steps beside it get share/(2 cos ω₁Δt) of it, itself 1 − share
		m.process("average", share, noise)
		beside := share / (2 * math.Cos(0.2))
		for i, want := range map[int]float64{2: beside, 4: 1 - share, 6: beside, 0: 0, 3: 0, 5: 0, 8: 0} {
			if math.Abs(noise[i]-want) > 1e-12 {
				t.Errorf("share %v: noise at number %d is %v, want %v", share, i, noise[i], want)
			}
		}
	}
	z := []float64{1.26, -0.34, 0.05}
	m.process("round", 0.1, z)
	m.process("offset", 2, z)
	for i, want := range []float64{3.3, 1.7, 2.1} {
		if math.Abs(z[i]-want) > 1e-12 {
			t.Errorf("rounded and shifted: %v, want %v", z[i], want)
		}
	}
}

// cheating is no post-processing: it sees which record the release is of.
type cheating struct{ mechanism.Mechanism }

func (c cheating) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	c.Mechanism.Release(in, s, out)
	out[0] += 0.1 * float64(in)
}

func (c cheating) Fork() mechanism.Mechanism { return cheating{c.Mechanism.Fork()} }

// Of Laplace noise with an exact ε of 1.36 no processing has more proven, with a confidence of 95 %
// in each of 30 tests whose seeds are fixed; what looks at the record again has. The release as it
// is and shifted are told apart alike, smoothing makes it more accurate, and rounding to a metre
// leaves nothing.
func TestSmooth(t *testing.T) {
	s := spec(t, "mech", "laplace", "noise", "0.02", "n", "1000", "m", "4000")
	sh := finish(t, s, "smooth")
	m, err := open(s)
	if err != nil {
		t.Fatal(err)
	}
	exact, _ := lab.ExactEpsilon(m.Mech, 0)
	if math.Abs(exact-6.78512*0.004/0.02) > 1e-4 {
		t.Errorf("the exact ε is %v", exact)
	}
	if mark := float64(sh.Charts[0].Marks[0].At); mark != exact || !strings.Contains(english.Say(sh.Lead), "1.357") {
		t.Errorf("a mark at %v, lead %q", mark, english.Say(sh.Lead))
	}
	proven := map[string]float64{}
	for i, o := range outcomes(t, s, "smooth", int64(3*len(processes))) {
		p := processes[i%len(processes)]
		proven[fmt.Sprint(p.name, p.at, i/len(processes))] = float64(o.Of["proven"])
		if float64(o.Of["proven"]) > exact {
			t.Errorf("%v: %v is proven of releases whose exact ε is %v", p, o.Of["proven"], exact)
		}
	}
	for seed := range 3 {
		raw, shifted := proven[fmt.Sprint("average", 0, seed)], proven[fmt.Sprint("offset", 1, seed)]
		if raw < 0.5 || math.Abs(shifted-raw) > 0.1*raw || proven[fmt.Sprint("round", 1, seed)] != 0 {
			t.Errorf("proven: %v raw, %v shifted", raw, shifted)
		}
	}
	errors := map[string]float64{}
	for i, p := range processes {
		errors[fmt.Sprint(p.name, p.at)] = float64(*sh.Tables[0].Rows[i][1].Num)
	}
	// Two of four steps are averaged at 0.6: their variance is .16 + .18/cos², that of all (1 + .16 + .18/cos²)/2.
	if r := errors["average0.6"] / errors["average0"]; math.Abs(r-math.Sqrt(0.5*(1.16+0.18))) > 0.02 {
		t.Errorf("smoothing brings the error to %v of what it was", r)
	}
	if e := errors["offset1"]; math.Abs(e-1) > 0.01 {
		t.Errorf("the shift errs by %v m", e)
	}
	raw, err := figures.MeasureOf(processed{m.Mech, m.Mech.(mechanism.Estimating), func([]float64) {}}, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	own, err := measured(s)
	if err != nil {
		t.Fatal(err)
	}
	if raw.Of["proven"] != own.Of["proven"] || raw.Of["error"] != own.Of["error"] {
		t.Error("releases to which nothing is done are other releases")
	}
	wrong, err := figures.MeasureOf(cheating{m.Mech}, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	if float64(wrong.Of["proven"]) <= exact {
		t.Errorf("what looks at the record has %v proven, not above %v", wrong.Of["proven"], exact)
	}
}

// Where the exact ε is infinite or not known the lead says so, and no mark stands for it.
func TestSmoothUnknown(t *testing.T) {
	for _, mech := range []string{"gauss", "input", "ekf"} {
		sh := finish(t, spec(t, append(few, "mech", mech)...), "smooth")
		if !strings.Contains(english.Say(sh.Lead), "infinite or not known here") || len(sh.Charts[0].Marks) > 0 {
			t.Errorf("%s: %s, marks %v", mech, english.Say(sh.Lead), sh.Charts[0].Marks)
		}
	}
}
