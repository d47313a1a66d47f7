package starlark

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/test/english"
)

// watched is what the filters in testdata estimate, by names that INDISTINCT_… have too: five sensors on
// a ring, seven steps.
func watched() (s script.System, records [2][]float64) {
	s = script.System{Start: []float64{1, -2, 0.5, 0.25}, Spread: 0.3, Transition: [][]float64{{1, 0, 1, 0},
		{0, 1, 0, 1}, {0, 0, 1, 0}, {0, 0, 0, 1}}, Noise: [2]float64{0.1, 0.5},
		Step: 1, Steps: 7, Reading: 2, Distance: 5, Dial: 0.1}
	noise := rng.New(rng.Key{Seed: 4})
	for i := range 5 {
		turn := 2 * math.Pi * float64(i) / 5
		s.Sensors = append(s.Sensors, [2]float64{12 * math.Cos(turn), 12 * math.Sin(turn)})
	}
	x := [2]float64{1.1, -2.1}
	for range s.Steps {
		for _, q := range s.Sensors {
			for a := range 2 {
				y := 100*math.Tanh(0.1*(x[a]-q[a])) + 0.5*noise.Norm()
				records[0] = append(records[0], y)
			}
		}
		x = [2]float64{x[0] + 0.5 + 0.1*noise.Norm(), x[1] + 0.25 + 0.1*noise.Norm()}
	}
	records[1] = slices.Clone(records[0])
	for i := range 2 {
		records[1][i] += 3
	}
	return s, records
}

// releases are n releases of an estimator's first record, steps one behind another.
func releases(t *testing.T, e script.Estimator, records [2][]float64, n int) (out [][]float64) {
	t.Helper()
	run, err := e.Bind(records).Fork()
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		var release []float64
		stream := rng.New(rng.Key{Seed: 1, Trial: uint64(i)})
		if err := run.Estimate(mechanism.Record, &stream, func(_ int, x []float64) {
			release = append(release, x...)
		}); err != nil {
			t.Fatal(english.Say(err.(*script.Fault).Says()))
		}
		out = append(out, release)
	}
	return out
}

// TestFilters: filters as people publish them run unchanged, and give what they give in Python with NumPy:
// the same numbers where nothing is drawn, else numbers of the same mean and spread.
func TestFilters(t *testing.T) {
	s, records := watched()
	files, err := filepath.Glob("testdata/filters/*.py")
	if err != nil || len(files) != 12 {
		t.Fatal(files, err)
	}
	refusals := map[string]int{"imm_inheritance": 5, "filterpy_ukf": 2, "mhe_scipy": 4, "numba_particles": 7}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e, err := Interpreter{}.CompileEstimator(string(source), s)
			if faults := refusals[name]; faults > 0 {
				f, ok := err.(*script.Fault)
				if !ok || !f.Native || len(f.More) != faults-1 {
					t.Fatalf("%v", err)
				}
				t.Log(english.Say(f.Says()))
				return
			}
			if err != nil {
				t.Fatal(english.Say(err.(*script.Fault).Says()))
			}
			n := 200
			if few := releases(t, e, records, 3); slices.Equal(few[0], few[1]) && slices.Equal(few[1], few[2]) {
				n = 3
			}
			here := releases(t, e, records, n)
			command := exec.Command("/usr/bin/python3", "testdata/filters.py", file)
			system, err := json.Marshal(map[string]any{"start": s.Start, "spread": s.Spread, "transition": s.Transition,
				"sensors": s.Sensors, "process_sd": s.Noise[0], "reading_sd": s.Noise[1], "dt": s.Step,
				"steps": s.Steps,
				"noise": s.Dial, "distance": s.Distance, "record": records[0], "releases": n})
			if err != nil {
				t.Fatal(err)
			}
			command.Stdin = bytes.NewReader(system)
			text, err := command.Output()
			if err != nil {
				t.Skip("there is no Python with NumPy here: ", err)
			}
			var there [][]float64
			if err := json.Unmarshal(text, &there); err != nil {
				t.Fatal(err)
			}
			alike(t, here, there)
		})
	}
}

// alike compares releases: each number, where all are equal, else its law, by the test of Kolmogorov and
// Smirnov at a level of 10⁻⁵.
func alike(t *testing.T, here, there [][]float64) {
	t.Helper()
	for k := range there[0] {
		column := func(rows [][]float64) (x []float64) {
			for _, row := range rows {
				x = append(x, row[k])
			}
			slices.Sort(x)
			return x
		}
		x, y := column(here), column(there)
		if y[0] == y[len(y)-1] {
			if math.Abs(x[0]-y[0]) > 1e-9*(1+math.Abs(y[0])) || x[len(x)-1] != x[0] {
				t.Errorf("number %d is %v, in Python %v", k, x[0], y[0])
			}
			continue
		}
		if d := stat.KolmogorovSmirnov(x, nil, y, nil); d > 2.47*math.Sqrt(2/float64(len(x))) {
			t.Errorf("number %d: the laws here and in Python are %v apart", k, d)
		}
	}
}
