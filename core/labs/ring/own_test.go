package ring

import (
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	about "indistinct/core/about/ring"
	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
)

// shelf are the presets that are programs.
func shelf() []lab.Preset {
	return slices.DeleteFunc(Lab{}.Presets(), func(p lab.Preset) bool { return p.Set["mech"] != about.Own })
}

// full is the laboratory with programs.
var full = Lab{Interpreter: starlark.Interpreter{}}

// open opens a Spec of it.
func open(s lab.Spec) (*model, error) { return full.open(s) }

// preset returns the Spec of a program on the shelf, with fields changed.
func preset(t testing.TB, name string, set ...string) lab.Spec {
	t.Helper()
	for _, p := range shelf() {
		if p.Name == name {
			for k, v := range p.Set {
				set = append([]string{k, v}, set...)
			}
			return spec(t, set...)
		}
	}
	t.Fatalf("no program %q", name)
	return lab.Spec{}
}

// TestShelf: every program on the shelf that is wrong is refuted at its own claim with each
// seed, and one that is right in at most 5 % of runs (more than that plus five standard
// deviations comes up with probability below 10⁻⁶).
func TestShelf(t *testing.T) {
	check.Full(t)
	for _, p := range shelf() {
		n := 1
		if check.Long() {
			if n = 10; p.Group != "wrong" {
				n = 100
			}
		}
		refuted := 0
		few := []string{"n", "100", "m", "400"}
		if check.Long() || p.Name == "average_wrong" { // wrong by little
			few = nil
		}
		for seed := range n {
			r := labtest.Report(t, full, preset(t, p.Name, append(few, "seed", strconv.Itoa(seed))...), 2)
			if r.Found() {
				refuted++
			}
			if seed == 0 {
				t.Logf("%s: %s, ε ≥ %.3f", p.Name, r.Verdict, float64(r.Strong.Epsilon))
			}
		}
		t.Logf("%s: refuted with %d of %d seeds", p.Name, refuted, n)
		switch f := float64(n); {
		case p.Group == "wrong" && refuted < n:
			t.Errorf("%s is refuted with %d of %d seeds", p.Name, refuted, n)
		case p.Group != "wrong" && float64(refuted) > 0.05*f+5*math.Sqrt(0.05*f):
			t.Errorf("%s, which is right, is refuted with %d of %d seeds", p.Name, refuted, n)
		}
	}
}

// TestOwnAgrees: our private EKF and our W₂-MHE written as programs are as accurate as ours
// and show the same bounds, up to what seeds make of both: five seeds show bounds that
// differ by .13 to .35 among themselves.
func TestOwnAgrees(t *testing.T) {
	check.Full(t)
	ekfProgram, err := os.ReadFile("testdata/ekf_builtin.star")
	if err != nil {
		t.Fatal(err)
	}
	seeds := 1
	if check.Long() {
		seeds = 5
	}
	for name, c := range map[string][2][]string{
		"EKF":    {{"mech", about.EKF}, {"mech", about.Own, "code", string(ekfProgram)}},
		"W₂-MHE": {{"mech", about.W2MHE}, {"mech", about.Own, "code", preset(t, "mhe").Text("code")}},
	} {
		var mean [2][2]float64 // of both: error and bound
		for seed := range seeds {
			for i, set := range c {
				set = append(slices.Clone(set), "d", "0.3", "eps", "1", "m", "4000", "seed", strconv.Itoa(seed+1))
				r := labtest.Report(t, full, spec(t, set...), 2)
				t.Logf("%s, seed %d: error %.6f, ε ≥ %.3f", name, seed+1, float64(r.ECorrect),
					float64(r.Strong.Epsilon))
				mean[i][0] += float64(r.ECorrect) / float64(seeds)
				mean[i][1] += float64(r.Strong.Epsilon) / float64(seeds)
			}
		}
		if off := mean[1][0]/mean[0][0] - 1; math.Abs(off) > 0.02 {
			t.Errorf("%s: errors of %v, as a program %v", name, mean[0][0], mean[1][0])
		}
		if off := mean[1][1] - mean[0][1]; math.Abs(off) > 0.5 {
			t.Errorf("%s: bounds of %v, as a program %v", name, mean[0][1], mean[1][1])
		}
	}
}

