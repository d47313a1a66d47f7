//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An npm package is fetched once; where that cannot be, the reason is told and nothing is
// left that looks like one.
func TestNPM(t *testing.T) {
	cache, tools := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	path := os.Getenv("PATH")
	t.Setenv("PATH", tools)
	if _, err := npm("axe-core", "1.0.0", "axe.min.js"); err == nil || err.Error() != "npm is not installed" {
		t.Error(err)
	}
	t.Setenv("PATH", tools+":"+path)
	tool := func(text string) {
		if err := os.WriteFile(filepath.Join(tools, "npm"), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, failing := range []string{"exit 1", "echo nonsense >axe-core-1.0.0.tgz"} {
		tool(failing)
		if _, err := npm("axe-core", "1.0.0", "axe.min.js"); err == nil ||
			!strings.Contains(err.Error(), "axe-core could not be fetched from npm") {
			t.Errorf("%s: %v", failing, err)
		}
		if left, _ := filepath.Glob(filepath.Join(cache, "*", "*")); len(left) > 1 ||
			len(left) == 1 && filepath.Base(left[0]) != "indistinct" {
			t.Errorf("%s: it left %v", failing, left)
		}
	}
	tool("mkdir package && echo axe >package/axe.min.js && tar czf axe-core-1.0.0.tgz package")
	file, err := npm("axe-core", "1.0.0", "axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "axe\n" {
		t.Errorf("%s, %v", text, err)
	}
	tool("exit 1")
	if again, err := npm("axe-core", "1.0.0", "axe.min.js"); err != nil || again != file {
		t.Error("it is fetched a second time", err)
	}
}

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
