package house

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// walk calls a function with each file below the folders of code whose name ends so.
func walk(t *testing.T, end string, visit func(path string)) {
	t.Helper()
	for _, top := range []string{"core", "ui", "wasm"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, end) {
				visit(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFormat fails where a file is not formatted.
func TestFormat(t *testing.T) {
	walk(t, ".go", func(path string) {
		text := read(t, path)
		if good, err := format.Source(text); err != nil || !bytes.Equal(good, text) {
			t.Errorf("%s is not formatted; run gofmt -w on it (%v)", path, err)
		}
	})
}

// TestArrows holds which way dependencies point: core knows no browser, ui no network, and
// nothing points upwards; code that is not ours stays with the guest.
func TestArrows(t *testing.T) {
	read(t, filepath.Join(root, "go.mod")) // a change of it makes go test ask again
	list := func(browser bool, args ...string) []string {
		cmd := exec.Command("go", append([]string{"list"}, args...)...)
		cmd.Dir = root
		if cmd.Env = os.Environ(); browser {
			cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
		}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list %q: %v", args, err)
		}
		return strings.Fields(string(out))
	}
	var core []string // without commands
	for _, p := range list(false, "./core/...") {
		if !strings.HasPrefix(p, "indistinct/core/cmd/") && !strings.HasPrefix(p, "indistinct/core/test/") {
			core = append(core, p)
		}
	}
	for _, arrow := range []struct {
		what      string
		browser   bool
		forbidden string
		packages  []string
	}{
		{"core", true, `^(net/http|github\.com/(vugu|hajimehoshi)/.*|indistinct/(ui|wasm)(/.*)?)$`,
			[]string{"./core/..."}},
		{"core without core/cmd", false, `^github.com/nats-io/`, core},
		{"ui", true, `^(net/http|indistinct/wasm(/.*)?)$`, []string{"./ui/..."}},
		{"the page outside of its features", false, `^indistinct/ui/page/features(/.*)?$`,
			[]string{"./ui/page/state", "./ui/page/view", "./ui/page/shell", "./ui/page/laboratory"}},
		{"the worker", true, `^(net/http|github\.com/(vugu|hajimehoshi)/.*)$`, []string{"./wasm/worker"}},
		{"the guest", true, `^(net/http|github\.com/(vugu|hajimehoshi)/.*)$`, []string{"./wasm/guest"}},
		{"what is not a guest", true, `^(github\.com/google/.*|go\.starlark\.net/.*)$`,
			[]string{"./wasm/worker", "./wasm/panel"}},
		{"the panel", true, `^(net/http|github\.com/hajimehoshi/.*|indistinct/core/labs(/.*)?)$`,
			[]string{"./wasm/panel"}},
		{"what a laboratory says of itself", false, `^indistinct/core/labs(/.*)?$`, []string{"./core/about/..."}},
	} {
		forbidden := regexp.MustCompile(arrow.forbidden)
		for _, p := range list(arrow.browser, append([]string{"-deps"}, arrow.packages...)...) {
			if forbidden.MatchString(p) {
				t.Errorf("%s must not depend on %s", arrow.what, p)
			}
		}
	}
	// A feature of the page knows no other, so that each leaves with its folder.
	const features = "indistinct/ui/page/features/"
	imports := "-f={{$p := .ImportPath}}{{range .Imports}}{{$p}}>{{.}}\n{{end}}"
	for _, of := range list(false, imports, "./ui/page/features/...") {
		from, to, _ := strings.Cut(of, ">")
		from = strings.TrimSuffix(from, "/e2e")
		if strings.HasPrefix(from, features) && strings.HasPrefix(to, features) && from != to {
			t.Errorf("%s must not know %s", from, to)
		}
	}
	// The standard library itself needs syscall/js there: only core's own imports count.
	for _, p := range list(true, imports, "./core/...") {
		if strings.HasSuffix(p, ">syscall/js") {
			t.Errorf("%s", p)
		}
	}
}
