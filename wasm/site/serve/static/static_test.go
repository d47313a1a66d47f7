package static

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var site = fstest.MapFS{
	"index.html":     {Data: []byte("home")},
	"stored.json":    {Data: []byte("plain results")},
	"stored.json.gz": {Data: []byte("gzipped")},
	"lessons.svg":    {Data: []byte("plain picture")},
	"lessons.svg.gz": {Data: []byte("gzipped picture")},
	"lessons.svg.br": {Data: []byte("smaller picture")},
	"404.html":       {Data: []byte("lost")},
	"load.js":        {Data: []byte("js")},
	"style.css":      {Data: []byte("css")},
	"a.wasm.lzma":    {Data: []byte("packed")},
	"a.wasm":         {Data: []byte("program")},
	"sub/page.html":  {Data: []byte("page")},
	"secret":         {Data: []byte("no")},
	".git/config":    {Data: []byte("no")},
}

func get(method, target, accept string) *http.Response {
	r := httptest.NewRequest(method, "http://127.0.0.1/", nil)
	r.URL.Path = target
	r.Header.Set("Accept-Encoding", accept)
	w := httptest.NewRecorder()
	Handler(site).ServeHTTP(w, r)
	return w.Result()
}

func TestHandler(t *testing.T) {
	for _, c := range []struct {
		path, accept     string
		status           int
		kind, enc, start string
	}{
		{"/", "", 200, "text/html; charset=utf-8", "", "home"},
		{"/index.html", "gzip", 200, "text/html; charset=utf-8", "", "home"},
		{"/stored.json", "gzip, deflate, br", 200, "application/json", "gzip", "gzipped"},
		{"/stored.json", "gzip;q=0", 200, "application/json", "", "plain results"},
		{"/stored.json", "", 200, "application/json", "", "plain results"},
		{"/lessons.svg", "gzip, deflate, br", 200, "image/svg+xml", "br", "smaller picture"},
		{"/lessons.svg", "gzip, br;q=0", 200, "image/svg+xml", "gzip", "gzipped picture"},
		{"/a.wasm", "", 200, "application/wasm", "", "program"},
		{"/a.wasm.lzma", "gzip, br", 200, "application/octet-stream", "", "packed"},
		{"/load.js", "", 200, "text/javascript; charset=utf-8", "", "js"},
		{"/style.css", "", 200, "text/css; charset=utf-8", "", "css"},
		{"/sub", "", 302, "", "", ""},
		{"/secret", "", 404, "", "", ""},
		{"/lessons.svg.br", "br", 404, "", "", ""},
		{"/stored.json.gz", "", 404, "", "", ""},
		{"/../secret", "", 404, "", "", ""},
		{"/.git/config", "", 404, "", "", ""},
		{"/missing.js", "", 404, "", "", ""},
	} {
		t.Run(fmt.Sprint(c.path, c.accept), func(t *testing.T) {
			res := get("GET", c.path, c.accept)
			body := make([]byte, 99)
			n, _ := res.Body.Read(body)
			if res.StatusCode != c.status {
				t.Fatalf("status %d, want %d", res.StatusCode, c.status)
			}
			if got := res.Header.Get("Content-Security-Policy"); got != policy {
				t.Errorf("policy %q", got)
			}
			if c.status == 404 && (string(body[:n]) != "lost" || !strings.HasPrefix(res.Header.Get("Content-Type"),
				"text/html")) {
				t.Errorf("body %q of type %q, want the site's own page", body[:n], res.Header.Get("Content-Type"))
			}
			if c.status != 200 {
				return
			}
			if got := res.Header.Get("Content-Type"); got != c.kind {
				t.Errorf("type %q, want %q", got, c.kind)
			}
			if got := res.Header.Get("Content-Encoding"); got != c.enc {
				t.Errorf("encoding %q, want %q", got, c.enc)
			}
			if string(body[:n]) != c.start {
				t.Errorf("body %q, want %q", body[:n], c.start)
			}
		})
	}
	if res := get("POST", "/", ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", res.StatusCode)
	}
}

func TestUnchangedFilesAreNotSentAgain(t *testing.T) {
	etag := get("GET", "/stored.json", "gzip").Header.Get("ETag")
	r := httptest.NewRequest("GET", "/stored.json", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("If-None-Match", etag)
	w := httptest.NewRecorder()
	Handler(site).ServeHTTP(w, r)
	if w.Code != http.StatusNotModified {
		t.Errorf("status %d, want 304", w.Code)
	}
}

// TestPagesCarryThePolicy holds the pages to the policy that static hosts
// cannot send, and to addresses that work below any path.
func TestPagesCarryThePolicy(t *testing.T) {
	pages, err := filepath.Glob("../../../../public/*.html")
	if err != nil || len(pages) == 0 {
		t.Skip("there is no page yet")
	}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := html.UnescapeString(string(data))
		const least = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
		if !strings.Contains(text, `http-equiv="Content-Security-Policy" content="`+least) {
			t.Errorf("%s does not carry the policy %q in a meta element", page, least)
		}
		for _, bad := range []string{`src="/`, `href="/`, `src="http`, " onclick=", " onload=", "<style", " style=",
			"unsafe-inline", "'unsafe-eval"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %q, which breaks below a sub-path or against the policy", page, bad)
			}
		}
	}
}
