//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/tell"
	"indistinct/core/test/check"
	"indistinct/core/texts"
	"indistinct/wasm/test/e2e/page"
)

func TestMain(m *testing.M) { page.Main(m) }

// TestPageOpens opens the page below a path: it asks for nothing outside it.
func TestPageOpens(t *testing.T) {
	t.Parallel()
	const link = "#lab=ring&v=2&n=200&m=300&seed=6"
	p := page.Open(t, link, page.Options{Keep: true, Scene: true, Under: "/people/indistinct/"})
	p.Scene()
	page.SameAsNative(t, link, p.RunTest())
	if got := p.Text("h1"); got == "" {
		t.Error("the page has no heading")
	}
	for _, r := range p.Requests() {
		if strings.HasPrefix(r, "/") || strings.HasPrefix(r, "http") {
			t.Errorf("asked for %s, outside the site's own folder", r)
		}
	}
	var licences string
	p.Eval(`fetch(document.querySelector('.foot a[href^=licences]').href).then((r) => r.text())`, &licences)
	if !strings.Contains(licences, "ebiten") || !strings.Contains(licences, "Apache License") {
		t.Errorf("the licences are %.60q", licences)
	}
	p.Settle()
}

// radar is an estimator with a system of its own, which takes most of the toolbox.
const radar = `import math
import numpy as np
claim = 1
sensors = [(-400, -300), (500, -200)]
dt = 1.0
start = [0, 0, 30, 10]
def plant(x, w):
    return [x[0] + dt * x[2], x[1] + dt * x[3], x[2] + w[2], x[3] + w[3]]
def measure(x, q, v):
    dx, dy = x[0] - q[0], x[1] - q[1]
    return [math.hypot(dx, dy) + 2 * v[0], math.atan2(dy, dx) + 0.002 * v[1]]
def estimate(y, k):
    x, P = state.get("x", np.array(start)), state.get("P", np.diag([100, 100, 25, 25]))
    h = lambda x: np.array([measure(x, q, [0, 0]) for q in sensors]).flatten()
    x, P, innovation, _ = ukf(x, P, np.array(y[k]).flatten(), lambda x: plant(x, [0] * 4), np.eye(4), h,
        np.diag([4, 4e-6] * len(sensors)))
    state["x"], state["P"] = x, P
    return x[:2] + normal(noise, size=2)
`

// TestSameNumbersAsNative runs Specs in the page and natively, one of them with
// the search for the worst pair, and then one from the address that it leaves.
func TestSameNumbersAsNative(t *testing.T) {
	t.Parallel()
	var p *page.Page
	links := []string{
		"#lab=ring&v=2&m=1000&seed=1",
		"#lab=ring&v=2&s=0.7&layout=random&r=3&n=400&m=3000&seed=77",
		"#lab=ring&v=2&mech=laplace&d=0.3&noise=0.02&m=5000&seed=3",
		"#lab=lqg&v=2&ai=1,3&pairs=all&n=300&m=2000&seed=8",
		"#lab=ring&v=2&mech=own&n=300&m=1000&eps=1&seed=4",
		"#lab=ring&v=2&mech=own&n=300&m=1000&eps=1&noise=9&code=" + url.QueryEscape(radar),
	}
	if testing.Short() {
		links = links[:2]
	}
	for _, link := range links {
		if p == nil {
			p = page.Open(t, link)
			withoutWebGL(t, p)
		} else {
			p.Follow(link)
		}
		got := p.RunTest()
		page.SameAsNative(t, link, got)
		fields(t, got)
		r := page.ReadReport(t, got)
		shown, err := strconv.ParseFloat(p.Text("#epsilon-c"), 64)
		if want := float64(r.EpsilonC); err != nil || shown < want*0.99-0.01 || shown > want*1.01+0.01 {
			t.Errorf("%s: #epsilon-c shows %q, the report says %v", link, p.Text("#epsilon-c"), want)
		}
		text, plain := p.Text("#verdict .plain-verdict"), texts.English().Say(tell.Plain(&r.Report))
		if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(plain), " ") {
			t.Errorf("%s: the verdict says %q, the report %q", link, text, plain)
		}
		var live string
		p.Eval(`document.querySelector('#verdict').closest('[aria-live]').getAttribute('aria-live')`, &live)
		if live != "polite" {
			t.Errorf("the verdict's aria-live is %q", live)
		}
	}
	p.Follow("#lab=ring&v=2&s=0.75&d=2.5&n=300&m=700&layout=typed&angles=0,30,75,110,200,305&seed=123456789")
	first, hash := p.RunTest(), p.Hash()
	again := page.Open(t, hash)
	page.Same(t, again.RunTest(), first)
	if again.Hash() != hash {
		t.Errorf("the address changed from %s to %s", hash, again.Hash())
	}
}

