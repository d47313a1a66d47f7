//go:build !unix

package labtest

import "time"

var started = time.Now()

// CPU is the time since the start, where the processor's is not to be had.
func CPU() time.Duration { return time.Since(started) }
