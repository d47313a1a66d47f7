//go:build !js

package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
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

// A page of somebody else whose name leads to this machine reads nothing here.
func TestLocal(t *testing.T) {
	site := local(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "site") }))
	for host, want := range map[string]int{"localhost": 200, "localhost:8080": 200, "LOCALHOST:1": 200,
		"127.0.0.1:8080": 200,
		"127.0.0.1":      200, "127.9.9.9:80": 200, "[::1]:8080": 200, "[::1]": 200,
		"evil.example": 421, "evil.example:8080": 421, "localhost.evil.example:8080": 421,
		"127.0.0.1.evil.example": 421,
		"192.168.0.1:8080":       421, "[2001:db8::1]:8080": 421, "0.0.0.0:8080": 421, "": 421, "notlocalhost": 421} {
		r := httptest.NewRequest("GET", "/index.html", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if site.ServeHTTP(w, r); w.Code != want || (want == 200) != (w.Body.String() == "site") {
			t.Errorf("%q: %d %s", host, w.Code, w.Body)
		}
	}
}
