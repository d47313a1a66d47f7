//go:build !one

package work

import (
	"context"
	"runtime"
	"sync"
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
