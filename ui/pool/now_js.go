//go:build js

package pool

import "syscall/js"

// now is the time in milliseconds since some moment. Package time would bring
// much else into the workers' binaries.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }
