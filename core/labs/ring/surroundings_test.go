package ring

import (
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/texts"
)

// Promised ⊂ measured ⊂ attacked: the ring that an audit measures lies outside
// the promised disk, and inside the adversary's 95 % region, at every s and for
// the mechanisms with noise on the result. A probe inside the disk shows too
// much with probability at most α = 0.05; the seeds are fixed.
func TestRingsNest(t *testing.T) {
	for _, set := range [][]string{{"s", "0.95"}, {"s", "0.8"}, {"s", "0.5"}, {"s", "0.2"}, {"s", "0.1"},
		{"mech", "gauss"}, {"mech", "laplace"}, {"promise", "pure"}} {
		for _, seed := range []string{"1", "2", "3"} {
			m, err := open(spec(t, append([]string{"seed", seed}, set...)...))
			if err != nil {
				t.Fatal(err)
			}
			s, err := m.NewAdversary(true, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Learn(); err != nil {
				t.Fatal(err)
			}
			promised, _, err := s.Disk(m.Spec.Text("promise"))
			if err != nil {
				t.Fatal(err)
			}
			measured, err := s.MeasuredRadius(promised, m.measuring())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v, seed %s: promised %v, measured %v, attacked %v m", set, seed, promised, measured, s.Reach())
			if !(promised < measured && measured < s.Reach()) {
				t.Errorf("%v, seed %s: promised %v, measured %v, attacked %v m", set, seed, promised,
					measured, s.Reach())
			}
		}
	}
}

// A lens draws the ghost to scale, where dragging finds it again: editing the ghost to where
// it is drawn leaves d as it is. Three names are seen, the others on request.
func TestGhost(t *testing.T) {
	l := Lab{}
	for _, set := range [][]string{{}, {"d", "10"}, {"d", "0.05"}, {"d", "100"}, {"star", "4"}} {
		s := spec(t, set...)
		m, err := open(s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		at, names := [2]float64{}, 0
		for i, v := range f.Views {
			if v.Place == film.Lens { // its name
				names++
			}
			for _, layer := range v.Layers {
				if layer.Kind == film.Labels && layer.When == "" {
					names++
				}
				if len(layer.Handles) == 1 && layer.Handles[0] == "ghost" {
					at = [2]float64{float64(layer.Data[0]), float64(layer.Data[1])}
					if box := v.Box[2]; i != 2 || math.Hypot(at[0], at[1]) > box || math.Hypot(at[0], at[1]) < box/50 {
						t.Errorf("%v: the ghost is drawn at %v in view %d, which shows %v m", set, at, i, box)
					}
				}
			}
		}
		if names > 4 {
			t.Errorf("%v: %d names are seen at once", set, names)
		}
		next, ok := l.Edit(s, "ghost", at[0], at[1])
		if d := s.Float("d"); !ok || math.Abs(next.Float("d")-d) > 2e-3*d {
			t.Errorf("%v: the ghost where it is drawn makes d %v, want %v", set, next.Float("d"), d)
		}
		if next, ok = l.Edit(s, "ghost", 0, 0); !ok || next.Float("d") != 0.001 {
			t.Errorf("%v: the ghost on the sensor makes d %v, want the least", set, next.Float("d"))
		}
		further, ok := l.Edit(s, "ghost:key", 1, 0)
		if back, ok2 := l.Edit(further, "ghost:key", -1, 0); !ok || !ok2 || further.Float("d") <= s.Float("d") ||
			math.Abs(back.Float("d")-s.Float("d")) > 2e-3*s.Float("d") {
			t.Errorf("%v: an arrow key makes d %v, and back %v", set, further.Float("d"), back.Float("d"))
		}
	}
}

// TestTheTargetTravels: the film begins with a whole lap in true time, and what follows says
// by how much it is slower.
func TestTheTargetTravels(t *testing.T) {
	m, err := open(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Film(nil)
	if err != nil {
		t.Fatal(err)
	}
	var target []float32
	for _, l := range f.Views[0].Layers {
		if l.Trail > 0 {
			target = l.Data
		}
	}
	lap := int(math.Round(2 * math.Pi * f.Rate)) // ω₁ = 1 rad/s
	length, wide := 0.0, float32(0)
	for i := 2; i <= 2*lap; i += 2 {
		length += math.Hypot(float64(target[i]-target[i-2]), float64(target[i+1]-target[i-1]))
		wide = max(wide, target[0]-target[i])
	}
	// From x¹ = 5 m to −5 m and back, with two loops of ±1.25 m on the way.
	if length < 20.5 || length > 24 || math.Abs(float64(wide)-10) > 0.05 {
		t.Errorf("in a lap the target flies %v m and gets %v m away", length, wide)
	}
	if back := math.Hypot(float64(target[2*lap]-target[0]), float64(target[2*lap+1]-target[1])); back > 0.01 {
		t.Errorf("the lap ends %v m from where it began", back)
	}
	for k, want := range map[int]string{0: "true time, t = 0.00\u00a0s", lap + 20: "slow motion ×1/23: 2 of 4"} {
		if got := texts.English().Say(f.Clock[k]); got != want {
			t.Errorf("key frame %d is %q, want %q", k, got, want)
		}
	}
	if m, err = open(spec(t, "w1", "0.1")); err != nil { // a lap of 63 s, in 12
		t.Fatal(err)
	}
	if f, err = m.Film(nil); err != nil {
		t.Fatal(err)
	}
	if got := texts.English().Say(f.Clock[0]); got != "sped up ×5.2, t = 0.00\u00a0s" {
		t.Errorf("a lap that would take a minute begins with %q", got)
	}
}

// One colour, one meaning: the accent of the hidden sensor is worn by it and by
// what the adversary conclude, nothing else.
func TestLeakColour(t *testing.T) {
	m, err := open(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Film(report(t, m.Spec, 2))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range f.Views {
		for _, l := range v.Layers {
			star := l.Shape == film.Star && l.Fill
			adversary := l.Name.ID() == "ring.layer.belief" || l.Name.ID() == "ring.layer.attacked" ||
				l.Kind == film.Words && l.Text[0].ID() == "ring.label.spy"
			if l.Role == sheet.Leak && l.Kind != film.Labels && !star && !adversary {
				t.Errorf("%s: layer %s, %s, is in the hidden sensor's colour", v.Name.ID(), l.Name.ID(), l.Kind)
			}
		}
	}
}

// TestRingsSayWhatTheyMean: each circle round the hidden sensor has on its line what it means, always; where nothing is
// promised, as without noise, the lens says so.
func TestRingsSayWhatTheyMean(t *testing.T) {
	for s, want := range map[string][]string{"0.8": {"ring.label.nobody", "ring.label.test", "ring.label.spy"},
		"1": {"ring.label.promised.nowhere"}} {
		m, err := open(spec(t, "s", s))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		v, said, on := f.Views[2], map[string]bool{}, map[sheet.Role]float32{}
		for _, l := range v.Layers {
			switch {
			case l.Kind == film.Ring:
				on[l.Role] = l.Data[2]
			case l.When == "" && (l.Kind == film.Words || l.Kind == film.Labels):
				said[l.Text[0].ID()] = true
				if r, ok := on[l.Role]; l.Kind == film.Words && (!ok || l.Data[1] != -r) {
					t.Errorf("s = %s: %q stands at %v, its circle has the radius %v", s, l.Text[0].ID(), l.Data, r)
				}
			}
		}
		for _, id := range want {
			if !said[id] {
				t.Errorf("s = %s: the lens does not say %s: %v", s, id, said)
			}
		}
	}
}

// TestPublishedInTheLap: what flies into the lens during the lap is what is published there: each
// record's share is about the true position, and they differ as the clouds do.
func TestPublishedInTheLap(t *testing.T) {
	m, err := open(spec(t))
	if err != nil {
		t.Fatal(err)
	}
	ts := m.times()
	got := m.orbiting(ts)
	seen := map[float64]bool{}
	for in, xy := range got {
		if len(xy) != 2*inLap {
			t.Fatalf("input %d: %d numbers", in, len(xy))
		}
		for _, x := range xy {
			if seen[x] = true; math.Abs(x) > 0.1 {
				t.Errorf("input %d: %v m from the target", in, x)
			}
		}
	}
	if len(seen) < 3*inLap {
		t.Errorf("of %d numbers %d differ", 4*inLap, len(seen))
	}
	// At the lap's beginning, where the record begins, it is what the first step releases.
	first := mechanism.Draw(m.Mech.Fork(), mechanism.Record, rng.Key{Seed: m.Spec.Seed(), Phase: rng.PhasePreview}, 1)
	if x := first[0] - m.truth()[0]; math.Abs(x-got[0][0]) > 0.02 {
		t.Errorf("at its beginning the lap shows %v, the record's first release is %v", got[0][0], x)
	}
}
