// Package about lists what the laboratories say of themselves, without their models: the page's
// main thread imports these packages alone.
package about

import (
	"indistinct/core/about/filtering"
	"indistinct/core/about/library"
	"indistinct/core/about/lqg"
	"indistinct/core/about/ring"
	"indistinct/core/about/survey"
	"indistinct/core/about/workshop"
	"indistinct/core/lab"
)

// Home is the laboratory that a bare address opens.
const Home = "ring"

// All lists the laboratories in the order of the navigation: they can be described, not opened.
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
