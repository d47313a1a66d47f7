package work

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
