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

// Surface names a colour that is not a role: what things stand on.
type Surface string

// The surfaces.
const (
	Page  Surface = "page"  // the background of everything, and of the scene
	Card  Surface = "card"  // panels, lenses, controls
	Sunk  Surface = "sunk"  // wells: tracks of sliders, code
	Line  Surface = "line"  // hairlines and borders
	Soft  Surface = "soft"  // secondary text, at least 4.5 : 1 on page and card
	Focus Surface = "focus" // the focus ring
)

// RGB is a colour in sRGB.
type RGB struct{ R, G, B uint8 }

// Hex returns "#rrggbb".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Float returns the components in [0, 1], still in sRGB.
func (c RGB) Float() (r, g, b float32) {
	return float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255
}

// set is the colours of one theme, as hex for the eye of whoever edits them.
type set struct {
	surfaces [6]string
	roles    [13]string
}

// surfaceNames and roleNames fix the order in set.
var (
	surfaceNames = [6]Surface{Page, Card, Sunk, Line, Soft, Focus}
	roleNames    = [13]sheet.Role{
		sheet.Leak, sheet.Target, sheet.Record, sheet.Adjacent,
		sheet.Truth, sheet.Paper, sheet.Strong, sheet.Muted, sheet.Ink,
		sheet.Good, sheet.Bad, sheet.Third, sheet.Fourth,
	}
)

// colours are those of one of Themes.
func colours(t Theme) set {
	switch t {
	case Dark:
		return set{
			//        page       card       sunk       line       soft       focus
			[6]string{"#0e1319", "#161d26", "#1f2833", "#2c3744", "#a3afbc", "#7cc4ff"},
			[13]string{
				"#f55c98", "#45dcdc", "#6ea8ff", "#ff8f4a", // leak, target, record, adjacent
				"#f5f1e6", "#e3bb4f", "#b59cff", "#7d8a99", "#e8edf2", // truth, paper, strong, muted, ink
				"#5fd38d", "#ff7a70", "#7fd0ee", "#c9c46a", // good, bad, third, fourth
			},
		}
	case Projector:
		return set{
			[6]string{"#ffffff", "#ffffff", "#e9edf0", "#9aa3ab", "#363d44", "#0050d8"},
			[13]string{
				"#c2148a", "#004c4c", "#0047c2", "#c94a00",
				"#000000", "#7a5600", "#5a25b0", "#5c646c", "#000000",
				"#00602f", "#b00012", "#00648f", "#5a5c00",
			},
		}
	}
	return set{
		[6]string{"#fbfaf7", "#ffffff", "#f0efea", "#d9dcdf", "#56616d", "#1f6fd6"},
		[13]string{
			"#cb1f86", "#00565c", "#1f64c8", "#d2570f",
			"#1f2730", "#8a6a12", "#6a41b8", "#848e99", "#1c2530",
			"#1a7a48", "#b3261e", "#1b789f", "#75741f",
		},
	}
}

// Of returns the colour of a role. An unknown role is drawn as Ink.
func Of(t Theme, r sheet.Role) RGB {
	i := slices.Index(roleNames[:], r)
	if i < 0 {
		return Of(t, sheet.Ink)
	}
	return parse(colours(t).roles[i])
}

// On returns the colour of a surface. An unknown surface is Page.
func On(t Theme, f Surface) RGB {
	return parse(colours(t).surfaces[max(slices.Index(surfaceNames[:], f), 0)])
}

// Known reports whether r is one of the roles.
func Known(r sheet.Role) bool { return slices.Contains(roleNames[:], r) }

// CSS returns the theme as custom properties, "--page:#fbfaf7;…--leak:#cb1f86;…":
// one for each surface and role under its name, and --weight.
func CSS(theme string) string {
	t, _ := Parse(theme)
	s := colours(t)
	var b strings.Builder
	for i, name := range surfaceNames {
		b.WriteString("--" + string(name) + ":" + s.surfaces[i] + ";")
	}
	for i, name := range roleNames {
		b.WriteString("--" + string(name) + ":" + s.roles[i] + ";")
	}
	b.WriteString("--weight:" + strconv.FormatFloat(float64(t.Weight()), 'g', 3, 32) + ";")
	return b.String()
}

// parse reads "#rrggbb", which is all that colours holds.
func parse(hex string) RGB {
	v, _ := strconv.ParseUint(hex[1:], 16, 32)
	return RGB{uint8(v >> 16), uint8(v >> 8), uint8(v)}
}
