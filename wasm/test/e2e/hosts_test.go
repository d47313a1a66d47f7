//go:build !js

package e2e

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/kjk/lzma"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// plain writes a file as it is, in two pieces of which the first is one byte.
func plain(w http.ResponseWriter, data []byte) {
	w.Write(data[:1])
	http.NewResponseController(w).Flush()
	w.Write(data[1:])
}

// coded writes a file in a coding that browsers undo.
func coded(coder func(io.Writer) io.WriteCloser) func(http.ResponseWriter, []byte) {
	return func(w http.ResponseWriter, data []byte) {
		var b bytes.Buffer
		c := coder(&b)
		c.Write(data)
		c.Close()
		w.Write(b.Bytes())
	}
}

// unpacked writes what a packed program holds.
func unpacked(w http.ResponseWriter, data []byte) {
	r := lzma.NewReader(bytes.NewReader(data))
	defer r.Close()
	io.Copy(w, r)
}

// TestTypes: of whatever type and in whatever coding a host says that a program is, the page
// takes it for what it is by its first byte.
func TestTypes(t *testing.T) {
	check.Full(t)
	t.Parallel()
	hosts := []struct {
		kind, encoding string
		sniffed        bool // by browsers that do so
		send           func(http.ResponseWriter, []byte)
	}{
		{"application/wasm", "", true, plain}, // Apache: the last ending that it knows
		{"application/wasm", "", false, plain},
		{"application/octet-stream", "", false, plain},
		{"application/x-lzma", "", true, plain},
		{"text/plain; charset=utf-8", "", true, plain},
		{"text/html", "", false, plain},
		{"", "", true, plain},
		{"application/wasm", "x-lzma", true, plain}, // AddEncoding
		{"application/wasm", "lzma", false, plain},
		{"application/wasm", "identity", true, plain},
		{"application/wasm", "gzip", true, coded(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })},
		{"text/plain", "gzip", true, coded(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })},
		{"application/octet-stream", "deflate", false, coded(func(w io.Writer) io.WriteCloser {
			return zlib.NewWriter(w)
		})},
		{"application/x-lzma", "br", true, coded(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) })},
		{"application/wasm", "", true, unpacked}, // as the service worker keeps it
	}
	var now atomic.Int64
	p := page.Open(t, "", page.Options{Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, ".lzma") {
				next.ServeHTTP(w, r)
				return
			}
			h := hosts[now.Load()]
			w.Header()["Content-Type"] = nil
			for name, value := range map[string]string{"Content-Type": h.kind, "Content-Encoding": h.encoding,
				"X-Content-Type-Options": map[bool]string{false: "nosniff"}[h.sniffed], "Cache-Control": "no-store"} {
				if value != "" {
					w.Header().Set(name, value)
				}
			}
			h.send(w, []byte(file(t, strings.TrimPrefix(r.URL.Path, "/"))))
		})
	}})
	for i, h := range hosts {
		now.Store(int64(i))
		for _, name := range []string{"panel", "worker", "scene", "guest"} {
			var got string
			p.Eval(fmt.Sprintf(`indistinctLoad('%s.wasm', indistinct.take).then(m => m instanceof WebAssembly.Module ? '' : 'no module', err => err.message)`, name), &got)
			if got != "" {
				t.Errorf("%s of the type %q in %q, sniffed %v: %s", name, h.kind, h.encoding, h.sniffed, got)
			}
		}
	}
}

// hosts are the configurations of servers that serve the folder SITE on PORT, with files of
// their own below TEMP.
var hosts = map[string]struct {
	args   []string
	config string
}{
	"apache2": {[]string{"-D", "FOREGROUND", "-f", "CONFIG"}, `ServerRoot TEMP
ServerName localhost
Listen 127.0.0.1:PORT
PidFile TEMP/pid
ErrorLog TEMP/error.log
User www-data
Group www-data
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
LoadModule deflate_module /usr/lib/apache2/modules/mod_deflate.so
LoadModule filter_module /usr/lib/apache2/modules/mod_filter.so
TypesConfig /etc/mime.types
AddOutputFilterByType DEFLATE text/html text/plain text/css application/javascript application/wasm
DocumentRoot SITE
`},
	"nginx": {[]string{"-p", "TEMP", "-c", "CONFIG"}, `daemon off;
user www-data;
pid TEMP/pid;
error_log TEMP/error.log;
events {}
http {
	include /etc/nginx/mime.types;
	default_type application/octet-stream;
	gzip on;
	access_log off;
	client_body_temp_path TEMP/body;
	proxy_temp_path TEMP/proxy;
	fastcgi_temp_path TEMP/fastcgi;
	uwsgi_temp_path TEMP/uwsgi;
	scgi_temp_path TEMP/scgi;
	server { listen 127.0.0.1:PORT; root SITE; }
}
`},
}

// TestHosts opens the site from servers of Debian's packages, each with its own list of types:
// the page runs a test of each worker, draws and is kept.
func TestHosts(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, host := range hosts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := exec.LookPath(name)
			if err != nil {
				server, err = exec.LookPath("/usr/sbin/" + name)
			}
			if err != nil {
				t.Skipf("The site is not served by %s: it is not installed.", name)
			}
			site, err := filepath.Abs(page.Site(t))
			if err != nil {
				t.Fatal(err)
			}
			free, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			address := free.Addr().String()
			_, port, _ := net.SplitHostPort(address)
			free.Close()
			temp := t.TempDir()
			config := filepath.Join(temp, "config")
			places := strings.NewReplacer("SITE", site, "TEMP", temp, "CONFIG", config, "PORT", port)
			if err := os.WriteFile(config, []byte(places.Replace(host.config)), 0o644); err != nil {
				t.Fatal(err)
			}
			var args []string
			for _, arg := range host.args {
				args = append(args, places.Replace(arg))
			}
			var said bytes.Buffer
			cmd := exec.Command(server, args...)
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			t.Cleanup(func() {
				cmd.Process.Signal(os.Interrupt) // its children end with it
				<-ended
			})
			for up := false; !up; {
				select {
				case err := <-ended:
					ended <- err
					log, _ := os.ReadFile(filepath.Join(temp, "error.log"))
					t.Fatalf("%s ended: %v\n%s\n%s", name, err, &said, log)
				case <-time.After(20 * time.Millisecond):
					conn, err := net.Dial("tcp", address)
					if up = err == nil; up {
						conn.Close()
					}
				}
			}
			r, err := http.Get("http://" + address + "/panel.wasm.lzma")
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatal(r, err)
			}
			r.Body.Close()
			t.Logf("%s sends programs as %q", name, r.Header.Get("Content-Type"))
			through := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
			p := page.Open(t, "#n=200&m=300", page.Options{Scene: true, Keep: true,
				Wrap: func(http.Handler) http.Handler { return through }})
			p.Scene()
			for _, link := range []string{"#lab=ring&n=200&m=300&seed=4", "#lab=workshop&n=200&m=300&seed=4"} {
				p.Follow(link)
				page.SameAsNative(t, link, p.RunTest())
			}
			p.Wait(inCharge)
			p.Wait(allKept)
			p.Go("#n=200&m=300")
			p.RunTest()
		})
	}
}
