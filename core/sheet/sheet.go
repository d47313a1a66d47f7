// Package sheet is plain data for what a person reads beside the scene:
// charts, tables and sentences. Laboratories fill sheets; package chart draws
// them; verify prints them.
package sheet

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// Real is a float64 whose JSON form keeps ±Inf and NaN, as strings.
type Real float64

// Float returns the number: package lang says it in a text.
func (r Real) Float() float64 { return float64(r) }

// MarshalJSON writes a number, or "Infinity", "-Infinity", "NaN".
func (r Real) MarshalJSON() ([]byte, error) {
	f := float64(r)
	switch {
	case math.IsInf(f, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(f, -1):
		return []byte(`"-Infinity"`), nil
	case math.IsNaN(f):
		return []byte(`"NaN"`), nil
	}
	return strconv.AppendFloat(nil, f, 'g', -1, 64), nil
}

func (r *Real) UnmarshalJSON(b []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(b), `"`), 64)
	*r = Real(f)
	return err
}

// Reals converts a slice.
func Reals[N ~float64 | ~int](x []N) []Real {
	out := make([]Real, len(x))
	for i, v := range x {
		out[i] = Real(v)
	}
	return out
}

// Floats converts a slice back.
func Floats(x []Real) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// Role is the meaning of a colour. The same role has the same colour in scene,
// charts and text.
type Role string

// The roles. Leak is the accent of the hidden sensor and of what leaks about
// it; Target that of the target and its estimates.
const (
	Leak     Role = "leak"
	Target   Role = "target"
	Record   Role = "record"   // the record as it is (blue in the paper's figure 1)
	Adjacent Role = "adjacent" // the adjacent record (red there)
	Truth    Role = "truth"    // exact, known values
	Paper    Role = "paper"    // the paper's test or printed numbers
	Strong   Role = "strong"   // our bounds
	Muted    Role = "muted"    // context: grids, other sensors, axes
	Ink      Role = "ink"      // text and outlines
	Good     Role = "good"
	Bad      Role = "bad"
	Third    Role = "third"  // further categories, when a chart has many
	Fourth   Role = "fourth" //
)

// Sheet is a page's worth of results.
type Sheet struct {
	Title  lang.Message   `json:"title"`
	Lead   lang.Message   `json:"lead"` // one plain sentence: what this shows
	Notes  []lang.Message `json:"notes,omitempty"`
	Charts []Chart        `json:"charts,omitempty"`
	Tables []Table        `json:"tables,omitempty"`
	Lesson bool           `json:"lesson,omitempty"` // it stands beside a lesson alone
}

// Axis is one axis of a chart.
type Axis struct {
	Label lang.Message `json:"label"` // "privacy loss ε": symbol last, in the paper's letters
	Unit  lang.Message `json:"unit,omitempty"`
	Log   bool         `json:"log,omitempty"`
	// Min and Max fix the range where Min < Max; otherwise it fits the data.
	Min Real `json:"min,omitempty"`
	Max Real `json:"max,omitempty"`
}

// Style is how a series is drawn.
type Style string

// The styles.
const (
	Line Style = "line"
	Dots Style = "dots" // with error bars where Lo and Hi are given
	Step Style = "step"
	Area Style = "area" // between Lo and Hi at each X
	Dash Style = "dash" // a dashed line
)

// Series is one set of points.
type Series struct {
	Name  lang.Message `json:"name"`
	Role  Role         `json:"role"`
	Style Style        `json:"style"`
	X     []Real       `json:"x"`
	Y     []Real       `json:"y,omitempty"`
	Lo    []Real       `json:"lo,omitempty"`
	Hi    []Real       `json:"hi,omitempty"`
	// XLo and XHi are the ends of intervals along x, of the same length as X.
	XLo []Real `json:"x_lo,omitempty"`
	XHi []Real `json:"x_hi,omitempty"`
	// Hollow draws points as rings: another run's.
	Hollow bool `json:"hollow,omitempty"`
}

// Mark is a line across a chart at one value, with a label.
type Mark struct {
	Label    lang.Message `json:"label"`
	Role     Role         `json:"role"`
	At       Real         `json:"at"`
	Vertical bool         `json:"vertical"` // at an x value; else at a y value
}

// Chart is one picture with two axes.
type Chart struct {
	ID      string       `json:"id"` // unique on its sheet; names the exported files
	Title   lang.Message `json:"title"`
	Caption lang.Message `json:"caption,omitempty"` // one sentence: what to see, what it rests on
	X       Axis         `json:"x"`
	Y       Axis         `json:"y"`
	Series  []Series     `json:"series"`
	Marks   []Mark       `json:"marks,omitempty"`
}

// Cell is a number in one of the formats of package lang, or words.
type Cell struct {
	Text   lang.Message `json:"text,omitempty"`
	Num    *Real        `json:"num,omitempty"`
	Form   string       `json:"form,omitempty"`   // of Num, as in a text's place; empty: Text is shown
	Spread *Real        `json:"spread,omitempty"` // shown after Num, behind ±
	Role   Role         `json:"role,omitempty"`   // emphasis
	Help   lang.Message `json:"title,omitempty"`  // one sentence, on hover and focus
}

// Table is rows of cells under named columns.
type Table struct {
	ID      string         `json:"id"`
	Title   lang.Message   `json:"title"`
	Caption lang.Message   `json:"caption,omitempty"`
	Columns []lang.Message `json:"columns"`
	Rows    [][]Cell       `json:"rows"`
}

// Number returns a cell that shows v with the given number of significant
// digits.
func Number(v float64, digits int) Cell {
	return Cell{Num: new(Real(v)), Form: lang.Digits(digits)}
}

// Spread returns a cell that shows "mean ± sd". A spread below the rounding error
// of the mean is shown as 0.
func Spread(mean, sd float64, digits int) Cell {
	if math.Abs(sd) < 1e-12*math.Abs(mean) {
		sd = 0
	}
	c := Number(mean, digits)
	c.Spread = new(Real(sd))
	return c
}

// Count returns a cell that shows a count: rounded to a whole number, in powers
// of ten from 10¹² on.
func Count(v float64) Cell {
	return Cell{Num: new(Real(v)), Form: ","}
}

// Bound returns a cell that shows a lower bound on ε beside the claim: see lang.Above.
func Bound(v, claim float64) Cell {
	return Cell{Num: new(Real(lang.Above(v, claim))), Form: "12"}
}

// Say says a cell in a language.
func (c Cell) Say(l *lang.Language) string {
	if c.Num == nil || c.Form == "" {
		return l.Say(c.Text)
	}
	s := l.Number(float64(*c.Num), c.Form)
	if c.Spread != nil {
		s += " ± " + l.Number(float64(*c.Spread), lang.Digits(2))
	}
	return s
}

// Words returns a cell of words.
func Words(m lang.Message) Cell { return Cell{Text: m} }
