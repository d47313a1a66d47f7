// Package filmtest checks films and shows as tests of what makes them: every length
// and name, every number. The stage itself only asks film.Film.Whole and
// film.Show.Whole, which keep it from reading past an array's end.
package filmtest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
)

// Limits on what a browser draws at 60 frames a second, beside those of package film.
const (
	maxViews  = 8
	maxLayers = 64    // in a view
	maxDraws  = 20000 // releases of one input in a show
)

// Check returns nil if f can be drawn: every length agrees with Steps, Kind and
// Moving, every number is finite, every name is known. Otherwise it returns one
// sentence that says where, what, and what is accepted.
func Check(f *film.Film) error {
	if f == nil {
		return fmt.Errorf("there is no film")
	}
	if f.Steps < 1 || f.Steps > film.MaxSteps {
		return fmt.Errorf("the film has %d steps; 1 to %d are accepted", f.Steps, film.MaxSteps)
	}
	if !(f.Rate > 0 && f.Rate <= 240) {
		return fmt.Errorf("the film's rate is %v key frames a second; a number above 0 and up to 240 is accepted", f.Rate)
	}
	if f.Hold < 0 || f.Hold >= f.Steps {
		return fmt.Errorf("the film holds at step %d; 0 to %d are accepted", f.Hold, f.Steps-1)
	}
	if len(f.Clock) != 0 && len(f.Clock) != f.Steps {
		return fmt.Errorf("the film has %d clock captions for %d steps; one a step or none are accepted",
			len(f.Clock), f.Steps)
	}
	if err := checkTexts("clock caption", f.Clock); err != nil {
		return err
	}
	if err := checkText(f.Alt, 4*film.MaxText); err != nil {
		return fmt.Errorf("the film's description %w", err)
	}
	if len(f.Views) < 1 || len(f.Views) > maxViews {
		return fmt.Errorf("the film has %d views; 1 to %d are accepted", len(f.Views), maxViews)
	}
	values := 0
	for i := range f.Views {
		v := &f.Views[i]
		if (v.Place == film.Main) != (i == 0) {
			return fmt.Errorf("view %d (%q) is placed %q; the first view is the main one, and only the first", i,
				lang.Clip(english.Say(v.Name), 40), lang.Clip(string(v.Place), 40))
		}
		if err := checkView(v); err != nil {
			return fmt.Errorf("view %d (%q): %w", i, lang.Clip(english.Say(v.Name), 40), err)
		}
		for j := range v.Layers {
			l := &v.Layers[j]
			if err := checkLayer(f, l); err != nil {
				return fmt.Errorf("view %d (%q), layer %d (%q): %w", i, lang.Clip(english.Say(v.Name), 40), j,
					lang.Clip(english.Say(l.Name), 40), err)
			}
			values += len(l.Data)
		}
	}
	if values > film.MaxValues {
		return fmt.Errorf("the film holds %d numbers; up to %d are accepted", values, film.MaxValues)
	}
	return f.Whole()
}

func checkView(v *film.View) error {
	switch v.Place {
	case film.Main, film.Lens, film.Strip, film.Side:
	default:
		return fmt.Errorf("the place %q is unknown; main, lens, strip and side are accepted",
			lang.Clip(string(v.Place), 40))
	}
	if w, h := v.Box[2]-v.Box[0], v.Box[3]-v.Box[1]; v.Place == film.Lens && (!v.Equal || math.Abs(w-h) > 1e-9*w) {
		return fmt.Errorf("a lens is a map with a square box, not %v", v.Box)
	}
	for _, m := range []lang.Message{v.Name, v.Short, v.Unit, v.XLabel, v.YLabel, v.Note} {
		if err := checkText(m, film.MaxText); err != nil {
			return fmt.Errorf("a caption %w", err)
		}
	}
	if !goodBox(v.Box[0], v.Box[1], v.Box[2], v.Box[3]) {
		return fmt.Errorf("the box %v is not xmin < xmax and ymin < ymax with finite numbers", v.Box)
	}
	if len(v.Layers) > maxLayers {
		return fmt.Errorf("there are %d layers; up to %d are accepted", len(v.Layers), maxLayers)
	}
	return nil
}

