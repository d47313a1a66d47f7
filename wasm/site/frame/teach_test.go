//go:build !js

package frame

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/page/teach"
)

// TestHandout: the page for who gives the lessons has every lesson and step in each language,
// the right option of each question, and no text that is missing; what the example of a task
// does is that it is done.
func TestHandout(t *testing.T) {
	if testing.Short() {
		t.Skip("It runs every lesson.")
	}
	dir := t.TempDir()
	if err := handout(dir); err != nil {
		t.Fatal(err)
	}
	lessons, steps, asks := 0, 0, 0
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			lessons, steps = lessons+1, steps+len(lesson.Steps)
			for i, s := range lesson.Steps {
				if s.Ask != nil {
					asks++
				}
				if s.Task == nil {
					continue
				}
				way := &taughtStep{LessonStep: s, of: &taught{Lesson: lesson, Lab: l}, Number: i + 1}
				if _, err := way.compute(""); err != nil {
					t.Fatal(err)
				}
				if try := s.Task.Check(way.Reports[0]); !try.Done {
					t.Errorf("the example of %s, step %d, does not do it: %+v", lesson.Name, i+1, try)
				}
			}
		}
	}
	for _, e := range lang.Languages() {
		data, err := os.ReadFile(filepath.Join(dir, teach.Page(e.Tag)))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for what, want := range map[string]int{`class="lesson"`: lessons, "<li><h3>": steps, "✓": asks, "⟨": 0} {
			if got := strings.Count(text, what); got != want {
				t.Errorf("%s: %q stands %d times on the page, want %d", e.Tag, what, got, want)
			}
		}
		planned(t, e.Tag, text)
		linked(t, e.Tag, text)
	}
}

// planned: the parts of each plan take as long as it says, and its lessons the minutes that the
// list of lessons says.
func planned(t *testing.T, tag, text string) {
	t.Helper()
	tables := regexp.MustCompile(`(?s)<table class="plan" data-minutes="(\d+)">(.*?)</table>`)
	plans := tables.FindAllStringSubmatch(text, -1)
	if len(plans) != 2 {
		t.Fatalf("%s: there are %d plans", tag, len(plans))
	}
	for _, p := range plans {
		sum := 0
		for _, row := range regexp.MustCompile(`<tr><td>(\d+)</td>`).FindAllStringSubmatch(p[2], -1) {
			minutes, _ := strconv.Atoi(row[1])
			sum += minutes
		}
		if fmt.Sprint(sum) != p[1] {
			t.Errorf("%s: the plan for %s minutes takes %d", tag, p[1], sum)
		}
		for _, l := range guest.All() {
			for _, lesson := range l.Lessons() {
				at := strings.Index(p[2], `<a href="#`+lesson.Name+`">`)
				if at >= 0 && !strings.HasSuffix(p[2][:at], fmt.Sprintf("<td>%d</td><td><strong>", lesson.Minutes)) {
					t.Errorf("%s: the plan for %s minutes gives %s another time", tag, p[1], lesson.Name)
				}
			}
		}
	}
}

// linked: each link of the page leads to a step of a lesson, to settings that are valid, or to
// what stands on the page.
func linked(t *testing.T, tag, text string) {
	t.Helper()
	links := regexp.MustCompile(`href="(?:\./)?(#[^"]+)"`).FindAllStringSubmatch(text, -1)
	if len(links) < 40 {
		t.Errorf("%s: there are %d links", tag, len(links))
	}
	for _, m := range links {
		link := html.UnescapeString(m[1])
		name, isLesson := strings.CutPrefix(link, "#lesson=")
		at, _, _ := strings.Cut(name, "&")
		switch found := false; {
		case isLesson:
			for _, l := range guest.All() {
				lesson, step := teach.FindLesson(l.Lessons(), at)
				found = found || lesson != nil && fmt.Sprintf("%s:%d", lesson.Name, step+1) == at
			}
			if !found {
				t.Errorf("%s: %s opens no lesson", tag, link)
			}
		case strings.HasPrefix(link, "#lab="):
			if _, probs := lab.ParseLink(strings.TrimSuffix(link, "&lang="+tag), guest.All().Find, ""); len(probs) > 0 {
				t.Errorf("%s: %s: %v", tag, link, probs)
			}
		case !strings.HasPrefix(link, "#page=") && !strings.Contains(text, `id="`+link[1:]+`"`):
			t.Errorf("%s: nothing is called %s", tag, link)
		}
	}
}

