//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// instead answers for a file of the site by a function, which reports whether it did.
func instead(name string, do func(w http.ResponseWriter, r *http.Request) bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/"+name || !do(w, r) {
				next.ServeHTTP(w, r)
			}
		})
	}
}

// TestLostTexts: texts that are lost, or are none, keep nobody from running a test:
// English takes their place, and where that is lost the texts' names do; a sentence says so.
func TestLostTexts(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, c := range map[string]struct{ language, text, run string }{
		"missing": {"de", "", "Run test"},
		"a page":  {"en", "<!doctype html><p>Log in", "⟨page.run⟩"},
		"null":    {"de", "null", "Run test"},
		"a list":  {"en", "[1,2]", "⟨page.run⟩"},
		"numbers": {"de", `{"language.decimal":",","language.direction":"ltr","page.run":1}`, "Run test"},
		"few":     {"en", `{"page.run":"Run test"}`, "⟨page.run⟩"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := "texts/" + c.language + ".json"
			p := page.Open(t, "#n=200&m=300", page.Options{Languages: []string{c.language},
				Wrap: instead(file, func(w http.ResponseWriter, r *http.Request) bool {
					if c.text == "" {
						http.NotFound(w, r)
					} else {
						answer(w, file, c.text)
					}
					return true
				})})
			p.Forgive("404")
			p.RunTest()
			p.Wait(`document.querySelector('.failure button')`)
			if run, said := p.Text("#run"), p.Text(".failure"); run != c.run || len(said) < 40 {
				t.Errorf("the button says %q, the page %q", run, said)
			}
		})
	}
}

// TestLostScripts: scripts that do not come the first time, or others in their place, are
// asked for once more; one that stays away is named.
func TestLostScripts(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for text, lost := range map[string]string{
		"":                         "wasm_exec.js dom.js charts.js editor.js scan.js door.js offline.js load.js unpack.js",
		"<!doctype html><p>Log in": "early.js wasm_exec.js dom.js charts.js"} {
		var asked sync.Map
		p := page.Open(t, "#n=200&m=300", page.Options{Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				name := strings.TrimPrefix(r.URL.Path, "/")
				if _, again := asked.LoadOrStore(name, true); again || !strings.Contains(lost, name) || name == "" {
					next.ServeHTTP(w, r)
				} else if text == "" {
					http.NotFound(w, r)
				} else {
					answer(w, name, text)
				}
			})
		}})
		p.Forgive("404", "MIME type", "SyntaxError")
		p.RunTest()
		if said := p.Text(".failure"); said != "" {
			t.Errorf("the page says %q", said)
		}
	}
	lost := instead("dom.js", func(w http.ResponseWriter, r *http.Request) bool {
		http.NotFound(w, r)
		return true
	})
	p := page.Open(t, "", page.Options{Early: true, Wrap: lost})
	p.Forgive("404", "dom.js")
	p.Wait(p.Says(".failure", "js.stopped"))
	if said := p.Text(".failure"); !strings.Contains(said, "dom.js") {
		t.Errorf("without dom.js the page says %q", said)
	}
	var why string
	p.Eval(`indistinct.run({lab: 'survey'}).then(() => 'done', (err) => err.message)`, &why)
	if !strings.Contains(why, "dom.js") {
		t.Errorf("without dom.js a script is answered %q", why)
	}
}

// TestLate: what never comes is waited for half a minute, here two seconds; then a
// sentence says so, or something else takes its place.
func TestLate(t *testing.T) {
	check.Full(t)
	t.Parallel()
	hasty := strings.Replace(file(t, "early.js"), "const patience = 30;", "const patience = 2;", 1)
	late := func(name string) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return instead("early.js", func(w http.ResponseWriter, _ *http.Request) bool {
				answer(w, "early.js", hasty)
				return true
			})(instead(name, func(_ http.ResponseWriter, r *http.Request) bool {
				<-r.Context().Done()
				return true
			})(next))
		}
	}
	for name, id := range map[string]string{"texts/en.json": "", "dom.js": "js.late", "panel.wasm.lzma": "js.stopped"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page.Open(t, "#n=200&m=300", page.Options{Early: true, Wrap: late(name)})
			p.Forgive("nothing of", "net::ERR_")
			p.Wait(`document.querySelector('.failure button')`)
			if id == "" {
				p.RunTest()
			} else {
				p.Wait(p.Says(".failure", id))
			}
			p.Close()
		})
	}
}

