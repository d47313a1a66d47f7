//go:build !js

package pack

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/kjk/lzma"
)

func site(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPack(t *testing.T) {
	page := strings.Repeat("<p>Hello</p>", 100)
	files := map[string]string{"sw.js": "const files = /*FILES*/{};", "load.js": "const sizes = /*SIZES*/{};",
		"index.html": page, "icons/a.png": "png", "screenshot.png": "png", "a.wasm": "\x00asm"}
	dir := site(t, files)
	if err := Site(dir); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(read(t, filepath.Join(dir, "index.html.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	for ext, r := range map[string]io.Reader{".gz": z,
		".br": brotli.NewReader(bytes.NewReader(read(t, filepath.Join(dir, "index.html.br"))))} {
		if b, err := io.ReadAll(r); err != nil || string(b) != page {
			t.Errorf("index.html%s holds %d bytes, %v", ext, len(b), err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "icons/a.png.gz")); err == nil {
		t.Error("a picture was compressed again")
	}
	first := string(read(t, filepath.Join(dir, "sw.js")))
	for _, name := range []string{`"index.html":"`, `"icons/a.png":"`, `"a.wasm.lzma":"`} {
		if !strings.Contains(first, name) {
			t.Errorf("the service worker does not list %s", name)
		}
	}
	if strings.Contains(first, "screenshot") {
		t.Error("the service worker lists the picture of link previews")
	}
	packed := read(t, filepath.Join(dir, "a.wasm.lzma"))
	if b, err := io.ReadAll(lzma.NewReader(bytes.NewReader(packed))); err != nil || string(b) != "\x00asm" {
		t.Errorf("the packed program holds %q, %v", b, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a.wasm")); err == nil {
		t.Error("the program stands there unpacked too")
	}
	if got := string(read(t, filepath.Join(dir, "load.js"))); got !=
		fmt.Sprintf(`const sizes = {"a.wasm":%d};`, len(packed)) {
		t.Errorf("the loader says %s", got)
	}
	files["a.wasm"] = "\x00asm2"
	dir = site(t, files)
	if err := Site(dir); err != nil {
		t.Fatal(err)
	}
	if string(read(t, filepath.Join(dir, "sw.js"))) == first {
		t.Error("a file changed and the service worker did not")
	}
}

// Lines of scripts that are comments alone go, but from the examples for others and what
// is Go's; and in the page's scripts no text goes over lines, where one might look so.
func TestComments(t *testing.T) {
	const text = "'use strict'; // stays\n  // goes\n\t// goes\nconst a = '//'; /* stays */\n"
	dir := site(t, map[string]string{"sw.js": "/*FILES*/{}", "load.js": "/*SIZES*/{}", "a.js": text,
		"embed.js": text, "wasm_exec.js": text})
	if err := Site(dir); err != nil {
		t.Fatal(err)
	}
	want := "'use strict'; // stays\nconst a = '//'; /* stays */\n"
	if got := string(read(t, filepath.Join(dir, "a.js"))); got != want {
		t.Errorf("a script is sent as %q", got)
	}
	for _, name := range []string{"embed.js", "wasm_exec.js"} {
		if got := string(read(t, filepath.Join(dir, name))); got != text {
			t.Errorf("%s is sent as %q", name, got)
		}
	}
	scripts, err := filepath.Glob("../../../public/*.js")
	if err != nil || len(scripts) < 10 {
		t.Fatal(scripts, err)
	}
	for _, name := range scripts {
		for i, line := range strings.Split(string(read(t, name)), "\n") {
			if strings.Count(line, "`")%2 > 0 {
				t.Errorf("%s:%d: a text begins or ends that goes over lines", filepath.Base(name), i+1)
			}
		}
	}
}

func TestPackRefusesASiteWithoutAList(t *testing.T) {
	for _, script := range []string{"", "/*FILES*/{} /*FILES*/{}"} {
		if err := Site(site(t, map[string]string{"sw.js": script, "load.js": "/*SIZES*/{}"})); err == nil {
			t.Errorf("%q was packed", script)
		}
	}
	if err := Site(site(t, nil)); err == nil {
		t.Error("a site without a service worker was packed")
	}
}
