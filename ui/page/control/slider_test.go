package control

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/test"
)

func TestSlider(t *testing.T) {
	table := test.Toy{}.Params()
	table = append(table, lab.Param{Name: "neg", Kind: lab.Float, Min: -3, Max: 3, Step: 0.5},
		lab.Param{Name: "gamma", Kind: lab.Float, Min: 1e-12, Max: 0.1, Log: true})
	for i := range table {
		p := &table[i]
		if p.Kind != lab.Float && p.Kind != lab.Int {
			continue
		}
		last := math.Inf(-1)
		for k := 0; k <= SliderSteps; k++ {
			v := ValueAt(p, float64(k)/SliderSteps)
			if v < p.Min || v > p.Max || v < last {
				t.Fatalf("%s: position %d gives %v after %v", p.Name, k, v, last)
			}
			if _, err := p.Parse(fmt.Sprint(v)); err != nil {
				t.Fatalf("%s: position %d gives %v: %v", p.Name, k, v, err)
			}
			last = v
			// Back to about where it was: within the rounding.
			if back := Position(p, v); math.Abs(back-float64(k)/SliderSteps) > 0.06 {
				t.Errorf("%s: position %d gives %v, whose position is %.3f", p.Name, k, v, back)
			}
		}
		if ValueAt(p, 0) != p.Min || ValueAt(p, 1) != p.Max {
			t.Errorf("%s: the ends are %v and %v", p.Name, ValueAt(p, 0), ValueAt(p, 1))
		}
		// Arrow keys get from one end to the other and change something each time.
		v, n := p.Min, 0
		for ; v < p.Max && n < 2000; n++ {
			next := Nudge(p, v, 1)
			if next <= v {
				t.Fatalf("%s: an arrow key leads from %v to %v", p.Name, v, next)
			}
			v = next
		}
		if v != p.Max {
			t.Errorf("%s: %d presses lead to %v, not to %v", p.Name, n, v, p.Max)
		}
	}
	if v := Nudge(table.Find("s"), 0.3, 1); v != 0.31 {
		t.Errorf("0.3 and one step of 0.01 are %v", v)
	}
	if v := Nudge(table.Find("s"), 0.8, -10); v != 0.7 {
		t.Errorf("0.8 less ten steps of 0.01 is %v", v)
	}
}

// A setting says its value as the language calls it: a choice by its name, a number with
// its unit where it has one; one that is not on show says nothing.
func TestSetting(t *testing.T) {
	l, table := test.Language(), test.Toy{}.Params()
	table.Find("m").Unit = lang.Verbatim("km")
	s := table.Defaults("toy")
	for name, want := range map[string]string{"mode": "A", "s": "0.5", "m": "100\u00a0km", "on": "yes", "x": "1, 2",
		"most": "–"} {
		if got := l.Say(Setting(s, table.Find(name))); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestShown(t *testing.T) {
	table := lab.Table{{Name: "g", Kind: lab.Float, Min: 1e-300, Max: 1e300}, {Name: "seed", Kind: lab.Seed},
		{Name: "l", Kind: lab.List, Min: -9, Max: 9, MaxLen: 9}, {Name: "a", Kind: lab.Matrix, Min: -9, Max: 9,
			Parts: 2}}
	tests := []struct{ name, text, want string }{
		{"g", "1e-9", "1e-9"}, {"g", "0.05", "0.05"}, {"g", "1e+20", "1e20"}, {"g", "123456", "123456"},
		{"seed", "9007199254740991", "9007199254740991"}, {"l", "1 2.5,-3", "1, 2.5, -3"},
		{"a", "1,2;3,4", "1, 2;\n3, 4"},
		{"a", "1,2;3,4|5", "1, 2;\n3, 4\n|\n5"},
	}
	for _, x := range tests {
		s, err := table.Defaults("toy").With(table, x.name, x.text)
		if err != nil {
			t.Fatal(err)
		}
		got := Shown(s, table.Find(x.name))
		if got != x.want {
			t.Errorf("%s = %s is shown as %q, want %q", x.name, x.text, got, x.want)
		}
		if again, err := s.With(table, x.name, got); err != nil || !again.Equal(s) {
			t.Errorf("%s: what is shown, %q, reads as another value (%v)", x.name, got, err)
		}
	}
}
