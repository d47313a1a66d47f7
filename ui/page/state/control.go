package state

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// sliderSteps is the resolution of every slider.
const sliderSteps = 1000

// knee is where a logarithmic slider that begins at 0 turns from linear to
// logarithmic.
func knee(p *lab.Param) float64 {
	if p.Step > 0 {
		return 10 * p.Step
	}
	return (p.Max - p.Min) / 1000
}

// position maps a value to 0 … 1 along the slider.
func position(p *lab.Param, v float64) float64 {
	if !(p.Max > p.Min) {
		return 0
	}
	t := 0.0
	switch {
	case p.Log && p.Min > 0:
		t = math.Log(v/p.Min) / math.Log(p.Max/p.Min)
	case p.Log:
		k := knee(p)
		t = math.Log1p((v-p.Min)/k) / math.Log1p((p.Max-p.Min)/k)
	default:
		t = (v - p.Min) / (p.Max - p.Min)
	}
	return min(max(t, 0), 1)
}

// valueAt maps a position to a round value within the range.
func valueAt(p *lab.Param, t float64) float64 {
	switch {
	case t <= 0:
		return p.Min
	case t >= 1:
		return p.Max
	}
	v := 0.0
	switch {
	case p.Log && p.Min > 0:
		v = significant(p.Min*math.Pow(p.Max/p.Min, t), 2)
	case p.Log:
		k := knee(p)
		v = p.Min + k*math.Expm1(t*math.Log1p((p.Max-p.Min)/k))
		if s := step(p); v < k {
			v = grid(v, s)
		} else {
			v = significant(v, 2)
		}
	default:
		v = grid(p.Min+t*(p.Max-p.Min), math.Min(step(p), decade((p.Max-p.Min)/100)))
	}
	return settle(p, v)
}

// nudge is the value after an arrow key; dir is ±1, or ±10 for Page keys.
func nudge(p *lab.Param, v float64, dir int) float64 {
	if !p.Log {
		return settle(p, grid(v+float64(dir)*step(p), step(p)))
	}
	// On a logarithmic slider the step holds where it is a fair share of the
	// value; elsewhere a key moves by a hundredth of the slider.
	if d := step(p); p.Step > 0 && d >= 0.004*v && v+float64(dir)*d >= d && d <= v/2 {
		return settle(p, grid(v+float64(dir)*d, d))
	}
	t := position(p, v)
	next := v
	for i := 0; i < 50 && next == v; i++ {
		t += float64(dir) / 100
		if t < 0 || t > 1 {
			return settle(p, valueAt(p, t))
		}
		next = valueAt(p, t)
	}
	return next
}

// step is what an arrow key changes on a linear slider.
func step(p *lab.Param) float64 {
	s := p.Step
	if s <= 0 {
		s = decade((p.Max - p.Min) / 100)
	}
	if p.Kind == lab.Int || p.Kind == lab.Seed {
		s = math.Max(1, math.Round(s))
	}
	return s
}

// decade is the power of ten at or below v.
func decade(v float64) float64 { return math.Pow(10, math.Floor(math.Log10(v)+1e-9)) }

// grid rounds to a multiple of s without the dust of binary fractions.
func grid(v, s float64) float64 {
	if !(s > 0) {
		return v
	}
	n := math.Round(v / s)
	out, err := strconv.ParseFloat(strconv.FormatFloat(n*s, 'g', 12, 64), 64)
	if err != nil {
		return v
	}
	return out
}

func significant(v float64, digits int) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil {
		return v
	}
	return out
}

// settle brings a value into the range, rounded where it must be whole.
func settle(p *lab.Param, v float64) float64 {
	if p.Kind == lab.Int || p.Kind == lab.Seed {
		v = math.Round(v)
	}
	return min(max(v, p.Min), p.Max)
}

