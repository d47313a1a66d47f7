//go:build js

package main

import (
	"fmt"
	"syscall/js"
	"time"

	"github.com/vugu/vugu"

	"indistinct/ui/browser"
	"indistinct/ui/page/state"
	"indistinct/ui/stage/say"
)

// host is the browser as package state sees it.
type host struct {
	env      vugu.EventEnv
	m        *state.Model
	lastHash string
	reveal   string // id of an element to bring into sight after the next render
	focus    string // and of one that takes the focus
	still    string // the laboratory whose picture stands on the stage
	booted   bool
	drawing  bool          // charts are due
	cost     time.Duration // of a render, smoothed
	due      bool          // a render is
	files    int           // that were chosen so far
}

var (
	window   = js.Global()
	document = window.Get("document")
)

func (h *host) Update(f func()) {
	h.env.Lock()
	defer h.env.UnlockRender()
	defer func() {
		if p := recover(); p != nil {
			h.failed(fmt.Sprint(p))
		}
	}()
	f()
}

func (h *host) Aside(f func()) {
	h.env.Lock()
	defer h.env.UnlockOnly()
	f()
}

// hear calls f like Aside, and renders if f says so.
func (h *host) hear(f func() (render bool)) {
	h.env.Lock()
	if f() {
		h.env.UnlockRender()
	} else {
		h.env.UnlockOnly()
	}
}

// failed tells of a fault of the program's own; the page goes on.
func (h *host) failed(why string) {
	window.Get("console").Call("error", why)
	h.m.Fault(why)
}

func (h *host) After(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, func() { h.Update(f) })
	return func() { t.Stop() }
}

func (h *host) Hash(hash string, push bool) {
	if hash == h.lastHash {
		return
	}
	if browser.Tool("address", hash, push).Truthy() {
		h.lastHash = hash
	}
}

func (h *host) Address() string {
	l := window.Get("location")
	return l.Get("origin").String() + l.Get("pathname").String() + l.Get("search").String()
}

func (h *host) Copy(text string, done func(ok bool)) {
	written := browser.Tool("copy", text)
	go func() {
		_, err := await(written)
		h.Update(func() { done(err == nil) })
	}()
}

// Fetch reads a file from the site's own folder.
func (h *host) Fetch(name string, done func(data []byte)) {
	go func() {
		var data []byte
		if text, err := await(window.Call("indistinctLoad", name)); err == nil {
			data = []byte(text.String())
		}
		h.Update(func() { done(data) })
	}()
}

func (h *host) sceneWindow() js.Value {
	f := document.Call("getElementById", "scene")
	if !f.Truthy() {
		return js.Null()
	}
	return f.Get("contentWindow")
}

func (h *host) Scene(msg say.ToScene, film []byte) {
	w := h.sceneWindow()
	if !w.Truthy() {
		return
	}
	if msg.Type == say.Film {
		h.stage(true) // it may be on the stage before the page is rendered
	}
	o := window.Get("JSON").Call("parse", say.JSON(msg))
	transfer := []any{}
	if film != nil {
		data := browser.Buffer(film)
		o.Set(say.Data, data)
		transfer = append(transfer, data)
	}
	w.Call("postMessage", o, window.Get("location").Get("origin"), js.ValueOf(transfer))
}

func (h *host) Remember(key, text string) { browser.Tool("remember", key, text) }

func (h *host) Recall(key string) string { return text(browser.Tool("recall", key)) }

const themeKey = "indistinct-theme"

// stored is the theme that the visitor chose earlier; within another page the
// one that its link asks for: see framed.js.
func (h *host) stored() string {
	if framed() {
		return str(document.Get("documentElement").Get("dataset"), "wish")
	}
	return h.Recall(themeKey)
}

// framed reports whether the link asks for a page within another one.
func framed() bool { return document.Get("documentElement").Get("dataset").Get("embed").Truthy() }

func (h *host) HasSheet() bool {
	return window.Get("navigator").Get("share").Type() == js.TypeFunction
}

func (h *host) Tool(name string, heard func(said []string), args ...any) {
	if heard != nil {
		args = append(args, js.FuncOf(func(_ js.Value, args []js.Value) any {
			said := make([]string, len(args))
			for i, v := range args {
				said[i] = v.String()
			}
			go h.Update(func() { heard(said) })
			return nil
		}))
	}
	if window.Get("indistinct").Get(name).Type() == js.TypeFunction {
		browser.Tool(name, args...)
	}
}

func (h *host) Version() (version, year string) {
	meta := document.Call("querySelector", `meta[name="version"]`)
	return meta.Get("content").String(), str(meta.Get("dataset"), "year")
}

func (h *host) Theme(choice string) string {
	if h.booted && !framed() {
		browser.Tool("remember", themeKey, choice)
	}
	return browser.Tool("theme", choice).String()
}

func (h *host) Random() uint64 {
	a := window.Get("Uint32Array").New(1)
	window.Get("crypto").Call("getRandomValues", a)
	return uint64(a.Index(0).Float())
}

func (h *host) Reveal(id string) { h.reveal = id }

func (h *host) Focus(id string) { h.focus = id }

func (h *host) Present(on bool) float64 { return browser.Tool("present", on).Float() }

func (h *host) reduced() bool {
	return window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// stage shows the scene or lays the still over it: that before the page changes, so that no
// frame between the two has another film beside it.
func (h *host) stage(before bool) {
	data := document.Get("body").Get("dataset")
	if is := h.m.Scene.State(); is != str(data, "scene") && !(before && is == state.Shown) {
		data.Set("scene", is)
		document.Call("getElementById", "scene").Set("inert", is != state.Shown)
	}
}

func (h *host) rendered() {
	h.stage(false)
	h.m.Board.Draw()
	h.drawMore()
	h.Aside(func() {
		h.m.Words.Fetch(false)
		h.m.Emit(state.Event{Kind: state.Rendered})
	})
	step := h.reveal == "course"
	if h.reveal != "" && !step {
		browser.Tool("reveal", h.reveal)
	}
	h.reveal = ""
	if still := h.m.Still(); still != h.still {
		h.still = still
		window.Call("indistinctStill", still)
	}
	browser.Tool("open")
	if !h.booted {
		h.booted = true
		document.Get("body").Get("dataset").Set("panel", "ready")
	}
	if h.focus != "" { // what is not shown yet takes no focus
		browser.Tool("focus", h.focus)
		h.focus = ""
	}
	if step {
		browser.Tool("sight")
	}
}

// settle marks the page while nothing is to come of what was typed or pressed: a
// test can wait for it. A test that runs is not waited for.
func (h *host) settle() {
	if h.m.Settled() && !h.drawing && !h.due {
		document.Get("body").Get("dataset").Set("settled", "yes")
	}
}

// held waits while a hand on a slider must not be kept waiting.
func (h *host) held() {
	for on := true; on; {
		if h.Aside(func() { on = h.m.Held() }); on {
			time.Sleep(between)
		}
	}
}

// slow is a render that a hand on a slider feels.
const slow = 40 * time.Millisecond

// drawMore draws the charts that are left, a few at a time: each time is a task
// of its own, so that a thumb that is dragged never waits for long.
func (h *host) drawMore() {
	if h.drawing {
		return
	}
	h.drawing = true
	time.AfterFunc(between, func() {
		h.Aside(func() {
			h.drawing = false
			if h.m.Held() || h.m.Board.More(false) {
				h.drawMore()
			} else {
				h.settle()
			}
		})
	})
}

// between is how long the page rests between two tasks of one kind.
const between = 5 * time.Millisecond