// TestEveryLaboratory goes to each laboratory, runs its test with few releases and
// compares (TestOffline opens a page in each). No laboratory has a violation that axe
// knows, before a run or after it, in any theme.
func TestEveryLaboratory(t *testing.T) {
	t.Parallel()
	script, checked := page.Axe(t)
	p := page.Open(t, "")
	for _, l := range guest.All() {
		name := l.About().Name
		link := "#lab=" + name + "&v=2&n=200&m=500&seed=4"
		p.Follow(link)
		if checked {
			dress(p, "light")
			p.Accessible(script, name+", before a run")
		}
		page.SameAsNative(t, link, p.RunTest())
		p.Shot(name + "-after-a-run")
		for _, theme := range []string{"light", "dark", "projector"} {
			if checked {
				dress(p, theme)
				p.Accessible(script, name+", after a run, "+theme)
			}
		}
	}
}

// withoutWebGL looks at what most of these tests do without: the page says
// what is missing and loads nothing in vain.
func withoutWebGL(t *testing.T, p *page.Page) {
	t.Helper()
	p.Wait(`sceneSaid.includes('error')`)
	for _, r := range p.Requests() {
		if strings.HasSuffix(r, "scene.wasm.lzma") {
			t.Error("the scene was loaded although it cannot be shown")
		}
	}
	p.Shot("without-webgl")
}

// obedient serves workers that end or hang themselves when they are told to.
func obedient(next http.Handler) http.Handler {
	dir := os.Getenv("INDISTINCT_SITE")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		script, err := os.ReadFile(filepath.Join(dir, "worker.js"))
		if r.URL.Path != "/worker.js" || err != nil {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, `self.addEventListener('message', (e) => {
			if (e.data.close || e.data.hang) e.stopImmediatePropagation();
			if (e.data.close) self.close();
			if (e.data.hang) self.postMessage({kind: 'hanging'});
			while (e.data.hang) {}
		});
		%s`, script)
	})
}

// TestWorkersVanish ends workers for real, without an error event, from the page
// or from inside: while nothing runs, and one or all of them while they compute.
// Each run ends with the numbers of a native one. Then they hang, and say that
// they failed.
func TestWorkersVanish(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "", page.Options{Wrap: obedient})
	for i, c := range []struct {
		name, before, during string
		made                 int // workers that must be replaced
	}{
		{"all while idle", `liveWorkers().forEach(w => w.terminate())`, "", 2},
		{"one in a run", "", `liveWorkers().at(-1).terminate()`, 1},
		{"the other one in a run", "", `liveWorkers().at(0).terminate()`, 1},
		{"all in a run", "", `liveWorkers().forEach(w => w.terminate())`, 2},
		{"all close themselves while idle", `liveWorkers().forEach(w => w.postMessage({close: true}))`, "", 2},
		{"one closes itself in a run", "", `liveWorkers().at(-1).postMessage({close: true})`, 1},
		{"all close themselves in a run", "", `liveWorkers().forEach(w => w.postMessage({close: true}))`, 2},
	} {
		link := fmt.Sprintf("#lab=ring&v=2&n=500&m=100000&seed=%d", 80+i)
		p.Follow(link)
		var before, after int
		p.Eval(`madeWorkers.length`, &before)
		if c.before != "" {
			p.Eval(c.before, nil)
		}
		p.During(0.05, c.during)
		got := p.Ended()
		p.Eval(`madeWorkers.length`, &after)
		if after < before+c.made {
			t.Errorf("%s: %d workers before, %d after: they were not replaced", c.name, before, after)
		}
		page.SameAsNative(t, link, got)
	}
	cancelWithoutAnAnswer(t, p)
	workersDie(t, p)
}

// TestControls goes through the controls of one page: by Tab to the run button, all
// their names, a text field, the dialog that shares, two runs beside each other and
// the main slider.
func TestControls(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2&n=200&m=300&seed=9")
	keyboard(t, p)
	named(t, p)
	typing(t, p)
	share(t, p)
	twoRuns(t, p)
	drag(t, p)
}

// typing types a claim, and one that is refused.
func typing(t *testing.T, p *page.Page) {
	t.Helper()
	p.Type(`input[type=text][name="eps"]`, "1.25")
	p.Wait(`location.hash.includes('eps=1.25')`)
	if got := p.Value(`input[type=text][name="eps"]`); got != "1.25" {
		t.Errorf("typed 1.25, the field holds %q", got)
	}
	// A refused value stays in the field, with one sentence beside it.
	p.Type(`input[type=text][name="eps"]`, "-3")
	p.Wait(p.Says(".problem[role=alert]", "lab.refused", "got", "-3"))
	if hash := p.Hash(); !strings.Contains(hash, "eps=1.25") {
		t.Errorf("a refused value reached the address: %s", hash)
	}
}