// TestHomework: the numbers of the homework's solution and of the challenge are those that the
// native command prints for the same settings, and what the solution says in words follows from
// them.
func TestHomework(t *testing.T) {
	type row struct {
		found  bool
		proven string
		fact   string
	}
	// verify -lab filtering -half 0.5, -lab lqg -eps 2 and so on.
	want := map[string][]row{
		"filtering": {{false, "0.439", "0.668"}, {true, "1.43", "0.339"}, {false, "0.574", "0.302"},
			{false, "0.560", "0.178"}},
		"lqg": {{false, "0.914", "44.4"}, {false, "1.77", "19.4"}, {false, "3.42", "8.51"},
			{true, "4.47", "4.89"}},
		"workshop": {{false, "0.915", ""}, {false, "0.988", ""}, {true, "1.15", ""}, {true, "1.22", ""}},
	}
	fact := map[string]string{"filtering": "rmse", "lqg": "delta_j"}
	for _, sheet := range asked() {
		if err := sheet.run(); err != nil {
			t.Fatal(err)
		}
		for i, s := range sheet.Runs {
			r := s.Reports[0]
			got := row{r.Found(), lang.Format(r.Proven(), 3), ""}
			if fact[sheet.Name] != "" {
				got.fact = lang.Format(r.Fact(fact[sheet.Name]), 3)
			}
			if got != want[sheet.Name][i] {
				t.Errorf("%s, line %d: %+v, want %+v", sheet.Name, i+1, got, want[sheet.Name][i])
			}
			if back, probs := lab.ParseLink(s.Link(), guest.All().Find, ""); len(probs) > 0 || !back.Equal(r.Spec) {
				t.Errorf("%s, line %d: its link opens other settings: %v", sheet.Name, i+1, probs)
			}
		}
		v := func(line int) float64 { return sheet.Runs[line-1].Reports[0].Fact(fact[sheet.Name]) }
		drawn := func(line int) int { r := sheet.Runs[line-1].Reports[0]; return int(r.N + r.M) }
		switch sheet.Name {
		case "filtering":
			if !(v(4) < v(1) && v(4) < v(3) && v(2) < v(1)) {
				t.Error("line 4 does not err least of those that keep the promise, or line 2 as much as line 1")
			}
		case "lqg":
			if !(v(1)-v(2) > v(2)-v(3) && v(4) < v(3)) {
				t.Error("the first step does not save more than the second, or line 4 is not the cheapest")
			}
		case "workshop":
			if drawn(3) >= drawn(2) {
				t.Errorf("the third line draws %d releases, the second %d", drawn(3), drawn(2))
			}
		}
	}
}

// TestLevels: δ is named among what a lesson needs where its settings or its programs have one,
// and only there; no lesson speaks of Rényi's order, as the page says.
func TestLevels(t *testing.T) {
	words := texts.English()
	for _, l := range guest.All() {
		table := l.Params()
		for _, lesson := range l.Lessons() {
			needs := false
			for i := range lesson.Steps {
				s := lesson.Opening(table, table.Defaults(l.About().Name), i)
				needs = needs || s.Has("delta") && s.Shown(table.Find("delta")) && s.Float("delta") > 0 ||
					l.About().Name == "workshop" && strings.Contains(s.Text("code"), "delta =")
				for _, part := range []string{"", "text", "ask", "task"} {
					text := words.Say(words.Optional(lesson.Text(l.About().Name, i+1, part)))
					if strings.Contains(text, "Rényi") {
						t.Errorf("%s, step %d speaks of Rényi's order", lesson.Name, i+1)
					}
				}
			}
			if said := strings.Contains(words.Text("teach."+lesson.Name+".level"), "δ"); said != needs {
				t.Errorf("%s needs δ: %v; its level names it: %v", lesson.Name, needs, said)
			}
		}
	}
}

// TestEqualSeeds: where all seeds prove as much, one number is said.
func TestEqualSeeds(t *testing.T) {
	words := texts.English()
	for _, c := range []struct {
		bounds []float64
		want   string
	}{{[]float64{8.351, 8.352, 8.359}, "the proven ε: all 8.35."}, {[]float64{0, 0, 0}, "the proven ε: all 0."},
		{[]float64{7.79, 8.04}, "the proven ε: 7.79 to 8.04."}} {
		s := &taughtStep{}
		for _, b := range c.bounds {
			r := &lab.Report{}
			r.Strong.Epsilon = sheet.Real(b)
			s.Reports = append(s.Reports, r)
		}
		if got := words.Say(s.Seeds()); !strings.HasSuffix(got, c.want) {
			t.Errorf("of %v it says %q", c.bounds, got)
		}
	}
}
