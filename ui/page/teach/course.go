// Package teach finds the glossary's terms in texts, documents parameters and follows a
// lesson from step to step.
package teach

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
)

// Page is the file of the site, in a language, for who gives the lessons.
func Page(tag string) string {
	if tag == "en" {
		return "teach.html"
	}
	return "teach-" + tag + ".html"
}

// Course is the lesson that a visitor follows, at one of its steps.
type Course struct {
	Laboratory string // its name
	Lesson     *lab.Lesson
	Step       int       // from 0
	Quiet      bool      // a teacher's link: predictions are noted, answers not given
	Own        *lab.Spec // the settings of that link for its step, nil for the step's

	Answer              // of the step's question
	Done   bool         // the last run did the task, or answered the prediction
	Solved bool         // a run did, here
	Right  bool         // the prediction was right, and made before the run
	Say    lang.Message // what the last run says to it
	Move   string       // the parameter that it asks to move, "" for none
	Back   bool         // to where the step has it

	Ended bool // at the closing card
	*Progress
}

// Progress is how far a lesson was followed on this machine.
type Progress struct {
	Reached  int                  `json:"reached"`  // the furthest step, from 1
	Complete bool                 `json:"complete"` // all that its steps ask was once solved
	Shown    map[int]lang.Message `json:"shown"`    // what runs said at the steps, from 0, that they solved
	Answers  map[int]Answer       `json:"answers"`  // to the questions of the steps, from 0
	Begun    int                  `json:"begun"`    // how often it was begun anew
}

// Answer is the prediction at a step, which stays once a run has answered it, and that answer.
type Answer struct {
	Option int     `json:"option"` // predicted, −1 before
	Late   bool    `json:"late"`   // a run that answers it came before it
	Ran    int     `json:"ran"`    // the option that the run answers with
	Seen   float64 `json:"seen"`   // what it saw, of a question about a quantity
}

// Anew forgets what was predicted and solved, but not how far the lesson was once followed.
func (p *Progress) Anew() {
	p.Shown, p.Answers = map[int]lang.Message{}, map[int]Answer{}
	p.Begun++
}

// Kept reports whether there is something that Anew forgets.
func (p *Progress) Kept() bool { return len(p.Shown)+len(p.Answers) > 0 }

// mostKept is the longest text that ReadProgress reads, some hundred times what the lessons
// take: whatever else stands in a browser's storage must not hold the page up.
const mostKept = 1 << 18

// ReadProgress reads how far each lesson was followed, by its name, as JSON; a text that
// holds nothing of the kind is none.
func ReadProgress(text string) map[string]*Progress {
	all := map[string]*Progress{}
	if len(text) > mostKept || json.Unmarshal([]byte(text), &all) != nil {
		return map[string]*Progress{}
	}
	maps.DeleteFunc(all, func(_ string, p *Progress) bool { return p == nil })
	return all
}

// Left are the steps, from 0, of which no run has solved what they ask, or was there before its
// prediction.
func (p *Progress) Left(l *lab.Lesson) (left []int) {
	for i, s := range l.Steps {
		if (s.Ask != nil || s.Task != nil) && (p == nil || p.Shown[i] == "" || p.Answers[i].Late) {
			left = append(left, i)
		}
	}
	return left
}

func (c *Course) At() *lab.LessonStep { return &c.Lesson.Steps[c.Step] }

// Link is the course's place in a link: "three-moves:2"; at the closing card none, but in the
// page's own address, "three-moves:end".
func (c *Course) Link(address bool) string {
	switch {
	case c == nil || c.Ended && !address:
		return ""
	case c.Ended:
		return c.Lesson.Name + ":" + closing
	}
	return c.Lesson.Name + ":" + strconv.Itoa(c.Step+1)
}

// closing takes the place of a step's number at the closing card.
const closing = "end"

// In reports whether there is a course, of the laboratory of that name.
func (c *Course) In(laboratory string) bool { return c != nil && c.Laboratory == laboratory }

// FindLesson returns the lesson that a link names and its step, one past the last for the
// closing card; nil where it is none of these.
func FindLesson(lessons []lab.Lesson, link string) (*lab.Lesson, int) {
	name, number, _ := strings.Cut(link, ":")
	i := slices.IndexFunc(lessons, func(l lab.Lesson) bool { return l.Name == name })
	if i < 0 {
		return nil, 0
	}
	if number == closing {
		return &lessons[i], len(lessons[i].Steps)
	}
	step, _ := strconv.Atoi(number) // none is the first
	return &lessons[i], min(max(step, 1), len(lessons[i].Steps)) - 1
}

// Enter goes to a step, at which what was predicted and solved before is still there.
func (c *Course) Enter(step int) {
	c.Step, c.Ended, c.Own = step, false, nil
	c.recall()
}

// recall takes up what was predicted and solved at the step before.
func (c *Course) recall() {
	c.Solved, c.Answer = false, Answer{Option: -1}
	c.forget()
	q := c.At().Ask
	if a, ok := c.Answers[c.Step]; ok && q != nil && a.Option < q.Options { // the lesson may have changed since
		c.Answer = a
	}
	if c.Shown[c.Step] != "" && (q == nil || c.Option >= 0) {
		c.Done, c.Solved, c.Say = true, true, c.Shown[c.Step]
		c.Right = q != nil && c.Ran == c.Option && !c.Late
	}
}

