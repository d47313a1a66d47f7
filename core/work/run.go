package work

import (
	"context"
	"math"
	"runtime"

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

// Hands do a job's batches: goroutines, or other machines.
type Hands interface {
	// Do has a batch done and hands each part to accept, on the caller's goroutine and in
	// the order that Crew's Do promises. It ends with the first error.
	Do(ctx context.Context, b Batch, accept func(Part) error) error
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
	return RunBy(ctx, job, goroutines{job, workers, 0}, progress)
}

// Serial does a job with one goroutine in chunks of grain trials, or of each batch's own
// grain where grain is 0.
func Serial(job Job, grain int64) ([]byte, error) {
	return RunBy(context.Background(), job, goroutines{job, 1, grain}, nil)
}

// RunBy does a job by any hands, with the same result.
func RunBy(ctx context.Context, job Job, hands Hands, progress func(Progress)) (out []byte, err error) {
	defer guard(&err)
	return job.Run(&team{ctx: ctx, hands: hands, progress: progress})
}

// team is a Crew whose batches hands do.
type team struct {
	ctx      context.Context
	hands    Hands
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

func (t *team) Do(b Batch, take func(parts []Part) error) error {
	t.bar.Enter(b.Weight, b.Left)
	t.at.Phase = b.Name
	done := int64(0)
	return t.hands.Do(t.ctx, b, func(p Part) error {
		if err := take([]Part{p}); err != nil {
			return err
		}
		done += p.Chunk.Count
		t.report(done, b.Total())
		return nil
	})
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

// goroutines are Hands: so many that do chunks of grain trials.
type goroutines struct {
	job     Job
	workers int
	grain   int64
}

func (g goroutines) Do(ctx context.Context, b Batch, accept func(Part) error) error {
	do, err := Prepare(g.job, b)
	if err != nil {
		return err
	}
	turns := make(chan struct{}, g.workers)
	many := func() int { return 2 * g.workers } // so that none waits while accept works
	return Each(ctx, NewDeal[[]byte](b.Cut(g.grain)), many, func(_ context.Context, k Chunk) ([]byte, float64, error) {
		turns <- struct{}{}
		defer func() { <-turns }()
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		data, err := do(k)
		return data, 0, err
	}, func(k Chunk, data []byte) error { return accept(Part{k, data}) })
}
