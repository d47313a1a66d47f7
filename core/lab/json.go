package lab

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/sheet"
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
	var probs []Problem
	l := find(fallback)
	if len(data) > 64<<20 {
		return l.Params().Defaults(fallback),
			[]Problem{{Say: lang.Say("lab.file.large")}}
	}
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return l.Params().Defaults(fallback), []Problem{{Say: lang.Say("lab.file.json")}}
	}
	if inner, ok := raw["spec"]; ok {
		if j, ok := raw["version"]; ok {
			if v, err := strconv.Atoi(string(j)); err != nil || v < 1 || v > reportVersion {
				probs = append(probs, Problem{Field: "version",
					Say: lang.Say("lab.file.version", "got", lang.Clip(string(j), 40), "reads", reportVersion)})
			}
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
			probs = append(probs, Problem{Field: "lab", Say: lang.Say("lab.file.lab", "lab", lang.Clip(name, 40))})
			name = fallback
		}
	}
	version := formatVersion
	if j, ok := raw["version"]; ok {
		if v, err := strconv.Atoi(string(j)); err == nil && v >= 1 && v <= formatVersion {
			version = v
		} else {
			probs = append(probs, Problem{Field: "version",
				Say: lang.Say("lab.file.version", "got", lang.Clip(string(j), 40), "reads", formatVersion)})
		}
	}
	var fields []field
	for _, n := range slices.Sorted(maps.Keys(raw)) {
		if n == "lab" || n == "version" {
			continue
		}
		text := string(raw[n])
		var str string
		if json.Unmarshal(raw[n], &str) == nil {
			text = str
		} else if strings.HasPrefix(text, "[") {
			text = strings.Trim(text, "[] \n\t")
		}
		fields = append(fields, field{n, text})
	}
	s, more := fill(find(name), version, fields)
	return s, append(probs, more...)
}

// UnmarshalReport reads a Report; the Spec is read against its laboratory.
func UnmarshalReport(data []byte, find Finder, fallback string) (*Report, error) {
	var r Report
	in := struct {
		*Report
		Spec json.RawMessage `json:"spec"` // in place of the Report's
	}{Report: &r}
	var head struct{ Version int }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, err
	}
	early := earlier{Report: &r}
	var err error
	if head.Version < reportVersion {
		err = json.Unmarshal(data, &early)
		in.Spec = early.Spec
	} else {
		err = json.Unmarshal(data, &in)
	}
	if err != nil {
		return nil, err
	}
	var probs []Problem
	if r.Spec, probs = ParseJSON(in.Spec, find, fallback); len(probs) > 0 {
		return nil, &probs[0]
	}
	if head.Version < reportVersion {
		early.upgrade()
	}
	return &r, nil
}

// earlier is a Report of version 1 or 2: what had another form in it. Its sentences and
// charts are left out, for package tell makes them anew.
type earlier struct {
	*Report
	Spec  json.RawMessage `json:"spec"`
	Curve []struct {
		Epsilon sheet.Real `json:"epsilon"`
		Plus    sheet.Real `json:"p_plus"`
		Minus   sheet.Real `json:"p_minus"`
		Exact   sheet.Real `json:"p_exact"`
		Thinned sheet.Real `json:"p_thinned"`
	} `json:"curve"`
	Profile []struct {
		Epsilon sheet.Real `json:"epsilon"`
		Delta   sheet.Real `json:"delta"`
	} `json:"profile"`
	Running struct {
		X []sheet.Real `json:"x"`
		Y []sheet.Real `json:"y"`
	} `json:"running"`
	Meaning []string `json:"meaning"`
}

// upgrade fills the Report.
func (e *earlier) upgrade() {
	r := e.Report
	for _, p := range e.Curve {
		c := &r.Curve
		c.Epsilon, c.Thinned = append(c.Epsilon, p.Epsilon), append(c.Thinned, p.Thinned)
		c.Plus, c.Minus, c.Exact = append(c.Plus, p.Plus), append(c.Minus, p.Minus), append(c.Exact, p.Exact)
	}
	if len(e.Profile) > 0 {
		r.Profile = &audit.Profile{}
	}
	for _, p := range e.Profile {
		r.Profile.Epsilon, r.Profile.Delta = append(r.Profile.Epsilon, p.Epsilon), append(r.Profile.Delta, p.Delta)
	}
	for k, x := range e.Running.X {
		if k < len(e.Running.Y) {
			r.Running = append(r.Running, audit.BoundAt{M: int64(x), Epsilon: e.Running.Y[k]})
		}
	}
	// After this sentence came what the laboratory had added.
	last := slices.IndexFunc(e.Meaning, func(s string) bool { return strings.HasPrefix(s, "Not looked at: ") })
	r.Notes = lang.Verbatims(e.Meaning[last+1:])
	if r.Spec.Has("maxm") {
		r.Recall(Settings(r.Spec))
	}
	r.Version = reportVersion
}

// UnmarshalJSON refuses: what a Spec holds can only be told from its
// laboratory's table, so that ParseJSON and UnmarshalReport read it.
func (s *Spec) UnmarshalJSON([]byte) error {
	return errors.New("a Spec is read against a table of parameters, by ParseJSON or UnmarshalReport")
}
