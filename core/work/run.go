package work

import (
	"context"
	"math"
	"runtime"
	"sync"

	"indistinct/core/lang"
)

// Progress is how far a job has come.
type Progress struct {
	Phase    string
	Done     int64 // trials of this step that are done, over all inputs
	Total    int64
	Fraction float64 // of the whole job as far as it is known, 0 to 1
	// Partial, where something new can be seen, returns it, as in Show. It is for
	// the call of progress alone.
	Partial func() ([]byte, error)
}

// Left says roughly how long so many seconds are, of a computation that goes on.
func Left(seconds float64) lang.Message {
	switch {
	case seconds < 10:
		return lang.Say("work.left.soon")
	case seconds < 90:
		return lang.Say("work.left.seconds", "n", 10*math.Ceil(seconds/10))
	case seconds < 3600:
		return lang.Say("work.left.minutes", "n", math.Ceil(seconds/60))
	}
	return lang.Say("work.left.hours", "n", math.Ceil(seconds/3600))
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
	return run(job, &team{ctx: ctx, job: job, workers: workers, progress: progress})
}

// Serial does a job on the calling goroutine in chunks of grain trials, or of
// each batch's own grain where grain is 0.
func Serial(job Job, grain int64) ([]byte, error) {
	return run(job, &team{ctx: context.Background(), job: job, grain: grain})
}

func run(job Job, crew Crew) (out []byte, err error) {
	defer guard(&err)
	return job.Run(crew)
}

// team is a Crew of goroutines, none where workers is 0.
type team struct {
	ctx      context.Context
	job      Job
	workers  int
	grain    int64
	progress func(Progress)
	bar      Bar
	at       Progress // as last reported
}

func (t *team) Step(name string, weight, left float64) {
	t.bar.Enter(weight, left)
	t.at.Phase = name
	t.report(0, 1)
}

func (t *team) report(done, total int64) {
	t.at.Done, t.at.Total, t.at.Fraction = done, total, t.bar.At(done, total)
	if t.progress != nil {
		t.progress(t.at)
	}
}

// Show hands partial results to progress; nobody watches a scene.
func (t *team) Show(kind Kind, data func() ([]byte, error)) error {
	if t.progress != nil && kind == Partial {
		p := t.at
		p.Partial = data
		t.progress(p)
	}
	return t.ctx.Err()
}

// accept begins a batch; what it returns hands a part to take, and reports it.
func (t *team) accept(b Batch, take func(parts []Part) error) func(Part) error {
	t.bar.Enter(b.Weight, b.Left)
	t.at.Phase = b.Name
	done := int64(0)
	return func(p Part) error {
		if err := take([]Part{p}); err != nil {
			return err
		}
		done += p.Chunk.Count
		t.report(done, b.Total())
		return nil
	}
}

func (t *team) Do(b Batch, take func(parts []Part) error) error {
	do, err := Prepare(t.job, b)
	if err != nil {
		return err
	}
	accept := t.accept(b, take)
	if t.workers > 0 {
		return t.share(b.Chunks(t.grain), do, accept)
	}
	for _, c := range b.Chunks(t.grain) {
		if err := t.ctx.Err(); err != nil {
			return err
		}
		data, err := do(c)
		if err != nil {
			return err
		}
		if err := accept(Part{c, data}); err != nil {
			return err
		}
	}
	return nil
}

// Prepare is a job's, of a function whose panics are errors.
func Prepare(job Job, b Batch) (do func(Chunk) ([]byte, error), err error) {
	defer guard(&err)
	each, err := job.Prepare(b)
	if err != nil {
		return nil, err
	}
	return func(c Chunk) (data []byte, err error) {
		defer guard(&err)
		return each(c)
	}, nil
}

// share has goroutines do the chunks and accepts the parts in order, on the
// caller's goroutine.
func (t *team) share(chunks []Chunk, do func(Chunk) ([]byte, error), accept func(Part) error) error {
	ctx, cancel := context.WithCancel(t.ctx)
	type result struct {
		index int
		data  []byte
		err   error
	}
	todo := make(chan int)
	results := make(chan result)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range min(t.workers, len(chunks)) {
		wg.Go(func() {
			for i := range todo {
				data, err := do(chunks[i])
				select {
				case results <- result{i, data, err}:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	wg.Go(func() {
		defer close(todo)
		for i := range chunks {
			select {
			case todo <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	next := 0
	early := map[int][]byte{} // parts that came before their turn
	for range chunks {
		select {
		case r := <-results:
			if r.err != nil {
				return r.err
			}
			early[r.index] = r.data
		case <-ctx.Done():
			return ctx.Err()
		}
		for data, ok := early[next]; ok; data, ok = early[next] {
			if err := ctx.Err(); err != nil {
				return err // one slow part may have held up hundreds
			}
			delete(early, next)
			if err := accept(Part{chunks[next], data}); err != nil {
				return err
			}
			next++
		}
	}
	return nil
}
