package lessons

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/work"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
)

// TestSymbols: each lesson has its drawing in the file of them, and each drawing its lesson.
func TestSymbols(t *testing.T) {
	file, err := os.ReadFile("../../../../public/lessons.svg")
	if err != nil {
		t.Fatal(err)
	}
	var drawn, named []string
	for _, m := range regexp.MustCompile(`<symbol id="([^"]+)"[^>]*>.+?</symbol>`).FindAllSubmatch(file, -1) {
		drawn = append(drawn, string(m[1]))
	}
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			named = append(named, lesson.Name)
		}
	}
	slices.Sort(drawn)
	slices.Sort(named)
	if !slices.Equal(drawn, named) {
		t.Errorf("there are drawings for %q, and lessons %q", drawn, named)
	}
}

// walker is a visitor who follows a lesson of the real laboratories.
type walker struct {
	t       *testing.T
	m       *state.Model
	f       *Feature
	s       *test.Browser
	reports map[string][]byte // of runs, by their link
	paths   int               // walked, from a wrong setting to a solved step
}

// native computes what a run says, or why there is none.
func (p *walker) native(s lab.Spec) (data []byte, fail lang.Message) {
	p.t.Helper()
	link := s.Link(p.m.Front.Table)
	if data = p.reports[link]; data != nil {
		return data, ""
	}
	if s.Lab == "library" && s.Float("scale") > 1 {
		// Told too much, it adds more noise than it need: nothing is found, and half a
		// minute is saved.
		data, fail = p.native(s.Set(p.m.Front.Table, "scale", 1))
		return p.unlike(data, s), fail
	}
	job, err := lab.Start(p.m.Front.Lab, s, lab.Audit)
	if err != nil {
		return nil, lang.Of(err)
	}
	if data, err = work.Run(p.t.Context(), job, 0, nil); err != nil {
		return nil, lang.Of(err)
	}
	p.reports[link] = data
	return data, ""
}

// run presses "Run test"; data is what comes of it, nil what really does. It reports
// whether there was a verdict: else the page says why.
func (p *walker) run(data []byte) bool {
	p.t.Helper()
	n := len(p.s.Runs)
	p.m.Test()
	if len(p.s.Runs) == n { // the program's claim comes first
		p.s.Claims(1, 0)
	}
	if len(p.s.Runs) == n {
		p.t.Fatalf("the test of %s does not start", p.m.Front.Spec.Link(p.m.Front.Table))
	}
	r, fail := p.s.Runs[n], lang.Message("")
	if data == nil {
		data, fail = p.native(r.Spec)
	}
	r.Done(data, fail)
	if fail != p.m.Front.Failed {
		p.t.Errorf("%s fails by %q, the page says %q", p.where(), p.m.L.Say(fail), p.m.L.Say(p.m.Front.Failed))
	}
	return fail == ""
}

// enter comes to a step, from wherever, as somebody who has done nothing yet.
func (p *walker) enter(step int) {
	delete(p.m.Course.Shown, step)
	delete(p.m.Course.Answers, step)
	delete(p.s.Kept, progressKey)
	set := step // the step that sets what this one keeps
	for p.m.Course.Lesson.Steps[set].Set == nil {
		set--
	}
	p.f.toStep(set, true)
	p.f.toStep(step, true)
}

// unlike is a report of other settings than those that it is of.
func (p *walker) unlike(data []byte, s lab.Spec) []byte {
	p.t.Helper()
	r, err := lab.UnmarshalReport(data, p.m.Find, s.Lab)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Spec = s
	if data, err = json.Marshal(r); err != nil {
		p.t.Fatal(err)
	}
	return data
}

// right are programs that do the tasks about programs.
var right = map[string]string{
	"caught:3": "claim = 1\npairs = [(12, 13)]\ndef release(count):\n    return count + laplace(0.3)\n",
	"caught:4": "claim = 1\npairs = [(12, 13)]\ndef release(count):\n    return count + laplace(1)\n",
}

// mend does what the page asks before it runs anything: the field that it leads to is put
// back or, where that is there already, the control that was moved.
func (p *walker) mend(opening lab.Spec) {
	p.t.Helper()
	d := p.m.Front
	for range 4 {
		if d.Ready() {
			return
		}
		p.s.Focused = ""
		p.m.Mend()
		name, ok := strings.CutPrefix(p.s.Focused, "p-")
		if !ok {
			p.t.Fatalf("%s: nothing leads to what keeps the test from running", p.where())
		}
		if at := control.Shown(opening, d.Table.Find(name)); d.Field(d.Table.Find(name)).Text != at {
			p.set(name, at)
		} else if q := p.m.Course.Lesson.Moved(d.Table, opening, d.Spec, p.m.Course.Step); q != nil {
			p.set(q.Name, control.Shown(opening, q))
		}
	}
	p.t.Fatalf("%s: the test cannot be run", p.where())
}

