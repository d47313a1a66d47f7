package webworker

import (
	"bufio"
	"errors"
	"io"
	"syscall/js"

	"indistinct/core/lab"
	"indistinct/core/script"
	"indistinct/ui/browser"
	"indistinct/ui/build"
)

// Serve is the program of a Web Worker: it does what the messages of package
// wire ask, one after the other, with laboratories whose programs it clocks, and does not return.
func Serve(laboratories func(clock func() script.Clock) lab.Catalog) {
	srv := NewServer(nil, "")
	all := laboratories(srv.Clock)
	srv.find, srv.home = all.Find, all[0].About().Name
	files := map[string]js.Value{}
	srv.Files = func(key string) (io.Reader, error) {
		f, ok := files[key]
		if !ok {
			return nil, errors.New("no such file")
		}
		r := &file{f: f, size: f.Get("size").Int(), reader: js.Global().Get("FileReaderSync").New()}
		return bufio.NewReaderSize(r, piece), nil
	}
	self := js.Global()
	browser.On(self, "message", func(e js.Value) {
		data := e.Get("data")
		for news, i := data.Get("files"), 0; i < news.Length(); i++ { // of the visitor's
			files[news.Index(i).Get("key").String()] = news.Index(i).Get("file")
		}
		list := data.Get("blobs")
		blobs := make([][]byte, list.Length())
		for i := range blobs {
			blobs[i] = browser.Bytes(list.Index(i))
		}
		srv.Handle(data.Get("head").String(), blobs, func(head string, out [][]byte) {
			buffers := make([]any, len(out))
			for i := range out {
				buffers[i] = browser.Buffer(out[i])
			}
			self.Call("postMessage", map[string]any{"kind": "message", "head": head, "blobs": buffers},
				js.ValueOf(buffers))
		})
	})
	self.Call("postMessage", map[string]any{"kind": "ready", "build": build.Mark})
	select {}
}

// file reads a file of the visitor's, while the worker waits.
type file struct {
	f, reader js.Value
	at, size  int
}

// piece is how many bytes are asked of the browser at a time.
const piece = 1 << 20

func (r *file) Read(b []byte) (n int, err error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	defer func() { // the file is gone, or may no longer be read
		if recover() != nil {
			n, err = 0, fileError(r.f.Get("name").String())
		}
	}()
	part := r.reader.Call("readAsArrayBuffer", r.f.Call("slice", r.at, r.at+len(b)))
	n = js.CopyBytesToGo(b, js.Global().Get("Uint8Array").New(part))
	r.at += n
	return n, nil
}
