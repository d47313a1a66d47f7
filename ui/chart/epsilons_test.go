package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"indistinct/core/test/pseudo"
	"indistinct/core/texts"
)

// TestEpsilonsKeepApart: in random rows of values of two runs, some of them equal, 0 or
// ∞, in English and in words two fifths longer, the labels stay on the axis, touch
// neither one another nor another's line, and the order of the values is the order of
// the marks.
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
	disguised := pseudo.Language(t, texts.English())
	for i := range 3000 {
		width := []float64{280, 360}[i%2]
		var list []Epsilon
		for range 2 {
			claim := value()
			list = append(list, Claim(claim), Proven(value(), claim), Exact(value()))
		}
		list[4], list[5] = list[4].OfA(), list[5].OfA()
		list = slices.Delete(list, 3, 4)
		sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
		s := newEpsScale(list, width)
		l := texts.English()
		if i%20 < 2 {
			l = disguised
		}
		labelled := mergeEqual(l, list, width)
		labels := epsLabels(labelled, s)
		for i := range labels {
			if a := &labels[i]; a.X0 < 0 || a.X1 > width || a.Row > 5 && l != disguised {
				t.Fatalf("%+v leaves the axis", a)
			}
			for j := range labels[:i] {
				// Long words may have to cross a line, but not one another.
				if a, b := &labels[i], &labels[j]; !a.Clear(b) && (l != disguised || a.Row == b.Row) {
					t.Fatalf("%q and %q touch in %v on %v", labelled[i].label, labelled[j].label, labelled, width)
				}
			}
		}
		for _, a := range list {
			for _, b := range list {
				if a.At < b.At && s.at(a.At) >= s.at(b.At) {
					t.Fatalf("%v lies at %v, %v at %v", a.At, s.at(a.At), b.At, s.at(b.At))
				}
			}
		}
		Epsilons(l, list, "ε", width, Variables).Walk(func(n *Node) {
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
	ticks := s.ticks(texts.English())
	if ticks[0].Label != "0" || ticks[len(ticks)-1].Label != "∞" || len(ticks) < 5 {
		t.Errorf("ticks %v", ticks)
	}
	for _, v := range [][]Epsilon{nil, {{At: 0}}, {{At: math.Inf(1)}}, {{At: 1e-300}}, {{At: math.NaN()}}} {
		Epsilons(texts.English(), v, "ε", 360, Variables)
	}
}

func TestEqualValuesShareALabel(t *testing.T) {
	got := mergeEqual(texts.English(), []Epsilon{Proven(0.94, 1), Claim(1), Exact(1 + 1e-12), Exact(2).OfA()}, 360)
	var labels []string
	for _, v := range got {
		labels = append(labels, v.label)
	}
	if want := []string{"proven ≥ 0.94", "claim = exact 1", "A exact 2"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
	if got := mergeEqual(texts.English(), []Epsilon{Proven(-1, 1), Proven(1.1500021, 1.15)}, 360); got[0].At != 0 ||
		got[0].label != "nothing proven" || got[1].label != "proven ≥ 1.150002" {
		t.Errorf("%+v", got)
	}
}
