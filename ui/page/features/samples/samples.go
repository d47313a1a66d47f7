// Package samples tests releases that were drawn elsewhere, from the visitor's files.
package samples

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/wire"
)

// Feature is the files of the laboratory that tests releases.
type Feature struct {
	state.Plain
	d     *laboratory.State // that laboratory, once there is a file
	files Files
}

func New(m *state.Model) *Feature {
	return &Feature{Plain: state.Plain{M: m}, files: Files{claim: map[string]string{}}}
}

// Draw adds the fields for two files, with what is known of them, below the picture.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	d := f.M.Front
	if at != view.Under || f.M.Page != "" || f.M.Presenting || !d.Lab.Extras().Tests {
		return nil
	}
	return []vugu.Builder{&Samples{M: f.M, F: f, D: d, S: &f.files}}
}

// Hear takes a file for a field of the two. It is not read here: who computes knows it by
// its key.
func (f *Feature) Hear(e state.Event) (taken bool) {
	if e.Kind != state.File || !slices.Contains(sampleSlots[:], e.Name) {
		return false
	}
	if f.d = e.D; f.files.Offer(e.Name, e.File) {
		f.read()
	}
	return true
}

func (f *Feature) read() {
	if o := &f.files; o.due && len(o.List()) > 0 {
		f.task(f.d.Defaults, false, o.Look)
	}
}

// task has files read, and tested where run says so. Files that wait to be read come
// next.
func (f *Feature) task(s lab.Spec, run bool, done func(found *lab.Sampled, fail lang.Message)) {
	o := &f.files
	if o.Task.Running {
		return
	}
	o.Task.Of = &s
	f.M.StartTask(f.d, lab.SamplesTask(o.List(), o.Ask(), run), &o.Task, func([]byte) {},
		func(t *laboratory.Task, result []byte, fail lang.Message) {
			var found lab.Sampled
			if fail == "" && json.Unmarshal(result, &found) != nil {
				fail = lang.Say("page.result.unread")
			}
			if fail != wire.Cancelled && !t.Stopping {
				done(&found, fail)
			}
			f.read()
		})
}

func (f *Feature) Test() {
	o := &f.files
	s, say := o.Spec(f.M.Front)
	if !o.Ready() || say != "" {
		return
	}
	o.Found = nil
	f.task(s, true, func(found *lab.Sampled, fail lang.Message) {
		if o.Task.Fail = fail; fail == "" {
			o.Found, o.Tested, o.scored = found, s, [2]bool{o.Lower, o.Alone}
		}
	})
}

// Spec is what the files are tested by: the claim that was typed for them, with
// the level and the seed of the laboratory. say is what is wrong with that claim, or asks
// for one.
func (o *Files) Spec(d *laboratory.State) (s lab.Spec, say lang.Message) {
	s = d.Defaults.Set(d.Table, "bits", 1) // as of files and commands: they hold what a routine computed
	for _, name := range []string{"alpha", "seed"} {
		s = s.Set(d.Table, name, d.Spec.Float(name))
	}
	if o.Reals {
		s = s.Set(d.Table, "bits", 0)
	}
	if o.Bets {
		s = s.Set(d.Table, "seq", 1)
	}
	s, _ = s.With(d.Table, "asks", cmp.Or(o.Asks, laboratory.EpsilonName))
	for _, p := range o.Numbers(d) {
		text := strings.TrimSpace(o.claim[p.Name])
		if text == "" && p.Name != "delta" {
			return s, lang.Say("samples.claim", "symbol", p.Symbol)
		} else if text == "" {
			continue
		}
		next, err := s.With(d.Table, p.Name, text)
		if err != nil {
			return s, lang.Of(err)
		}
		s = next
	}
	return s, ""
}

// Family reports whether a claim of another notion than (ε, δ) is tested.
func (o *Files) Family() bool { return o.Asks != "" && o.Asks != laboratory.EpsilonName }

