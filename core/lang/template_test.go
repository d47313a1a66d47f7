package lang

import (
	"math"
	"strings"
	"testing"
)

// test returns a language with the texts that it needs and some more.
func test(t testing.TB, tag string, texts map[string]string) *Language {
	t.Helper()
	all := map[string]string{decimalID: ".", groupID: ",", directionID: "ltr", listID: ", ", lastID: " and "}
	for id, s := range texts {
		all[id] = s
	}
	l, err := New(tag, all)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// spans writes a said message with its symbols between asterisks.
func spans(l *Language, m Message) string {
	var b strings.Builder
	for _, s := range l.Spans(m) {
		if s.Symbol {
			b.WriteString("*" + s.Words + "*")
		} else {
			b.WriteString(s.Words)
		}
	}
	return b.String()
}

func TestSay(t *testing.T) {
	two := []Message{Verbatim("a"), Say("x")}
	for _, c := range []struct {
		text   string
		places []any
		want   string
	}{
		{"plain", nil, "plain"},
		{"*ε* = {eps}", []any{"eps", 0.30}, "*ε* = 0.3"},
		{"*{symbol}* is {v:.1}", []any{"symbol", "s", "v", 1.25}, "*s* is 1.2"},
		{"{n:,} and {p:%}", []any{"n", 12345, "p", 0.5}, "12,345 and 50 %"},
		{`\{a\} \* \\`, nil, `{a} * \`},
		{"{n, plural, =0 {never} one {once} other {{n:,} times}}", []any{"n", 0}, "never"},
		{"{n, plural, =0 {never} one {once} other {{n:,} times}}", []any{"n", 1}, "once"},
		{"{n, plural, =0 {never} one {once} other {{n:,} times}}", []any{"n", int64(1000)}, "1,000 times"},
		{"{who, select, record {the record} other {its neighbour}}", []any{"who", "record"}, "the record"},
		{"{who, select, record {the record} other {its neighbour}}", []any{"who", "x"}, "its neighbour"},
		{"{who, select, record {*a{n}*} other {}}", []any{"who", "record", "n", 2}, "*a**2*"},
		{"{v, select, 0 {none} 0.5 {half} other {{v}}}", []any{"v", 0}, "none"},
		{"{v, select, 0 {none} 0.5 {half} other {{v}}}", []any{"v", 0.5}, "half"},
		{"{v, select, 0 {none} 0.5 {half} one {once} other {{v}}}", []any{"v", 1}, "1"},
		{"tried {list}", []any{"list", []Message{}}, "tried "},
		{"tried {list}", []any{"list", two[:1]}, "tried a"},
		{"tried {list}", []any{"list", append(two, Verbatim("c"))}, "tried a, it and c"},
		{"so {part}.", []any{"part", Say("x")}, "so it."},
		{"{v}, {w}, {z}", []any{"v", math.Inf(1), "w", math.Inf(-1), "z", math.NaN()}, "∞, −∞, –"},
		{"lacks {nothing}", nil, "lacks ⟨nothing⟩"},
		{"“{got}”", []any{"got", `{"id": 1}`}, `“{"id": 1}”`},
		{"{error}", []any{"error", Errorf("x")}, "it"},
	} {
		l := test(t, "en", map[string]string{"text": c.text, "x": "it"})
		if got := spans(l, Say("text", c.places...)); got != c.want {
			t.Errorf("%q with %v is %q, want %q", c.text, c.places, got, c.want)
		}
		if got, want := l.Text("text", c.places...), l.Say(Say("text", c.places...)); got != want {
			t.Errorf("%q with %v is %q at once, %q as a message", c.text, c.places, got, want)
		}
		if _, err := Template(c.text); err != nil {
			t.Error(err)
		}
	}
	l := test(t, "en", map[string]string{"a": "A.", "b": "B.", "bad": "{n"})
	for m, want := range map[Message]string{
		Sentences(Say("a"), Verbatim(""), Say("b")): "A. B.",
		Sentences(Say("b")):                         "B.",
		Sentences():                                 "",
		Verbatim("1 {x} *y*"):                       "1 {x} *y*",
		Say("unknown"):                              "⟨unknown⟩",
		Say("bad", "n", 1):                          "{n",
	} {
		if got := l.Say(m); got != want {
			t.Errorf("%q is said %q, want %q", m, got, want)
		}
	}
}

// TestNamedFormat: a format with a dot names the texts in which a place's value is looked up, with all places of the
// message; of an empty value the text itself.
func TestNamedFormat(t *testing.T) {
	l := test(t, "en", map[string]string{"law": "The {kind:law.name} law.", "law.name.normal": "Gaussian ({n})",
		"law.name": "unknown"})
	for kind, want := range map[string]string{"normal": "The Gaussian (3) law.", "": "The unknown law."} {
		if got := l.Say(Say("law", "kind", Verbatim(kind), "n", 3)); got != want {
			t.Errorf("%q is said %q, want %q", kind, got, want)
		}
	}
}

// TestStill: pictures of each language, theme and laboratory have names of their own.
func TestStill(t *testing.T) {
	seen := map[string]bool{}
	for _, tag := range []string{"en", "de", "fr"} {
		for _, lab := range []string{"ring", "lqg"} {
			for _, theme := range []string{"light", "dark"} {
				name := test(t, tag, nil).Still(lab, theme, "png")
				if seen[name] || !strings.Contains(name, lab) || !strings.Contains(name, theme) ||
					strings.HasPrefix(name, tag+"-") != (tag != "en") {
					t.Errorf("%s, %s, %s: %q", tag, lab, theme, name)
				}
				seen[name] = true
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, s := range []string{"{", "}", "*s", "{}", "{a b}", "{n:five}", "{n:3", "{n, plural, one {1}}",
		"{n, much, other {}}", "{n, plural, onee {} other {}}", "{n, plural, 1 {} other {}}",
		"{n, plural, =one {} other {}}", "{n, plural, =1.0 {} other {}}",
		"{n, plural, other {", "{n, plural other {}}", "{n, select, other {*a}}"} {
		if _, err := Template(s); err == nil {
			t.Errorf("%q was read", s)
		}
	}
}

// A text that cannot be read is said as it stands, and none ends the program.
func FuzzSay(f *testing.F) {
	f.Add("*ε* = {n:3} {n, plural, one {a} other {b}} \\{", 1.0)
	f.Fuzz(func(t *testing.T, text string, n float64) {
		l := test(t, "en", map[string]string{"text": text})
		_ = l.Text("text", "n", n)
	})
}
