package view

import (
	"flag"
	"os"
	"strings"
	"testing"

	"indistinct/ui/palette"
)

var write = flag.Bool("write", false, "write the palette into public/style.css")

const styleFile = "../../../public/style.css"

// TestStyleHoldsThePalette keeps the page's variables equal to the palette's.
// go test ./ui/page/view -run Style -write brings them up to date.
func TestStyleHoldsThePalette(t *testing.T) {
	data, err := os.ReadFile(styleFile)
	if err != nil {
		t.Fatal(err)
	}
	css := string(data)
	for _, theme := range palette.Themes() {
		head := `:root[data-theme="` + string(theme) + `"] {` + "\n  color-scheme: "
		start := strings.Index(css, head)
		if start < 0 {
			t.Fatalf("style.css has no rule for the theme %s", theme)
		}
		line := start + len(head) + strings.Index(css[start+len(head):], "\n") + 1
		end := line + strings.Index(css[line:], "\n")
		want := "  " + palette.CSS(theme)
		if got := css[line:end]; got != want {
			if *write {
				css = css[:line] + want + css[end:]
				continue
			}
			t.Errorf("%s: style.css says\n%s\nthe palette says\n%s", theme, got, want)
		}
	}
	if *write {
		if err := os.WriteFile(styleFile, []byte(css), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestVuguVersion: handlers built by vugu ask public/dom.js for the event under
// way by names that belong to one version of vugu. Before raising the version,
// compare them with vugu's events-dom.go.
func TestVuguVersion(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../../public/dom.js")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "github.com/vugu/vugu v0.5.1") ||
		!strings.Contains(string(script), "vugu (v0.5.1)") {
		t.Error("go.mod and public/dom.js do not speak of the same version of vugu")
	}
}
