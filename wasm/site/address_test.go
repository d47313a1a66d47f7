//go:build !js

package main

import (
	"path/filepath"
	"testing"
)

// TestAddress: an address of the published site is one of the web, and ends with one slash; others are refused.
func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		"": "", "https://example.org": "https://example.org/", "https://example.org/": "https://example.org/",
		"http://example.org/a/b": "http://example.org/a/b/", "http://localhost:8080/": "http://localhost:8080/",
		"example.org": "refused", "ftp://example.org/": "refused", "https://": "refused", "https:///": "refused",
		`https://example.org/"`: "refused", "https://example.org/a b": "refused", "https://example.org/<x>": "refused",
		"https://example.org/&": "refused",
	} {
		b, err := newBuild(".", func(name string) string { return map[string]string{"SITE_URL": address}[name] })
		if refused := want == "refused"; (err != nil) != refused || !refused && b.url != want {
			t.Errorf("%q: %v, %+v", address, err, b)
		}
	}
}

// TestCommands: the commands are taken by their names; dry, they do nothing but say what they would.
func TestCommands(t *testing.T) {
	for what, taken := range map[string]bool{"build": true, "run": true, "serve": false, "": false, "clean": false} {
		dir := filepath.Join(t.TempDir(), "site")
		b, err := newBuild("../..", func(name string) string { return map[string]string{"SITE": dir}[name] })
		if err != nil {
			t.Fatal(err)
		}
		if err := b.command([]string{"-n", what}); (err == nil) != taken {
			t.Errorf("%q: %v", what, err)
		}
		if files, _ := filepath.Glob(dir + "*"); len(files) > 0 {
			t.Errorf("%q, dry, leaves %v", what, files)
		}
	}
}
