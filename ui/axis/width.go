package axis

import (
	"strings"
	"unicode"
)

// Width estimates how wide a text of a height is, on the wide side of the usual
// sans-serif faces: there is no font at hand natively.
func Width(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) || r < ' ':
		case strings.ContainsRune("iljtfrI.,:;'|!()[] \u00a0·⁻¹ˢ", r) || r >= '₀' && r <= '₉':
			w += 0.31
		case strings.ContainsRune("mwMWΓ—…", r):
			w += 0.84
		case r >= 0x2e80:
			w += 0.95
		case unicode.IsUpper(r) || strings.ContainsRune("×±", r) || r > 0x2190:
			w += 0.66
		default:
			w += 0.6
		}
	}
	return w * size
}