// Numbers are the parameters in which the claim is typed.
func (o *Files) Numbers(d *laboratory.State) (out []*lab.Param) {
	if !o.Family() {
		return []*lab.Param{d.Table.Find(laboratory.EpsilonName), d.Table.Find("delta")}
	}
	for i := range d.Table {
		if p := &d.Table[i]; len(p.Only) > 0 && p.Only[0].Param == "asks" && slices.Contains(p.Only[0].Values, o.Asks) {
			out = append(out, p)
		}
	}
	return out
}

// Samples are the fields and what the files hold.
type Samples struct {
	M *state.Model
	F *Feature
	D *laboratory.State
	S *Files
}

// preview is what is known of the columns; nil: nothing.
func (c *Samples) preview() *table.Preview {
	if o := c.S; o.Seen != nil && len(o.List()) > 0 {
		return o.Seen.Preview
	}
	return nil
}

// whole reports whether a file stands alone, and may hold both inputs.
func (c *Samples) whole() bool {
	p := c.preview()
	return p != nil && len(c.S.List()) == 1 && len(p.Columns) > 1
}

// choose takes the role of a column, or where at is −1 the column that says which input.
func (c *Samples) choose(at int, value string) {
	if n, err := strconv.Atoi(value); err == nil && at < 0 {
		c.S.By(n)
	} else if err == nil {
		c.S.Give(at, Role(n))
	}
	c.F.read()
}

// score says whether the files hold canary scores.
func (c *Samples) score() {
	c.S.Scores = !c.S.Scores
	c.S.Choose(c.S.Roles)
	c.F.read()
}

// example offers the scores of a model that remembers.
func (c *Samples) example() {
	c.S.Drop()
	c.S.Scores = true
	c.M.Emit(state.Event{Kind: state.File, Name: sampleSlots[0], File: lab.File{Name: "remembers.csv", Size: 1,
		Key: table.Example}})
}

// note says of a column what it holds, or why it is left out.
func (c *Samples) note(at int) lang.Message {
	switch q := c.preview().Columns[at]; {
	case c.S.Role(at) == Which:
		return lang.Say("samples.which")
	case q.Why != "":
		return q.Why
	default:
		return q.Kind
	}
}

// reals tests the files with their numbers taken for real ones.
func (c *Samples) reals() {
	c.S.Reals = true
	c.F.Test()
}

// asks is what is wrong with the claim, or asks for one.
func (c *Samples) asks() lang.Message { _, say := c.S.Spec(c.D); return say }

// notions is the parameter that says which notion is claimed; its first choice is a program's own.
func (c *Samples) notions() *lab.Param { return c.D.Table.Find("asks") }

// flags are switches of how the files are tested.
func (o *Files) flags() []view.Flag {
	lower := view.Flag{ID: "sample-lower", Text: "samples.lower", On: &o.Lower}
	switch {
	case !o.Scores:
		return []view.Flag{{ID: "sample-sequential", Text: "samples.sequential", On: &o.Bets}}
	case o.Family():
		return []view.Flag{lower, {ID: "sample-alone", Text: "samples.alone", On: &o.Alone}}
	}
	return []view.Flag{lower}
}

// verb says what is tested.
func (c *Samples) verb() lang.Message {
	s, say := c.S.Spec(c.D)
	switch eps, delta := s.Float(laboratory.EpsilonName), s.Float("delta"); {
	case say != "":
		return lang.Say("samples.test")
	case c.S.Family():
		return lang.Say("samples.test.claim", "claim", s.Curved(nil).Say())
	case delta > 0:
		return lang.Say("samples.test.delta", "eps", eps, "delta", delta)
	default:
		return lang.Say("samples.test.eps", "eps", eps)
	}
}

// stale reports whether the claim has changed since the test.
func (c *Samples) stale() bool {
	s, _ := c.S.Spec(c.D)
	return !c.S.Tested.Equal(s) || c.S.scored != [2]bool{c.S.Lower, c.S.Alone}
}

// save downloads what the test found: hashes and counts.
func (c *Samples) save() {
	if found := c.S.Found; found != nil && found.Report != nil {
		c.M.Host.Tool("save", nil, "indistinct-samples.json", "application/json", string(found.Report))
	}
}
