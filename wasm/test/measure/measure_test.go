//go:build !js

// Package measure times the built site in Chromium: the first ten seconds on a
// slow line, drags, runs, memory, and what an idle page costs. It asserts
// nothing; `./build.sh bench page` runs it and prints a table.
package measure

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"indistinct/core/guest"
	"indistinct/wasm/test/e2e/page"
)

func TestMain(m *testing.M) { page.Main(m) }

// sites are the built sites to compare: the new one, and the one that
// INDISTINCT_BEFORE names, measured in turn.
func sites(t *testing.T) (names, dirs []string) {
	if os.Getenv("INDISTINCT_MEASURE") == "" {
		t.Skip("INDISTINCT_MEASURE is not set: run ./build.sh bench page.")
	}
	names, dirs = []string{"now"}, []string{os.Getenv("INDISTINCT_SITE")}
	if dir := os.Getenv("INDISTINCT_BEFORE"); dir != "" {
		names, dirs = append(names, "before"), append(dirs, dir)
	}
	return names, dirs
}

// rounds is how often everything is measured; medians are shown.
func rounds() int {
	if n, err := strconv.Atoi(os.Getenv("INDISTINCT_ROUNDS")); err == nil && n > 0 {
		return n
	}
	return 3
}

// laboratories are those to measure: all, or the ones that INDISTINCT_LABS names.
func laboratories() (names []string) {
	if some := os.Getenv("INDISTINCT_LABS"); some != "" {
		return strings.Fields(some)
	}
	for _, l := range guest.All() {
		names = append(names, l.About().Name)
	}
	return names
}

// table collects figures: row → site → values.
type table struct {
	rows   []string
	values map[string]map[string][]float64
}

func (b *table) add(row, site string, v float64) {
	if b.values == nil {
		b.values = map[string]map[string][]float64{}
	}
	if b.values[row] == nil {
		b.values[row] = map[string][]float64{}
		b.rows = append(b.rows, row)
	}
	b.values[row][site] = append(b.values[row][site], v)
}

func (b *table) print(title string, sites []string) {
	fmt.Printf("\n%-76s", title)
	for _, s := range sites {
		fmt.Printf(" %10s", s)
	}
	fmt.Println()
	for _, row := range b.rows {
		fmt.Printf("%-76s", row)
		for _, s := range sites {
			v := slices.Clone(b.values[row][s])
			if len(v) == 0 {
				fmt.Printf(" %10s", "–")
				continue
			}
			slices.Sort(v)
			fmt.Printf(" %10s", strconv.FormatFloat(v[len(v)/2], 'f', digits(v[len(v)/2]), 64))
		}
		fmt.Println()
	}
}

func digits(v float64) int {
	switch {
	case v >= 100:
		return 0
	case v >= 10:
		return 1
	}
	return 3
}

// line is a slow line: so many bytes a second for everything together, and a
// delay before every answer.
type line struct {
	rate  float64
	delay time.Duration
	mu    sync.Mutex
	free  time.Time // when what was sent so far is through
}

func (l *line) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(l.delay)
		next.ServeHTTP(&slow{w, l}, r)
	})
}

type slow struct {
	http.ResponseWriter
	l *line
}

func (s *slow) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		part := b[:min(len(b), 4096)]
		s.l.mu.Lock()
		now := time.Now()
		if late := now.Add(-100 * time.Millisecond); s.l.free.Before(late) { // a burst after a pause
			s.l.free = late
		}
		s.l.free = s.l.free.Add(time.Duration(float64(len(part)) / s.l.rate * float64(time.Second)))
		wait := time.Until(s.l.free)
		s.l.mu.Unlock()
		time.Sleep(wait)
		k, err := s.ResponseWriter.Write(part)
		n += k
		if err != nil {
			return n, err
		}
		if f, ok := s.ResponseWriter.(http.Flusher); ok {
			f.Flush()
		}
		b = b[len(part):]
	}
	return n, nil
}