// shown is a stored value as a person would type it.
func Shown(s lab.Spec, p *lab.Param) string {
	switch p.Kind {
	case lab.Int, lab.Seed:
		return strconv.FormatFloat(s.Float(p.Name), 'f', -1, 64)
	case lab.Float:
		v := s.Float(p.Name)
		if a := math.Abs(v); a >= 1e-5 && a < 1e9 || a == 0 {
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		t := strconv.FormatFloat(v, 'e', -1, 64)
		t = strings.Replace(t, "e+0", "e", 1)
		t = strings.Replace(t, "e+", "e", 1)
		return strings.Replace(t, "e-0", "e-", 1)
	case lab.Flag:
		if s.Flag(p.Name) {
			return "1"
		}
		return "0"
	case lab.List:
		return strings.ReplaceAll(s.Text(p.Name), ",", ", ")
	case lab.Matrix:
		return strings.ReplaceAll(strings.ReplaceAll(s.Text(p.Name), ",", ", "), ";", ";\n")
	}
	return s.Text(p.Name)
}

// Field is a control as the page shows it.
type Field struct {
	P      *lab.Param
	ID     string
	Text   string // in the text field: the draft, or the value
	Bad    string // one sentence, or empty
	Pos    string // of the slider
	Spoken string // the slider's value for a screen reader
	Open   bool   // the help is shown
}

// slider reports whether the parameter has a slider beside its text field.
func (f *Field) Slider() bool {
	return (f.P.Kind == lab.Float || f.P.Kind == lab.Int) && f.P.Max > f.P.Min && !math.IsInf(f.P.Max, 0)
}

// typed reports whether the parameter is typed into one line.
func (f *Field) Typed() bool {
	return f.P.Kind == lab.Float || f.P.Kind == lab.Int || f.P.Kind == lab.Seed
}

// long reports whether it is typed into several lines.
func (f *Field) Long() bool { return f.P.Kind == lab.List || f.P.Kind == lab.Matrix }

// segmented reports whether a choice is short enough for buttons side by side.
func (f *Field) Segmented() bool {
	if f.P.Kind != lab.Choice || len(f.P.Choices) > 3 {
		return false
	}
	n := 0
	for _, o := range f.P.Choices {
		n += len([]rune(o.Label)) + 3
	}
	return n <= 42
}

// name is the visible label as one text.
func (f *Field) Name() string { return f.P.Title() }

// mode is the on-screen keyboard for the text field. Values that may be
// negative need a minus sign, which the decimal pad of phones lacks.
func (f *Field) Mode() string {
	switch {
	case f.P.Min < 0:
		return "text"
	case f.P.Kind == lab.Float:
		return "decimal"
	}
	return "numeric"
}

// optionHelp is the help of the option that is chosen.
func (f *Field) OptionHelp() string {
	for _, o := range f.P.Choices {
		if o.Value == f.Text {
			return o.Help
		}
	}
	return ""
}

// optionLabel is the name of the option that is chosen.
func (f *Field) OptionLabel() string {
	for _, o := range f.P.Choices {
		if o.Value == f.Text {
			return o.Label
		}
	}
	return ""
}

// field makes the control of p.
func (d *Laboratory) Field(p *lab.Param) *Field {
	p = d.ranged(p)
	f := &Field{P: p, ID: "p-" + p.Name, Bad: d.problem(p.Name), Open: d.helps[p.Name]}
	if t, ok := d.drafts[p.Name]; ok {
		f.Text = t
	} else {
		f.Text = Shown(d.Spec, p)
		if v := d.Spec.Float(p.Name); p.Kind == lab.Float && v != significant(v, 6) {
			f.Text = Shown(d.Spec.Set(d.Table, p.Name, significant(v, 4)), p) // ln 3: digits that nobody typed
		}
	}
	if f.Slider() {
		v := d.Spec.Float(p.Name)
		f.Pos = strconv.Itoa(int(math.Round(sliderSteps * position(p, v))))
		f.Spoken = strings.TrimSpace(sheet.Brief(v, 6) + " " + p.Unit)
	}
	return f
}

// ranged is a parameter with the range that it has in the present Spec.
func (d *Laboratory) ranged(p *lab.Param) *lab.Param {
	if p == nil || p.MaxOf == "" {
		return p
	}
	q := *p
	q.Max = d.Spec.Max(p)
	return &q
}

// claim is the parameter that stands beside the main slider.
const EpsilonName = "eps"

// mainSlider is the parameter that stands at first sight: the first shown of
// those that the table marks, else the first slider that says what its ends
// mean.
func (d *Laboratory) MainSlider() *lab.Param {
	var other *lab.Param
	for i := range d.Table {
		p := &d.Table[i]
		switch {
		case !d.Spec.Shown(p) || p.Name == EpsilonName:
		case p.Main:
			return p
		case other == nil && (p.Kind == lab.Float || p.Kind == lab.Int) && p.Low != "" && p.High != "":
			other = p
		}
	}
	return other
}

// dial is the control of a parameter at first sight, nil where there is none.
func (d *Laboratory) Dial(p *lab.Param) *Field {
	if p == nil {
		return nil
	}
	return d.Field(p)
}

// group is the controls under one heading.
type Group struct {
	Title string
	First []*Field // at once
	More  []*Field // one fold away
	Open  bool
}

// controlGroups lays out the settings in the drawer in the table's order: all but
// those at first sight, or those that a search finds.
func (d *Laboratory) ControlGroups() []*Group {
	var out []*Group
	find := func(title string) *Group {
		for _, g := range out {
			if g.Title == title {
				return g
			}
		}
		g := &Group{Title: title, Open: d.Open[title]}
		out = append(out, g)
		return g
	}
	main := d.MainSlider()
	words := strings.Fields(strings.ToLower(d.Search))
	for i := range d.Table {
		p := &d.Table[i]
		if !d.Spec.Shown(p) || p == main || p.Name == EpsilonName || d.solving(p) || p.Kind == lab.Code || !meant(p, words) {
			continue
		}
		g := find(p.Group)
		f := d.Field(p)
		if p.Fold && len(words) == 0 {
			g.More = append(g.More, f)
			g.Open = g.Open || f.Bad != ""
		} else {
			g.First = append(g.First, f)
		}
	}
	// A fold under a heading with nothing else would hide the whole group.
	for _, g := range out {
		if len(g.First) == 0 {
			g.First, g.More = g.More, nil
		}
	}
	return out
}

// meant reports whether a search means a parameter.
func meant(p *lab.Param, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(p.Name + " " + p.Label + " " + p.Symbol + " " + p.Group + " " + p.Help)
	for _, o := range p.Choices {
		text += " " + strings.ToLower(o.Label+" "+o.Help)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// short is a number with four digits, as a person reads it and a program too.
func Short(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return PlainNumber(v)
	}
	return strconv.FormatFloat(significant(v, 4), 'f', -1, 64)
}

// plainNumber writes a number as a program reads it.
func PlainNumber(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
