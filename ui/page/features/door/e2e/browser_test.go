//go:build !js

// Package e2e tests what other software asks of the page in Chromium, on the built site.
package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/test/check"
	"indistinct/wasm/site/serve/static"
	"indistinct/wasm/test/e2e/page"
)

// half is a mechanism with the scale of its noise to come.
const half = "pairs = [(0, 1)]\nclaim = 1\n\ndef release(x):\n    return round(x + laplace(%s), 3)\n"

func TestMain(m *testing.M) { page.Main(m) }

// TestDoors asks the page for runs and settings as a script in it does, while its stage
// plays them: a report is that of the native command, what cannot be run is refused with a
// sentence, and lessons are told.
func TestDoors(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2&n=200&m=300", page.Options{Scene: true})
	p.Scene()
	var got struct{ Run, Link, Bad, Text, Cyclic json.RawMessage }
	p.Eval(`(async () => {
		const refused = (asked) => asked.then(() => 'taken', (err) => err.message);
		const [Run, Link] = await Promise.all([indistinct.run({lab: 'survey', n: 200, m: 300, seed: 9}), indistinct.run('#lab=survey&n=200&m=300&seed=9')]);
		return {Run, Link, Bad: await refused(indistinct.run({lab: 'survey', m: -4})), Text: await refused(indistinct.run('#lab=survey&script=alert(1)')),
			Cyclic: await refused(indistinct.set(window))};
	})()`, &got)
	sameNumbers(t, got.Run, page.Native(t, "#lab=survey&n=200&m=300&seed=9"))
	page.Same(t, got.Link, got.Run)
	for what, said := range map[string]json.RawMessage{"m": got.Bad, "script": got.Text, "": got.Cyclic} {
		if text := string(said); len(text) < 20 || !strings.Contains(text, what) || text == `"taken"` {
			t.Errorf("%q is refused with %s", what, said)
		}
	}
	p.Wait(`!!document.querySelector('#epsilon-c') && location.hash.includes('lab=survey')`)
	p.Wait(`sceneSaid.includes('show:on')`)
	var set map[string]any
	p.Eval(`indistinct.set({lab: 'ring', s: 0.5})`, &set)
	if set["s"] != 0.5 || set["n"] != 200.0 || set["lab"] != "ring" {
		t.Errorf("set gives %v", set)
	}
	p.Wait(`location.hash.includes('s=0.5') && document.body.dataset.lab === 'ring'`)

	// A flood is refused, and the page lives on; so is what JSON does not know.
	var flood struct {
		Done    int
		Refused []string
	}
	p.Eval(`(async () => {
		const all = await Promise.all(Array.from({length: 500}, (_, i) => indistinct.set({n: 200 + i}).then(() => '', (err) => err.message)));
		const many = all.filter(Boolean), long = Object.fromEntries(Array.from({length: 200000}, (_, i) => ['f' + i, i]));
		const ask = (value) => indistinct.set(value).then(() => 'taken', (err) => err.message);
		return {Done: 500 - many.length, Refused: [many[0], await ask({n: 1n}), await ask(new Float64Array(10)), await ask(long), await ask({code: 'x'.repeat(5e6)})]};
	})()`, &flood)
	want := p.Say("door.data")
	if got, all := flood.Refused, []string{p.Say("door.many"), want, want, want, want}; flood.Done < 10 ||
		flood.Done > 30 || !reflect.DeepEqual(got, all) {
		t.Errorf("%d of a flood are done; refused is %q", flood.Done, flood.Refused)
	}

	// Messages of windows that are not around the page are passed over: its own, a frame's.
	p.Eval(`window.replies = 0; addEventListener('message', (e) => { if (e.data?.indistinct === 'reply') replies++; });
		postMessage({indistinct: 'set', id: 1, value: {s: 0.25}}, '*');
		const inner = document.createElement('iframe');
		document.body.append(inner);
		inner.contentWindow.postMessage({indistinct: 'set', value: {s: 0.25}}, '*');
		await new Promise((f) => { addEventListener('message', (e) => { if (e.data === 'end') f(); }); postMessage('end', '*'); });
		if (replies || location.hash.includes('s=0.25')) throw new Error('taken');
		inner.remove();`, nil)

	// A program that was typed a moment ago is tested by its own claim.
	p.Follow("#lab=workshop&n=200&m=300")
	p.Wait(`document.querySelector(".editor-copy").childNodes.length > 3`)
	p.Write(fmt.Sprintf(half, "0.4"))
	var report struct{ Epsilon float64 }
	if p.Eval(`indistinct.run()`, &report); report.Epsilon != 1 {
		t.Errorf("a program that claims 1 is tested by %v", report.Epsilon)
	}

	p.Eval(`window.told = []; for (const type of ['lesson', 'step']) addEventListener('indistinct-' + type, (e) => told.push(type + ' ' + e.detail.state + ' ' + e.detail.lesson + ' ' + e.detail.step));`, nil)
	p.Follow("#lesson=three-moves:4")
	p.Eval(`document.querySelector('.course-foot .next').click()`, nil)
	p.Wait(`told.join() === 'lesson begun three-moves 4,step done three-moves 4,lesson finished three-moves 4'`)
}

