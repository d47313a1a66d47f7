package reference

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/texts"

	"indistinct/ui/page/test"
)

// Every parameter is a term with its name and what it takes.
func TestParameters(t *testing.T) {
	l, table := test.Language(), test.Toy{}.Params()
	terms := parameters(l, table)
	if len(terms) != len(table) || l.Say(terms[4].Name) != "Claimed ε" || terms[0].Side != lang.Verbatim("mode") {
		t.Fatalf("%+v", terms)
	}
	if !check.Says(terms[1].Side, "lab.accepts.number") || !strings.Contains(l.Say(terms[1].Side), "0 to 2") {
		t.Errorf("s takes %q", l.Say(terms[1].Side))
	}
	for _, id := range []string{"toy.param.mode.a", "toy.param.mode.b", "toy.param.mode.b.help"} {
		if !check.Says(terms[0].Text, id) {
			t.Errorf("of the mode nothing says %s", id)
		}
	}
	if got := l.Say(terms[1].Text); !strings.HasSuffix(got, " Printed: table 1.") ||
		check.Says(terms[2].Text, "lab.from.printed") {
		t.Errorf("of s it says %q", got)
	}
	if check.Says(terms[0].Text, "toy.param.mode.a.help") {
		t.Error("a text that is not there is said")
	}
}

// In German every parameter, heading and paragraph of a room that all laboratories share
// is German; what German lacked would be English, and what both lack is left out.
func TestReferenceInGerman(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	english := texts.English()
	table := lab.Table{{Name: "m", Symbol: "m", Kind: lab.Int, Min: 50, Max: 20000},
		{Name: "eps", Symbol: "ε", Told: true, Kind: lab.Float, Min: 0.5, Max: 2}}.Of("lab")
	de, en := parameters(german, table), parameters(english, table)
	for i, term := range de {
		for part, m := range map[string]lang.Message{"name": term.Name, "range": term.Side, "text": term.Text} {
			if s := german.Say(m); s == "" || s == english.Say(m) || strings.ContainsAny(s, "⟨⟩") {
				t.Errorf("%s: the %s is %q", table[i].Name, part, s)
			}
		}
		if term != en[i] {
			t.Errorf("%s: German says another message than English", table[i].Name)
		}
	}
	if side := german.Say(de[0].Side); !strings.Contains(side, "20.000") && !strings.Contains(side, "20 000") &&
		!strings.Contains(side, "20\u202f000") && !strings.Contains(side, "20\u00a0000") {
		t.Errorf("20,000 is written as in English: %q", side)
	}
	if side := german.Say(de[1].Side); !strings.Contains(side, "0,5") {
		t.Errorf("0.5 is written as in English: %q", side)
	}
	if title := sectionTitle(german, "ring", &pass); title.ID() != "lab.reference.pass" ||
		german.Say(title) == english.Say(title) {
		t.Errorf("the section is called %q", german.Say(title))
	}
	got := paragraphs(german, "ring", &pass)
	if len(got) == 0 || len(got) != len(paragraphs(english, "ring", &pass)) {
		t.Fatalf("%d paragraphs", len(got))
	}
	for _, m := range got {
		if s := german.Say(m); s == english.Say(m) || strings.ContainsAny(s, "⟨⟩") {
			t.Errorf("a paragraph says %q", s)
		}
	}
}

// A section begins with what its room says and goes on with what the laboratory adds.
func TestSectionOfTwoRooms(t *testing.T) {
	l := test.Language()
	why := &lab.Section{Name: "why", Intro: "lab"}
	if got := sectionTitle(l, "toy", why); got.ID() != "toy.reference.why" {
		t.Errorf("a section with a name of its own is called %s", got.ID())
	}
	if got := paragraphs(l, "toy", why); len(got) != 1 || got[0].ID() != "toy.reference.why.1" {
		t.Errorf("paragraphs %v", got)
	}
	if got := paragraphs(l, "toy", &pass); len(got) == 0 || got[0].ID() != "lab.reference.pass.1" {
		t.Errorf("paragraphs %v", got)
	}
}
