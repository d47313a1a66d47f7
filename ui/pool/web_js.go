//go:build js

package pool

import (
	"syscall/js"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/browser"
	"indistinct/ui/build"
)

// Web returns a pool of Web Workers, see Defaults and Options; first is the binary whose workers
// start at once. The page's load.js compiles each binary once; the workers share the compiled
// module. Where the browser ended the page during a run there is one worker, and lost says so;
// where it cannot make several, note is told that there is one.
func Web(first string, binary, program func(lab.Spec) string, note func(lang.Message)) (p *Pool, lost lang.Message) {
	machine := browser.Tool("machine")
	o := Defaults(machine.Index(0).Int(), machine.Index(1).Float(), machine.Index(2).Bool())
	o.First, o.Binary, o.Program = first, binary, program
	if browser.Tool("lost").Bool() {
		o.Workers, lost = 1, lang.Say("pool.lost")
	}
	o.Shrunk = func() { note(lang.Say("pool.few")) }
	o.Running = func(runs bool) { browser.Tool("busy", runs) }
	return New(web{}, o), lost
}

// web is a Transport of Web Workers: those of load.js.
type web struct{}

func (web) Blob(data []byte) Blob { return browser.Buffer(data) }

func (web) Bytes(b Blob) []byte { return browser.Bytes(b.(js.Value)) }

func (web) Spawn(binary string, events func(Event)) Worker {
	// One at a time: it waits for the pool's lock and never for another event.
	hear := js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := Event{Kind: EventKind(args[0].String())}
		switch e.Kind {
		case Message:
			e.Head = args[1].String()
			if list := args[2]; list.Type() == js.TypeObject {
				for i := range list.Length() {
					e.Blobs = append(e.Blobs, list.Index(i))
				}
			}
		case Dead:
			e.Scarce, e.Why = args[1].Truthy(), lang.Verbatim(args[4].String())
			if id := args[2].String(); id != "" {
				e.Why = lang.Say(id, args[3].String(), args[4].String())
			}
		}
		events(e)
		return nil
	})
	return webWorker{browser.Tool("worker", binary, build.Mark, hear), hear}
}

type webWorker struct {
	v    js.Value
	hear js.Func
}

func (w webWorker) Post(head string, blobs []Blob) { w.v.Call("post", head, blobs) }

func (w webWorker) Terminate() {
	w.v.Call("end")
	w.hear.Release()
}
