//go:build js

package main

import (
	"syscall/js"
	"time"

	"github.com/vugu/vugu"

	"indistinct/ui/panel"
	"indistinct/ui/wire"
)

// host is the browser as package panel sees it.
type host struct {
	env      vugu.EventEnv
	m        *panel.Model
	lastHash string
	reveal   string // id of an element to scroll to after the next render
	booted   bool
}

var (
	window   = js.Global()
	document = window.Get("document")
)

func (h *host) Update(f func()) {
	h.env.Lock()
	f()
	h.env.UnlockRender()
}

func (h *host) After(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, func() { h.Update(f) })
	return func() { t.Stop() }
}

func (h *host) Hash(hash string, push bool) {
	if hash == h.lastHash {
		return
	}
	h.lastHash = hash
	call := "replaceState"
	if push {
		call = "pushState"
	}
	window.Get("history").Call(call, js.Null(), "", hash)
}

func (h *host) Address() string {
	l := window.Get("location")
	return l.Get("origin").String() + l.Get("pathname").String() + l.Get("search").String()
}

func (h *host) Copy(text string, done func(ok bool)) {
	clipboard := window.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		go h.Update(func() { done(false) })
		return
	}
	var yes, no js.Func
	end := func(ok bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			yes.Release()
			no.Release()
			go h.Update(func() { done(ok) })
			return nil
		})
	}
	yes, no = end(true), end(false)
	clipboard.Call("writeText", text).Call("then", yes, no)
}

func (h *host) Download(name, mime, data string) {
	blob := window.Get("Blob").New([]any{data}, map[string]any{"type": mime})
	url := window.Get("URL").Call("createObjectURL", blob)
	a := document.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	document.Get("body").Call("appendChild", a)
	a.Call("click")
	a.Call("remove")
	time.AfterFunc(time.Minute, func() { window.Get("URL").Call("revokeObjectURL", url) })
}

func (h *host) sceneWindow() js.Value {
	f := document.Call("getElementById", "scene")
	if !f.Truthy() {
		return js.Null()
	}
	return f.Get("contentWindow")
}

func (h *host) Scene(msg wire.ToScene, film []byte) {
	w := h.sceneWindow()
	if !w.Truthy() {
		return
	}
	o := js.ValueOf(msg.Object())
	transfer := []any{}
	if film != nil {
		array := window.Get("Uint8Array").New(len(film))
		js.CopyBytesToJS(array, film)
		o.Set(wire.SceneData, array.Get("buffer"))
		transfer = append(transfer, array.Get("buffer"))
	}
	w.Call("postMessage", o, window.Get("location").Get("origin"), js.ValueOf(transfer))
}

const themeKey = "indistinct-theme"

// stored is the theme that the visitor chose earlier. Storage may be refused.
func (h *host) stored() (name string) {
	defer func() { recover() }()
	if v := window.Get("localStorage").Call("getItem", themeKey); v.Truthy() {
		return v.String()
	}
	return ""
}

func (h *host) Theme(choice string) string {
	func() {
		defer func() { recover() }()
		if h.booted {
			window.Get("localStorage").Call("setItem", themeKey, choice)
		}
	}()
	shown := choice
	if shown == "" {
		shown = "light"
		if h.matches("(prefers-color-scheme: dark)") {
			shown = "dark"
		}
	}
	document.Get("documentElement").Get("dataset").Set("theme", shown)
	return shown
}

func (h *host) Random() uint64 {
	a := window.Get("Uint32Array").New(1)
	window.Get("crypto").Call("getRandomValues", a)
	return uint64(a.Index(0).Float())
}

func (h *host) Place(page, title string) {
	document.Set("title", title)
	document.Get("body").Get("dataset").Set("page", page)
	if h.booted {
		window.Call("scrollTo", 0, 0)
	}
}

func (h *host) Reveal(id string) { h.reveal = id }

func (h *host) matches(query string) bool {
	return window.Call("matchMedia", query).Get("matches").Bool()
}

func (h *host) reduced() bool { return h.matches("(prefers-reduced-motion: reduce)") }

// rendered is called after each render.
func (h *host) rendered() {
	h.m.Board.Draw()
	if h.reveal != "" {
		if el := document.Call("getElementById", h.reveal); el.Truthy() {
			el.Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
		h.reveal = ""
	}
	if !h.booted {
		h.booted = true
		document.Get("body").Get("dataset").Set("panel", "ready")
	}
}

// on listens to events that no component owns.
func on(target js.Value, event string, f func(e js.Value)) {
	target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}))
}

