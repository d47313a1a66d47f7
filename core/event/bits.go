package event

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"indistinct/core/lang"
)

// A released number is what a program computed in floating point, and its last bits and
// digits may tell what went into it (Mironov 2012; Haney, Desfontaines, Hartman,
// Shrestha & Hay 2022). Sums are rounded to the grid of their larger part, so numbers
// that are a multiple of a power of two, or have few decimals, may be all that one input
// can release. The features below are functions of one number's bits; NaN where a cell
// holds a word.

// The kinds of features of the representation. I is the cell; −1 pools all numbers.
const (
	lowest   = "lowest"   // v where the number is an odd multiple of 2ᵛ; pooled: the least
	zeros    = "zeros"    // how many of its last bits are 0, of 53 (fewer where it is subnormal)
	decimals = "decimals" // of the shortest text that reads back as the number; pooled: the most
	digit    = "digit"    // the last of that text, without exponent
	fraction = "fraction" // the number less the whole number below it
)

var ofNumbers = []string{lowest, zeros, decimals, digit, fraction}

const (
	pooled = -1
	// lowestOfZero is lowest of 0, a multiple of every power of two.
	lowestOfZero = 1024
	// mostBits is how many cells are looked at one by one.
	mostBits = 8
)

// bitValue computes a feature of the representation of one number.
func bitValue(kind string, x float64) float64 {
	if x != x {
		return math.NaN()
	}
	switch kind {
	case lowest:
		v, _ := lowestBit(x)
		return float64(v)
	case zeros:
		_, z := lowestBit(x)
		return float64(z)
	case fraction:
		return x - math.Floor(x)
	}
	d, last := shortest(x)
	if kind == decimals {
		return float64(d)
	}
	return float64(last)
}

// lowestBit returns v where x is an odd multiple of 2ᵛ, and how many zeros end its
// significand.
func lowestBit(x float64) (v, zeros int) {
	b := math.Float64bits(x)
	m, e := b&(1<<52-1), int(b>>52&0x7ff)
	switch {
	case e > 0:
		m |= 1 << 52
	case m == 0:
		return lowestOfZero, 53
	default:
		e = 1 // subnormal
	}
	zeros = bits.TrailingZeros64(m)
	return e - 1075 + zeros, zeros
}

// shortest returns how many decimals the shortest text of a number has that reads back
// as it, and its last digit.
func shortest(x float64) (decimals, last int) {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], math.Abs(x), 'e', -1, 64) // d.ddde±dd
	digits, exponent, finite := bytes.Cut(text, []byte("e"))
	e, _ := strconv.Atoi(string(exponent))
	if after := max(len(digits)-2, 0) - e; finite && after >= 0 {
		return after, int(digits[len(digits)-1] - '0')
	}
	return 0, 0 // whole, and a multiple of ten
}

// SameDecimals returns the releases of either input as if both had been printed with as many
// decimals; ok is false where they are, or where the input that has more decimals repeats its
// numbers: then it lies on a grid of its own, which is no matter of printing.
func SameDecimals(r [2][]float64) (out [2][]float64, ok bool) {
	var most [2]int
	values := [2]map[float64]bool{{}, {}}
	probe := min(len(r[0]), len(r[1]), mostProbed)
	for in := range 2 {
		for _, x := range r[in][:probe] {
			if x == x {
				d, _ := shortest(x)
				most[in], values[in][x] = max(most[in], d), true
			}
		}
	}
	fine := 0
	if most[1] > most[0] {
		fine = 1
	}
	to := most[1-fine]
	if most[fine] == to || to > 15 || 10*len(values[fine]) < probe {
		return r, false
	}
	out, out[fine] = r, slices.Clone(r[fine])
	unit := math.Pow10(to)
	for i, x := range out[fine] {
		if math.Abs(x*unit) < 1<<53 {
			out[fine][i] = math.Round(x*unit) / unit
		}
	}
	return out, true
}

// bitPooled computes a feature of the representation of all numbers of a row.
func bitPooled(kind string, row []float64) float64 {
	out := math.NaN()
	for _, c := range row {
		v := bitValue(kind, c)
		switch {
		case v != v:
		case out != out, kind == lowest && v < out, kind == decimals && v > out:
			out = v
		}
	}
	return out
}

// bitFeatures lists the features of the representation of cells whose numbers the first
// probe rows show to vary. Of long lists those cells are looked at one by one in which the
// inputs' last bits and digits differ most, and all cells together.
func bitFeatures(width, probe int, row func(in, i int) []float64) (out []Feature) {
	var cells []bitCell
	for i := range width {
		if c, varies := probeBits(i, probe, row); varies {
			cells = append(cells, c)
		}
	}
	if len(cells) > 1 {
		out = append(out, Feature{Kind: lowest, I: pooled}, Feature{Kind: decimals, I: pooled})
	}
	if len(cells) > mostBits {
		for k := range cells {
			cells[k].compare(probe, row)
		}
		slices.SortStableFunc(cells, func(a, b bitCell) int { return b.distance - a.distance })
		cells = cells[:mostBits]
	}
	for _, c := range cells {
		for _, kind := range ofNumbers {
			out = append(out, Feature{Kind: kind, I: c.i})
		}
		if c.minus {
			out = append(out, Feature{Kind: is, I: c.i, Cell: minusZero})
		}
	}
	return out
}

