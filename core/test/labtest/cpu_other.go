//go:build !unix

package labtest

import "time"

var started = time.Now()

// cpu is the time since the start, where the processor's is not to be had.
func cpu() time.Duration { return time.Since(started) }
