//go:build !js

// Command generate makes the Go code of the page's components again, and the native
// command's licences. It is a program of its own: what links the page would not compile
// while its generated code is old.
package main

import (
	"fmt"
	"os"

	"indistinct/wasm/site/components"
	"indistinct/wasm/site/licences"
)

func main() {
	err := components.Write("ui")
	if err == nil {
		err = licences.Write("core/cmd/verify/licences.txt", []string{"linux/amd64", "darwin/arm64", "windows/amd64"},
			[]string{"./core/cmd/verify", "./core/cmd/cluster"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
