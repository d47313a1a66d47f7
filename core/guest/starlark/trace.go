package starlark

import (
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// Trace implements script.Run.
func (r *run) Trace(pair int, in mechanism.Input, s *rng.Stream) (cells []float64, draws []script.Draw, err error) {
	draws = []script.Draw{}
	r.trace = &draws
	defer func() { r.trace = nil }()
	cells = make([]float64, mostTraced)
	n, err := r.Release(pair, in, s, cells)
	return cells[:min(n, mostTraced)], draws, err
}

// mostTraced are the cells of a traced release, and its draws by far.
const (
	mostTraced = 128
	mostDraws  = 100_000
)

// note keeps a draw where a release is traced.
func (r *run) note(law string, x []float64) {
	if r.trace == nil || len(*r.trace) == mostDraws {
		return
	}
	*r.trace = append(*r.trace, script.Draw{Law: law, Arguments: slices.Clone(x), Line: line(r.thread.CallStack())})
}
