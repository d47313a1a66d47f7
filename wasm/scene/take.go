//go:build js

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"indistinct/core/lang"
	"indistinct/ui/stage/game"
	"indistinct/ui/stage/say"
)

// taker makes pictures and films of the scene to take away. The canvas and the
// labels over it are put together on a canvas of its own.
type taker struct {
	p        *page
	sheet    js.Value // the canvas; undefined before the first picture
	pen      js.Value // its 2D context
	compose  js.Func  // called when a frame has been drawn and is still there
	due      bool     // compose will be called
	picture  bool     // a picture is wanted
	recorder js.Value // undefined while nothing is recorded
	encoded  bool     // the recorder has given a part of the film
	ending   bool     // Stop was called before that
	stopAt   js.Value // the time limit's timer
	hold     []js.Func
}

// longest is how long a recording may be, in milliseconds.
const longest = 120_000

func newTaker(p *page) *taker {
	t := &taker{p: p}
	t.compose = js.FuncOf(func(js.Value, []js.Value) any {
		t.due = false
		t.draw()
		if t.picture {
			t.picture = false
			t.send()
		}
		return nil
	})
	return t
}

// drawn is called within a frame, when its labels are known. The picture is
// taken when the frame's commands have been given, before the browser clears
// what was drawn.
func (t *taker) drawn() {
	if (t.picture || t.recording()) && !t.due {
		t.due = true
		t.p.window.Call("queueMicrotask", t.compose)
	}
}

func (t *taker) recording() bool { return t.recorder.Truthy() }

// Picture asks for a picture of the next frame.
func (t *taker) Picture(g *game.Game) {
	t.picture = true
	g.Redraw()
}

// Record starts a recording.
func (t *taker) Record(g *game.Game) {
	if t.recording() {
		return
	}
	class := t.p.window.Get("MediaRecorder")
	t.ready()
	if !class.Truthy() || t.sheet.Get("captureStream").Type() != js.TypeFunction {
		t.fail(lang.Say("stage.take.none"))
		return
	}
	kind := ""
	for _, k := range [4]string{"video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"} {
		if class.Call("isTypeSupported", k).Bool() {
			kind = k
			break
		}
	}
	if kind == "" {
		t.fail(lang.Say("stage.take.format"))
		return
	}
	defer func() {
		if recover() != nil { // the browser refuses after all
			t.recorder = js.Undefined()
			t.fail(lang.Say("stage.take.refused"))
		}
	}()
	r := class.New(t.sheet.Call("captureStream", 30), map[string]any{"mimeType": kind, "videoBitsPerSecond": 6_000_000})
	parts := js.Global().Get("Array").New()
	t.encoded, t.ending = false, false
	part := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		parts.Call("push", data)
		t.encoded = t.encoded || data.Get("size").Int() > 0
		if t.ending && t.encoded {
			t.finish()
		} else if t.ending {
			g.Redraw() // the recorder takes pictures of what is drawn anew
		}
		return nil
	})
	var stopped js.Func
	stopped = js.FuncOf(func(js.Value, []js.Value) any {
		part.Release()
		stopped.Release()
		blob := t.p.window.Get("Blob").New(parts, map[string]any{"type": kind})
		if blob.Get("size").Int() == 0 {
			t.fail(lang.Say("stage.take.short"))
			return nil
		}
		t.hand(blob, kind)
		return nil
	})
	r.Set("ondataavailable", part)
	r.Set("onstop", stopped)
	r.Call("start", 1000)
	t.recorder = r
	limit := js.FuncOf(func(js.Value, []js.Value) any {
		t.finish()
		return nil
	})
	t.hold = append(t.hold, limit)
	t.stopAt = t.p.window.Call("setTimeout", limit, longest)
	g.Redraw()
}

// Stop ends a recording, whose film then follows: at once or, on a machine so busy
// that nothing is encoded yet, with the first part that is.
func (t *taker) Stop() {
	t.ending = true
	if t.encoded {
		t.finish()
	}
}

// finish stops the recorder.
func (t *taker) finish() {
	if !t.recording() {
		return
	}
	r := t.recorder
	t.recorder = js.Undefined()
	t.p.window.Call("clearTimeout", t.stopAt)
	for _, f := range t.hold {
		f.Release()
	}
	t.hold = nil
	r.Call("stop")
}

func (t *taker) fail(m lang.Message) { t.p.Say(say.FromScene{Type: say.Taken, Text: t.p.text(m)}) }

