//go:build !js

// Package page drives the built site in Chromium for tests: it serves the
// site, opens a page of it in a fresh profile, presses and types what a visitor
// would, and keeps everything that the page asked for and complained about.
//
//	p := page.Open(t, "#lab=ring&m=500")
//	got := p.RunTest()
//	page.SameAsNative(t, "#lab=ring&m=500", got)
package page

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/labs"
	"indistinct/core/texts"
	"indistinct/core/work"
	"indistinct/wasm/site/serve/static"
)

// patience is how long a page may take for anything: far more than the slowest
// machine that runs the tests needs, with two processors, no graphics card and
// other tests beside this one.
const patience = 4 * time.Minute

// Options are how a page is opened.
type Options struct {
	Width, Height int    // of the window; 1280 × 900 where 0
	Phone         bool   // see Window
	Dark          bool   // the system prefers a dark theme
	Scene         bool   // the browser has WebGL; the others open sooner
	Keep          bool   // the browser has service workers, which keep the site; the others open sooner
	Under         string // the path below which the site stands: "/people/indistinct/"
	// Site is another folder than INDISTINCT_SITE.
	Site string
	// Wrap stands between the browser and the site: a slow line, a broken host.
	Wrap func(http.Handler) http.Handler
	// Slow is how many times slower the processor is to look; 0 is 1.
	Slow float64
	// Languages are those that the visitor prefers; English where there are none.
	Languages []string
	// Script runs in every frame before anything else.
	Script string
	// Blocked is a profile whose owner blocks all cookies: storage of any kind
	// throws as soon as it is named.
	Blocked bool
	// Alone is a browser of the test's own, whose processes may be stopped.
	Alone bool
	// Also is another origin that the page may ask: of a page in a frame.
	Also string
	// Usual is a browser that compiles as a visitor's does: see start.
	Usual bool
	// Early returns as soon as the navigation has begun, not when the page can
	// be used.
	Early bool
}

// Page is one open page.
type Page struct {
	t      *testing.T
	ctx    context.Context
	origin string
	also   string
	base   string
	files  string // where downloads go
	shut   func() // closes the tab
	server *httptest.Server
	line   *line
	closed bool

	mu       sync.Mutex
	errors   []string
	forgiven []string // texts of complaints that are expected
	requests []string
}

// watch runs in the page before anything else: it keeps what the scene says,
// what the policy forbids, and the workers that compute, so that a test can end one.
const watch = `
window.sceneSaid = [];
window.forbidden = [];
window.madeWorkers = [];
window.longTasks = [];
addEventListener('message', e => { if (e.data && e.data.type) sceneSaid.push(e.data.type); });
addEventListener('securitypolicyviolation', e => forbidden.push(e.violatedDirective + ' ' + e.blockedURI));
if (window.Worker) window.Worker = class extends Worker {
	constructor(...a) { super(...a); if (a[0] === 'worker.js') madeWorkers.push(this); }
	terminate() { this.over = true; super.terminate(); }
};
window.liveWorkers = () => madeWorkers.filter(w => !w.over);
try { new PerformanceObserver(l => l.getEntries().forEach(e => longTasks.push(e.duration))).observe({entryTypes: ['longtask']}); } catch {}
`

// forgetful takes the service workers away. For one the page fetches the whole site
// after each first visit, and sums its files: a fifth of the time that a page takes.
const forgetful = `
Object.defineProperty(navigator, 'serviceWorker', {value: undefined});
`

// speaks is JavaScript that has the visitor prefer these languages.
func speaks(languages []string) string {
	if len(languages) == 0 {
		languages = []string{"en"}
	}
	tags, _ := json.Marshal(languages)
	return fmt.Sprintf("Object.defineProperty(navigator, 'languages', {value: %s});\n", tags)
}

// Site returns the folder with the built site; where none is named the test is
// skipped.
func Site(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("INDISTINCT_SITE")
	if dir == "" {
		t.Skip("INDISTINCT_SITE does not name a built site: run ./build.sh test.")
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		t.Fatalf("INDISTINCT_SITE is %s, where there is no index.html: build the site with ./build.sh site.", dir)
	}
	return dir
}

// kind is what browsers differ in. One without WebGL leaves the processors to
// the workers.
type kind struct {
	webGL, blocked, usual bool
	alone                 string // the test that has it to itself, "" where several share it
}

// browsers are shared by all tests of a process: one of each kind.
var browsers struct {
	sync.Mutex
	open map[kind]context.Context
	stop []func()
}

