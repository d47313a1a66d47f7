//go:build js && !one

package pool

import (
	"syscall/js"

	"indistinct/core/fmt"
)

// Web returns a pool of Web Workers for each laboratory, as many as the machine
// has processors; binary names the wasm file of a laboratory. The page's load.js
// compiles each file once; the workers share the compiled module.
func Web(home string, binary func(lab string) string) *Labs {
	n := 2
	if v := js.Global().Get("navigator").Get("hardwareConcurrency"); v.Type() == js.TypeNumber {
		n = v.Int()
	}
	return NewLabs(home, func(lab string) *Pool { return New(&web{binary: binary(lab)}, Defaults(n)) })
}

// web is a Transport of Web Workers.
type web struct{ binary string }

func (t *web) Blob(data []byte) Blob {
	a := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(a, data)
	return a.Get("buffer")
}

func (t *web) Bytes(b Blob) []byte {
	a := js.Global().Get("Uint8Array").New(b.(js.Value))
	out := make([]byte, a.Length())
	js.CopyBytesToGo(out, a)
	return out
}

func (t *web) Spawn(events func(Event)) Worker {
	w := &webWorker{}
	defer func() {
		if r := recover(); r != nil { // the browser refuses workers
			why := fmt.Sprintf("the browser refused a Web Worker (%v).", r)
			go events(Event{Kind: Dead, Why: why})
		}
	}()
	// One at a time: a handler waits for the pool's lock and never for another
	// event.
	message := func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		switch data.Get("kind").String() {
		case "ready":
			events(Event{Kind: Ready})
		case "dead":
			events(Event{Kind: Dead, Why: data.Get("why").String()})
		case "said":
			e := Event{Kind: Said, Head: data.Get("head").String()}
			blobs := data.Get("blobs")
			for i := range blobs.Length() {
				e.Blobs = append(e.Blobs, blobs.Index(i))
			}
			events(e)
		}
		return nil
	}
	failed := func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		why := "a worker stopped."
		if m := args[0].Get("message"); m.Type() == js.TypeString && m.String() != "" {
			why = "a worker stopped: " + m.String() + "."
		}
		events(Event{Kind: Dead, Why: why})
		return nil
	}
	w.v = js.Global().Get("Worker").New("worker.js")
	w.on("message", message)
	w.on("error", failed)
	w.on("messageerror", failed)

	module := js.Global().Get("indistinct").Call("compile", t.binary)
	w.then(module, func(m js.Value) {
		w.v.Call("postMessage", map[string]any{"module": m})
	}, func(err js.Value) {
		events(Event{Kind: Dead, Why: err.Get("message").String()})
	})
	return w
}

type webWorker struct {
	v     js.Value
	funcs []js.Func
	gone  bool
}

func (w *webWorker) on(event string, f func(js.Value, []js.Value) any) {
	fn := js.FuncOf(f)
	w.funcs = append(w.funcs, fn)
	w.v.Call("addEventListener", event, fn)
}

// then waits for a promise; whichever function is called releases both.
func (w *webWorker) then(promise js.Value, ok, bad func(js.Value)) {
	var yes, no js.Func
	settle := func(f func(js.Value)) func(js.Value, []js.Value) any {
		return func(_ js.Value, args []js.Value) any {
			yes.Release()
			no.Release()
			if !w.gone {
				f(args[0])
			}
			return nil
		}
	}
	yes, no = js.FuncOf(settle(ok)), js.FuncOf(settle(bad))
	promise.Call("then", yes, no)
}

func (w *webWorker) Post(head string, blobs []Blob) {
	list := make([]any, len(blobs))
	for i := range blobs {
		list[i] = blobs[i]
	}
	w.v.Call("postMessage", map[string]any{"head": head, "blobs": list})
}

func (w *webWorker) Terminate() {
	if w.gone {
		return
	}
	w.gone = true
	if w.v.Truthy() {
		w.v.Call("terminate")
	}
	// A handler may be what called this: it is released once it has returned.
	funcs := w.funcs
	w.funcs = nil
	var later js.Func
	later = js.FuncOf(func(js.Value, []js.Value) any {
		for _, f := range funcs {
			f.Release()
		}
		later.Release()
		return nil
	})
	js.Global().Call("setTimeout", later, 0)
}
