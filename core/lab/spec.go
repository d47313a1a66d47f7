package lab

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"indistinct/core/sheet"
)

// Version is the version of links and JSON that this code writes. Links and
// files of version 1 had other defaults: see Param.Old.
const Version = 2

// maxLink bounds what is read from a link or a file.
const maxLink = 16 << 10

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

// defaults returns the Spec that a link or file of that version starts from.
func (t Table) defaults(lab string, version int) Spec {
	s := t.Defaults(lab)
	for i := range t {
		if t[i].Old == "" || version >= 2 {
			continue
		}
		if v, err := t[i].Parse(t[i].Old); err == nil {
			s.values[t[i].Name] = v
		}
	}
	return s
}

// Float returns a number; 0 if there is no such parameter.
func (s Spec) Float(name string) float64 { v, _ := s.values[name].(float64); return v }

// Int returns a whole number.
func (s Spec) Int(name string) int { return int(s.Float(name)) }

// Flag returns a yes or no.
func (s Spec) Flag(name string) bool { return s.Float(name) != 0 }

// Text returns a Choice, or the canonical text of a List or Matrix.
func (s Spec) Text(name string) string { v, _ := s.values[name].(string); return v }

// List returns the numbers of a List.
func (s Spec) List(name string) []float64 { return Numbers(s.Text(name)) }

// Rows returns the rows of a Matrix.
func (s Spec) Rows(name string) [][]float64 { return Rows(s.Text(name)) }

// Seed returns the seed, 0 where the laboratory has none.
func (s Spec) Seed() uint64 { return uint64(s.Float("seed")) }

// Show returns a value as Parse reads it.
func (s Spec) Show(name string) string {
	switch v := s.values[name].(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return v
	}
	return ""
}