func (h *host) listen() {
	// The address.
	moved := func(js.Value) {
		hash := window.Get("location").Get("hash").String()
		if hash == h.lastHash {
			return
		}
		h.lastHash = hash
		h.Update(func() { h.m.Open(hash) })
	}
	on(window, "hashchange", moved)
	on(window, "popstate", moved)

	// The system's wishes.
	changed := func(js.Value) { h.Update(func() { h.m.SystemChanged(h.reduced()) }) }
	for _, q := range []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"} {
		on(window.Call("matchMedia", q), "change", changed)
	}

	// Charts fit their column: when it changes, they are laid out again.
	var wait func()
	on(window, "resize", func(js.Value) {
		if wait != nil {
			wait()
		}
		wait = h.After(120*time.Millisecond, func() {})
	})

	h.listenScene()
	h.listenCharts()

	// Files are read here and go nowhere.
	on(document, "change", func(e js.Value) {
		in := e.Get("target")
		if in.Get("id").String() != "load" || in.Get("files").Length() == 0 {
			return
		}
		file := in.Get("files").Index(0)
		name := file.Get("name").String()
		var then js.Func
		then = js.FuncOf(func(_ js.Value, args []js.Value) any {
			then.Release()
			text := args[0].String()
			in.Set("value", "")
			go h.Update(func() { h.m.Load(name, []byte(text)) })
			return nil
		})
		file.Call("text").Call("then", then)
	})
}

// listenScene takes the scene's messages. Its clock goes straight to two
// elements; only what else changed is rendered.
func (h *host) listenScene() {
	take := func(e js.Value) {
		if e.Get("origin").String() != window.Get("location").Get("origin").String() {
			return
		}
		if w := h.sceneWindow(); !w.Truthy() || !e.Get("source").Equal(w) {
			return
		}
		d := e.Get("data")
		if d.Type() != js.TypeObject {
			return
		}
		msg := wire.FromScene{
			Type: str(d, "type"), At: float(d, "at"), Steps: int(float(d, "steps")), Playing: d.Get("playing").Truthy(), Clock: str(d, "clock"),
			Handle: str(d, "handle"), View: str(d, "view"), X: float(d, "x"), Y: float(d, "y"), Phase: str(d, "phase"), Text: str(d, "text"),
		}
		switch msg.Type {
		case wire.SceneTime:
			h.clock(msg)
		case wire.SceneShown:
			document.Get("body").Get("dataset").Set("scene", "shown")
		case wire.SceneError: // a scene that never came gives its place away
			if data := document.Get("body").Get("dataset"); str(data, "scene") != "shown" {
				data.Set("scene", "error")
			}
		}
		h.env.Lock()
		if h.m.FromScene(msg) {
			h.env.UnlockRender()
		} else {
			h.env.UnlockOnly()
		}
	}
	// Messages that came before there was a panel: see early.js.
	early := window.Get("earlyMessages")
	window.Set("earlyMessages", js.Null())
	on(window, "message", take)
	if early.Truthy() {
		for i := range early.Length() {
			take(early.Index(i))
		}
	}
}

func (h *host) clock(msg wire.FromScene) {
	if slider := document.Call("getElementById", "time"); slider.Truthy() && !slider.Call("matches", ":active").Bool() {
		slider.Set("value", msg.At)
		slider.Call("setAttribute", "aria-valuetext", msg.Clock)
	}
	if out := document.Call("getElementById", "clock"); out.Truthy() {
		out.Set("textContent", msg.Clock)
	}
}

func str(o js.Value, name string) string {
	if v := o.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func float(o js.Value, name string) float64 {
	if v := o.Get(name); v.Type() == js.TypeNumber {
		return v.Float()
	}
	return 0
}

// listenCharts gives every chart on the page its read-out.
func (h *host) listenCharts() {
	chart := func(e js.Value) string {
		t := e.Get("target")
		if t.Get("closest").Type() != js.TypeFunction {
			return ""
		}
		if el := t.Call("closest", "[data-chart]"); el.Truthy() {
			return el.Get("dataset").Get("chart").String()
		}
		return ""
	}
	over := ""
	on(document, "pointermove", func(e js.Value) {
		id := chart(e)
		if id != over && over != "" {
			h.m.Board.Leave(over)
		}
		if over = id; id != "" {
			h.m.Board.Point(id, e.Get("clientX").Float())
		}
	})
	on(document, "pointerdown", func(e js.Value) {
		if id := chart(e); id != "" {
			over = id
			h.m.Board.Point(id, e.Get("clientX").Float())
		}
	})
	on(document, "keydown", func(e js.Value) {
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
			return
		}
		if id := chart(e); id != "" && h.m.Board.Key(id, e.Get("key").String()) {
			e.Call("preventDefault")
		}
	})
}
