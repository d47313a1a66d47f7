// Package repeat has the tests that are run when a site is built, and compares two reports of one
// run. It believes that a stored result is worth as much as it can be computed again: whoever shows
// one has it repeated, and says whether both are the same to the last bit.
package repeat

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"indistinct/core/lab"
)

// Run is a test that was run when the site was built, so that a page shows its report at
// once. It holds for one Spec and one build: the page then computes the same, and says whether
// the two agree to the last bit.
type Run struct {
	Mark   string          `json:"mark"`   // of the build, as package build has it
	Report json.RawMessage `json:"report"` // as the test gave it
	Show   []byte          `json:"show"`   // what the stage plays of it: a film.Show as its MarshalBinary writes it
}

// Specs returns the settings whose tests the build of a site runs: the one that a laboratory opens
// with, by an address of before a parameter's default changed too, those of its first two presets,
// one of which stands beside each verdict, and those of the steps of its lessons.
func Specs(l lab.Laboratory) []lab.Spec {
	t := l.Params()
	opening := t.Defaults(l.About().Name)
	out := []lab.Spec{opening}
	add := func(s lab.Spec) {
		if !slices.ContainsFunc(out, s.Equal) && s.Linked(t) && len(lab.Validate(l, s)) == 0 {
			out = append(out, s)
		}
	}
	former := map[string]string{}
	for _, p := range t {
		if p.Was != "" {
			former[p.Name] = p.Was
		}
	}
	add(opening.WithAll(t, former))
	for i, p := range l.Presets() {
		if i < 2 {
			add(opening.WithAll(t, p.Set))
		}
	}
	for _, lesson := range l.Lessons() {
		for k := range lesson.Steps {
			add(lesson.Opening(t, opening, k))
		}
	}
	return out
}

// File names the file of a site that may hold the run of a Spec of that table.
func File(s lab.Spec, t lab.Table) string {
	h := fnv.New64a()
	h.Write([]byte(s.Link(t)))
	return fmt.Sprintf("runs/%s-%x.run", s.Lab, h.Sum64())
}

// What the JSON of a stored run's Report says of it, as "stored".
const (
	Unchecked = "unchecked" // nothing computed it again yet
	Confirmed = "confirmed" // another machine computed the same, to the last bit
)

// Marked returns a report's JSON with the field "stored", which says how far it was checked.
func Marked(report []byte, stored string) []byte {
	open := bytes.TrimSuffix(bytes.TrimSpace(report), []byte("}"))
	return fmt.Appendf(nil, `%s,"stored":%q}`, open, stored)
}

// beside are the fields of a Report's file that its run does not give.
var beside = []string{"stored", "compare", "checked", "estimator"}

// Difference returns the first field, in the order of their names, in which the second of two
// reports in JSON is not the first, with both values; no field where they agree to the last digit
// of every number. What a page or a command wrote beside a report does not count.
func Difference(first, second []byte) (field, was, is string) {
	var values [2]map[string]string
	for i, data := range [][]byte{first, second} {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(data, &fields); err != nil {
			return "report", string(first), string(second)
		}
		values[i] = map[string]string{}
		for name, field := range fields {
			if !slices.Contains(beside, name) {
				flatten(name, field, values[i])
			}
		}
	}
	all := maps.Clone(values[0])
	maps.Copy(all, values[1])
	for _, field := range slices.Sorted(maps.Keys(all)) {
		was, is := cmp.Or(values[0][field], "nothing"), cmp.Or(values[1][field], "nothing")
		if was != is {
			return field, was, is
		}
	}
	return "", "", ""
}

// flatten puts the numbers and words of a value in JSON, as they are written, into out, by their
// paths, and of lists how long they are.
func flatten(at string, v json.RawMessage, out map[string]string) {
	var fields map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case v[0] == '{' && json.Unmarshal(v, &fields) == nil:
		for name, field := range fields {
			flatten(at+"."+name, field, out)
		}
	case v[0] == '[' && json.Unmarshal(v, &list) == nil:
		out[at] = fmt.Sprintf("%d entries", len(list))
		for i, entry := range list {
			flatten(fmt.Sprintf("%s.%d", at, i+1), entry, out)
		}
	default:
		out[at] = string(v)
	}
}
