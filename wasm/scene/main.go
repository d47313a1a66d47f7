//go:build js

// Command scene is the animated picture, compiled to WebAssembly and run in an
// iframe: it receives films and commands by messages, draws them with
// Ebitengine and answers with messages.
package main

import (
	"indistinct/ui/stage/canvas"
	"indistinct/ui/stage/say"
)

func main() {
	rest()
	p := newPage()
	g := canvas.New(p)
	p.stage, p.of = g.Stage, g.Of
	p.listen(g)
	rest()
	p.Say(say.FromScene{Type: say.Ready})
	rest()
	why := "stage.error.stopped"
	if err := g.Run(); err != nil {
		why = "stage.error.draw"
		p.window.Get("console").Call("error", err.Error())
	}
	p.window.Call("failScene", why)
	select {}
}

// rest ends the browser's task, so that what was pressed meanwhile is heard.
func rest() {
	done := make(chan struct{})
	later(func() { close(done) })
	<-done
}
