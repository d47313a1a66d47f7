//go:build !js

package e2e

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"rsc.io/qr"

	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/page/teach"
	"indistinct/wasm/site/serve/static"
	"indistinct/wasm/test/e2e/page"
)

// TestEmbedded puts the ring into a page of another origin with a policy of its
// own: the frame tells its height, the host's script follows, the test runs, and
// nothing is forbidden.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(static.Handler(os.DirFS(page.Site(t))))
	defer site.Close()
	host := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src "+site.URL+
				"; frame-src "+site.URL)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/favicon.ico" {
				return
			}
			fmt.Fprintf(w, `<!doctype html><title>Host</title><iframe src="%s/#lab=ring&amp;s=0.7&amp;n=200&amp;m=300&amp;seed=1&amp;embed=1&amp;show=s,eps&amp;theme=dark" title="Indistinct" width="320" height="400" frameborder="0" data-indistinct></iframe>
				<script src="%s/embed.js" defer></script>`, site.URL, site.URL)
		})
	}
	// In the frame the script tells the host what it holds; the host keeps it.
	script := `if (parent !== window) setInterval(() => { if (location.protocol !== 'about:') parent.postMessage({test: {
			panel: document.body?.dataset.panel || '', verdict: document.querySelector('#verdict .badge')?.innerText || '',
			fields: [...document.querySelectorAll('.framed .control')].map(e => e.dataset.param).join(),
			full: document.querySelector('.framed-foot a')?.href || '', rel: document.querySelector('.framed-foot a')?.rel || '',
			scroll: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
			ground: getComputedStyle(document.documentElement).getPropertyValue('--page'), theme: document.documentElement.dataset.theme,
			settled: document.body?.dataset.settled || '', run: (b => b ? [b.x + b.width / 2, b.y + b.height / 2] : [0, 0])(document.querySelector('#run')?.getBoundingClientRect()),
			headings: [...document.querySelectorAll('h1')].filter(e => e.checkVisibility()).map(e => e.innerText).join(),
			header: document.querySelector('.top')?.checkVisibility()}}, '*'); }, 50);
		window.heights = []; window.told = []; addEventListener('message', e => { if (e.data?.test) told.push(JSON.stringify(window.inside = e.data.test)); if (e.data?.indistinct === 'height') heights.push(e.data); });`
	p := page.Open(t, "", page.Options{Wrap: host, Also: site.URL, Script: script, Early: true, Width: 360,
		Height: 640})
	p.Wait(`inside.panel === 'ready' && inside.fields === 's,eps' && heights.length > 0`)
	p.Wait(`inside.header === false && inside.theme === 'dark' && inside.ground.trim() === '#0e1319' && !inside.scroll`)
	p.Wait(`document.querySelector('iframe').style.height === heights.at(-1).height + 'px' && Object.keys(heights.at(-1)).join() === 'indistinct,height'`)
	p.Wait(fmt.Sprintf(`inside.headings === %q`, p.Say("ring.title")))
	p.Wait(`inside.rel === 'noopener' && inside.full.includes("s=0.7") && !inside.full.includes('embed')`)
	p.Shot("before")
	var at []float64
	// Nothing in the frame moves any more: it has said the same ten times.
	p.Wait(`inside.settled === 'yes' && told.length > 10 && new Set(told.slice(-10)).size === 1`)
	p.Eval(`(b => [b.x + inside.run[0], b.y + inside.run[1]])(document.querySelector('iframe').getBoundingClientRect())`, &at)
	p.Do("press Run test", chromedp.MouseClickXY(at[0], at[1]))
	p.Wait(`inside.verdict && !inside.scroll`)
	p.Shot("after")
	// A message that is not of a frame on the page changes nothing.
	p.Eval(`const before = document.querySelector('iframe').style.height; const end = new Promise(f => addEventListener('message', e => { if (e.data === 'end') f(); })); postMessage({indistinct: 'height', height: 77}, '*'); postMessage('end', '*'); await end; if (document.querySelector('iframe').style.height === '77px') throw new Error('taken')`, nil)
}

