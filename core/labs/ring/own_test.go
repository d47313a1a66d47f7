package ring

import (
	"testing"

	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
)

// full is the laboratory with programs.
var full = Lab{Interpreter: starlark.Interpreter{}}

// open opens a Spec of it.
func open(s lab.Spec) (*model, error) { return full.open(s) }

// TestOwnShown: all that the page shows of a program's estimator can be computed.
func TestOwnShown(t *testing.T) {
	m, err := open(spec(t, "mech", own))
	if err != nil {
		t.Fatal(err)
	}
	m.Facts()
	if f, err := m.Film(nil); err != nil || len(f.Views) != 3 {
		t.Fatalf("the film: %v", err)
	}
}
