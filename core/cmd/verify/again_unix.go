//go:build unix

package main

import "syscall"

// replace makes this process run a program from its beginning.
func replace(path string, args, env []string) error { return syscall.Exec(path, args, env) }
