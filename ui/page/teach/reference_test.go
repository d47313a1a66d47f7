package teach

import (
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/ui/page/test"
)

func TestParameters(t *testing.T) {
	table := test.Toy{}.Params()
	terms := Parameters(table)
	if len(terms) != len(table) || terms[4].Name != "Claimed ε" ||
		!strings.Contains(english.Say(terms[1].Side), "a number from 0 to 2") {
		t.Errorf("%+v", terms)
	}
}
