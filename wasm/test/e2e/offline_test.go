//go:build !js

package e2e

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/storage"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// JavaScript that is true when the service worker answers for the page, what asks it a question,
// and what is true when it has every file. One question at a time: asked faster than it lists its files, the
// service worker never comes to fetch the rest.
const (
	inCharge = `navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'`
	asked    = `((question) => new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = ({ data }) => done(data);
		navigator.serviceWorker.controller.postMessage(question, [port2]);
	}))`
	allKept = `(window.asksKept ||= ` + asked + `('all kept?').then(k => { window.allKept = k === 'kept'; window.asksKept = null; }), window.allKept)`
)

// TestOffline opens the page once, cuts the network, opens it again and runs a test in
// each laboratory, visited before or not.
func TestOffline(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "", page.Options{Keep: true, Scene: true})
	p.Wait(inCharge)
	p.Wait(allKept)
	var kept string
	p.Eval(asked+`('keep all')`, &kept)
	if kept != "kept" {
		t.Fatalf("asked to keep all, the service worker answered %q", kept)
	}
	p.Cut()
	p.Go("")
	for _, l := range guest.All() {
		link := "#lab=" + l.About().Name + "&n=200&m=500&seed=9"
		p.Follow(link)
		page.SameAsNative(t, link, p.RunTest())
	}
	p.Scene()
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker") // the browser looked for a newer build
}

// TestSaveData: for a visitor who wants to save data nothing is kept that the page
// has not used.
func TestSaveData(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "", page.Options{Keep: true, Script: `
		Object.defineProperty(navigator, 'connection', {value: {saveData: true}});
		window.asked = [];
		const post = ServiceWorker.prototype.postMessage;
		ServiceWorker.prototype.postMessage = function (...a) { asked.push(a[0]); return post.apply(this, a); };`})
	p.Wait(inCharge)
	var asked []string
	if p.Eval(`navigator.serviceWorker.ready.then(() => asked)`, &asked); slices.Contains(asked, "keep all") {
		t.Errorf("the service worker was asked: %q", asked)
	}
	const link = "#lab=library&n=200&m=500&seed=9"
	p.Follow(link)
	page.SameAsNative(t, link, p.RunTest())
}

