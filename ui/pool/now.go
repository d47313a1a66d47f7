//go:build !js

package pool

import "time"

// now is the time in milliseconds since some moment.
func now() float64 { return float64(time.Now().UnixMicro()) / 1000 }
