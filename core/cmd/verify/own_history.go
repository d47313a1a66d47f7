package main

import (
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
)

// history is a test of two commands as far as it has come, and how its releases came to be.
type history struct {
	samples.Series
	Prints [2][]string // of starts, hashes of their first releases
	Died   [2]int      // copies that ended with an error and were started again
	Why    [2]string   // the last of them did
}

// warnings say what a report should say of its releases.
func (h *history) warnings(failures bool) (out []lang.Message) {
	id := "verify.own.died"
	if failures {
		id = "verify.own.counted"
	}
	for in := range h.Died {
		if n := h.Died[in]; n > 0 {
			out = append(out, lang.Say(id, "flag", flagOf(in), "n", n, "why", h.Why[in]))
		}
	}
	for in, prints := range h.Prints {
		seen := map[string]bool{}
		for _, p := range prints {
			seen[p] = true
		}
		if n := len(prints) - len(seen); n > 0 {
			out = append(out, lang.Say("verify.own.repeated", "flag", flagOf(in), "n", n))
		}
	}
	return out
}
