//go:build js

// Command worker is what each Web Worker of the page runs for the laboratories
// whose code is all ours. It has no network and no page.
package main

import (
	"indistinct/core/labs"
	"indistinct/ui/webworker"
)

func main() { webworker.Serve(labs.All()) }
