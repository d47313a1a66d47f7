// Package labs is the registry of laboratories: one line each.
package labs

import (
	"indistinct/core/filtering"
	"indistinct/core/lab"
	"indistinct/core/lqg"
	"indistinct/core/ring"
	"indistinct/core/survey"
)

// All lists the laboratories in the order of the navigation.
func All() []lab.Laboratory {
	return []lab.Laboratory{
		ring.Lab{},
		filtering.Lab{},
		lqg.Lab{},
		survey.New(),
	}
}

// Home is the laboratory that a bare address opens.
const Home = "ring"

// Find returns the laboratory of that name, or nil.
func Find(name string) lab.Laboratory {
	for _, l := range All() {
		if l.About().Name == name {
			return l
		}
	}
	return nil
}
