//go:build !unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// together leaves it to the system what becomes of a command's own programs.
func together(*exec.Cmd) {}

// endings are the signals that end a run.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