// TestFramesOutOfSight: of two frames on a page the one below the fold draws nothing
// and keeps no workers; scrolled to, it does both, and the other rests.
func TestFramesOutOfSight(t *testing.T) {
	check.Full(t)
	t.Parallel()
	site := httptest.NewServer(static.Handler(os.DirFS(page.Site(t))))
	defer site.Close()
	host := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/favicon.ico" {
				return
			}
			frame := func(id string) string {
				return fmt.Sprintf(`<iframe id="%s" src="%s/#lab=ring&amp;n=200&amp;m=300&amp;embed=1" title="Indistinct" width="320" height="400"></iframe>`, id, site.URL)
			}
			fmt.Fprint(w, `<!doctype html><title>Host</title>`+frame("above")+`<div style="height: 5000px"></div>`+
				frame("below"))
		})
	}
	// Each frame tells the host how many workers it has, and each scene how many
	// pictures it has drawn.
	script := `if (parent !== window && location.protocol !== 'about:') {
		let workers = 0, pictures = 0;
		window.Worker = class extends Worker {
			constructor(...all) { super(...all); workers++; }
			terminate() { super.terminate(); workers--; }
		};
		const next = window.requestAnimationFrame;
		if (parent !== top) window.requestAnimationFrame = (f) => { pictures++; return next(f); };
		setInterval(() => parent === top ? top.postMessage({workers, ready: document.body?.dataset.settled}, '*') : parent.postMessage({pictures}, '*'), 50);
		if (parent === top) addEventListener('message', (e) => { if (e.data?.pictures !== undefined) top.postMessage({pictures: e.data.pictures}, '*'); });
	} else {
		window.at = {above: {n: 0}, below: {n: 0}};
		addEventListener('message', (e) => { for (const id of ['above', 'below']) if (document.getElementById(id)?.contentWindow === e.source) { Object.assign(at[id], e.data); at[id].n++; } });
	}`
	p := page.Open(t, "", page.Options{Wrap: host, Also: site.URL, Script: script, Early: true, Scene: true, Width: 400,
		Height: 640})
	rests := func(id string) {
		t.Helper()
		p.Wait(`at.` + id + `.ready === 'yes' && at.` + id + `.workers === 0`)
		// It has told twenty times that it draws nothing.
		p.Eval(`(async () => { const a = at.`+id+`; for (;;) { const {n, pictures} = a; while (a.n < n + 40) await new Promise(f => addEventListener('message', f, {once: true})); if (a.pictures === pictures) return; } })()`, nil)
	}
	plays := func(id string) {
		t.Helper()
		p.Wait(`at.` + id + `.pictures > 0`)
		p.Eval(`window.before = at.`+id+`.pictures`, nil)
		p.Wait(`at.` + id + `.pictures > before + 3`)
	}
	plays("above")
	rests("below")
	p.Eval(`scrollTo(0, 1e6)`, nil)
	plays("below")
	rests("above")
}

// share: the dialog holds the link, its QR code module by module, and code
// that embeds what is on show; Escape gives the focus back to its button.
func share(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=ring&s=0.6&n=200&m=300&seed=4")
	p.Eval(`document.querySelector('#share').focus()`, nil)
	p.Keys("\r")
	p.Wait(`document.querySelector('#share-dialog').matches(':modal')`)
	link := p.Value("#share-link")
	if !strings.Contains(link, "s=0.6") || strings.Contains(link, "run=1") {
		t.Errorf("the link is %s", link)
	}
	var d string
	p.Eval(`document.querySelector('.qr path').getAttribute('d')`, &d)
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for _, run := range strings.Split(strings.TrimSuffix(d, "z"), "z") {
		var x, y, w, back int
		if _, err := fmt.Sscanf(run, "M%d %dh%dv1h-%d", &x, &y, &w, &back); err != nil || back != w {
			t.Fatalf("the run %q: %v", run, err)
		}
		for i := range w {
			dark[[2]int{x + i - 4, y - 4}] = true
		}
	}
	for y := range code.Size {
		for x := range code.Size {
			if dark[[2]int{x, y}] != code.Black(x, y) {
				t.Fatalf("module %d, %d differs from the library's", x, y)
			}
		}
	}
	embed := p.Value("#share-embed")
	if !strings.Contains(embed, "&amp;s=0.6") || !strings.Contains(embed, "&amp;embed=1") ||
		!strings.Contains(embed, "/embed.js") {
		t.Errorf("the code is %s", embed)
	}
	p.Shot("share")
	p.Keys("\x1b")
	p.Wait(`!document.querySelector('#share-dialog') && document.activeElement.id === 'share'`)
	p.RunTest()
	p.Press("share.title")
	p.Wait(`document.querySelector('#share-link').value.endsWith('&run=1')`)
	p.Press("page.close")
	p.Wait(`!document.querySelector('#share-dialog') && document.activeElement.id === 'share'`)
}

