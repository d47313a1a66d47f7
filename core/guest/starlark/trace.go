package starlark

import (
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// Trace implements script.Run.
func (r *run) Trace(pair int, in mechanism.Input, s *rng.Stream) (draws []script.Draw) {
	r.trace = &draws
	defer func() { r.trace = nil }()
	r.Release(pair, in, s, nil) // one that fails has drawn, too
	return draws
}

// mostDraws are those of a traced release, by far.
const mostDraws = 100_000

// note keeps a draw where a release is traced.
func (r *run) note(law string, x []float64) {
	if r.trace == nil || len(*r.trace) == mostDraws {
		return
	}
	*r.trace = append(*r.trace, script.Draw{Law: law, Arguments: slices.Clone(x), Line: line(r.thread.CallStack())})
}
