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
	"indistinct/ui/browser"
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
	pressed                [2]float64
	texts                  []paint.Label // over what is being drawn
	write, tell            js.Func       // write them and say that there is a picture, when it is on the canvas
	wanted, due            bool          // a picture is; it is the one that is being drawn
	stage                  *stage.Stage
	tag                    string        // of the language that was asked for last
	of                     func() string // what the stage shows is of
	scale                  string        // of the labels, in CSS
	seen                   string        // what that is of which there is a picture
}

// label is a text on the page as it was last written.
type label struct {
	paint.Label
	element js.Value
	look    string // its class and style
}

// look is a label's style, in steps too small to be seen.
func look(l *paint.Label) string {
	if l.Text == "" {
		return "display: none"
	}
	css := "color: var(--" + l.Role + "); opacity: " + strconv.FormatFloat(float64(l.Alpha), 'f', 2, 32)
	if l.Size > 0 { // else the style sheet's own
		css += "; font-size: " + px(float64(l.Size))
	}
	if l.Max > 0 {
		css += "; max-width: " + px(l.Max)
	}
	up := "50%"
	if l.Style == paint.Clock {
		up = "0%"
	}
	// No text leaves the canvas where a typeface runs wider than was reckoned with.
	return css + "; transform: translate(clamp(0px, " + px(l.X) + " - " + [...]string{"0%", "50%", "100%"}[l.Align+1] +
		", 100vw / var(--scale, 1) - 100%), calc(" + px(l.Y) + " - " + up + "))"
}

// text says a message in plain words; without a language its id.
func (p *page) text(m lang.Message) string {
	if p.stage.Words.Language == nil {
		return m.ID()
	}
	return layout.Plain(p.stage.Words.Say(m))
}

func newPage() *page {
	p := &page{window: js.Global(), document: js.Global().Get("document")}
	p.body = p.document.Get("body")
	p.root = p.document.Get("documentElement")
	p.layer = p.document.Call("getElementById", "labels")
	p.touch = p.document.Call("getElementById", "touch")
	p.origin = p.window.Get("location").Get("origin").String()
	p.write, p.tell = browser.Func(p.writeLabels), browser.Func(p.tellShown)
	// Ebiten's canvas must neither catch the Tab key nor swallow scrolling: a
	// transparent element above it takes the pointer instead.
	if canvas := p.document.Call("querySelector", "canvas"); canvas.Truthy() {
		canvas.Set("tabIndex", -1)
		canvas.Call("setAttribute", "aria-hidden", "true")
	}
	return p
}

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

func (p *page) tellShown(js.Value) {
	p.body.Get("classList").Call("add", "shown")
	p.post(say.FromScene{Type: say.Shown, Of: p.seen})
}

func (p *page) post(m say.FromScene) {
	m.Of = cmp.Or(m.Of, p.of())
	o := p.window.Get("JSON").Call("parse", say.JSON(m))
	if m.Type == say.Ready {
		o.Set("build", build.Mark)
	}
	p.window.Get("parent").Call("postMessage", o, p.origin)
}

// Dress hands the theme's colours to the style sheet.
func (p *page) Dress(t palette.Theme) {
	for _, rule := range strings.Split(palette.CSS(t), ";") {
		if name, value, ok := strings.Cut(rule, ":"); ok {
			p.root.Get("style").Call("setProperty", name, value)
		}
	}
}

// Wake asks for one frame: see scene.js.
func (p *page) Wake(after time.Duration) { p.window.Call("wakeScene", after.Milliseconds()) }

// Scale makes the labels larger, and their places with them, when the next ones are written:
// until then those stand over the picture of before.
func (p *page) Scale(k float64) { p.scale = strconv.FormatFloat(k, 'g', 4, 64) }

// Coarsen gives the canvas fewer pixels: see scene.js.
func (p *page) Coarsen(k float64) { p.window.Call("coarsenScene", k) }

// Labels writes the texts over the canvas, when what is being drawn is there.
func (p *page) Labels(all []paint.Label) {
	p.texts, p.due = all, p.wanted
	p.window.Call("whenShown", p.write)
}

// writeLabels touches only what differs from the frame before.
func (p *page) writeLabels(js.Value) {
	all := p.texts
	p.root.Get("style").Call("setProperty", "--scale", p.scale)
	for len(p.labels) < len(all) {
		e := p.document.Call("createElement", "span")
		p.layer.Call("appendChild", e)
		p.labels = append(p.labels, label{element: e})
	}
	for i := range p.labels {
		l, n := &p.labels[i], paint.Label{} // an empty one is not seen
		if i < len(all) {
			n = all[i]
		}
		if n == l.Label {
			continue
		}
		if n.Text != l.Text {
			p.window.Call("writeLabel", l.element, n.Text)
		}
		l.Label = n
		class, css := string(n.Style)+" c-"+n.Role, look(&n)
		if class+css != l.look {
			l.element.Set("className", class)
			l.element.Get("style").Set("cssText", css)
			l.look = class + css
		}
	}
	// The picture is taken when the frame's commands have been given, before the browser
	// clears what was drawn.
	if p.due {
		p.wanted, p.due = false, false
		p.window.Call("queueMicrotask", p.window.Get("takePicture")) // see scene.js
	}
}

func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + "px" }