// twoRuns keeps a run as A: the axis, the charts, the list of differences,
// the link and the file hold both, and the link brings both back.
func twoRuns(t *testing.T, p *page.Page) {
	t.Helper()
	p.Follow("#lab=ring&s=0.7&n=200&m=300&seed=4")
	a := p.RunTest()
	p.Press("compare.keep")
	p.Type("#p-s", "0.2")
	b := p.RunTest()
	shown := `document.querySelectorAll('.compare tbody tr td').length >= 10 && document.querySelector('.compare').innerText.includes('0.7') && document.querySelector('.compare').innerText.includes('0.2') &&
		document.querySelector('.axis').textContent.includes('A: ') && !` + p.Says(".compare", "compare.waits")
	p.Wait(shown)
	p.Wait(`!!document.querySelector('.report-area svg circle[fill="none"]') && document.querySelector('.report-area').textContent.includes('A: ')`)
	p.Shot("both")
	check := func(file []byte) {
		t.Helper()
		var both struct{ Compare json.RawMessage }
		if err := json.Unmarshal(file, &both); err != nil || both.Compare == nil {
			t.Fatalf("the file holds no second run: %v", err)
		}
		page.Same(t, both.Compare, a)
	}
	check(b)
	p.Press("share.title")
	p.Wait(`document.querySelector('#share-link').value !== ''`)
	link := p.Value("#share-link")
	p.Press("page.close")
	_, hash, _ := strings.Cut(link, "#")
	if !strings.Contains(hash, "&a=s:0.7&") || !strings.HasSuffix(hash, "&run=1") {
		t.Errorf("the link is %s", link)
	}
	p.Go("#" + hash)
	p.Wait(shown)
	check(p.Report())
	p.Press("compare.forget")
	p.Wait(`!document.querySelector('.compare') && !location.hash.includes('&a=')`)
}

// TestTakeAway opens what the menu gives: a picture as large as the stage,
// charts that are XML and releases of both inputs.
func TestTakeAway(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=survey&n=200&m=300&seed=4", page.Options{Scene: true})
	p.Scene()
	p.RunTest()
	p.Press("page.take")
	p.Shot("menu")

	img, err := png.Decode(bytes.NewReader(p.Download("page.take.picture")))
	if err != nil {
		t.Fatal(err)
	}
	var side []int
	p.Eval(`(f => [f.clientWidth, f.clientHeight])(document.querySelector('#scene'))`, &side)
	if b := img.Bounds(); b.Dx() != side[0] || b.Dy() != side[1] {
		t.Errorf("the picture has %d × %d pixels, the stage %v", b.Dx(), b.Dy(), side)
	}

	d := xml.NewDecoder(bytes.NewReader(p.Download("page.take.charts")))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("a chart: %v", err)
		}
	}

	rows, err := csv.NewReader(bytes.NewReader(p.Download("page.take.releases"))).ReadAll()
	if err != nil || len(rows) < 100 || len(rows) > 4001 || !strings.HasPrefix(rows[1][0], "your") ||
		rows[len(rows)-1][0] == rows[1][0] {
		t.Errorf("the releases: %d rows, %v", len(rows), err)
	}
}

