package share

import (
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/features/reference"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
)

// alone opens a link on a page that only shares.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, only())
	return m, opened.Feature[*Feature](m), s
}

// only gives a page the dialog, after other features.
func only(beside ...func(m *state.Model) state.Feature) func(m *state.Model) {
	return func(m *state.Model) {
		for _, f := range beside {
			m.Use(f(m))
		}
		m.Use(&Feature{Plain: state.Plain{M: m}})
	}
}

// pages gives a page the reference.
func pages(m *state.Model) state.Feature { return reference.New(m) }

// A link to a result that is on show asks to run, one to a stale result does not; that it
// was copied is said for a while.
func TestLinkOfARun(t *testing.T) {
	m, _, s := alone(t, "")
	opened.Run(t, m, s)
	m.Choose("on", "0") // needs no new run
	m.Slide("s", "900")
	copyLink := func() {
		click.Press(t, m, "#share")
		click.Press(t, m, m.Text("share.copy"))
	}
	copyLink()
	if strings.Contains(s.Copied, "run=1") {
		t.Error("a link to a stale result asks to run")
	}
	m.Slide("s", "250")
	if m.Front.Stale() {
		t.Error("stale after the change was taken back")
	}
	copyLink()
	if s.Copied != "https://example.org/x/#lab=toy&v=2&on=0&seed=1&run=1" || m.Said == "" {
		t.Errorf("copied %s, said %q", s.Copied, m.Said)
	}
	s.Pass()
	if m.Said != "" {
		t.Error("the confirmation stays")
	}
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
	only(pages)(m)
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

// What is given away is in no language unless the dialog says so; then the link, the
// frame's code and who opens them speak it. The next dialog begins anew.
func TestShareKeepsTheLanguage(t *testing.T) {
	for _, page := range []string{"", "reference"} {
		m, s, german := abroad(t, "")
		f := opened.Feature[*Feature](m)
		m.ChooseLanguage("de")
		m.Go("", page)
		m.Emit(state.Event{Kind: state.Sharing})
		if f.language || strings.Contains(f.Link()+f.Code(), "lang=") {
			t.Errorf("unasked the link is %s", f.Link())
		}
		f.language = true
		link := f.Link()
		if !strings.Contains(link, "&lang=de") || !strings.Contains(f.Code(), "&amp;lang=de") {
			t.Errorf("the link is %s, the code %s", link, f.Code())
		}
		other, o, _ := abroad(t, link)
		if !speaks(other, o, "de", german) || other.Page != page || len(other.Notes) > 0 {
			t.Errorf("%s opens %q in %s, notes %q", link, other.Page, other.L.Tag, other.Notes)
		}
		if strings.Contains(s.LastHash, "lang=") {
			t.Errorf("the address is %s", s.LastHash)
		}
		f.language = false
		if strings.Contains(f.Link(), "lang=") {
			t.Error("the language cannot be left out again")
		}
		f.language = true
		f.close()
		if m.Emit(state.Event{Kind: state.Sharing}); strings.Contains(f.Link(), "lang=") {
			t.Error("the next link is in the language of the one before")
		}
	}
}

// The repetition stands first beside the laboratory once it is asked for; the link to
// give away starts it again as long as the settings are the same.
func TestRepeat(t *testing.T) {
	m, f, s := alone(t, "")
	d := m.Front
	if d.Repetition() != nil {
		t.Error("a repetition that nobody asked for")
	}
	m.Repeat()
	m.Repeat()
	if len(s.Runs) != 1 || s.Runs[0].Task != lab.Again {
		t.Fatalf("runs: %+v", s.Runs)
	}
	if got := d.Repetition(); len(got) != 1 || got[0].Name != lab.Again {
		t.Errorf("under the stage: %v", got)
	}
	if strings.Contains(f.Link(), "again=1") {
		t.Error("a link to a repetition that shows nothing yet")
	}
	s.Runs[0].Done([]byte(`{"title":"whole"}`), "")
	if !strings.Contains(f.Link(), "&again=1") {
		t.Error(f.Link())
	}
	_, _, other := alone(t, f.Link())
	if n := len(other.Runs); n != 1 || other.Runs[0].Task != lab.Again {
		t.Errorf("the link starts %+v", other.Runs)
	}
	m.Slide("s", "0.25")
	if strings.Contains(f.Link(), "again=1") {
		t.Error("the link repeats a test of other settings")
	}
}
