package attack

import (
	"errors"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/mechanism"
)

// slow is a mechanism of which a release takes a millisecond.
type slow struct{ mechanism.Mechanism }

func (slow) Pace() float64 { return 1000 }

// TestAffordable: of a visitor's estimator no more releases are drawn than somebody would wait for; it
// is said of which parameter. What is ours is drawn in pieces by its pace.
func TestAffordable(t *testing.T) {
	for _, c := range []struct {
		foreign  bool
		releases int
		refused  bool
	}{{true, 1000, false}, {true, 1001, true}, {false, 1001, false}} {
		err := (&Setting{Foreign: c.foreign}).Affordable(slow{}, c.releases, 1e6)
		var p *lab.Problem
		if refused := errors.As(err, &p); refused != c.refused {
			t.Errorf("%+v: %v", c, err)
		} else if refused && (p.Field != "mech" || p.Say.ID() != "ring.attack.slow") {
			t.Errorf("%+v: %s of %q", c, p.Say.ID(), p.Field)
		}
	}
}