// TestOwnShown: all that the page shows of a program's estimator can be computed, and the
// adversary of our EKF's own law measures as much as of the program's fitted one.
func TestOwnShown(t *testing.T) {
	for _, p := range shelf() {
		m, err := open(preset(t, p.Name))
		if err != nil {
			t.Fatalf("%s: %s", p.Name, english.Say(err.(*lab.Problem).Say))
		}
		if f, err := m.Film(nil); err != nil || len(f.Views) != 3 {
			t.Errorf("%s: the film: %v", p.Name, err)
		}
		if len(m.Facts()) == 0 {
			t.Errorf("%s: no facts", p.Name)
		}
	}
}

// TestOwnExactLoss: where noise is added to an estimate that draws nothing, both records'
// releases of one stream differ by their estimates, and the shelf's notes say the loss.
func TestOwnExactLoss(t *testing.T) {
	for name, want := range map[string]float64{"ekf": 0.24, "ekf_unclipped": 4.37, "radar": 0.546, "bearings": 0.541,
		"gps": 0.695, "dropouts": 0.677} {
		m, err := open(preset(t, name))
		if err != nil {
			t.Fatal(err)
		}
		a := mechanism.Draw(m.Mech.Fork(), mechanism.Record, rng.Key{Seed: 3}, 1)
		b := mechanism.Draw(m.Mech.Fork(), mechanism.Adjacent, rng.Key{Seed: 3}, 1)
		loss := 0.0
		for i := range a {
			loss += math.Abs(a[i]-b[i]) / m.Spec.Float("noise")
		}
		if math.Abs(loss/want-1) > 0.03 {
			t.Errorf("%s: a loss of %.4f, noted is %v", name, loss, want)
		}
	}
}

