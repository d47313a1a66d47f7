package learn

import (
	"fmt"
	"math"
	"strings"

	"indistinct/core/mechanism"
)

// Text writes a release: equal entries in a row are counted, but for those of two.
func Text(row []float64, words []string) string {
	for len(row) > 0 && mechanism.IsAbsent(row[len(row)-1]) {
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
		text := mechanism.CellText(row[i], words)
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

// hash folds a row's cells into 64 bits. Two different rows share a hash with a
// probability of 5·10⁻²⁰, and would then count as one release, which costs
// sharpness and no truth.
func hash(row []float64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, c := range row {
		h ^= math.Float64bits(c)
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}
