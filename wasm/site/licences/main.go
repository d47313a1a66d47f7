//go:build !js

// Command licences writes the names, versions and licences of everything that
// programs link: Go's own library and every module.
//
//	go run ./wasm/site/licences -for js/wasm -o site/licences.txt ./wasm/panel ./wasm/scene
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	platforms := flag.String("for", "linux/amd64,darwin/arm64,windows/amd64", "what the programs are compiled for")
	out := flag.String("o", "licences.txt", "the file to write")
	flag.Parse()
	text, err := licences(strings.Split(*platforms, ","), flag.Args())
	if err == nil {
		err = os.WriteFile(*out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
