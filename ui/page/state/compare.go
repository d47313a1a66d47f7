package state

import (
	"indistinct/core/lab"
	"indistinct/ui/page/take"
)

// KeepA keeps the run on show as A; what follows is B.
func (m *Model) KeepA() {
	if d := m.Front; d.Report != nil && d.Run == nil {
		d.A = &Kept{Spec: d.Report.Spec, Result: d.Result}
		m.Host.Hash(m.Link(false), false)
		m.Say("Kept as A: change a setting and run the test again")
	}
}

// ForgetA goes back to one run.
func (m *Model) ForgetA() {
	m.Front.A = nil
	m.Host.Hash(m.Link(false), false)
}

// testA runs A, and then B.
func (m *Model) testA(d *Laboratory) {
	a := d.A
	d.Run = m.start(d, lab.Audit, &Task{Name: lab.Audit, Of: &a.Spec}, func([]byte) {}, func(_ *Task, data []byte, fail string) {
		d.Run = nil
		if fail == "" {
			r, err := lab.UnmarshalReport(data, m.find, m.Home)
			if err == nil {
				a.Result = newResult(r, data, "")
				m.Test()
				return
			}
			fail = "The report could not be read: " + err.Error()
		}
		d.Failed = fail
	})
}

// loadA takes A up from a file.
func (m *Model) loadA(d *Laboratory, data []byte) {
	d.A = nil
	if data == nil {
		return
	}
	r, err := lab.UnmarshalReport(data, m.find, d.About.Name)
	if err != nil || r.Spec.Lab != d.About.Name || r.Program == "" {
		m.Notes = append(m.Notes, "The file's run A could not be read; its run B is shown.")
		return
	}
	take.Shorten(&r.Sheet)
	d.A = &Kept{Spec: r.Spec, Result: newResult(r, data, "a file")}
}
