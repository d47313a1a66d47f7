//go:build js

package main

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/build"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/canvas"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/paint"
	"indistinct/ui/stage/playback"
	"indistinct/ui/stage/say"
)

// page is the document in the iframe: scene.html with the canvas that ebiten
// added to it. It implements canvas.Host.
type page struct {
	window, document, body js.Value
	root                   js.Value // the html element
	layer                  js.Value // holds the labels
	touch                  js.Value // lies over everything and takes pointers
	labels                 []label
	cursor                 string
	origin                 string
	scale                  float64 // CSS pixels for each of the stage's
	pressed                [2]float64
	texts                  []paint.Label // over what is being drawn
	write, tell            js.Func       // write them and say that there is a picture, when it is on the canvas
	compose                js.Func       // takes the picture that is wanted
	wanted, due            bool          // a picture is; it is the one that is being drawn
	stage                  *stage.Stage
	tag                    string        // of the language that was asked for last
	of                     func() string // what the stage shows is of
	seen                   string        // what that is of which there is a picture
}

// label is a text on the page as it was last written.
type label struct {
	paint.Label
	element, style js.Value
	hidden         bool
}

// text says a message in plain words; without a language its id.
func (p *page) text(m lang.Message) string {
	if p.stage.Words.Language == nil {
		return m.ID()
	}
	return layout.Plain(p.stage.Words.Say(m))
}

func newPage() *page {
	p := &page{scale: 1, window: js.Global(), document: js.Global().Get("document")}
	p.body = p.document.Get("body")
	p.root = p.document.Get("documentElement")
	p.layer = p.document.Call("getElementById", "labels")
	p.touch = p.document.Call("getElementById", "touch")
	p.origin = p.window.Get("location").Get("origin").String()
	call := func(f func()) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			f()
			return nil
		})
	}
	p.compose, p.write, p.tell = call(p.take), call(p.writeLabels), call(p.tellShown)
	// Ebiten's canvas must neither catch the Tab key nor swallow scrolling: a
	// transparent element above it takes the pointer instead.
	if canvas := p.document.Call("querySelector", "canvas"); canvas.Truthy() {
		canvas.Set("tabIndex", -1)
		canvas.Call("setAttribute", "aria-hidden", "true")
	}
	return p
}

// Say sends a message to the embedding page.
func (p *page) Say(m say.FromScene) {
	switch m.Type {
	case "":
		return
	case say.Shown:
		p.seen = m.Of
		p.window.Call("whenShown", p.tell)
		return
	}
	p.post(m)
}

// tellShown says that there is a picture.
func (p *page) tellShown() {
	p.body.Get("classList").Call("add", "shown")
	p.post(say.FromScene{Type: say.Shown, Of: p.seen})
}

func (p *page) post(m say.FromScene) {
	m.Of = cmp.Or(m.Of, p.of())
	o := say.Object(m)
	if m.Type == say.Ready {
		o["build"] = build.Mark
	}
	p.window.Get("parent").Call("postMessage", o, p.origin)
}

// Dress hands the theme's colours to the style sheet.
func (p *page) Dress(t palette.Theme) {
	for _, rule := range strings.Split(palette.CSS(string(t)), ";") {
		if name, value, ok := strings.Cut(rule, ":"); ok {
			p.root.Get("style").Call("setProperty", name, value)
		}
	}
}

// Wake asks for one frame: see scene.js.
func (p *page) Wake(after time.Duration) { p.window.Call("wakeScene", after.Milliseconds()) }

// Scale makes the labels larger, and their places with them.
func (p *page) Scale(k float64) {
	p.scale = k
	p.root.Get("style").Call("setProperty", "--scale", strconv.FormatFloat(k, 'g', 4, 64))
}

// Coarsen gives the canvas fewer pixels: see scene.js.
func (p *page) Coarsen(k float64) { p.window.Call("coarsenScene", k) }

// Labels writes the texts over the canvas, when what is being drawn is there.
func (p *page) Labels(all []paint.Label) {
	p.texts, p.due = all, p.wanted
	p.window.Call("whenShown", p.write)
}