// Join takes over what another tab has kept of the lesson meanwhile; what stood there first stays.
func (c *Course) Join(kept *Progress) {
	if kept == nil || kept.Begun < c.Begun {
		return
	}
	if kept.Begun > c.Begun {
		c.Anew()
		c.Solved = false
	}
	c.Begun, c.Reached, c.Complete = kept.Begun, max(c.Reached, kept.Reached), c.Complete || kept.Complete
	maps.Copy(c.Shown, kept.Shown)
	maps.Copy(c.Answers, kept.Answers)
	if !c.Solved {
		c.recall()
	}
}

// forget drops what the last run said.
func (c *Course) forget() { c.Done, c.Right, c.Say, c.Move, c.Back = false, false, "", "", false }

// Speaks are the parameters that the step speaks of, and the one that its last hint names.
func (c *Course) Speaks() []string {
	names := []string{c.At().Point}
	if t := c.At().Task; t != nil {
		names = append(names, t.Free...)
	}
	return append(names, c.Move)
}

// Pointed is the CSS selector of what a step points at.
func Pointed(what string) string {
	switch what {
	case "":
		return ""
	case "stage", "run", "verdict":
		return "#" + what
	}
	return `[data-param="` + what + `"]`
}

// Opening are the settings with which the step opened; defaults are the laboratory's.
func (c *Course) Opening(t lab.Table, defaults lab.Spec) lab.Spec {
	if c.Own != nil {
		return *c.Own
	}
	return c.Lesson.Opening(t, defaults, c.Step)
}

// Check holds the step's question or task against a finished run; defaults are the
// laboratory's. A run at other settings than the step's answers no question and does no
// task: what it says is which control to put back. A prediction is right only where no run
// could have told it.
func (c *Course) Check(t lab.Table, defaults lab.Spec, r *lab.Report) {
	step, opening := c.At(), c.Opening(t, defaults)
	moved := c.Lesson.Moved(t, opening, r.Spec, c.Step)
	switch {
	case step.Ask != nil && c.Option < 0:
		c.Late = c.Late || moved == nil
		return
	case step.Ask == nil && step.Task == nil:
		return
	}
	c.forget()
	if moved != nil {
		c.Move, c.Back, c.Say = moved.Name, true, back(moved, r.Spec, opening)
		return
	}
	if q := step.Ask; q != nil {
		c.Ran, c.Say = q.Right(r)
		c.Done, c.Right = true, c.Ran == c.Option && !c.Late
		if q.Seen != nil {
			c.Seen = q.Seen(r)
		}
	} else {
		try := step.Task.Check(r)
		c.Done, c.Say, c.Move = try.Done, try.Say, try.Move
		if p := t.Find(try.Move); p != nil && p.Kind != lab.Code {
			c.Say = lang.Sentences(try.Say, move(p, r.Spec, opening, try.By))
		}
	}
	if c.Done {
		c.Solved, c.Shown[c.Step] = true, c.Say
		c.Complete = c.Complete || len(c.Left(c.Lesson)) == 0
	}
}

// named is what a hint calls a parameter: as its control is labelled.
func named(p *lab.Param) lang.Message { return lang.Say("page.hint.name", "param", p.Title()) }

// back says where a parameter stands and where the step has it.
func back(p *lab.Param, s, opening lab.Spec) lang.Message {
	if p.Kind == lab.Code {
		return lang.Say("page.hint.back.program")
	}
	return lang.Say("page.hint.back", "param", named(p), "value", control.Setting(s, p),
		"was", control.Setting(opening, p))
}

// move says where a parameter stands and which way it is to go.
func move(p *lab.Param, s, opening lab.Spec, by int) lang.Message {
	still := ""
	if s.Show(p.Name) == opening.Show(p.Name) {
		still = "still"
	}
	id := map[int]string{-1: "page.hint.less", 0: "page.hint.other", 1: "page.hint.more"}[by]
	return lang.Say(id, "param", named(p), "value", control.Setting(s, p), "still", still)
}

// Asks reports whether there is a course whose step wants a prediction.
func (c *Course) Asks() bool { return c != nil && c.At().Ask != nil }

// Open reports whether the visitor is still to do something here.
func (c *Course) Open() bool { return (c.At().Ask != nil || c.At().Task != nil) && !c.Solved }

// Results are what the visitor's runs said, step by step; where the answers are kept back,
// of a prediction that it is noted.
func (c *Course) Results() []lang.Message {
	var out []lang.Message
	for i := range c.Lesson.Steps {
		switch say := c.Shown[i]; {
		case say != "" && c.Quiet && c.Lesson.Steps[i].Ask != nil:
			if !c.Answers[i].Late {
				out = append(out, lang.Say("lessons.noted", "step", i+1))
			}
		case say != "":
			out = append(out, say)
		}
	}
	return out
}
