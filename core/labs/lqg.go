//go:build !one || lqg

package labs

import "indistinct/core/lqg"

func init() { register(3, lqg.Lab{}) }
