package workshop

import (
	"math"
	"testing"

	about "indistinct/core/about/workshop"
)

// TestPublished: what the papers report is of classics. Two bounds of one kind agree, and where the true ε
// is known they lie below it, but for 2 %: they are of 90 % confidence each.
func TestPublished(t *testing.T) {
	logs, found := benchmark(), 0
	for _, c := range about.Classics() {
		log, ok := logs[c.Name]
		if !ok {
			continue
		}
		found++
		if math.Abs(log.lr-log.mlp) > 0.1*log.lr {
			t.Errorf("%s: ε ≥ %v and %v", c.Name, log.lr, log.mlp)
		}
		if most := 1.02 * c.Epsilon; log.lr > most || log.mlp > most {
			t.Errorf("%s: ε ≥ %v and %v of %v", c.Name, log.lr, log.mlp, c.Epsilon)
		}
		if log.seconds == "" {
			t.Errorf("%s: no seconds", c.Name)
		}
	}
	if found != len(logs) {
		t.Errorf("of %d rows %d are classics", len(logs), found)
	}
}
