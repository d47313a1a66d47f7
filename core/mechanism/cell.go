package mechanism

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// A release may hold words beside numbers, and lists of any length. Such
// releases are rows of cells of a fixed number: a cell is a float64 that is the
// number itself, or a NaN whose low bits say which word stands there, or that
// nothing does. So a row of cells is compared bit by bit, and code that knows
// numbers only sees at x != x that a cell holds none.
const (
	cellTag    = 0xffff << 48
	cellAbsent = 0x7ff9 << 48 // nothing stands here: the list is shorter
	cellListed = 0x7ffa << 48 // a word of the mechanism's list, by its index
	cellShort  = 0x7ffb << 48 // up to six bytes of UTF-8, as they are
	cellHashed = 0x7ffc << 48 // a hash of a longer word
	cellFailed = 0x7ffd << 48 // the program failed
)

// FailedText is a failed release as a person reads it; no word has it for its cell.
const FailedText = "‹failed›"

// Worded is a mechanism whose releases may hold words.
type Worded interface {
	// Words lists words in a fixed order: ListedWord(i) is the cell of the i-th.
	Words() []string
}

// Words returns the words that a mechanism lists; nil where it lists none.
func Words(m Mechanism) []string { return ask(m, Worded.Words) }

// Labelled is a mechanism whose cells have names.
type Labelled interface {
	// Labels returns them, nil where there are none.
	Labels() []lang.Message
}

// Labels returns the names of a mechanism's cells; nil where they have none.
func Labels(m Mechanism) []lang.Message { return ask(m, Labelled.Labels) }

// Absent is the cell where a list has ended.
func Absent() float64 { return math.Float64frombits(cellAbsent) }

// Failed is the cell of a release that failed.
func Failed() float64 { return math.Float64frombits(cellFailed) }

// ListedWord is the cell of the i-th word of a mechanism's list.
func ListedWord(i int) float64 { return math.Float64frombits(cellListed | uint64(i)) }

// Word is the cell of a word that is in no list. Words of up to six bytes can
// be read back; longer ones are told apart by 48 bits of a hash, which merges
// two of them with probability 4·10⁻¹⁵.
func Word(w string) float64 {
	var h uint64
	if len(w) <= 6 {
		for i := range len(w) {
			h = h<<8 | uint64(w[i])
		}
		return math.Float64frombits(cellShort | h)
	}
	h = 14695981039346656037 // FNV-1a
	for i := range len(w) {
		h = (h ^ uint64(w[i])) * 1099511628211
	}
	h ^= h >> 48
	return math.Float64frombits(cellHashed | h&(1<<48-1))
}

// Number returns the cell of a number: a finite one is its own cell, others are
// words, since no order or distance holds for them.
func Number(x float64) float64 {
	switch {
	case x != x:
		return Word("NaN")
	case x > math.MaxFloat64:
		return Word("inf")
	case x < -math.MaxFloat64:
		return Word("-inf")
	}
	return x
}

// OneZero turns the cells of a row that hold −0 into 0. As numbers they are the same; where
// the representation of numbers is looked at, they are two.
func OneZero(row []float64) {
	for i, c := range row {
		if c == 0 {
			row[i] = 0
		}
	}
}

// IsAbsent reports whether a cell is empty.
func IsAbsent(cell float64) bool { return math.Float64bits(cell)&cellTag == cellAbsent }

// IsWord reports whether a cell holds a word.
func IsWord(cell float64) bool {
	t := math.Float64bits(cell) & cellTag
	return t == cellListed || t == cellShort || t == cellHashed || t == cellFailed
}

// CellText returns a cell as a person reads it; words is the mechanism's list.
// An empty cell is "", a word that cannot be read back its number.
func CellText(cell float64, words []string) string {
	bits := math.Float64bits(cell)
	low := bits &^ cellTag
	switch bits & cellTag {
	case cellAbsent:
		return ""
	case cellListed:
		if low < uint64(len(words)) {
			return words[low]
		}
		return "‹" + strconv.FormatUint(low, 10) + "›"
	case cellShort:
		var b []byte
		for shift := 40; shift >= 0; shift -= 8 {
			if c := byte(low >> shift); c != 0 {
				b = append(b, c)
			}
		}
		return string(b)
	case cellFailed:
		return FailedText
	case cellHashed:
		return "‹" + strconv.FormatUint(low, 16) + "›"
	}
	// As many digits as tell numbers apart that are large for their differences.
	if size := math.Abs(cell); size >= 1000 && size < 1<<53 {
		return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(cell, 'f', 3, 64), "0"), ".")
	}
	return strconv.FormatFloat(cell, 'g', 4, 64)
}

// Plain turns cells into numbers for a test that knows nothing else, in place:
// a listed word becomes its index, an empty cell −1, any other word −2.
func Plain(cells []float64) {
	for i, c := range cells {
		if c == c {
			continue
		}
		switch bits := math.Float64bits(c); bits & cellTag {
		case cellListed:
			cells[i] = float64(bits &^ cellTag)
		case cellAbsent:
			cells[i] = -1
		case cellShort, cellHashed, cellFailed:
			cells[i] = -2
		}
	}
}

// RowText writes a release: equal entries in a row are counted, but for those of two.
func RowText(row []float64, words []string) string {
	for len(row) > 0 && IsAbsent(row[len(row)-1]) {
		row = row[:len(row)-1]
	}
	if len(row) == 0 {
		return "( )"
	}
	var parts []string
	for i := 0; i < len(row); {
		j := i + 1
		for len(row) > 2 && j < len(row) && math.Float64bits(row[j]) == math.Float64bits(row[i]) {
			j++
		}
		text := CellText(row[i], words)
		if j-i > 1 {
			text = fmt.Sprintf("%d × %s", j-i, text)
		}
		if len(parts) == 8 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, text)
		i = j
	}
	if len(parts) == 1 && len(row) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// RowHash folds a row's cells into 64 bits. Two different rows share a hash with a
// probability of 5·10⁻²⁰, and would then count as one release, which costs
// sharpness and no truth.
func RowHash(row []float64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, c := range row {
		if c == 0 {
			c = 0 // −0 too: its sign is a feature of its own
		}
		h ^= math.Float64bits(c)
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}