// loading notes when a visitor sees and can do what, and what moved meanwhile.
const loading = `
if (window.top === window) {
  window.seen = {shift: 0};
  window.moved = [];
  const name = n => !n ? 'what is gone' : n.nodeType === 3 ? name(n.parentNode) : n.localName + (n.id ? '#' + n.id : '') + [...n.classList].map(c => '.' + c).join('');
  const place = r => [r.x, r.y, r.width, r.height].map(Math.round).join(' ');
  const note = k => { if (!(k in seen)) seen[k] = performance.now(); };
  try { new PerformanceObserver(l => l.getEntries().forEach(e => { if (e.name === 'first-contentful-paint') seen.text = e.startTime; })).observe({type: 'paint', buffered: true}); } catch {}
  try { new PerformanceObserver(l => l.getEntries().forEach(e => { seen.largest = e.startTime; })).observe({type: 'largest-contentful-paint', buffered: true}); } catch {}
  try { new PerformanceObserver(l => l.getEntries().forEach(e => { if (!e.hadRecentInput) { seen.shift += e.value; moved.push(Math.round(e.startTime) + ' ms, ' + e.value.toFixed(4) + ': ' + e.sources.map(s => name(s.node) + ' from ' + place(s.previousRect) + ' to ' + place(s.currentRect)).join('; ')); } })).observe({type: 'layout-shift', buffered: true}); } catch {}
  addEventListener('message', e => { if (e.data && e.data.type === 'shown') note('scene'); });
  const look = () => {
    const run = document.querySelector('#run');
    if (document.body && document.body.dataset.panel === 'ready') { // until then the page shows what was built
      if (run && document.querySelector('#app input[type=range]')) note('usable'); // the link's own run may have begun
      if (document.querySelector('#epsilon-c')) note('verdict');
    }
    setTimeout(look, 20);
  };
  look();
}
`

// TestLoading: cold on Slow 4G, 1.6 Mb/s and 150 ms, with a run in the link.
func TestLoading(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for range rounds() {
		for i, dir := range dirs {
			l := &line{rate: 1.6e6 / 8, delay: 150 * time.Millisecond}
			p := page.Open(t, "#lab=ring&run=1", page.Options{Site: dir, Keep: true, Wrap: l.wrap, Scene: true,
				Early: true, Script: loading})
			p.Wait(`seen.verdict && seen.scene`)
			var seen map[string]float64
			p.Eval(`seen`, &seen)
			for _, f := range []struct{ key, row string }{
				{"text", "first paint, s"}, {"largest", "largest paint, s"}, {"usable", "usable, s"},
				{"verdict", "verdict of a run in the link, s"}, {"scene", "scene, s"},
			} {
				if v, ok := seen[f.key]; ok {
					b.add(f.row, names[i], v/1000)
				}
			}
			if os.Getenv("INDISTINCT_DETAIL") != "" {
				var files []string
				p.Eval(`[...performance.getEntriesByType('resource')].map(e => e.name.split('/').pop() + ' ' + Math.round(e.requestStart) + '–' + Math.round(e.responseEnd) + ' ms, ' + e.encodedBodySize + ' bytes')`, &files)
				fmt.Println(strings.Join(files, "\n"))
				tellMoved(p)
			}
			b.add("layout shift", names[i], seen["shift"])
			p.Close()
		}
	}
	b.print("Slow 4G (1.6 Mb/s, 150 ms), cold", names)
}

// tellMoved prints what moved.
func tellMoved(p *page.Page) {
	var moved []string
	p.Eval(`moved`, &moved)
	fmt.Println(strings.Join(moved, "\n"))
}

