package panel

import (
	"flag"
	"os"
	"strings"
	"testing"

	"indistinct/ui/palette"
)

var write = flag.Bool("write", false, "write the palette into public/style.css")

const styleFile = "../../public/style.css"

// TestStyleHoldsThePalette keeps the page's variables equal to the palette's.
// go test ./ui/panel -run Style -write brings them up to date.
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
		want := "  " + palette.CSS(string(theme))
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

// TestVuguVersion: public/vugu.js speaks the instructions of one version of
// vugu's renderer. Before raising the version, compare the instructions of
// domrender/renderer-js-script.js.
func TestVuguVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../public/vugu.js")
	if err != nil {
		t.Fatal(err)
	}
	const version = "github.com/vugu/vugu v0.5.1"
	if !strings.Contains(string(mod), version) || !strings.Contains(string(script), version) {
		t.Errorf("go.mod and public/vugu.js do not both say %s", version)
	}
}