func (p *walker) where() string { return p.m.Course.Link(false) }

// hint follows the last hint; stride is how far a slider is moved, of its whole way.
func (p *walker) hint(stride float64) {
	p.t.Helper()
	c, d := p.m.Course, p.m.Front
	q := d.Table.Find(c.Move)
	if q == nil {
		p.t.Fatalf("%s: the hint %q names no control", p.where(), p.m.L.Say(c.Say))
	}
	if c.Back {
		p.f.Move()
		return
	}
	said, value := p.m.L.Say(c.Say), p.m.L.Say(control.Setting(d.Spec, q))
	if q.Kind != lab.Code && !strings.Contains(said, value) {
		p.t.Errorf("%s: the hint %q does not say that %s is %s", p.where(), said, q.Name, value)
	}
	by := 1.0
	r, err := lab.UnmarshalReport(d.Raw, p.m.Find, d.About.Name)
	if err != nil {
		p.t.Fatal(err)
	}
	if task := c.At().Task; task != nil {
		by = float64(task.Check(r).By)
	}
	switch q.Kind {
	case lab.Code:
		p.m.Type(q.Name, right[p.where()])
	case lab.Choice:
		for i, v := range q.Choices {
			if v == d.Spec.Text(q.Name) {
				p.m.Choose(q.Name, q.Choices[(i+1)%len(q.Choices)])
				break
			}
		}
	case lab.Flag:
		p.m.Choose(q.Name, strconv.Itoa(1-d.Spec.Int(q.Name)))
	case lab.Seed:
		p.m.NewSeed()
	default:
		at, err := strconv.Atoi(d.Field(q).Pos) // of the slider, which ends where values are taken
		if err != nil {
			p.t.Fatal(err)
		}
		p.m.Slide(q.Name, fmt.Sprint(min(max(float64(at)+by*stride*control.SliderSteps, 0), control.SliderSteps)))
	}
}

// follow does what the hints ask until the step is solved.
func (p *walker) follow() {
	p.t.Helper()
	c, d := p.m.Course, p.m.Front
	stride, last, was := 0.25, "", 0
	for range 40 {
		if c.Done {
			p.paths++
			return
		}
		r, err := lab.UnmarshalReport(d.Raw, p.m.Find, d.About.Name)
		if err != nil {
			p.t.Fatal(err)
		}
		if task := c.At().Task; task != nil && !c.Back {
			by := task.Check(r).By
			if c.Move == last && by != was && was != 0 {
				stride /= 2 // too far
			}
			last, was = c.Move, by
		}
		p.hint(stride)
		p.mend(c.Lesson.Opening(d.Table, d.Defaults, c.Step))
		p.run(nil)
	}
	p.t.Errorf("%s: the hints lead nowhere: %s", p.where(), p.m.L.Say(c.Say))
}

// ends are what a careless hand makes of a control: a slider's ends, each choice, a switch.
func ends(d *laboratory.State, q *lab.Param) []string {
	switch q.Kind {
	case lab.Float, lab.Int:
		return []string{control.Shown(d.Spec.Set(d.Table, q.Name, q.Min), q),
			control.Shown(d.Spec.Set(d.Table, q.Name, q.Max), q), "many"}
	case lab.Choice:
		return q.Choices
	case lab.Flag:
		return []string{"0", "1"}
	case lab.Seed:
		return []string{"0"}
	case lab.Code:
		return []string{"pairs = [(12, 13)]\ndef release(count):\n    return count\n"}
	}
	return []string{"x", "1"}
}