// TestPageForAProgram: a host that answers with a page where a program should be is told of
// in a sentence that says so.
func TestPageForAProgram(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#n=200&m=300", page.Options{Early: true,
		Wrap: instead("panel.wasm.lzma", func(w http.ResponseWriter, _ *http.Request) bool {
			answer(w, "index.html", "<!doctype html><title>Log in</title><p>Your session has ended. Please log in again.")
			return true
		})})
	p.Wait(`document.querySelector('.failure')?.innerText.includes('panel.wasm is damaged: the header is no LZMA')`)
	p.Forgive("panel.wasm is damaged")
}

// TestEmpty: files that come empty are named: a program, and the script that unpacks programs,
// which is asked for once more; so is a script of the workers that does not come.
func TestEmpty(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, want := range map[string]string{"panel.wasm.lzma": "panel.wasm is damaged: the file is empty",
		"unpack.js": "unpack.js came empty", "worker.js": "worker.js"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page.Open(t, "#n=200&m=300", page.Options{Early: true,
				Wrap: instead(name, func(w http.ResponseWriter, r *http.Request) bool {
					if name == "worker.js" {
						http.NotFound(w, r)
					} else {
						answer(w, name, "")
					}
					return true
				})})
			p.Forgive("404", "console:")
			p.Wait(`document.querySelector('.failure') || document.body.dataset.panel === 'ready'`)
			p.Wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, want))
			p.Close()
		})
	}
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		var asked atomic.Bool
		once := instead("unpack.js", func(w http.ResponseWriter, _ *http.Request) bool {
			if asked.Swap(true) {
				return false
			}
			w.Header().Set("Cache-Control", "max-age=3600")
			w.Header().Set("Content-Type", "text/javascript")
			return true
		})
		page.Open(t, "#n=200&m=300", page.Options{Wrap: once}).RunTest()
	})
}

// TestSandboxed: a page whose frame has a sandbox without an origin cannot run, and tells the
// one around it so when that asks for something.
func TestSandboxed(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "examples.html", page.Options{Early: true})
	p.Wait(`document.readyState === 'complete'`)
	p.Forgive("") // of what an origin of none may not do the browser complains at length
	var said string
	p.Eval(`new Promise((done) => {
		const frame = Object.assign(document.createElement('iframe'), {sandbox: 'allow-scripts', src: './#embed=1'});
		addEventListener('message', ({source, data}) => { if (source === frame.contentWindow && data.id === 7) done(data.error); });
		frame.onload = () => frame.contentWindow.postMessage({indistinct: 'run', id: 7, value: {lab: 'survey'}}, '*');
		document.body.append(frame);
	})`, &said)
	if !strings.Contains(said, "allow-same-origin") {
		t.Errorf("the frame answers %q", said)
	}
	p.Close()
}

// TestFrameRefused: a host that keeps the scene out of its frame costs the picture; the
// page says so, and is kept for offline use all the same.
func TestFrameRefused(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, do := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"denied": func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("X-Frame-Options", "DENY")
			return false
		},
		"moved": func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Location", "scene/")
			w.WriteHeader(http.StatusPermanentRedirect)
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := func(next http.Handler) http.Handler {
				return instead("scene.html", do)(instead("scene/", func(_ http.ResponseWriter, r *http.Request) bool {
					r.URL.Path = "/scene.html"
					return false
				})(next))
			}
			p := page.Open(t, "#n=200&m=300", page.Options{Scene: true, Keep: true, Wrap: host})
			p.Forgive("X-Frame-Options", "MIME type", "net::ERR_", "404", "sw.js", "ServiceWorker")
			p.Wait(p.Says(".scene-note", "stage.error.refused"))
			p.RunTest()
			p.Wait(inCharge)
			p.Wait(allKept)
			p.Cut()
			p.Go("#n=200&m=300")
			p.RunTest()
		})
	}
}

