package lab

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"

	"indistinct/core/lang"
)

// MarshalJSON writes {"lab": …, name: value, …, "version": 2}, sorted by name.
func (s Spec) MarshalJSON() ([]byte, error) {
	all := map[string]any{"lab": s.Lab, "version": formatVersion}
	maps.Copy(all, s.values)
	return json.Marshal(all)
}

// ParseJSON reads what MarshalJSON writes; also a whole Report, of which it
// takes the "spec". Missing fields keep their defaults; every field that is
// refused is one problem. With problems the Spec holds defaults for these
// fields, so that a page can still show it.
func ParseJSON(data []byte, find Finder, fallback string) (Spec, []Problem) {
	var raw map[string]json.RawMessage
	var probs Problems
	l := find(fallback)
	if len(data) > 64<<20 {
		return l.Params().Defaults(fallback), []Problem{{Say: lang.Say("lab.file.large")}}
	}
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return l.Params().Defaults(fallback), []Problem{{Say: lang.Say("lab.file.json")}}
	}
	if inner, ok := raw["spec"]; ok {
		if j, ok := raw["version"]; ok {
			v, err := strconv.Atoi(string(j))
			probs.If(err != nil || v < 1 || v > reportVersion, "version", "lab.file.version",
				"got", lang.Clip(string(j), 40), "reads", reportVersion)
		}
		raw = nil
		if err := json.Unmarshal(inner, &raw); err != nil || raw == nil {
			return l.Params().Defaults(fallback), []Problem{{Field: "spec", Say: lang.Say("lab.file.spec")}}
		}
	}
	name := fallback
	if j, ok := raw["lab"]; ok {
		if json.Unmarshal(j, &name) != nil {
			name = string(j)
		}
		if find(name) == nil {
			probs.Say("lab", "lab.file.lab", "lab", lang.Clip(name, 40))
			name = fallback
		}
	}
	if j, ok := raw["version"]; ok && string(j) != strconv.Itoa(formatVersion) {
		probs.Say("version", "lab.file.version", "got", lang.Clip(string(j), 40), "reads", formatVersion)
	}
	var fields []field
	for _, n := range slices.Sorted(maps.Keys(raw)) {
		if n == "lab" || n == "version" {
			continue
		}
		text := string(raw[n])
		var str string
		if p := find(name).Params().Find(n); p != nil && p.Kind == Code && text[0] != '"' { // a list or number is none
			probs = append(probs, *p.refuse(text))
			continue
		}
		if json.Unmarshal(raw[n], &str) == nil {
			text = str
		}
		fields = append(fields, field{n, text})
	}
	s, more := fill(find(name), fields)
	return s, append(probs, more...)
}

// UnmarshalReport reads a Report; the Spec is read against its laboratory.
func UnmarshalReport(data []byte, find Finder, fallback string) (*Report, error) {
	var head struct {
		Version int             `json:"version"`
		Spec    json.RawMessage `json:"spec"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, err
	}
	spec, probs := ParseJSON(head.Spec, find, fallback)
	if len(probs) > 0 {
		return nil, &probs[0]
	}
	if head.Version != reportVersion {
		return nil, &Problem{Field: "version",
			Say: lang.Say("lab.file.version", "got", head.Version, "reads", reportVersion)}
	}
	var r Report
	in := struct {
		*Report
		Spec json.RawMessage `json:"spec"` // in place of the Report's
	}{Report: &r}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, err
	}
	r.Spec = spec
	return &r, nil
}

// UnmarshalJSON refuses: what a Spec holds can only be told from its
// laboratory's table, so that ParseJSON and UnmarshalReport read it.
func (s *Spec) UnmarshalJSON([]byte) error {
	return errors.New("a Spec is read against a table of parameters, by ParseJSON or UnmarshalReport")
}
