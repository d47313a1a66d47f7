package work

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"indistinct/core/fmt"
)

// Progress is how far a job has come.
type Progress struct {
	Phase    string
	Done     int64 // trials of this phase that are done, over all inputs
	Total    int64
	Fraction float64 // of the whole job as far as it is known, 0 to 1
}

// Run does a job with a pool of goroutines, all of which have ended when it
// returns. workers < 1 means one for each processor. progress, if not nil, is
// called on the caller's goroutine after every chunk. A cancelled context ends
// the run within a chunk and is returned as its error. The result is the same
// for any number of workers.
func Run(ctx context.Context, job Job, workers int, progress func(Progress)) ([]byte, error) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var state []byte
	before, best := 0.0, 0.0
	for index := 0; ; index++ {
		p, ok := job.Plan(state)
		if !ok {
			return job.Output(state)
		}
		chunks := Chunks(p, index, 0)
		parts, err := pool(ctx, job, state, chunks, workers, func(done int64) {
			if progress != nil {
				total := p.Trials * int64(max(1, p.Inputs))
				best = max(best, Fraction(before, p, done, total)) // a bar never goes back
				progress(Progress{p.Name, done, total, best})
			}
		})
		if err != nil {
			return nil, err
		}
		if state, err = job.Merge(state, parts); err != nil {
			return nil, err
		}
		before += weight(p.Weight)
	}
}

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

// pool does the chunks of one phase.
func pool(ctx context.Context, job Job, state []byte, chunks []Chunk, workers int, progress func(done int64)) ([]Part, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		index int
		data  []byte
		err   error
	}
	todo := make(chan int)
	results := make(chan result)
	var wg sync.WaitGroup
	for range min(workers, len(chunks)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range todo {
				data, err := do(job, state, chunks[i])
				select {
				case results <- result{i, data, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer close(todo)
		for i := range chunks {
			select {
			case todo <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	defer wg.Wait()
	defer cancel()
	parts := make([]Part, len(chunks))
	done := int64(0)
	for range chunks {
		select {
		case r := <-results:
			if r.err != nil {
				return nil, r.err
			}
			parts[r.index] = Part{chunks[r.index], r.data}
			done += chunks[r.index].Count
			progress(done)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return parts, nil
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
