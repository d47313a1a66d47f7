package lab

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"indistinct/core/sheet"
)

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
