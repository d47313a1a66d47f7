//go:build js

package pool

import (
	"fmt"
	"strings"
	"sync/atomic"
	"syscall/js"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/build"
)

// Web returns a pool of Web Workers for each worker binary, see Defaults; binary names the
// wasm file that computes for a Spec, first the one whose workers start at once, program the
// parameter that holds a visitor's program, see Options. The page's load.js compiles each file
// once; the workers share the compiled module. Where the browser ended the page during a run,
// whose mark lasts as long as the tab, there is one worker, and lost says so; where it cannot
// make several, note is told that there is one.
func Web(first string, binary, program func(lab.Spec) string, note func(lang.Message)) (ls *Labs, lost lang.Message) {
	number := func(name string) float64 {
		if v := js.Global().Get("navigator").Get(name); v.Type() == js.TypeNumber {
			return v.Float()
		}
		return 0
	}
	touch := js.Global().Call("matchMedia", "(pointer: coarse)").Get("matches").Bool()
	o := Defaults(int(number("hardwareConcurrency")), number("deviceMemory"), touch)
	o.Program = program
	if session("getItem", mark).Truthy() {
		o.Workers, lost = 1, lang.Say("pool.lost")
		session("removeItem", mark)
	}
	o.Shrunk = func() {
		o.Workers = 1
		note(lang.Say("pool.few"))
	}
	ls = NewLabs(first, binary, func(file string) *Pool { return New(&web{binary: file}, o) })
	// Frames of one page share what its tab keeps.
	if js.Global().Get("parent").Equal(js.Global()) {
		runs := 0
		ls.busy = func(by int) {
			if runs += by; runs > 0 {
				session("setItem", mark, "yes")
			} else {
				session("removeItem", mark)
			}
		}
		js.Global().Call("addEventListener", "pagehide", js.FuncOf(func(js.Value, []js.Value) any {
			session("removeItem", mark)
			return nil
		}))
	}
	return ls, lost
}

// mark is the key that stands in the tab's storage during a run.
const mark = "indistinct-run"

// session calls a method of the tab's storage, which some visitors forbid: undefined then.
func session(method string, args ...any) (v js.Value) {
	defer func() {
		if recover() != nil {
			v = js.Undefined()
		}
	}()
	return js.Global().Get("Reflect").Call("get", js.Global(), "sessionStorage").Call(method, args...)
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
	w := &webWorker{handlers: map[string]js.Func{}}
	defer func() {
		if r := recover(); r != nil { // the browser refuses workers
			why := orForbidden(lang.Say("pool.refused", "why", fmt.Sprint(r)))
			e, _ := r.(js.Error)
			scarce := e.Value.Type() == js.TypeObject && e.Get("name").String() == "RangeError"
			go events(Event{Kind: Dead, Why: why, Scarce: scarce})
		}
	}()
	ready := false
	// One at a time: a handler waits for the pool's lock and never for another
	// event.
	message := func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if data.Type() != js.TypeObject { // no message of ours
			return nil
		}
		switch data.Get("kind").String() {
		case "held":
			w.watch(func() { events(Event{Kind: Dead, Why: lang.Say("pool.ended")}) })
			events(Event{Kind: Held})
		case "ready":
			if mark := data.Get("build"); mark.Type() != js.TypeString || mark.String() != build.Mark {
				js.Global().Get("indistinct").Call("renew", t.binary)
				events(Event{Kind: Dead, Why: lang.Say("pool.build")})
				return nil
			}
			ready = true
			listening[w] = true
			for key, file := range offered {
				w.offer(key, file)
			}
			events(Event{Kind: Ready})
		case "dead":
			events(Event{Kind: Dead, Why: lang.Verbatim(data.Get("why").String()), Scarce: data.Get("scarce").Truthy()})
		case "message":
			e := Event{Kind: Message, Head: data.Get("head").String()}
			blobs := data.Get("blobs")
			if blobs.Type() == js.TypeObject && blobs.Get("length").Type() == js.TypeNumber {
				for i := range blobs.Length() {
					e.Blobs = append(e.Blobs, blobs.Index(i))
				}
			}
			events(e)
		}
		return nil
	}
	failed := func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		why := lang.Say("pool.stopped")
		if m := args[0].Get("message"); !ready && (m.Type() != js.TypeString || m.String() == "" ||
			strings.Contains(m.String(), "NetworkError")) {
			why = orForbidden(lang.Say("pool.network"))
		} else if m.Type() == js.TypeString && m.String() != "" {
			why = lang.Say("pool.stopped.why", "why", m.String())
		}
		events(Event{Kind: Dead, Why: why})
		return nil
	}
	w.v = js.Global().Get("Worker").New("worker.js")
	w.on("message", message)
	w.on("error", failed)
	w.on("messageerror", failed)

	lock := fmt.Sprintf("indistinct worker %d %v", locks.Add(1), js.Global().Get("performance").Get("timeOrigin"))
	w.lock = lock
	module := js.Global().Get("indistinct").Call("compile", t.binary)
	w.then(module, func(m js.Value) {
		w.v.Call("postMessage", map[string]any{"module": m, "lock": lock})
		// One that ends before it holds its lock ends without a word.
		time.AfterFunc(startTime, func() {
			if !ready && !w.gone {
				events(Event{Kind: Dead, Why: lang.Say("pool.silent")})
			}
		})
	}, func(err js.Value) {
		events(Event{Kind: Dead, Why: lang.Verbatim(err.Get("message").String())})
	})
	return w
}

