// Package compare holds a run, B, against one that was kept, A.
package compare

import (
	"github.com/vugu/vugu"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// Feature is the comparison; run A is each laboratory's own.
type Feature struct {
	state.Plain
}

// Draw adds the button that keeps a run, and the table of both.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch d := f.M.Front; {
	case at == view.Take && d.Run == nil:
		return []vugu.Builder{&view.Button{M: f.M, Class: "plain", Text: "compare.keep", Click: f.keep}}
	case at == view.Figures && d.A != nil:
		return []vugu.Builder{&Table{view.Part{M: f.M, D: d}, f}}
	}
	return nil
}

// Fields are the settings in which A differs: see laboratory.State.LinkA.
func (f *Feature) Fields() []state.Field { return []state.Field{{Name: "a"}} }

func (f *Feature) Read(x *state.Extra) {
	f.M.Notes = append(f.M.Notes, f.M.Front.OpenA(x.Take("a"))...)
}

func (f *Feature) Write(x *state.Extra, _ *lab.Spec, of state.Purpose) {
	if of == state.Address || of == state.Shared {
		x.Add("a", f.M.Front.LinkA())
	}
}

// Hear runs A before B where a link has named it.
func (f *Feature) Hear(e state.Event) (taken bool) {
	if e.Kind == state.Testing && e.D.A.Waits() {
		f.test(e.D)
		return true
	}
	return false
}

// keep keeps the run on show as A; what follows is B.
func (f *Feature) keep() {
	if d := f.M.Front; d.Report != nil && d.Run == nil {
		d.A = &laboratory.Kept{Spec: d.Report.Spec, Result: d.Result}
		f.M.SetAddress(false)
		f.M.Confirm(lang.Say("compare.kept"))
	}
}

// forget goes back to one run.
func (f *Feature) forget() {
	f.M.Front.A = nil
	f.M.SetAddress(false)
}

// test runs A, and then B.
func (f *Feature) test(d *laboratory.State) {
	m, a := f.M, d.A
	d.Run = m.StartTask(d, lab.Audit, &laboratory.Task{Name: lab.Audit, Of: &a.Spec}, func([]byte) {},
		func(_ *laboratory.Task, data []byte, fail lang.Message) {
			if d.Run = nil; fail == "" {
				a.Result, fail = state.ReadResult(m, data)
			}
			if d.Failed = fail; fail == "" {
				m.Test()
			}
		})
}

// Table lists run A beside run B.
type Table struct {
	view.Part
	F *Feature
}

// none stands where there is nothing to say.
var none = lang.Verbatim("–")

func (c *Table) lines() []laboratory.Difference {
	out := c.D.Differences()
	a, b := c.D.A.Report, c.D.Second()
	if a == nil {
		return append(out, laboratory.Difference{Name: lang.Say("page.verdict"), A: lang.Say("compare.waits"), B: none})
	}
	add := func(name lang.Message, f func(r *lab.Report) lang.Message) {
		l := laboratory.Difference{Name: name, A: f(a), B: none}
		if b != nil {
			l.B = f(b)
		}
		out = append(out, l)
	}
	add(lang.Say("page.verdict"), func(r *lab.Report) lang.Message { return tell.Verdict(r.Verdict) })
	add(lang.Say("compare.proven"), func(r *lab.Report) lang.Message {
		return lang.Say("page.bound", "bound", r.Proven())
	})
	add(lang.Say("compare.exact"), func(r *lab.Report) lang.Message {
		switch {
		case r.ExactDelta != nil && r.Delta > 0:
			return lang.Say("page.number", "value", float64(*r.ExactDelta))
		case r.ExactPure != nil:
			return lang.Say("page.number", "value", float64(*r.ExactPure))
		}
		return none
	})
	in := a.Inputs
	add(lang.Say("compare.event", "one", in.Of(0), "other", in.Of(1)), func(r *lab.Report) lang.Message {
		n := r.Strong.Count
		switch {
		case n.N == 0 || r.Pending == audit.PendingReleases:
			return none
		case r.Strong.Event.Opposite != nil:
			return lang.Say("compare.counts.opposite", "c1", n.C1, "c2", n.C2, "n", n.N, "o1", n.O1, "o2", n.O2)
		}
		return lang.Say("compare.counts", "c1", n.C1, "c2", n.C2, "n", n.N)
	})
	return out
}