func checkLayer(f *film.Film, l *film.Layer) error {
	switch l.Kind {
	case film.Dots, film.Path, film.Segments, film.Disk, film.Ring, film.Ellipse, film.Quads, film.Heat, film.Words,
		film.Labels:
	default:
		return fmt.Errorf("the kind %q is unknown", lang.Clip(string(l.Kind), 40))
	}
	switch l.Shape {
	case "", film.Circle, film.Square, film.Star, film.Cross, film.Diamond, film.Car, film.Hand:
	default:
		return fmt.Errorf("the shape %q is unknown; circle, square, star, cross, diamond, car and hand are accepted", lang.Clip(string(l.Shape), 40))
	}
	switch l.Role {
	case "", sheet.Leak, sheet.Target, sheet.Record, sheet.Adjacent, sheet.Truth, sheet.Paper, sheet.Strong,
		sheet.Muted, sheet.Ink, sheet.Good, sheet.Bad, sheet.Third, sheet.Fourth:
	default:
		return fmt.Errorf("the role %q is unknown", lang.Clip(string(l.Role), 40))
	}
	if err := checkText(l.Name, film.MaxText); err != nil {
		return fmt.Errorf("the name %w", err)
	}
	if !(l.Size >= 0 && l.Size <= 400) {
		return fmt.Errorf("the size is %v px; 0 to 400 are accepted", l.Size)
	}
	if !(l.Alpha >= 0 && l.Alpha <= 1) {
		return fmt.Errorf("alpha is %v; 0 to 1 are accepted", l.Alpha)
	}
	switch l.When {
	case "", film.Pointed, film.Untouched, film.Later, film.Weighed:
	default:
		return fmt.Errorf("%q is no time at which a layer is seen", lang.Clip(string(l.When), 40))
	}
	if l.Trail < -1 || l.Trail > film.MaxSteps {
		return fmt.Errorf("the trail is %d steps; -1 to %d are accepted", l.Trail, film.MaxSteps)
	}
	stride := l.Kind.Stride()
	block := len(l.Data)
	if err := checkBlocks(f, l); err != nil {
		return err
	}
	if l.Moving {
		n := f.Steps
		if len(l.Blocks) > 0 {
			n = slices.Max(l.Blocks) + 1
		}
		if len(l.Data)%(n*stride) != 0 {
			return fmt.Errorf("there are %d numbers; a moving layer of %s needs a multiple of %d steps × %d numbers an item", len(l.Data), l.Kind, n, stride)
		}
		block /= n
	} else if block%stride != 0 {
		return fmt.Errorf("there are %d numbers; a layer of %s needs a multiple of %d", len(l.Data), l.Kind, stride)
	}
	items := block / stride
	for i, x := range l.Data {
		// Infinity and NaN differ from themselves after subtraction.
		if x-x != 0 {
			return fmt.Errorf("number %d is %v; finite numbers are accepted", i, x)
		}
		switch {
		case x < 0 && (l.Kind == film.Disk || l.Kind == film.Ring || l.Kind == film.Labels) && i%3 == 2:
			return fmt.Errorf("the radius at number %d is %v; 0 and more are accepted", i, x)
		case x < 0 && l.Kind == film.Heat && i%4 == 2:
			return fmt.Errorf("the radius at number %d is %v px; 0 and more are accepted", i, x)
		case x < 0 && l.Kind == film.Ellipse && (i%5 == 2 || i%5 == 3):
			return fmt.Errorf("the semi-axis at number %d is %v; 0 and more are accepted", i, x)
		}
	}
	switch n := len(l.Text); {
	case (l.Kind == film.Words || l.Kind == film.Labels) && (n == items || l.Moving && n == items*f.Steps):
	case l.Kind != film.Words && l.Kind != film.Labels && n == 0:
	default:
		return fmt.Errorf("there are %d texts for %d items of %s; words and labels need one an item, other kinds none", n, items, l.Kind)
	}
	if err := checkTexts("text", l.Text); err != nil {
		return err
	}
	if n := len(l.Handles); n != 0 && n != items {
		return fmt.Errorf("there are %d handles for %d items; one an item or none are accepted", n, items)
	}
	if err := checkTexts("handle", lang.Verbatims(l.Handles)); err != nil {
		return err
	}
	return nil
}

func checkBlocks(f *film.Film, l *film.Layer) error {
	if n := len(l.Blocks); n != 0 && (n != f.Steps || !l.Moving || l.Ease) {
		return fmt.Errorf("there are %d block numbers; one for each of the %d steps of a moving layer that does not ease, or none, are accepted", n, f.Steps)
	}
	for k, b := range l.Blocks {
		if b < 0 || b >= f.Steps {
			return fmt.Errorf("step %d shows block %d; 0 to %d are accepted", k, b, f.Steps-1)
		}
	}
	if n := len(l.Shown); n != 0 && (n != f.Steps || !l.Moving || l.Ease || l.Trail != 0 || len(l.Handles) != 0) {
		return fmt.Errorf("there are %d counts of shown items; one for each of the %d steps of a moving layer without ease, trail and handles, or none, are accepted", n, f.Steps)
	}
	if l.Fall < 0 || l.Fall > 0 && (l.Kind != film.Dots || len(l.Shown) == 0) {
		return fmt.Errorf("dots fall for %d key frames; 0 and more are accepted, of dots with counts of shown items", l.Fall)
	}
	for k, n := range l.Shown {
		if n < 0 {
			return fmt.Errorf("step %d shows %d items; 0 and more are accepted", k, n)
		}
	}
	return nil
}

func goodBox(x0, y0, x1, y1 float64) bool {
	w, h := x1-x0, y1-y0
	return w > 0 && h > 0 && !math.IsInf(w, 0) && !math.IsInf(h, 0)
}

// checkText says a message in every language.
func checkText(m lang.Message, most int) error {
	for _, l := range english.Languages() {
		s := l.Say(m)
		switch {
		case !utf8.ValidString(s):
			return fmt.Errorf("is not valid UTF-8")
		case strings.ContainsAny(s, "⟨⟩"):
			return fmt.Errorf("lacks a text or a place, %q", s)
		case utf8.RuneCountInString(s) > most:
			return fmt.Errorf("has %d letters in %q; up to %d are accepted", utf8.RuneCountInString(s), l.Tag, most)
		}
	}
	return nil
}

func checkTexts(what string, list []lang.Message) error {
	for i, m := range list {
		if err := checkText(m, film.MaxText); err != nil {
			return fmt.Errorf("%s %d %w", what, i, err)
		}
	}
	return nil
}