// Main runs a package's tests and ends the browsers.
func Main(m *testing.M) {
	status := m.Run()
	for _, stop := range browsers.stop {
		stop()
	}
	os.Exit(status)
}

func quiet(string, ...any) {}

func start(t *testing.T, k kind) context.Context {
	t.Helper()
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "chromium"
	}
	browsers.Lock()
	defer browsers.Unlock()
	if ctx := browsers.open[k]; ctx != nil {
		return ctx
	}
	opts := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("headless", true), chromedp.Flag("no-sandbox", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("mute-audio", true),
		chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true), chromedp.Flag("hide-scrollbars", true),
	}
	if !k.usual {
		// Most pages live for seconds: compiling a function a second time, to faster
		// code, comes later than its default of 13 million, and only where it pays.
		opts = append(opts, chromedp.Flag("js-flags", "--wasm-tiering-budget=60000000"))
	}
	if !k.webGL {
		opts = append(opts, chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-3d-apis", true),
			chromedp.Flag("disable-webgl", true))
	} else {
		opts = append(opts, chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
			chromedp.Flag("enable-unsafe-swiftshader", true))
	}
	remove := func() {}
	if k.blocked {
		dir, err := os.MkdirTemp("", "indistinct-profile-")
		if err != nil {
			t.Fatal(err)
		}
		remove = func() { os.RemoveAll(dir) }
		if err := os.MkdirAll(filepath.Join(dir, "Default"), 0o700); err != nil {
			t.Fatal(err)
		}
		// 2 is what the browser's settings write for "block".
		wishes := `{"profile": {"default_content_setting_values": {"cookies": 2}}}`
		if err := os.WriteFile(filepath.Join(dir, "Default", "Preferences"), []byte(wishes), 0o600); err != nil {
			t.Fatal(err)
		}
		opts = append(opts, chromedp.UserDataDir(dir))
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(alloc, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet),
		chromedp.WithDebugf(quiet),
		chromedp.WithBrowserOption(chromedp.WithBrowserLogf(quiet), chromedp.WithBrowserErrorf(quiet),
			chromedp.WithBrowserDebugf(quiet)))
	browsers.stop = append(browsers.stop, func() { stop(); stopAlloc(); remove() })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium (%s) could not be started: %v", chromium, err)
	}
	if browsers.open == nil {
		browsers.open = map[kind]context.Context{}
	}
	browsers.open[k] = ctx
	return ctx
}

// Open serves the site, opens it with a link's fragment and waits until the
// panel can be used. The test fails at its end if the page reported an error or
// asked anything of another origin.
func Open(t *testing.T, hash string, opts ...Options) *Page {
	t.Helper()
	var o Options
	if len(opts) > 0 {
		o = opts[0]
	}
	if o.Width == 0 {
		o.Width, o.Height = 1280, 900
	}
	under := "/" + strings.Trim(o.Under, "/")
	if under != "/" {
		under += "/"
	}
	dir := Site(t)
	if o.Site != "" {
		dir = o.Site
	}
	handler := static.Handler(os.DirFS(dir))
	if o.Wrap != nil {
		handler = o.Wrap(handler)
	}
	server := httptest.NewUnstartedServer(http.StripPrefix(strings.TrimSuffix(under, "/"), handler))
	cable := &line{Listener: server.Listener}
	server.Listener = cable
	server.Start()
	t.Cleanup(server.Close)

	k := kind{webGL: o.Scene, blocked: o.Blocked, usual: o.Usual}
	if o.Alone {
		k.alone = t.Name()
	}
	parent := start(t, k)
	tab, closeTab := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	ctx, cancel := context.WithTimeout(tab, 20*time.Minute)
	t.Cleanup(cancel)
	before := watch + speaks(o.Languages)
	if !o.Keep {
		before += forgetful
	}
	p := &Page{t: t, ctx: ctx, origin: server.URL, also: o.Also, base: server.URL + under, files: t.TempDir(),
		shut: closeTab, server: server, line: cable}
	scheme := "light"
	if o.Dark {
		scheme = "dark"
	}
	if err := chromedp.Do(tab); err != nil { // the tab is made here, without a time limit
		t.Fatalf("could not open a tab: %v", err)
	}
	if err := chromedp.Listen(tab, p.listen); err != nil {
		t.Fatal(err)
	}
	p.Do("prepare the page",
		Send(network.Enable, network.EnableParams{}),
		Send(log.Enable, cdp.Empty{}),
		Send(runtime.Enable, cdp.Empty{}),
		Send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		}),
		Send(cdppage.AddScriptToEvaluateOnNewDocument,
			cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: before + o.Script}),
		// Tests run beside one another: each page is to believe that it has the focus.
		Send(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		Send(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: max(o.Slow, 1)}),
		func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
			_, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
				Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.files,
				BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
			})
			return chromedp.Void{}, err
		},
	)
	p.Window(o.Width, o.Height, o.Phone)
	t.Cleanup(func() { p.audit() })
	if o.Early {
		p.Do("open the page", Send(cdppage.Navigate, cdppage.NavigateParams{URL: p.base + hash}))
		return p
	}
	p.Do("open the page", chromedp.Navigate(p.base+hash))
	p.Wait(usable)
	return p
}

