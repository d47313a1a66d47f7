// Package types checks what compilers of Go do not see: the shell scripts, and the types of
// JavaScript, of which the .d.ts files here say what stands in the pages.
package types

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"indistinct/wasm/test/npm"
)

const root = "../../.."

// look looks at all that the tools of these tests read: Go keeps a test's result while nothing
// changed that the test looked at.
func look(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || path == filepath.Join(root, "site")):
			return filepath.SkipDir
		case slices.Contains([]string{".js", ".ts", ".json", ".sh"}, filepath.Ext(path)):
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestShell checks the shell scripts with shellcheck.
func TestShell(t *testing.T) {
	look(t)
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip("Shell scripts are not checked: shellcheck is not installed.")
	}
	var scripts []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".sh" {
			scripts = append(scripts, path)
		}
		return err
	})
	if err != nil || len(scripts) < 4 {
		t.Fatal(scripts, err)
	}
	if out, err := exec.Command("shellcheck", scripts...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// typescript checks a project and returns what it says.
func typescript(t *testing.T, project string) (said string, bad bool) {
	t.Helper()
	look(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("JavaScript is not checked: node is not installed.")
	}
	compiler, err := npm.File("typescript", "5.9.3", "lib/tsc.js")
	if err != nil {
		t.Skipf("JavaScript is not checked: %v.", err)
	}
	out, err := exec.Command("node", compiler, "--pretty", "false", "-p", project).CombinedOutput()
	return string(out), err != nil
}

// TestJavaScript checks the scripts of the pages and those of workers with TypeScript.
func TestJavaScript(t *testing.T) {
	for _, project := range []string{"page.json", "worker.json"} {
		if said, bad := typescript(t, project); bad {
			t.Errorf("%s: %s", project, said)
		}
	}
}

// TestWrongScript: a name that no element has, a place too many and what is left in the
// window without a word in page.d.ts are found.
func TestWrongScript(t *testing.T) {
	said, bad := typescript(t, "testdata")
	for _, want := range []string{"contentWindw", "Expected 1-3 arguments", "'indistinctOther'"} {
		if !bad || !strings.Contains(said, want) {
			t.Errorf("%s is not found: %s", want, said)
		}
	}
}
