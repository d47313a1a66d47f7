//go:build unix

package cluster

import (
	"regexp"
	"strconv"
	"testing"
)

// TODO
var _ = regexp.MustCompile
var _ = strconv.Itoa
var _ testing.TB
