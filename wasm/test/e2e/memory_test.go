//go:build !js

package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"

	"indistinct/core/test/check"
	"indistinct/core/texts"
	"indistinct/wasm/test/e2e/page"
)

// cores has the browser tell of four processors.
const cores = `Object.defineProperty(navigator, 'hardwareConcurrency', {value: 4});`

// short has the second to fourth worker find no memory for their program.
const short = `addEventListener('message', ({data}) => {
	if (data.lock && '234'.includes(data.lock.split(' ')[2])) WebAssembly.instantiate = async () => {
		throw new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance');
	};
}, {once: true});
`

// TestNoRoomForWorkers: where the browser makes one worker and no more, or refuses the
// second one's program its memory, one worker computes, the page says so in the visitor's
// language, the report is the same, and nothing is tried again.
func TestNoRoomForWorkers(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for name, o := range map[string]page.Options{
		"a worker's constructor throws": {Script: cores + `
			window.Worker = class extends Worker {
				constructor(...a) {
					if (a[0] === 'worker.js' && liveWorkers().length) { window.refused = (window.refused || 0) + 1; throw new RangeError('Out of memory'); }
					super(...a);
				}
			};`},
		"a program gets no memory": {Script: cores, Languages: []string{"de"}, Wrap: shorten},
	} {
		t.Run(name, func(t *testing.T) {
			const link = "#lab=ring&n=200&m=300&seed=4"
			p := page.Open(t, link, o)
			p.Wait(`!!document.querySelector('.note') && liveWorkers().length === 1`)
			l := texts.English()
			if o.Languages != nil {
				l, _ = texts.Read("de")
			}
			if said := p.Text(".note"); !strings.Contains(said, l.Text("pool.few")) {
				t.Errorf("the page says %q", said)
			}
			made := func() (n int) {
				p.Eval(`madeWorkers.length + (window.refused || 0)`, &n)
				return n
			}
			before := made()
			page.SameAsNative(t, link, p.RunTest())
			time.Sleep(1500 * time.Millisecond)
			var live int
			if p.Eval(`liveWorkers().length`, &live); live != 1 || made() != before {
				t.Errorf("%d workers live, %d were asked for, later %d", live, before, made())
			}
		})
	}
}

// shorten puts short before the workers' script.
func shorten(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/worker.js" {
			w = &prefixed{ResponseWriter: w, text: short}
			r.Header.Del("Accept-Encoding")
		}
		next.ServeHTTP(w, r)
	})
}

// prefixed puts a text before what is answered.
type prefixed struct {
	http.ResponseWriter
	text string
}

func (p *prefixed) WriteHeader(status int) {
	p.Header().Del("Content-Length")
	p.ResponseWriter.WriteHeader(status)
}

func (p *prefixed) Write(b []byte) (int, error) {
	p.Header().Del("Content-Length")
	text := p.text
	p.text = ""
	if _, err := p.ResponseWriter.Write([]byte(text)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(b)
}

// TestEndedDuringARun: after the browser has ended the page during a run, which leaves it no
// time to say goodbye, the page opens with one worker, says so once and does not run by
// itself; after a reload by the visitor, or an end between runs, all is as usual.
func TestEndedDuringARun(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200000&m=1000000&run=1", page.Options{Early: true, Script: cores + `
		addEventListener('pagehide', e => { if (sessionStorage.getItem('kill')) e.stopImmediatePropagation(); });`})
	reload := func() {
		p.Eval(`document.body.dataset.panel = 'old'`, nil)
		p.Do("load the page again", page.Send(cdppage.Reload, cdppage.ReloadParams{}))
		p.Wait(`document.body?.dataset.panel === 'ready'`)
		p.Settle()
	}
	look := func(when string, workers int, running bool) {
		t.Helper()
		var got struct {
			Workers int
			Running bool
			Note    string
		}
		p.Eval(`({Workers: liveWorkers().length, Running: !!document.querySelector('.progress'), Note: document.querySelector('.notes').innerText})`, &got)
		if said := got.Note != ""; got.Workers != workers || got.Running != running || said != (workers == 1) {
			t.Errorf("%s: %+v", when, got)
		}
	}
	during := `!!document.querySelector('.progress') && sessionStorage.getItem('indistinct-run') === 'yes'`
	p.Wait(during)
	look("before", 4, true)
	reload() // by the visitor
	p.Wait(during)
	look("after a reload", 4, true)
	p.Eval(`sessionStorage.setItem('kill', 'yes')`, nil)
	reload()
	look("after an end during a run", 1, false)
	p.Wait(p.Says(".note", "pool.lost"))
	var mark string
	if p.Eval(`String(sessionStorage.getItem('indistinct-run'))`, &mark); mark != "null" {
		t.Errorf("the mark is %s", mark)
	}
	const link = "#lab=ring&n=200&m=300&seed=4"
	p.Follow(link)
	page.SameAsNative(t, link, p.RunTest())
	reload()
	look("after an end between runs", 4, false)
	p.Forgive("sw.js", "ServiceWorker")
}

// TestSlowStage: on a dense screen whose pictures take long the stage has a quarter of the
// pixels after a while; labels and their places stay.
func TestSlowStage(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Width: 390, Height: 844, Phone: true, Scene: true, Script: `
		if (parent !== window) {
			const frame = requestAnimationFrame;
			window.requestAnimationFrame = f => frame(t => {
				f(t);
				for (const end = performance.now() + 120; performance.now() < end;);
			});
		}`})
	const scene = `const d = document.getElementById('scene').contentDocument, c = d.querySelector('body > canvas');`
	p.Scene()
	p.Wait(`(() => { ` + scene + ` return c.width === Math.floor(d.body.clientWidth); })()`)
	var got [4]float64
	time.Sleep(time.Second)
	p.Eval(`(() => { `+scene+` return [c.width, c.height, c.clientWidth, c.clientHeight]; })()`, &got)
	if got[0] != got[2] || got[1] != got[3] || got[0] < 300 {
		t.Errorf("the canvas has %v × %v pixels on %v × %v", got[0], got[1], got[2], got[3])
	}
	p.Shot("slow-stage")
	p.Window(844, 390, true)
	p.Wait(`(() => { ` + scene + ` return c.width === Math.floor(d.body.clientWidth) && c.clientWidth > 400; })()`)
}

// TestRestingStage: a stage on which nothing moves asks for no frame and no timer.
func TestRestingStage(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Scene: true, Script: `
		window.fired = 0;
		for (const name of ['setTimeout', 'requestAnimationFrame']) {
			const later = window[name].bind(window);
			window[name] = (f, ...a) => later((...b) => { window.fired++; f(...b); }, ...a);
		}`})
	p.Scene()
	p.Eval(`document.querySelector('.transport .ico.pause').parentElement.click()`, nil)
	p.Settle()
	const inner = `document.getElementById('scene').contentWindow.fired`
	var fired []int
	for range 6 { // beside other tests it takes its time until all is drawn
		p.Eval(`window.fired = `+inner+` = 0`, nil)
		time.Sleep(5 * time.Second)
		if p.Eval(`[fired, `+inner+`]`, &fired); fired[0] <= 2 && fired[1] == 0 {
			return
		}
	}
	t.Errorf("in each five seconds the page was woken %d times, the scene %d times", fired[0], fired[1])
}
