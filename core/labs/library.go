//go:build !one || library

package labs

import "indistinct/core/library"

func init() { register(5, library.Lab{}) }
