//go:build !js

package licences

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var site = []string{"indistinct/wasm/panel", "indistinct/wasm/scene", "indistinct/wasm/worker", "indistinct/wasm/guest"}

// written is the text for packages on a platform.
func written(t *testing.T, platform string, packages ...string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "licences.txt")
	if err := Write(file, []string{platform}, packages); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every module that the site's programs link stands in the text with its version
// and its licence, whole.
func TestSite(t *testing.T) {
	text := written(t, "js/wasm", site...)
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}"}, site...)...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		m := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(m) != 3 {
			continue
		}
		seen++
		if title := strings.TrimSpace(m[0] + " " + m[1]); !bytes.Contains(text, []byte("\n  "+title+"\n")) {
			t.Errorf("%s is missing", title)
		}
		for _, name := range []string{"LICENSE", "NOTICE.md"} {
			if b, err := os.ReadFile(filepath.Join(m[2], name)); err == nil &&
				!bytes.Contains(text, bytes.TrimSpace(b)) {
				t.Errorf("the text has not the %s of %s", name, m[0])
			}
		}
	}
	if seen < 12 {
		t.Errorf("%d packages of modules are linked", seen)
	}
	for _, want := range []string{"  Go 1.", "Copyright 2009 The Go Authors", "THIRD_PARTY_LICENSES/Cephes-LICENSE",
		"ebiten/v2 v2.10.4, NOTICE.md"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the text does not say %q", want)
		}
	}
}

// A module without a licence stops the build, and one below it is found.
func TestNotices(t *testing.T) {
	m := &module{Path: "example.org/m", Version: "v1", Dir: t.TempDir()}
	m.packages = []string{filepath.Join(m.Dir, "font", "data")}
	if _, err := m.notices(); err == nil || !strings.Contains(err.Error(),
		"example.org/m v1 is linked and has no file with its licence") {
		t.Error(err)
	}
	if err := os.MkdirAll(m.packages[0], 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"font/COPYING", "font/data/licence.go", "other/LICENSE"} {
		os.MkdirAll(filepath.Dir(filepath.Join(m.Dir, name)), 0o755)
		if err := os.WriteFile(filepath.Join(m.Dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := m.notices(); err != nil || len(names) != 1 || filepath.ToSlash(names[0]) != "font/COPYING" {
		t.Error(names, err)
	}
}

// The command's list does not hold itself: made again, it is the same. Every module of it has a text, and
// each text stands once, under all files that hold it.
func TestListHoldsNotItself(t *testing.T) {
	text := written(t, "linux/amd64", "indistinct/core/cmd/verify")
	if n := strings.Count(string(text), "Indistinct is free software"); n != 1 {
		t.Errorf("the list begins %d times", n)
	}
	parts := strings.Split(string(text), "\n"+strings.Repeat("=", 72)+"\n")
	seen, heads := map[string]bool{}, ""
	for i := 1; i+1 < len(parts); i += 2 {
		if heads += parts[i] + "\n"; seen[parts[i+1]] {
			t.Errorf("the text of %s stands twice", parts[i])
		}
		seen[parts[i+1]] = true
	}
	_, modules, _ := strings.Cut(parts[0], "\n\n")
	for title := range strings.Lines(modules) {
		if title = strings.TrimSpace(title); title != "" && !strings.Contains("\n"+heads, "\n"+title+", ") {
			t.Errorf("%s has no text", title)
		}
	}
}
