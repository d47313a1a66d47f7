package work

import (
	"fmt"
	"testing"
)

// Whatever the pace, the chunks of a batch are all its trials, each once and in order.
func TestChunksCoverABatch(t *testing.T) {
	for _, b := range []Batch{{Inputs: 2, Trials: 1000, Grain: 37}, {Trials: 7, Grain: 100}, {Inputs: 3, Trials: 1},
		{Inputs: 1, Trials: 5000}, {Inputs: 2}} {
		for _, millis := range []float64{0, 0.001, 1, 100} { // that a trial takes
			for _, workers := range []int{0, 1, 5} { // 0: no pace
				name := fmt.Sprintf("%+v, %v ms, %d workers", b, millis, workers)
				c := &Cutter{batch: b, size: max(b.Grain, 1)}
				if workers > 0 {
					c = (&Pace{ChunkMillis: 20, Workers: workers, Caution: 8}).Cut(b)
				}
				want, total := Chunk{}, int64(0)
				for k, ok := c.Next(); ok; k, ok = c.Next() {
					if k.Input != want.Input || k.First != want.First || k.Count < 1 || k.Input > 0 &&
						k.Count != want.Count {
						t.Fatalf("%s: %+v after %+v", name, k, want)
					}
					total += k.Count
					if want = k; k.Input+1 < max(b.Inputs, 1) {
						want.Input++
					} else {
						want = Chunk{First: k.First + k.Count}
					}
					if workers > 0 {
						c.Took(k, millis*float64(k.Count))
					}
				}
				if total != b.Total() {
					t.Errorf("%s: %d trials of %d", name, total, b.Total())
				}
			}
		}
	}
}

// Chunks that are known from before are cut alike, and what is between them and after them as they are: what
// was done and what is cut then are all of a batch's trials, each once and in order.
func TestKnownChunksAreCutAlike(t *testing.T) {
	for _, b := range []Batch{{Inputs: 2, Trials: 1000}, {Trials: 70}, {Inputs: 3, Trials: 31},
		{Inputs: 1, Trials: 500}} {
		for _, size := range []int64{1, 7, 100} {
			before, after := &Cutter{batch: b, size: size}, &Cutter{batch: b, size: 3, Known: map[int64]int64{}}
			for first := int64(0); first < b.Trials; first += 3 * size { // two of three are missing
				after.Known[first] = size
			}
			for {
				k, ok := before.Next()
				got, more := after.Next()
				if k != got || ok != more {
					t.Fatalf("%+v: %+v, want %+v", b, got, k)
				}
				if !ok {
					break
				}
			}
		}
	}
}

// The chunks of a long batch come to take the target time, and those of the next batch
// of its kind take it from the first one.
func TestPaceFindsTheChunkSize(t *testing.T) {
	p := &Pace{ChunkMillis: 20, Workers: 2, Caution: 8}
	for _, c := range []struct {
		kind        string
		trial       float64 // milliseconds
		first, from int     // trials of the first chunk; the chunk from which they take the target time
	}{{"a", 0.01, 12, 5}, {"b", 1, 12, 1}, {"b", 1, 20, 0}, {"a", 0.1, 400, 1}} {
		cut := p.Cut(Batch{Kind: c.kind, Inputs: 1, Trials: 100000, Grain: 100})
		for i := range 10 {
			k, _ := cut.Next()
			ms := float64(k.Count) * c.trial
			if i == 0 && int(k.Count) != c.first {
				t.Errorf("%+v: the first chunk has %d trials", c, k.Count)
			}
			if i >= c.from && (ms < 14 || ms > 29) {
				t.Errorf("%+v: chunk %d takes %v ms", c, i, ms)
			}
			cut.Took(k, ms)
		}
	}
	// A few trials are shared by all workers; towards the end chunks get smaller.
	p = &Pace{ChunkMillis: 20, Workers: 5, Caution: 8}
	if k, _ := p.Cut(Batch{Inputs: 2, Trials: 10, Grain: 1000}).Next(); k.Count != 2 {
		t.Errorf("of 20 trials for 5 workers the first gets %d", k.Count)
	}
	if k, _ := p.Cut(Batch{Inputs: 1, Trials: 4, Grain: 1000}).Next(); k.Count != 1 {
		t.Errorf("of 4 trials for 5 workers the first gets %d", k.Count)
	}
	cut, last := p.Cut(Batch{Inputs: 1, Trials: 1000, Grain: 800}), int64(0)
	for k, ok := cut.Next(); ok; k, ok = cut.Next() {
		last = k.Count
	}
	if last > 13 {
		t.Errorf("the last chunk has %d trials", last)
	}
}
