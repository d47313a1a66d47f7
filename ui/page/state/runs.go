package state

import (
	"bytes"
	"encoding/json"
	"time"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/wire"
)

// stop ends what a change of settings had still to write.
func (m *Model) stop() {
	for _, t := range []*func(){&m.hashTimer, &m.settleTimer} {
		if *t != nil {
			(*t)()
			*t = nil
		}
	}
	m.moving = false
}

// look asks for facts, film and live sheets: at once, or a moment after the
// last change. While changes keep coming, as in a drag, one question follows
// the other as fast as they are answered, but see Held.
func (m *Model) look(after time.Duration) {
	if after == 0 {
		m.ask()
		return
	}
	if m.lookTimer != nil && m.Held() {
		m.lookTimer()
		m.lookTimer = nil
	}
	if m.Held() {
		after = rests
	}
	if m.lookTimer == nil {
		m.lookTimer = m.Host.After(after, m.askInTurn)
	}
}

// askInTurn asks after the answer that is awaited; at once where that is of another
// program, which may never end.
func (m *Model) askInTurn() {
	m.lookTimer = nil
	if m.asking && m.askedCode == m.Front.Code() {
		m.askAgain = true
		return
	}
	m.ask()
}

func (m *Model) ask() {
	if m.lookTimer != nil {
		m.lookTimer()
		m.lookTimer = nil
	}
	d := m.Front
	m.askAgain = false
	if len(d.Cross) > 0 {
		return
	}
	var raw []byte
	if d.Report != nil && !d.Stale() {
		raw = d.Raw
	}
	m.asking, m.askedCode = true, d.Code()
	asked := d.Spec
	m.Pool.Look(asked, raw, func(l wire.Looked) {
		m.Host.Update(func() {
			m.asking = false
			m.looked(d, asked, l)
			if m.askAgain {
				m.ask()
			}
			m.rest()
		})
	})
}

// looked takes the answer to a look at asked.
func (m *Model) looked(d *laboratory.State, asked lab.Spec, l wire.Looked) {
	same := bytes.Equal(l.Film, d.Film) // most settings of a test move nothing on the stage
	d.Looked(asked, l)
	if l.Err == "" && l.Film != nil {
		if d.Game.OnStage() == nil && !(same && m.onStage == any(d)) || d.Game.OnStage() != nil && m.onStage != any(d.Game.Round) {
			m.film()
		}
	}
	m.heard(d, asked, l)
}

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
	before := d.Result
	d.Run = m.start(d, lab.Audit, &laboratory.Task{Name: lab.Audit}, func(part []byte) {
		// A report on the way: in sequential mode the bound so far; at last the
		// verdict, when all but the exact ε is known.
		r, err := lab.UnmarshalReport(part, m.find, m.Home)
		if err != nil || r.Pending == "" {
			return
		}
		d.Result = laboratory.NewResult(r, part, "")
		if r.Pending == audit.PendingExact {
			m.reveal(d)
		}
	}, func(t *laboratory.Task, data []byte, fail string) {
		d.Run = nil
		settled := d.Report != nil && d.Report != before.Report && d.Report.Pending == audit.PendingExact
		r, err := (*lab.Report)(nil), error(nil)
		if fail == "" {
			if r, err = lab.UnmarshalReport(data, m.find, m.Home); err != nil {
				fail = "The report could not be read: " + err.Error()
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
	})
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
	m.start(d, name, t, func(part []byte) { t.Put(part) }, func(t *laboratory.Task, result []byte, fail string) {
		t.Fail = fail
		if fail == "" && !t.Put(result) {
			t.Fail = "The result could not be read."
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

// start hands a task to the pool. Its progress bar moves without a render; what
// can be shown already is shown a few times a second.
func (m *Model) start(d *laboratory.State, name string, t *laboratory.Task, show func(part []byte), done func(t *laboratory.Task, result []byte, fail string)) *laboratory.Task {
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
			t.Hear(p, after)
			m.Host.Bar(t.Bar())
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
	}, func(result []byte, fail string) {
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

// Decide runs the test again with as many releases as an inconclusive report
// asked for.
func (m *Model) Decide() {
	d := m.Front
	if d.Report == nil || d.Report.Needed <= 0 || d.Table.Find("m") == nil {
		return
	}
	d.Set(d.Spec.Set(d.Table, "m", float64(d.Report.Needed)))
	m.changed()
	m.Test()
}

// Adopt sets the Spec that a "solve for" found.
func (m *Model) Adopt(d *laboratory.State, t *laboratory.Task) {
	if t.Sheet == nil {
		return
	}
	s, probs := lab.ParseJSON(t.Sheet.Found, m.find, d.About.Name)
	m.note(probs)
	m.Front, m.Page = m.Laboratory(s.Lab), links.PageLaboratory
	m.Front.Restore(s)
	m.place()
	m.loaded()
}

// StoredFile holds a sheet for each experiment of each laboratory at its default
// setting: {"ring": {"fig2": …}}.
const StoredFile = "stored.json"

// fetchStored reads the stored results, once.
func (m *Model) fetchStored() {
	if m.fetched {
		return
	}
	m.fetched = true
	m.Host.Fetch(StoredFile, func(data []byte) {
		var all map[string]map[string]*sheet.Sheet
		if data == nil || json.Unmarshal(data, &all) != nil {
			return // each can still be computed here
		}
		for _, d := range m.Laboratories() {
			for name, s := range all[d.About.Name] {
				d.Task(name).Stored = s
			}
		}
		m.Stored = true
	})
}