// file returns a file of the site.
func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(page.Site(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// answer sends a text in place of a file.
func answer(w http.ResponseWriter, name, text string) {
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Cache-Control", "no-cache")
	io.WriteString(w, text)
}

// changed is the file in which another build differs: any that the page does not use
// would do, this one is small.
const changed = "404.html"

// anotherBuild returns the files of another build that differ: these ones, and the service
// worker, which lists them.
func anotherBuild(t *testing.T, names ...string) map[string]string {
	t.Helper()
	sum := func(text string) string {
		s := sha256.Sum256([]byte(text))
		return hex.EncodeToString(s[:])
	}
	worker := file(t, "sw.js")
	files := map[string]string{}
	for _, name := range names {
		text := file(t, name)
		if strings.Count(worker, sum(text)) != 1 {
			t.Fatal("the service worker does not list " + name)
		}
		files["/"+name] = text + "<!-- another build -->" // a packed program ends before that
		worker = strings.Replace(worker, sum(text), sum(files["/"+name]), 1)
	}
	if page, ok := files["/index.html"]; ok {
		files["/"] = page
	}
	files["/sw.js"] = worker
	return files
}

// update puts another build, in which some files differ, onto the server when second is set.
func update(t *testing.T, second *atomic.Bool, names ...string) func(http.Handler) http.Handler {
	files := anotherBuild(t, names...)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if text, ok := files[r.URL.Path]; ok && second.Load() {
				answer(w, cmp.Or(strings.Trim(r.URL.Path, "/"), "index.html"), text)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// renewed is JavaScript that is true when the page is another build's and can be used.
const renewed = `document.lastChild.data === ' another build ' && document.body.dataset.panel === 'ready'`

// TestLostCache empties what the service worker keeps, as another page of its origin may, and
// puts another build onto the server: reloading opens that one, whether the old one is open in
// another tab or not, and it is kept then where it is not.
func TestLostCache(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, tabs := range []int{1, 2} {
		t.Run(fmt.Sprint(tabs), func(t *testing.T) {
			t.Parallel()
			var second atomic.Bool
			p := page.Open(t, "#lab=survey", page.Options{Keep: true, Wrap: update(t, &second, "index.html", changed)})
			p.Wait(inCharge)
			p.Wait(allKept)
			var other *page.Page
			if tabs == 2 {
				other = p.Beside()
			}
			p.Eval(`for (const key of await caches.keys()) await caches.delete(key)`, nil)
			second.Store(true)
			p.Eval(`location.reload()`, nil)
			p.Wait(renewed)
			if hash := p.Hash(); !strings.Contains(hash, "lab=survey") {
				t.Errorf("the settings were lost: %s", hash)
			}
			if other != nil { // while that is open, the new service worker may have to wait
				other.Eval(`location.reload()`, nil)
				other.Wait(renewed)
				return
			}
			p.Wait(inCharge)
			p.Wait(allKept)
			p.Cut()
			p.Go("#lab=survey&n=200&m=300")
			p.RunTest()
			p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
		})
	}
}

// TestGoneProgram: a program that is not kept, or damaged where it is, and that the server has
// of another build alone is refused, by a sentence; reloading the page, as it says, opens that
// build. The service worker finds the program in the end, when it has come.
func TestGoneProgram(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, c := range map[string]struct{ damage, said string }{
		"guest": {`await cache.delete('guest.wasm.lzma')`,
			"could not be loaded (409 another build is out; reload the page)"},
		"panel": {`const { headers } = await cache.match('panel.wasm.lzma');
			await cache.put('panel.wasm.lzma', new Response('x'.repeat(9000), { headers }))`,
			"did not come, or not whole. Reloading it starts again"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var second atomic.Bool
			p := page.Open(t, "", page.Options{Keep: true, Wrap: update(t, &second, "index.html", name+".wasm.lzma")})
			p.Wait(inCharge)
			p.Wait(allKept)
			second.Store(true)
			p.Eval(`const cache = await caches.open((await caches.keys())[0]); `+c.damage, nil)
			if name == "panel" {
				p.Eval(`location.reload()`, nil)
			} else {
				p.Follow("#lab=workshop&n=200&m=300")
				p.Eval(`document.querySelector('#run').click()`, nil)
			}
			p.Wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, name+".wasm "+c.said))
			p.Forgive("409", "net::ERR_", "console:")
			p.Eval(`location.reload()`, nil)
			p.Wait(renewed)
			p.Go("#lab=workshop&n=200&m=300")
			p.RunTest()
		})
	}
}

// TestSlowProgram: a program that is not kept comes once, though the service worker fetches it
// too, and the page tells how much of it has come while the rest is on its way.
func TestSlowProgram(t *testing.T) {
	check.Full(t)
	t.Parallel()
	var asked atomic.Int64
	var slow atomic.Bool
	rest := make(chan struct{})
	p := page.Open(t, "", page.Options{Keep: true, Wrap: func(next http.Handler) http.Handler {
		return instead("guest.wasm.lzma", func(w http.ResponseWriter, r *http.Request) bool {
			asked.Add(1)
			if !slow.Load() {
				return false
			}
			text := file(t, "guest.wasm.lzma")
			io.WriteString(w, text[:len(text)/2])
			http.NewResponseController(w).Flush()
			select {
			case <-rest:
				io.WriteString(w, text[len(text)/2:])
			case <-r.Context().Done():
			}
			return true
		})(next)
	}})
	p.Wait(inCharge)
	p.Wait(allKept)
	p.Eval(`await (await caches.open((await caches.keys())[0])).delete('guest.wasm.lzma')`, nil)
	slow.Store(true)
	asked.Store(0)
	const link = "#lab=workshop&n=200&m=300&seed=4"
	p.Eval(fmt.Sprintf(`location.hash = %q; location.reload()`, link), nil) // and all is to be kept
	p.Wait(`[...document.querySelectorAll('[data-loading="guest.wasm"]')].some((e) => /^0\.[5-9]/.test(e.innerText))`)
	close(rest)
	page.SameAsNative(t, link, p.RunTest())
	p.Wait(allKept)
	if n := asked.Load(); n != 1 {
		t.Errorf("the program was asked for %d times", n)
	}
}

// TestNewBuild puts another build onto the server while a page is open: the page
// never gets a file of it until its visitor takes the new build, whole.
func TestNewBuild(t *testing.T) {
	t.Parallel()
	var second atomic.Bool
	// A slow line: the guest, which is fetched last, never comes.
	slow := func(next http.Handler) http.Handler {
		return update(t, &second, changed)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/guest.wasm.lzma" {
				<-r.Context().Done()
				return
			}
			next.ServeHTTP(w, r)
		}))
	}
	p := page.Open(t, "#lab=ring&s=0.75&seed=77", page.Options{Keep: true, Wrap: slow})
	p.Wait(inCharge)
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
	other.Wait(other.Says("#new-build", "js.build.ready"))
	if p.Eval(look, &got); !got.Old {
		t.Error("the new build's file came before its visitor took it")
	}
	var opened float64
	p.Eval(`performance.timeOrigin`, &opened)
	p.Press("js.build.use")
	p.Wait(fmt.Sprint(`performance.timeOrigin > `, opened, ` + 1 && !document.querySelector('#new-build') && document.querySelector('#run') && document.querySelector('#run').ariaDisabled !== 'true'`))
	if p.Eval(look, &got); got.Status != 200 || got.Old {
		t.Errorf("after taking the new build: status %d, the old file: %v", got.Status, got.Old)
	}
	other.Wait(other.Says("#new-build", "js.build.other"))
	other.Press("js.build.reload")
	other.Wait(`!document.querySelector('#new-build') && document.body.dataset.panel === 'ready'`)
	if other.Eval(look, &got); got.Old {
		t.Error("reloading the other tab does not open the new build")
	}
	if hash := p.Hash(); !strings.Contains(hash, "s=0.75") || !strings.Contains(hash, "seed=77") {
		t.Errorf("the settings went with the old build: %s", hash)
	}
	var caches int
	if p.Eval(`caches.keys().then(k => k.length)`, &caches); caches != 1 {
		t.Errorf("%d builds are kept", caches)
	}
}

