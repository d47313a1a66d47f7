package chart

import (
	"math"
	"math/rand/v2"
	"slices"
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
			list = append(list, Claim(claim), Proven(value(), claim), Real(value(), claim))
		}
		list[4] = list[4].OfA()
		list = append(list[:2+i%2], list[4]) // real numbers stand on the wider one alone
		l := texts.English()
		if i%20 < 2 {
			l = disguised
		}
		at := ruler(list, width)
		labels := epsLabels(l, list, width, at)
		for i := range labels {
			if a := &labels[i]; a.X0 < 0 || a.X1 > width || a.Row > 5 && l != disguised {
				t.Fatalf("%+v leaves the axis", a)
			}
			for j := range labels[:i] {
				// Long words may have to cross a line, but not one another.
				if a, b := &labels[i], &labels[j]; !a.Clear(b) && (l != disguised || a.Row == b.Row) {
					t.Fatalf("%q and %q touch in %v on %v", list[i].label(l), list[j].label(l), list, width)
				}
			}
		}
		for _, a := range list {
			for _, b := range list {
				if a.At < b.At && at(a) > at(b) || at(a) < rulerEnd || at(a) > width-rulerEnd {
					t.Fatalf("%v lies at %v, %v at %v", a.At, at(a), b.At, at(b))
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

// Whatever the numbers are, a ruler is drawn.
func TestEpsilonsOfAnything(t *testing.T) {
	for _, v := range [][]Epsilon{nil, {{At: 0}}, {{At: math.Inf(1)}}, {{At: 1e-300}}, {{At: math.NaN()}}} {
		Epsilons(texts.English(), v, "ε", 360, Variables)
	}
}

// The ruler says what is promised and what is proven, by two digits where they hold it against the claim.
func TestEpsilonsSay(t *testing.T) {
	var labels []string
	for _, v := range []Epsilon{Claim(2), Proven(6.249, 2), Proven(6.249, 2).OfA(), Proven(1.1500021, 1.15),
		Proven(-1, 1)} {
		labels = append(labels, v.label(texts.English()))
	}
	if want := []string{"promised 2", "really above 6.2", "A: really above 6.2", "really above 1.150002",
		"nothing shown"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
}
