//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// together has a command stopped with all that it has started: a shell's end is
// not that of its programs.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
