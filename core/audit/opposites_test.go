package audit

import (
	"testing"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/test/english"
)

func TestOppositesAreDisjoint(t *testing.T) {
	found := 0
	for k, o := range oracles() {
		if o.delta > 0 {
			continue
		}
		set := Settings{Seed: uint64(k), Epsilon: 0.7, Alpha: 0.05, N: 1000, M: 5000, Learn: true}
		e, err := paper.Enclose(draw(o.mech, 8, rng.PhaseCover, 300).R[0], 1)
		steps, dim := o.mech.Shape()
		var cover *paper.Cover
		if steps == 1 && dim == 1 && err == nil {
			cover = &paper.Cover{Steps: 1, Dim: 1, Grid: 8, Ellipsoids: []paper.Ellipsoid{e}}
		}
		sel, fresh := draw(o.mech, set.Seed, rng.PhaseSelect, set.N), draw(o.mech, set.Seed, rng.PhaseTest, 5000)
		events, _ := learn.Events(sel, cover, set.Aim())
		for _, e := range events {
			if e.Opposite == nil {
				continue
			}
			found++
			if e.Swap || !e.Opposite.Swap {
				t.Errorf("%s: %q against %q, which should favour the neighbour", o.name, e.Name, e.Opposite.Name)
			}
			in := func(e event.Event, x []float64) bool { return e.Rule.Matcher()(x) }
			for _, r := range fresh.R {
				for ; len(r) > 0; r = r[steps*dim:] {
					if x := r[:steps*dim]; in(e, x) && in(*e.Opposite, x) {
						t.Fatalf("%s: %v is in %q and in %q", o.name, x, e.Name, e.Opposite.Name)
					}
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d mechanisms have events that are tested at once", found)
	}
}

func TestOppositeIsCountedByItself(t *testing.T) {
	below := func(x float64) event.Event {
		r := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: -1, Above: -x}
		return event.Learned(r.Named(event.Layout{Width: 1}), true)
	}
	opposite, namesake := below(10000.2), below(10000.2+1e-10)
	if english.Say(opposite.Name) != english.Say(namesake.Name) {
		t.Fatalf("%q and %q: the test shows nothing", english.Say(opposite.Name), english.Say(namesake.Name))
	}
	e := event.EscapeEvent()
	e.Opposite = &opposite
	all, at := withOpposites([]event.Event{namesake, e})
	if k := at[1]; k != 2 || all[k].Rule.Above != opposite.Rule.Above {
		t.Errorf("counted is %+v at %d", all[k].Rule, k)
	}
}
