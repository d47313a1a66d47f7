//go:build js

// Command scene is the animated picture, compiled to WebAssembly and run in an
// iframe: it receives films and commands by messages, draws them with
// Ebitengine and answers with messages.
package main

import (
	"indistinct/ui/stage/game"
	"indistinct/ui/stage/say"
)

func main() {
	p := newPage()
	g := game.New(p)
	p.listen(g)
	if err := g.Run(); err != nil {
		p.fail("The animated scene cannot be drawn in this browser; everything else on the page works without it.")
		p.log(err.Error())
	} else {
		p.Say(say.FromScene{Type: say.Error, Text: "The animated scene has stopped; reload the page to see it again."})
	}
	select {}
}