// TestCarelessPupil follows every lesson as somebody would who does not read: who presses
// "Run test" first, predicts wrongly, moves each single control to its ends before the
// task's own, and leaves out steps. No task is done at the settings with which its step
// opens, no run at other settings answers a question, and from everywhere what the page
// says leads on until the step is solved. A later failed run takes "Done" back.
func TestCarelessPupil(t *testing.T) {
	check.Full(t)
	var paths, runs atomic.Int64
	use := func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) }
	all := (&Feature{Plain: state.Plain{M: opened.On(&test.Browser{}, guest.All(), "", use)}}).Lessons()
	t.Run("lessons", func(t *testing.T) {
		for _, l := range all {
			t.Run(l.Name, func(t *testing.T) {
				t.Parallel()
				p := &walker{t: t, s: &test.Browser{}, reports: map[string][]byte{}}
				defer func() {
					paths.Add(int64(p.paths))
					runs.Add(int64(len(p.reports)))
				}()
				p.m = opened.On(p.s, guest.All(), "#lesson="+l.Name+":1", use)
				p.f = opened.Feature[*Feature](p.m)
				for step := range l.Steps {
					p.enter(step)
					switch at := p.m.Course.At(); {
					case at.Task != nil:
						p.task(step)
					case at.Ask != nil:
						p.question(step)
					}
				}
				p.f.Advance(1)
				if !p.m.Course.Ended || len(p.m.Course.Results()) == 0 || p.m.Front.Report == nil {
					t.Errorf("%s: its end shows %v", l.Name, p.m.Course.Results())
				}
			})
		}
	})
	t.Logf("%d lessons, %d paths, %d runs", len(all), paths.Load(), runs.Load())
}

// question predicts wrongly after a run, and then with each control at its ends.
func (p *walker) question(step int) {
	c := p.m.Course
	p.run(nil)
	if c.Done {
		p.t.Errorf("%s: a run answered a question that nobody had taken a guess at", p.where())
	}
	option, _ := c.At().Ask.Right(p.m.Front.Report)
	p.f.Predict((option + 1) % c.At().Ask.Options)
	if !c.Done || c.Right || c.Open() {
		p.t.Errorf("%s: a wrong prediction ends as %+v", p.where(), c)
	}
	p.paths++
	data := p.m.Front.Raw
	p.astray(step, data, func() { p.f.Predict(0) })
	p.enter(step)
	p.f.Predict(option)
	p.run(data)
	if !c.Done || !c.Right {
		p.t.Errorf("%s: the right prediction ends as %+v", p.where(), c)
	}
}

// task presses first, follows the hints, fails again, and then begins with each control at
// its ends.
func (p *walker) task(step int) {
	c, d := p.m.Course, p.m.Front
	opening := d.Spec
	p.run(nil)
	data := d.Raw
	if c.Done || c.Say == "" {
		p.t.Errorf("%s is done by the first press: %s", p.where(), p.m.L.Say(c.Say))
		return
	}
	p.follow()
	if !c.Solved {
		return
	}
	solved := d.Report.Spec
	d.Restore(opening)
	p.run(nil)
	if c.Done || c.Open() {
		p.t.Errorf("%s: after a later failure done is %v, open %v", p.where(), c.Done, c.Open())
	}
	p.astray(step, data, func() {})
	for _, name := range c.At().Task.Free {
		for _, v := range ends(d, d.Table.Find(name)) {
			if name == "m" || name == "n" || v == "many" {
				continue // hours
			}
			p.enter(step)
			p.set(name, v)
			if p.mend(opening); !p.run(nil) {
				p.set(name, control.Shown(opening, d.Table.Find(name)))
				p.run(nil)
			}
			p.follow()
		}
	}
	p.enter(step)
	d.Restore(solved)
	p.run(nil)
}

// set gives a control a value, as a hand does.
func (p *walker) set(name, v string) {
	q := p.m.Front.Table.Find(name)
	if q.Kind == lab.Choice || q.Kind == lab.Flag {
		p.m.Choose(name, v)
		return
	}
	p.m.Type(name, v)
	p.m.Front.Leave(name)
}

// astray moves each control that the step says nothing of to its ends, predicts with first,
// and runs the test: what comes is held against nothing, and the way back is shown. data is
// any run's.
func (p *walker) astray(step int, data []byte, first func()) {
	d := p.m.Front
	for i := range d.Table {
		q := &d.Table[i]
		if task := p.m.Course.At().Task; task != nil && slices.Contains(task.Free, q.Name) {
			continue
		}
		for _, v := range ends(d, q) {
			p.enter(step)
			c, opening := p.m.Course, d.Spec
			if !d.Spec.Shown(q) {
				continue
			}
			first()
			p.set(q.Name, v)
			p.mend(opening)
			moved := c.Lesson.Moved(d.Table, opening, d.Spec, step)
			for range 3 {
				if moved = c.Lesson.Moved(d.Table, opening, d.Spec, step); moved == nil {
					break
				}
				p.run(p.unlike(data, d.Spec))
				if c.Done || !c.Back || c.Move != moved.Name {
					p.t.Errorf("%s with %s at %.20q: done %v, it says %q", p.where(), q.Name, v, c.Done,
						p.m.L.Say(c.Say))
				}
				p.hint(0)
			}
			if moved != nil {
				p.t.Errorf("%s with %s at %.20q: the hints do not lead back", p.where(), q.Name, v)
			}
			p.paths++
		}
	}
}
