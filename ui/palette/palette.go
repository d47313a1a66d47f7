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
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/sheet"
)

// Theme names a set of colours: "dark"; or, in the dress of a page around this
// one, "dark/203040/ffcc00": see Dressed.
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
	t := Theme(name)
	base, ground, accent := t.parts()
	switch base {
	case Light, Dark, Projector:
		if (ground == "" || isHex(ground)) && (accent == "" || isHex(accent)) {
			return t, true
		}
	}
	return Light, false
}

// Dressed returns the theme on another ground and with another accent, both as
// six hexadecimal digits or "". The accent is the colour of the hidden sensor and
// of what leaks. Every other role keeps its colour as far as it can be read on
// that ground.
func (t Theme) Dressed(ground, accent string) Theme {
	if ground == "" && accent == "" {
		return t
	}
	return t.Base() + Theme("/"+ground+"/"+accent)
}

// Base is the theme without a dress.
func (t Theme) Base() Theme {
	base, _, _ := t.parts()
	return base
}

func (t Theme) parts() (base Theme, ground, accent string) {
	name, rest, _ := strings.Cut(string(t), "/")
	ground, accent, _ = strings.Cut(rest, "/")
	return Theme(name), ground, accent
}

func isHex(s string) bool { return len(s) == 6 && strings.Trim(s, "0123456789abcdefABCDEF") == "" }

// Weight is the factor by which lines and text are heavier than in Light.
func (t Theme) Weight() float32 {
	if t.Base() == Projector {
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

// colours are a theme's, in its dress.
func colours(t Theme) set {
	base, ground, accent := t.parts()
	s := plain(base)
	if ground != "" {
		s.stand("#" + ground)
	}
	if accent != "" {
		s.lean("#" + accent)
	}
	return s
}

// stand puts the colours on another ground: surfaces follow it, and what could
// not be read on it moves towards black or white until it can.
func (s *set) stand(ground string) {
	page := parse(ground)
	ink := inkOn(page)
	lift := 0.5 // of a card over the page: paper on a table, or a lamp on a wall
	if ink == white {
		lift = 0.06
	}
	soft := readable(parse(s.surfaces[4]), page, ink, 4.5)
	s.surfaces = [6]string{ground, mix(page, white, lift).Hex(), mix(page, ink, 0.08).Hex(), mix(page, ink, 0.22).Hex(),
		soft.Hex(), s.surfaces[5]}
	for i, name := range roleNames {
		s.roles[i] = readable(parse(s.roles[i]), page, ink, least(name)).Hex()
	}
}

var white = RGB{255, 255, 255}

// inkOn is black or white, whichever stands out more on a ground.
func inkOn(page RGB) RGB {
	if contrast(white, page) > contrast(RGB{}, page) {
		return white
	}
	return RGB{}
}

// lean gives the hidden sensor and what leaks another colour, unless it would
// then look like something else.
func (s *set) lean(accent string) {
	if c, other := s.accent(accent); other == "" {
		s.roles[0] = c.Hex()
	}
}

// accent returns an accent as it can be read on the ground, and the colour of
// another role that it is too near to be told from, if there is one.
func (s *set) accent(accent string) (c RGB, other string) {
	page := parse(s.surfaces[0])
	c = readable(parse(accent), page, inkOn(page), least(sheet.Leak))
	for i, name := range roleNames {
		if o := parse(s.roles[i]); name != sheet.Leak && name != sheet.Bad &&
			math.Hypot(math.Hypot(float64(c.R)-float64(o.R), float64(c.G)-float64(o.G)),
				float64(c.B)-float64(o.B)) < 50 {
			return c, s.roles[i]
		}
	}
	return c, ""
}

// Refused returns the colour that the theme's accent is too near to be told from,
// "#rrggbb", where the theme does without the accent for that; else "".
func (t Theme) Refused() string {
	base, ground, accent := t.parts()
	if accent == "" {
		return ""
	}
	s := colours(base.Dressed(ground, ""))
	_, other := s.accent("#" + accent)
	return other
}

// least is the contrast that a role needs: of words, or of marks and lines alone.
func least(r sheet.Role) float64 {
	if r == sheet.Muted || r == sheet.Adjacent {
		return 3
	}
	return 4.5
}

// readable moves c towards ink until its contrast to ground is at least that.
func readable(c, ground, ink RGB, least float64) RGB {
	for k := 0.0; k < 1; k += 0.1 {
		if m := mix(c, ink, k); contrast(m, ground) >= least {
			return m
		}
	}
	return ink
}

// mix is a share t of b in a, in sRGB.
func mix(a, b RGB, t float64) RGB {
	f := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return RGB{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B)}
}

// contrast is the ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b RGB) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c RGB) float64 {
	v := linear(c)
	return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
}

// linear undoes the gamma of sRGB.
func linear(c RGB) [3]float64 {
	f := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return [3]float64{f(c.R), f(c.G), f(c.B)}
}

// plain are the colours of one of Themes.
func plain(t Theme) set {
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
	if _, ground, _ := t.parts(); f == Page && ground != "" { // asked for in every frame
		return parse("#" + ground)
	}
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
