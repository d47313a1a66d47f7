//go:build !js

// Command pack finishes a built site: it writes the list of files by content
// that the service worker keeps, and compressed copies beside the plain files
// for servers that look for them.
//
//	go run ./wasm/site/pack -quality 11 site
//
// Brotli's best quality takes twenty seconds for a large binary and saves a
// quarter of what gzip leaves; 9 takes one.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	quality := flag.Int("quality", 9, "brotli's quality, 0 to 11")
	flag.Parse()
	if flag.NArg() != 1 || *quality < 0 || *quality > 11 {
		fmt.Fprintln(os.Stderr, "Name one folder, and a quality from 0 to 11: go run ./wasm/site/pack -quality 9 site.")
		os.Exit(2)
	}
	if err := pack(flag.Arg(0), *quality); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
