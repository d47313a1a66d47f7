//go:build js

package main

import (
	"encoding/json"
	"strconv"
	"syscall/js"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/browser"
	"indistinct/ui/build"
	"indistinct/ui/page/state"
	"indistinct/ui/stage/say"
)

// listen listens to what no component owns.
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
	browser.On(window, "hashchange", moved)
	browser.On(window, "popstate", moved)
	browser.On(window, "pagehide", func(js.Value) { h.Update(h.m.Flush) })

	// The system's wishes.
	changed := func(js.Value) { h.Update(func() { h.m.SystemChanged(h.reduced()) }) }
	for _, q := range []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"} {
		browser.On(window.Call("matchMedia", q), "change", changed)
	}

	// A frame out of sight, see framed.js, or a tab.
	away := func(js.Value) {
		h.Update(func() {
			h.m.SetHidden(framed() && document.Get("documentElement").Get("dataset").Get("away").Truthy(),
				document.Get("hidden").Bool())
		})
	}
	browser.On(window, "away", away)
	browser.On(document, "visibilitychange", away)
	away(js.Null())

	// Charts fit their column: when it changes, they are laid out again.
	var wait func()
	browser.On(window, "resize", func(js.Value) {
		if wait != nil {
			wait()
		}
		wait = h.After(120*time.Millisecond, func() {})
	})

	h.listenScene()
	h.listenCharts()
	h.listenKeys()

	// Files are read here and go nowhere.
	browser.Tool("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.readFile(args[0], args[1].String(), func() { args[2].Invoke() })
		return nil
	}))
}

// readFile offers a file to the page as that of the field id; done is called when it has
// been taken or read. A file of releases is not read here: a worker reads it, as a stream.
func (h *host) readFile(file js.Value, id string, done func()) {
	h.files++
	key := "file " + strconv.Itoa(h.files)
	browser.Tool("offer", key, file)
	e := state.Event{Kind: state.File, Name: id,
		File: lab.File{Name: file.Get("name").String(), Size: int64(file.Get("size").Float()), Key: key}}
	e.Read = func(then func(data []byte, ok bool)) {
		text := file.Call("text")
		go func() {
			read, err := await(text)
			done()
			h.Update(func() {
				if err != nil {
					then(nil, false)
					return
				}
				then([]byte(read.String()), true)
			})
		}()
		done = func() {}
	}
	go h.Update(func() {
		h.m.Emit(e)
		done()
	})
}

// listenScene takes the scene's messages, also those that came before there was a panel:
// see early.js. Its clock goes straight to the time slider; only what else changed is
// rendered.
func (h *host) listenScene() {
	other := false // the scene is of another build
	take := func(d js.Value) {
		var msg say.FromScene
		if json.Unmarshal([]byte(window.Get("JSON").Call("stringify", d).String()), &msg) != nil {
			return
		}
		if other = other && msg.Type != say.Ready; other {
			return
		}
		switch msg.Type {
		case say.Ready:
			if other = str(d, "build") != build.Mark; !other {
				break
			}
			if browser.Tool("renew", "scene.wasm").Truthy() {
				h.sceneWindow().Get("location").Call("reload")
				return
			}
			msg = say.FromScene{Type: say.Error, Text: h.m.Text("stage.error.build")}
		case say.Taken: // a picture of the stage
			h.Update(func() {
				if name := h.m.Scene.Taken(lang.Verbatim(msg.Text)); name != "" {
					browser.Tool("save", name, "image/png", d.Get(say.Data))
				}
			})
			return
		}
		h.hear(func() bool {
			slider, told := document.Call("getElementById", "time"), msg.Type == say.Time && h.m.Scene.Speaks(msg)
			if told && slider.Truthy() && !slider.Call("matches", ":active").Bool() {
				slider.Set("value", msg.At)
				slider.Call("setAttribute", "aria-valuetext", msg.Clock)
			}
			return h.m.Scene.Hear(msg)
		})
	}
	window.Call("indistinctHear", browser.Func(take))
}

func str(o js.Value, name string) string { return text(o.Get(name)) }

// text is what a text of JavaScript's says, "" of anything else.
func text(v js.Value) string {
	if v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// listenCharts gives every chart on the page its read-out.
func (h *host) listenCharts() {
	charts, board := window.Get("indistinctCharts"), h.m.Board
	hear := func(what string, do func(id string, v js.Value) any) {
		charts.Set(what, js.FuncOf(func(_ js.Value, args []js.Value) any {
			return do(args[0].String(), args[len(args)-1])
		}))
	}
	hear("point", func(id string, x js.Value) any { board.Point(id, x.Float()); return nil })
	hear("leave", func(id string, _ js.Value) any { board.Leave(id); return nil })
	hear("key", func(id string, key js.Value) any { return board.Key(id, key.String()) })
	browser.On(window, "scroll", func(js.Value) { h.drawMore() })
	browser.On(window, "beforeprint", func(js.Value) {
		board.More(true)
		h.m.Scene.Skip()
	})
}

// listenKeys hands on the keys that no field takes, and the end of the full screen.
func (h *host) listenKeys() {
	emit := func(e state.Event) {
		h.hear(func() bool { return h.m.Emit(e) || e.Kind == state.FullScreenLeft })
	}
	browser.On(document, "keydown", func(e js.Value) {
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() ||
			e.Get("defaultPrevented").Bool() {
			return
		}
		key, at := e.Get("key").String(), e.Get("target")
		switch {
		case key == "Escape" && h.m.Scene.OnShow() && !h.m.Scene.Over():
			h.m.Scene.Skip()
		case key == "Escape", len(key) == 1 && at.Get("matches").Truthy() && !at.Call("matches", fields).Bool():
			emit(state.Event{Kind: state.Key, Name: key})
		}
	})
	browser.On(document, "fullscreenchange", func(js.Value) {
		if !document.Get("fullscreenElement").Truthy() {
			emit(state.Event{Kind: state.FullScreenLeft})
		}
	})
}

// fields take keys themselves.
const fields = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select"
