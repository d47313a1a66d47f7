package work

import (
	"slices"

	"indistinct/core/fmt"
)

func weight(w float64) float64 {
	if w <= 0 {
		return 1
	}
	return w
}

// Fraction estimates the share of a whole job that is done, when phases of
// total weight before are done and done of total trials of the phase p.
func Fraction(before float64, p Phase, done, total int64) float64 {
	w := weight(p.Weight)
	x := before
	if total > 0 {
		x += w * float64(done) / float64(total)
	}
	return min(x/(before+w+max(p.Left, 0)), 1)
}

// Chunks cuts a phase into chunks of grain trials (of its own grain where
// grain is 0), sorted by input and first trial.
func Chunks(p Phase, index int, grain int64) []Chunk {
	if grain < 1 {
		grain = p.Grain
	}
	if grain < 1 {
		grain = max(1, p.Trials)
	}
	var out []Chunk
	for in := range max(1, p.Inputs) {
		for first := int64(0); first < p.Trials; first += grain {
			out = append(out, Chunk{index, in, first, min(grain, p.Trials-first)})
		}
	}
	return out
}

// do turns a panic in a chunk into an error: one laboratory's mistake must not
// end the program.
func do(job Job, state []byte, c Chunk) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("an internal error stopped the computation: %v", r)
		}
	}()
	return job.Do(state, c)
}

// Serial does a job on the calling goroutine in chunks of grain trials, or of
// each phase's own grain where grain is 0.
func Serial(job Job, grain int64) ([]byte, error) {
	var state []byte
	for index := 0; ; index++ {
		p, ok := job.Plan(state)
		if !ok {
			return job.Output(state)
		}
		var parts []Part
		for _, c := range Chunks(p, index, grain) {
			data, err := do(job, state, c)
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{c, data})
		}
		var err error
		if state, err = job.Merge(state, parts); err != nil {
			return nil, err
		}
	}
}

// Sort puts parts into the order that Merge expects.
func Sort(parts []Part) {
	slices.SortFunc(parts, func(a, b Part) int {
		if a.Chunk.Input != b.Chunk.Input {
			return a.Chunk.Input - b.Chunk.Input
		}
		return int(min(max(a.Chunk.First-b.Chunk.First, -1), 1))
	})
}
