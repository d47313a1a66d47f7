//go:build !js

package work

import "context"

// Hands do a job's batches elsewhere: on other machines.
type Hands interface {
	// Do has a batch done and hands each part to accept, on the caller's goroutine and in
	// the order that Crew's Do promises. It ends with the first error.
	Do(ctx context.Context, b Batch, accept func(Part) error) error
}

// RunBy does a job by other hands, with the same result as Run.
func RunBy(ctx context.Context, job Job, hands Hands, progress func(Progress)) ([]byte, error) {
	return run(job, &handed{team{ctx: ctx, progress: progress}, hands})
}

// handed is a Crew whose batches hands do.
type handed struct {
	team
	hands Hands
}

func (t *handed) Do(b Batch, take func(parts []Part) error) error {
	return t.hands.Do(t.ctx, b, t.accept(b, take))
}
