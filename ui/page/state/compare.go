package state

import (
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/take"
)

// KeepA keeps the run on show as A; what follows is B.
func (m *Model) KeepA() {
	if d := m.Front; d.Report != nil && d.Run == nil {
		d.A = &laboratory.Kept{Spec: d.Report.Spec, Result: d.Result}
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
func (m *Model) testA(d *laboratory.State) {
	a := d.A
	d.Run = m.start(d, lab.Audit, &laboratory.Task{Name: lab.Audit, Of: &a.Spec}, func([]byte) {}, func(_ *laboratory.Task, data []byte, fail string) {
		d.Run = nil
		if fail == "" {
			r, err := lab.UnmarshalReport(data, m.find, m.Home)
			if err == nil {
				a.Result = laboratory.NewResult(r, data, "")
				m.Test()
				return
			}
			fail = "The report could not be read: " + err.Error()
		}
		d.Failed = fail
	})
}

// loadA takes A up from a file.
func (m *Model) loadA(d *laboratory.State, data []byte) {
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
	d.A = &laboratory.Kept{Spec: r.Spec, Result: laboratory.NewResult(r, data, "a file")}
}