// TestNewBuildInARun: a run goes on when its visitor asks for the new build, and is
// told that it would end.
func TestNewBuildInARun(t *testing.T) {
	check.Full(t)
	t.Parallel()
	var second atomic.Bool
	const link = "#lab=ring&n=20000&m=100000&seed=8"
	p := page.Open(t, link, page.Options{Keep: true, Wrap: update(t, &second, changed)})
	p.Wait(inCharge)
	second.Store(true)
	p.Eval(`await (await navigator.serviceWorker.getRegistration()).update()`, nil)
	p.Wait(`document.querySelector('#new-build')`)
	p.During(0.05, `document.querySelector('#new-build button').click()`)
	p.Wait(p.Says("#new-build", "js.build.run"))
	page.SameAsNative(t, link, p.Ended())
	p.Press("js.build.end")
	p.Wait(`!document.querySelector('#new-build') && !document.querySelector('#epsilon-c')`)
}

// TestRedirectingHost: a host may answer /index.html with a redirect to / and
// /scene.html with one to /scene, as Cloudflare Pages does. The page opens again, and
// offline, though an earlier build kept the answer as it came.
func TestRedirectingHost(t *testing.T) {
	check.Full(t)
	t.Parallel()
	planted := make(chan struct{})
	p := page.Open(t, "", page.Options{Keep: true, Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/index.html", "/scene.html":
				w.Header().Set("Location", map[string]string{"/index.html": "./", "/scene.html": "scene"}[r.URL.Path])
				w.WriteHeader(http.StatusPermanentRedirect)
				return
			case "/scene":
				r.URL.Path = "/scene.html"
			case "/sw.js":
				select {
				case <-planted:
				case <-r.Context().Done():
				}
			}
			next.ServeHTTP(w, r)
		})
	}})
	p.Eval(`await (await caches.open('indistinct ' + new URL('./', location).pathname + ' 12345678')).put('index.html', await fetch('index.html'))`, nil)
	close(planted)
	p.Wait(inCharge)
	var caches []string
	if p.Eval(`caches.keys()`, &caches); len(caches) != 1 {
		t.Errorf("these builds are kept: %q", caches)
	}
	const framed = `sceneSaid.includes('error')` // the frame has come, and has no WebGL
	p.Go("")
	p.Wait(framed)
	p.Cut()
	p.Go("#lab=survey")
	p.Wait(framed)
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
}

