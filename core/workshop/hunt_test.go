package workshop_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/work"
)

// hunting is a hunt as a job.
type hunting struct {
	*audit.Hunt
	budget int
}

func (h hunting) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	do, _, err := h.Hunt.Prepare(b)
	return do, err
}

func (h hunting) Run(crew work.Crew) ([]byte, error) {
	c, err := h.Hunt.Run(crew, h.budget, 0.25, 0, 0.05, 0)
	if err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// TestHuntSound: over seeds, the bound of a hunt exceeds the true ε of
// mechanisms whose ε is known, searches included, in at most 5 % of runs; more
// than that plus five standard deviations comes up with probability below 10⁻⁶.
// It also must be worth something: half the true ε on average.
func TestHuntSound(t *testing.T) {
	seeds := 6
	if os.Getenv("INDISTINCT_LONG") != "" {
		seeds = 200
	}
	for _, name := range []string{"laplace", "geometric", "response", "noisy_max_exponential", "counter", "mean_wrong"} {
		truth := map[string]float64{"laplace": 0.1, "geometric": math.Log1p(0.125), "response": math.Log(3), "noisy_max_exponential": 0.1, "counter": 1, "mean_wrong": 10}[name]
		wrong, mean := 0, 0.0
		for seed := range seeds {
			s := classic(t, name)
			m, err := shop.Open(s)
			if err != nil {
				t.Fatal(err)
			}
			var c audit.Catch
			if err := json.Unmarshal(run(t, hunting{&audit.Hunt{Mechanism: m.Mechanism(), Seed: uint64(seed)}, 20000}), &c); err != nil {
				t.Fatal(err)
			}
			if c.Epsilon > truth {
				wrong++
			}
			mean += c.Epsilon / float64(seeds)
		}
		if n := float64(seeds); float64(wrong) > 0.05*n+5*math.Sqrt(0.05*n) {
			t.Errorf("%s: the bound exceeds ε = %.4f in %d of %d runs", name, truth, wrong, seeds)
		}
		// Eight pairs share these few releases: the search may find nothing there.
		if mean < 0.5*truth && name != "noisy_max_exponential" {
			t.Errorf("%s: the bounds' mean is %.4f, below half of ε = %.4f", name, mean, truth)
		}
		t.Logf("%s: ε = %.4f, mean bound %.4f, above in %d of %d", name, truth, mean, wrong, seeds)
	}
}
