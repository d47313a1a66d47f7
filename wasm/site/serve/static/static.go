// Package static serves a built site from a folder: the right types, the
// compressed form of a file where it lies beside it, and the headers that keep
// the page to its own origin.
package static

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// policy is the page's Content-Security-Policy. The pages themselves carry it
// too, since static hosts cannot send headers.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"

// types are the media types of the files of a site; what is not listed is not
// a file of a site.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".lzma":        "application/octet-stream",
	".run":         "application/octet-stream",
	".wasm":        "application/wasm", // of earlier builds, with which this one is compared
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".webmanifest": "application/manifest+json",
	".txt":         "text/plain; charset=utf-8",
	".ts":          "text/plain; charset=utf-8", // types, for people and compilers
}

// Handler serves the files of site. A file that is not there is answered with
// the site's own 404.html, if it has one.
func Handler(site fs.FS) http.Handler { return &handler{site} }

type handler struct{ site fs.FS }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", policy)
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
		h.missing(w, r)
		return
	}
	file, encoding, etag, err := h.open(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		h.missing(w, r)
		return
	}
	defer file.Close()
	head.Set("Content-Type", kind)
	head.Set("Vary", "Accept-Encoding")
	// Files keep their names from build to build: browsers ask each time and
	// get 304 if nothing changed.
	head.Set("Cache-Control", "no-cache")
	head.Set("ETag", etag)
	if encoding != "" {
		head.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, file)
}

func (h *handler) missing(w http.ResponseWriter, r *http.Request) {
	page, err := fs.ReadFile(h.site, "404.html")
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[".html"])
	w.WriteHeader(http.StatusNotFound)
	w.Write(page) // which a server leaves out of an answer to HEAD
}

// open opens a file in the best form that the browser takes and the site has.
func (h *handler) open(name, accept string) (f io.ReadSeekCloser, encoding, etag string, err error) {
	for _, e := range []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if takes(accept, e.name) {
			if f, etag, err := h.one(name + e.ext); err == nil {
				return f, e.name, etag, nil
			}
		}
	}
	f, etag, err = h.one(name)
	return f, "", etag, err
}

// one opens a file and returns its ETag: when it was written, and its size.
func (h *handler) one(name string) (io.ReadSeekCloser, string, error) {
	opened, err := h.site.Open(name)
	if err != nil {
		return nil, "", err
	}
	f, ok := opened.(io.ReadSeekCloser)
	info, err := opened.Stat()
	if err != nil || !ok || !info.Mode().IsRegular() {
		opened.Close()
		return nil, "", fs.ErrNotExist
	}
	return f, fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()), nil
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
