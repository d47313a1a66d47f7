package state

import (
	"encoding/json"
	"time"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/wire"
)

// Test runs the audit.
func (m *Model) Test() {
	d := m.Front
	if d.Run != nil || !d.Ready() {
		return
	}
	if d.AwaitClaim() { // what it claims is what is tested
		m.askAgain = m.asking
		if !m.asking {
			m.ask()
		}
		return
	}
	d.Failed, m.Notes = "", nil
	m.Host.Reveal("stage")
	if d.A.Waits() {
		m.testA(d)
		return
	}
	m.hold(d) // which tells of the run before
	before := d.Result
	d.Run = m.start(d, lab.Audit, &laboratory.Task{Name: lab.Audit}, func(part []byte) {
		// A report on the way: in sequential mode the bound so far; at last the
		// verdict, when all but the exact ε is known.
		r, err := lab.UnmarshalReport(part, m.Find, m.Home)
		if err != nil || r.Pending == "" {
			return
		}
		m.tell(func() {
			d.Result = laboratory.NewResult(r, part, "")
			if r.Pending == audit.PendingExact {
				m.reveal(d)
			}
		})
	}, func(t *laboratory.Task, data []byte, fail lang.Message) {
		d.Run = nil
		if fail != "" || m.staged.task != t { // the scene plays no run that failed, and some others neither
			m.tellNow()
		}
		m.tell(func() { m.ended(d, before, data, fail) })
	})
	m.untold.task = d.Run
}

// ended takes the end of a test: its report, or why there is none; before is what stood
// there when it began.
func (m *Model) ended(d *laboratory.State, before laboratory.Result, data []byte, fail lang.Message) {
	settled := d.Report != nil && d.Report != before.Report && d.Report.Pending == audit.PendingExact
	r, err := (*lab.Report)(nil), error(nil)
	if fail == "" {
		if r, err = lab.UnmarshalReport(data, m.Find, m.Home); err != nil {
			fail = lang.Say("page.report.unread", "why", err)
		}
	}
	switch {
	case fail == "":
		d.Result = laboratory.NewResult(r, data, "")
		if !settled {
			m.reveal(d)
		}
	case !settled:
		d.Failed, d.Result = fail, before
	case fail != wire.Cancelled: // the verdict stands
		d.Failed = fail
	}
	if d.SaveDue {
		d.SaveDue = false
		m.save(d)
	}
}

// reveal brings a new verdict into sight and its event into the scene.
func (m *Model) reveal(d *laboratory.State) {
	m.checkCourse(d)
	if d == m.Front {
		m.Host.Reveal("verdict")
		m.look(0)
	}
}

// Cancel stops the test.
func (m *Model) Cancel() { m.Front.Run.Stop() }

