//go:build !linux

package main

import "os/exec"

func (*owner) watch(*exec.Cmd) error { return nil }

// endMarked does nothing here: the environment of another process cannot be read.
func (*owner) endMarked() {}
