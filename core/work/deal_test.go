package work

import "testing"

// Whatever order parts come in, and however often hands are lost, each part is handed on
// once and in order.
func TestDeal(t *testing.T) {
	for _, b := range []Batch{{Inputs: 2, Trials: 40, Grain: 3}, {Trials: 7, Grain: 100},
		{Inputs: 3, Trials: 9, Grain: 2}} {
		for _, hands := range []int{1, 2, 5, 50} {
			d := NewDeal[int64](b.Cut(0))
			var held []*Piece[int64]
			var got []Chunk
			for turn := 0; !d.Complete(); turn++ {
				for len(held) < hands {
					p := d.Give()
					if p == nil {
						break
					}
					held = append(held, p)
				}
				i := turn * 7 % len(held)
				p := held[i]
				held = append(held[:i], held[i+1:]...)
				if turn%3 == 0 && p.Losses < 2 {
					p.Losses++
					d.Back(p)
					continue
				}
				d.Take(p, p.Chunk.First, 0)
				for _, p := range d.Ready() {
					if p.Data != p.Chunk.First {
						t.Errorf("%+v, %d hands: the part of %+v is %d", b, hands, p.Chunk, p.Data)
					}
					got = append(got, p.Chunk)
				}
			}
			cut := b.Cut(0)
			for i := 0; ; i++ {
				k, ok := cut.Next()
				if !ok && i == len(got) {
					break
				}
				if !ok || i >= len(got) || got[i] != k {
					t.Fatalf("%+v, %d hands: parts %+v; number %d should be %+v", b, hands, got, i, k)
				}
			}
			if p := d.Give(); p != nil || d.Done != b.Total() {
				t.Errorf("%+v, %d hands: %+v after %d trials", b, hands, p, d.Done)
			}
		}
	}
}
