package features_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/ui/page/features"
	"indistinct/ui/page/features/files"
	"indistinct/ui/page/features/share"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
)

func open(t *testing.T, link string) (*state.Model, *test.Browser) {
	t.Helper()
	return opened.Page(link, features.Use)
}

func TestLinks(t *testing.T) {
	m, s := open(t, "#lab=toy&v=2&s=1.5&m=200&page=nonsense&n=0&seed=9&run=1")
	if m.Front.Spec.Float("s") != 1.5 || m.Front.Spec.Seed() != 9 {
		t.Error("the link was not taken")
	}
	if len(m.Notes) != 2 {
		t.Fatalf("notes %q", m.Notes)
	}
	check.Places(t, "an unknown page", m.Notes[0], "page.link.field", "field", "page", "got", "nonsense")
	if len(s.Runs) != 0 {
		t.Error("a link with problems ran by itself")
	}
	_, s = open(t, "#lab=other&s=1&seed=4&run=1")
	if len(s.Runs) != 1 || s.Runs[0].Spec.Lab != "other" || s.Runs[0].Spec.Seed() != 4 {
		t.Error("run=1 did not run")
	}
	for _, noise := range []string{strings.Repeat("%zz&=&", 3000), "#" + strings.Repeat("zz=1&", 4000),
		"#lab=%00&v=999", "#<script>alert(1)</script>"} {
		m, _ := open(t, noise)
		if len(m.Notes) == 0 || !m.Front.Ready() {
			t.Errorf("link %.20q: notes %q, ready %v", noise, m.Notes, m.Front.Ready())
		}
	}
}

// TestLinksOfFeatures: what a link says beyond the settings is taken by who knows it, and
// what nobody takes is told.
func TestLinksOfFeatures(t *testing.T) {
	tests := []struct {
		link, rest string
		x          string // what else the link says, in the order of names
		bad        string // the fields that are not taken
	}{
		{"#lab=ring&v=2&page=experiments&s=0.8&run=1", "lab=ring&v=2&s=0.8", "page=experiments run=1", ""},
		{"lab=ring&run=0&again=0", "lab=ring", "", ""},
		{"lab=ring&again=1&s=1", "lab=ring&s=1", "again=1", ""},
		{"", "", "", ""},
		{"#page=learn", "", "page=learn", ""},
		{"#page=nonsense&run=2", "", "", "page run"},
		{"#lab=ring&present=1&theme=projector", "lab=ring", "present=1 theme=projector", ""},
		{"#lab=ring&theme=dark&present=1", "lab=ring", "present=1 theme=dark", ""},
		{"#lab=ring&present=1&theme=pink", "lab=ring", "present=1", "theme"},
		{"#lab=ring&lang=de&s=1", "lab=ring&s=1", "lang=de", ""},
		{"#lab=ring&lang=tlh", "lab=ring", "", "lang"},
		{"#lab=ring&theme=dark", "lab=ring", "theme=dark", "theme"},
		{"#again=yes&quiet=&present=2&embed=on", "", "", "again quiet present embed"},
		{"#lesson=three-moves:2&at=why&a=s:1", "", "a=s:1 at=why lesson=three-moves:2", ""},
		{"#embed=1&theme=red&show=s%2Ceps", "", "embed=1 show=s%2Ceps", "theme"},
		{"#theme=dark&show=s", "", "show=s theme=dark", "theme show"},
	}
	for _, c := range tests {
		m := opened.On(&test.Browser{}, guest.All(), c.link, features.Use)
		_, rest, x, _ := m.ParseLink(c.link)
		var got []string
		for _, f := range x.Fields {
			if f[1] != "0" {
				got = append(got, f[0]+"="+f[1])
			}
		}
		slices.Sort(got)
		if rest != c.rest || strings.Join(got, " ") != c.x || named(t, m.Notes) != c.bad {
			t.Errorf("%q is taken as %q, %q without %q; want %q, %q without %q", c.link, rest, got, named(t, m.Notes),
				c.rest, c.x, c.bad)
		}
	}
}

// named are the fields of a link that notes are of.
func named(t *testing.T, notes []lang.Message) string {
	t.Helper()
	var names []string
	for _, say := range notes {
		var places struct{ Field string }
		data, err := json.Marshal(say)
		if err == nil {
			err = json.Unmarshal(data, &places)
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, places.Field)
	}
	return strings.Join(names, " ")
}

