//go:build !linux

package main

import "os/exec"

// guard does nothing here: the environment of another process cannot be read.
type guard struct{}

func newGuard(string) (*guard, error) { return &guard{}, nil }

func (*guard) mark(*exec.Cmd) {}

func (*guard) end(string) {}