// TestAgain repeats the test from its button, beside a test or without one, and from
// its link, on a wide window and on a phone.
func TestAgain(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, width := range []int{1280, 390} {
		link := "#lab=ring&seed=3"
		if width < 500 {
			link += "&n=300&m=3000"
		}
		p := page.Open(t, link, page.Options{Width: width, Height: 844, Phone: width < 500, Dark: width < 500})
		p.Settle()
		p.Press("page.settings.more")
		p.Press("page.again")
		const rows = `document.querySelectorAll('#analysis-ring-again tbody tr').length`
		p.Wait(rows + ` === 25`)
		p.Wait(`document.querySelector('#analysis-ring-again .lead').innerText !== '' && document.querySelector('#again').ariaDisabled !== 'true'`)
		p.Settle()
		p.Shot(fmt.Sprintf("again-%d", width))
		var seen bool // its chart
		p.Eval(`(b => b.top < innerHeight - 150 && b.bottom > 150)(document.querySelector('#analysis-ring-again .chart').getBoundingClientRect())`, &seen)
		if !seen {
			t.Errorf("at %d px the runs are drawn out of sight", width)
		}
		var report struct {
			C1 int64 `json:"c1"`
		}
		if err := json.Unmarshal(p.RunTest(), &report); err != nil || report.C1 == 0 {
			t.Fatal(err, report)
		}
		var proven string
		p.Eval(`document.querySelector('#analysis-ring-again tbody tr').innerText`, &proven)
		if !strings.Contains(proven, p.Say("again.found")) || strings.Contains(proven, p.Say("again.missed")) {
			t.Errorf("the first run: %q", proven)
		}
		if over := p.Wider(); over > 0 {
			t.Errorf("the page is %d px wider than its window", over)
		}
		p.Shot(fmt.Sprintf("again-tested-%d", width))
		if width < 500 {
			continue
		}
		p.Go("#lab=survey&n=200&m=300&again=1")
		p.Wait(`document.querySelectorAll('#analysis-survey-again tbody tr').length === 25`)
	}
}

// TestCancel cancels a long run. The page is free before another chunk is counted,
// and the next run gives its numbers. So it does after many addresses in a run and
// a moment offline.
func TestCancel(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2&n=200000&m=1000000&seed=7")
	p.During(0, `document.querySelector('.cancel').click();
		const start = performance.now();
		while (document.querySelector('#run').ariaDisabled === 'true') await new Promise(f => setTimeout(f, 1));
		window.freed = performance.now() - start`)
	var ms float64
	p.Eval(`freed`, &ms)
	t.Logf("cancelled within %.0f ms", ms)
	const link = "#lab=ring&v=2&n=200&m=300&seed=7"
	p.Follow(link)
	page.SameAsNative(t, link, p.RunTest())
	addressInARun(t, p)
	momentOffline(t, p)
}

// TestNothingStays: what goes from the page goes from memory too, though the
// program's collector has not run: the program holds no element of a chart, and
// none to download by. The browser itself keeps the last link that was followed.
func TestNothingStays(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300")
	most := 0
	for i := range 6 {
		p.Follow(fmt.Sprintf("#lab=ring&n=200&m=300&s=0.%d", i+1))
		p.RunTest()
		p.Settle()
		most = max(most, p.Detached())
	}
	if most > 2 {
		t.Errorf("%d trees of elements have gone from the page and are still in memory", most)
	}
}

// cancelWithoutAnAnswer cancels a test whose obedient workers hang in a computation
// without an end: the page is free whatever they do, and new ones take their
// place.
func cancelWithoutAnAnswer(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=ring&v=2&n=200000&m=1000000&seed=7")
	var before, hung, after int
	p.Eval(`madeWorkers.length`, &before)
	p.During(0, `window.hanging = 0; window.hung = liveWorkers(); liveWorkers().forEach(w => { w.addEventListener('message', e => { if (e.data.kind === 'hanging') hanging++; }); w.postMessage({hang: true}); })`)
	p.Wait(`hanging === liveWorkers().length`)
	p.Eval(`hanging`, &hung)
	p.Press("page.cancel")
	p.Wait(`!document.querySelector('progress') && document.querySelector('#run').ariaDisabled !== 'true'`)
	p.Wait(fmt.Sprintf(`madeWorkers.length > %d`, before))
	// One that had nothing to do is as good as its next answer: no time is too long for that.
	p.Eval(`liveWorkers().filter(w => hung.includes(w)).forEach(w => w.terminate())`, nil)
	const link = "#lab=ring&v=2&n=200&m=300&seed=7"
	p.Follow(link)
	page.SameAsNative(t, link, p.RunTest())
	if p.Eval(`madeWorkers.length`, &after); hung < 2 || after < before+hung {
		t.Errorf("%d workers hung, %d were made: not all were replaced", hung, after-before)
	}
}

