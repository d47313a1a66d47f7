// Package labs is the registry of laboratories: one file each.
//
// The build tag "one" leaves all of them out; the tag of a laboratory's own
// name takes it in again. So `go build -tags one,survey` links only the survey,
// which is how each laboratory has a worker binary of its own.
package labs

import (
	"slices"

	"indistinct/core/lab"
)

// places are the laboratories of this binary; filled while the program starts
// and never changed afterwards.
var places []entry

type entry struct {
	place int
	lab   lab.Laboratory
}

// register is called by each laboratory's file. place is where it stands in
// the navigation.
func register(place int, l lab.Laboratory) {
	i, _ := slices.BinarySearchFunc(places, place, func(e entry, place int) int { return e.place - place })
	places = slices.Insert(places, i, entry{place, l})
}

// All lists the laboratories in the order of the navigation.
func All() []lab.Laboratory {
	out := make([]lab.Laboratory, len(places))
	for i, e := range places {
		out[i] = e.lab
	}
	return out
}

// Home is the laboratory that a bare address opens.
const Home = "ring"

// Find returns the laboratory of that name, or nil.
func Find(name string) lab.Laboratory {
	for _, e := range places {
		if e.lab.About().Name == name {
			return e.lab
		}
	}
	return nil
}

// Worker is the name of the binary that computes for a laboratory.
func Worker(name string) string {
	if name == Home {
		return "worker.wasm"
	}
	return "worker-" + name + ".wasm"
}
