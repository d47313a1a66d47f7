package ring

import (
	"math"
	"slices"
	"testing"

	about "indistinct/core/about/ring"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/texts"
)

// ours are the mechanisms that are no visitor's.
func ours() (out []kind) {
	for _, o := range about.Offers() {
		if o.Name != about.Own && o.Name != about.Command {
			out = append(out, kind{o, laws[o.Name]})
		}
	}
	return out
}

// Every mechanism has an entry with all that the laboratory asks of it: nothing is left
// out in silence. What is known of two places agrees with what is said to be known, and
// the density that the adversary uses is the mechanism's own.
func TestKinds(t *testing.T) {
	if offered, known := len(about.Offers()), len(laws); offered != known-1 { // two of W₂-MHE
		t.Fatalf("%d mechanisms are offered, %d are known", offered, known)
	}
	seen := map[string]bool{}
	for _, k := range ours() {
		missing := map[string]bool{
			"name": k.Name == "" || seen[k.Name], "title": !texts.English().Has(k.Title().ID()), "role": k.Role == "",
			"dial": Lab{}.Params().Find(k.Dial.Param) == nil ||
				k.Dial.Rounds[0] == k.Dial.Rounds[len(k.Dial.Rounds)-1],
			"values": len(k.Values) < 4, "build": k.Build == nil, "likelihood": k.Likelihood == 0,
			"logNoise":            (k.Likelihood == attack.ByNoise) != (k.LogNoise != nil),
			"measuring":           k.Measuring == 0,
			"shift or affinity":   k.NoLaw == "" && k.Shift == nil && k.Affinity == nil,
			"why there is no law": k.NoLaw != "" && (k.Shift != nil || k.Affinity != nil || k.Pure != nil),
			"pure, or why not":    k.NoLaw == "" && (k.Pure == nil) != (k.NoPure != ""),
		}
		for field, is := range missing {
			if is {
				t.Errorf("%q: %s is missing, or goes against another field", k.Name, field)
			}
		}
		seen[k.Name] = true
		if t.Failed() {
			continue
		}
		m, err := open(spec(t, "mech", k.Name))
		if err != nil {
			t.Fatal(err)
		}
		d, ok := m.Mech.(mechanism.Densitied)
		if k.Likelihood != attack.ByNoise {
			continue
		}
		s, err := m.NewAdversary(false, 60)
		if err != nil || !ok {
			t.Fatalf("%s: no density to compare with: %v", k.Name, err)
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
				t.Errorf("%s: logNoise is off the mechanism's density by %v, then by %v", k.Name, first, diff)
			}
		}
	}
}

// TestProfilesFollowFromDensities holds each mechanism's exact profile against its own density: δ(ε) is the mean of
// (1 − exp(ε − loss))⁺ over releases of the record, of both inputs' losses the larger (Balle & Wang 2018, Theorem 5).
func TestProfilesFollowFromDensities(t *testing.T) {
	const n = 4000
	held := 0
	for _, k := range ours() {
		m, err := open(spec(t, "mech", k.Name, "d", "0.5"))
		if err != nil {
			t.Fatal(err)
		}
		law, known := m.Mech.(mechanism.Densitied)
		profile := mechanism.ProfileOf(m.Mech)
		if !known || profile == nil {
			continue
		}
		held++
		steps, dim := m.Mech.Shape()
		x := make([]float64, steps*dim)
		losses := [2][]float64{}
		for in := range losses {
			for i := range n {
				stream := rng.New(rng.Key{Seed: 7, Input: uint32(in), Trial: uint64(i)})
				m.Mech.Release(mechanism.Input(in), &stream, x)
				losses[in] = append(losses[in],
					law.LogDensity(mechanism.Input(in), x)-law.LogDensity(mechanism.Input(1-in), x))
			}
		}
		for _, epsilon := range []float64{0, 0.5, 1, 2} {
			most, spread := 0.0, 0.0
			for _, l := range losses {
				sum, squares := 0.0, 0.0
				for _, loss := range l {
					d := max(0, 1-math.Exp(epsilon-loss))
					sum, squares = sum+d, squares+d*d
				}
				mean := sum / n
				if mean >= most {
					most, spread = mean, math.Sqrt((squares/n-mean*mean)/n)
				}
			}
			if d := profile.Delta(epsilon); math.Abs(d-most) > 5*spread+1e-3 {
				t.Errorf("%s: δ(%v) = %v, and by the density %v ± %v", k.Name, epsilon, d, most, spread)
			}
		}
	}
	if held < 2 {
		t.Errorf("the profiles of %d mechanisms were held against their densities", held)
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
				s := spec(t, "mech", k.Name, param, v)
				m, err := open(s)
				if err != nil {
					t.Fatal(err)
				}
				x[i] = mechanism.Draw(m.Mech.Fork(), mechanism.Record, rng.Key{Seed: 1}, 3)
				shown = s.Shown(Lab{}.Params().Find(param))
			}
			if matters := !slices.Equal(x[0], x[1]); matters != shown {
				t.Errorf("%s: %s changes the releases: %v; it is shown: %v", k.Name, param, matters, shown)
			}
		}
	}
}