// writeLabels touches only what differs from the frame before.
func (p *page) writeLabels() {
	all := p.texts
	for len(p.labels) < len(all) {
		e := p.document.Call("createElement", "span")
		p.layer.Call("appendChild", e)
		p.labels = append(p.labels, label{element: e, style: e.Get("style"), Label: paint.Label{X: -1e9, Alpha: 1}})
	}
	for i := range p.labels {
		l := &p.labels[i]
		set := func(name, value string) { l.style.Call("setProperty", name, value) }
		if hidden := i >= len(all); hidden != l.hidden {
			l.hidden = hidden
			set("display", map[bool]string{true: "none"}[hidden])
		}
		if l.hidden {
			continue
		}
		n := &all[i]
		if n.Text != l.Text {
			p.window.Call("writeLabel", l.element, n.Text)
		}
		if n.Style != l.Style || n.Role != l.Role {
			l.element.Set("className", string(n.Style)+" c-"+n.Role)
			set("color", "var(--"+n.Role+")")
		}
		if n.Size != l.Size {
			set("font-size", sized(float64(n.Size)))
		}
		if n.Max != l.Max {
			set("max-width", sized(n.Max))
		}
		if d := n.Alpha - l.Alpha; d > 0.01 || d < -0.01 || n.Alpha == 1 && l.Alpha != 1 {
			set("opacity", strconv.FormatFloat(float64(n.Alpha), 'f', 2, 32))
		} else {
			n.Alpha = l.Alpha
		}
		if dx, dy := n.X-l.X, n.Y-l.Y; n.Align != l.Align || n.Style != l.Style || dx > 0.2 || dx < -0.2 || dy > 0.2 ||
			dy < -0.2 {
			shift := [...]string{"0%", "50%", "100%"}[n.Align+1]
			up := "50%"
			if n.Style == paint.Clock {
				up = "0%"
			}
			// No text leaves the canvas where a typeface runs wider than was reckoned with.
			set("transform", "translate(clamp(0px, "+px(n.X)+" - "+shift+
				", 100vw / var(--scale, 1) - 100%), calc("+px(n.Y)+" - "+up+"))")
		} else {
			n.X, n.Y = l.X, l.Y
		}
		l.Label = *n
	}
	// The picture is taken when the frame's commands have been given, before the browser
	// clears what was drawn.
	if p.due {
		p.wanted, p.due = false, false
		p.window.Call("queueMicrotask", p.compose)
	}
}

// take has a picture made of what was drawn and of the labels over it: see scene.js.
func (p *page) take() {
	labels := []any{}
	for i := range p.labels {
		if l := &p.labels[i]; !l.hidden && l.Alpha > 0.01 {
			labels = append(labels, map[string]any{"element": l.element, "x": l.X, "y": l.Y, "align": int(l.Align),
				"alpha": float64(l.Alpha), "clock": l.Style == paint.Clock, "halo": l.Role != "card"})
		}
	}
	p.window.Call("takePicture", labels, p.scale)
}

func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

// sized is a length, "" where the style sheet's own holds.
func sized(v float64) string {
	if v > 0 {
		return px(v)
	}
	return ""
}

// listen connects messages and pointers to the canvas. Ebiten runs everything on
// the page's one thread, and no handler here blocks, so none can meet a frame
// half drawn.
func (p *page) listen(g *canvas.Canvas) {
	if hash := p.window.Get("location").Get("hash").String(); len(hash) > 1 {
		if t, ok := palette.Parse(hash[1:]); ok {
			g.Stage.Theme = t
		}
	}
	g.Spare = p.body.Get("dataset").Get("drawn").Truthy()
	g.SetReduced(p.window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool())
	on(p.window, "message", func(e js.Value) {
		// Only the page around this one may give orders.
		if e.Get("origin").String() != p.origin || !e.Get("source").Equal(p.window.Get("parent")) ||
			e.Get("data").Type() != js.TypeObject {
			return
		}
		p.receive(g, e.Get("data"))
	})

	s := g.Stage
	hear := func(name string, do func(e js.Value, x, y float64)) {
		on(p.touch, name, func(e js.Value) {
			if e.Get("isPrimary").Bool() {
				x, y := p.at(e)
				do(e, x, y)
				p.point(g, x, y, e)
			}
		})
	}
	hear("pointerdown", func(e js.Value, x, y float64) {
		switch {
		case e.Get("button").Int() != 0:
		case g.OnShow():
			p.pressed = [2]float64{x, y}
		case s.Press(x, y, reach(e)):
			p.touch.Call("setPointerCapture", e.Get("pointerId"))
			g.Redraw()
		}
	})
	hear("pointermove", func(_ js.Value, x, y float64) {
		if m := s.Move(x, y); m.Type != "" {
			p.Say(m)
			g.Redraw()
		}
	})
	hear("pointerup", func(_ js.Value, x, y float64) {
		switch {
		case !g.OnShow():
			p.Say(s.Release(x, y))
			g.Redraw()
		case math.Hypot(x-p.pressed[0], y-p.pressed[1]) < stage.Slack*2:
			g.Skip()
		}
	})
	on(p.touch, "pointercancel", func(js.Value) {
		p.Say(s.Cancel())
		g.Redraw()
	})
	on(p.touch, "pointerleave", func(js.Value) {
		if !s.Dragging() && s.Leave() {
			g.Redraw()
		}
	})
	// A finger on a handle drags it; a finger anywhere else scrolls the page.
	p.touch.Call("addEventListener", "touchstart", js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		if t := e.Get("touches"); t.Length() == 1 {
			x, y := p.at(t.Index(0))
			if !g.OnShow() && s.Takes(x, y, stage.ReachTouch) && e.Get("cancelable").Bool() {
				e.Call("preventDefault")
			}
		}
		return nil
	}), map[string]any{"passive": false})
}

