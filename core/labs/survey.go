//go:build !one || survey

package labs

import "indistinct/core/survey"

func init() { register(4, survey.New()) }
