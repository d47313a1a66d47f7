//go:build !js

package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestListen(t *testing.T) {
	a, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := listen(a.Addr().String())
	if err != nil {
		t.Fatalf("a port in use is not a reason to stop: %v", err)
	}
	defer b.Close()
	if a.Addr().String() == b.Addr().String() || !strings.HasPrefix(b.Addr().String(), "127.0.0.1:") {
		t.Errorf("listens on %s and %s", a.Addr(), b.Addr())
	}
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "nonsense", "example.org:80"} {
		if l, err := listen(addr); err == nil {
			l.Close()
			t.Errorf("listens on %s", addr)
		}
	}
}

func TestServeWithoutASite(t *testing.T) {
	if err := Site("no such folder", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "./build.sh site") {
		t.Errorf("err = %v", err)
	}
	dir := t.TempDir()
	for _, name := range []string{"index.html", "panel.wasm.lzma", "scene.wasm.lzma"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Site(dir, "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "worker.wasm.lzma is missing") {
		t.Errorf("err = %v", err)
	}
}