// ready makes the canvas as large as the scene's.
func (t *taker) ready() {
	if !t.sheet.Truthy() {
		t.sheet = t.p.document.Call("createElement", "canvas")
		t.pen = t.sheet.Call("getContext", "2d")
	}
	canvas := t.p.document.Call("querySelector", "body > canvas")
	for _, side := range [2]string{"width", "height"} {
		if n := canvas.Get(side).Int(); t.sheet.Get(side).Int() != n {
			t.sheet.Set(side, n)
		}
	}
}

// draw puts the frame and its labels on the canvas.
func (t *taker) draw() {
	t.ready()
	c := t.pen
	canvas := t.p.document.Call("querySelector", "body > canvas")
	c.Call("setTransform", 1, 0, 0, 1, 0, 0)
	c.Set("globalAlpha", 1)
	c.Call("drawImage", canvas, 0, 0)
	wide := t.p.body.Get("clientWidth").Float()
	k := canvas.Get("width").Float() / max(wide, 1) * t.p.scale
	c.Call("setTransform", k, 0, 0, k, 0, 0)
	c.Set("textBaseline", "middle")
	c.Set("lineJoin", "round")
	for i := range t.p.labels {
		if l := &t.p.labels[i]; !l.hidden && l.Alpha > 0.01 {
			t.write(l)
		}
	}
}

// write puts one label on the canvas, with the look that the style sheet gives
// it.
func (t *taker) write(l *label) {
	c := t.pen
	look := t.p.window.Call("getComputedStyle", l.element)
	size := look.Get("fontSize").String()
	upright := look.Get("fontWeight").String() + " " + size + " " + look.Get("fontFamily").String()
	height, _ := strconv.ParseFloat(strings.TrimSuffix(size, "px"), 64)
	italic := func(of float64) string {
		return "italic " + px(of*height) +
			` "STIX Two Text", "Cambria Math", Cambria, Georgia, "Times New Roman", serif`
	}
	// font chooses the type of a piece and returns how far below the line it stands.
	font := func(piece js.Value) float64 {
		switch piece.Get("nodeName").String() {
		case "I":
			c.Set("font", italic(1))
		case "SUB":
			c.Set("font", italic(0.75))
			return 0.2 * height
		case "SUP":
			c.Set("font", italic(0.75))
			return -0.3 * height
		default:
			c.Set("font", upright)
		}
		return 0
	}
	nodes := l.element.Get("childNodes")
	total := 0.0
	widths := make([]float64, nodes.Length())
	for i := range widths {
		font(nodes.Index(i))
		widths[i] = c.Call("measureText", nodes.Index(i).Get("textContent")).Get("width").Float()
		total += widths[i]
	}
	x, y := l.X, l.Y
	if l.Align > 0 {
		x -= total
	} else if l.Align == 0 {
		x -= total / 2
	}
	if l.Style == "clock" {
		y += height * 0.6
	}
	c.Set("globalAlpha", l.Alpha)
	c.Set("fillStyle", look.Get("color"))
	halo := t.p.window.Call("getComputedStyle", t.p.document.Get("documentElement")).Call("getPropertyValue", "--page")
	c.Set("strokeStyle", halo)
	c.Set("lineWidth", 3)
	for i := range widths {
		y := y + font(nodes.Index(i))
		text := nodes.Index(i).Get("textContent")
		if l.Role != "card" {
			c.Call("strokeText", text, x, y)
		}
		c.Call("fillText", text, x, y)
		x += widths[i]
	}
}

// send hands the canvas over as a PNG.
func (t *taker) send() {
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		done.Release()
		if !args[0].Truthy() {
			t.fail(lang.Say("stage.take.picture"))
			return nil
		}
		t.hand(args[0], "image/png")
		return nil
	})
	t.sheet.Call("toBlob", done, "image/png")
}

// hand sends a file to the page.
func (t *taker) hand(blob js.Value, kind string) {
	var got js.Func
	got = js.FuncOf(func(_ js.Value, args []js.Value) any {
		got.Release()
		o := js.ValueOf(say.FromScene{Type: say.Taken, Kind: kind}.Object())
		o.Set(say.Data, args[0])
		t.p.window.Get("parent").Call("postMessage", o, t.p.origin, js.ValueOf([]any{args[0]}))
		return nil
	})
	blob.Call("arrayBuffer").Call("then", got)
}
