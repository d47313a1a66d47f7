package worker

import (
	"syscall/js"

	"indistinct/core/lab"
)

// Serve is the program of a Web Worker: it does what the messages of package
// wire ask, one after the other, with these laboratories, and does not return.
func Serve(laboratories lab.Catalog) {
	srv := NewServer(laboratories.Find, laboratories[0].About().Name)
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
		srv.Handle(data.Get("head").String(), blobs, func(head string, out [][]byte) {
			buffers := make([]any, len(out))
			for i := range out {
				a := bytes.New(len(out[i]))
				js.CopyBytesToJS(a, out[i])
				buffers[i] = a.Get("buffer")
			}
			self.Call("postMessage", map[string]any{"kind": "said", "head": head, "blobs": buffers}, js.ValueOf(buffers))
		})
		return nil
	}))
	self.Call("postMessage", map[string]any{"kind": "ready"})
	select {}
}
