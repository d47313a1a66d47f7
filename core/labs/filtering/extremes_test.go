package filtering

import (
	"testing"

	about "indistinct/core/about/filtering"
	"indistinct/core/lab"
	"indistinct/core/test/labtest"
)

// TestRandomSpecs: Specs over all that the table accepts end in numbers or in one
// sentence.
func TestRandomSpecs(t *testing.T) {
	labtest.Sweep{Specs: 8, Broken: func(s lab.Spec) bool { return s.Text("arch") == about.None }}.Run(t, Lab{})
}