// TestShifts: how much moves by itself while each laboratory loads, cold at 10 Mb/s
// and 150 ms, with and without a run in the link, until verdict and scene are there.
func TestShifts(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for _, lab := range laboratories() {
		for _, o := range []page.Options{{Width: 1280, Height: 900}, {Width: 390, Height: 844, Phone: true}} {
			for _, run := range []string{"", "&run=1"} {
				row := fmt.Sprintf("%s at %d × %d", lab, o.Width, o.Height)
				if run != "" {
					row += ", running"
				}
				for i, dir := range dirs {
					l := &line{rate: 10e6 / 8, delay: 150 * time.Millisecond}
					o.Site, o.Wrap, o.Keep, o.Scene, o.Early, o.Script = dir, l.wrap, true, true, true, loading
					p := page.Open(t, "#lab="+lab+run, o)
					p.Wait(fmt.Sprintf(`seen.usable && seen.scene && (%t || seen.verdict)`, run == ""))
					p.Settle()
					if os.Getenv("INDISTINCT_DETAIL") != "" {
						fmt.Println(row)
						tellMoved(p)
					}
					var shift float64
					p.Eval(`seen.shift`, &shift)
					b.add(row, names[i], shift)
					p.Close()
				}
			}
		}
	}
	b.print("Layout shift while a laboratory loads", names)
}

// TestDragging drags every slider of every laboratory for a second and a half
// with a real pointer. Tasks are judged by the processor time that they take.
func TestDragging(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for _, factor := range []float64{1, 6} {
		for _, lab := range laboratories() {
			for i, dir := range dirs {
				p := page.Open(t, "#lab="+lab, page.Options{Site: dir, Keep: true, Scene: true, Slow: factor,
					Script: lag})
				p.Scene()
				p.Settle()
				sliders := openSliders(p)
				long, longest := 0, 0.0
				var lags []float64
				for k := range sliders {
					for _, d := range tasks(t, p, func() { drag(p, k) }) {
						longest = max(longest, d.processor)
						if d.processor > 50 {
							long++
						}
					}
					var some []float64
					p.Eval(`lags.splice(0)`, &some)
					lags = append(lags, some...)
				}
				slices.Sort(lags)
				row := fmt.Sprintf("%s, processor ÷ %g: ", lab, factor)
				if factor == 1 {
					b.add(row+"sliders", names[i], float64(len(sliders)))
				}
				b.add(row+"tasks over 50 ms", names[i], float64(long))
				b.add(row+"longest task, ms", names[i], longest)
				if len(lags) > 0 {
					b.add(row+"99 of 100 times the thumb follows within, ms", names[i], lags[len(lags)*99/100])
				}
				p.Close()
			}
		}
	}
	b.print("Dragging every slider (tasks by processor time)", names)
}

// openSliders opens the drawer and numbers the sliders; it returns their names.
func openSliders(p *page.Page) (names []string) {
	p.Eval(`[...document.querySelectorAll('#app [aria-expanded=false]')].forEach(b => { if (b.closest('.drawer h2')) b.click() })`, nil)
	p.Settle()
	p.Eval(`[...document.querySelectorAll('#app input[type=range]')].filter(s => s.checkVisibility()).map((s, i) => { s.dataset.drag = i; return s.name || s.id || String(i); })`, &names)
	return names
}

// lag notes how long after a pointer's move the next frame came.
const lag = `
window.lags = [];
addEventListener('pointermove', e => { const at = e.timeStamp; requestAnimationFrame(() => setTimeout(() => lags.push(performance.now() - at))); }, true);
`

func drag(p *page.Page, k int) {
	var at struct{ X, Y, W float64 }
	p.Eval(fmt.Sprintf(`(() => { const s = document.querySelector('[data-drag="%d"]'); if (!s) return {X: 0, Y: 0, W: 0}; s.scrollIntoView({block: 'center'}); const r = s.getBoundingClientRect(); return {X: r.x, Y: r.y + r.height / 2, W: r.width}; })()`, k), &at)
	if at.W == 0 {
		return
	}
	p.Eval(`await new Promise(f => setTimeout(f, 200)); lags.length = 0`, nil)
	mouse(p.Context(), input.DispatchMouseEventTypeMousePressed, at.X+at.W/2, at.Y, 1)
	for step := range 45 {
		x := at.X + at.W*(0.5+0.4*wave(float64(step)/45))
		mouse(p.Context(), input.DispatchMouseEventTypeMouseMoved, x, at.Y, 1)
		time.Sleep(33 * time.Millisecond)
	}
	mouse(p.Context(), input.DispatchMouseEventTypeMouseReleased, at.X+at.W/2, at.Y, 0)
}

