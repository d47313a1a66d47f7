package pseudo

import (
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/texts"
)

// TestTexts: every word that comes from a text is changed, and nothing else.
func TestTexts(t *testing.T) {
	l, err := lang.New("en", map[string]string{"language.decimal": ".", "language.direction": "ltr", "none": "{n:3} %",
		"a": `Release *ε* {n:.1} \{of\} {name}{n, plural, one { once} other { often}}`})
	if err != nil {
		t.Fatal(err)
	}
	p := Language(t, l)
	got := p.Text("a", "n", 2, "name", "one")
	if !strings.HasPrefix(got, "⟦Réléåšé ε 2.0 {öf} one öftéñ ") || !strings.HasSuffix(got, " ẋ⟧") {
		t.Errorf("the text became %q", got)
	}
	if p.Say(lang.Verbatim("as it is")) != "as it is" || p.Text("none", "n", 2) != "2 %" {
		t.Error("what is no words was changed")
	}
	if p.RightToLeft() || Texts(l, true)["language.direction"] != "rtl" {
		t.Error("only the mirrored language runs from right to left")
	}
}

// TestReadable: every text of the page can be read in disguise, with the same places.
func TestReadable(t *testing.T) {
	english := texts.English()
	for id, text := range Texts(english, false) {
		nodes, err := lang.Template(text)
		if err != nil {
			t.Errorf("%s: %v", id, err)
		}
		before, _ := lang.Template(english.Texts()[id])
		if a, b := places(nodes), places(before); a != b {
			t.Errorf("%s: places %s, of the text itself %s", id, a, b)
		}
	}
}

func places(nodes []lang.Node) (all string) {
	for _, n := range nodes {
		all += n.Place + n.Format
	}
	return all
}
