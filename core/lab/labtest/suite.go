package labtest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Spec returns a laboratory's defaults with some fields set: name, text, name,
// text, …
func Spec(t testing.TB, l lab.Laboratory, set ...string) lab.Spec {
	t.Helper()
	table := l.Params()
	s := table.Defaults(l.About().Name)
	var err error
	for i := 0; i < len(set); i += 2 {
		if s, err = s.With(table, set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Report audits a Spec natively and reads the report as a file would be read.
func Report(t testing.TB, l lab.Laboratory, s lab.Spec, workers int) *lab.Report {
	t.Helper()
	job, err := lab.Start(l, s, lab.Audit)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lab.UnmarshalReport(data, func(string) lab.Laboratory { return l }, l.About().Name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Presets opens every preset and checks its film; then, where given, does more
// with it.
func Presets(t *testing.T, l lab.Laboratory, more func(name string, s lab.Spec, m lab.Model)) {
	t.Helper()
	for _, p := range l.Presets() {
		var set []string
		for _, k := range slices.Sorted(maps.Keys(p.Set)) {
			set = append(set, k, p.Set[k])
		}
		s := Spec(t, l, set...)
		if probs := lab.Validate(l, s); len(probs) > 0 {
			t.Errorf("%s: %v", p.Name, probs)
			continue
		}
		m, err := l.Open(s)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if err := film.Check(f); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if more != nil {
			more(p.Name, s, m)
		}
	}
}

// Analyses runs every analysis to its end and expects a sheet that says
// something.
func Analyses(t *testing.T, l lab.Laboratory, s lab.Spec) {
	t.Helper()
	for _, a := range l.Analyses() {
		job, err := lab.Start(l, s, a.Name)
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		out, err := work.Run(context.Background(), job, 2, nil)
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		Sheet(t, a.Name, out)
	}
}

// Sheet reads a sheet and expects that it has a title and a lead.
func Sheet(t *testing.T, name string, data []byte) sheet.Sheet {
	t.Helper()
	var s sheet.Sheet
	if err := json.Unmarshal(data, &s); err != nil || s.Title == "" || s.Lead == "" {
		t.Errorf("%s: %v, title %q, lead %q", name, err, s.Title, s.Lead)
	}
	return s
}

// Refusal is a Spec that must be refused with a sentence about one field.
type Refusal struct {
	Set   []string
	Field string
}

// Refused expects each to be refused, before or while the model is opened, and
// the right field to be blamed.
func Refused(t *testing.T, l lab.Laboratory, list []Refusal) {
	t.Helper()
	for _, c := range list {
		s := Spec(t, l, c.Set...)
		probs := lab.Validate(l, s)
		if len(probs) == 0 {
			_, err := l.Open(s)
			p, ok := err.(*lab.Problem)
			if !ok {
				t.Errorf("%v was accepted (%v)", c.Set, err)
				continue
			}
			probs = append(probs, *p)
		}
		if probs[0].Field != c.Field || probs[0].Say == "" {
			t.Errorf("%v: field %q blamed, want %q (%s)", c.Set, probs[0].Field, c.Field, probs[0].Say)
		}
	}
}
