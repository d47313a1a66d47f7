package features_test

import (
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
)

func markup(t *testing.T, m *state.Model) string {
	t.Helper()
	return dom.Markup(click.Build(t, m), func(string) string { return "" })
}

// The links into a laboratory have the seed that is set, also after the page was shown before.
func TestReferenceLeadsToTheSeed(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page=reference", features.Use)
	markup(t, m)
	m.Go("", "")
	m.Type("seed", "77")
	m.Go("", "reference")
	if !strings.Contains(markup(t, m), "s=1.5&amp;seed=77") {
		t.Error("the reference leads to a seed of before")
	}
}

// The editor stands above the shelf of programs, with which it is used.
func TestEditorStandsFirst(t *testing.T) {
	s := &test.Browser{}
	m := opened.On(s, guest.All(), "#lab=workshop", features.Use)
	page := markup(t, m)
	if e, p := strings.Index(page, `class="editor"`), strings.Index(page, `id="shelf-title"`); e < 0 || p < 0 || e > p {
		t.Errorf("the editor stands at %d, the shelf at %d", e, p)
	}
}

// The reference leads to the lessons.
func TestReferenceLeadsToLessons(t *testing.T) {
	m, _ := opened.Page("#lab=toy&page=reference", features.Use)
	page := markup(t, m)
	_, page, _ = strings.Cut(page, `class="toc"`)
	page, _, _ = strings.Cut(page, "</nav>")
	if !strings.Contains(page, "page=learn") {
		t.Error("no link to the lessons")
	}
}

// TestPapersAreLinked: a laboratory's sources, its reference and its experiments lead to the pages of its papers, in
// the visitor's language, and to no others.
func TestPapersAreLinked(t *testing.T) {
	for link, want := range map[string][]string{
		"#lab=toy":                {`<a href="paper-toys.html">Somebody, Toys, 2026</a>`, "Nobody."},
		"#lab=toy&page=reference": {`<a href="paper-toys.html">Printed and computed: Somebody, Toys, 2026</a>`},
		"#lab=toy&page=experiments": {`<a href="paper-toys.html">Somebody, Toys, 2026</a>`,
			`href="paper-toys.html#fig">`, `href="paper-toys.html#sweep">`},
		"#lab=other&page=experiments": {`href="paper-toys.html#fig">`},
	} {
		m, _ := open(t, link)
		page := markup(t, m)
		for _, part := range want {
			if n := strings.Count(page, part); n != 1 {
				t.Errorf("%s: %q stands %d times", link, part, n)
			}
		}
	}
}
