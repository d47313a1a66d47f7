package read

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"indistinct/core/rng"
	"indistinct/core/table"
)

// BenchmarkPlain reads 100,000 rows of ten numbers: once to learn the form, once for the cells.
func BenchmarkPlain(b *testing.B) {
	var text bytes.Buffer
	s := rng.New(rng.Key{Seed: 7})
	for range 100_000 {
		for c := range 10 {
			if c > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, "%.6f", s.Norm())
		}
		text.WriteByte('\n')
	}
	data := text.Bytes()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open("a", int64(len(data)), false, func() (io.Reader, error) { return bytes.NewReader(data), nil })
		if err != nil {
			b.Fatal(err)
		}
		rows, err := Both([]*File{f, f}, table.Ask{})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		if err := rows[0].Each(nil, func([]float64) error { n++; return nil }); err != nil || n != 100_000 {
			b.Fatal(n, err)
		}
	}
}