// TestMixedBuilds: a worker and a scene of another build than the page's are fetched once
// more, past what a cache holds; where that does not help nothing is computed or drawn,
// and a sentence says why.
func TestMixedBuilds(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const link = "#lab=ring&n=200&m=300&seed=4"
	// What a program says first is changed as another build would have it.
	other := map[string]string{
		"worker.js": `{ const post = self.postMessage.bind(self); self.postMessage = (m, ...of) => post(m.kind === 'ready' ? { ...m, build: 'other' } : m, ...of); }` + "\n",
		"scene.js":  `{ const post = parent.postMessage.bind(parent); Object.defineProperty(window, 'parent', { value: new Proxy(parent, { get: (of, name) => name === 'postMessage' ? (m, ...to) => post(m.type === 'ready' ? { ...m, build: 'other' } : m, ...to) : typeof of[name] === 'function' ? of[name].bind(of) : of[name] }) }); }` + "\n",
	}
	for name, lasts := range map[string]bool{"for a moment": false, "for long": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var fresh atomic.Bool
			p := page.Open(t, link, page.Options{Wrap: func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					name := strings.TrimPrefix(r.URL.Path, "/")
					if name == "worker.wasm.lzma" && r.Header.Get("Cache-Control") == "no-cache" {
						fresh.Store(!lasts)
					}
					if name == "worker.js" && !fresh.Load() {
						answer(w, name, other[name]+file(t, name))
						return
					}
					next.ServeHTTP(w, r)
				})
			}})
			if !lasts {
				page.SameAsNative(t, link, p.RunTest())
				return
			}
			p.Eval(`document.querySelector('#run').click()`, nil)
			said := p.Say("pool.build")
			p.Wait(fmt.Sprintf(`document.querySelector('.side').innerText.includes(%q) && !document.querySelector('#epsilon-c')`, said))
		})
	}
	t.Run("scene", func(t *testing.T) {
		t.Parallel()
		of := instead("scene.js", func(w http.ResponseWriter, _ *http.Request) bool {
			answer(w, "scene.js", other["scene.js"]+file(t, "scene.js"))
			return true
		})
		p := page.Open(t, link, page.Options{Scene: true, Wrap: of})
		p.Wait(p.Says(".scene-note", "stage.error.build"))
		p.RunTest()
		asked := 0
		for _, r := range p.Requests() {
			if r == "scene.wasm.lzma" {
				asked++
			}
		}
		if asked < 2 {
			t.Errorf("the scene was asked for %d times", asked)
		}
	})
}

// strict is an answer that carries one policy more.
type strict struct {
	http.ResponseWriter
	policy string
}

func (s *strict) WriteHeader(status int) {
	s.Header().Add("Content-Security-Policy", s.policy)
	s.ResponseWriter.WriteHeader(status)
}

// TestPolicies: a policy that forbids what the page needs is named.
func TestPolicies(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{"script-src 'self'": "wasm-unsafe-eval",
		"worker-src 'none'": "worker-src", "require-trusted-types-for 'script'": "require-trusted-types-for",
		"sandbox allow-scripts": "allow-same-origin"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			p := page.Open(t, "", page.Options{Early: true, Script: `window.forbidden.push = () => 0;`,
				Wrap: func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						next.ServeHTTP(&strict{w, policy}, r)
					})
				}})
			p.Forgive("") // of what is forbidden the browser complains at length
			p.Wait(`document.querySelector('.failure') || document.body.dataset.panel === 'ready'`)
			p.Eval(`document.querySelector('#run')?.click()`, nil)
			p.Wait(fmt.Sprintf(`[...document.querySelectorAll('.failure, .side')].some((e) => e.innerText.includes(%q))`, want))
			p.Close()
		})
	}
}