// wave goes from 0 to 1, to −1 and back.
func wave(t float64) float64 {
	switch {
	case t < 0.25:
		return 4 * t
	case t < 0.75:
		return 2 - 4*t
	}
	return 4*t - 4
}

func mouse(ctx context.Context, kind input.DispatchMouseEventType, x, y float64, buttons int64) {
	chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y,
			Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
		return err
	}))
}

// press is JavaScript that starts a test and waits for its verdict; it notes
// when the progress on show changed.
const press = `
const shown = sel => [...document.querySelectorAll(sel)].find(b => b.checkVisibility());
const look = () => document.querySelector('#epsilon-c')?.innerText;
const old = look(), start = performance.now();
let running = false, seen = '', at = '', last = start, gap = 0, during = '', moves = 0;
shown('#run').click();
for (;;) {
	await new Promise(f => setTimeout(f, 4));
	const now = performance.now(), cancel = !!shown('.cancel');
	running ||= cancel;
	const bar = [...document.querySelectorAll('progress')].map(b => b.value).join() + [...document.querySelectorAll('.phase')].map(b => b.innerText).join();
	if (cancel && bar !== seen) {
		if (seen && now - last > gap) { gap = now - last; during = at; }
		seen = bar; last = now; moves++;
		at = document.querySelector('.phase')?.innerText ?? '';
	}
`

// verdict is JavaScript that runs a test and returns after how many milliseconds its
// verdict stood on the page, and after how many it was over, the exact profile too.
// The test must differ from the one before.
const verdict = `(async () => {let told = 0;` + press + `
	if (!told && look() && look() !== old) told = now - start;
	if (running && !cancel) return [told || now - start, now - start];
	if (now - start > 60000) return [-1, -1];
}})()`

// idle waits until no run is shown.
const idle = `![...document.querySelectorAll('.cancel')].some(b => b.checkVisibility())`

// pressed is JavaScript that runs a test and returns after how many milliseconds it was
// over, and after how many its verdict stood on the page, which is when the show of it
// has been played; both when all has come to rest.
const pressed = `(async () => {
	const old = document.querySelector('#verdict .result')?.innerText, start = performance.now();
	const told = (async () => {
		for (;;) {
			const text = document.querySelector('#verdict .result')?.innerText;
			if (text && text !== old || performance.now() - start > 60000) return performance.now() - start;
			await new Promise(f => setTimeout(f, 10));
		}
	})();
	const [, over] = await ` + verdict + `;
	const shown = await told;
	while (document.body.dataset.settled !== 'yes') await new Promise(f => setTimeout(f, 20));
	await new Promise(f => setTimeout(f, 1000));
	return [over, shown];
})()`