// listen connects messages and pointers to the canvas. Ebiten runs everything on
// the page's one thread, and no handler here blocks, so none can meet a frame
// half drawn.
func (p *page) listen(g *canvas.Canvas) {
	g.Spare = p.body.Get("dataset").Get("drawn").Truthy()
	g.Look(strings.TrimPrefix(p.window.Get("location").Get("hash").String(), "#"), 0,
		p.window.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool())
	browser.On(p.window, "message", func(e js.Value) {
		// Only the page around this one may give orders.
		if e.Get("origin").String() != p.origin || !e.Get("source").Equal(p.window.Get("parent")) ||
			e.Get("data").Type() != js.TypeObject {
			return
		}
		p.receive(g, e.Get("data"))
	})

	s := g.Stage
	hear := func(name string, do func(e js.Value, x, y float64)) {
		browser.On(p.touch, name, func(e js.Value) {
			if e.Get("isPrimary").Bool() {
				x, y := p.at(e)
				do(e, x, y)
				p.point(g, x, y, e)
			}
		})
	}
	hear("pointerdown", func(e js.Value, x, y float64) {
		reach := float64(stage.ReachTouch)
		if e.Get("pointerType").String() == "mouse" {
			reach = stage.ReachMouse
		}
		switch {
		case e.Get("button").Int() != 0:
		case g.OnShow():
			p.pressed = [2]float64{x, y}
		case s.Press(x, y, reach):
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
		case math.Hypot(x-p.pressed[0], y-p.pressed[1]) < stage.Slack*2:
			g.Skip()
		}
		g.Changed()
	})
	browser.On(p.touch, "pointercancel", func(js.Value) {
		p.Say(s.Cancel())
		g.Redraw()
	})
	browser.On(p.touch, "pointerleave", func(e js.Value) {
		if e.Get("pointerType").String() == "mouse" && !s.Dragging() && s.Leave() { // a tap's name stays
			g.Redraw()
		}
	})
	// A finger on a handle drags it; a finger anywhere else scrolls the page.
	browser.On(p.touch, "touchstart", func(e js.Value) {
		if t := e.Get("touches"); t.Length() == 1 {
			x, y := p.at(t.Index(0))
			if !g.OnShow() && s.Takes(x, y, stage.ReachTouch) && e.Get("cancelable").Bool() {
				e.Call("preventDefault")
			}
		}
	})
}

// at is where a pointer is, in the stage's pixels.
func (p *page) at(e js.Value) (x, y float64) {
	return e.Get("clientX").Float() / p.stage.Scale, e.Get("clientY").Float() / p.stage.Scale
}

// point follows the pointer with the highlight and the cursor.
func (p *page) point(g *canvas.Canvas, x, y float64, e js.Value) {
	if e.Get("pointerType").String() == "mouse" && !g.OnShow() && g.Stage.Point(x, y) {
		g.Redraw()
	}
	cursor := "default"
	switch {
	case g.Skips(), !g.OnShow() && g.Stage.OnTab(x, y) >= 0:
		cursor = "pointer"
	case g.OnShow():
	case g.Stage.Dragging():
		cursor = "grabbing"
	case g.Stage.Hover.Handle != "":
		cursor = "grab"
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
	switch c := &g.Stage.Clock; m.Type {
	case say.Film:
		f := new(film.Film)
		p.put(m.Of, data, f, "stage.error.film", func() error {
			g.Stage.Weigh = m.Weigh
			return g.Show(f, m.Of, m.KeepTime)
		})
		p.describe()
	case say.Show:
		run := new(film.Show)
		p.put(m.Of, data, run, "stage.error.run", func() error {
			return g.Play(run, playback.ReadKept(m.Kept), m.Of, m.KeepTime)
		})
	case say.Look:
		g.Look(m.Theme, m.Scale, m.Reduced)
		p.language(g, m.Language)
	case say.Skip:
		g.Skip()
	case say.Again:
		g.Again()
	case say.Back:
		g.Back()
	case say.Picture:
		p.wanted = true
	case say.Pull:
		g.Stage.Pull(m.Handle)
	case say.Play:
		if c.Playing {
			c.Playing = false
		} else {
			c.Play()
		}
	case say.Step:
		c.Step(m.By)
	case say.Seek:
		c.Seek(m.At)
	case say.Tab:
		g.Forward(m.By)
	}
	g.Changed()
}

// put reads the film or show of a message and puts it on the stage, or tells the page in a
// sentence with that id why not.
func (p *page) put(of string, data js.Value, into encoding.BinaryUnmarshaler, id string, show func() error) {
	err := decode(data, into)
	if err == nil {
		err = show()
	}
	if err != nil {
		p.Say(say.FromScene{Type: say.Error, Of: of, Text: p.text(lang.Say(id, "why", err))})
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
	done = browser.Func(func(text js.Value) {
		done.Release()
		l, err := lang.Parse(tag, []byte(text.String()))
		if err != nil || p.tag != tag { // another one was asked for meanwhile
			return
		}
		p.root.Set("lang", tag)
		p.layer.Set("dir", "ltr")
		if l.RightToLeft() {
			p.layer.Set("dir", "rtl")
		}
		browser.Later(func() { g.Speak(l) })
		browser.Later(p.describe)
	})
	p.window.Call("sceneTexts", tag).Call("then", done)
}

// describe says for whoever cannot see it what the picture shows.
func (p *page) describe() {
	if f := p.stage.Film; f != nil && p.stage.Words.Language != nil {
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
	return into.UnmarshalBinary(browser.Bytes(m.Get(say.Data)))
}
