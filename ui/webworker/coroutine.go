package webworker

import (
	"iter"

	"indistinct/core/lang"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// coroutine is a job's Run on this worker, and its crew: whenever Run asks for a batch
// it is suspended, so that the worker can answer other messages and do chunks of that
// very batch, until the page sends the parts.
type coroutine struct {
	next  func() (*work.Batch, bool) // a batch that Run asks for, nil for more parts of the last one
	stop  func()                     // ends Run where it is
	yield func(*work.Batch) bool
	reply func(wire.Reply, ...[]byte)

	parts []work.Part // of the batch that was asked for
	last  bool        // no more parts follow

	result []byte
	err    error
}

// startCoroutine returns the job's Run, which begins with the first resume.
func startCoroutine(job work.Job) *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(*work.Batch) bool) {
		c.yield = yield
		c.result, c.err = job.Run(c)
	})
	return c
}

// resume lets Run go on until it pauses or ends.
func (c *coroutine) resume(reply func(wire.Reply, ...[]byte)) (a wire.Reply, blobs [][]byte, err error) {
	c.reply = reply
	b, running := c.next()
	switch {
	case !running && c.err == nil && c.result == nil:
		return a, nil, lang.Errorf("worker.nothing")
	case !running:
		return wire.Reply{Done: true}, [][]byte{c.result}, c.err
	case b != nil:
		return wire.Reply{Batch: b}, [][]byte{b.Args}, nil
	}
	return a, nil, nil
}

func (c *coroutine) Do(b work.Batch, take func([]work.Part) error) error {
	for wait := &b; c.yield(wait); wait = nil {
		if err := take(c.parts); err != nil {
			return err
		}
		if c.parts = nil; c.last {
			return nil
		}
	}
	return lang.Errorf("worker.stopped") // nobody waits for it any more
}

func (c *coroutine) Step(name string, weight, left float64) {
	c.reply(wire.Reply{Step: &work.Batch{Name: name, Trials: 1, Weight: weight, Left: left}})
}

func (c *coroutine) Show(kind work.Kind, data func() ([]byte, error)) error {
	b, err := data()
	if err == nil {
		c.reply(wire.Reply{Show: kind}, b)
	}
	return err
}
