//go:build unix

package npm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An npm package is fetched once; where that cannot be, the reason is told and nothing is
// left that looks like one.
func TestFile(t *testing.T) {
	cache, tools := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	path := os.Getenv("PATH")
	t.Setenv("PATH", tools)
	if _, err := File("axe-core", "1.0.0", "axe.min.js"); err == nil || err.Error() != "npm is not installed" {
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
		if _, err := File("axe-core", "1.0.0", "axe.min.js"); err == nil ||
			!strings.Contains(err.Error(), "axe-core could not be fetched from npm") {
			t.Errorf("%s: %v", failing, err)
		}
		if left, _ := filepath.Glob(filepath.Join(cache, "*", "*")); len(left) > 1 ||
			len(left) == 1 && filepath.Base(left[0]) != "indistinct" {
			t.Errorf("%s: it left %v", failing, left)
		}
	}
	tool("mkdir package && echo axe >package/axe.min.js && tar czf axe-core-1.0.0.tgz package")
	file, err := File("axe-core", "1.0.0", "axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "axe\n" {
		t.Errorf("%s, %v", text, err)
	}
	tool("exit 1")
	if again, err := File("axe-core", "1.0.0", "axe.min.js"); err != nil || again != file {
		t.Error("it is fetched a second time", err)
	}
}