func on(target js.Value, name string, do func(e js.Value)) {
	target.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		return nil
	}))
}

// at is where a pointer is, in the stage's pixels.
func (p *page) at(e js.Value) (x, y float64) {
	return e.Get("clientX").Float() / p.scale, e.Get("clientY").Float() / p.scale
}

func reach(e js.Value) float64 {
	if e.Get("pointerType").String() == "mouse" {
		return stage.ReachMouse
	}
	return stage.ReachTouch
}

// point follows the pointer with the highlight and the cursor.
func (p *page) point(g *canvas.Canvas, x, y float64, e js.Value) {
	if e.Get("pointerType").String() == "mouse" && !g.OnShow() && g.Stage.Point(x, y) {
		g.Redraw()
	}
	cursor := "default"
	switch {
	case g.OnShow():
		if g.Skips() {
			cursor = "pointer"
		}
	case g.Stage.Dragging():
		cursor = "grabbing"
	case g.Stage.Hover.Handle != "":
		cursor = "grab"
	case g.Stage.OverChip(x, y):
		cursor = "pointer"
	}
	if cursor != p.cursor {
		p.cursor = cursor
		p.touch.Get("style").Call("setProperty", "cursor", cursor)
	}
}

// receive does what a message of the page asks. What it does not know it
// ignores.
func (p *page) receive(g *canvas.Canvas, data js.Value) {
	var m say.ToScene
	if json.Unmarshal([]byte(p.window.Get("JSON").Call("stringify", data).String()), &m) != nil {
		return
	}
	c := &g.Stage.Clock
	switch m.Type {
	case say.Film:
		f := new(film.Film)
		err := decode(data, f)
		if err == nil {
			g.Stage.Weigh = m.Weigh
			err = g.Show(f, m.Of, m.KeepTime)
		}
		if err != nil {
			p.Say(say.FromScene{Type: say.Error, Of: m.Of, Text: p.text(lang.Say("stage.error.film", "why", err))})
			return
		}
		p.describe()
	case say.Show:
		var run film.Show
		err := decode(data, &run)
		if err == nil {
			err = g.Play(&run, playback.ReadKept(m.Kept), m.Of, m.KeepTime)
		}
		if err != nil {
			p.Say(say.FromScene{Type: say.Error, Of: m.Of, Text: p.text(lang.Say("stage.error.run", "why", err))})
		}
	case say.Language:
		p.language(g, m.Name)
	case say.Skip:
		g.Skip()
	case say.Again:
		g.Again()
	case say.Back:
		g.Back()
	case say.Picture:
		p.wanted = true
		g.Redraw()
	case say.Play:
		c.Play()
		g.Changed()
	case say.Pause:
		c.Pause()
		g.Changed()
	case say.Step:
		c.Step(m.By)
		g.Changed()
	case say.Seek:
		c.Seek(m.At)
		g.Changed()
	case say.Theme:
		if t, ok := palette.Parse(m.Name); ok {
			g.SetTheme(t)
		}
	case say.Scale:
		g.SetScale(m.Value)
	case say.Tab:
		g.Forward(m.By)
	case say.Legend:
		g.Stage.Toggle()
		g.Redraw()
	case say.Motion:
		g.SetReduced(m.Reduced)
	}
}

// language fetches the texts of a language and says everything in it from then on. Some
// always come: see scene.js.
func (p *page) language(g *canvas.Canvas, tag string) {
	if p.tag == tag || !lang.Known(tag) {
		return
	}
	p.tag = tag
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		done.Release()
		l, err := lang.Parse(tag, []byte(args[0].String()))
		if err != nil || p.tag != tag { // another one was asked for meanwhile
			return nil
		}
		p.root.Set("lang", tag)
		p.layer.Set("dir", "ltr")
		if l.RightToLeft() {
			p.layer.Set("dir", "rtl")
		}
		g.Speak(l)
		p.describe()
		return nil
	})
	p.window.Call("sceneTexts", lang.File(tag)).Call("then", done)
}

// describe says for whoever cannot see it what the picture shows.
func (p *page) describe() {
	if f := p.stage.Film; f != nil {
		p.body.Call("setAttribute", "aria-label", p.text(lang.Say("stage.decoration", "alt", f.Alt)))
	}
}

// decode reads the film or show of a message, an ArrayBuffer.
func decode(m js.Value, into encoding.BinaryUnmarshaler) (err error) {
	defer func() {
		if recover() != nil { // the browser refused
			err = errors.New("its data is not an ArrayBuffer")
		}
	}()
	a := js.Global().Get("Uint8Array").New(m.Get(say.Data))
	data := make([]byte, a.Length())
	js.CopyBytesToGo(data, a)
	return into.UnmarshalBinary(data)
}
