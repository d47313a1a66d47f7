package samples

import (
	"io"
	"math"
)

// passes tells how far the reading of files has come: step as a work.Crew's, left the
// bytes that are still to be read. nil tells nobody.
type passes struct {
	step func(name string, weight, left float64)
	left float64
}

// tellEvery is after how many bytes it is told again.
const tellEvery = 1 << 20

// fitting is for how many bytes a part of the search for events counts; there are some
// hundreds of them.
const (
	fitting = 64 << 10
	allFits = 200 * fitting
)

func (p *passes) tell(name string, weight float64) {
	if p != nil && p.step != nil {
		p.left = math.Max(p.left-weight, 0)
		p.step(name, weight, p.left)
	}
}

// counted is a reader whose bytes are told, from the first on: who waits for a worker
// knows by that that it is at work.
func (p *passes) counted(in io.Reader) io.Reader {
	p.tell(reading, 1)
	return &countedReader{in: in, p: p}
}

// reading is what the progress bar says meanwhile.
const reading = "work.reading"

type countedReader struct {
	in io.Reader
	p  *passes
	n  int
}

func (r *countedReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if r.n += n; r.n >= tellEvery {
		r.p.tell(reading, float64(r.n))
		r.n = 0
	}
	return n, err
}
