//go:build unix

package main

import (
	"strings"
	"testing"
)

// All steps run, whichever fail, and the end names those that did.
func TestEverything(t *testing.T) {
	ran := 0
	does := func(title, command string) step {
		return step{title, func() error { ran++; return with([]string{"X=7"}, noise, "sh", "-c", command) }}
	}
	results = nil
	err := everything([]step{does("one", "echo 'FAIL\tx'; exit 1"),
		does("two", "printf 'ok  \tp\\nPASS\\n--- SKIP: y'; test $X = 7"), does("three", "exit 3"),
		does("four", "no such command")})
	if err == nil || err.Error() != "FAILED: one\nFAILED: three\nFAILED: four" || ran != 4 {
		t.Errorf("%d ran: %v", ran, err)
	}
	if got := strings.Join(results, "|"); got != "FAIL\tx|ok  \tp|--- SKIP: y" {
		t.Errorf("the summary is %q", got)
	}
	if err := everything([]step{does("good", "true")}); err != nil {
		t.Error(err)
	}
}
