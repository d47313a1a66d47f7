//go:build !one || filtering

package labs

import "indistinct/core/filtering"

func init() { register(2, filtering.Lab{}) }
