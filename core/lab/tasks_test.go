package lab

import (
	"testing"

	"indistinct/core/audit"
)

func TestGameTask(t *testing.T) {
	if task := GameTask(18446744073709551615, 3); task != "game:18446744073709551615:3" {
		t.Error(task)
	}
	for _, bad := range []string{"game", "game:1", "game:1:2:3", "game:-1:2", "game:1:x", "sum:1:2"} {
		if playJob(nil, Spec{}, bad) != nil {
			t.Errorf("%q was taken for a round", bad)
		}
	}
	if playJob(nil, Spec{}, GameTask(1, 1)) == nil {
		t.Error("a round was not taken")
	}
}

func TestFound(t *testing.T) {
	for v, want := range map[audit.Verdict]bool{audit.Violation: true, audit.NoViolation: false,
		audit.Inconclusive: false} {
		r := &Report{}
		if r.Verdict = v; r.Found() != want {
			t.Errorf("%s: found is %v", v, !want)
		}
	}
}
