package view

import (
	"strings"
	"testing"

	"indistinct/core/lab"
)

// An upper bound on how often an adversary is right is said to be one.
func TestMeterSaysAtMost(t *testing.T) {
	m, _ := openPage(t, "")
	for most, want := range map[bool]string{true: "right at most 90 % of", false: "right 90 % of"} {
		m.Front.Meter = &lab.Meter{Success: 0.9, AtMost: most}
		got := strings.ReplaceAll(m.Say((&Basics{m, m.Front}).meter()), "\u00a0", " ")
		if !strings.Contains(got, want) {
			t.Errorf("at most: %v: %q", most, got)
		}
	}
}
