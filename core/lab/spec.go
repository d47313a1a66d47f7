package lab

import (
	"maps"
	"math"
	"sort"
	"strconv"
	"strings"

	"indistinct/core/fmt"
	"indistinct/core/json"
)

// Version is the version of links and JSON that this code writes.
const Version = 1

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
		return s, &Problem{name, fmt.Sprintf("There is no parameter %q in this laboratory.", clip(name))}
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

// Set returns a copy with one number, clamped into the parameter's range and
// rounded where it is whole.
func (s Spec) Set(t Table, name string, v float64) Spec {
	p := t.Find(name)
	if p == nil || math.IsNaN(v) {
		return s
	}
	if p.Kind == Int || p.Kind == Seed {
		v = math.Round(v)
	}
	return s.with(name, min(max(v, p.Min), p.max())+0)
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

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Link returns the permalink: "#lab=ring&v=1&seed=1" and every value that is
// not the default.
func (s Spec) Link(t Table) string {
	var b strings.Builder
	b.WriteString("#lab=" + escape(s.Lab) + "&v=" + strconv.Itoa(Version))
	for i := range t {
		p := &t[i]
		v := s.values[p.Name]
		if v == p.fallback() && p.Kind != Seed || v == nil {
			continue
		}
		text := strings.NewReplacer("%2C", ",", "%3B", ";").Replace(escape(s.Show(p.Name)))
		b.WriteString("&" + p.Name + "=" + text)
	}
	return b.String()
}

// Finder returns a laboratory by name, or nil.
type Finder func(name string) Laboratory

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
	name := ""
	bad := 0
	for _, pair := range strings.Split(frag, "&") {
		if pair == "" {
			continue
		}
		k, v, ok := strings.Cut(pair, "=")
		k1, ok1 := unescape(k)
		v1, ok2 := unescape(v)
		if !ok || !ok1 || !ok2 || k1 == "" {
			bad++
			continue
		}
		switch k1 {
		case "lab":
			name = v1
		case "v":
			if n, err := strconv.Atoi(v1); err != nil || n < 1 || n > Version {
				probs = append(probs, Problem{"v", fmt.Sprintf("The link says version %q; this page reads version %d and took what it knew.", clip(v1), Version)})
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
			probs = append(probs, Problem{"lab", fmt.Sprintf("There is no laboratory %q; %s was opened.", clip(name), fallback)})
		}
		l = find(fallback)
	}
	t := l.Params()
	s := t.Defaults(l.About().Name)
	unknown := 0
	for _, f := range fields {
		if t.Find(f.name) == nil {
			if unknown++; unknown == 1 {
				probs = append(probs, Problem{f.name, fmt.Sprintf("The link has a field %q that this laboratory does not know; it was left out.", clip(f.name))})
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
	probs := l.Check(s)
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
		list = l.Check(s)
	}
	for i := range t {
		if next := s.with(t[i].Name, t[i].fallback()); len(l.Check(next)) == 0 {
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

// MarshalJSON writes {"lab": …, "version": 1, name: value, …} with names
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
			probs = append(probs, Problem{"lab", fmt.Sprintf("There is no laboratory %s.", clip(string(j)))})
			name = fallback
		}
	}
	l = find(name)
	t := l.Params()
	s := t.Defaults(name)
	names := make([]string, 0, len(raw))
	for n := range raw {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		switch n {
		case "lab":
			continue
		case "version":
			if v, err := strconv.Atoi(string(raw[n])); err != nil || v < 1 || v > Version {
				probs = append(probs, Problem{"version", fmt.Sprintf("The file says version %s; this program reads version %d.", clip(string(raw[n])), Version)})
			}
			continue
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
	s, more := settle(l, t, s)
	return s, append(probs, more...)
}
