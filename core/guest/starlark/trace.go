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
	n, _, err := r.Release(pair, in, s, cells)
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
	d := script.Draw{Law: law, Arguments: slices.Clone(x)}
	for i := 0; i < r.thread.CallStackDepth() && d.Line == 0; i++ { // built-ins have no place
		if at := r.thread.CallFrame(i).Pos; at.Filename() != libraryName {
			d.Line = int(at.Line)
		}
	}
	*r.trace = append(*r.trace, d)
}
