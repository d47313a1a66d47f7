package labs_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
)

// Every section that can be seen leads to settings that the laboratory takes,
// every figure is one of its analyses, and names are there once.
func TestReference(t *testing.T) {
	for _, l := range labs.All() {
		name, table := l.About().Name, l.Params()
		seen := map[string]bool{}
		shown := 0
		for _, s := range l.Reference() {
			if seen[s.Name] {
				t.Errorf("%s: the section %q stands there twice", name, s.Name)
			}
			seen[s.Name] = true
			if s.Figure != "" && !slices.ContainsFunc(l.Analyses(), func(a lab.Analysis) bool {
				return a.Name == s.Figure
			}) {
				t.Errorf("%s, %s: there is no analysis %q", name, s.Name, s.Figure)
			}
			see := texts.English().Has(name + ".reference." + s.Name + ".see")
			if len(s.Set) > 0 && !see {
				t.Errorf("%s, %s: settings without a word of what is seen", name, s.Name)
			}
			if !see {
				continue
			}
			shown++
			spec := table.Defaults(name)
			for field, value := range s.Set {
				next, err := spec.With(table, field, value)
				if err != nil {
					t.Errorf("%s, %s: %v", name, s.Name, err)
					continue
				}
				spec = next
			}
			for _, p := range lab.Validate(l, spec) {
				t.Errorf("%s, %s: %s", name, s.Name, english.Say(p.Say))
			}
			if back, probs := lab.ParseLink(spec.Link(table), labs.All().Find, ""); len(probs) > 0 ||
				!back.Equal(spec) {
				t.Errorf("%s, %s: “See it” opens %s: %v", name, s.Name, back.Link(table), probs)
			}
		}
		if shown == 0 && len(l.Reference()) > 0 {
			t.Errorf("%s: nothing in the reference can be seen in the laboratory", name)
		}
	}
}

// What the build changes of the settings for an experiment, the laboratory takes,
// and it is less than what stands there.
func TestBrief(t *testing.T) {
	for _, l := range labs.All() {
		name, table := l.About().Name, l.Params()
		for _, a := range l.Analyses() {
			whole, brief := table.Defaults(name), a.Outline(table, name)
			for _, p := range lab.Validate(l, brief) {
				t.Errorf("%s, %s: %s", name, a.Name, english.Say(p.Say))
			}
			for field := range a.Brief {
				if brief.Float(field) >= whole.Float(field) {
					t.Errorf("%s, %s: %s is %v in brief and %v as it opens", name, a.Name, field, brief.Float(field),
						whole.Float(field))
				}
			}
		}
	}
}

// What the page says of all lessons: none takes ten minutes.
func TestLessonsAreShort(t *testing.T) {
	for _, l := range labs.All() {
		for _, x := range l.Lessons() {
			if x.Minutes < 1 || x.Minutes >= 10 {
				t.Errorf("%s, %s: %d minutes", l.About().Name, x.Name, x.Minutes)
			}
		}
	}
}

// The glossary's false alarms and misses are those of the chart that draws them.
func TestGlossaryAgreesWithTheRegion(t *testing.T) {
	l := labs.All().Find("survey")
	r := labtest.Report(t, l, labtest.Spec(t, l, "n", "100", "m", "100"), 1)
	i := slices.IndexFunc(tell.Sheet(&r.Report).Charts, func(c sheet.Chart) bool { return c.ID == "region" })
	if i < 0 {
		t.Fatal("no region")
	}
	chart := tell.Sheet(&r.Report).Charts[i]
	axes := map[string]string{"false alarm": english.Say(chart.X.Label), "miss": english.Say(chart.Y.Label)}
	for _, name := range tell.Glossary() {
		term := texts.English().Text("glossary." + name)
		axis, ok := axes[term]
		if !ok {
			continue
		}
		delete(axes, term)
		text := texts.English().Text("glossary." + name + ".text")
		_, truth, _ := strings.Cut(axis, " taken for ")
		record := english.Say(r.Inputs.Of(0))
		if strings.Contains(text, "says “record”") != strings.Contains(truth, record) {
			t.Errorf("the glossary has %q, the chart %q", text, axis)
		}
	}
	if len(axes) > 0 {
		t.Errorf("the glossary lacks %v", axes)
	}
}

// README's table has each laboratory once, in the registry's order.
func TestReadmeListsEachLaboratoryOnce(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows, want []string
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			if title := strings.TrimSpace(cells[1]); title != "laboratory" && !strings.HasPrefix(title, "-") {
				rows = append(rows, title)
			}
		}
	}
	for _, l := range labs.All() {
		want = append(want, english.Say(l.About().Title()))
	}
	if len(rows) < len(want) || !slices.Equal(rows[:len(want)], want) {
		t.Errorf("README lists %q, the registry %q", rows, want)
	}
	for _, w := range want {
		if n := len(slices.DeleteFunc(slices.Clone(rows), func(r string) bool { return r != w })); n != 1 {
			t.Errorf("README lists %s %d times", w, n)
		}
	}
}

// The numbers of releases that lessons speak of are those that their laboratories
// open with.
func TestLessonsQuoteReleases(t *testing.T) {
	for name, c := range map[string]struct {
		m    int
		says string
	}{"library": {10000, "Ten thousand releases"}, "lqg": {10000, "ten thousand messages"},
		"workshop": {20000, "Twenty thousand releases"}} {
		l := labs.All().Find(name)
		if m := l.Params().Defaults(name).Int("m"); m != c.m {
			t.Errorf("%s opens with m = %d, its lesson says %q", name, m, c.says)
		}
		said := false
		for _, x := range l.Lessons() {
			for k := range x.Steps {
				said = said || strings.Contains(english.Say(x.Text(name, k+1, "text")), c.says) ||
					strings.Contains(english.Say(x.Text(name, k+1, "ask")), c.says)
			}
		}
		if !said {
			t.Errorf("%s: no lesson says %q", name, c.says)
		}
	}
}