// TestOwnOutcomes: what is published at some steps alone, fails or comes seldom is an outcome.
func TestOwnOutcomes(t *testing.T) {
	open8, err := open(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	// The second number that sensor 1 reads at step 8 tells the records apart.
	const at = 8*20 + 1
	here, there := open8.Scenario.Y[at], open8.adjacent[at]
	moved := "y[k][0][1] > " + strconv.FormatFloat((here+there)/2, 'g', -1, 64)
	if there < here {
		moved = strings.Replace(moved, ">", "<", 1)
	}
	for body, found := range map[string]bool{
		"return [1, 2 + laplace(1)] if k > 5 else None":                            false,
		"return None if k == 8 and MOVED else [laplace(1), 2]":                     true,
		"return [laplace(1), 1 // (0 if k == 8 and MOVED else 1)]":                 true,
		"return [laplace(1), inf if k == 8 and MOVED else 0]":                      true,
		"return [laplace(1), 2, y[k][0][1]]":                                       true,
		"return [laplace(1), 2] if uniform(0, 1) < 0.5 else None":                  false,
		"return [laplace(1), 1 // (0 if uniform(0, 1) < 0.0005 else 1)]":           false,
		"state[k] = 1\n    return [laplace(1), len(state)]":                        false,
		"state[0] = laplace(1)\n    return [state[0], 1 if MOVED else 1]":          false,
		"return [1, 2, 3] if k == 8 and MOVED else [1, 2]":                         true,
		"return [1, 2] + ([laplace(1)] if k == 8 and uniform(0, 1) < 0.5 else [])": false,
	} {
		body = strings.ReplaceAll(body, "MOVED", moved)
		s := spec(t, "mech", about.Own, "code", "claim = 1\ndef estimate(y, k):\n    "+body, "n", "300", "m", "1000",
			"eps", "1")
		if r := labtest.Report(t, full, s, 2); r.Found() != found {
			t.Errorf("%s: %s, ε ≥ %v", body, r.Verdict, r.Strong.Epsilon)
		}
	}
}

// TestOwnRefused: what cannot be run is refused with one sentence that names its line.
func TestOwnRefused(t *testing.T) {
	for code, want := range map[string]struct {
		line int
		id   string
	}{
		"x = 1":                                                      {0, "guest.estimate.none"},
		"def estimate(y):\n    return [1, 2]":                        {1, "guest.estimate.arguments"},
		"def estimate(y, k):\n    return 'a'":                        {1, "guest.estimate.kind"},
		"def estimate(y, k):\n    return None":                       {0, "ring.own.nothing"},
		"def estimate(y, k):\n    return [1]":                        {0, "ring.own.position"},
		"def estimate(y, k):\n    return laplace(1)\nx = laplace(1)": {3, "guest.call.outside"},
		"lag = 9\ndef estimate(y, k):\n    return [1, 2]":            {0, "guest.estimate.lag"},
		"def estimate(y, k):\n    return laplace(1)\ndef publish(x, k):\n    return [1, 2]": {2, "guest.call.outside"},
		"def estimate(y, k):\n    return [1, 2]\ndef plant(x, w):\n    return x":            {0, "guest.plant.measure"},
		"def estimate(y, k):\n    return [1, 2]\ndef measure(x, q, v):\n    return 1":       {0, "guest.plant.path"},
		"def estimate(y, k):\n    return [1, 2]\ntrajectory = [(1, 2), (3, 4)]\ndef measure(x, q, v):\n    return 1": {0,
			"guest.plant.short"},
	} {
		_, err := open(spec(t, "mech", about.Own, "code", code))
		p := (*lab.Problem)(nil)
		if !errors.As(err, &p) || p.Line != want.line || !strings.Contains(string(p.Say), want.id) {
			t.Errorf("%q: %v, want line %d, %s", code, err, want.line, want.id)
		}
	}
}

// TestRead: programs, paths and places of sensors come from files as people have them.
func TestReadPoints(t *testing.T) {
	gpx := `<?xml version="1.0"?><gpx><trk><trkseg>
<trkpt lat="48.1000" lon="11.5000"><ele>500</ele></trkpt><trkpt lon='11.5010' lat='48.1000'/>
<trkpt lat="48.1010" lon="11.5010"></trkpt></trkseg></trk></gpx>`
	for text, want := range map[string]string{
		"x,y\n0,0\n1,2\n":           "track 0,0;1,2",
		"0 0\n1 2\n":                "track 0,0;1,2",
		"# metres\n0\t0\n1.5\t2\n":  "track 0,0;1.5,2",
		"t;x;y\n0;0,5;1\n1;1,5;2\n": "track 0.5,1;1.5,2",
		"\ufeff\"time\",\"x\",\"y\"\r\n0,1,2\r\n1,3,4\r\n": "track 1,2;3,4",
		"sensor_x,sensor_y\n1,2\n":                         "places 1,2",
		gpx: "track -49.50614,-37.06503;24.75307,-37.06503;" +
			"24.75307,74.13005",
		"1,2,3\n4,5,6\n":                           "ring.read.columns",
		"a,b\n1,2\n":                               "ring.read.names",
		"x,y\n1,2\n3,east\n":                       "ring.read.number",
		"x,y\n":                                    "ring.read.none",
		"\x00\x01":                                 "ring.read.text",
		"import numpy as np\nprint(1, 2)\n":        "guest.estimate.none",
		"from math import exp\nx, y = 1, 2\n":      "guest.estimate.none",
		"def release(x):\n    return x\n":          "guest.estimate.none",
		"x,y,import\n0,0,1\n1,2,3\n":               "track 0,0;1,2",
		"def estimate(y, k):\n    return [1, 2]\n": "code def estimate(y, k):\n    return [1, 2]\n",
	} {
		reads(t, text, want)
	}
}

// reads fails the test unless a file is read as the parameter and the value in want, of the visitor's
// own mechanism, or is refused with the id of a sentence.
func reads(t *testing.T, text, want string) {
	t.Helper()
	s, err := full.Extras().Read(spec(t), []byte(text))
	got := ""
	if p := (*lab.Problem)(nil); errors.As(err, &p) {
		got = string(p.Say)
	} else {
		name, _, _ := strings.Cut(want, " ")
		if got = name + " " + s.Text(name); s.Text("mech") != about.Own {
			t.Errorf("%q: the mechanism is %s", text, s.Text("mech"))
		}
	}
	refusal := strings.HasPrefix(want, "ring.") || strings.HasPrefix(want, "guest.")
	if got != want && !(refusal && strings.Contains(got, want)) {
		t.Errorf("%q: %s, want %s", text, got, want)
	}
}

// TestOwnPath: a path and places from files are those of the system.
func TestOwnPath(t *testing.T) {
	code := "claim = 1\ndt = 2\ndef measure(x, q, v):\n    return [x[0] - q[0], x[1] - q[1] + v[1]]\n" +
		"def estimate(y, k):\n    return [y[k][0][0] + sensors[0][0] + laplace(1), y[k][0][1] + sensors[0][1]]\n"
	m, err := open(spec(t, "mech", about.Own, "code", code, "track", "0,0;1,1;2,2;3,3;4,4;5,5;6,6;7,7;8,8;9,9;10,9",
		"places", "20,3;5,-7", "d", "0.5"))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Scenario.States[8]; got[0] != 10 || got[1] != 9 || m.Scenario.Dt != 2 || len(m.Scenario.Sensors) != 2 {
		t.Errorf("the path ends at %v after %v s, %d sensors", got, m.Scenario.Dt, len(m.Scenario.Sensors))
	}
	if d := m.distance; math.Abs(d-0.5) > 1e-9 {
		t.Errorf("the records are %v apart", d)
	}
}

// TestOwnReplay: two runs of one seed hold what the noise assumes against what the records move.
func TestOwnReplay(t *testing.T) {
	for name, want := range map[string]string{"ekf": "replay.lead.holds", "ekf_unclipped": "replay.lead.larger",
		"seed": "replay.note.nothing", "particle": "replay.lead.varies", "mhe": "replay.lead.varies"} {
		s := preset(t, name)
		job, err := lab.Start(full, s, lab.Replay)
		if err != nil {
			t.Fatal(err)
		}
		if data := labtest.Few(t, job, 1); !strings.Contains(string(data), want) {
			t.Errorf("%s: %s; want %s", name, data, want)
		}
	}
}

// TestOwnWarnings: a report says at which steps nothing is drawn, and that a program would be faster whose
// draws stand in publish.
func TestOwnWarnings(t *testing.T) {
	const work = "import numpy as np\ndef estimate(y, k):\n    total = np.zeros(2)\n    for i in range(20):\n" +
		"        total = total + np.mean(y[k], axis=0) / 20\n"
	for program, want := range map[string][]string{
		work + "    return total + laplace(0.1, size=2)\n": {"ring.own.publish"},
		work + "    return total if k == 1 else total + laplace(0.1, size=2)\n": {"ring.own.publish",
			"ring.own.still"},
		work + "    return total\n\ndef publish(x, k):\n    return x + laplace(1, size=2)\n": nil,
		work + "    return total\n":                         {"ring.own.still"},
		"def estimate(y, k):\n    return [laplace(1), 0]\n": nil,
	} {
		r := labtest.Report(t, full, spec(t, "mech", about.Own, "code", program, "eps", "1", "n", "50", "m", "100"), 2)
		var got []string
		for _, say := range r.Warnings {
			if strings.HasPrefix(say.ID(), "ring.own.") {
				got = append(got, say.ID())
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s\nwarns %v, want %v", program, got, want)
		}
	}
}
