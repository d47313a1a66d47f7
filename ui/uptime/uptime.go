// Package uptime tells the time since the program began, for moments that are kept in a type
// that becomes an interface: for a time.Time there the linker keeps calendars and layouts, which
// are 15 kB of a program.
package uptime

import "time"

var began = time.Now()

func Now() time.Duration { return time.Since(began) }
