//go:build !unix

package main

import "errors"

// replace cannot make this process run a program from its beginning here.
func replace(string, []string, []string) error { return errors.ErrUnsupported }
