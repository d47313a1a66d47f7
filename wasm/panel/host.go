//go:build js

package main

import (
	"fmt"
	"strings"
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
	reveal   string // id of an element to bring into sight after the next render
	focus    string // and of one that takes the focus
	booted   bool
	drawing  bool // charts are due
	print    bool // the page is to be printed
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
	if tools().Call("address", hash, push).Bool() {
		h.lastHash = hash
	}
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

func (h *host) Download(name, mime, data string) { h.save(name, mime, js.ValueOf(data)) }

// save downloads a text or an ArrayBuffer.
func (h *host) save(name, mime string, data js.Value) {
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

// Fetch reads a file from the site's own folder.
func (h *host) Fetch(name string, done func(data []byte)) {
	var yes, read, no js.Func
	end := func(data []byte) {
		yes.Release()
		read.Release()
		no.Release()
		go h.Update(func() { done(data) })
	}
	yes = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !args[0].Get("ok").Bool() {
			end(nil)
			return nil
		}
		args[0].Call("text").Call("then", read, no)
		return nil
	})
	read = js.FuncOf(func(_ js.Value, args []js.Value) any {
		end([]byte(args[0].String()))
		return nil
	})
	no = js.FuncOf(func(js.Value, []js.Value) any {
		end(nil)
		return nil
	})
	window.Call("fetch", name).Call("then", yes, no)
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

func (h *host) Remember(key, text string) { tools().Call("remember", key, text) }

func (h *host) Recall(key string) string { return tools().Call("recall", key).String() }

func (h *host) Point(selector string) { tools().Call("point", selector) }

const themeKey = "indistinct-theme"

// stored is the theme that the visitor chose earlier; within another page the
// one that its link asks for: see framed.js.
func (h *host) stored() string {
	if framed() {
		return str(document.Get("documentElement").Get("dataset"), "wish")
	}
	return tools().Call("recall", themeKey).String()
}

// framed reports whether the link asks for a page within another one.
func framed() bool { return document.Get("documentElement").Get("dataset").Get("embed").Truthy() }

func (h *host) Sheet(address string) { tools().Call("sheet", address) }

func (h *host) HasSheet() bool {
	return window.Get("navigator").Get("share").Type() == js.TypeFunction
}

func (h *host) Version() (version, year string) {
	meta := document.Call("querySelector", `meta[name="version"]`)
	return meta.Get("content").String(), str(meta.Get("dataset"), "year")
}

// tools are the guarded calls of load.js: to what a browser may refuse by an
// exception, which would end the program.
func tools() js.Value { return window.Get("indistinct") }

func (h *host) Theme(choice string) string {
	if h.booted && !framed() {
		tools().Call("remember", themeKey, choice)
	}
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

func (h *host) Place(page, lab, title string) {
	document.Set("title", title)
	data := document.Get("body").Get("dataset")
	moved := str(data, "page") != page || str(data, "lab") != lab
	data.Set("page", page)
	data.Set("lab", lab)
	if h.booted && moved {
		window.Call("scrollTo", 0, 0)
	}
}

func (h *host) Reveal(id string) { h.reveal = id }

func (h *host) Focus(id string) { h.focus = id }

func (h *host) Put(id, value string) {
	if el := document.Call("getElementById", id); el.Truthy() {
		el.Set("value", value)
	}
}

func (h *host) Present(on bool) float64 {
	data := document.Get("body").Get("dataset")
	if on {
		data.Set("present", "yes")
	} else {
		data.Delete("present")
	}
	tools().Call("fullscreen", on)
	if !on {
		return 1
	}
	// The scene's smallest letters have 11 px; a room needs 24 at 1920 × 1080.
	return max(1.5, window.Get("innerWidth").Float()/1920*2.2)
}

func (h *host) matches(query string) bool {
	return window.Call("matchMedia", query).Get("matches").Bool()
}

func (h *host) reduced() bool { return h.matches("(prefers-reduced-motion: reduce)") }

// rendered is called after each render.
func (h *host) rendered() {
	if h.m.Board.Draw() {
		h.drawMore()
	}
	if h.reveal == "stage" {
		box := document.Call("getElementById", "stage").Call("getBoundingClientRect")
		if box.Get("bottom").Float() < 160 {
			window.Call("scrollTo", 0, 0)
		}
		h.reveal = ""
	}
	if h.reveal != "" { // within the column that scrolls by itself: the stage stays in sight
		el, side := document.Call("getElementById", h.reveal), document.Call("getElementById", "controls")
		if el.Truthy() && side.Truthy() && side.Get("scrollHeight").Int() > side.Get("clientHeight").Int() {
			box, frame := el.Call("getBoundingClientRect"), side.Call("getBoundingClientRect")
			if over := box.Get("bottom").Float() - frame.Get("bottom").Float() + 12; over > 0 {
				side.Call("scrollBy", 0, over)
			}
		}
		h.reveal = ""
	}
	if dialog := document.Call("querySelector", "dialog:not([open])"); dialog.Truthy() {
		dialog.Call("showModal")
	}
	if !h.booted {
		h.booted = true
		document.Get("body").Get("dataset").Set("panel", "ready")
	}
	if h.focus != "" { // what is not shown yet takes no focus
		if el := document.Call("getElementById", h.focus); el.Truthy() && !(el.Get("toFault").Truthy() && el.Call("toFault").Bool()) {
			el.Call("focus", map[string]any{"preventScroll": true})
			el.Call("scrollIntoView", map[string]any{"block": "center"})
		}
		h.focus = ""
	}
	if h.print {
		h.print = false
		tools().Call("print")
		go h.Update(h.m.Printed)
	}
}

// drawMore draws the charts that are left, a few at a time.
func (h *host) drawMore() {
	if h.drawing {
		return
	}
	h.drawing = true
	time.AfterFunc(30*time.Millisecond, func() {
		h.env.Lock()
		h.drawing = false
		if h.m.Board.More(false) {
			h.drawMore()
		}
		h.env.UnlockOnly()
	})
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
		h.Update(func() {
			h.m.Open(hash)
			if framed() {
				h.m.SetTheme(h.stored())
			}
		})
	}
	on(window, "hashchange", moved)
	on(window, "popstate", moved)
	on(window, "pagehide", func(js.Value) { h.Update(h.m.Flush) })

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
	h.listenPresent()

	// Files are read here and go nowhere.
	on(document, "change", func(e js.Value) {
		in := e.Get("target")
		if !strings.HasPrefix(in.Get("id").String(), "load") || in.Get("files").Length() == 0 {
			return
		}
		file := in.Get("files").Index(0)
		name, size := file.Get("name").String(), int64(file.Get("size").Float())
		var read, refused js.Func
		end := func(load func(arg js.Value)) js.Func {
			return js.FuncOf(func(_ js.Value, args []js.Value) any {
				read.Release()
				refused.Release()
				in.Set("value", "")
				load(args[0])
				return nil
			})
		}
		go h.Update(func() {
			if !h.m.Accepts(name, size) {
				in.Set("value", "")
				return
			}
			read = end(func(text js.Value) {
				go h.Update(func() { h.m.TakeFile(in.Get("id").String(), name, []byte(text.String())) })
			})
			refused = end(func(js.Value) { go h.Update(func() { h.m.Unread(name) }) })
			file.Call("text").Call("then", read, refused)
		})
	})
}

// listenScene takes the scene's messages. Its clock goes straight to the
// time slider; only what else changed is rendered.
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
			Tab: int(float(d, "tab")),
		}
		if names := d.Get("names"); msg.Type == wire.SceneTabs && names.Truthy() {
			for i := range names.Length() {
				msg.Names = append(msg.Names, names.Index(i).String())
			}
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
		if msg.Type == wire.SceneTaken {
			h.taken(str(d, "kind"), msg.Text, d.Get(wire.SceneData))
			return
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

// taken saves a picture or a film of the stage, or puts the picture on the sheet
// that is about to be printed.
func (h *host) taken(kind, text string, data js.Value) {
	h.Update(func() {
		name := h.m.Taken(kind, text)
		if text != "" || !data.Truthy() {
			return
		}
		if name != "" {
			h.save(name, kind, data)
			return
		}
		var done js.Func
		done = js.FuncOf(func(js.Value, []js.Value) any {
			done.Release()
			go h.Update(h.m.Pictured)
			return nil
		})
		tools().Call("picture", data, kind, "leaf-picture", done)
	})
}

func (h *host) Print() { h.print = true }

func (h *host) clock(msg wire.FromScene) {
	if slider := document.Call("getElementById", "time"); slider.Truthy() && !slider.Call("matches", ":active").Bool() {
		slider.Set("value", msg.At)
		slider.Call("setAttribute", "aria-valuetext", msg.Clock)
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
	on(window, "scroll", func(js.Value) { h.drawMore() })
	on(window, "beforeprint", func(js.Value) { h.m.Board.More(true) })
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

// listenPresent shows the stage to a room: key F, until Escape or the end of
// the full screen.
func (h *host) listenPresent() {
	present := func(on bool) {
		h.env.Lock()
		h.m.Present(on)
		h.env.UnlockRender()
	}
	on(document, "keydown", func(e js.Value) {
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("defaultPrevented").Bool() {
			return
		}
		switch e.Get("key").String() {
		case "f", "F":
			if !e.Get("target").Call("matches", "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select").Bool() {
				present(!h.m.Presenting)
			}
		case "Escape":
			switch {
			case h.m.OnShow() && !h.m.ShowOver():
				h.m.Skip()
			case h.m.Presenting:
				present(false)
			}
		}
	})
	on(document, "fullscreenchange", func(js.Value) {
		if !document.Get("fullscreenElement").Truthy() && h.m.Presenting {
			present(false)
		}
	})
}