// orForbidden is the rule of the page's policy that forbids what did not come, else why.
func orForbidden(why lang.Message) lang.Message {
	if what := js.Global().Call("indistinctForbidden").String(); what != "" {
		return lang.Say("js.policy", "what", what)
	}
	return why
}

// startTime is how long a worker may take from its program, compiled, to its
// first word: a hundred times what it takes, for machines that are busy.
const startTime = 40 * time.Second

// locks counts the locks' names: each worker has its own.
var locks atomic.Int64

type webWorker struct {
	v        js.Value
	handlers map[string]js.Func // by their event
	gone     bool
	lock     string // held by the worker until it ends
}

// watch has ended called when the worker's lock is free: when it has ended,
// whatever the cause.
func (w *webWorker) watch(ended func()) {
	var granted js.Func
	granted = js.FuncOf(func(js.Value, []js.Value) any {
		granted.Release()
		if !w.gone {
			ended()
		}
		return nil
	})
	promise := js.Global().Get("navigator").Get("locks").Call("request", w.lock, granted)
	w.then(promise, func(js.Value) {}, func(js.Value) {})
}

func (w *webWorker) on(event string, f func(js.Value, []js.Value) any) {
	fn := js.FuncOf(f)
	w.handlers[event] = fn
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
	delete(listening, w)
	if w.v.Truthy() {
		// Its files may still fail to come, and that be told, after its end.
		for event, f := range w.handlers {
			w.v.Call("removeEventListener", event, f)
		}
		w.v.Call("terminate")
	}
	// A handler may be what called this: it is released once it has returned.
	var later js.Func
	later = js.FuncOf(func(js.Value, []js.Value) any {
		for _, f := range w.handlers {
			f.Release()
		}
		later.Release()
		return nil
	})
	js.Global().Call("setTimeout", later, 0)
}

// Files of the visitor's travel as the browser's own handles: no byte of them is read
// here. All workers, those that are still to come too, know each by its key.
var (
	offered   = map[string]js.Value{}
	listening = map[*webWorker]bool{}
)

// Offer lets the workers read a file by a key, from now on.
func Offer(key string, file js.Value) {
	offered[key] = file
	for w := range listening {
		w.offer(key, file)
	}
}

func (w *webWorker) offer(key string, file js.Value) {
	w.v.Call("postMessage", map[string]any{"key": key, "file": file})
}
