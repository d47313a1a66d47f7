//go:build unix

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// together has a command stopped with all that it has started: a shell's end is
// not that of its programs.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// endings are the signals that end a run, that of a terminal which is closed but for one that
// nohup began. That nobody reads what is written makes writing fail, and ends nothing.
func endings() []os.Signal {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // ignored, it would be so for commands
	out := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP}
	if signal.Ignored(syscall.SIGHUP) {
		return out[:3]
	}
	return out
}
