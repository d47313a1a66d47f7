//go:build !js

package e2e

import (
	"net/http"
	"slices"
	"testing"

	"indistinct/wasm/test/e2e/page"
)

// TestRehearsal: a worker runs the scene's program up to its first picture before the page
// does, and ends. Where it does not come the scene does all the same.
func TestRehearsal(t *testing.T) {
	t.Parallel()
	const script = `if (parent !== window) {
		window.said = [];
		const Real = Worker;
		window.Worker = class extends Real {
			constructor(name) { super(name); this.addEventListener('message', e => said.push(e.data)); this.addEventListener('error', () => said.push('error')); }
			terminate() { if (!said.includes('end')) said.push('end'); super.terminate(); }
		};
		addEventListener('message', e => { if (e.data.type === 'film' && said.at(-1) !== 'film') said.push('film'); });
	}`
	for _, c := range []struct {
		name string
		want []string
		wrap func(http.Handler) http.Handler
	}{
		{"", []string{"ready", "film", "shown", "end", "film"}, nil},
		{"lost", []string{"error", "end", "film"}, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/scene.worker.js" {
					http.NotFound(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Scene: true, Script: script, Wrap: c.wrap})
			p.Scene()
			var said []string
			p.Eval(`document.getElementById('scene').contentWindow.said`, &said)
			if !slices.Equal(said, c.want) {
				t.Errorf("the scene and its worker went through %q, wanted %q", said, c.want)
			}
			p.Forgive("404", "scene.worker.js")
		})
	}
}

// TestDrawnAside: where the processor draws, no triangle is drawn on the canvas, to which
// finished pictures are copied.
func TestDrawnAside(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=200&m=300", page.Options{Scene: true, Script: `if (parent !== window) {
		window.counts = {aside: 0, canvas: 0, copies: 0};
		const proto = WebGL2RenderingContext.prototype, { drawElements, blitFramebuffer, getSyncParameter } = proto;
		let finished = false;
		proto.drawElements = function (...of) {
			counts[this.getParameter(this.DRAW_FRAMEBUFFER_BINDING) ? 'aside' : 'canvas']++;
			finished = false;
			return drawElements.apply(this, of);
		};
		proto.getSyncParameter = function (...of) {
			const status = getSyncParameter.apply(this, of);
			finished = status === this.SIGNALED;
			return status;
		};
		proto.blitFramebuffer = function (...of) {
			if (finished && !this.getParameter(this.DRAW_FRAMEBUFFER_BINDING)) counts.copies++;
			return blitFramebuffer.apply(this, of);
		};
	}`})
	p.Scene()
	const counts = `document.getElementById('scene').contentWindow.counts`
	p.Wait(counts + `.copies > 4`)
	var got map[string]int
	p.Eval(counts, &got)
	if got["aside"] == 0 || got["canvas"] > 0 {
		t.Errorf("triangles aside and on the canvas, and finished copies: %v", got)
	}
}
