//go:build js

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"indistinct/core/lang"
	"indistinct/ui/stage/canvas"
	"indistinct/ui/stage/say"
)

// taker makes pictures of the scene to take away. The canvas and the
// labels over it are put together on a canvas of its own.
type taker struct {
	p       *page
	sheet   js.Value // the canvas; undefined before the first picture
	pen     js.Value // its 2D context
	compose js.Func  // called when a frame has been drawn and is still there
	picture bool     // a picture is wanted
	due     bool     // compose will be called
}

func newTaker(p *page) *taker {
	t := &taker{p: p}
	t.compose = js.FuncOf(func(js.Value, []js.Value) any {
		t.due, t.picture = false, false
		t.draw()
		t.send()
		return nil
	})
	return t
}

// drawn is called within a frame, when its labels are known. The picture is
// taken when the frame's commands have been given, before the browser clears
// what was drawn.
func (t *taker) drawn() {
	if t.picture && !t.due {
		t.due = true
		t.p.window.Call("queueMicrotask", t.compose)
	}
}

// Picture asks for a picture of the next frame.
func (t *taker) Picture(g *canvas.Canvas) {
	t.picture = true
	g.Redraw()
}

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
			text := t.p.text(lang.Say("stage.take.picture"))
			t.p.Say(say.FromScene{Type: say.Taken, Text: text})
			return nil
		}
		t.hand(args[0])
		return nil
	})
	t.sheet.Call("toBlob", done, "image/png")
}

// hand sends a picture to the page.
func (t *taker) hand(blob js.Value) {
	var got js.Func
	got = js.FuncOf(func(_ js.Value, args []js.Value) any {
		got.Release()
		o := js.ValueOf(say.FromScene{Type: say.Taken}.Object())
		o.Set(say.Data, args[0])
		t.p.window.Get("parent").Call("postMessage", o, t.p.origin, js.ValueOf([]any{args[0]}))
		return nil
	})
	blob.Call("arrayBuffer").Call("then", got)
}
