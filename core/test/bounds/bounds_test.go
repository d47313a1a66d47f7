// Package bounds measures how large the ε is that audits prove: the bench of bounds,
// which a change to the search for events is held against. README.md beside it says
// how to read it.
package bounds

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/labtest"
)

// seeds is how many audits a setting gets.
const seeds = 60

// stored holds what the bench has proven before, of each setting one bound a seed.
const stored = "testdata/bounds.json"

// setting is one row of the bench: a laboratory and what differs from its defaults.
type setting struct {
	name string
	lab  string
	set  []string
	code string   // of the workshop: the name of a classic
	edit []string // what is replaced in it, in pairs
}

// The settings: every laboratory as it opens, and where leaving out a kind of event
// was seen to cost.
var settings = []setting{
	{name: "ring, W2-MHE", lab: "ring"},
	{name: "ring, W2-MHE, m = 1000", lab: "ring", set: []string{"m", "1000"}},
	{name: "ring, Gaussian", lab: "ring", set: []string{"mech", "gauss"}},
	{name: "ring, Gaussian, δ = 0.05", lab: "ring", set: []string{"mech", "gauss", "delta", "0.05"}},
	{name: "ring, Laplace", lab: "ring", set: []string{"mech", "laplace"}},
	{name: "ring, input perturbation", lab: "ring", set: []string{"mech", "input"}},
	{name: "ring, EKF", lab: "ring", set: []string{"mech", "ekf", "d", "0.1"}},
	{name: "ring, d = 0.3", lab: "ring", set: []string{"d", "0.3", "state", "pos"}},
	{name: "ring, d = 0.3, δ = 0.01", lab: "ring", set: []string{"d", "0.3", "state", "pos", "delta", "0.01"}},
	{name: "ring, d = 0.3, α = 0.001", lab: "ring", set: []string{"d", "0.3", "state", "pos", "alpha", "0.001"}},
	{name: "filtering", lab: "filtering"},
	{name: "filtering, Laplace", lab: "filtering", set: []string{"law", "laplace", "delta", "0"}},
	{name: "filtering, Laplace, m = 1000", lab: "filtering", set: []string{"law", "laplace", "delta", "0",
		"m", "1000"}},
	{name: "filtering, Laplace, half = 0.8", lab: "filtering", set: []string{"law", "laplace", "delta", "0",
		"half", "0.8"}},
	{name: "filtering, Laplace, δ = 0.01", lab: "filtering", set: []string{"law", "laplace", "delta", "0.01"}},
	{name: "LQG", lab: "lqg"},
	{name: "LQG, α = 0.001", lab: "lqg", set: []string{"alpha", "0.001"}},
	{name: "survey", lab: "survey"},
	{name: "survey, Tulap, δ = 0.02", lab: "survey", set: []string{"mech", "tulap", "delta", "0.02"}},
	{name: "survey, sequential", lab: "survey", set: []string{"budget", "1.1", "eps", "1", "m", "1000", "seq", "1",
		"maxm", "50000"}},
	{name: "library, Laplace", lab: "library"},
	{name: "library, Gaussian, third", lab: "library", set: []string{"law", "gauss", "scale", "0.33", "delta", "1e-5"}},
	{name: "workshop, Laplace, ε = 0.7", lab: "workshop", code: "laplace", edit: []string{"0.1", "0.7"},
		set: []string{"n", "1000", "m", "9000"}},
	{name: "workshop, sparse vector 5", lab: "workshop", code: "sparse_vector_5",
		set: []string{"n", "2000", "m", "5000"}},
	{name: "workshop, RAPPOR, ε = 2", lab: "workshop", code: "rappor", edit: []string{"0.45, 0.55", "0.3, 0.7"},
		set: []string{"n", "2000", "m", "5000"}},
	{name: "workshop, noisy max, ε = 1", lab: "workshop", code: "noisy_max_value", edit: []string{"0.1", "1"},
		set: []string{"n", "2000", "m", "5000"}},
	{name: "workshop, histogram", lab: "workshop", code: "histogram", edit: []string{"0.1", "1"},
		set: []string{"n", "2000", "m", "5000"}},
}