// Beside opens another tab of the same visitor at the page's address. Nobody looks
// at what it asks for and complains about.
func (p *Page) Beside() *Page {
	p.t.Helper()
	tab, shut := chromedp.NewContext(p.ctx)
	p.t.Cleanup(shut)
	other := &Page{t: p.t, ctx: tab, origin: p.origin, also: p.also, base: p.base, files: p.t.TempDir(), shut: shut,
		server: p.server, line: p.line}
	var address string
	p.Eval(`location.href`, &address)
	other.Do("open another tab", chromedp.Navigate(address))
	other.Wait(usable)
	return other
}

// Send is an action that gives a command of the protocol.
func Send[P, R any](cmd cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cmd, params)
		return err
	})
}

// listen keeps what the page asked for and complained about.
func (p *Page) listen(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := ev.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			var words []string
			for _, a := range e.Args {
				words = append(words, strings.Trim(string(a.Value)+" "+a.Description, " "))
			}
			p.errors = append(p.errors, "console: "+strings.Join(words, " "))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.errors = append(p.errors, "exception: "+text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.errors = append(p.errors, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// audit is the end of every page: no errors, nothing forbidden, one origin.
func (p *Page) audit() {
	if p.closed {
		return
	}
	var forbidden []string
	if p.ctx.Err() == nil {
		forbidden, _ = chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`window.forbidden`))
	}
	for _, f := range forbidden {
		p.t.Errorf("the page's policy forbade %s", f)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.errors {
		if !slices.ContainsFunc(p.forgiven, func(t string) bool { return strings.Contains(e, t) }) {
			p.t.Errorf("the page complained: %s", e)
		}
	}
	for _, r := range p.requests {
		if u, err := url.Parse(r); err != nil || u.Scheme+"://"+u.Host != p.origin && u.Scheme+"://"+u.Host != p.also &&
			u.Scheme != "blob" && u.Scheme != "data" {
			p.t.Errorf("the page asked for %s, outside its origin", r)
		}
	}
}

// Forgive drops the complaints that contain one of these texts, so far and to come.
func (p *Page) Forgive(texts ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgiven = append(p.forgiven, texts...)
}

// Requests returns the addresses asked for, without the site's own.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]string, len(p.requests))
	for i, r := range p.requests {
		out[i] = strings.TrimPrefix(r, p.base)
	}
	return out
}

// Do runs actions or ends the test.
func (p *Page) Do(what string, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.must(what, chromedp.Do(p.ctx, actions...))
}

func (p *Page) must(what string, err error) {
	p.t.Helper()
	if err != nil {
		p.mu.Lock()
		errs := slices.Clone(p.errors)
		p.mu.Unlock()
		p.t.Fatalf("could not %s: %v\n%s", what, err, strings.Join(errs, "\n"))
	}
}

// Eval evaluates JavaScript and decodes its value into out, unless it is nil.
// Promises are waited for.
func (p *Page) Eval(js string, out any) {
	p.t.Helper()
	if out == nil {
		js = "(async () => { " + js + "; return null; })()"
	}
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[json.RawMessage](js, chromedp.EvalAwaitPromise))
	if err == nil && out != nil {
		err = json.Unmarshal(value, out)
	}
	p.must("evaluate "+js, err)
}

