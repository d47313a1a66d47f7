package panel

import (
	"strings"
	"testing"
)

func TestParameters(t *testing.T) {
	table := toy{}.Params()
	terms := parameters(table)
	if len(terms) != len(table) || terms[4].Name != "Claimed ε" || !strings.Contains(terms[1].Side, "a number from 0 to 2") {
		t.Errorf("%+v", terms)
	}
}
