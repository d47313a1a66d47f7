// Command slim makes the WebAssembly files of a Go program smaller: it takes
// out the tables that say which line of which file an instruction comes from,
// an eighth of what a visitor would load. Stack traces still name functions.
//
//	go run ./wasm/site/slim site/*.wasm
//
// The files are changed in place. A file whose tables are not laid out as this
// program knows them (Go 1.20 to 1.26) is left as it is, and slim says so.
package main

import (
	"fmt"
	"os"
)

func main() {
	bad := false
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		if err == nil {
			if data, err = slim(data); err == nil {
				err = os.WriteFile(name, data, 0o644)
			}
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s was left as it is: %v\n", name, err)
			bad = true
		}
	}
	if bad {
		os.Exit(1)
	}
}