// workersDie has workers fail in the middle of a run.
func workersDie(t *testing.T, p *page.Page) {
	t.Helper()
	const link = "#lab=ring&v=2&n=500&m=100000&seed=8"
	p.Follow(link)
	p.Eval(`longTasks.length = 0`, nil)
	var before, after int
	p.Eval(`madeWorkers.length`, &before)
	p.During(0.05, `liveWorkers().slice(0, 2).forEach(w => w.dispatchEvent(new ErrorEvent('error', {message: 'ended by a test', cancelable: true})))`)
	got := p.Ended()
	p.Eval(`madeWorkers.length`, &after)
	if after <= before {
		t.Errorf("%d workers before, %d after: none was replaced", before, after)
	}
	page.SameAsNative(t, link, got)
	var long []float64
	p.Eval(`longTasks`, &long)
	t.Logf("tasks of the main thread over 50 ms during the run: %.0f", long)
}

// keyboard reaches and presses the run button without a pointer.
func keyboard(t *testing.T, p *page.Page) {
	t.Helper()
	p.Eval(`document.querySelector('.skip').focus()`, nil)
	found := false
	for range 200 {
		p.Keys("\t")
		var id string
		p.Eval(`(document.activeElement || {}).id || ''`, &id)
		if found = id == "run"; found {
			break
		}
	}
	if !found {
		t.Fatal("Tab does not reach the run button")
	}
	p.Keys("\r")
	p.Wait(`!!document.querySelector('#epsilon-c')`)
}

// named checks that whatever takes input has an accessible name.
func named(t *testing.T, p *page.Page) {
	t.Helper()
	var nameless []string
	p.Eval(`[...document.querySelectorAll('input, select, textarea, button')].filter(e => {
		if (e.getAttribute('aria-label') || (e.labels && e.labels.length) || e.textContent.trim()) return false; // folded ones too
		const by = e.getAttribute('aria-labelledby');
		return !(by && document.getElementById(by));
	}).map(e => e.outerHTML)`, &nameless)
	for _, e := range nameless {
		t.Errorf("without a name: %s", e)
	}
}

// TestPictures takes pictures for people, where INDISTINCT_SHOTS names a
// folder, and checks at each size that nothing sticks out sideways.
func TestPictures(t *testing.T) {
	t.Parallel()
	themes := []bool{false}
	if os.Getenv("INDISTINCT_SHOTS") != "" { // a theme changes no size
		themes = append(themes, true)
	}
	for _, width := range []int{1280, 390} {
		for _, dark := range themes {
			name := fmt.Sprintf("%d-%s", width, map[bool]string{false: "light", true: "dark"}[dark])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o := page.Options{Scene: true, Width: width, Height: 900, Dark: dark, Phone: width < 500}
				if o.Phone {
					o.Height = 844
				}
				p := page.Open(t, "#lab=ring&seed=1", o)
				p.Scene()
				p.RunTest()
				p.Wait(`sceneSaid.includes('show:done')`)
				p.Settle()
				p.Shot("page")
				if over := p.Wider(); over > 0 {
					t.Errorf("the page is %d px wider than its window", over)
				}
				if o.Phone { // the verdict's badge lies on none of the picture's texts
					p.Press("page.show.back")
					p.Wait(`document.querySelector('.over .badge')`)
					var clear bool
					p.Eval(`(() => {
						const badge = document.querySelector('.over .badge').getBoundingClientRect();
						return badge.height > 0 && badge.top >= 0 && badge.bottom <= document.getElementById('scene').getBoundingClientRect().top + 1;
					})()`, &clear)
					p.Settle()
					p.Shot("badge")
					if !clear {
						t.Error("the badge lies on the picture")
					}
				}
			})
		}
	}
}

// fields checks that a downloaded report has those that others read.
func fields(t *testing.T, data []byte) {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"spec", "gamma_samples", "c1", "c2", "epsilon_c", "verdict", "warnings"} {
		if _, ok := got[name]; !ok {
			t.Errorf("the downloaded report has no %q", name)
		}
	}
}
