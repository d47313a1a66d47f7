//go:build !js

package e2e

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/texts"
	"indistinct/wasm/test/e2e/page"
)

// hearing keeps what the scene says, and the pictures that it sends.
const hearing = `window.heard = []; window.pictures = [];
addEventListener('message', e => {
	if (!e.data || !e.data.type) return;
	heard.push(e.data.type);
	if (e.data.type === 'taken') pictures.push(e.data);
});
window.tell = (o, transfer) => document.getElementById('scene').contentWindow.postMessage(o, location.origin, transfer || []);
window.texts = () => [...document.getElementById('scene').contentDocument.querySelectorAll('#labels span')]
	.filter(e => e.style.display !== 'none' && e.style.opacity !== '0').map(e => e.textContent);`

// picture asks the scene for a picture of itself, after these messages.
func picture(t *testing.T, p *page.Page, messages ...string) image.Image {
	t.Helper()
	js := "pictures.length = 0"
	for _, m := range append(messages, "picture") {
		js += fmt.Sprintf("; tell({type: %q})", m)
	}
	p.Eval(js, nil)
	p.Wait(`pictures.length > 0`)
	var data string
	p.Eval(`(() => { let s = ''; for (const b of new Uint8Array(pictures[0].data)) s += String.fromCharCode(b); return btoa(s); })()`, &data)
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// differ is the share of pixels in which two pictures differ visibly.
func differ(a, b image.Image) float64 {
	r := a.Bounds().Intersect(b.Bounds())
	n, all := 0, 0
	for y := r.Min.Y; y < r.Max.Y; y += 2 {
		for x := r.Min.X; x < r.Max.X; x += 2 {
			r0, g0, b0, _ := a.At(x, y).RGBA()
			r1, g1, b1, _ := b.At(x, y).RGBA()
			d := max(r0, r1) - min(r0, r1) + max(g0, g1) - min(g0, g1) + max(b0, b1) - min(b0, b1)
			all++
			if d > 0x3000 {
				n++
			}
		}
	}
	return float64(n) / float64(max(all, 1))
}

// made is a run that has ended, in a form; its numbers are invented.
func made(form film.Form) *film.Show {
	s := &film.Show{Form: form, Names: [2]lang.Message{lang.Say("input.record"), lang.Say("input.neighbour")},
		Event:  lang.Verbatim("the upper half"),
		Counts: [2]int64{9963, 12}, Drawn: 10000, Goal: 10000,
		Epsilon: 1, Verdict: film.Violation,
		Axes: [2]film.Axis{{Label: lang.Verbatim("x"), Min: -1, Max: 2}, {Label: lang.Verbatim("y"), Min: -1, Max: 2}}}
	stride := map[film.Form]int{film.Line: 1, film.Plane: 2, film.Stream: 12, film.Bars: 1}[form]
	if form == film.Bars {
		s.Words = lang.Verbatims([]string{"no", "yes"})
	}
	for i := range s.Clouds {
		c := &s.Clouds[i]
		c.Stride = stride
		for j := range 400 {
			for k := range stride {
				v := float32(1-i) + 0.4*float32((j*37+k*11)%100)/100 - 0.2
				if form == film.Bars {
					v = float32(1 - i)
				}
				c.Data = append(c.Data, v)
			}
			c.In = append(c.In, float32(1-i))
		}
	}
	return s
}

// TestShows has the scene play a run in each form: what it says changes on the
// way, a picture from the beginning differs from the last one, and that holds the
// event, both counts and the verdict. The same page skips.
func TestShows(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=survey&v=2", page.Options{Scene: true, Script: hearing})
	p.Scene()
	for _, form := range []film.Form{film.Line, film.Plane, film.Stream, film.Bars} {
		p.Eval(`heard.length = 0`, nil)
		before := picture(t, p)
		data, err := made(form).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		p.Eval(`window.told = new Set(); window.hearer?.disconnect();
			(window.hearer = new MutationObserver(() => told.add(texts().join()))).observe(document.getElementById('scene').contentDocument.getElementById('labels'), {subtree: true, childList: true, attributes: true})`, nil)
		p.Eval(fmt.Sprintf(`const b = Uint8Array.from(atob(%q), c => c.charCodeAt(0)); tell({type: 'show', keepTime: false, data: b.buffer}, [b.buffer]);`,
			base64.StdEncoding.EncodeToString(data)), nil)
		p.Wait(fmt.Sprintf(`heard.includes('show:on') && heard.includes('show:done') && texts().join().includes(%q)`,
			p.Say("stage.badge.violation")))
		// However slow the machine, a picture is drawn for each second of the
		// play at least.
		var told int
		if p.Eval(`told.size`, &told); told < 3 {
			t.Errorf("%s: on the way the play says %d different things", form, told)
		}
		last := picture(t, p)
		if d := differ(before, last); d < 0.02 {
			t.Errorf("%s: the last picture differs from the film in %.1f %% of its pixels", form, 100*d)
		}
		var texts []string
		p.Eval(`texts()`, &texts)
		all := strings.Join(texts, "\n")
		for _, want := range []string{p.Say("input.record"), p.Say("input.neighbour"),
			p.Say("stage.event", "event", "the upper half"), "9,963", "12", p.Say("stage.of", "n", 10000),
			"2.7\u00a0×", p.Say("stage.badge.violation")} {
			if !strings.Contains(all, want) {
				t.Errorf("%s: the last picture does not say %q:\n%s", form, want, all)
			}
		}
		p.Shot(string(form) + "-end")
		if d := differ(picture(t, p, "again"), last); d < 0.001 {
			t.Errorf("%s: the beginning of the play looks like its end", form)
		}
		// The film comes back on demand.
		p.Eval(`tell({type: 'back'});`, nil)
		p.Wait(`heard.includes('show:off')`)
		p.Wait(fmt.Sprintf(`!texts().includes(%q)`, p.Say("stage.badge.violation")))
	}
	skipping(t, p)
}

// TestARunPlaysOnTheStage runs the test of each laboratory: what plays is the
// run's own event with its own counts, and ends with its verdict, each time that
// it is played; it can be skipped.
func TestARunPlaysOnTheStage(t *testing.T) {
	t.Parallel()
	var halves [2][]string
	for i, l := range guest.All() {
		halves[i%2] = append(halves[i%2], l.About().Name)
	}
	for i, half := range halves {
		if i > 0 && testing.Short() {
			break
		}
		t.Run(strings.Join(half, "-"), func(t *testing.T) {
			t.Parallel()
			var p *page.Page
			for _, name := range half {
				if link := "#lab=" + name + "&v=2&n=300&m=2000&seed=4"; p == nil {
					p = page.Open(t, link, page.Options{Scene: true, Script: hearing})
					p.Scene()
				} else {
					p.Follow(link)
				}
				plays(t, p, name)
			}
		})
	}
}

// badges are the texts that say a verdict on the stage.
var badges = map[audit.Verdict]string{audit.Violation: "stage.badge.violation", audit.NoViolation: "stage.badge.none",
	audit.Inconclusive: "stage.badge.inconclusive"}

// plays runs the test of a laboratory that has just been opened.
func plays(t *testing.T, p *page.Page, name string) {
	t.Helper()
	p.Eval(`heard.length = 0`, nil)
	before := picture(t, p)
	r := page.ReadReport(t, p.RunTest())
	p.Wait(`heard.includes('show:done')`)
	p.Settle()
	if d := differ(before, picture(t, p)); d < 0.02 {
		t.Errorf("%s: the run's last picture differs from the film in %.1f %% of its pixels", name, 100*d)
	}
	var said []string
	p.Eval(`texts()`, &said)
	all := strings.Join(said, "\n")
	for _, w := range []string{texts.English().Say(r.Inputs.Of(0)), texts.English().Say(r.Inputs.Of(1)),
		p.Say(badges[r.Verdict]),
		texts.English().Number(float64(r.Strong.Count.C1), ","),
		texts.English().Number(float64(r.Strong.Count.C2), ",")} {
		if !strings.Contains(all, w) {
			t.Errorf("%s: the last picture does not say %q:\n%s", name, w, all)
		}
	}
	p.Shot(name + "-end")
	p.Press("page.show.again")
	p.Wait(fmt.Sprintf(`([...document.querySelectorAll('.of-show button')].find(b => b.innerText === %q)?.click(), heard.filter(t => t === 'show:done').length > 1)`,
		p.Say("page.show.skip")))
	p.Press("page.show.back")
	p.Wait(`heard.includes('show:off')`)
}
