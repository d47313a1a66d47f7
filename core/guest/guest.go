// Package guest gives the laboratories that run code which is not ours that
// code. It is large: in the page, a worker binary of its own links it, loaded
// when a visitor opens one of these laboratories or writes an estimator for the ring; the native command links it
// always.
package guest

import (
	"indistinct/core/guest/google"
	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/labs/library"
	"indistinct/core/labs/ring"
	"indistinct/core/labs/workshop"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/script"
)

// Labs lists the laboratories that need a guest's code, with it; each run of a visitor's
// program has a clock, where there are any.
func Labs(clock func() script.Clock) lab.Catalog {
	programs := starlark.Interpreter{}.Watched(clock)
	return lab.Catalog{ring.Lab{Interpreter: programs}, library.Lab{Noise: google.Noise{}},
		workshop.Lab{Interpreter: programs, Test: samples.Test}}
}

// All lists all laboratories in the order of the navigation, the guests' with
// their code.
func All() lab.Catalog {
	out := labs.All()
	guests := Labs(nil)
	for i, l := range out {
		if g := guests.Find(l.About().Name); g != nil {
			out[i] = g
		}
	}
	return out
}