var minusZero = math.Float64bits(math.Copysign(0, -1))

// bitCell is a cell whose numbers vary.
type bitCell struct {
	i        int
	numbers  int  // how often it holds one
	minus    bool // it may be −0
	distance int  // between the inputs' counts of last bits and digits
}

func probeBits(i, probe int, row func(in, i int) []float64) (c bitCell, varies bool) {
	c.i = i
	var first uint64
	for in := range 2 {
		for j := range probe {
			x := row(in, j)[i]
			if x != x {
				continue
			}
			b := math.Float64bits(x)
			if c.numbers++; c.numbers == 1 {
				first = b
			}
			varies = varies || b != first
			c.minus = c.minus || b == minusZero
		}
	}
	return c, varies
}

func (c *bitCell) compare(probe int, row func(in, i int) []float64) {
	for _, kind := range []string{lowest, digit} {
		more := map[float64]int{} // of each value, how much oftener the first input has it
		for in := range 2 {
			for j := range probe {
				if x := row(in, j)[c.i]; x == x {
					more[bitValue(kind, x)] += 1 - 2*in
				}
			}
		}
		for _, n := range more {
			c.distance += max(n, -n)
		}
	}
}

// bitCondition says that a feature of the representation lies above low and below high.
// All but fraction are whole numbers.
func (f *Feature) bitCondition(low, high float64, l Layout) lang.Message {
	what, all := f.holder(l), "one"
	if f.I == pooled {
		all = "all"
	}
	// at least from and at most to
	from, to := math.Floor(low)+1, math.Ceil(high)-1
	atLeast, atMost := low > -math.MaxFloat64, !math.IsInf(high, 1)
	power := func(v float64) lang.Message {
		if v >= 0 && v <= 10 {
			return lang.Verbatim(strconv.Itoa(1 << int(v)))
		}
		return lang.Verbatim("2" + lang.Superscript(int(v)))
	}
	if !atLeast && !atMost {
		return lang.Say("event.number", "what", what)
	}
	// between says it of one of three texts, two of which have one end: above and to.
	between := func(end string, from, above, to any, places ...any) lang.Message {
		switch places = append(places, "what", what); {
		case atLeast && atMost:
			return lang.Say("event."+f.Kind+".between", append(places, "from", from, "to", to)...)
		case atLeast:
			return lang.Say("event."+f.Kind+".above", append(places, end, above)...)
		}
		return lang.Say("event."+f.Kind+".below", append(places, end, to)...)
	}
	switch f.Kind {
	case lowest:
		return between("power", power(from), power(from), power(to+1), "all", all)
	case zeros:
		return between("n", int(from), int(from), int(to))
	case decimals:
		return between("n", int(from), int(from)-1, int(to), "all", all)
	case digit:
		if !atLeast {
			from = 0
		}
		if !atMost {
			to = 9
		}
		return lang.Say("event.digit", "what", what, "alone", from == to, "from", int(from), "to", int(to))
	}
	if !atLeast {
		low = 0
	}
	if !atMost {
		high = 1
	}
	return lang.Say("event.fraction", "what", what, "from", low, "to", high)
}

// holder says whose representation is looked at.
func (f *Feature) holder(l Layout) lang.Message {
	switch {
	case f.I == pooled:
		return lang.Say("event.bits.entries")
	case l.named(f.I) != "":
		return l.named(f.I)
	case l.Width == 1:
		return lang.Say("event.bits.release")
	}
	return lang.Say("event.bits.entry", "i", f.I+1)
}

// ofBits reports whether a feature is of the representation.
func (f *Feature) ofBits() bool { return slices.Contains(ofNumbers, f.Kind) }

// OfDigits reports whether a feature looks at how a number is represented.
func (f *Feature) OfDigits() bool {
	if p := f.Factors; p != nil {
		return p.A.OfDigits() || p.B.OfDigits()
	}
	return f.ofBits() || f.Kind == is && f.Cell == minusZero
}

// OfDigits reports whether a rule does.
func (r *Rule) OfDigits() bool {
	return r != nil && slices.ContainsFunc(r.Features, func(f Feature) bool { return f.OfDigits() })
}

// OfDigits reports whether an event does: with the same numbers written or computed
// otherwise it might hold other releases.
func (e Event) OfDigits() bool {
	return e.Rule.OfDigits() || e.Opposite != nil && e.Opposite.OfDigits()
}