// Wait waits until a JavaScript expression is true, over reloads of the page.
func (p *Page) Wait(expr string) {
	p.t.Helper()
	js := fmt.Sprintf(`new Promise(done => {
		const end = performance.now() + %d;
		const look = () => { let v = false; try { v = (%s); } catch {} if (v) done(true); else if (performance.now() > end) done(false); else setTimeout(look, 20); };
		look();
	})`, patience.Milliseconds(), expr)
	var ok bool
	for end := time.Now().Add(patience); ; {
		var err error
		if ok, err = chromedp.Run(p.ctx, chromedp.Evaluate[bool](js, chromedp.EvalAwaitPromise)); err == nil {
			break
		}
		if gone := strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context"); !gone ||
			time.Now().After(end) {
			p.must("wait for "+expr, err)
		}
	}
	if !ok {
		var text string
		p.Eval(`document.body.innerText`, &text)
		p.Shot("failed")
		p.t.Fatalf("the page says:\n%s\nwaited in vain for %s", text, expr)
	}
}

// Text returns an element's visible text.
func (p *Page) Text(sel string) string {
	p.t.Helper()
	var text string
	p.Eval(fmt.Sprintf(`(document.querySelector(%q) || {}).innerText || ''`, sel), &text)
	return strings.TrimSpace(text)
}

// Value returns a control's value.
func (p *Page) Value(sel string) string {
	p.t.Helper()
	var text string
	p.Eval(fmt.Sprintf(`(document.querySelector(%q) || {}).value || ''`, sel), &text)
	return text
}

// Hash returns the address's fragment.
func (p *Page) Hash() string {
	p.t.Helper()
	var text string
	p.Eval(`location.hash`, &text)
	return text
}

// Say says a text in the language that the page is in.
func (p *Page) Say(id string, places ...any) string {
	p.t.Helper()
	var tag string
	p.Eval(`document.documentElement?.lang || 'en'`, &tag)
	l, err := texts.Read(tag)
	if err != nil || !l.Has(id) {
		p.t.Fatalf("there is no text %q in %q (%v)", id, tag, err)
	}
	return l.Text(id, places...)
}

// missing is what a language says of a place that has no value, space one of any width.
var (
	missing = regexp.MustCompile("⟨[^⟩]*⟩")
	space   = regexp.MustCompile(`[\s\pZ]`)
)

// Says is JavaScript that is true when an element says the text with that id, among
// other things. Places without a value may hold anything, and all spaces are alike.
func (p *Page) Says(sel, id string, places ...any) string {
	p.t.Helper()
	var parts []string
	for _, words := range missing.Split(p.Say(id, places...), -1) {
		parts = append(parts, space.ReplaceAllString(regexp.QuoteMeta(words), `\s`))
	}
	return fmt.Sprintf(`new RegExp(%q).test(document.querySelector(%q)?.innerText)`, strings.Join(parts, `[^]*`), sel)
}

