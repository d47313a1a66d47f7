package work

import "cmp"

// Pace cuts a job's batches into chunks that each take about ChunkMillis, whatever a
// trial takes: it begins with few trials, and learns from the chunks that are done.
type Pace struct {
	ChunkMillis float64 // how long a chunk should take
	Workers     int     // how many do chunks at the same time
	// Caution is how many times fewer trials than its Grain a batch's first chunks
	// have where no batch of its kind was timed yet.
	Caution int64
	Leap    float64 // how many times larger a chunk may be than the one before; 0: 4

	trial map[string]float64 // milliseconds that a trial takes, by kind of batch
}

// Cut returns a Cutter whose first chunks take the target time where that is known,
// and are small otherwise, but leave something for every worker.
func (p *Pace) Cut(b Batch) *Cutter {
	size := b.Grain / p.Caution
	if ms := p.trial[b.Kind]; ms > 0 {
		size = int64(min(p.ChunkMillis/ms, float64(max(4*b.Grain, 1))))
	}
	return &Cutter{batch: b, pace: p, size: max(min(size, b.Total()/int64(p.Workers)), 1)}
}

// Cutter cuts one batch into chunks.
type Cutter struct {
	// Known are how many trials chunks of before have, by their first one: they are cut alike, as are those
	// that follow.
	Known map[int64]int64

	batch Batch
	pace  *Pace // nil: all chunks have the same size, but for the last
	size  int64 // trials of the next chunks
	next  Chunk
}

// Next returns the next chunk, in the order in which a job takes the parts: some trials
// of all inputs, then the next trials. ok is false when there is none left.
func (c *Cutter) Next() (k Chunk, ok bool) {
	left := c.batch.Trials - c.next.First
	if left <= 0 {
		return Chunk{}, false
	}
	inputs := max(c.batch.Inputs, 1)
	if c.next.Input == 0 {
		c.next.Count = min(c.size, left)
		if c.pace != nil {
			// Towards the end chunks get smaller, so that all workers end together.
			share := left * int64(inputs) / int64(2*c.pace.Workers)
			c.next.Count = max(1, min(c.next.Count, max(share, c.size/8)))
		}
		if n := c.Known[c.next.First]; n > 0 {
			c.size = n
			c.next.Count = min(n, left)
		}
	}
	k = c.next
	if c.next.Input++; c.next.Input == inputs {
		c.next.Input = 0
		c.next.First += k.Count
	}
	return k, true
}

// Took takes note of how many milliseconds a chunk took, and moves the size of the next
// ones towards the target. A chunk that is over too soon to be measured says only that
// they may grow.
func (c *Cutter) Took(k Chunk, ms float64) {
	if c.pace == nil || k.Count < c.size { // it was cut for the end, or before they grew
		return
	}
	f := max(4, c.pace.Leap)
	if ms > 0 {
		f = min(max(c.pace.ChunkMillis/ms, 0.125), f)
		if c.pace.trial == nil {
			c.pace.trial = map[string]float64{}
		}
		c.pace.trial[c.batch.Kind] = ms / float64(k.Count)
	}
	if f > 0.7 && f < 1.4 {
		f = 1
	}
	c.size = max(int64(float64(k.Count)*f), 1)
}

// Cut returns a Cutter of chunks of grain trials (of the batch's own grain where grain is 0).
func (b Batch) Cut(grain int64) *Cutter {
	return &Cutter{batch: b, size: cmp.Or(max(grain, 0), max(b.Grain, 0), max(b.Trials, 1))}
}
