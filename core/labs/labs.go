// Package labs is the registry of laboratories with their models: one line each.
package labs

import (
	"indistinct/core/about"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering"
	"indistinct/core/labs/library"
	"indistinct/core/labs/lqg"
	"indistinct/core/labs/ring"
	"indistinct/core/labs/survey"
	"indistinct/core/labs/workshop"
)

// Home is the laboratory that a bare address opens.
const Home = about.Home

// All lists the laboratories in the order of the navigation. Those that run
// code which is not ours can be described but not opened: see package guest.
func All() lab.Catalog {
	return lab.Catalog{
		ring.Lab{},
		filtering.Lab{},
		lqg.Lab{},
		survey.Lab{},
		library.Lab{},
		workshop.Lab{},
	}
}
