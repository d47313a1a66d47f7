package work

import (
	"context"
	"sync"
)

// Deal has the chunks of one batch done by whatever hands there are: one that is free is
// given the next, what a lost hand had is given again, and the parts come out in order.
// Parts are of any type that a transport carries.
type Deal[D any] struct {
	Done int64 // trials whose parts are there

	cutter *Cutter
	open   []*Piece[D] // cut and not handed on, in order
	lost   []*Piece[D] // to be given again
}

// Piece is a chunk on its way through hands.
type Piece[D any] struct {
	Chunk  Chunk
	Data   D
	Losses int // hands that were lost while they did it
	done   bool
}

// NewDeal returns the deal of a batch as c cuts it.
func NewDeal[D any](c *Cutter) *Deal[D] { return &Deal[D]{cutter: c} }

// Give returns the next chunk to be done, nil while there is none.
func (d *Deal[D]) Give() (p *Piece[D]) {
	if len(d.lost) > 0 {
		p, d.lost = d.lost[0], d.lost[1:]
	} else if k, ok := d.cutter.Next(); ok {
		p = &Piece[D]{Chunk: k}
		d.open = append(d.open, p)
	}
	return p
}

// Back has a chunk given again, whose hand was lost.
func (d *Deal[D]) Back(p *Piece[D]) { d.lost = append(d.lost, p) }

// Take takes a chunk's part, and how many milliseconds it took.
func (d *Deal[D]) Take(p *Piece[D], data D, ms float64) {
	p.Data, p.done = data, true
	d.Done += p.Chunk.Count
	d.cutter.Took(p.Chunk, ms)
}

// Complete reports whether all parts are there.
func (d *Deal[D]) Complete() bool { return d.Done >= d.cutter.batch.Total() }

// Ready hands on the parts that follow those of before, each once: in the order of their
// first trial, then of their input.
func (d *Deal[D]) Ready() (parts []*Piece[D]) {
	n := 0
	for n < len(d.open) && d.open[n].done {
		n++
	}
	parts, d.open = d.open[:n], d.open[n:]
	return parts
}

// Each has a deal's chunks done by do, which says too how many milliseconds one took: by a goroutine each, as many at
// a time as many says. It hands what they return to accept, on the caller's goroutine and in order, and ends with the
// first error. Then all goroutines have ended.
func Each[D any](ctx context.Context, d *Deal[D], many func() int,
	do func(ctx context.Context, k Chunk) (D, float64, error), accept func(k Chunk, data D) error) error {
	ctx, stop := context.WithCancel(ctx)
	type result struct {
		piece  *Piece[D]
		data   D
		millis float64
		err    error
	}
	results := make(chan result)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for next, busy := d.Give(), 0; !d.Complete(); {
		for ; next != nil && busy < many(); busy++ {
			p := next
			all.Go(func() {
				data, millis, err := do(ctx, p.Chunk)
				select {
				case results <- result{p, data, millis, err}:
				case <-ctx.Done():
				}
			})
			next = d.Give()
		}
		select {
		case r := <-results:
			if busy--; r.err != nil {
				return r.err
			}
			d.Take(r.piece, r.data, r.millis)
			for _, p := range d.Ready() {
				if err := ctx.Err(); err != nil {
					return err // one slow part may have held up hundreds
				}
				if err := accept(p.Chunk, p.Data); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