// Compute runs an analysis of a laboratory.
func (m *Model) Compute(d *laboratory.State, name string) {
	t := d.Task(name)
	if t.Running || len(d.Cross) > 0 {
		return
	}
	m.start(d, name, t, func(part []byte) { t.Put(part) }, func(t *laboratory.Task, result []byte, fail lang.Message) {
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
	m.Host.Focus(d.AgainID())
}

// Stop ends an analysis; what it had found stays.
func (m *Model) Stop(d *laboratory.State, name string) { d.Task(name).Stop() }

// partDelay is the time between two renders of what a run can show already.
const partDelay = 130 * time.Millisecond

// start hands a task to the pool. Its progress bar moves without a render; what
// can be shown already is shown a few times a second.
func (m *Model) start(d *laboratory.State, name string, t *laboratory.Task, show func(part []byte),
	done func(t *laboratory.Task, result []byte, fail lang.Message)) *laboratory.Task {
	m.started++
	t.Begin(d.Spec, m.started)
	serial, began := t.Serial, t.Began
	var partial, scene []byte
	var waiting func() // ends the wait for the next render
	var shown time.Time
	t.Cancel = m.Pool.Run(t.Spec, name, func(p wire.Progress) {
		after := time.Since(began)
		m.Host.Aside(func() {
			if !t.Running || t.Serial != serial {
				return
			}
			t.OnProgress(p, after)
			m.Host.Bar(t.Bar(m.L))
			if p.Show != nil {
				scene = p.Show
			}
			wait := partDelay
			if p.Partial != nil { // a verdict does not wait for a picture
				partial = p.Partial
				if wait = partDelay - time.Since(shown); waiting != nil {
					waiting()
					waiting = nil
				}
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
				m.stage(d, t, see)
				if part != nil {
					show(part)
				}
			})
		})
	}, func(result []byte, fail lang.Message) {
		m.Host.Update(func() {
			t.Running = false
			m.stage(d, t, scene)
			scene = nil
			done(t, result, fail)
		})
	})
	return t
}

// Weigh opens the evidence and leads to it.
func (m *Model) Weigh() {
	m.Front.Open["evidence"] = true
	m.Host.Focus("evidence")
}

// TestWith sets a value, such as the releases that an inconclusive report asks for, and
// tests again.
func (m *Model) TestWith(name string, value float64) {
	d := m.Front
	d.Set(d.Spec.Set(d.Table, name, value))
	m.changed()
	m.Test()
}

// KeepA keeps the run on show as A; what follows is B.
func (m *Model) KeepA() {
	if d := m.Front; d.Report != nil && d.Run == nil {
		d.A = &laboratory.Kept{Spec: d.Report.Spec, Result: d.Result}
		m.Host.Hash(m.Link(false), false)
		m.Confirm(lang.Say("page.kept"))
	}
}

// ForgetA goes back to one run.
func (m *Model) ForgetA() {
	m.Front.A = nil
	m.Host.Hash(m.Link(false), false)
}

// testA runs A, and then B.
func (m *Model) testA(d *laboratory.State) {
	a := d.A
	d.Run = m.start(d, lab.Audit, &laboratory.Task{Name: lab.Audit, Of: &a.Spec}, func([]byte) {},
		func(_ *laboratory.Task, data []byte, fail lang.Message) {
			d.Run = nil
			if fail == "" {
				r, err := lab.UnmarshalReport(data, m.Find, m.Home)
				if err == nil {
					a.Result = laboratory.NewResult(r, data, "")
					m.Test()
					return
				}
				fail = lang.Say("page.report.unread", "why", err)
			}
			d.Failed = fail
		})
}

// TakeSample takes a file for a field of the two. It is not read here: who computes
// knows it by its key.
func (m *Model) TakeSample(id, name string, size int64, key string) {
	d := m.Front
	if d.Samples.Offer(id, lab.File{Name: name, Size: size, Key: key}) {
		m.readSamples(d)
	}
}

// readSamples reads the files, if they are to be read.
func (m *Model) readSamples(d *laboratory.State) {
	if files, ask := d.Samples.Due(); len(files) > 0 {
		m.sample(d, d.Defaults, files, ask, false, d.Samples.Look)
	}
}

// sample has files read, and tested where run says so. Files that wait to be read come
// next.
func (m *Model) sample(d *laboratory.State, s lab.Spec, files []lab.File, ask table.Ask, run bool,
	done func(found *lab.Sampled, fail lang.Message)) {
	o := &d.Samples
	if o.Task.Running {
		return
	}
	o.Task.Of = &s
	m.start(d, lab.SamplesTask(files, ask, run), &o.Task, func([]byte) {},
		func(t *laboratory.Task, result []byte, fail lang.Message) {
			var found lab.Sampled
			if fail == "" && json.Unmarshal(result, &found) != nil {
				fail = lang.Say("page.result.unread")
			}
			if fail != wire.Cancelled && !t.Stopping {
				done(&found, fail)
			}
			m.readSamples(d)
		})
}

// StopSamples ends the test of the files, or the reading of one, which is then not
// taken.
func (m *Model) StopSamples() {
	m.Front.Samples.Stop()
}

// DropSamples forgets the files.
func (m *Model) DropSamples() {
	m.Front.Samples.Drop()
}

// SampleColumns has something chosen about the columns of the files, which are read again.
func (m *Model) SampleColumns(choose func(o *laboratory.SampleFiles)) {
	choose(&m.Front.Samples)
	m.readSamples(m.Front)
}

// SampleClaim takes what is claimed of the files: 0 ε, 1 δ.
func (m *Model) SampleClaim(i int, text string) { m.Front.Samples.Claim[i] = text }

// Sample tests the files.
func (m *Model) Sample() {
	d := m.Front
	o := &d.Samples
	s, say := d.SampleSpec()
	if !o.Ready() || say != "" {
		return
	}
	o.Found = nil
	m.sample(d, s, o.List(), o.Ask(), true, func(found *lab.Sampled, fail lang.Message) {
		if o.Task.Fail = fail; fail == "" {
			o.Found, o.Tested = found, s
		}
	})
}
