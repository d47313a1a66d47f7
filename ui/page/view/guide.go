package view

import (
	"strconv"

	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
)

// Guide is a course on the page.
type Guide struct {
	M *state.Model
	C *teach.Course
}

// where says how far the course is.
func (c *Guide) where() string {
	return "Step " + strconv.Itoa(c.C.Step+1) + " of " + strconv.Itoa(len(c.C.Lesson.Steps))
}

// next is the name of the button that goes on.
func (c *Guide) next() string {
	switch {
	case c.C.Step+1 == len(c.C.Lesson.Steps):
		return "Finish"
	case c.C.Open():
		return "Skip"
	}
	return "Next"
}

// Answer is what stands under a question or a task, and its look.
func (c *Guide) answer() (text, class string) {
	k := c.C
	step := k.At()
	switch {
	case step.Ask != nil && k.Option < 0:
		return "Choose first; the run will tell.", "hint"
	case step.Ask != nil && !k.Done:
		return "Noted. Now run the test.", "hint"
	case k.Say == "":
		return "", ""
	case k.Quiet && step.Ask != nil:
		return "Your prediction is noted: compare it with the verdict.", "hint"
	case k.Quiet && !k.Done:
		return "Not yet.", "again"
	case step.Ask != nil && k.Right:
		return "You were right. " + k.Say, "well"
	case step.Ask != nil:
		return "It came out otherwise. " + k.Say, "again"
	case k.Done:
		return "Done. " + k.Say, "well"
	}
	return "Not yet. " + k.Say, "again"
}

func (c *Guide) answerText() string { text, _ := c.answer(); return text }

func (c *Guide) answerClass() string { _, class := c.answer(); return "answer " + class }