// TestRunsInTurn asks for three runs together while a test of the visitor's own runs in another
// laboratory: each is answered with the report of its own settings, after that test.
func TestRunsInTurn(t *testing.T) {
	check.Full(t)
	t.Parallel()
	p := page.Open(t, "#lab=ring&n=2000&m=20000&seed=3")
	p.Settle()
	var got []json.RawMessage
	p.Eval(`(async () => {
		document.querySelector('#run').click();
		await indistinct.set({lab: 'survey'});
		return Promise.all([indistinct.run({lab: 'ring', s: 0.9, n: 200, m: 300, seed: 8}), indistinct.run({lab: 'survey', n: 200, m: 300, seed: 9}), indistinct.run('#lab=ring&n=200&m=300&seed=10')]);
	})()`, &got)
	for i, link := range []string{"#lab=ring&s=0.9&n=200&m=300&seed=8", "#lab=survey&n=200&m=300&seed=9",
		"#lab=ring&n=200&m=300&seed=10"} {
		sameNumbers(t, got[i], page.Native(t, link))
	}
}

// sameNumbers compares two reports by their values: scripts write numbers in another form.
func sameNumbers(t *testing.T, got, want []byte) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(want, &b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the report is %.300s …, want %.300s …", got, want)
	}
}

// TestDoorsAround asks from a page of another origin around a frame.
func TestDoorsAround(t *testing.T) {
	check.Full(t)
	t.Parallel()
	site := httptest.NewServer(static.Handler(os.DirFS(page.Site(t))))
	defer site.Close()
	host := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path != "/favicon.ico" {
				fmt.Fprintf(w, `<!doctype html><title>Host</title><iframe src="%s/#lesson=give-away:1&amp;embed=1" title="Indistinct" width="400" height="800"></iframe>`, site.URL)
			}
		})
	}
	p := page.Open(t, "", page.Options{Wrap: host, Also: site.URL, Early: true, Width: 420, Height: 820,
		Script: `window.told = []; addEventListener('message', (e) => { if (e.data?.indistinct && e.data.indistinct !== 'height') told.push(e.data); });
			window.asked = (what, value) => new Promise((f) => { const id = Math.random(); addEventListener('message', (e) => { if (e.data?.id === id) f(e.data); });
				document.querySelector('iframe').contentWindow.postMessage({indistinct: what, id, value}, '*'); });`})
	p.Wait(`told.some((e) => e.indistinct === 'lesson' && e.state === 'begun' && e.lesson === 'give-away' && e.lab === 'ring' && e.steps > 1)`)
	p.Wait(`told.some((e) => e.indistinct === 'step' && e.step === 1 && e.state === 'done')`)
	var got struct{ Run, Bad, Set map[string]json.RawMessage }
	p.Eval(`(async () => ({Run: await asked('run', {lab: 'survey', n: 200, m: 300, seed: 9}), Bad: await asked('set', {lab: 'survey', eps: 'x'}),
		Set: await asked('set', {lab: 'survey', eps: 0.5})}))()`, &got)
	sameNumbers(t, got.Run["result"], page.Native(t, "#lab=survey&n=200&m=300&seed=9"))
	if len(got.Bad["error"]) < 20 || got.Bad["result"] != nil ||
		!strings.Contains(string(got.Set["result"]), `"eps":0.5`) {
		t.Errorf("refused: %s, set: %s", got.Bad, got.Set)
	}
	// A program is not told to another site, but by the very question that holds it.
	var own struct {
		Given, Set, Run struct {
			Result   map[string]any
			Withheld []string
		}
	}
	p.Eval(`(async () => ({Given: await asked('set', {lab: 'workshop', n: 200, m: 300, code: 'claim = 1\npairs = [(0, 1)]\ndef release(x):\n    return x + laplace(1) # secret\n'}),
		Set: await asked('set', {}), Run: await asked('run', null)}))()`, &own)
	spec, _ := own.Run.Result["spec"].(map[string]any)
	if own.Given.Result["code"] == nil || own.Set.Result["code"] != nil || spec["n"] != 200.0 || spec["code"] != nil ||
		own.Run.Result["facts"] != nil || own.Run.Result["verdict"] == nil ||
		fmt.Sprint(own.Given.Withheld, own.Set.Withheld, own.Run.Withheld) != "[] [code] [code]" ||
		strings.Contains(fmt.Sprint(own.Set, own.Run), "secret") {
		t.Errorf("of a program another site is told %v", own)
	}

	// Questions of an unknown kind are answered, and three runs at once; what is no question is
	// not, nor is the frame's own frame, the scene, asked anything.
	var many []map[string]json.RawMessage
	p.Eval(`(async () => {
		const before = told.length, post = (data) => document.querySelector('iframe').contentWindow.postMessage(data, '*');
		for (const data of ['run', null, {id: 2}, {indistinct: 'reply', id: 3}]) post(data);
		const kinds = ['constructor', 7, null, {toString: 1}, ['run']].map((kind) => asked(kind, {}));
		const runs = [1, 2, 3].map((seed) => asked('run', {lab: 'survey', n: 200, m: 300, seed}));
		const all = await Promise.all([...kinds, ...runs, asked('run', 42)]);
		const replies = told.slice(before).filter((e) => e.indistinct === 'reply');
		if (replies.length !== all.length) throw new Error(JSON.stringify(replies));
		return all;
	})()`, &many)
	for i, reply := range many {
		kind, settings := p.Say("door.kind"), p.Say("lab.file.json")
		var said string
		json.Unmarshal(reply["error"], &said)
		switch {
		case i < 5 && said != kind, i == 8 && said != settings:
			t.Errorf("question %d is answered with %s", i, reply)
		case i >= 5 && i < 8:
			sameNumbers(t, reply["result"], page.Native(t, fmt.Sprintf("#lab=survey&n=200&m=300&seed=%d", i-4)))
		}
	}
}

