//go:build js

// Command scene is the animated picture, compiled to WebAssembly and run in an
// iframe: it receives films and commands by messages, draws them with
// Ebitengine and answers with messages.
package main

import (
	"indistinct/ui/browser"
	"indistinct/ui/stage/canvas"
	"indistinct/ui/stage/say"
)

func main() {
	browser.Rest()
	p := newPage()
	g := canvas.New(p)
	p.stage, p.of = g.Stage, g.Of
	p.listen(g)
	browser.Rest()
	p.Say(say.FromScene{Type: say.Ready})
	browser.Rest()
	why := "stage.error.stopped"
	if err := g.Run(); err != nil {
		why = "stage.error.draw"
		p.window.Get("console").Call("error", err.Error())
	}
	p.window.Call("failScene", why)
	select {}
}
