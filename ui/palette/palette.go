// Package palette holds the colours of the project: the scene and the charts read
// it, and a test holds the page's style sheet to it, so that a role has the same
// colour wherever it appears.
//
// The four roles that meet in one picture (leak, target, record, adjacent)
// descend from Okabe and Ito's set (2008): reddish purple, bluish green, blue
// and vermilion, darkened or lightened for each background. The tests hold
// them apart under simulated protanopia and deuteranopia and hold every role to
// a contrast against its background. Colour is never the only difference: the
// adjacent record is also dashed, the hidden sensor is also a star.
package palette

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/sheet"
)

// Theme names a set of colours.
type Theme string

// The themes. Projector is black on white with strong colours, and asks for
// heavier lines and larger text (Weight).
const (
	Light     Theme = "light"
	Dark      Theme = "dark"
	Projector Theme = "projector"
)

// Themes lists the themes in the order of the page's switch.
func Themes() []Theme { return []Theme{Light, Dark, Projector} }

// Parse returns the theme of that name, or Light and false.
func Parse(name string) (Theme, bool) {
	if t := Theme(name); slices.Contains(Themes(), t) {
		return t, true
	}
	return Light, false
}

// Weight is the factor by which lines and text are heavier than in Light.
func (t Theme) Weight() float32 {
	if t == Projector {
		return 1.3
	}
	return 1
}

// Type is the factor by which the scene's letters are larger than in Light; its
// style sheet has the same.
func (t Theme) Type() float64 { return 1 + (float64(t.Weight())-1)*0.8 }

// The surfaces: colours beside the roles of sheets, of what things stand on.
const (
	Page  sheet.Role = "page"  // the background of everything, and of the scene
	Card  sheet.Role = "card"  // panels, lenses, controls
	Sunk  sheet.Role = "sunk"  // wells: tracks of sliders, code
	Line  sheet.Role = "line"  // hairlines and borders
	Soft  sheet.Role = "soft"  // secondary text, at least 4.5 : 1 on page and card
	Focus sheet.Role = "focus" // the focus ring
)

type RGB struct{ R, G, B uint8 }

func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Names fix the order of a theme's colours: the surfaces, then the roles.
var Names = []sheet.Role{
	Page, Card, Sunk, Line, Soft, Focus,
	sheet.Leak, sheet.Target, sheet.Record, sheet.Adjacent,
	sheet.Truth, sheet.Paper, sheet.Strong, sheet.Muted, sheet.Ink,
	sheet.Good, sheet.Bad, sheet.Third, sheet.Fourth,
}

// colours are the themes', each "#rrggbb" for the eye of whoever edits them.
var colours = map[Theme][]string{
	Light: {
		"#fbfaf7", "#ffffff", "#f0efea", "#d9dcdf", "#56616d", "#1f6fd6", // page, card, sunk, line, soft, focus
		"#cb1f86", "#00565c", "#1f64c8", "#d2570f", // leak, target, record, adjacent
		"#1f2730", "#8a6a12", "#6a41b8", "#848e99", "#1c2530", // truth, paper, strong, muted, ink
		"#1a7a48", "#b3261e", "#1b789f", "#75741f", // good, bad, third, fourth
	},
	Dark: {
		"#0e1319", "#161d26", "#1f2833", "#2c3744", "#a3afbc", "#7cc4ff",
		"#f55c98", "#45dcdc", "#6ea8ff", "#ff8f4a",
		"#f5f1e6", "#e3bb4f", "#b59cff", "#7d8a99", "#e8edf2",
		"#5fd38d", "#ff7a70", "#7fd0ee", "#c9c46a",
	},
	Projector: {
		"#ffffff", "#ffffff", "#e9edf0", "#9aa3ab", "#363d44", "#0050d8",
		"#c2148a", "#004c4c", "#0047c2", "#c94a00",
		"#000000", "#7a5600", "#5a25b0", "#5c646c", "#000000",
		"#00602f", "#b00012", "#00648f", "#5a5c00",
	},
}

// Of returns the colour of a role or a surface. Any other is drawn as Ink.
func Of(t Theme, name sheet.Role) RGB {
	i := slices.Index(Names, name)
	if i < 0 {
		return Of(t, sheet.Ink)
	}
	v, _ := strconv.ParseUint(colours[t][i][1:], 16, 32)
	return RGB{uint8(v >> 16), uint8(v >> 8), uint8(v)}
}

// CSS returns the theme as custom properties, "--page:#fbfaf7;…--leak:#cb1f86;…":
// one for each surface and role under its name, and --weight.
func CSS(t Theme) string {
	var b strings.Builder
	for i, name := range Names {
		b.WriteString("--" + string(name) + ":" + colours[t][i] + ";")
	}
	b.WriteString("--weight:" + strconv.FormatFloat(float64(t.Weight()), 'g', 3, 32) + ";")
	return b.String()
}
