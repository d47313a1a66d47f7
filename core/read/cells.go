package read

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"indistinct/core/mechanism"
)

// Read reads a line by the form and appends the release's cells to out; skip says that it
// holds none: a comment, the header once more, or nothing. at is its number, from 1.
func (f *Form) Read(line string, at int, out []float64) (cells []float64, skip bool, err error) {
	fields, skip, err := f.record([]byte(line), at, &tally{records: at - 1})
	if skip || err != nil {
		return out, true, err
	}
	for _, c := range f.Columns {
		b := field(fields, c.Field)
		_, number := number(b, f.DecimalComma)
		if _, ok := f.listed(b); c.Kind != "" || number || missing(b) || ok {
			continue
		}
		if c.Number && !isWord(b) || looksMisread(b, f.DecimalComma) {
			return out, true, fault(f.subject, "read.number", "line", at, "text", clip(b), "column", f.label(c.Field))
		}
	}
	out, err = f.cells(fields, at, out)
	return out, false, err
}

// listed finds a word among the form's.
func (f *Form) listed(b []byte) (i int, ok bool) { return slices.BinarySearch(f.Words, string(b)) }

// cells appends the cells of a record to out.
func (f *Form) cells(fields [][]byte, at int, out []float64) ([]float64, error) {
	for i := range f.Columns {
		c := &f.Columns[i]
		b := field(fields, c.Field)
		switch {
		case c.Kind == "":
			out = append(out, f.cell(c, b))
		case missing(b):
			for range c.Cells {
				out = append(out, mechanism.Absent())
			}
		case c.Kind == Digits:
			if len(b) != c.Digits || strings.Trim(string(b), "0123456789") != "" {
				return nil, fault(f.subject, "read.digits", "line", at, "digits", c.Digits, "text", clip(b))
			}
			if c.Number {
				v, _ := plain(b)
				out = append(out, v.v)
			}
			for _, d := range b {
				out = append(out, float64(d-'0'))
			}
		default:
			v, ok := new(big.Int).SetString(string(b), 10)
			if !ok {
				return nil, fault(f.subject, "read.number", "line", at, "text", clip(b), "column", f.label(c.Field))
			}
			out = c.large(v, out)
		}
	}
	return out, nil
}

// Cells is how many cells a release becomes.
func (f *Form) Cells() (n int) {
	for i := range f.Columns {
		n += f.Columns[i].Cells
	}
	return n
}

// large appends the cells of a whole number beyond 2⁵³.
func (k *Column) large(v *big.Int, out []float64) []float64 {
	float := func(v *big.Int) float64 { x, _ := new(big.Float).SetInt(v).Float64(); return x }
	if k.Kind == Less {
		base, _ := new(big.Int).SetString(k.Base, 10)
		return append(out, float(v.Sub(v, base)))
	}
	high, low := new(big.Int).QuoRem(v, big.NewInt(int64(math.Pow10(half))), new(big.Int))
	return append(out, float(high), float(low))
}

// cell is the cell of a field.
func (f *Form) cell(c *Column, b []byte) float64 {
	if n, ok := number(b, f.DecimalComma); ok {
		if c.Single {
			n.v = float64(float32(n.v))
		}
		return mechanism.Number(n.v)
	}
	if len(b) == 0 || c.Absent && missing(b) {
		return mechanism.Absent()
	}
	if i, ok := f.listed(b); ok {
		return mechanism.ListedWord(i)
	}
	return mechanism.Word(string(b))
}
