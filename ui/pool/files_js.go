package pool

import "syscall/js"

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

// offerAll tells a worker that listens of all files.
func (w *webWorker) offerAll() {
	listening[w] = true
	for key, file := range offered {
		w.offer(key, file)
	}
}
