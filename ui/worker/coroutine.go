package worker

import (
	"errors"
	"iter"

	"indistinct/core/work"
	"indistinct/ui/wire"
)

// conductor is a job's Run on this worker. It is the worker's crew: whenever
// Run asks for a batch, it is set aside, so that the worker can answer other
// messages and do chunks of that very batch, until the page brings the parts.
type conductor struct {
	next  func() (pause, bool)
	stop  func() // ends Run where it is
	say   func(wire.Reply, ...[]byte)
	yield func(pause) bool

	stopped bool
	parts   []work.Part // what came for the batch that was asked for
	last    bool

	result []byte
	err    error
}

// pause is why Run was set aside: it asks for a batch, or for more parts.
type pause struct{ ask *work.Batch }

// errStopped ends a Run that nobody waits for any more.
var errStopped = errors.New("The run was stopped.")

func conduct(job work.Job) *conductor {
	c := &conductor{}
	c.next, c.stop = iter.Pull(func(yield func(pause) bool) {
		c.yield = yield
		c.result, c.err = job.Run(c)
	})
	return c
}

// resume lets Run go on until it pauses or ends.
func (c *conductor) resume(say func(wire.Reply, ...[]byte)) (a wire.Reply, blobs [][]byte, err error) {
	c.say = say
	p, running := c.next()
	switch {
	case !running && c.err == nil && c.result == nil:
		return a, nil, errors.New("The run finished without a result.")
	case !running:
		return wire.Reply{Done: true}, [][]byte{c.result}, c.err
	case p.ask != nil:
		return wire.Reply{Ask: p.ask}, [][]byte{p.ask.Args}, nil
	}
	return a, nil, nil
}

func (c *conductor) Do(b work.Batch, take func([]work.Part) error) error {
	wait := pause{&b}
	for {
		if c.stopped = c.stopped || !c.yield(wait); c.stopped {
			return errStopped
		}
		if err := take(c.parts); err != nil {
			return err
		}
		if c.parts = nil; c.last {
			return nil
		}
		wait = pause{}
	}
}

func (c *conductor) Step(name string, weight, left float64) {
	c.say(wire.Reply{Step: &wire.Step{Name: name, Weight: weight, Left: left}})
}

func (c *conductor) Show(kind work.Kind, data func() ([]byte, error)) error {
	b, err := data()
	if err == nil {
		c.say(wire.Reply{Show: kind}, b)
	}
	return err
}
