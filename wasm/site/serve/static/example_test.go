package static_test

import (
	"fmt"
	"net/http/httptest"
	"testing/fstest"

	"indistinct/wasm/site/serve/static"
)

func ExampleHandler() {
	site := fstest.MapFS{"style.css": {Data: []byte("plain")}, "style.css.gz": {Data: []byte("packed")}}
	r := httptest.NewRequest("GET", "/style.css", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	static.Handler(site).ServeHTTP(w, r)
	fmt.Println(w.Body, w.Header().Get("Content-Type"), w.Header().Get("Content-Encoding"))
	// Output: packed text/css; charset=utf-8 gzip
}
