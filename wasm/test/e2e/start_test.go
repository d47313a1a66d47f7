//go:build !js

package e2e

import (
	"testing"

	"indistinct/core/test/check"
	"indistinct/wasm/test/e2e/page"
)

// TestDrawnAside: where the processor draws, no triangle is drawn on the canvas, to which
// finished pictures are copied.
func TestDrawnAside(t *testing.T) {
	check.Full(t)
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
