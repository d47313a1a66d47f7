//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"indistinct/wasm/test/e2e/page"
)

// held keeps the panel's program back until a channel is closed.
func held(come <-chan struct{}) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "panel.wasm") {
				select {
				case <-come:
				case <-r.Context().Done():
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// TestFrameBeforeTheProgram holds the page back: its frame, its picture and the
// verdict of the default run stand there; what is typed and pressed meanwhile is
// done when the program comes; nothing moves when it does.
func TestFrameBeforeTheProgram(t *testing.T) {
	t.Parallel()
	come := make(chan struct{})
	p := page.Open(t, "", page.Options{Early: true, Wrap: held(come)})
	p.Wait(`document.querySelector('#run') && document.querySelector('#verdict .plain-verdict')`)
	before := p.Text("#verdict .plain-verdict")
	var still string
	p.Eval(`getComputedStyle(document.querySelector('.stage-wait')).backgroundImage`, &still)
	if before == "" || !strings.Contains(still, "still/ring-") {
		t.Errorf("before the program the verdict says %q on the picture %s", before, still)
	}
	p.Shot("before")
	p.Type(`input[type=text][name="eps"]`, "1.25")
	p.Press("page.run")
	close(come)
	p.Wait(`document.body.dataset.panel === 'ready'`)
	p.Wait(`location.hash.includes('eps=1.25')`)
	p.Wait(`!document.querySelector('progress') && document.querySelector('#epsilon-c') && document.querySelector('#verdict').innerText.includes('1.25')`)
}

// TestStill: before the program a link's own laboratory is on the picture, and the
// first one where the link names none that there is; no picture is asked for in
// vain.
func TestStill(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{"#lab=survey": "survey", "#lab=nowhere": "ring", "#lab=../ring": "ring",
		"#": "ring"} {
		p := page.Open(t, link, page.Options{Dark: true, Early: true, Wrap: held(nil)})
		p.Wait(`document.readyState === 'complete' && document.querySelector('.stage-wait')`) // its picture has come
		var still string
		p.Eval(`getComputedStyle(document.querySelector('.stage-wait')).backgroundImage`, &still)
		if !strings.Contains(still, "still/"+want+"-dark.png") {
			t.Errorf("%s opens on %s", link, still)
		}
		p.Eval(`(() => { document.documentElement.dataset.theme = 'light'; return getComputedStyle(document.querySelector('.stage-wait')).backgroundImage; })()`, &still)
		if !strings.Contains(still, "still/"+want+"-light.png") {
			t.Errorf("%s: in the light theme the picture is %s", link, still)
		}
		p.Close()
	}
}

// TestBuiltVerdict: the verdict that the build put into the page is the one that
// the page computes, and so is what it says of the setting before a run.
func TestBuiltVerdict(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "")
	var text string
	p.Eval(`document.querySelector('#built').textContent`, &text)
	var built struct{ Report json.RawMessage }
	if err := json.Unmarshal([]byte(text), &built); err != nil || built.Report == nil {
		t.Fatalf("no run stands in the page: %v", err)
	}
	page.SameAsNative(t, "#lab=ring", built.Report)
	for _, part := range []string{".dial.main .meter", ".facts"} {
		var frame string
		p.Eval(fmt.Sprintf(`fetch('index.html').then(r => r.text()).then(text => new DOMParser().parseFromString(text, 'text/html').querySelector(%q).textContent)`, part), &frame)
		p.Settle()
		var now string
		p.Eval(fmt.Sprintf(`document.querySelector(%q).textContent`, part), &now)
		if frame == "" || frame != now {
			t.Errorf("%s says %q in the built page and %q when the program has looked", part, frame, now)
		}
	}
	before := p.Text("#verdict .plain-verdict")
	page.Same(t, p.RunTest(), built.Report)
	if from := p.Text("#verdict .from"); from != "" {
		t.Errorf("after a run here the page says %q", from)
	}
	if after := p.Text("#verdict .plain-verdict"); after != before {
		t.Errorf("the built verdict said %q, the page says %q", before, after)
	}
}
