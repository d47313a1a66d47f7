//go:build !js

package frame

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
)

// TestCards: each laboratory has a page for previews of links, which names its picture by a whole address where
// there is one, and leads to it.
func TestCards(t *testing.T) {
	for _, l := range guest.All() {
		dir, name := t.TempDir(), l.About().Name
		look, err := lab.LookAt(l, l.Params().Defaults(name), nil)
		if err != nil {
			t.Fatal(err)
		}
		for url, at := range map[string]string{"": "", "https://example.org/x/": "https://example.org/x/lab/"} {
			if err := card(dir, url, l.About(), look); err != nil {
				t.Fatal(err)
			}
			page, _ := os.ReadFile(filepath.Join(dir, name+".html"))
			for _, want := range []string{`<meta property="og:image" content="` + at + name + `.png">`,
				`<a href="../#lab=` + name + `">`, `content="0; url=../#lab=` + name + `"`, `"twitter:card"`} {
				if !strings.Contains(string(page), want) {
					t.Errorf("%s at %q lacks %s:\n%s", name, url, want, page)
				}
			}
			if strings.Contains(string(page), `content=""`) || strings.Contains(string(page), "og:url") != (url != "") {
				t.Errorf("%s at %q:\n%s", name, url, page)
			}
		}
		f, err := os.Open(filepath.Join(dir, name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, _ := f.Stat()
		c, err := png.DecodeConfig(f)
		if err != nil || c.Width != 1200 || c.Height != 630 || info.Size() > 60_000 {
			t.Errorf("%s: %d × %d, %d bytes: %v", name, c.Width, c.Height, info.Size(), err)
		}
		t.Log(name, info.Size())
		if shots := os.Getenv("INDISTINCT_SHOTS"); shots != "" {
			data, _ := os.ReadFile(filepath.Join(dir, name+".png"))
			os.WriteFile(filepath.Join(shots, "TestCards-"+name+".png"), data, 0o644)
		}
	}
}
