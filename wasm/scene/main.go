//go:build js

// Command scene is the animated picture, compiled to WebAssembly and run in an
// iframe: it receives films and commands by messages, draws them with
// Ebitengine and answers with messages.
package main

import (
	"indistinct/core/lang"
	"indistinct/ui/stage/canvas"
	"indistinct/ui/stage/say"
)

func main() {
	p := newPage()
	g := canvas.New(p)
	p.stage, p.of = g.Stage, g.Of
	p.listen(g)
	if err := g.Run(); err != nil {
		p.window.Call("failScene", p.text(lang.Say("stage.error.draw")))
		p.window.Get("console").Call("error", err.Error())
	} else {
		p.Say(say.FromScene{Type: say.Error, Text: p.text(lang.Say("stage.error.stopped"))})
	}
	select {}
}
