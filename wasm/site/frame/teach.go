//go:build !js

package frame

import (
	"bytes"
	"context"
	_ "embed" // the page of the lessons for teachers
	"fmt"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/core/texts"
	"indistinct/core/work"
	"indistinct/ui/page/control"
	"indistinct/ui/page/teach"
	"indistinct/ui/stage/layout"
)

//go:embed teach.html
var teachPage string

// teachSeeds is with how many seeds a lesson's question is run, from the lesson's own on.
const teachSeeds = 3

// taught is a step of a lesson with what its runs say: the first is the one that a pupil
// gets, of a task that of its example.
type taught struct {
	lesson  *lab.Lesson
	lab     lab.Laboratory
	step    int
	spec    lab.Spec
	alt     lang.Message
	reports []*lab.Report
}

// compute runs what the step asks for.
func (s *taught) compute() error {
	at, table, name := &s.lesson.Steps[s.step], s.lab.Params(), s.lab.About().Name
	s.spec = s.lesson.Opening(table, table.Defaults(name), s.step)
	look, err := lab.LookAt(s.lab, s.spec, nil)
	if err != nil {
		return err
	}
	s.alt = look.Alt
	runs := 0
	switch {
	case at.Ask != nil:
		runs = teachSeeds
	case at.Task != nil:
		runs = 1
		for param, value := range at.Task.Example {
			if s.spec, err = s.spec.With(table, param, value); err != nil {
				return err
			}
		}
	}
	for k := range runs {
		job, err := lab.Start(s.lab, s.spec.Set(table, "seed", float64(s.spec.Seed())+float64(k)), lab.Audit)
		if err != nil {
			return err
		}
		data, err := work.Run(context.Background(), job, 0, nil)
		if err != nil {
			return err
		}
		r, err := lab.UnmarshalReport(data, guest.All().Find, name)
		if err != nil {
			return err
		}
		s.reports = append(s.reports, r)
	}
	return nil
}

// say is a text of the step.
func (s *taught) say(part string) lang.Message {
	return s.lesson.Text(s.lab.About().Name, s.step+1, part)
}

// way says the settings of a task's example; a program stands by itself.
func (s *taught) way() (settings []lang.Message, code string) {
	for _, param := range s.lesson.Steps[s.step].Task.Free {
		p := s.lab.Params().Find(param)
		if _, ok := s.lesson.Steps[s.step].Task.Example[param]; ok && p.Kind == lab.Code {
			code = s.spec.Text(param)
		} else if ok {
			settings = append(settings, lang.Say("guess.setting", "param", p.Label(), "value", control.Setting(s.spec, p)))
		}
	}
	return settings, code
}

// spread says what the runs with several seeds find.
func (s *taught) spread() lang.Message {
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
	var steps []*taught
	lessons := map[string][]*taught{}
	var order []string
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			order = append(order, lesson.Name)
			if lesson.First {
				order = append([]string{lesson.Name}, order[:len(order)-1]...)
			}
			for i := range lesson.Steps {
				s := &taught{lesson: &lesson, lab: l, step: i}
				steps, lessons[lesson.Name] = append(steps, s), append(lessons[lesson.Name], s)
			}
		}
	}
	var g errgroup.Group
	g.SetLimit(2) // a run shares its work itself
	for _, s := range steps {
		g.Go(func() error {
			if err := s.compute(); err != nil {
				return fmt.Errorf("Step %d of %s could not be computed: %w", s.step+1, s.lesson.Name, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, e := range lang.Languages() {
		words, err := texts.Read(e.Tag)
		if err != nil {
			return err
		}
		say := func(m lang.Message) string { return layout.Plain(words.Say(m)) }
		page, err := template.New("").Funcs(template.FuncMap{
			"say": func(id string) string { return say(lang.Say(id)) },
		}).Parse(teachPage)
		if err != nil {
			return err
		}
		type row = map[string]any
		var all, others []row
		for _, name := range order {
			var out []row
			heard := lang.Message("")
			for _, s := range lessons[name] {
				out = append(out, stepRow(s, say, heard))
				heard = s.alt
			}
			first := lessons[name][0]
			all = append(all, row{"Name": name, "Steps": out, "Title": say(first.lesson.Text(first.lab.About().Name, 0, "")),
				"Lead":    say(first.lesson.Text(first.lab.About().Name, 0, "lead")),
				"Minutes": say(lang.Say("lessons.side", "minutes", first.lesson.Minutes, "steps", len(out))),
				"Simple":  say(lang.Say("teach." + name + ".simple")), "Wrong": say(lang.Say("teach." + name + ".wrong"))})
		}
		for _, other := range lang.Languages() {
			if other.Tag != e.Tag {
				others = append(others, row{"File": teach.Page(other.Tag), "Tag": other.Tag, "Name": other.Name})
			}
		}
		var b bytes.Buffer
		if err := page.Execute(&b, row{"Tag": e.Tag, "Lessons": all, "Others": others}); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, teach.Page(e.Tag)), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// stepRow is what the page says of a step; heard is what was heard of the picture before.
func stepRow(s *taught, say func(lang.Message) string, heard lang.Message) map[string]any {
	at, hears := &s.lesson.Steps[s.step], []lang.Message{}
	if s.alt != heard {
		hears = append(hears, s.alt)
	}
	out := map[string]any{"Title": say(s.say("")), "Text": say(s.say("text"))}
	if len(s.reports) > 0 {
		hears = append(hears, tell.Plain(&s.reports[0].Report))
	}
	out["Hears"] = say(lang.Sentences(hears...))
	if q := at.Ask; q != nil {
		right, answer := q.Right(s.reports[0])
		var options []map[string]any
		for i := range q.Options {
			options = append(options, map[string]any{"Text": say(s.say("option." + strconv.Itoa(i+1))), "Right": i == right})
		}
		out["Ask"], out["Options"], out["Says"], out["Seeds"] = say(s.say("ask")), options, say(answer), say(s.spread())
	}
	if at.Task != nil {
		way, code := s.way()
		out["Task"], out["Code"], out["Says"] = say(s.say("task")), code, say(at.Task.Check(s.reports[0]).Say)
		if len(way) > 0 {
			out["Way"] = say(lang.Say("guess.settings", "settings", slices.Clip(way)))
		}
	}
	return out
}
