package take

import (
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/palette"
)

// Themed paints an exported chart in the colours of a theme.
func Themed(name string) chart.Paint {
	t, _ := palette.Parse(name)
	return func(r sheet.Role) string { return palette.Of(t, r).Hex() }
}
