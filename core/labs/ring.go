//go:build !one || ring

package labs

import "indistinct/core/ring"

func init() { register(1, ring.Lab{}) }
