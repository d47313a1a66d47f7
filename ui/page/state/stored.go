package state

import (
	"bytes"
	"encoding/json"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/build"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

// storedRuns are the tests that were run when the site was built.
type storedRuns struct {
	files []string // of those that there are
	asked map[string]*storedRun
}

// storedRun is one that was asked for.
type storedRun struct {
	come bool
	run  *lab.StoredRun // nil where it could not be had
	then []func(run *lab.StoredRun)
}

// StoredRuns tells the model which files of stored runs there are.
func (m *Model) StoredRuns(files []string) {
	m.runs = storedRuns{files: files, asked: map[string]*storedRun{}}
}

// stored names the file of the stored run of settings, "" where there is none.
func (r *storedRuns) stored(d *laboratory.State, s lab.Spec) string {
	if file := s.StoredFile(d.Table); slices.Contains(r.files, file) && s.Linked(d.Table) {
		return file
	}
	return ""
}

// NearRun has the stored run of the settings in front fetched, if there is one: a hand is near the
// button that asks for it.
func (m *Model) NearRun() {
	if file := m.runs.stored(m.Front, m.Front.Spec); file != "" {
		m.fetchRun(file, func(*lab.StoredRun) {})
	}
}

// fetchRun fetches a stored run, once, and calls then with it, at once where it is there: with nil
// where it cannot be had or is of another build.
func (m *Model) fetchRun(file string, then func(run *lab.StoredRun)) {
	r := m.runs.asked[file]
	switch {
	case r == nil:
		r = &storedRun{then: []func(*lab.StoredRun){then}}
		m.runs.asked[file] = r
	case r.come:
		then(r.run)
		return
	default:
		r.then = append(r.then, then)
		return
	}
	m.Host.Fetch(file, func(data []byte) {
		var run lab.StoredRun
		if r.come = true; data != nil && json.Unmarshal(data, &run) == nil && run.Mark == build.Mark {
			r.run = &run
		}
		for _, f := range r.then {
			f(r.run)
		}
		r.then = nil
	})
}

// runStored gives a task the stored run of a file, or has the pool do it where that cannot be had.
// progress and done are called under the host's lock.
func (m *Model) runStored(file string, t *laboratory.Task, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	over, stop := false, func() { m.Host.After(0, func() { done(nil, wire.Cancelled) }) }
	m.fetchRun(file, func(run *lab.StoredRun) {
		switch {
		case over:
		case run == nil:
			stop = m.runHere(t, lab.Audit, progress, done)
		default:
			m.Host.After(0, func() {
				if !over {
					over, t.Built = true, true
					progress(wire.Progress{Fraction: 1, Show: run.Show})
					done(run.Report, "")
				}
			})
		}
	})
	return func() {
		if !over {
			over = true
			stop()
		}
	}
}

// runHere has the pool do a task of that name.
func (m *Model) runHere(t *laboratory.Task, name string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	return m.Pool.Run(t.Spec, name, func(p wire.Progress) {
		m.Host.Aside(func() { progress(p) })
	}, func(result []byte, fail lang.Message) {
		m.Host.Update(func() { done(result, fail) })
	})
}

// check has the pool compute the report of a stored run again, and replaces it by what comes of
// that where it is not the same to the last bit.
func (m *Model) check(d *laboratory.State, stored *laboratory.Result) {
	raw, c := stored.Raw, &laboratory.Check{}
	stored.Check = c
	c.Stop = m.Pool.Run(stored.Report.Spec, lab.Audit, func(wire.Progress) {}, func(own []byte, fail lang.Message) {
		m.Host.Update(func() {
			if c.Fail = fail; fail != "" {
				return
			}
			if c.Same = bytes.Equal(own, raw); c.Same {
				return
			}
			result, fail := ReadResult(m, own)
			if c.Fail = fail; fail != "" {
				return
			}
			field, was, is := lab.Difference(raw, own)
			c.Say = lang.Say("page.stored.differs", "field", field, "was", lang.Clip(was, 60), "is", lang.Clip(is, 60))
			c.Own, result.Check = &result, c
			if d.Result.Check == c {
				d.Result = result
				m.Emit(Event{Kind: Verdict, D: d})
			}
		})
	})
}