// With returns a copy with one value parsed from text and checked against the
// table. On error the copy equals s.
func (s Spec) With(t Table, name, text string) (Spec, error) {
	p := t.Find(name)
	if p == nil {
		return s, &Problem{name, fmt.Sprintf("There is no parameter %q in this laboratory.", sheet.Clip(name, 40))}
	}
	v, err := p.Parse(text)
	if err != nil {
		return s, err
	}
	return s.with(name, v), nil
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

// check is the laboratory's Check and, where that says nothing of a field, what
// MaxOf asks of it.
func check(l Laboratory, t Table, s Spec) []Problem {
	probs := l.Check(s)
	for i := range t {
		p := &t[i]
		if p.MaxOf == "" || s.Float(p.Name) <= s.Max(p) || slices.ContainsFunc(probs, func(q Problem) bool { return q.Field == p.Name }) {
			continue
		}
		probs = append(probs, Problem{p.Name, fmt.Sprintf("%s is %s: it can be at most %s, the value of %s.", p.Title(), s.Show(p.Name), plain(s.Max(p)), t.Find(p.MaxOf).Title())})
	}
	return probs
}

// Shown reports whether a parameter applies to this Spec.
func (s Spec) Shown(p *Param) bool {
	for _, o := range p.Only {
		ok := false
		for _, v := range o.Values {
			ok = ok || s.Show(o.Param) == v
		}
		if !ok {
			return false
		}
	}
	return true
}

// Equal reports whether two Specs are the same.
func (s Spec) Equal(o Spec) bool { return s.Lab == o.Lab && maps.Equal(s.values, o.values) }

// SameRun reports whether a result for s holds for o: they differ at most in
// parameters that need no new run.
func (s Spec) SameRun(t Table, o Spec) bool {
	if s.Lab != o.Lab {
		return false
	}
	for i := range t {
		if n := t[i].Name; t[i].Rerun && s.values[n] != o.values[n] {
			return false
		}
	}
	return true
}

// mostCode is how long a program may be, escaped, to travel in a link.
const mostCode = 8000

// Linked reports whether a link holds the whole Spec: a program that is too
// long for one travels in the JSON alone.
func (s Spec) Linked(t Table) bool {
	for i := range t {
		p := &t[i]
		if p.Kind == Code && s.values[p.Name] != p.fallback() && len(url.QueryEscape(s.Text(p.Name))) > mostCode {
			return false
		}
	}
	return true
}

// Link returns the permalink: "#lab=ring&v=1&seed=1" and every value that is
// not the default, but for a program that is too long: see Linked.
func (s Spec) Link(t Table) string {
	var b strings.Builder
	b.WriteString("#lab=" + url.QueryEscape(s.Lab) + "&v=" + strconv.Itoa(Version))
	for i := range t {
		p := &t[i]
		v := s.values[p.Name]
		if v == p.fallback() && p.Kind != Seed || v == nil {
			continue
		}
		text := strings.NewReplacer("%2C", ",", "%3B", ";").Replace(url.QueryEscape(s.Show(p.Name)))
		if p.Kind == Code && len(text) > mostCode {
			continue
		}
		b.WriteString("&" + p.Name + "=" + text)
	}
	return b.String()
}

// Finder returns a laboratory by name, or nil.
type Finder func(name string) Laboratory

// Catalog is a list of laboratories in the order of the navigation.
type Catalog []Laboratory

// Find returns the laboratory of that name, or nil.
func (c Catalog) Find(name string) Laboratory {
	for _, l := range c {
		if l.About().Name == name {
			return l
		}
	}
	return nil
}

// ParseLink reads a permalink. It always returns a Spec that can be run: bad
// or unknown fields become problems and keep their defaults. An unknown
// laboratory becomes the fallback.
func ParseLink(link string, find Finder, fallback string) (Spec, []Problem) {
	var probs []Problem
	_, frag, ok := strings.Cut(link, "#")
	if !ok {
		frag = link
	}
	if len(frag) > maxLink {
		probs = append(probs, Problem{"", fmt.Sprintf("The link is %d characters long; only the first %d were read.", len(frag), maxLink)})
		frag = frag[:maxLink]
	}
	type field struct{ name, text string }
	var fields []field
	name, version := "", Version
	bad := 0
	for _, pair := range strings.Split(frag, "&") {
		if pair == "" {
			continue
		}
		k, v, ok := strings.Cut(pair, "=")
		k1, err1 := url.QueryUnescape(k)
		v1, err2 := url.QueryUnescape(v)
		if !ok || err1 != nil || err2 != nil || k1 == "" {
			bad++
			continue
		}
		switch k1 {
		case "lab":
			name = v1
		case "v":
			n, err := strconv.Atoi(v1)
			if version = n; err != nil || n < 1 || n > Version {
				version = Version
				probs = append(probs, Problem{"v", fmt.Sprintf("The link says version %q; this page reads version %d and took what it knew.", sheet.Clip(v1, 40), Version)})
			}
		default:
			fields = append(fields, field{k1, v1})
		}
	}
	if bad > 0 {
		probs = append(probs, Problem{"", fmt.Sprintf("%d parts of the link could not be read as name=value and were left out.", bad)})
	}
	l := find(name)
	if l == nil {
		if name != "" {
			probs = append(probs, Problem{"lab", fmt.Sprintf("There is no laboratory %q; %s was opened.", sheet.Clip(name, 40), fallback)})
		}
		l = find(fallback)
	}
	t := l.Params()
	s := t.defaults(l.About().Name, version)
	unknown := 0
	for _, f := range fields {
		if t.Find(f.name) == nil {
			if unknown++; unknown == 1 {
				probs = append(probs, Problem{f.name, fmt.Sprintf("The link has a field %q that this laboratory does not know; it was left out.", sheet.Clip(f.name, 40))})
			}
			continue
		}
		next, err := s.With(t, f.name, f.text)
		if err != nil {
			probs = append(probs, asProblem(err))
			continue
		}
		s = next
	}
	if unknown > 1 {
		probs = append(probs, Problem{"", fmt.Sprintf("%d more unknown fields were left out.", unknown-1)})
	}
	// Fields may be good one by one and bad together: then the culprits go back
	// to their defaults.
	s, more := settle(l, t, s)
	return s, append(probs, more...)
}

// settle returns fields that do not go together to their defaults: first those
// that Check blames, then as few others as it takes. The problems are those of
// the Spec as it came.
func settle(l Laboratory, t Table, s Spec) (Spec, []Problem) {
	probs := check(l, t, s)
	list := probs
	for range len(t) {
		if len(list) == 0 {
			return s, probs
		}
		changed := false
		for _, p := range list {
			if q := t.Find(p.Field); q != nil && s.values[p.Field] != q.fallback() {
				s, changed = s.with(p.Field, q.fallback()), true
			}
		}
		if !changed {
			break
		}
		list = check(l, t, s)
	}
	for i := range t {
		if next := s.with(t[i].Name, t[i].fallback()); len(check(l, t, next)) == 0 {
			return next, probs
		}
	}
	seed := s.values["seed"]
	s = t.Defaults(s.Lab)
	if seed != nil {
		s = s.with("seed", seed)
	}
	return s, probs
}

func asProblem(err error) Problem {
	if p, ok := err.(*Problem); ok {
		return *p
	}
	return Problem{"", err.Error()}
}

// MarshalJSON writes {"lab": …, "version": 2, name: value, …} with names
// sorted.
func (s Spec) MarshalJSON() ([]byte, error) {
	names := make([]string, 0, len(s.values))
	for n := range s.values {
		names = append(names, n)
	}
	sort.Strings(names)
	var b []byte
	b = append(b, `{"lab":`...)
	b = strconv.AppendQuote(b, s.Lab)
	b = append(b, `,"version":`...)
	b = strconv.AppendInt(b, Version, 10)
	for _, n := range names {
		b = append(b, ',')
		b = strconv.AppendQuote(b, n)
		b = append(b, ':')
		switch v := s.values[n].(type) {
		case float64:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		case string:
			j, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			b = append(b, j...)
		}
	}
	return append(b, '}'), nil
}

// ParseJSON reads what MarshalJSON writes; also a whole Report, of which it
// takes the "spec". Missing fields keep their defaults; every field that is
// refused is one problem. With problems the Spec holds defaults for these
// fields, so that a page can still show it.
func ParseJSON(data []byte, find Finder, fallback string) (Spec, []Problem) {
	var raw map[string]json.RawMessage
	var probs []Problem
	l := find(fallback)
	if len(data) > 64<<20 {
		return l.Params().Defaults(fallback), []Problem{{"", "The file is larger than 64 MB; a run is a small JSON file."}}
	}
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return l.Params().Defaults(fallback), []Problem{{"", "The file is not a run in JSON: it must be one object such as {\"lab\": \"ring\", \"s\": 0.8, \"seed\": 1}."}}
	}
	if inner, ok := raw["spec"]; ok {
		raw = nil
		if err := json.Unmarshal(inner, &raw); err != nil || raw == nil {
			return l.Params().Defaults(fallback), []Problem{{"spec", "The report's \"spec\" is not a JSON object."}}
		}
	}
	name := fallback
	if j, ok := raw["lab"]; ok {
		if err := json.Unmarshal(j, &name); err != nil || find(name) == nil {
			probs = append(probs, Problem{"lab", fmt.Sprintf("There is no laboratory %s.", sheet.Clip(string(j), 40))})
			name = fallback
		}
	}
	version := Version
	if j, ok := raw["version"]; ok {
		if v, err := strconv.Atoi(string(j)); err == nil && v >= 1 && v <= Version {
			version = v
		} else {
			probs = append(probs, Problem{"version", fmt.Sprintf("The file says version %s; this program reads version %d.", sheet.Clip(string(j), 40), Version)})
		}
	}
	l = find(name)
	t := l.Params()
	s := t.defaults(name, version)
	names := make([]string, 0, len(raw))
	for n := range raw {
		names = append(names, n)
	}
	sort.Strings(names)
	unknown := 0
	for _, n := range names {
		switch n {
		case "lab", "version":
			continue
		}
		if t.Find(n) == nil {
			if unknown++; unknown > 1 {
				continue // one sentence for all of them
			}
		}
		text := string(raw[n])
		var str string
		if json.Unmarshal(raw[n], &str) == nil {
			text = str
		} else if len(text) > 0 && text[0] == '[' {
			text = strings.Trim(text, "[] \n\t")
		}
		next, err := s.With(t, n, text)
		if err != nil {
			probs = append(probs, asProblem(err))
			continue
		}
		s = next
	}
	if unknown > 1 {
		probs = append(probs, Problem{"", fmt.Sprintf("%d more fields are unknown.", unknown-1)})
	}
	s, more := settle(l, t, s)
	return s, append(probs, more...)
}
