//go:build unix

package cluster

import (
	"os"
	"syscall"
)

// lock keeps other processes from locking a file until it is closed, however this one ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