// TestDamagedCache cuts and garbles what the service worker keeps: the next visit
// mends it.
func TestDamagedCache(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const link = "#lab=ring&n=200&m=300&seed=4"
	p := page.Open(t, link, page.Options{Keep: true, Scene: true})
	p.Wait(inCharge)
	p.Wait(allKept)
	sizes := map[string]int{}
	p.Eval(`(async () => {
		const cut = bytes => bytes.slice(0, bytes.byteLength / 2);
		const garble = bytes => new Uint8Array(bytes.byteLength).fill(120).buffer;
		const [key] = await caches.keys(), cache = await caches.open(key), sizes = {};
		const damages = {'index.html': cut, 'dom.js': cut, 'style.css': garble, 'panel.wasm.lzma': cut, 'worker.wasm.lzma': garble, 'scene.wasm.lzma': cut};
		for (const [file, damage] of Object.entries(damages)) {
			const whole = await cache.match(file);
			const bytes = await whole.arrayBuffer();
			sizes[file] = bytes.byteLength;
			await cache.put(file, new Response(damage(bytes), {headers: whole.headers}));
		}
		return sizes;
	})()`, &sizes)
	p.Go(link)
	page.SameAsNative(t, link, p.RunTest())
	p.Scene()
	for name, want := range sizes {
		var size int
		if p.Eval(fmt.Sprintf(`caches.match(%q).then(r => r.arrayBuffer()).then(b => b.byteLength)`, name),
			&size); size != want {
			t.Errorf("%d bytes of %s are kept, want %d", size, name, want)
		}
	}
	p.Cut()
	p.Go(link)
	page.SameAsNative(t, link, p.RunTest())
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
}

// TestFullDisk: what the network gives reaches the page though it cannot be kept, and
// though nothing that was kept can be read.
func TestFullDisk(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const unreadable = `(() => {
		const open = caches.open.bind(caches);
		let broken = false;
		caches.open = (key) => broken ? Promise.reject(new Error('broken by a test')) : open(key);
		addEventListener('message', (event) => { if (event.data === 'break') broken = true; });
	})();
`
	worker := unreadable + file(t, "sw.js")
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Keep: true, Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/sw.js" {
				answer(w, r.URL.Path, worker)
				return
			}
			next.ServeHTTP(w, r)
		})
	}})
	p.Wait(inCharge)
	p.Wait(allKept)
	var origin string
	p.Eval(`(async () => { for (const key of await caches.keys()) await (await caches.open(key)).delete('guest.wasm.lzma'); return location.origin; })()`, &origin)
	quota := 1000.0
	p.Do("fill the disk", page.Send(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin,
		QuotaSize: &quota}))
	const link = "#lab=library&n=200&m=300&seed=4"
	p.Follow(link)
	page.SameAsNative(t, link, p.RunTest())
	var kept bool
	if p.Eval(`caches.match('guest.wasm.lzma').then(r => !!r)`, &kept); kept {
		t.Error("the disk was not full")
	}
	p.Eval(`navigator.serviceWorker.controller.postMessage('break')`, nil)
	p.Go(link)
	page.SameAsNative(t, link, p.RunTest())
}

// TestTwoCopies opens two builds below two paths of one host: each works offline.
func TestTwoCopies(t *testing.T) {
	check.Full(t)
	t.Parallel()
	b := anotherBuild(t, changed)
	p := page.Open(t, "a/", page.Options{Keep: true, Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			which, rest := r.URL.Path[:min(2, len(r.URL.Path))], r.URL.Path[min(2, len(r.URL.Path)):]
			if text, ok := b[rest]; ok && which == "/b" {
				answer(w, rest, text)
				return
			}
			r.URL.Path = rest
			next.ServeHTTP(w, r)
		})
	}})
	p.Wait(inCharge)
	p.Go("b/")
	p.Wait(inCharge)
	p.Cut()
	for _, copy := range []string{"a/", "b/"} {
		p.Go(copy)
	}
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
}