// What a link's own field does not take is refused in a sentence that says what it takes.
func TestRefused(t *testing.T) {
	for link, want := range map[string]string{
		"#lang=tlh":     "In the link, lang cannot be “tlh”: it takes one of the values en and de.",
		"#quiet=maybe":  "In the link, quiet cannot be “maybe”: it takes 1 or 0 (yes or no).",
		"#page=\x00<b>": "In the link, page cannot be “‹U+0000›<b>”: it takes one of the values experiments, learn, ",
		"#theme=dark":   "In a link, theme counts only beside embed=1 or present=1.",
		"#show=s":       "In a link, show counts only beside embed=1.",
	} {
		if m, _ := open(t, link); len(m.Notes) != 1 || !strings.HasPrefix(english.Say(m.Notes[0]), want) {
			t.Errorf("%s: %q, want %q", link, m.Notes, want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add("#lab=toy&v=2&s=1.5&seed=9&run=1&page=learn")
	f.Add("#lab=toy&x=1;2;3&mode=b&most=1")
	f.Fuzz(func(t *testing.T, link string) {
		toy := []lab.Laboratory{test.Toy{}}
		m := opened.On(&test.Browser{}, toy, link, features.Use)
		if !m.Front.Ready() {
			t.Fatalf("the link left %v", m.Front.Cross)
		}
		again := opened.On(&test.Browser{}, toy, m.Link(state.Address, false, false), features.Use)
		if len(again.Notes) > 0 || !again.Front.Spec.Equal(m.Front.Spec) || again.Page != m.Page {
			t.Fatalf("%q reads back with %q", m.Link(state.Address, false, false), again.Notes)
		}
	})
}

// abroad is a page whose site has German, and what German has for an id.
func abroad(t *testing.T, link string) (m *state.Model, s *test.Browser, german map[string]string) {
	t.Helper()
	german = test.Texts("de")
	data, err := json.Marshal(german)
	if err != nil {
		t.Fatal(err)
	}
	s = &test.Browser{Files: map[string][]byte{"texts/de.json": data}}
	m = state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	features.Use(m)
	m.Start("", false, link)
	return m, s, german
}

// speaks reports whether the page, its document and its glossary are in a language.
func speaks(m *state.Model, s *test.Browser, tag string, texts map[string]string) bool {
	term := texts["glossary.mechanism"]
	return m.L.Tag == tag && s.Tag == tag && m.Text("share.title") == texts["share.title"] &&
		len(m.Terms.Mark(m.L.Spans(lang.Verbatim(term)), map[int]bool{})) == 1 &&
		m.Terms.Mark(m.L.Spans(lang.Verbatim(term)), map[int]bool{})[0].Opens != ""
}

// A link says its language: the page fetches it once and changes, its title with it, and
// remembers nothing, for the choice was not the visitor's.
func TestLanguageOfALink(t *testing.T) {
	m, s, german := abroad(t, "#lab=toy&lang=de&page=learn&s=1")
	if !speaks(m, s, "de", german) || !slices.Equal(s.Fetches, []string{"texts/de.json"}) || len(m.Notes) > 0 {
		t.Fatalf("the page speaks %s, fetched %v, notes %q", m.L.Tag, s.Fetches, m.Notes)
	}
	if !strings.HasPrefix(s.Title, german["lessons.title"]) || m.Front.Spec.Float("s") != 1 {
		t.Errorf("it is called %q at s = %v", s.Title, m.Front.Spec.Float("s"))
	}
	if len(s.Kept) > 0 || strings.Contains(m.Link(state.Address, false, false), "lang=") {
		t.Errorf("it keeps %v and leads to %s", s.Kept, m.Link(state.Address, false, false))
	}
	if m.Open("#lab=toy&lang=de"); len(s.Fetches) != 1 {
		t.Error("a language that is spoken is fetched again")
	}
	if m.Open("#lab=toy"); m.L.Tag != "de" {
		t.Error("a link without a language changes it")
	}
}

// What was found and noted before is said anew.
func TestLanguageOfWhatWasSaid(t *testing.T) {
	m, s, german := abroad(t, "")
	opened.Run(t, m, s)
	opened.Feature[*files.Feature](m).Load("run.json", m.Front.Raw)
	before := m.Say(m.Notes[0])
	m.ChooseLanguage("de")
	if after := m.Say(m.Notes[0]); after == before || !strings.Contains(after, "run.json") {
		t.Errorf("the note still is %q", after)
	}
	if got := m.Say(m.Front.FirstSheet().Charts[0].Title); got != german["tell.region.title"] {
		t.Errorf("the chart is still called %q", got)
	}
}

// A teacher's link is made in the dialog: a lesson without its answers, a
// presentation; the next dialog begins anew.
func TestShareForAClass(t *testing.T) {
	m, _ := open(t, "#lesson=toys:2")
	f := opened.Feature[*share.Feature](m)
	click.Press(t, m, "#share")
	if link := f.Link(); strings.Contains(link, "quiet") || strings.Contains(link, "present") ||
		!strings.Contains(link, "&lesson=toys:2") {
		t.Errorf("the link is %s", link)
	}
	click.Act(t, m, "change", "#share-quiet", "1")
	click.Act(t, m, "change", "#share-room", "1")
	link := f.Link()
	if !strings.HasSuffix(link, "&lesson=toys:2&quiet=1&present=1") ||
		!strings.Contains(f.Code(), "&amp;quiet=1") {
		t.Errorf("for a class and a room the link is %s, the code %s", link, f.Code())
	}
	if again, _ := open(t, link); !again.Course.Quiet || !again.Presenting {
		t.Error("the link opens without what it promises")
	}
	click.Press(t, m, "#share-close")
	click.Press(t, m, "#share")
	if link := f.Link(); strings.Contains(link, "quiet") || strings.Contains(link, "present") {
		t.Errorf("the next link is %s", link)
	}
}