// TestReadme: the frame and the example for Observable that the README has work as they stand there, sandbox
// included, in a page of another origin; each cell's value is awaited, as Observable does.
func TestReadme(t *testing.T) {
	check.Full(t)
	t.Parallel()
	data, err := os.ReadFile(filepath.FromSlash("../../../../../README.md"))
	if err != nil {
		t.Fatal(err)
	}
	part := func(language string) string {
		_, rest, _ := strings.Cut(string(data), "## Embed it")
		_, rest, _ = strings.Cut(rest, "```"+language+"\n")
		code, _, _ := strings.Cut(rest, "```")
		return code
	}
	sandbox := regexp.MustCompile(`sandbox="([^"]*)"`).FindStringSubmatch(part("html"))
	site := httptest.NewServer(static.Handler(os.DirFS(page.Site(t))))
	defer site.Close()
	own := strings.NewReplacer("https://example.org/indistinct", site.URL, "s: 0.8", "s: 0.8, n: 200, m: 300")
	host := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, `<!doctype html><title>Host</title>`)
			if r.URL.Path != "/favicon.ico" {
				fmt.Fprint(w, own.Replace(part("html")))
			}
		})
	}
	p := page.Open(t, "", page.Options{Wrap: host, Also: site.URL, Early: true, Width: 820, Height: 1200})
	p.Wait(`document.querySelector('iframe').style.height`) // embed.js has heard it
	cells := regexp.MustCompile(`(?m)^(\w+) = `).ReplaceAllString(own.Replace(part("js")), "const $1 = await ")
	var got []json.RawMessage
	p.Eval(`(async () => {
		const html = ([text]) => document.body.appendChild(document.createRange().createContextualFragment(text).firstChild);
		`+cells+`
		const sandboxed = document.querySelector('iframe');
		const other = new Promise((done) => addEventListener('message', ({source, data}) => source === sandboxed.contentWindow && data.id === 2 && done(data)));
		sandboxed.contentWindow.postMessage({indistinct: 'run', id: 2, value: {lab: 'survey', n: 200, m: 300, seed: 9}}, '*');
		return [await report, (await other).result];
	})()`, &got)
	sameNumbers(t, got[0], page.Native(t, "#lab=ring&s=0.8&n=200&m=300"))
	sameNumbers(t, got[1], page.Native(t, "#lab=survey&n=200&m=300&seed=9"))
	if len(sandbox) != 2 {
		t.Error("the README's frame has no sandbox")
	}
}
