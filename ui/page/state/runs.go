package state

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/lang"
	"indistinct/ui/build"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

func (m *Model) Test() {
	d := m.Front
	if d.Run != nil || !d.Ready() {
		return
	}
	if d.Script.AwaitClaim() { // what it claims is what is tested
		m.looks.again = m.looks.on
		if !m.looks.on {
			m.looks.ask()
		}
		return
	}
	d.Failed, m.Notes = "", nil
	m.Host.Reveal("stage")
	if m.Emit(Event{Kind: Testing}) {
		return
	}
	m.Scene.hold(d) // which tells of the run before
	before := d.Result
	d.Run = m.StartTask(d, lab.Audit, &laboratory.Task{Name: lab.Audit}, func(part []byte) {
		// A report on the way: in sequential mode the bound so far; at last the
		// verdict, when all but the exact ε is known.
		next, fail := ReadResult(m, part)
		if fail != "" || next.Report.Pending == "" {
			return
		}
		m.Scene.tell(d.Run, func() {
			if d.Result = next; next.Report.Pending == audit.PendingExact {
				m.reveal(d)
			}
		})
	}, func(t *laboratory.Task, data []byte, fail lang.Message) {
		d.Run = nil
		// The scene plays no run that failed, and some others neither.
		if m.Scene.untold.task == t && (fail != "" || m.Scene.run.task != t) {
			m.Scene.tellNow()
		}
		var next laboratory.Result
		if fail == "" {
			next, fail = ReadResult(m, data)
		}
		if fail == "" && t.Built {
			m.Runs.check(d, &next)
		}
		m.Scene.tell(t, func() {
			if next.Check != nil && next.Check.Own != nil {
				next = *next.Check.Own
			}
			m.ended(d, before, next, fail)
		})
	})
	m.Scene.untold.task = d.Run
}

// ReadResult reads a report as it comes, also where it is told later.
func ReadResult(m *Model, data []byte) (next laboratory.Result, fail lang.Message) {
	r, err := lab.UnmarshalReport(data, m.Find, m.Home)
	if err != nil {
		return next, lang.Say("page.report.unread", "why", err)
	}
	return laboratory.NewResult(r, data, ""), ""
}

// ended takes the end of a test: its report, or why there is none; before is what stood
// there when it began.
func (m *Model) ended(d *laboratory.State, before, next laboratory.Result, fail lang.Message) {
	settled := d.Report != nil && d.Report != before.Report && d.Report.Pending == audit.PendingExact
	switch {
	case fail == "":
		d.Result = next
		if !settled {
			m.reveal(d)
		}
	case !settled:
		d.Failed, d.Result = fail, before
	case fail != wire.Cancelled: // the verdict stands
		d.Failed = fail
	}
	m.Emit(Event{Kind: Ended, D: d})
}

// reveal brings a new verdict into sight and its event into the scene.
func (m *Model) reveal(d *laboratory.State) {
	m.Emit(Event{Kind: Verdict, D: d})
	if d == m.Front {
		m.Host.Reveal("verdict")
		m.looks.ask()
	}
}

func (m *Model) Compute(d *laboratory.State, name string) {
	t := d.Task(name)
	if t.Running || len(d.Cross) > 0 {
		return
	}
	m.StartTask(d, name, t, func(part []byte) { t.Put(part) }, func(t *laboratory.Task, result []byte,
		fail lang.Message) {
		t.Fail = fail
		if fail == "" && !t.Put(result) {
			t.Fail = lang.Say("page.result.unread")
		}
	})
}

// Repeat repeats the test with further seeds, beside it.
func (m *Model) Repeat() {
	d := m.Front
	if !d.Ready() {
		return
	}
	m.Notes = nil
	m.Compute(d, lab.Again)
	m.Host.Focus(d.AnalysisID(lab.Again))
}

// partDelay is the time between two renders of what a run can show already.
const partDelay = 130 * time.Millisecond

