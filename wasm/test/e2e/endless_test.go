//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"indistinct/core/guest"
	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestWorkersThatDoNotCome opens links that run at once while a file of the workers
// cannot be had: the page says so, lives, and runs the test once the file is back.
func TestWorkersThatDoNotCome(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, c := range []struct {
		name, lab, file, answer string
	}{
		{"worker.js is missing", "survey", "/worker.js", ""},
		{"guest.wasm is missing", "workshop", "/guest.wasm.lzma", ""},
		{"guest.wasm is garbage", "workshop", "/guest.wasm.lzma", "no program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var back atomic.Bool
			p := page.Open(t, "#lab="+c.lab+"&n=200&m=500&seed=9&run=1",
				page.Options{Keep: true, Early: true, Wrap: func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						switch {
						case r.URL.Path != c.file || back.Load():
							next.ServeHTTP(w, r)
						case c.answer == "":
							http.NotFound(w, r)
						default:
							w.Header().Set("Content-Type", "application/wasm")
							w.Write([]byte(c.answer))
						}
					})
				}})
			p.Wait(p.Says("#verdict", "pool.start"))
			back.Store(true)
			p.RunTest()
			if said := p.Text(".failure"); said != "" {
				t.Errorf("the page says %q", said)
			}
			p.Forgive("404", "Failed to", "worker.js", "guest.wasm", "CompileError", "magic word", "sw.js",
				"ServiceWorker")
		})
	}
}

// endless are programs that would take all time or memory: one that only computes, whose
// worker is stopped, and two that are refused before they make what they ask for.
// core/cmd/verify's TestProgramsBeyondLimits has many more.
var endless = map[string]string{
	"key":      "t = (1, 1)\n    for i in range(60):\n        t = (t, t)\n    d = {t: 1}",
	"items":    "d = {}\n    for i in range(20000):\n        d[i] = i\n    l = []\n    for i in range(20000):\n        l.append(d.items())",
	"doubling": "a = [1]\n    while True:\n        a = a + a",
}

// TestEndlessPrograms writes each into the editor: a sentence comes, and the next
// program is looked at and tested at once.
func TestEndlessPrograms(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := openShop(t)
	p.RunTest()
	n, before := 0, p.Resident()
	for name, body := range endless {
		n++
		p.Write("pairs = [(0, 1)]\ndef release(x):\n    " + body + "\n    return x\n")
		// One step that does not end may be the device's fault: the button says so, and tries again.
		says := map[string][2]string{"key": {".runnote", "pool.long"}, "items": {"#p-code-b", "guest.made"},
			"doubling": {"#p-code-b", "guest.large"}}[name]
		p.Wait(p.Says(says[0], says[1]))
		t.Logf("%s: %s", name, p.Text(says[0]))
		if name == "key" {
			p.Press("page.run")
			p.Wait(p.Says(".runnote", "page.due") + ` || ` + p.Says("#verdict", "pool.long"))
			p.Wait(p.Says(".runnote", "pool.long") + ` && !(` + p.Says(".runnote", "page.due") + `)`)
		}
		p.Write(fmt.Sprintf(half, fmt.Sprintf("1 + 0.%03d", n)))
		p.Wait(fmt.Sprintf(`location.hash.includes('0.%03d') && !document.querySelector('#p-code-b')?.textContent && !document.querySelector('.runnote .problem')`, n))
		p.Settle()
		p.RunTest()
	}
	var live int
	if p.Eval(`liveWorkers().length`, &live); live > 32 {
		t.Errorf("%d workers live", live)
	}
	// The programs ask for thousands of megabytes, which the browser takes seconds to free.
	after := p.Resident()
	for start := time.Now(); after > before+300e6 && time.Since(start) < 30*time.Second; after = p.Resident() {
		time.Sleep(time.Second)
	}
	if after > before+300e6 {
		t.Errorf("the page's process holds %.0f MB, before %.0f MB", after/1e6, before/1e6)
	}
	endlessRun(p)
}

// TestLinkToAnEndlessProgram: another program and another laboratory open at once from
// a link whose program never ends, also while it runs.
func TestLinkToAnEndlessProgram(t *testing.T) {
	check.Full(t)
	t.Parallel()
	l := guest.All().Find("workshop")
	bad, err := l.Params().Defaults("workshop").With(l.Params(), "code", "pairs = [(0, 1)]\ndef release(x):\n    "+
		endless["key"]+"\n    return x\n")
	if err != nil {
		t.Fatal(err)
	}
	link := bad.Link(l.Params()) + "&run=1"
	for _, other := range []string{"workshop", "ring"} {
		p := page.Open(t, link, page.Options{Early: true})
		p.Wait(`!!document.querySelector('#run')`)
		link := "#lab=" + other + "&n=200&m=500&seed=9"
		p.Follow(link)
		page.SameAsNative(t, link, p.RunTest())
		p.Close()
	}
}

// endlessRun: a program that few releases send astray opens, and its run ends with
// a sentence. Of 2,000 releases one in sixty draws so far; of 600,000 ten do.
func endlessRun(p *page.Page) {
	p.Follow("#lab=workshop&v=2&n=2000&m=300000&seed=5")
	p.Wait(editor)
	p.Write("pairs = [(0, 1)]\ndef release(x):\n    y = laplace(1)\n    if y > 11:\n        " + strings.ReplaceAll(endless["key"], "\n", "\n    ") + "\n    return y\n")
	p.Wait(`location.hash.includes('range%2860')`)
	p.Settle()
	p.Press("page.run")
	p.Wait(p.Says("#verdict", "pool.long"))
	p.Write(fmt.Sprintf(half, "1"))
	p.Wait(`location.hash.includes('laplace%281')`)
	p.RunTest()
}
