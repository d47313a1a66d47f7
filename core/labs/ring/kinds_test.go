package ring

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/labs/ring/attack"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/texts"
)

// ours are the mechanisms that are no visitor's.
func ours() []kind {
	return slices.DeleteFunc(kinds(), func(k kind) bool { return k.name == own || k.name == command })
}

// Every mechanism has an entry with all that the laboratory asks of it: nothing is left
// out in silence. What is known of two places agrees with what is said to be known, and
// the density that the adversary uses is the mechanism's own.
func TestKinds(t *testing.T) {
	if offered, known := len(offers()), len(kinds()); offered != known {
		t.Fatalf("%d mechanisms are offered, %d are known", offered, known)
	}
	seen := map[string]bool{}
	for _, k := range ours() {
		missing := map[string]bool{
			"name": k.name == "" || seen[k.name], "title": !texts.English().Has(k.title().ID()), "role": k.role == "",
			"dial": Lab{}.Params().Find(k.dial.param) == nil || !(k.dial.lo < k.dial.hi) ||
				k.dial.rounds[0] == k.dial.rounds[len(k.dial.rounds)-1],
			"values": len(k.values) < 4, "build": k.Build == nil, "likelihood": k.Likelihood == 0,
			"logNoise":            (k.Likelihood == attack.ByNoise) != (k.LogNoise != nil),
			"measuring":           k.measuring == 0,
			"shift or affinity":   k.NoLaw == "" && k.Shift == nil && k.Affinity == nil,
			"why there is no law": k.NoLaw != "" && (k.Shift != nil || k.Affinity != nil || k.Pure != nil),
			"pure, or why not":    k.NoLaw == "" && (k.Pure == nil) != (k.NoPure != ""),
		}
		for field, is := range missing {
			if is {
				t.Errorf("%q: %s is missing, or goes against another field", k.name, field)
			}
		}
		seen[k.name] = true
		if t.Failed() {
			continue
		}
		m, err := open(spec(t, "mech", k.name))
		if err != nil {
			t.Fatal(err)
		}
		d, ok := m.Mech.(mechanism.Densitied)
		if k.Likelihood != attack.ByNoise {
			continue
		}
		s, err := m.NewAdversary(false, 60)
		if err != nil || !ok {
			t.Fatalf("%s: no density to compare with: %v", k.name, err)
		}
		n, dim := m.Mech.Shape()
		x, steps := make([]float64, n*dim), make([]float64, n)
		var first float64
		for i := range 5 { // up to a constant
			m.Seen(m.Mech, i, x)
			diff := s.Log(s.Base, x, steps) - d.LogDensity(mechanism.Record, x)
			if i == 0 {
				first = diff
			}
			if math.Abs(diff-first) > 1e-9*(1+math.Abs(first)) {
				t.Errorf("%s: logNoise is off the mechanism's density by %v, then by %v", k.name, first, diff)
			}
		}
	}
}

// A parameter of the mechanisms is shown for those whose releases it changes, and for
// no others: a kind whose offer forgets to say what it takes would hide a slider.
func TestShownIsWhatMatters(t *testing.T) {
	for _, k := range ours() {
		for param, values := range map[string][2]string{
			"prior": {"12000", "600"}, "s": {"0.8", "0.7"},
			"sbar": {"0.944", "0.9"}, "shat": {"0.9887", "0.97"}, "noise": {"0.004", "0.01"},
			"kappa": {"1", "0.5"}, "sched": {"", "0.8,0.7,0.6,0.5"}, "terms": {"n1", "n"},
			"feed": {"det", "sample"}, "state": {"4d", "pos"},
		} {
			var shown bool
			var x [2][]float64
			for i, v := range values {
				s := spec(t, "mech", k.name, param, v)
				m, err := open(s)
				if err != nil {
					t.Fatal(err)
				}
				x[i] = mechanism.Draw(m.Mech.Fork(), mechanism.Record, rng.Key{Seed: 1}, 3)
				shown = s.Shown(Lab{}.Params().Find(param))
			}
			if matters := !slices.Equal(x[0], x[1]); matters != shown {
				t.Errorf("%s: %s changes the releases: %v; it is shown: %v", k.name, param, matters, shown)
			}
		}
	}
}
