//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// together has a command stopped with all that it has started: a shell's end is
// not that of its programs.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// errLocked says that another process has a lock.
var errLocked = errors.New("locked")

// lock takes the lock of this name, which the system frees with the process. release gives
// it free and removes its file.
func lock(path string) (release func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		ours, _ := f.Stat()
		named, _ := os.Stat(path)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, errLocked
		case err == nil && !os.SameFile(ours, named): // removed by who had it until now
			f.Close()
			continue
		}
		// A file system may know no locks: then there is none.
		return func() { os.Remove(path); f.Close() }, nil
	}
}