// TestPressing presses "Run test" five times on a page that was only opened: the
// laboratory's own link, then twenty seconds in which nobody touches it. The first
// press is held against the fifth, since absolute times are another machine's
// another hour; each press has a seed of its own. How long the main thread was kept
// from all else is judged by the processor time of its tasks.
func TestPressing(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for range rounds() {
		for _, lab := range laboratories() {
			for i, dir := range dirs {
				p := page.Open(t, "#lab="+lab, page.Options{Site: dir, Keep: true, Scene: true, Usual: true})
				p.Scene()
				p.Settle()
				var over, told, longest, busy [6]float64 // of five presses; first of the rest before them
				look := func(k int, do func()) {
					for _, d := range tasks(t, p, do) {
						longest[k], busy[k] = max(longest[k], d.processor), busy[k]+d.processor
					}
				}
				look(0, func() { time.Sleep(20 * time.Second) }) // nobody touches it
				for k := 1; k < len(told); k++ {
					if k > 1 {
						p.Follow(fmt.Sprintf("#lab=%s&seed=%d", lab, 100+k))
						time.Sleep(2 * time.Second)
					}
					var ms [2]float64
					look(k, func() { p.Eval(pressed, &ms) })
					over[k], told[k] = ms[0], ms[1]
				}
				if os.Getenv("INDISTINCT_DETAIL") != "" {
					fmt.Printf("%s, %s: over %.0f, verdict %.0f, longest task %.0f, all tasks %.0f ms\n", lab, names[i],
						over[1:], told[1:], longest, busy)
				}
				b.add(lab+": first press to the end of the run, times as long as the fifth", names[i], over[1]/over[5])
				b.add(lab+": first press to verdict, times as long as the fifth", names[i], told[1]/told[5])
				b.add(lab+": tasks of the first press, times as long as of the fifth", names[i], busy[1]/busy[5])
				b.add(lab+": longest task of the first press, ms", names[i], longest[1])
				b.add(lab+": longest task of the fifth press, ms", names[i], longest[5])
				b.add(lab+": longest task of the rest before, ms", names[i], longest[0])
				p.Close()
			}
		}
	}
	b.print("Pressing Run test on a page that was only opened (tasks by processor time)", names)
}

// own are the laboratories whose tests need no guest's code.
var own = []string{"ring", "filtering", "lqg", "survey"}

// TestRunning times the default runs of the laboratories from the click to the
// verdict, with all workers and with one, held against the same run in WebAssembly
// under node, and how often the progress of the largest run moves.
func TestRunning(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for _, lab := range laboratories() {
		if !slices.Contains(own, lab) {
			continue
		}
		params := guest.All().Find(lab).Params()
		for i, dir := range dirs {
			p := page.Open(t, "#lab="+lab+"&v=2", page.Options{Site: dir, Keep: true})
			p.Wait(`document.querySelector('#run')`)
			test := func(p *page.Page, seed int) (told, over float64) {
				p.Go(fmt.Sprintf("#lab=%s&v=2&seed=%d", lab, 100+seed))
				p.Settle()
				time.Sleep(3 * time.Second) // the workers are warm
				var ms [2]float64
				p.Eval(verdict, &ms)
				p.Wait(idle)
				return ms[0], ms[1]
			}
			for k := range rounds() + 1 {
				told, over := test(p, k)
				which := ": click"
				if k == 0 {
					which = ": first click"
				}
				b.add(lab+which+" to verdict, ms", names[i], told)
				b.add(lab+which+" to the end, ms", names[i], over)
			}
			p.Go(fmt.Sprintf("#lab=%s&v=2&n=%g&m=%g", lab, params.Find("n").Max, params.Find("m").Max))
			p.Settle()
			for range rounds() {
				var silence struct {
					Gap    float64
					During string
				}
				p.Eval(`(async () => {`+press+`
					if (running && !cancel) return {gap, during};
					if (now - start > 5000) shown(".cancel")?.click();
				}})()`, &silence)
				b.add(lab+", largest run: longest time without progress, ms", names[i], silence.Gap)
				if os.Getenv("INDISTINCT_DETAIL") != "" {
					fmt.Printf("%s: %.0f ms without progress during %s\n", lab, silence.Gap, silence.During)
				}
				p.Wait(idle)
			}
			p.Close()
			if bare, ok := underNode(t, lab); ok {
				p := page.Open(t, "#lab="+lab+"&v=2", page.Options{Site: dir, Keep: true, Script: "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {get: () => 1})"})
				for k := range rounds() + 1 {
					told, over := test(p, k)
					b.add(lab+", one worker: click to verdict, times as long as the whole run under node",
						names[i], told/bare)
					b.add(lab+", one worker: click to the end, times as long as under node", names[i], over/bare)
				}
				p.Close()
			}
		}
	}
	b.print("Runs, warm workers", names)
}

