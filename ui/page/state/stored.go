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
	m     *Model
	Files []string // of those that there are
	asked map[string]*storedRun
}

// storedRun is one that was asked for.
type storedRun struct {
	come bool
	run  *lab.StoredRun // nil where it could not be had
	then []func(run *lab.StoredRun)
}

// stored names the file of the stored run of settings, "" where there is none.
func (r *storedRuns) stored(d *laboratory.State, s lab.Spec) string {
	if file := s.StoredFile(d.Table); slices.Contains(r.Files, file) && s.Linked(d.Table) {
		return file
	}
	return ""
}

// Near has the stored run of the settings in front fetched, if there is one: a hand is near the
// button that asks for it.
func (r *storedRuns) Near() {
	if file := r.stored(r.m.Front, r.m.Front.Spec); file != "" {
		r.fetch(file, func(*lab.StoredRun) {})
	}
}

// fetch fetches a stored run, once, and calls then with it, at once where it is there: with nil
// where it cannot be had or is of another build.
func (r *storedRuns) fetch(file string, then func(run *lab.StoredRun)) {
	f := r.asked[file]
	if f != nil && f.come {
		then(f.run)
		return
	}
	if f != nil {
		f.then = append(f.then, then)
		return
	}
	f = &storedRun{then: []func(*lab.StoredRun){then}}
	r.asked[file] = f
	r.m.Host.Fetch(file, func(data []byte) {
		var run lab.StoredRun
		if f.come = true; data != nil && json.Unmarshal(data, &run) == nil && run.Mark == build.Mark {
			f.run = &run
		}
		for _, then := range f.then {
			then(f.run)
		}
	})
}

// run gives a task the stored run of a file, or has the pool do it where that cannot be had.
// progress and done are called under the host's lock.
func (r *storedRuns) run(file string, t *laboratory.Task, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	over, stop := false, func() { r.m.Host.After(0, func() { done(nil, wire.Cancelled) }) }
	r.fetch(file, func(run *lab.StoredRun) {
		switch {
		case over:
		case run == nil:
			stop = r.here(t, lab.Audit, progress, done)
		default:
			r.m.Host.After(0, func() {
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

// here has the pool do a task of that name.
func (r *storedRuns) here(t *laboratory.Task, name string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	return r.m.Pool.Run(t.Spec, name, func(p wire.Progress) {
		r.m.Host.Aside(func() { progress(p) })
	}, func(result []byte, fail lang.Message) {
		r.m.Host.Update(func() { done(result, fail) })
	})
}

// check has the pool compute the report of a stored run again, and replaces it by what comes of
// that where it is not the same to the last bit.
func (r *storedRuns) check(d *laboratory.State, stored *laboratory.Result) {
	raw, c := stored.Raw, &laboratory.Check{}
	stored.Check = c
	c.Stop = r.m.Pool.Run(stored.Report.Spec, lab.Audit, func(wire.Progress) {}, func(own []byte, fail lang.Message) {
		r.m.Host.Update(func() {
			if c.Fail = fail; fail != "" {
				return
			}
			if c.Same = bytes.Equal(own, raw); c.Same {
				return
			}
			result, fail := ReadResult(r.m, own)
			if c.Fail = fail; fail != "" {
				return
			}
			field, was, is := lab.Difference(raw, own)
			c.Say = lang.Say("page.stored.differs", "field", field, "was", lang.Clip(was, 60), "is", lang.Clip(is, 60))
			c.Own, result.Check = &result, c
			if d.Result.Check == c {
				d.Result = result
				r.m.Emit(Event{Kind: Verdict, D: d})
			}
		})
	})
}
