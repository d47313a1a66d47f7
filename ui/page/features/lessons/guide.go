package lessons

import (
	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
	"indistinct/ui/page/view"
)

// Guide is a course on the page.
type Guide struct {
	M *state.Model
	F *Feature
	C *teach.Course
}

// toList leaves the lesson for the list of all.
func (c *Guide) toList() {
	c.F.LeaveCourse()
	c.M.Go("", learn)
}

// text is a text of the lesson: see lab.Lesson.
func (c *Guide) text(step int, part string) lang.Message {
	return c.C.Lesson.Text(c.C.Laboratory, step, part)
}

func (c *Guide) step(part string) lang.Message { return c.text(c.C.Step+1, part) }

// mark says of an option, once a run has answered, whose it is.
func (c *Guide) mark(i int) string {
	k, whose := c.C, "run"
	switch {
	case !k.Done || k.Quiet || i != k.Option && i != k.Ran:
		return ""
	case k.Option == k.Ran:
		whose = "both"
	case i == k.Option:
		whose = "you"
	}
	return c.M.Text("lessons.mark." + whose)
}

// bar is a prediction or what the run saw, of a question about a quantity.
type bar struct {
	Whose  string
	Long   float64 // of the longest
	Amount lang.Message
}

// bars draw both, once there are both.
func (c *Guide) bars() []bar {
	k, q := c.C, c.C.At().Ask
	if q == nil || len(q.Values) == 0 || !k.Done || k.Quiet {
		return nil
	}
	top := max(k.Seen, q.Values[len(q.Values)-1])
	draw := func(whose string, v float64) bar {
		return bar{whose, v / top, lang.Say(c.step("scale").ID(), "value", v)}
	}
	return []bar{draw("you", q.Values[k.Option]), draw("run", k.Seen)}
}

// controls are those that the step, or its hint, speaks of and that stand nowhere else in
// sight.
func (c *Guide) controls() []*control.Field {
	var out []*control.Field
	d := c.M.Laboratory(c.C.Laboratory)
	for _, name := range d.Lifted {
		out = append(out, d.Field(d.Table.Find(name)))
	}
	return out
}

// moves reports whether there is a hint that names a control. What puts the step's settings
// back gives no answer away.
func (c *Guide) moves() bool { return c.C.Move != "" && (c.C.Back || !c.C.Quiet) }

func (c *Guide) moveText() lang.Message {
	return lang.Say(view.Either(c.C.Back, "page.hint.putback", "page.hint.show"),
		"param", c.M.Front.Table.Find(c.C.Move).Title())
}

// ended is what the closing card says first: what the visitor has shown, once everything is
// solved; else how much of it is or, where nothing is, what the lesson is about.
func (c *Guide) ended() lang.Message {
	switch asks, left := len((*teach.Progress)(nil).Left(c.C.Lesson)), len(c.left()); {
	case left == 0:
		return c.text(0, "end")
	case asks > left:
		return lang.Say("lessons.partly", "done", asks-left, "all", asks)
	}
	return c.text(0, "lead")
}

// left are the steps, from 0, that are still open.
func (c *Guide) left() []int { return c.C.Left(c.C.Lesson) }

// nextLesson is the button that goes on to it, "" after the last.
func (c *Guide) nextLesson() lang.Message {
	if l := c.F.NextLesson(); l != nil {
		return lang.Say("lessons.onward", "lesson", l.Say(""))
	}
	return ""
}

// next is the name of the button that goes on.
func (c *Guide) next() lang.Message {
	switch {
	case c.C.Step+1 == len(c.C.Lesson.Steps):
		return lang.Say("lessons.finish")
	case c.C.Open() && c.C.Shown[c.C.Step] == "":
		return lang.Say("lessons.skip")
	}
	return lang.Say("lessons.next")
}

// answer is what stands under a question or a task, and its look.
func (c *Guide) answer() (text lang.Message, class string) {
	k := c.C
	step := k.At()
	say := func(id string) lang.Message { return lang.Say(id, "say", k.Say) }
	switch late := step.Ask != nil && k.Late; {
	case k.Back:
		return k.Say, "again"
	case late && (k.Quiet || !k.Done):
		return lang.Say("lessons.answer.late"), "hint"
	case late:
		return lang.Sentences(lang.Say("lessons.answer.late"), k.Say), "hint"
	case step.Ask != nil && k.Option < 0:
		return lang.Say("lessons.answer.choose"), "hint"
	case step.Ask != nil && !k.Done:
		return lang.Say("lessons.answer.noted"), "hint"
	case k.Say == "":
		return "", ""
	case k.Quiet && step.Ask != nil:
		return lang.Say("lessons.answer.quiet"), "hint"
	case k.Quiet && !k.Done:
		return lang.Say("lessons.answer.notyet"), "again"
	case step.Ask != nil && k.Right:
		return say("lessons.answer.right"), "well"
	case step.Ask != nil:
		return say("lessons.answer.wrong"), "again"
	case k.Done:
		return say("lessons.answer.done"), "well"
	case k.Solved:
		return say("lessons.answer.before"), "again"
	}
	return say("lessons.answer.again"), "again"
}

func (c *Guide) answerText() lang.Message { text, _ := c.answer(); return text }

func (c *Guide) answerClass() string { _, class := c.answer(); return "answer " + class }