// TestRewritingHost: a host that changes the pages that the laboratories do without,
// and does not send a picture, keeps nobody from offline use; what is missing is
// named.
func TestRewritingHost(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "", page.Options{Keep: true, Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch name := strings.TrimPrefix(r.URL.Path, "/"); name {
			case "404.html", "examples.html":
				answer(w, name, file(t, name)+"<!-- by the host -->")
			case "icons/icon-512.png":
				http.NotFound(w, r)
			default:
				next.ServeHTTP(w, r)
			}
		})
	}})
	p.Wait(inCharge)
	var said string
	p.Eval(asked+`('keep all')`, &said)
	if want := "Not kept for offline use: 404.html, examples.html, icons/icon-512.png."; said != want {
		t.Errorf("asked to keep all, the service worker answered %q, want %q", said, want)
	}
	if p.Eval(`fetch('examples.html').then(r => r.text())`, &said); !strings.Contains(said, "by the host") {
		t.Errorf("the host's own page is not shown: %.80s", said)
	}
	p.Cut()
	p.Go("#lab=workshop&n=200&m=300")
	p.RunTest()
	p.Forgive("net::ERR_", "sw.js", "ServiceWorker")
}

// TestNotKept: where a file is missing that the page needs nothing is kept, and the
// page says so.
func TestNotKept(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "", page.Options{Keep: true,
		Script: `window.infos = []; console.info = (text) => infos.push(text);`,
		Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/features.css" {
					http.NotFound(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		}})
	p.Wait(`infos.some(text => text.startsWith('Not kept for offline use'))`)
	var said string
	if p.Eval(`String(navigator.serviceWorker.controller)`, &said); said != "null" {
		t.Errorf("the page is served by %s", said)
	}
	p.Forgive("404", "features.css")
}

// cutting sends only half of each program, the first times that it is asked for.
func cutting(t *testing.T, times int) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		var asked sync.Map
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n, _ := asked.LoadOrStore(r.URL.Path, new(atomic.Int64))
			if !strings.HasSuffix(r.URL.Path, ".lzma") || n.(*atomic.Int64).Add(1) > int64(times) {
				next.ServeHTTP(w, r)
				return
			}
			text := file(t, strings.TrimPrefix(r.URL.Path, "/"))
			w.Header().Set("Content-Length", fmt.Sprint(len(text)))
			answer(w, r.URL.Path, text[:len(text)/2])
			panic(http.ErrAbortHandler)
		})
	}
}

// TestBrokenLine: a line that breaks once in the middle of each program is no
// reason to stop; one that always does is, in a sentence.
func TestBrokenLine(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const link = "#lab=ring&n=200&m=300&seed=4"
	p := page.Open(t, link, page.Options{Keep: true, Scene: true, Early: true, Wrap: cutting(t, 1)})
	p.Wait(`document.body && (document.querySelector('.failure') || document.body.dataset.panel === 'ready')`)
	if text := p.Text(".failure"); text != "" {
		t.Fatal(text)
	}
	page.SameAsNative(t, link, p.RunTest())
	p.Scene()
	p.Forgive("net::ERR_")
	p.Close() // a worker that was cut may still be loading
	p = page.Open(t, link, page.Options{Keep: true, Early: true, Wrap: cutting(t, 1000)})
	p.Wait(`document.querySelector('.failure')`)
	var said bool
	if p.Eval(p.Says(".failure", "js.stopped"), &said); !said || strings.Contains(p.Text(".failure"), "..") {
		t.Errorf("it says %q", p.Text(".failure"))
	}
	p.Forgive("net::ERR_", "console:")
	p.Close() // other programs may still be loading
}

// TestLost: the page for addresses where there is nothing has its look and leads home,
// however deep the address is and wherever the site stands.
func TestLost(t *testing.T) {
	t.Parallel()
	for _, under := range []string{"/", "/people/indistinct/"} {
		p := page.Open(t, "", page.Options{Keep: true, Early: true, Under: under})
		p.Wait(`document.querySelector('#run')`)
		var home string
		p.Eval(`location.href`, &home)
		for _, deep := range []string{"nothing", "a/nothing.html", "a/b/c/d/"} {
			p.Eval(fmt.Sprintf(`location.href = %q`, home+deep), nil)
			p.Wait(fmt.Sprintf(`location.href === %q && document.querySelector('#home').href === %q && getComputedStyle(document.querySelector('.lost')).maxWidth !== 'none'`, home+deep, home))
		}
		p.Shot("lost")
		p.Eval(`document.querySelector('#home').click()`, nil)
		p.Wait(`document.body.dataset.panel === 'ready'`)
		p.Forgive("404", "lost.js")
	}
}