// underNode is how long a laboratory's default test takes in WebAssembly under node,
// in milliseconds; ok is false where node is not installed.
func underNode(t *testing.T, lab string) (ms float64, ok bool) {
	if _, err := exec.LookPath("node"); err != nil {
		return 0, false
	}
	root, err := exec.Command("go", "env", "GOROOT").Output() // a trimmed binary does not know it
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	cmd := exec.Command("go", "test", "-exec", run, "-run", "^$", "-bench", "^BenchmarkRun$/^"+lab+"$",
		"indistinct/core/labs")
	// Arguments and environment share 8 KB there.
	cmd.Env = []string{"GOOS=js", "GOARCH=wasm", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
		"GOFLAGS=" + os.Getenv("GOFLAGS")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) > 3 && f[3] == "ns/op" {
			ns, _ := strconv.ParseFloat(f[2], 64)
			return ns / 1e6, ns > 0
		}
	}
	t.Fatalf("the benchmark says %s", out)
	return 0, false
}

// TestCancelling cancels what takes longest: the largest test of every laboratory, as
// soon as its progress moves, every analysis at the largest sizes, and the game. What
// was over before it could be cancelled is not counted.
func TestCancelling(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for i, dir := range dirs {
		cancelled := func(what string, ms []float64) {
			for _, v := range ms {
				b.add(what+": median", names[i], v)
			}
			if len(ms) > 0 {
				b.add(fmt.Sprintf("%s: longest of %d", what, len(ms)), names[i], slices.Max(ms))
			}
		}
		p := page.Open(t, "#lab=ring&v=2", page.Options{Site: dir, Keep: true})
		for _, lab := range laboratories() {
			params := guest.All().Find(lab).Params()
			n, m := params.Find("n"), params.Find("m")
			largest := fmt.Sprintf("#lab=%s&v=2&n=%g&m=%g", lab, n.Max, m.Max)
			var all []float64
			for round := range rounds() {
				p.Go(largest)
				p.Settle()
				var ms []float64
				p.Eval(fmt.Sprintf(`(async () => {`+press+`
					if (running && !cancel || !running && now - start > 5000) return [];
					if (moves > %d) {
						shown(".cancel").click();
						while (shown(".cancel")) await new Promise(f => setTimeout(f));
						return [performance.now() - now];
					}
				}})()`, 4*(round+1)), &ms)
				all = append(all, ms...)
			}
			cancelled(lab+", the largest test", all)
			all = nil
			for _, where := range []string{"", "&page=experiments"} {
				p.Go(largest + where)
				p.Settle()
				var ms []struct {
					Name string
					Ms   float64
				}
				p.Eval(`(async () => {
					const out = [];
					for (const card of document.querySelectorAll('[id^="analysis-`+lab+`-"]')) {
						const go = card.querySelector('button.go'), cancel = () => card.querySelector('.progress button');
						if (!go || !go.checkVisibility() || go.ariaDisabled === 'true') continue;
						const start = performance.now();
						go.click();
						while (!(card.querySelector('progress')?.value > 0) && performance.now() - start < 3000) await new Promise(f => setTimeout(f));
						const at = performance.now();
						if (!cancel()) continue;
						cancel().click();
						while (cancel()) await new Promise(f => setTimeout(f));
						out.push({name: card.id, ms: performance.now() - at});
					}
					return out;
				})()`, &ms)
				for _, a := range ms {
					all = append(all, a.Ms)
					if os.Getenv("INDISTINCT_DETAIL") != "" {
						fmt.Printf("%s: %.0f ms\n", a.Name, a.Ms)
					}
				}
			}
			cancelled(lab+", analyses", all)
		}
		var all []float64
		for range rounds() {
			p.Go("#lab=ring&v=2")
			p.Eval(`location.hash += '&game=1'`, nil) // where there is no test to wait for
			p.Wait(`document.querySelector('.game.playing') && document.querySelector('#game-go').ariaDisabled !== 'true'`)
			var ms []float64
			p.Eval(`(async () => {
				const stop = () => [...document.querySelectorAll('.game-row .quiet')].find(b => b.checkVisibility());
				if (!stop()) return [];
				const at = performance.now();
				stop().click();
				while (stop()) await new Promise(f => setTimeout(f));
				return [performance.now() - at];
			})()`, &ms)
			all = append(all, ms...)
		}
		cancelled("the game", all)
		p.Close()
	}
	b.print("Gone after Cancel, ms", names)
}

