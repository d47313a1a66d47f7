package dom

import (
	"encoding/json"
	"fmt"
	"sync"
	"syscall/js"
	"time"

	"github.com/vugu/vugu"
)

// Renderer draws into one element of the document.
type Renderer struct {
	tree     *tree
	selector string
	mounted  bool
	mu       sync.RWMutex
	wake     chan bool
	Env      *vugu.EventEnvImpl // the lock that rendering and events share
	browser  js.Value           // what public/dom.js offers
	failed   func(why string)
}

// New returns a renderer into the element that selector names; failed is
// called, while nothing renders, with what an event's handler panicked with.
func New(selector string, failed func(why string)) *Renderer {
	r := &Renderer{tree: newTree(), selector: selector, wake: make(chan bool, 64),
		browser: js.Global().Get("indistinctDOM"), failed: failed}
	r.Env = vugu.NewEventEnvImpl(&r.mu, r.wake)
	r.browser.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		r.event(uint64(args[0].Float()), args[1].String(), args[2].String())
		return nil
	}))
	return r
}

// Wait returns when something asked for a render.
func (r *Renderer) Wait() { <-r.wake }

// Render shows what was built; build runs under the lock. What stands in the element before
// the first Render stays until then. An error leaves the document as it may be and the next
// Render draws everything anew.
func (r *Renderer) Render(build func() *vugu.BuildResults) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
			r.tree, r.mounted = newTree(), false
		}
	}()
	built := build()
	if !r.mounted { // the first is long: it is two tasks
		r.mu.Unlock()
		time.Sleep(time.Millisecond)
		r.mu.Lock()
	}
	ops := r.tree.update(built)
	array := js.Global().Get("Uint8Array").New(len(ops))
	js.CopyBytesToJS(array, ops)
	if !r.mounted {
		r.browser.Call("mount", r.selector)
		r.mounted = true
	}
	r.browser.Call("apply", array)
	return nil
}

// event hands an event of the document to its handler.
func (r *Renderer) event(id uint64, kind, summary string) {
	r.mu.Lock()
	defer func() {
		if p := recover(); p != nil {
			r.failed(fmt.Sprint(p))
		}
		r.Env.UnlockRender()
	}()
	f := r.tree.handler(id, kind)
	if f == nil {
		return
	}
	var values map[string]any
	if json.Unmarshal([]byte(summary), &values) == nil {
		f(vugu.NewDOMEvent(r.Env, values))
	}
}
