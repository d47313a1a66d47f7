//go:build js

// Package browser is what the page's programs ask of the browser that runs them.
package browser

import (
	"fmt"
	"syscall/js"
)

// Tool calls a function of load.js or of a feature's script. It returns undefined where the browser
// refused by an exception, which is told on the console and does not end the program.
func Tool(name string, args ...any) (result js.Value) {
	defer func() {
		if why := recover(); why != nil {
			js.Global().Get("console").Call("error", fmt.Sprintf("%s: %v", name, why))
			result = js.Undefined()
		}
	}()
	return js.Global().Get("indistinct").Call(name, args...)
}

// Func is a function for the browser: of one argument, or of none, which is undefined.
func Func(do func(js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(append(args, js.Undefined())[0])
		return nil
	})
}

// On does something at each event of a kind, which it may prevent.
func On(target js.Value, event string, do func(e js.Value)) {
	target.Call("addEventListener", event, Func(do), map[string]any{"passive": false})
}

// Later calls do in a task of its own.
func Later(do func()) {
	var f js.Func
	f = Func(func(js.Value) {
		f.Release()
		do()
	})
	js.Global().Call("setTimeout", f)
}

// Rest ends the browser's task, so that what was pressed meanwhile is heard. A timer of Go's may be
// over before anything else is done, and ends no task then.
func Rest() {
	done := make(chan struct{})
	Later(func() { close(done) })
	<-done
}

// Bytes copies what an ArrayBuffer holds.
func Bytes(buffer js.Value) []byte {
	a := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, a.Length())
	js.CopyBytesToGo(data, a)
	return data
}

// Buffer is an ArrayBuffer with a copy of data.
func Buffer(data []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(a, data)
	return a.Get("buffer")
}
