//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/texts"
	"indistinct/ui/stage/layout"
	"indistinct/wasm/test/e2e/page"
)

// sampling notes at each frame what the page shows beside what the
// scene says of itself: whether the scene is to be seen, the laboratory and the settings of the
// panel, as the navigation links to them, and what whoever cannot see the scene is told of it.
const sampling = hearing + `
window.sampled = new Set();
window.seen = 0;
window.sample = () => {
	const here = document.querySelector('nav a[aria-current]'), frame = document.getElementById('scene');
	if (!here || document.body.dataset.page) return;
	const shown = document.body.dataset.scene === 'shown';
	const wait = document.querySelector('.stage-wait'), covered = getComputedStyle(wait).display !== 'none' && wait.clientWidth > 0
		&& wait.clientHeight >= frame.clientHeight && getComputedStyle(wait).backgroundColor !== 'rgba(0, 0, 0, 0)';
	seen += shown;
	sampled.add(JSON.stringify({ Shown: shown, Open: shown !== covered && shown !== frame.inert, Panel: here.getAttribute('href'),
		Says: frame.contentDocument?.body?.getAttribute('aria-label') || '',
		Run: !!document.querySelector('.of-show'), Badge: texts().some(t => badges.includes(t)) }));
};
if (window === top) addEventListener('DOMContentLoaded', () => {
	(function frame() { sample(); requestAnimationFrame(frame); })();
});`

// sampled is a sample.
type sampled struct {
	Shown, Open, Run, Badge bool
	Panel, Says             string
}

// TestOneSubject: whatever the page switches to, by its navigation, presets, links and the
// browser's Back, with a run on the stage or without, no frame shows the scene while that is
// of another laboratory or of other settings than the panel's.
func TestOneSubject(t *testing.T) {
	check.Full(t)
	t.Parallel()
	marks := "window.badges = [];"
	for _, id := range badges {
		marks += fmt.Sprintf("badges.push(%q);", texts.English().Text(id))
	}
	p := page.Open(t, "#lab=ring&n=200&m=300&seed=4", page.Options{Scene: true, Script: marks + sampling})
	here := `document.body.dataset.scene === 'shown'`
	p.Wait(here)
	run := func() {
		p.RunTest()
		p.Wait(fmt.Sprintf(`%s && texts().some(t => badges.includes(t)) && document.querySelector('.of-show')`, here))
	}
	open := func(name string) {
		p.Eval(fmt.Sprintf(`document.querySelector('nav a[href*="lab=%s"]').click()`, name), nil)
	}
	preset := func(i int) {
		p.Eval(fmt.Sprintf(`if (!document.getElementById('preset')) document.querySelector('[aria-controls=drawer]').click();
			await new Promise(f => { (function look() { if (document.getElementById('preset')) f(); else setTimeout(look, 20); })(); });
			const s = document.getElementById('preset'); s.value = '%d'; s.dispatchEvent(new Event('change', { bubbles: true }))`, i), nil)
	}
	switches := 0
	step := func(do func()) {
		do()
		switches++
	}
	// A run's end stays on the stage when each of these takes it away; nothing is waited for
	// between some of them.
	for _, hasty := range []bool{false, true} {
		calm := func() {
			if !hasty {
				p.Wait(here)
				p.Settle()
			}
		}
		for _, name := range []string{"filtering", "lqg", "survey", "library", "ring"} {
			if !hasty {
				run()
			}
			step(func() { open(name) })
			calm()
		}
		if !hasty {
			run()
		}
		for i := range 3 {
			step(func() { preset(i) })
			calm()
		}
		for _, link := range []string{"#lab=lqg&plant=chain", "#lab=ring&sensors=7", "#lab=ring&sensors=6&s=0.5",
			"#lab=survey&N=40"} {
			step(func() { p.Eval(fmt.Sprintf(`location.hash = %q`, link), nil) })
			calm()
		}
		for range 3 {
			step(func() { p.Eval(`history.back()`, nil) })
			calm()
		}
	}
	p.Wait(here)
	p.Settle()
	if switches < 30 {
		t.Fatalf("%d switches", switches)
	}
	var raw []string
	p.Eval(`[...sampled]`, &raw)
	alts, wrong, shown, covered := map[string]string{}, 0, map[string]bool{}, 0
	for _, text := range raw {
		var s sampled
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if !s.Open {
			t.Errorf("the still lies over the frame and it does not: %s", text)
		}
		if !s.Shown {
			covered++
			continue
		}
		if shown[s.Panel] = true; alts[s.Panel] == "" {
			alts[s.Panel] = said(t, s.Panel)
		}
		if s.Says != alts[s.Panel] || s.Badge && !s.Run {
			if wrong++; wrong < 5 {
				t.Errorf("beside the panel of %s the stage shows %q, want %q; a run's verdict: %v, and is on show: %v", s.Panel,
					s.Says, alts[s.Panel], s.Badge, s.Run)
			}
		}
	}
	if covered == 0 || len(shown) < 8 {
		t.Errorf("of %d samples %d are of a covered stage; it was shown for %d settings", len(raw), covered, len(shown))
	}
	t.Logf("%d switches, %d different samples, %d settings shown, %d wrong", switches, len(raw), len(shown), wrong)
}

