//go:build !linux

package main

// endMarked does nothing here: the environment of another process cannot be read.
func endMarked(string) {}