// bound is what the audit of a setting proves with a seed.
func (b setting) bound(t *testing.T, seed int) float64 {
	l := guest.All().Find(b.lab)
	set := append([]string{"seed", fmt.Sprint(seed)}, b.set...)
	if b.code != "" {
		code, err := os.ReadFile("../../labs/workshop/programs/" + b.code + ".star")
		if err != nil {
			t.Error(err)
			return math.NaN()
		}
		set = append(set, "bits", "0", "code", strings.NewReplacer(b.edit...).Replace(string(code)))
	}
	s := labtest.Spec(t, l, set...)
	m, err := lab.Open(l, s)
	if err != nil {
		t.Error(b.name, err)
		return math.NaN()
	}
	settings := lab.Settings(s)
	settings.Brief = true
	r, err := audit.Run(m.Mechanism(), settings)
	if err != nil {
		t.Error(b.name, err)
		return math.NaN()
	}
	return float64(r.Strong.Epsilon)
}

// TestBounds prints the mean bounds beside the stored ones. INDISTINCT_BOUNDS=compare
// starts it, INDISTINCT_BOUNDS=store keeps what it finds; -run 'Bounds/ring' takes some
// rows. Nothing is asserted: a loss has to be weighed.
func TestBounds(t *testing.T) {
	what := os.Getenv("INDISTINCT_BOUNDS")
	if what == "" {
		t.Skip("this is a measurement: ./build.sh bench bounds")
	}
	before := map[string][]float64{}
	if data, err := os.ReadFile(stored); err == nil {
		if err := json.Unmarshal(data, &before); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("%-34s %8s %8s %18s\n", "proven ε, mean of 60 seeds", "stored", "now", "change ± its error")
	for _, b := range settings {
		t.Run(b.name, func(t *testing.T) {
			now := b.bounds(t)
			fmt.Println(row(b.name, before[b.name], now))
			before[b.name] = now
		})
	}
	if what == "store" && !t.Failed() {
		if err := write(before); err != nil {
			t.Fatal(err)
		}
	}
}

// bounds are the bounds of all seeds, in order, on all processors.
func (b setting) bounds(t *testing.T) []float64 {
	out := make([]float64, seeds)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := int(next.Add(1)); i <= seeds; i = int(next.Add(1)) {
				out[i-1] = math.Round(1e4*b.bound(t, i)) / 1e4
			}
		})
	}
	wait.Wait()
	return out
}

// row compares seed by seed: the same seeds give the same releases, so the error of
// the mean change is that of the differences.
func row(name string, before, now []float64) string {
	mean := func(x []float64) (m, err float64) {
		for _, v := range x {
			m += v / float64(len(x))
		}
		for _, v := range x {
			err += (v - m) * (v - m)
		}
		n := float64(len(x))
		return m, math.Sqrt(err / (n * (n - 1)))
	}
	m, _ := mean(now)
	if len(before) != len(now) {
		return fmt.Sprintf("%-34s %8s %8.4f", name, "–", m)
	}
	diff := make([]float64, len(now))
	for i := range now {
		diff[i] = now[i] - before[i]
	}
	was, _ := mean(before)
	change, err := mean(diff)
	note := ""
	if change < -2*err && change < -0.005*was {
		note = "  less"
	}
	return fmt.Sprintf("%-34s %8.4f %8.4f  %+8.4f ± %.4f%s", name, was, m, change, err, note)
}

// write stores the bounds, one setting a line.
func write(all map[string][]float64) error {
	var out strings.Builder
	out.WriteString("{\n")
	for i, b := range settings {
		values, err := json.Marshal(all[b.name])
		if err != nil {
			return err
		}
		comma := ","
		if i == len(settings)-1 {
			comma = ""
		}
		fmt.Fprintf(&out, "%q: %s%s\n", b.name, values, comma)
	}
	out.WriteString("}\n")
	return os.WriteFile(stored, []byte(out.String()), 0o644)
}
