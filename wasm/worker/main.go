//go:build js

// Command worker is what each Web Worker of the page runs: it does what the
// messages of package wire ask, one after the other, with the laboratories of
// package labs: the site has one binary for each, made with build tags. It has
// no clock of its own, no network and no page.
package main

import (
	"syscall/js"

	"indistinct/core/labs"
	"indistinct/ui/pool"
)

func main() {
	desk := pool.NewDesk(labs.Find, labs.All()[0].About().Name)
	self := js.Global()
	bytes := self.Get("Uint8Array")
	self.Call("addEventListener", "message", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		list := data.Get("blobs")
		blobs := make([][]byte, list.Length())
		for i := range blobs {
			a := bytes.New(list.Index(i))
			blobs[i] = make([]byte, a.Length())
			js.CopyBytesToGo(blobs[i], a)
		}
		head, out, answer := desk.Handle(data.Get("head").String(), blobs)
		if !answer {
			return nil
		}
		buffers := make([]any, len(out))
		for i := range out {
			a := bytes.New(len(out[i]))
			js.CopyBytesToJS(a, out[i])
			buffers[i] = a.Get("buffer")
		}
		self.Call("postMessage", map[string]any{"kind": "said", "head": head, "blobs": buffers}, js.ValueOf(buffers))
		return nil
	}))
	self.Call("postMessage", map[string]any{"kind": "ready"})
	select {}
}
