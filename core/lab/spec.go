package lab

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// formatVersion is the version of links and of a Spec's JSON: it grows when a default or a
// parameter's meaning changes.
const formatVersion = 2

// Spec says what to run: a laboratory's name and a value for each of its
// parameters. It is a value; With returns a changed copy. The same Spec gives
// the same Report, bit for bit, everywhere.
type Spec struct {
	Lab    string
	values map[string]any // float64 or string
}

// Defaults returns the Spec with every parameter at its default.
func (t Table) Defaults(lab string) Spec {
	s := Spec{Lab: lab, values: make(map[string]any, len(t))}
	for i := range t {
		s.values[t[i].Name] = t[i].fallback()
	}
	return s
}

// value returns a value as it is stored. It panics where the laboratory has no such
// parameter: a name that is misspelt in the code ends a test, not as a 0 in a result.
func (s Spec) value(name string) any {
	v, ok := s.values[name]
	if !ok {
		panic(fmt.Sprintf("the laboratory %q has no parameter %q", s.Lab, name))
	}
	return v
}

// Has reports whether the laboratory has a parameter of that name.
func (s Spec) Has(name string) bool { return s.values[name] != nil }

// Float returns a number, 0 of a parameter that holds a text, and Int and Flag what it is; Text
// returns a Choice, or the canonical text of a List, Matrix or Code, List the numbers of a List, and
// Rows the rows of a Matrix, of one that may hold several in a Part of a Spec.
func (s Spec) Float(name string) float64    { v, _ := s.value(name).(float64); return v }
func (s Spec) Int(name string) int          { return int(s.Float(name)) }
func (s Spec) Flag(name string) bool        { return s.Float(name) != 0 }
func (s Spec) Text(name string) string      { v, _ := s.value(name).(string); return v }
func (s Spec) List(name string) []float64   { return numbers(s.Text(name)) }
func (s Spec) Rows(name string) [][]float64 { return rows(s.Text(name)) }

// Part returns the Spec in which each Matrix that may hold several holds the k-th, from 0, alone, or the one
// that it has.
func (s Spec) Part(t Table, k int) Spec {
	for i := range t {
		if p := &t[i]; p.Parts > 1 {
			parts := strings.Split(s.Text(p.Name), "|")
			s = s.with(p.Name, parts[min(k, len(parts)-1)])
		}
	}
	return s
}

func (s Spec) Seed() uint64 {
	if n, err := strconv.ParseUint(s.Text("seed"), 10, 64); err == nil {
		return n
	}
	return uint64(s.Float("seed"))
}

// Show returns a value as Parse reads it.
func (s Spec) Show(name string) string {
	if v, ok := s.value(name).(float64); ok {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return s.Text(name)
}

// With returns a copy with one value parsed from text and checked against the
// table. On error the copy equals s.
func (s Spec) With(t Table, name, text string) (Spec, error) {
	p := t.Find(name)
	if p == nil {
		return s, &Problem{Field: name, Say: lang.Say("lab.none.param", "param", lang.Clip(name, 40))}
	}
	v, err := p.Parse(text)
	if err != nil {
		return s, err
	}
	return s.with(name, v), nil
}

// WithAll returns a copy with values parsed from text, as far as they are right.
func (s Spec) WithAll(t Table, set map[string]string) Spec {
	for name, text := range set {
		s, _ = s.With(t, name, text)
	}
	return s
}

func (s Spec) with(name string, v any) Spec {
	values := maps.Clone(s.values)
	values[name] = v
	return Spec{s.Lab, values}
}

// Max returns the largest value that a parameter takes in this Spec: Max, or
// the value of the parameter that MaxOf names where that is less.
func (s Spec) Max(p *Param) float64 {
	if p.MaxOf == "" {
		return p.max()
	}
	return max(p.Min, min(p.max(), s.Float(p.MaxOf)))
}

// Set returns a copy with one number, clamped into the parameter's range and
// rounded where it is whole. Parameters whose largest value it is go down with
// it.
func (s Spec) Set(t Table, name string, v float64) Spec {
	p := t.Find(name)
	if p == nil || math.IsNaN(v) {
		return s
	}
	if p.Kind == Int || p.Kind == Seed {
		v = math.Round(v)
	}
	s = s.with(name, min(max(v, p.Min), s.Max(p))+0)
	for i := range t {
		if q := &t[i]; q.MaxOf == name && s.Float(q.Name) > s.Max(q) {
			s = s.with(q.Name, s.Max(q))
		}
	}
	return s
}

// Shown reports whether a parameter applies to this Spec.
func (s Spec) Shown(p *Param) bool { return s.holds(p.Only) }

func (s Spec) holds(only []Only) bool {
	return !slices.ContainsFunc(only, func(o Only) bool { return !slices.Contains(o.Values, s.Show(o.Param)) })
}

// Equal reports whether two Specs are the same.
func (s Spec) Equal(o Spec) bool { return s.Lab == o.Lab && maps.Equal(s.values, o.values) }

// SameRun reports whether a result for s holds for o: they differ at most in
// parameters that need no new run.
func (s Spec) SameRun(t Table, o Spec) bool {
	changed := func(p Param) bool { return p.Rerun && s.values[p.Name] != o.values[p.Name] }
	return s.Lab == o.Lab && !slices.ContainsFunc(t, changed)
}

// SameScene reports whether two Specs of a laboratory look alike on the stage.
func (s Spec) SameScene(t Table, o Spec) bool {
	return !slices.ContainsFunc(t, func(p Param) bool { return p.Scene && s.values[p.Name] != o.values[p.Name] })
}