// TestMemory runs a hundred tests while the stage plays and looks at what is left.
func TestMemory(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for i, dir := range dirs {
		p := page.Open(t, "#lab=ring&n=200&m=500", page.Options{Site: dir, Keep: true, Scene: true})
		p.Scene()
		figures := func(when string) {
			p.Settle()
			m := metrics(t, p)
			for _, f := range []struct {
				row, name string
				unit      float64
			}{{"JS heap, MB", "JSHeapUsedSize", 1e6}, {"DOM nodes", "Nodes", 1}, {"detached trees", "detached", 1},
				{"listeners", "JSEventListeners", 1}, {"memory of the page's process, MB", "resident", 1e6}} {
				b.add(when+": "+f.row, names[i], m[f.name]/f.unit)
			}
		}
		p.RunTest()
		figures("after the first test")
		for range 100 {
			p.Eval(`const f = document.querySelector('.dial input[type=range], input[type=range]'); f.value = String(Number(f.value) * 0.97 + 7); f.dispatchEvent(new Event('input', {bubbles: true}))`, nil)
			p.Settle()
			p.RunTest()
		}
		figures("after a hundred more")
		p.Close()
	}
	b.print("Memory", names)
}

// TestIdle looks at what a page costs whose film plays, and one whose film is
// paused; all processes of the browser count, the one that draws by itself too.
func TestIdle(t *testing.T) {
	names, dirs := sites(t)
	var b table
	for _, lab := range laboratories() {
		for i, dir := range dirs {
			p := page.Open(t, "#lab="+lab, page.Options{Site: dir, Keep: true, Scene: true, Width: 1280, Height: 900})
			p.Scene()
			p.Settle()
			// A film that is short ends, and a rehearsal takes its time.
			for _, s := range []struct{ button, row string }{{"Play", "playing"}, {"Pause", "paused"}} {
				p.Eval(fmt.Sprintf(`document.querySelector('.transport [aria-label="%s"]')?.click()`, s.button), nil)
				time.Sleep(4 * time.Second)
				b.add(lab+", "+s.row+": processor, of one core", names[i], processor(t, p.Context(), 6*time.Second))
			}
			p.Close()
		}
	}
	b.print("Idle with software WebGL, 1280 × 900", names)
}

// metrics are the browser's own of a page, after a collection of garbage; with
// them the number of detached trees of elements, and the memory of the page's process.
func metrics(t *testing.T, p *page.Page) map[string]float64 {
	ctx := p.Context()
	out := map[string]float64{"detached": float64(p.Detached()), "resident": p.Resident()}
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, performance.Enable, performance.EnableParams{}); err != nil {
			return err
		}
		got, err := cdp.Call(ctx, t, performance.GetMetrics, cdp.Empty{})
		for _, m := range got.Metrics {
			out[m.Name] = m.Value
		}
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// processor is how much of one core all of the browser's processes take.
func processor(t *testing.T, ctx context.Context, over time.Duration) float64 {
	total := func() (sum float64) {
		got, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got.ProcessInfo {
			sum += p.CPUTime
		}
		return sum
	}
	before, start := total(), time.Now()
	time.Sleep(over)
	return (total() - before) / time.Since(start).Seconds()
}
