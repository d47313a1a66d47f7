package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// relative is a system of a visitor's without a path.
const relative = `claim = 1
sensors = [(0, 0), (30, 10)]
dt = 1
def measure(x, q, v):
    return [x[0] - q[0] + v[0], x[1] - q[1] + v[1]]
def estimate(y, k):
    return [y[k][0][0] + laplace(9), y[k][0][1] + laplace(9)]
`

// TestForeignFlags: a flag of a system of one's own that has no effect is refused, so that no other system's
// verdict is read as that of one's own; paths and places are read from files.
func TestForeignFlags(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var track strings.Builder
	for range 9 {
		track.WriteString("<trkpt lat='48' lon='11'/><trkpt lat='48.001' lon='11'/>")
	}
	program := write("est.star", relative)
	gpx, places := write("a.gpx", "<gpx>"+track.String()+"</gpx>"), write("q.csv", "sensor_x,sensor_y\n7,8\n")
	for args, want := range map[string]string{
		"-file " + program:                                  "[guest.plant.path]",
		"-code " + program + " -mech ekf":                   "[verify.hidden flag=code param=mech values=own]",
		"-estimator true -track 0,0;1,1":                    "[verify.hidden flag=track param=mech values=own]",
		"-lab lqg -plant pair -A 2":                         "[verify.hidden flag=A param=plant values=custom]",
		"-lab filtering -plant custom -fnum 1":              "[verify.hidden flag=fnum param=plant values=filter]",
		"-layout uniform -angles 1,2,3":                     "[verify.hidden flag=angles param=layout values=typed]",
		"-mech own -code " + program:                        "[guest.plant.path]",
		"-mech own -file " + program + " -track @no":        "[verify.file.open",
		"-mech own -file " + program + " -track @" + places: "[lab.refused",
	} {
		status, out, errs := verify(t, nil, "", strings.Fields(args)...)
		if status != badInput || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d %s%s, want %s", args, status, out, errs, want)
		}
	}
	status, out, errs := verify(t, nil, "", "-mech", "own", "-file", program, "-track", "@"+gpx, "-places", "@"+places,
		"-n", "100", "-m", "200", "-json")
	if status != ran || !strings.Contains(out, `"places":"7,8"`) || !strings.Contains(out, `"track":"0,-55.59754;`) {
		t.Errorf("%d %.3000s%s", status, out, errs)
	}
}

// TestForeignAnswers: numbers as NumPy writes those of a list are taken, and what is too large is a failure.
func TestForeignAnswers(t *testing.T) {
	for answer, want := range map[string]bool{
		"[np.float64(1.5), np.float64(-2e-3)]": true, "1.5\t-2E-3 \r": true, "(1.5, -0.002)": true, "1e200 1": false,
	} {
		x := &process{commanded: &commanded{steps: 9}}
		out, err := x.parse(answer)
		if err != nil || (out != nil) != want || want && (out[0] != 1.5 || out[1] != -0.002) {
			t.Errorf("%q: %v, %v", answer, out, err)
		}
	}
}