// StartTask hands a task to the pool. Its progress bar moves without a render; what
// can be shown already is shown a few times a second.
func (m *Model) StartTask(d *laboratory.State, name string, t *laboratory.Task, show func(part []byte),
	done func(t *laboratory.Task, result []byte, fail lang.Message)) *laboratory.Task {
	m.started++
	t.Begin(d.Spec, m.started)
	serial := t.Serial
	var partial, scene []byte
	var waiting alarm // for the next render
	var shown time.Time
	progress := func(p wire.Progress) {
		if !t.Running || t.Serial != serial {
			return
		}
		t.Progress = p
		m.Host.Tool("progress", nil, t.Bar(m.L)...)
		if p.Show != nil {
			scene = p.Show
		}
		wait := partDelay
		if p.Partial != nil { // a verdict does not wait for a picture
			partial = p.Partial
			wait = partDelay - time.Since(shown)
			waiting.stop()
		}
		if waiting != nil || partial == nil && scene == nil {
			return
		}
		waiting = m.Host.After(max(wait, 0), func() {
			part, see := partial, scene
			partial, scene, waiting = nil, nil, nil
			if part != nil {
				shown = time.Now()
			}
			if !t.Running || t.Serial != serial {
				return
			}
			m.Scene.stage(d, t, see)
			if part != nil {
				show(part)
			}
		})
	}
	ended := func(result []byte, fail lang.Message) {
		t.Running = false
		m.Scene.stage(d, t, scene)
		scene = nil
		done(t, result, fail)
	}
	if file := m.Runs.stored(d, t.Spec); file != "" && name == lab.Audit && t.Of == nil {
		t.Cancel = m.Runs.run(file, t, progress, ended)
	} else {
		t.Cancel = m.Runs.here(t, name, progress, ended)
	}
	return t
}

// TestWith sets a value, such as the releases that an inconclusive report asks for, and
// tests again.
func (m *Model) TestWith(name string, value float64) {
	d := m.Front
	d.Set(d.Spec.Set(d.Table, name, value))
	m.Changed()
	m.Test()
}

// storedRuns are the tests that were run when the site was built.
type storedRuns struct {
	m     *Model
	Files []string // of those that there are
	asked map[string]*storedRun
}

// storedRun is one that was asked for.
type storedRun struct {
	come bool
	run  *repeat.Run // nil where it could not be had
	then []func(run *repeat.Run)
}

// stored names the file of the stored run of settings, "" where there is none.
func (r *storedRuns) stored(d *laboratory.State, s lab.Spec) string {
	if file := repeat.File(s, d.Table); slices.Contains(r.Files, file) && s.Linked(d.Table) {
		return file
	}
	return ""
}

// Near has the stored run of the settings in front fetched, if there is one: a hand is near the
// button that asks for it.
func (r *storedRuns) Near() {
	if file := r.stored(r.m.Front, r.m.Front.Spec); file != "" {
		r.fetch(file, func(*repeat.Run) {})
	}
}

// fetch fetches a stored run, once, and calls then with it, at once where it is there: with nil
// where it cannot be had or is of another build.
func (r *storedRuns) fetch(file string, then func(run *repeat.Run)) {
	f := r.asked[file]
	if f != nil && f.come {
		then(f.run)
		return
	}
	if f != nil {
		f.then = append(f.then, then)
		return
	}
	f = &storedRun{then: []func(*repeat.Run){then}}
	r.asked[file] = f
	r.m.Host.Fetch(file, func(data []byte) {
		var run repeat.Run
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
	r.fetch(file, func(run *repeat.Run) {
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
	r.m.Pool.Run(stored.Report.Spec, lab.Audit, func(wire.Progress) {}, func(own []byte, fail lang.Message) {
		r.m.Host.Update(func() {
			if c.Fail = fail; fail != "" {
				return
			}
			field, was, is := repeat.Difference(raw, own)
			if c.Same = field == ""; c.Same {
				return
			}
			result, fail := ReadResult(r.m, own)
			if c.Fail = fail; fail != "" {
				return
			}
			c.Say = lang.Say("page.stored.differs", "field", field, "was", lang.Clip(was, 60), "is", lang.Clip(is, 60))
			c.Own, result.Check = &result, c
			if d.Disprove(c) {
				r.m.Emit(Event{Kind: Verdict, D: d})
			}
		})
	})
}
