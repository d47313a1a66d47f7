package labtest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
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
		m, err := lab.Open(l, s)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if err := filmtest.Check(f); err != nil {
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
	for _, a := range lab.Experiments(l) {
		if !s.Applies(a) {
			continue
		}
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

// Few does a job with no batch longer than so many trials, but for those of audits, on the
// calling goroutine: enough to see that it runs and shows something.
func Few(t testing.TB, job work.Job, trials int64) []byte {
	t.Helper()
	return Shown(t, job, trials, nil)
}

// Shown does a job as Few does, a chunk at a time, and hands on what it shows.
func Shown(t testing.TB, job work.Job, trials int64, see func(kind work.Kind, data []byte)) []byte {
	t.Helper()
	out, err := job.Run(few{job: job, trials: trials, see: see})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Begun does a job as Few does until it has shown something so many times, where it shows
// that much: what it showed last is the result. Together does each batch in four chunks or
// more, all at the same time: what they share without right the race detector finds, or the
// result is another one.
func Begun(t testing.TB, job work.Job, trials int64, shows int, together bool) []byte {
	t.Helper()
	var last []byte
	out, err := job.Run(few{job: job, trials: trials, together: together, enough: func(data []byte) bool {
		last = data
		shows--
		return shows <= 0
	}})
	if err == errEnough {
		out, err = last, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ofAudits are the batches of an audit, within an analysis too: it refuses fewer releases
// than it asked for.
var ofAudits = []string{"work.pairs", "work.high-likely-set", "work.selection", "work.test"}

type few struct {
	job      work.Job
	trials   int64
	see      func(work.Kind, []byte)
	enough   func([]byte) bool // what is shown ends the job; nil: nothing does
	together bool
}

func (f few) Step(string, float64, float64) {}

func (f few) Show(kind work.Kind, data func() ([]byte, error)) error {
	if f.see == nil && f.enough == nil {
		return nil
	}
	b, err := data()
	if err == nil && f.see != nil {
		f.see(kind, b)
	}
	if err == nil && f.enough != nil && kind == work.Partial && f.enough(b) {
		err = errEnough
	}
	return err
}

func (f few) Do(b work.Batch, take func([]work.Part) error) error {
	do, err := f.job.Prepare(b)
	if err != nil {
		return err
	}
	if !slices.Contains(ofAudits, b.Name) {
		b.Trials = min(b.Trials, f.trials)
	}
	grain := int64(0)
	if f.together {
		grain = max(1, b.Trials/4)
	}
	var chunks []work.Chunk
	cut := b.Cut(grain)
	for k, ok := cut.Next(); ok; k, ok = cut.Next() {
		chunks = append(chunks, k)
	}
	parts := make([]work.Part, len(chunks))
	errs := make([]error, len(chunks))
	one := func(i int) {
		parts[i].Chunk = chunks[i]
		parts[i].Data, errs[i] = do(chunks[i])
	}
	if f.together {
		var wg sync.WaitGroup
		for i := range chunks {
			wg.Go(func() { one(i) })
		}
		wg.Wait()
	}
	for i := range chunks {
		if !f.together {
			one(i)
		}
		if errs[i] != nil {
			return errs[i]
		}
		if err := take(parts[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// Sheet reads a sheet and expects that it has a title and a lead, and no text missing.
func Sheet(t *testing.T, name string, data []byte) sheet.Sheet {
	t.Helper()
	var s sheet.Sheet
	title, lead := "", ""
	err := json.Unmarshal(data, &s)
	if err == nil {
		title, lead, err = english.Say(s.Title), english.Say(s.Lead), english.Lacks(s)
	}
	if err != nil || title == "" || lead == "" {
		t.Errorf("%s: %v, title %q, lead %q", name, err, title, lead)
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
			_, err := lab.Open(l, s)
			p, ok := err.(*lab.Problem)
			if !ok {
				t.Errorf("%v was accepted (%v)", c.Set, err)
				continue
			}
			probs = append(probs, *p)
		}
		if probs[0].Field != c.Field || !sentence(probs[0].Say) {
			t.Errorf("%v: field %q blamed, want %q (%s)", c.Set, probs[0].Field, c.Field, english.Say(probs[0].Say))
		}
	}
}
