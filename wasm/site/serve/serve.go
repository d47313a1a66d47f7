//go:build !js

// Package serve serves a built site to this machine's own browsers.
//
// It answers on 127.0.0.1 alone, sends precompressed files where they lie
// beside the plain ones, and the headers that a careful host would send.
package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"indistinct/wasm/site/serve/static"
)

// Site serves the site in a folder. A free port is taken where that of addr is in use.
func Site(dir, addr string) error {
	// The folder's root lets no link lead out of it.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("There is no folder %s: build it with ./build.sh site.", dir)
	}
	defer root.Close()
	for _, name := range []string{"index.html", "panel.wasm.lzma", "scene.wasm.lzma", "worker.wasm.lzma",
		"guest.wasm.lzma", "still", "texts", "stored.json", "sw.js"} {
		if _, err := root.Stat(name); err != nil {
			return fmt.Errorf("The site in %s is not whole, %s is missing: build it anew with ./build.sh site.", dir, name)
		}
	}
	l, err := listen(addr)
	if err != nil {
		return err
	}
	fmt.Printf("Indistinct is at http://%s/ (stop with Ctrl-C)\n", l.Addr())
	s := &http.Server{Handler: local(static.Handler(root.FS())), ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Minute}
	return s.Serve(l)
}

// loopback reports whether a name or an address is this machine's own and nobody else's.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// local answers those alone who ask for this machine by a name of its own.
func local(site http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if at := (&url.URL{Host: r.Host}); loopback(at.Hostname()) {
			site.ServeHTTP(w, r)
		} else {
			http.Error(w, "This server answers as localhost, 127.0.0.1 or [::1] alone.", http.StatusMisdirectedRequest)
		}
	}
}

// listen listens on addr, or on a free port of the same host if it is in use.
func listen(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("The address %q is not host:port, such as 127.0.0.1:8080.", addr)
	}
	if !loopback(host) {
		return nil, fmt.Errorf("The address %q is not this machine's own: use 127.0.0.1, or publish the folder with any static host.", addr)
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	return l, err
}
