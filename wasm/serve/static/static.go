// Package static serves a built site from a folder: the right types, the
// compressed form of a file where it lies beside it, and the headers that keep
// the page to its own origin.
package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Policy is the page's Content-Security-Policy. The pages themselves carry it
// too, since static hosts cannot send headers.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"

// types are the media types of the files of a site; what is not listed is not
// a file of a site.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ico":         "image/x-icon",
	".webmanifest": "application/manifest+json",
	".txt":         "text/plain; charset=utf-8",
	".md":          "text/plain; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".woff2":       "font/woff2",
}

// Handler serves the files of site.
func Handler(site fs.FS) http.Handler { return handler{site} }

type handler struct{ site fs.FS }

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", Policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "Only GET and HEAD are served.", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	kind, ok := types[path.Ext(name)]
	if !ok {
		// A folder without its slash would break the page's relative addresses.
		if info, err := fs.Stat(h.site, name); err == nil && info.IsDir() {
			http.Redirect(w, r, path.Base(name)+"/", http.StatusFound)
			return
		}
		http.NotFound(w, r)
		return
	}
	file, encoding, err := h.open(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(file)
	head.Set("Content-Type", kind)
	head.Set("Vary", "Accept-Encoding")
	// Files keep their names from build to build: browsers ask each time and
	// get 304 if nothing changed.
	head.Set("Cache-Control", "no-cache")
	head.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	if encoding != "" {
		head.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
}

// open reads a file in the best form that the browser takes and the site has.
func (h handler) open(name, accept string) (data []byte, encoding string, err error) {
	for _, e := range []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if takes(accept, e.name) {
			if data, err := h.read(name + e.ext); err == nil {
				return data, e.name, nil
			}
		}
	}
	data, err = h.read(name)
	return data, "", err
}

func (h handler) read(name string) ([]byte, error) {
	f, err := h.site.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// takes reports whether an Accept-Encoding header names an encoding and does
// not refuse it with q=0.
func takes(accept, name string) bool {
	for _, part := range strings.Split(accept, ",") {
		enc, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(enc) == name {
			q = strings.ReplaceAll(q, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
