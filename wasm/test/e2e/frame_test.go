//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// held keeps the panel's program back until a channel is closed.
func held(come <-chan struct{}) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "panel.wasm.lzma") {
				select {
				case <-come:
				case <-r.Context().Done():
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// TestFrameBeforeTheProgram holds the page back: its frame and its picture stand there, and
// no verdict before a press; what is typed and pressed meanwhile is done when the program
// comes; nothing moves when it does.
func TestFrameBeforeTheProgram(t *testing.T) {
	check.Full(t)
	t.Parallel()
	come := make(chan struct{})
	p := page.Open(t, "", page.Options{Early: true, Wrap: held(come)})
	p.Wait(`document.querySelector('#run') && document.querySelector('#verdict')`)
	var still string
	p.Eval(`getComputedStyle(document.querySelector('.stage-wait')).backgroundImage`, &still)
	if said := p.Text("#verdict"); said != p.Say("ring.before", "m", 10000) || !strings.Contains(still, "still/ring-") {
		t.Errorf("before the program the page says %q beside the picture %s", said, still)
	}
	p.Shot("before")
	p.Type(`input[type=text][name="eps"]`, "1.25")
	p.Press("page.run")
	close(come)
	p.Wait(`document.body.dataset.panel === 'ready'`)
	p.Wait(`location.hash.includes('eps=1.25')`)
	p.Wait(`!document.querySelector('progress') && document.querySelector('#epsilon-c') && document.querySelector('#epsilon-claim').dataset.value === '1.25'`)
}

// TestFrameOfLinks: before the program a link to the first laboratory as it opens shows the whole frame, one to other
// settings or to another laboratory its question and the button, one to another page neither.
func TestFrameOfLinks(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for link, want := range map[string]string{"#lab=ring&v=2": "ring.question whole",
		"#lab=ring&s=0.5": "ring.question", "#lab=lqg&seed=1": "lqg.question", "#lab=ring&page=learn": ""} {
		p := page.Open(t, link, page.Options{Early: true, Wrap: held(nil), Width: 390, Height: 844, Phone: true})
		id, rest, _ := strings.Cut(want, " ")
		if want == "" {
			p.Wait(`document.readyState === 'complete' && document.querySelector('#run')`)
		} else {
			p.Wait(fmt.Sprintf(`document.querySelector('.lead-area h1')?.textContent === %q && document.documentElement.dataset.linked !== 'page'`, p.Say(id)))
		}
		for part, seen := range map[string]bool{".lead-area h1": id != "", "#run": id != "",
			".meter": rest != "", ".claim summary": rest != ""} {
			var visible bool
			const sight = `document.querySelector(%q).checkVisibility({visibilityProperty: true})`
			p.Eval(fmt.Sprintf(sight, part), &visible)
			if visible != seen {
				t.Errorf("%s: %s is seen %v", link, part, visible)
			}
		}
		p.Close()
	}
}

// TestStill: before the program a link's own laboratory is on the picture, and the
// first one where the link names none that there is; none where its settings look
// otherwise. No picture is asked for in vain.
func TestStill(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for link, want := range map[string]string{"#lab=survey": "survey", "#lab=nowhere": "ring", "#lab=../ring": "ring",
		"#": "ring", "#lab=survey&v=2&seed=1&m=700&run=1": "survey", "#lab=ring&s=0.5": "", "#lab=lqg&seed=2": "",
		"#lab=ring&lesson=give-away:1": ""} {
		for _, phone := range []bool{false, true} {
			o := page.Options{Dark: true, Early: true, Phone: phone, Wrap: held(nil)}
			folder := "still/"
			if phone {
				o.Width, o.Height, folder = 390, 844, "still/narrow/"
			}
			p := page.Open(t, link, o)
			p.Wait(`document.readyState === 'complete' && document.querySelector('.stage-wait')`)
			for _, theme := range []string{"dark", "light"} {
				var still string
				p.Eval(fmt.Sprintf(`(() => { document.documentElement.dataset.theme = %q; return getComputedStyle(document.querySelector('.stage-wait')).backgroundImage; })()`, theme), &still)
				if want == "" && still != "none" || !strings.Contains(still, want) ||
					want != "" && !strings.HasSuffix(still, folder+want+"-"+theme+`.png")`) {
					t.Errorf("%s opens in the theme %s on %s, phone: %v", link, theme, still, phone)
				}
			}
			p.Close()
		}
	}
}

// TestStillFollows: while the scene has not come, the picture is that of the settings on
// show or none.
func TestStillFollows(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=survey")
	still := func(want string) {
		t.Helper()
		p.Wait(fmt.Sprintf(`getComputedStyle(document.documentElement).getPropertyValue('--still-light').includes(%q)`, want))
	}
	still("survey-light.png")
	p.Follow("#lab=ring")
	still("ring-light.png")
	p.Type(`input[type=text][name="s"]`, "0.5")
	still("none")
}

// TestBuilt: the page opens without a verdict, on what the build put into it of the
// setting before a run; only who has no programs reads the verdict of its run there.
func TestBuilt(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "")
	if said := p.Text("#verdict"); said != p.Say("ring.before", "m", 10000) {
		t.Errorf("the page opens on %q", said)
	}
	const file = `fetch('index.html').then(r => r.text()).then(text => new DOMParser().parseFromString(text, 'text/html'))`
	for _, part := range []string{".dial.main .meter", ".facts"} {
		var frame string
		p.Eval(fmt.Sprintf(file+`.then(d => d.querySelector(%q).textContent)`, part), &frame)
		p.Settle()
		var now string
		p.Eval(fmt.Sprintf(`document.querySelector(%q).textContent`, part), &now)
		if frame == "" || frame != now {
			t.Errorf("%s says %q in the built page and %q when the program has looked", part, frame, now)
		}
	}
	page.SameAsNative(t, "#lab=ring", p.RunTest())
	var without string
	p.Eval(file+`.then(d => d.querySelector('body > noscript').textContent)`, &without)
	verdict := strings.ReplaceAll(p.Text("#verdict .plain-verdict"), "\u00a0", " ")
	without = strings.ReplaceAll(without, "\u00a0", " ")
	if verdict == "" || !strings.Contains(without, verdict) {
		t.Errorf("without programs the page says %q, with them %q", without, verdict)
	}
}

// TestOrder: the line carries the stage's picture first, then the panel, the worker and the
// scene's program, each once; where a picture never comes, all else does.
func TestOrder(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, lost := range []bool{false, true} {
		var mu sync.Mutex
		var asked []string
		p := page.Open(t, "", page.Options{Scene: true, Early: true, Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				name := path.Base(r.URL.Path)
				mu.Lock()
				asked = append(asked, name)
				mu.Unlock()
				if lost && name == "ring-light.png" {
					<-r.Context().Done()
					return
				}
				next.ServeHTTP(w, r)
			})
		}})
		p.Wait(`document.body.dataset.scene === 'shown'`)
		mu.Lock()
		var got []string
		for _, name := range asked {
			if name == "ring-light.png" || strings.HasSuffix(name, ".lzma") || name == "scene.html" {
				got = append(got, name)
			}
		}
		mu.Unlock()
		want := []string{"ring-light.png", "panel.wasm.lzma", "worker.wasm.lzma", "scene.html", "scene.wasm.lzma"}
		if !slices.Equal(got, want) {
			t.Errorf("the page asked for %q, want %q; picture lost: %v", got, want, lost)
		}
		p.Close()
	}
}

// TestBuiltStays: the page that was built stands until the panel takes its place, and the
// panel's first render moves nothing.
func TestBuiltStays(t *testing.T) {
	check.Full(t)
	t.Parallel()
	const watch = `window.emptied = 0;
	addEventListener('DOMContentLoaded', () => { const look = () => {
		if (!document.querySelector('#app > .top')) emptied++;
		requestAnimationFrame(look);
	}; look(); });`
	p := page.Open(t, "", page.Options{Script: watch, Slow: 6})
	var emptied int
	p.Eval(`emptied`, &emptied)
	if emptied > 0 {
		t.Errorf("the page had no head in %d frames", emptied)
	}
}
