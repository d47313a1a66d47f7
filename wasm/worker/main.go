//go:build js

// Command worker is what each Web Worker of the page runs for the laboratories
// whose code is all ours. It has no network and no page.
package main

import (
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/script"
	"indistinct/ui/webworker"
)

func main() { webworker.Serve(func(func() script.Clock) lab.Catalog { return labs.All() }) }
