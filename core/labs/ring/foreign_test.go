package ring

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	about "indistinct/core/about/ring"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/labtest"
)

// stranger is a system of a visitor's with an estimator.
func stranger(measure, estimate string, more ...string) string {
	return strings.Join(append(more, "claim = 1\nsensors = [(5, 5), (1, 2)]\nstart = [0, 0]",
		"def plant(x, w):\n    return [x[0] + w[0], x[1] + w[1]]", "def measure(x, q, v):\n    return "+measure,
		"def estimate(y, k):\n    return "+estimate), "\n") + "\n"
}

// TestForeignRefused: what a stranger's program gets wrong is one sentence with its line, and never
// a panic.
func TestForeignRefused(t *testing.T) {
	const fine = "[y[k][0] + laplace(1), 0]"
	for name, c := range map[string]struct {
		code, want string
		line       int
	}{
		"readings of two lengths": {stranger("[1, 2] if q[0] > x[0] else [0]", "[laplace(1), 0]"),
			"ring.plant.ragged", 0},
		"no reading of some places": {stranger("None if q[0] not in (5, 1) else x[0] - q[0]", fine),
			"guest.plant.returned", 6},
		"jump": {stranger("1.0 if q[0] > x[0] else 0.0", fine), "ring.system.jump", 0},
		"place that is not finite": {strings.Replace(stranger("x[0] - q[0]", fine), "(5, 5)",
			`(float("nan"), 5)`, 1), "guest.plant.sensors", 0},
		"start that is not finite": {strings.Replace(stranger("x[0] - q[0]", fine), "[0, 0]", `[float("inf"), 5]`, 1),
			"guest.plant.start", 0},
		"words in a list": {"claim = 1\ndef estimate(y, k):\n    return ['1', '2']\n", "guest.estimate.entry", 2},
		"truth values": {"claim = 1\ndef estimate(y, k):\n    return y[k][0][0] > 0, True\n",
			"guest.estimate.entry", 2},
		"a row of a matrix": {"claim = 1\ndef estimate(y, k):\n    return [y[k][0]]\n", "guest.estimate.entry", 2},
		"nine numbers":      {"claim = 1\ndef estimate(y, k):\n    return [1] * 9\n", "guest.estimate.numbers", 2},
		"itself": {"claim = 1\ndef estimate(y, k):\n    x = []\n    x.append(x)\n    return x\n",
			"guest.estimate.entry", 2},
		"not a number, of publish": {"claim = 1\ndef estimate(y, k):\n    return [1, 2]\ndef publish(x, k):\n" +
			"    return [float('nan'), 1]\n", "guest.estimate.number", 4},
	} {
		_, err := open(spec(t, "mech", about.Own, "code", c.code, "d", "0.3"))
		p := (*lab.Problem)(nil)
		if !errors.As(err, &p) {
			if err == nil || !strings.Contains(string(lang.Of(err)), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		} else if !strings.Contains(string(p.Say), c.want) || p.Line != c.line {
			t.Errorf("%s: line %d, %s, want %d, %s", name, p.Line, p.Say, c.line, c.want)
		}
	}
}

// TestForeignTaken: what strangers write is taken, and is what it would be written out.
func TestForeignTaken(t *testing.T) {
	const one = "[x[0] - q[0] + v[0], x[1] - q[1] + v[1]]"
	for name, c := range map[string]struct{ code, same string }{
		"a column": {stranger(one, "[[y[k][0][0] + laplace(1)], [y[k][0][1] + laplace(1)]]"), stranger(one,
			"[y[k][0][0] + laplace(1), y[k][0][1] + laplace(1)]")},
		"a column of an array": {stranger(one, "np.array([[y[k][0][0]], [y[k][0][1]]]) + 1", "import numpy as np"),
			stranger(one, "[y[k][0][0] + 1, y[k][0][1] + 1]")},
		// The origin is no place of a sensor, and the start none of the path.
		"a reading that the origin has not": {stranger("[log(abs(q[0]) + abs(q[1])), x[1] - q[1]]", "y[k][0]"),
			stranger("[log(abs(q[0]) + abs(q[1])), x[1] - q[1]]", "[y[k][0][0], y[k][0][1]]")},
		"sixteen numbers": {stranger("[x[0] - q[0] + v[i] for i in range(16)]", "[y[k][1][15], y[k][0][0]]"),
			stranger("[x[0] - q[0] + n for n in v]", "[y[k][1][15], y[k][0][0]]")},
	} {
		var got [2]string
		for i, code := range []string{c.code, c.same} {
			m, err := open(spec(t, "mech", about.Own, "code", code, "d", "0.5"))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if d := m.distance; math.Abs(d-0.5) > 1e-9 {
				t.Errorf("%s: the records are %v apart", name, d)
			}
			got[i] = fmt.Sprint(mechanism.Draw(m.Mech.Fork(), mechanism.Adjacent, rng.Key{Seed: 3}, 20))
		}
		if got[0] != got[1] {
			t.Errorf("%s: %.80s, want %.80s", name, got[0], got[1])
		}
	}
}

// TestForeignJumps: records are never more than d apart, however readings jump.
func TestForeignJumps(t *testing.T) {
	code := stranger("round(x[0] - q[0] + v[0])", "[y[k][0] + laplace(1), y[k][1]]")
	for d, want := range map[string]float64{"0.5": 0, "1": 1, "1.2": 1, "1.6": math.Sqrt2, "3": 3} {
		m, err := open(spec(t, "mech", about.Own, "code", code, "d", d))
		switch {
		case want == 0 && (err == nil || !strings.Contains(string(lang.Of(err)), "ring.system.jump")):
			t.Errorf("d = %s: %v", d, err)
		case want > 0 && (err != nil || math.Abs(m.distance-want) > 1e-9):
			t.Errorf("d = %s: %v apart (%v), want %v", d, m.distance, err, want)
		}
	}
}

// TestForeignFiles: paths as phones and loggers write them.
func TestForeignFiles(t *testing.T) {
	const point = `<trkpt lat="48.1%d" lon="11.5"></trkpt>`
	track := fmt.Sprintf(point+point, 0, 2)
	const dateline = "lat,lon\n0,179.99\n0,-179.99\n"
	const utm = "Easting (m),Northing (m)\n500000.25,5300000.25\n500001,5300000.5\n"
	const path = "track 0,-1111.9508;0,1111.9508"
	for text, want := range map[string]string{
		"<gpx>" + track + "</gpx>":                                                              path,
		"<gpx>" + strings.ReplaceAll(track, " l", "\n\tl") + "</gpx>":                           path,
		"<gpx>" + strings.ReplaceAll(track, "=", " = ") + "</gpx>":                              path,
		"<gpx>" + strings.ReplaceAll(track, "\"", "'") + "</gpx>":                               path,
		"<gpx>" + strings.ReplaceAll(track, "></trkpt>", "/>") + "</gpx>":                       path,
		"<n:gpx>" + strings.NewReplacer("</", "</n:", "<t", "<n:t").Replace(track) + "</n:gpx>": path,
		"<gpx><!-- <trkpt lat='0' lon='0'> -->" + track + "</gpx>":                              path,
		"<gpx>" + strings.ReplaceAll(track, "trkpt", "rtept") + track + "</gpx>":                path,
		"<gpx>" + strings.ReplaceAll(track, "trkpt", "rtept") + "</gpx>":                        path,
		"<gpx>" + strings.ReplaceAll(track, "trkpt", "wpt") + "</gpx>":                          "ring.read.none",
		"<gpx>" + strings.ReplaceAll(track, "48", "98") + "</gpx>":                              "ring.read.number",
		"Zeit;Breite;Länge\n0;48,10;11,5\n1;48,12;11,5\n":                                       path,
		dateline:                            "track -1111.9508,0;1111.9508,0",
		utm:                                 "track 500000.25,5.30000025e+06;500001,5.3000005e+06",
		",x [m],y [m]\n0,1,2\n1,3,4\n":      "track 1,2;3,4",
		"0.000e+00 1.5e+00\n1 2\n":          "track 0,1.5;1,2",
		"% logger\nx,y\n1,2\n3,4\n":         "track 1,2;3,4",
		"sensor_temp,x,y\n20,1,2\n21,3,4\n": "track 1,2;3,4",
		"sensor,x,y\n1,1,2\n2,3,4\n":        "places 1,2;3,4",
		"x,y\n1,2,\n3,4,\n":                 "track 1,2;3,4",
		"\"x\",\"y\"\n\"1,5\",\"2,5\"\n\"3,5\",\"4,5\"\n": "ring.read.cells",
		"x y\n1,5 200,5\n2,5 300,5\n":                     "ring.read.cells",
		"1,2\n3,4,5\n":                                    "ring.read.cells",
	} {
		reads(t, text, want)
	}
}

// TestForeignWorkers: publish, with an estimate that is computed once for all, counts the same with
// one worker and with eight.
func TestForeignWorkers(t *testing.T) {
	code := stranger("[x[0] - q[0] + v[0], x[1] - q[1] + v[1]]", "[[y[k][0][0]], [y[k][0][1]]]") +
		"def publish(x, k):\n    state['last'] = state.get('last', 0) + laplace(1)\n" +
		"    return [x[0][0] + state['last'], x[1][0] + laplace(1)]\n"
	s := spec(t, "mech", about.Own, "code", code, "n", "200", "m", "1000", "d", "3")
	one, eight := labtest.Report(t, full, s, 1), labtest.Report(t, full, s, 8)
	if one.Strong.Epsilon != eight.Strong.Epsilon || one.ECorrect != eight.ECorrect || !one.Found() {
		t.Errorf("ε ≥ %v, error %v; with eight workers %v, %v", one.Strong.Epsilon, one.ECorrect,
			eight.Strong.Epsilon, eight.ECorrect)
	}
}