// said is what is told of the stage to who cannot see it, where it shows a link's settings.
func said(t *testing.T, link string) string {
	t.Helper()
	s, bad := lab.ParseLink(link, guest.All().Find, "ring")
	if len(bad) > 0 {
		t.Fatalf("%s: %v", link, bad)
	}
	look, err := lab.LookAt(guest.All().Find(s.Lab), s, nil)
	if err != nil {
		t.Fatalf("%s: %v", link, err)
	}
	words := &layout.Words{Language: texts.English()}
	return layout.Plain(words.Say(lang.Say("stage.decoration", "alt", look.Alt)))
}

// TestLateScene: a scene that has not come when the page stops waiting for it is let in
// afterwards, both where its program comes at last and where it has to be asked for again;
// until then the still and a note stand there.
func TestLateScene(t *testing.T) {
	check.Full(t)
	t.Parallel()
	hasty := map[string]string{
		"load.js":  strings.Replace(file(t, "load.js"), "setTimeout(lost, 30_000,", "setTimeout(lost, 300,", 1),
		"early.js": strings.Replace(file(t, "early.js"), "const patience = 30;", "const patience = 3;", 1)}
	for name, files := range map[string][]string{"slow": {"load.js"}, "asked for again": {"load.js", "early.js"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			come, asked := make(chan struct{}), 0
			var mu sync.Mutex
			p := page.Open(t, "#lab=ring", page.Options{Scene: true, Wrap: func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					file := strings.TrimPrefix(r.URL.Path, "/")
					for _, f := range files {
						if f == file {
							answer(w, f, hasty[f])
							return
						}
					}
					if file == "scene.wasm.lzma" {
						mu.Lock()
						asked++
						mu.Unlock()
						select {
						case <-come:
						case <-r.Context().Done():
							return
						}
					}
					next.ServeHTTP(w, r)
				})
			}})
			p.Forgive("nothing of", "net::ERR_", "ERR_ABORTED")
			p.Wait(p.Says(".scene-note", "stage.error.late"))
			if name != "slow" {
				for again := false; !again; {
					p.Eval(`await new Promise(f => setTimeout(f, 100))`, nil)
					mu.Lock()
					again = asked > 1
					mu.Unlock()
				}
			}
			var still string
			var high float64
			p.Eval(`getComputedStyle(document.querySelector('.stage-wait')).backgroundImage`, &still)
			if p.Eval(`document.getElementById('stage').getBoundingClientRect().height`, &high); high < 200 ||
				!strings.Contains(still, "still/ring-light.png") {
				t.Errorf("until it comes the stage is %v px high and shows %s", high, still)
			}
			close(come)
			p.Wait(`document.body.dataset.scene === 'shown' && !document.querySelector('.scene-note')`)
		})
	}
}

// TestNoScene: where there can be no scene the still stays with its labels, and the note
// below; of other settings, of which there is none, nothing stays.
func TestNoScene(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring", page.Options{})
	p.Wait(p.Says(".scene-note", "stage.error.webgl"))
	var high float64
	p.Eval(`document.querySelector('.stage-wait').getBoundingClientRect().height`, &high)
	if high < 200 {
		t.Errorf("the still is %v px high", high)
	}
	p.Follow("#lab=ring&s=0.5")
	p.Wait(`document.getElementById('stage').getBoundingClientRect().height === 0`)
	p.Follow("#lab=survey")
	p.Wait(`document.querySelector('.stage-wait').getBoundingClientRect().height > 200
		&& getComputedStyle(document.querySelector('.stage-wait')).backgroundImage.includes('survey')`)
}
