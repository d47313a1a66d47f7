//go:build js

// Command guest is what each Web Worker runs for the laboratories that run code
// which is not ours. The page loads it when a visitor opens one of them.
package main

import (
	"runtime/debug"

	"indistinct/core/guest"
	"indistinct/ui/webworker"
)

func main() {
	debug.SetGCPercent(400) // a program's releases are all garbage soon
	webworker.Serve(guest.Labs)
}
