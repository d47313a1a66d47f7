//go:build !js

package frame

import (
	_ "embed" // the page of the lessons for teachers
	"fmt"
	"html/template"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/core/texts"
	"indistinct/ui/page/control"
	"indistinct/ui/page/teach"
	"indistinct/ui/stage/layout"
)

//go:embed teach.html
var teachPage string

// teachSeeds is with how many seeds a lesson's question is run, from the lesson's own on.
const teachSeeds = 3

// taught is a lesson with what its runs say.
type taught struct {
	lab.Lesson
	Lab  lab.Laboratory
	Runs []*taughtStep
}

// Say is a text of the lesson, Length how long it takes.
func (l *taught) Say(step int, part string) lang.Message {
	return l.Text(l.Lab.About().Name, step, part)
}

func (l *taught) Length() lang.Message {
	return lang.Say("lessons.side", "minutes", l.Minutes, "steps", len(l.Steps))
}

// taughtStep is a step with its runs: the first is the one that a pupil gets, of a task that
// of its example.
type taughtStep struct {
	lab.LessonStep
	of      *taught
	number  int // from 1
	spec    lab.Spec
	Hears   lang.Message // of the picture and the verdict
	reports []*lab.Report
}

// compute runs what the step asks for. before is what was heard of the picture at the step
// before.
func (s *taughtStep) compute(before lang.Message) (heard lang.Message, err error) {
	l, table := s.of.Lab, s.of.Lab.Params()
	s.spec = s.of.Opening(table, table.Defaults(l.About().Name), s.number-1)
	look, err := lab.LookAt(l, s.spec, nil)
	if err != nil {
		return "", err
	}
	if look.Alt != before {
		s.Hears = look.Alt
	}
	runs := 0
	if s.Ask != nil {
		runs = teachSeeds
	}
	if s.Task != nil {
		runs = 1
		for param, value := range s.Task.Example {
			if s.spec, err = s.spec.With(table, param, value); err != nil {
				return "", err
			}
		}
	}
	for k := range runs {
		r, _, err := run(l, s.spec.Set(table, "seed", float64(s.spec.Seed())+float64(k)))
		if err != nil {
			return "", err
		}
		s.reports = append(s.reports, r)
	}
	if runs > 0 {
		s.Hears = lang.Sentences(s.Hears, tell.Plain(&s.reports[0].Report))
	}
	return look.Alt, nil
}

// Say is a text of the step, Says what its run answers, and Right which option that is.
func (s *taughtStep) Say(part string) lang.Message { return s.of.Say(s.number, part) }

func (s *taughtStep) Says() lang.Message {
	if s.Ask != nil {
		_, say := s.Ask.Right(s.reports[0])
		return say
	}
	return s.Task.Check(s.reports[0]).Say
}

func (s *taughtStep) Right() int {
	option, _ := s.Ask.Right(s.reports[0])
	return option
}

// Options are those of the step's question.
func (s *taughtStep) Options() (out []lang.Message) {
	for i := range s.Ask.Options {
		out = append(out, s.Say("option."+strconv.Itoa(i+1)))
	}
	return out
}

// Way is how a task's example sets the controls, Code its program.
func (s *taughtStep) Way() lang.Message {
	var settings []lang.Message
	for _, name := range s.Task.Free {
		if p := s.of.Lab.Params().Find(name); p.Kind != lab.Code {
			settings = append(settings, lang.Say("teach.set", "param", p.Title(), "value", control.Setting(s.spec, p)))
		}
	}
	return lang.Say("teach.sets", "settings", settings)
}

func (s *taughtStep) Code() string { return s.Task.Example["code"] }

// Seeds says what the runs with several seeds find.
func (s *taughtStep) Seeds() lang.Message {
	found, least, most := 0, math.Inf(1), 0.0
	for _, r := range s.reports {
		if r.Found() {
			found++
		}
		least, most = math.Min(least, float64(r.Proven())), math.Max(most, float64(r.Proven()))
	}
	return lang.Say("teach.seeds", "seeds", len(s.reports), "found", found, "least", least, "most", most)
}

// handout writes a page a language for who gives the lessons, from their texts and from runs
// of their settings.
func handout(dir string) error {
	var all []*taught
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			of, heard := &taught{Lesson: lesson, Lab: l}, lang.Message("")
			for i, step := range lesson.Steps {
				s := &taughtStep{LessonStep: step, of: of, number: i + 1}
				var err error
				if heard, err = s.compute(heard); err != nil {
					return fmt.Errorf("Step %d of %s could not be computed: %w", i+1, lesson.Name, err)
				}
				of.Runs = append(of.Runs, s)
			}
			at := len(all)
			if lesson.First {
				at = 0
			}
			all = slices.Insert(all, at, of)
		}
	}
	for _, e := range lang.Languages() {
		words, err := texts.Read(e.Tag)
		if err != nil {
			return err
		}
		data := map[string]any{"Tag": e.Tag, "Lessons": all, "Languages": lang.Languages()}
		if err := render(filepath.Join(dir, teach.Page(e.Tag)), teachPage, plain(words), data); err != nil {
			return err
		}
	}
	return nil
}

// plain says a page's words without marks.
func plain(l *lang.Language) template.FuncMap {
	return template.FuncMap{
		"file": teach.Page,
		"say":  func(m lang.Message) string { return layout.Plain(l.Say(m)) },
		"text": func(id ...string) string { return layout.Plain(l.Text(strings.Join(id, ""))) },
	}
}
