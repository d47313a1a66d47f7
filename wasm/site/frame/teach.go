//go:build !js

package frame

import (
	_ "embed" // the page of the lessons for teachers
	"fmt"
	"html/template"
	"math"
	"path/filepath"
	"slices"
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

// sheets are settings that pupils run and hand in, a line each, behind their laboratory: homework,
// and in the workshop a challenge, whose program adds four fifths of the noise.
var sheets = [][]string{
	{"filtering", "half 1", "half 0.5", "arch input", "arch redesign"},
	{"lqg", "eps 1", "eps 2", "eps 4", "half 0.3"},
	{"workshop", "n 100 m 100", "n 300 m 300", "n 50 m 500", "n 50 m 1000"},
}

var challenge = map[string]map[string]string{"workshop": {"eps": "1", "bits": "0",
	"code": "claim = 1\npairs = [(12, 13)]\n\ndef release(count):\n    return count + laplace(0.8)\n"}}

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
	Number  int // from 1
	spec    lab.Spec
	Hears   lang.Message // of the picture and the verdict
	Reports []*lab.Report
}

// compute runs what the step asks for. before is what was heard of the picture at the step
// before.
func (s *taughtStep) compute(before lang.Message) (heard lang.Message, err error) {
	l, table := s.of.Lab, s.of.Lab.Params()
	s.spec = s.of.Opening(table, table.Defaults(l.About().Name), s.Number-1)
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
		s.Reports = append(s.Reports, r)
	}
	if runs > 0 {
		s.Hears = lang.Sentences(s.Hears, tell.Plain(&s.Reports[0].Report))
	}
	return look.Alt, nil
}

// Say is a text of the step, Says what its run answers, and Right which option that is.
func (s *taughtStep) Say(part string) lang.Message { return s.of.Say(s.Number, part) }

func (s *taughtStep) Says() lang.Message {
	if s.Ask != nil {
		_, say := s.Ask.Right(s.Reports[0])
		return say
	}
	return s.Task.Check(s.Reports[0]).Say
}

func (s *taughtStep) Right() int {
	option, _ := s.Ask.Right(s.Reports[0])
	return option
}

func (s *taughtStep) Options() []lang.Message { return s.of.Options(s.of.Lab.About().Name, s.Number) }

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

// Link opens the laboratory at the settings of the step's run, Program is the program there.
func (s *taughtStep) Link() string { return s.spec.Link(s.of.Lab.Params()) }

func (s *taughtStep) Program() string { return s.spec.Text("code") }

// Seeds says what the runs with several seeds find.
func (s *taughtStep) Seeds() lang.Message {
	found, least, most := 0, math.Inf(1), 0.0
	for _, r := range s.Reports {
		if r.Found() {
			found++
		}
		least, most = math.Min(least, float64(r.Proven())), math.Max(most, float64(r.Proven()))
	}
	return lang.Say("teach.seeds", "seeds", len(s.Reports), "found", found, "least", least, "most", most,
		"equal", lang.Format(least, 3) == lang.Format(most, 3))
}

func asked() (out []*taught) {
	for _, sheet := range sheets {
		of := &taught{Lesson: lab.Lesson{Name: sheet[0]}, Lab: guest.All().Find(sheet[0])}
		for _, line := range sheet[1:] {
			of.Steps = append(of.Steps,
				lab.LessonStep{Set: challenge[of.Name], Task: lab.Move(strings.Fields(line)...)})
		}
		out = append(out, of)
	}
	return out
}

func (l *taught) run() error {
	heard := lang.Message("")
	for i, step := range l.Steps {
		s := &taughtStep{LessonStep: step, of: l, Number: i + 1}
		var err error
		if heard, err = s.compute(heard); err != nil {
			return fmt.Errorf("Step %d of %s could not be computed: %w", i+1, l.Name, err)
		}
		l.Runs = append(l.Runs, s)
	}
	return nil
}

// handout writes a page a language for who gives the lessons, from their texts and from runs
// of their settings.
func handout(dir string) error {
	var all []*taught
	by := map[string]*taught{}
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			at := len(all)
			if lesson.First {
				at = 0
			}
			all = slices.Insert(all, at, &taught{Lesson: lesson, Lab: l})
		}
	}
	lessons := len(all)
	all = append(all, asked()...)
	for _, of := range all {
		if err := of.run(); err != nil {
			return err
		}
		by[of.Name] = of
	}
	for _, words := range texts.All() {
		data := map[string]any{"Tag": words.Tag, "Words": words, "Lessons": all[:lessons], "By": by,
			"Homework": all[lessons : lessons+2], "Languages": lang.Languages()}
		if err := render(filepath.Join(dir, teach.Page(words.Tag)), teachPage, plain(words), data); err != nil {
			return err
		}
	}
	return nil
}

// plain says a page's words without marks.
func plain(l *lang.Language) template.FuncMap {
	return template.FuncMap{
		"file":    teach.Page,
		"verdict": tell.Verdict,
		"say":     func(m lang.Message) string { return layout.Plain(l.Say(m)) },
		"text":    func(id ...string) string { return layout.Plain(l.Text(strings.Join(id, ""), "label", "")) },
	}
}
