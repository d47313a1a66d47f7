package palette

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/sheet"
)

// Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
var blindness = map[string][9]float64{
	"normal":       {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
}

func lab(v [3]float64) [3]float64 {
	x := (0.4124564*v[0] + 0.3575761*v[1] + 0.1804375*v[2]) / 0.95047
	y := 0.2126729*v[0] + 0.7151522*v[1] + 0.0721750*v[2]
	z := (0.0193339*v[0] + 0.1191920*v[1] + 0.9503041*v[2]) / 1.08883
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}

func seen(c RGB, m [9]float64) [3]float64 {
	v := linear(c)
	var w [3]float64
	for i := range w {
		w[i] = min(max(m[3*i]*v[0]+m[3*i+1]*v[1]+m[3*i+2]*v[2], 0), 1)
	}
	return lab(w)
}

func TestRolesStayApartForColourBlindViewers(t *testing.T) {
	roles := []sheet.Role{sheet.Leak, sheet.Target, sheet.Record, sheet.Adjacent}
	for _, theme := range Themes() {
		for name, m := range blindness {
			for i, a := range roles {
				for _, b := range roles[:i] {
					p, q := seen(Of(theme, a), m), seen(Of(theme, b), m)
					d := math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
					// CIE76: 2.3 is just noticeable; small marks need several times that.
					if d < 18 {
						t.Errorf("%s, %s: %s and %s are %.1f apart, want ≥ 18", theme, name, a, b, d)
					}
				}
			}
		}
	}
}

// least is the contrast that a role needs: of words, or of marks and lines alone.
func least(r sheet.Role) float64 {
	if r == sheet.Muted || r == sheet.Adjacent {
		return 3
	}
	return 4.5
}

// contrast is the ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b RGB) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c RGB) float64 {
	v := linear(c)
	return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
}

// linear undoes the gamma of sRGB.
func linear(c RGB) (v [3]float64) {
	for i, b := range [3]uint8{c.R, c.G, c.B} {
		if v[i] = float64(b) / 255; v[i] <= 0.04045 {
			v[i] /= 12.92
		} else {
			v[i] = math.Pow((v[i]+0.055)/1.055, 2.4)
		}
	}
	return v
}

func TestContrast(t *testing.T) {
	for _, theme := range Themes() {
		for _, bg := range []sheet.Role{Page, Card} {
			for _, role := range Names[6:] {
				want := least(role)
				if theme == Projector {
					want += 0.1
				}
				if c := contrast(Of(theme, role), Of(theme, bg)); c < want {
					t.Errorf("%s: %s on %s has contrast %.2f, want ≥ %.1f", theme, role, bg, c, want)
				}
			}
			if c := contrast(Of(theme, Soft), Of(theme, bg)); c < 4.5 {
				t.Errorf("%s: soft text on %s has contrast %.2f", theme, bg, c)
			}
		}
	}
}

func TestCSSNamesEverything(t *testing.T) {
	for _, theme := range Themes() {
		css := CSS(theme)
		for _, name := range Names {
			if want := "--" + string(name) + ":" + Of(theme, name).Hex() + ";"; !strings.Contains(css, want) {
				t.Errorf("%s lacks %s", theme, want)
			}
		}
	}
	if theme, ok := Parse("night"); ok || theme != Light {
		t.Errorf("night is taken for %s", theme)
	}
	if Of(Light, "no such role") != Of(Light, sheet.Ink) {
		t.Error("an unknown role should be ink")
	}
}

func ExampleOf() {
	fmt.Println(Of(Light, sheet.Leak).Hex(), Of(Dark, Page).Hex())
	// Output: #cb1f86 #0e1319
}
