package static_test

import (
	"fmt"
	"net/http/httptest"
	"testing/fstest"

	"indistinct/wasm/site/serve/static"
)

func ExampleHandler() {
	site := fstest.MapFS{"worker.wasm": {Data: []byte("plain")}, "worker.wasm.gz": {Data: []byte("packed")}}
	r := httptest.NewRequest("GET", "/worker.wasm", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	static.Handler(site).ServeHTTP(w, r)
	fmt.Println(w.Body, w.Header().Get("Content-Type"), w.Header().Get("Content-Encoding"))
	// Output: packed application/wasm gzip
}