// TestPaper prints the page: a lesson's text without its buttons, the program and the
// verdict; nothing that is pressed.
func TestPaper(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=workshop&n=200&m=300&seed=4", page.Options{Scene: true})
	p.Scene()
	p.RunTest()
	paper := func(shown, hidden []string) {
		t.Helper()
		p.Do("paper", page.Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		for _, s := range append(shown, hidden...) {
			var seen bool
			p.Eval(fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility()`, s), &seen)
			if want := !slices.Contains(hidden, s); seen != want {
				t.Errorf("%s on paper: %v, want %v", s, seen, want)
			}
		}
	}
	paper([]string{"#stage iframe", ".editor-text", ".plain-verdict", ".axis"},
		[]string{".transport", ".download", ".take", ".runfoot", ".samples", "#share"})
	p.Follow("#lesson=three-moves:1")
	paper([]string{"#course-step", ".course-text"}, []string{".course-foot"})
	if dir := os.Getenv("INDISTINCT_SHOTS"); dir != "" {
		p.Do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			pdf, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{})
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "lesson.pdf"), pdf.Data, 0o644)
			}
			return err
		}))
	}
}

// TestGuideOnPaper prints the page for who gives the lessons on A4, in each language: no page is
// empty, no line leaves the paper, and what a screen reader hears is left out.
func TestGuideOnPaper(t *testing.T) {
	check.Full(t)
	t.Parallel()
	for _, e := range lang.Languages() {
		p := page.Open(t, teach.Page(e.Tag), page.Options{Early: true})
		p.Wait(`document.readyState === 'complete'`)
		var pdf []byte
		// Margins of a centimetre, as a browser has them: 190 mm are 718 px.
		p.Do("print", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			out, err := cdp.Call(ctx, t, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 210 / 25.4,
				PaperHeight: 297 / 25.4, MarginTop: new(0.4), MarginBottom: new(0.4), MarginLeft: new(0.4),
				MarginRight: new(0.4)})
			if err == nil {
				pdf = out.Data
			}
			return err
		}))
		if dir := os.Getenv("INDISTINCT_SHOTS"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, "guide-"+e.Tag+".pdf"), pdf, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		pages := printed(t, pdf)
		if len(pages) < 14 { // ten lessons and four parts, each begins a page
			t.Errorf("%s: there are %d pages", e.Tag, len(pages))
		}
		for i, words := range pages {
			if words < 3 {
				t.Errorf("%s: page %d has %d runs of text", e.Tag, i+1, words)
			}
		}
		p.Do("paper", page.Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		p.Window(718, 1000, false)
		var cut, heard []string
		p.Eval(`[...document.querySelectorAll('main *')].filter(x => x.checkVisibility() &&
			(x.getBoundingClientRect().right > innerWidth + 0.5 || x.clientWidth > 0 && x.scrollWidth > x.clientWidth + 1)).
			map(x => x.outerHTML.slice(0, 80))`, &cut)
		p.Eval(`[...document.querySelectorAll('details')].filter(x => x.checkVisibility()).map(x => x.innerText)`, &heard)
		if len(cut) > 0 || len(heard) > 0 {
			t.Errorf("%s: cut off are %q, printed what is heard: %q", e.Tag, cut, heard)
		}
		p.Shot("guide-print-" + e.Tag)
		p.Close()
	}
}

// printed returns of each page of a file that Chromium wrote how often text is shown.
func printed(t *testing.T, pdf []byte) (shown []int) {
	t.Helper()
	object := func(number string) []byte {
		_, rest, _ := bytes.Cut(pdf, []byte("\n"+number+" 0 obj"))
		body, _, _ := bytes.Cut(rest, []byte("endobj"))
		return body
	}
	for _, m := range regexp.MustCompile(`(?s)/Type /Page\n.*?/Contents (\d+) 0 R`).FindAllSubmatch(pdf, -1) {
		head, stream, _ := bytes.Cut(object(string(m[1])), []byte("stream\n"))
		if !bytes.Contains(head, []byte("/FlateDecode")) { // so short that it is left as it is
			shown = append(shown, 0)
			continue
		}
		r, err := zlib.NewReader(bytes.NewReader(stream))
		if err != nil {
			t.Fatalf("page %d: %v", len(shown)+1, err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("page %d: %v", len(shown)+1, err)
		}
		shown = append(shown, len(regexp.MustCompile(`T[jJ]\s`).FindAll(content, -1)))
	}
	return shown
}
