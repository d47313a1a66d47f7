// Package teach finds the glossary's terms in texts, documents parameters and follows a
// lesson from step to step.
package teach

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
)

// Course is the lesson that a visitor follows, at one of its steps.
type Course struct {
	Laboratory string // its name
	Lesson     *lab.Lesson
	Step       int       // from 0
	Quiet      bool      // a teacher's link: predictions are noted, answers not given
	Own        *lab.Spec // the settings of that link for its step, nil for the step's

	Option int          // the prediction, −1 before
	Done   bool         // the last run did the task, or answered the prediction
	Solved bool         // a run did, here
	Right  bool         // the prediction was right
	Say    lang.Message // what the last run says to it
	Move   string       // the parameter that it asks to move, "" for none
	Back   bool         // to where the step has it

	Ended bool                 // at the closing card
	Shown map[int]lang.Message // what the visitor's runs said at the steps, from 0, that they solved
}

// At returns the step.
func (c *Course) At() *lab.LessonStep { return &c.Lesson.Steps[c.Step] }

// Link is the course's place in a link: "three-moves:2"; none at its end.
func (c *Course) Link() string {
	if c == nil || c.Ended {
		return ""
	}
	return c.Lesson.Name + ":" + strconv.Itoa(c.Step+1)
}

// Address is Link for the page's own address, which tells the closing card too:
// "three-moves:end".
func (c *Course) Address() string {
	if c == nil || !c.Ended {
		return c.Link()
	}
	return c.Lesson.Name + ":" + closing
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
	step, err := strconv.Atoi(number)
	switch {
	case number == closing:
		return &lessons[i], len(lessons[i].Steps)
	case err != nil:
		step = 1
	}
	return &lessons[i], min(max(step, 1), len(lessons[i].Steps)) - 1
}

// Enter goes to a step, at which nothing was done yet.
func (c *Course) Enter(step int) {
	c.Step, c.Option, c.Ended, c.Solved, c.Own = step, -1, false, false, nil
	c.forget()
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
	case "region":
		return `[id$="region"]`
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
// task: what it says is which control to put back.
func (c *Course) Check(t lab.Table, defaults lab.Spec, r *lab.Report) {
	step, opening := c.At(), c.Opening(t, defaults)
	if step.Task == nil && (step.Ask == nil || c.Option < 0) {
		return
	}
	c.forget()
	if p := c.Lesson.Moved(t, opening, r.Spec, c.Step); p != nil {
		c.Move, c.Back, c.Say = p.Name, true, back(p, r.Spec, opening)
		return
	}
	if q := step.Ask; q != nil {
		var option int
		option, c.Say = q.Right(r)
		c.Done, c.Right = true, option == c.Option
	} else {
		try := step.Task.Check(r)
		c.Done, c.Say, c.Move = try.Done, try.Say, try.Move
		if p := t.Find(try.Move); p != nil && p.Kind != lab.Code {
			c.Say = lang.Sentences(try.Say, move(p, r.Spec, opening, try.By))
		}
	}
	if c.Done {
		c.Solved, c.Shown[c.Step] = true, c.Say
	}
}

// named is what a hint calls a parameter: by its symbol, else by its label.
func named(p *lab.Param) lang.Message {
	if p.Symbol == "" || p.Told {
		return lang.Say("page.hint.name", "param", p.Label())
	}
	return lang.Say("page.symbol", "symbol", p.Symbol)
}

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
	if p.Kind == lab.Flag {
		id = "page.hint.flag"
	}
	return lang.Say(id, "param", named(p), "value", control.Setting(s, p), "still", still)
}

// Asks reports whether there is a course whose step wants a prediction.
func (c *Course) Asks() bool { return c != nil && c.At().Ask != nil }

// Open reports whether the visitor is still to do something here.
func (c *Course) Open() bool { return (c.At().Ask != nil || c.At().Task != nil) && !c.Solved }

// Results are what the visitor's runs said, step by step; without the answers to
// predictions where those are kept back.
func (c *Course) Results() []lang.Message {
	var out []lang.Message
	for i := range c.Lesson.Steps {
		if say := c.Shown[i]; say != "" && !(c.Quiet && c.Lesson.Steps[i].Ask != nil) {
			out = append(out, say)
		}
	}
	return out
}

// kept is what the closing card of a lesson shows, as a browser keeps it.
type kept struct {
	Lesson string
	Shown  map[int]lang.Message
}

// Keep is what the visitor's runs said, as a text; Take is its inverse, and leaves the
// course as it is where the text is of another lesson.
func (c *Course) Keep() string {
	text, _ := json.Marshal(kept{c.Lesson.Name, c.Shown}) // neither can fail
	return string(text)
}

// Take takes what Keep wrote.
func (c *Course) Take(text string) {
	var k kept
	if json.Unmarshal([]byte(text), &k) == nil && k.Lesson == c.Lesson.Name && k.Shown != nil {
		c.Shown = k.Shown
	}
}

// Reach marks the present step, from 1, as reached; it reports whether none as far
// was before.
func (c *Course) Reach(reached map[string]int) (changed bool) {
	if reached[c.Lesson.Name] >= c.Step+1 {
		return false
	}
	reached[c.Lesson.Name] = c.Step + 1
	return true
}

// WriteReached writes how far each lesson was followed: "bounds:1,three-moves:2".
func WriteReached(reached map[string]int) string {
	var out []string
	for name, n := range reached {
		out = append(out, name+":"+strconv.Itoa(n))
	}
	slices.Sort(out)
	return strings.Join(out, ",")
}

// ReadReached is the inverse of WriteReached; what cannot be read is left out.
func ReadReached(text string) map[string]int {
	out := map[string]int{}
	for _, part := range strings.Split(text, ",") {
		name, number, _ := strings.Cut(part, ":")
		if n, err := strconv.Atoi(number); err == nil && name != "" {
			out[name] = n
		}
	}
	return out
}