// button is JavaScript for the visible button whose name is the given text.
func button(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => !b.disabled && b.ariaDisabled !== 'true' && b.checkVisibility() && b.innerText.replace(/^▸\s*/, '').replace(/\s/g, ' ').trim() === %q)`, space.ReplaceAllString(name, " "))
}

// Press waits for the button whose name is the text with that id and presses it.
func (p *Page) Press(id string, places ...any) {
	p.t.Helper()
	name := p.Say(id, places...)
	for pressed := false; !pressed; { // it may go between two looks
		p.Wait("!!" + button(name))
		p.Eval("(b => { if (b) b.click(); return !!b; })("+button(name)+")", &pressed)
	}
}

// Type replaces what stands in a text field by keystrokes and leaves it.
func (p *Page) Type(sel, text string) {
	p.t.Helper()
	p.Eval(fmt.Sprintf(`const f = document.querySelector(%q); for (let e = f; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true; f.scrollIntoView({block: 'center'}); f.focus(); f.select()`, sel), nil)
	p.Do("type "+text, chromedp.KeyEvent(text), chromedp.KeyEvent("\t"))
}

// Set gives a control a value, as a hand that drags a slider or picks an option
// does.
func (p *Page) Set(sel, value string) {
	p.t.Helper()
	p.Eval(fmt.Sprintf(`const f = document.querySelector(%q); f.value = %q; f.dispatchEvent(new Event(f.tagName === 'SELECT' ? 'change' : 'input', {bubbles: true}))`, sel, value), nil)
}

// Keys presses keys wherever the focus is.
func (p *Page) Keys(keys string) {
	p.t.Helper()
	p.Do("press keys", chromedp.KeyEvent(keys))
}

// Close ends the page before the test does.
func (p *Page) Close() {
	p.audit()
	p.closed = true
	p.shut()
}

// line is the way to the server.
type line struct {
	net.Listener
	cut     atomic.Bool
	refused atomic.Int64 // connections since it was cut
}

// Accept resets whatever comes while the line is cut.
func (l *line) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil || !l.cut.Load() {
			return c, err
		}
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
		l.refused.Add(1)
	}
}

// Cut takes the network away: open connections end, new ones are reset.
func (p *Page) Cut() {
	p.line.refused.Store(0)
	p.line.cut.Store(true)
	p.server.CloseClientConnections()
}

// Missed waits until the page has asked for so much in vain since Cut.
func (p *Page) Missed(requests int64) {
	p.t.Helper()
	p.until(fmt.Sprintf("wait for %d requests without an answer", requests), func() bool {
		return p.line.refused.Load() >= requests
	})
}

// Mend brings the network back.
func (p *Page) Mend() { p.line.cut.Store(false) }

// until waits for what is not in the page.
func (p *Page) until(what string, ok func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			said := ""
			p.Eval(`[...document.querySelectorAll('[role=status]')].map(e => e.textContent).join(' | ')`, &said)
			p.t.Fatalf("could not %s; the page says %q", what, said)
		}
	}
}

// Go opens the page anew with another fragment, as a visitor who types an
// address, and waits until the panel can be used.
func (p *Page) Go(hash string) {
	p.t.Helper()
	p.Do("leave the page", chromedp.Navigate("about:blank"))
	p.Do("open the page again", chromedp.Navigate(p.base+hash))
	p.Wait(usable)
}

// Follow changes the fragment of the page's address, as a link in it does, and
// returns when the page has taken it up.
func (p *Page) Follow(hash string) {
	p.t.Helper()
	p.Eval(fmt.Sprintf(`await new Promise(f => {
		const before = location.href;
		location.hash = %q;
		const after = location.href;
		if (after === before) f();
		addEventListener('hashchange', e => { if (e.newURL === after) f(); });
	})`, hash), nil)
	p.Settle()
}

// Window makes the window so large, that of a computer or the screen of a phone or a
// tablet: that lays out a page which is wider than its screen on a wider window, whose
// ends it does not show, and has touch.
func (p *Page) Window(width, height int, phone bool) {
	p.t.Helper()
	scale := 1.0
	if phone {
		scale = 2
	}
	p.Do("change the window",
		Send(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(width), Height: int64(height), ScreenWidth: int64(width), ScreenHeight: int64(height),
			DeviceScaleFactor: scale, Mobile: phone,
		}),
		Send(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: phone}))
}

// Wider is by how many pixels the page is wider than the screen.
func (p *Page) Wider() int {
	p.t.Helper()
	over := 0
	p.Eval(`Math.max(innerWidth, document.scrollingElement.scrollWidth) - screen.width`, &over)
	return over
}

// usable is JavaScript that is true when the panel can be used; pages without a
// laboratory have nothing to run.
const usable = `document.body.dataset.panel === 'ready' && (document.body.dataset.page || ` + idle + `)`

// Context is the tab, for commands of the browser's protocol.
func (p *Page) Context() context.Context { return p.ctx }

// Scene waits until the scene has drawn its first frame.
func (p *Page) Scene() {
	p.t.Helper()
	p.Wait(`sceneSaid.includes('shown')`)
}

// Settle waits until everything that a change of settings started is shown, and
// nothing moves any more that will come to rest.
func (p *Page) Settle() {
	p.t.Helper()
	p.Wait(`document.body.dataset.settled === 'yes'`)
	p.Eval(`document.getAnimations().filter(a => a.effect.getComputedTiming().endTime !== Infinity).forEach(a => a.finish());
		await new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))`, nil)
}

// RunTest presses "Run test", waits for the verdict and returns the Report as
// downloaded.
func (p *Page) RunTest() []byte {
	p.t.Helper()
	p.Wait(idle)
	p.Eval(`document.querySelector('#run').click()`, nil)
	// The button cannot be pressed while the run lasts, once that is shown; and a
	// run may be quicker than this test looks.
	p.Wait(`document.body.dataset.settled === 'yes' && !!document.querySelector('#epsilon-c') && ` + idle)
	return p.Report()
}

// During presses "Run test" and evaluates JavaScript when the progress bar is past
// a share of the run. All of it happens in the page: the run may be over before a
// test that looks from outside has its answer.
func (p *Page) During(share float64, js string) {
	p.t.Helper()
	p.Wait(idle)
	p.Eval(fmt.Sprintf(`document.querySelector('#run').click();
		for (const end = performance.now() + %d; !(document.querySelector('progress')?.value > %g);) {
			if (performance.now() > end) throw new Error('no run came so far');
			await new Promise(f => setTimeout(f, 5));
		}
		%s`, patience.Milliseconds(), share, js), nil)
}

// Ended waits for the end of a run that is on show, and its verdict, and returns
// the Report.
func (p *Page) Ended() []byte {
	p.t.Helper()
	p.Wait(`!document.querySelector('progress') && !!document.querySelector('#epsilon-c') && ` + idle)
	return p.Report()
}

// idle is JavaScript that is true when a test can be run.
const idle = `document.querySelector('#run') && document.querySelector('#run').ariaDisabled !== 'true'`

// Report downloads the Report on show.
func (p *Page) Report() []byte {
	p.t.Helper()
	return p.download(func() {
		p.Wait(`!!document.querySelector('#download')`)
		p.Eval(`document.querySelector('#download').click()`, nil)
	}, "JSON")
}

// Download presses the button whose name is the text with that id and returns the
// file that comes of it, of the kind that the button names: another button's may still
// be coming.
func (p *Page) Download(id string) []byte {
	p.t.Helper()
	return p.download(func() { p.Press(id) }, p.Say(id))
}

func (p *Page) download(press func(), name string) []byte {
	p.t.Helper()
	kind := ""
	for _, k := range []string{"CSV", "SVG", "JSON"} {
		if strings.Contains(name, k) {
			kind = "." + strings.ToLower(k)
		}
	}
	before, _ := os.ReadDir(p.files)
	press()
	var data []byte
	p.until(fmt.Sprintf("get the file that %q gives", name), func() bool {
		after, _ := os.ReadDir(p.files)
		for _, f := range after {
			if strings.HasSuffix(f.Name(), ".crdownload") || !strings.HasSuffix(f.Name(), kind) ||
				slices.ContainsFunc(before, func(b os.DirEntry) bool {
					return b.Name() == f.Name()
				}) {
				continue
			}
			var err error
			data, err = os.ReadFile(filepath.Join(p.files, f.Name()))
			if err == nil && len(data) > 0 && (!strings.HasSuffix(f.Name(), ".json") || json.Valid(data)) {
				os.Remove(filepath.Join(p.files, f.Name()))
				return true
			}
		}
		return false
	})
	return data
}

// Detached collects the browser's garbage and returns how many trees of elements
// are then left that have gone from the page.
func (p *Page) Detached() int {
	p.t.Helper()
	n := 0
	p.Do("look for elements that have gone",
		Send(heapprofiler.CollectGarbage, cdp.Empty{}),
		Send(dom.Enable, dom.EnableParams{}),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			got, err := cdp.Call(ctx, t, dom.GetDetachedDomNodes, cdp.Empty{})
			n = len(got.DetachedNodes)
			return err
		}),
		Send(dom.Disable, cdp.Empty{}),
	)
	return n
}

// Shot saves a picture for people in the folder that INDISTINCT_SHOTS names.
func (p *Page) Shot(name string) {
	p.t.Helper()
	dir := os.Getenv("INDISTINCT_SHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must("take a picture", err)
	small, err := few(shot)
	p.must("read a picture", err)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+name+".png")
	if err := os.WriteFile(file, small, 0o644); err != nil {
		p.t.Fatal(err)
	}
	p.t.Log("picture: " + file)
}

// few returns a picture in the 256 colours that are most frequent in it, which take a
// third of the bytes.
func few(data []byte) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	box := from.Bounds()
	count := map[color.Color]int{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			count[color.RGBAModel.Convert(from.At(x, y))]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int {
		return cmp.Compare(count[b], count[a])
	})
	to := image.NewPaletted(box, colours[:min(len(colours), 256)])
	draw.Draw(to, box, from, box.Min, draw.Src)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, to)
	return out.Bytes(), err
}

// Native runs what a link says in this process and returns the Report.
func Native(t *testing.T, link string) []byte {
	t.Helper()
	s, probs := lab.ParseLink(link, guest.All().Find, labs.Home)
	if len(probs) > 0 {
		t.Fatal(probs)
	}
	job, err := lab.Start(guest.All().Find(s.Lab), s, lab.Audit)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(t.Context(), job, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// SameAsNative compares a page's Report with that of the native command: every
// count and every number, to the last bit.
func SameAsNative(t *testing.T, link string, got []byte) {
	t.Helper()
	Same(t, got, Native(t, link))
}

// Same compares two Reports.
func Same(t *testing.T, got, want []byte) {
	t.Helper()
	if field, is, was := repeat.Difference(got, want); field != "" {
		t.Errorf("%s of the report is %s, want %s", field, is, was)
	}
}
