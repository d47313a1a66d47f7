//go:build unix

package labtest

import (
	"syscall"
	"time"
)

// CPU is the processor time that the program has taken, so that a busy machine
// does not look like a slow program.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
