//go:build !js

package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"indistinct/core/guest"
	"indistinct/wasm/e2e/page"
)

// TestOffline keeps the whole site, cuts the network and runs a test in each
// laboratory, visited before or not.
func TestOffline(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "", page.Options{Scene: true})
	p.Wait(`navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'`)
	var kept string
	p.Eval(`indistinctOffline.keep()`, &kept)
	if kept != "kept" {
		t.Fatalf("asked to keep all, the service worker answered %q", kept)
	}
	p.Cut()
	for _, l := range guest.All() {
		link := "#lab=" + l.About().Name + "&n=200&m=500&seed=9"
		p.Go(link)
		page.SameAsNative(t, link, p.RunTest())
	}
	p.Scene()
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker") // the browser looked for a newer build
}

// TestNewBuild puts another build onto the server while a page is open: the page
// never gets a file of it until its visitor takes the new build, whole.
func TestNewBuild(t *testing.T) {
	t.Parallel()
	const changed = "404.html" // any file that the page does not keep would do; this one is small
	dir := page.Site(t)
	old := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	sum := func(text string) string {
		s := sha256.Sum256([]byte(text))
		return hex.EncodeToString(s[:])
	}
	page2 := old(changed) + "<!-- another build -->"
	worker2 := strings.Replace(old("sw.js"), sum(old(changed)), sum(page2), 1)
	if worker2 == old("sw.js") {
		t.Fatal("the service worker does not list " + changed)
	}
	var second atomic.Bool
	p := page.Open(t, "#lab=ring&s=0.75&seed=77", page.Options{Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text := map[string]string{"/" + changed: page2, "/sw.js": worker2}[r.URL.Path]
			if !second.Load() || text == "" {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", map[bool]string{true: "text/javascript", false: "text/html"}[strings.HasSuffix(r.URL.Path, ".js")])
			w.Header().Set("Cache-Control", "no-cache")
			w.Write([]byte(text))
		})
	}})
	p.Wait(`navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'`)
	second.Store(true)
	var got struct {
		Status int
		Old    bool
	}
	look := `fetch("` + changed + `").then(async r => ({Status: r.status, Old: !(await r.text()).includes("another build")}))`
	if p.Eval(look, &got); got.Status != 200 || !got.Old {
		t.Errorf("the open page got a file of another build: status %d, the old one: %v", got.Status, got.Old)
	}
	p.Eval(`await (await navigator.serviceWorker.getRegistration()).update()`, nil)
	p.Wait(`document.querySelector('#new-build')`)
	p.Shot("new-build")
	// Another tab of the same visitor, which keeps the old build.
	other := p.Beside()
	other.Wait(`document.querySelector('#new-build').innerText.includes('A new version of this page is ready')`)
	if p.Eval(look, &got); !got.Old {
		t.Error("the new build's file came before its visitor took it")
	}
	var opened float64
	p.Eval(`performance.timeOrigin`, &opened)
	p.Press("Use it now")
	p.Wait(fmt.Sprint(`performance.timeOrigin > `, opened, ` + 1 && !document.querySelector('#new-build') && document.querySelector('#run') && document.querySelector('#run').ariaDisabled !== 'true'`))
	if p.Eval(look, &got); got.Status != 200 || got.Old {
		t.Errorf("after taking the new build: status %d, the old file: %v", got.Status, got.Old)
	}
	other.Wait(`document.querySelector('#new-build').innerText.includes('Another tab took a new version')`)
	if hash := p.Hash(); !strings.Contains(hash, "s=0.75") || !strings.Contains(hash, "seed=77") {
		t.Errorf("the settings went with the old build: %s", hash)
	}
	var caches int
	if p.Eval(`caches.keys().then(k => k.length)`, &caches); caches != 1 {
		t.Errorf("%d builds are kept", caches)
	}
}
