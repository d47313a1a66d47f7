package chart

import (
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"indistinct/core/sheet"
)

// TestEpsilonsKeepApart: in random rows of five values, some of them equal, 0
// or ∞, the labels stay on the axis, touch neither one another nor another's
// line, and the order of the values is the order of the marks.
func TestEpsilonsKeepApart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	value := func() float64 {
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return math.Inf(1)
		case 2:
			return 2
		}
		return math.Exp(12*r.Float64() - 4)
	}
	for i := range 3000 {
		width := []float64{280, 360}[i%2]
		var list []Epsilon
		for i, name := range []string{"claim", "paper", "proven", "exact", "theory"} {
			v := value()
			list = append(list, Epsilon{At: v, Name: name, Text: sheet.Brief(v, 4), Shape: shape(i)})
		}
		sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
		s := newEpsScale(list, width)
		all := list
		list = together(list)
		labels := epsLabels(list, s)
		for i := range labels {
			if a := &labels[i]; a.X0 < 0 || a.X1 > width || a.Row > 5 {
				t.Fatalf("%+v leaves the axis", a)
			}
			for j := range labels[:i] {
				if !labels[i].Clear(&labels[j]) {
					t.Fatalf("%q and %q touch", list[i].Label(), list[j].Label())
				}
			}
		}
		for _, a := range all {
			for _, b := range all {
				if a.At < b.At && s.at(a.At) >= s.at(b.At) {
					t.Fatalf("%v lies at %v, %v at %v", a.At, s.at(a.At), b.At, s.at(b.At))
				}
			}
		}
		Epsilons(all, width, Variables).Walk(func(n *Node) {
			for i := 1; i < len(n.Attr); i += 2 {
				if n.Attr[i] == "NaN" || n.Attr[i] == "+Inf" {
					t.Fatalf("%v: %s has %s=%s", list, n.Tag, n.Attr[i-1], n.Attr[i])
				}
			}
		})
	}
}

func TestEpsilonTicks(t *testing.T) {
	s := newEpsScale([]Epsilon{{At: 1}, {At: 0.1}, {At: 6977}, {At: math.Inf(1)}}, 360)
	ticks := s.ticks()
	if ticks[0].Label != "0" || ticks[len(ticks)-1].Label != "∞" || len(ticks) < 5 {
		t.Errorf("ticks %v", ticks)
	}
	for _, v := range [][]Epsilon{nil, {{At: 0}}, {{At: math.Inf(1)}}, {{At: 1e-300}}, {{At: math.NaN()}}} {
		Epsilons(v, 360, Variables)
	}
}

func TestEqualValuesShareALabel(t *testing.T) {
	got := together([]Epsilon{{At: 0.94, Name: "proven", Text: "≥ 0.94"}, {At: 1, Name: "claim", Text: "1"},
		{At: 1 + 1e-12, Name: "exact", Text: "1"}, {At: 2, Name: "theory", Text: "2"}})
	if len(got) != 3 || got[1].Label() != "claim = exact 1" {
		t.Errorf("%+v", got)
	}
}
