package state

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/english"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		link, rest string
		x          string // the fields that are taken
		bad        string // and those that are not
	}{
		{"#lab=ring&v=2&page=experiments&s=0.8&run=1", "lab=ring&v=2&s=0.8", "page=experiments run=1", ""},
		{"lab=ring&run=0&again=0", "lab=ring", "run=0 again=0", ""},
		{"lab=ring&again=1&s=1", "lab=ring&s=1", "again=1", ""},
		{"", "", "", ""},
		{"#page=learn", "", "page=learn", ""},
		{"#page=nonsense&run=2", "", "", "page run"},
		{"#page=learn&page=experiments&page=nonsense", "", "page=experiments", "page"}, // the last one counts
		{"#lab=ring&present=1&theme=projector", "lab=ring", "present=1 theme=projector", ""},
		{"#lab=ring&theme=dark&present=1", "lab=ring", "theme=dark present=1", ""},
		{"#lab=ring&present=1&theme=pink", "lab=ring", "present=1", "theme"},
		{"#again=yes&quiet=&present=2&embed=on&game=x", "", "", "again quiet present embed game"},
		{"#class=12x&lesson=toys:2&at=why&a=s=1", "", "lesson=toys:2 at=why a=s=1", "class"},
		{"#embed=1&theme=red&show=s%2Ceps", "", "embed=1 show=s%2Ceps", "theme"},
		{"#run&again=1", "", "again=1", "run"},
	}
	for _, c := range tests {
		rest, x, bad := split(c.link, known)
		if got := strings.TrimPrefix(strings.ReplaceAll(join("", x), "&", " "), " "); rest != c.rest || got != c.x ||
			named(bad) != c.bad {
			t.Errorf("split(%q) = %q, %q without %q; want %q, %q without %q", c.link, rest, got, named(bad), c.rest,
				c.x, c.bad)
		}
	}
	var x Extra
	x.Add("page", "learn")
	x.Add("class", "")
	x.Add("lang", "de")
	x.Set("run", true)
	x.Set("again", false)
	const want = "#lab=toy&page=learn&lang=de&run=1"
	if got := join("#lab=toy", x); got != want {
		t.Error(got)
	}
}

// A field is taken out of a link once.
func TestTake(t *testing.T) {
	_, x, _ := split("#page=learn&run=1&again=0", known)
	if x.Take("page") != "learn" || x.Take("page") != "" || !x.On("run") || x.On("run") || x.On("lesson") {
		t.Errorf("left are %v", x)
	}
	if got := join("", x); got != "&again=0" {
		t.Errorf("left are %v", got)
	}
}

// known are fields of each kind.
var known = []Field{{"page", OneOf("experiments", "learn")}, {"run", Flag}, {"again", Flag}, {"quiet", Flag},
	{"game", Flag}, {"present", Flag}, {"embed", Flag}, {"lesson", nil}, {"at", nil}, {"a", nil}, {"show", nil},
	{"class", digits}, {"theme", OneOf("light", "dark", "projector")}}

// digits takes hexadecimal digits.
func digits(value string) lang.Message {
	if value == "" || strings.Trim(value, "0123456789abcdef") != "" {
		return lang.Say("class.mark")
	}
	return ""
}

// named are the fields that problems are of.
func named(bad []lab.Problem) string {
	var names []string
	for _, p := range bad {
		names = append(names, p.Field)
	}
	return strings.Join(names, " ")
}

// What a link's own field does not take is refused in a sentence that says what it takes.
func TestRefused(t *testing.T) {
	for link, want := range map[string]string{
		"#theme=tlh":      "In the link, theme cannot be “tlh”: it takes one of the values light, dark and projector.",
		"#quiet=maybe":    "In the link, quiet cannot be “maybe”: it takes 1 or 0 (yes or no).",
		"#page=%3Cimg%3E": "In the link, page cannot be “<img>”: it takes one of the values experiments and learn.",
		"#page=\x00<b>":   "In the link, page cannot be “‹U+0000›<b>”: it takes one of the values experiments and learn.",
	} {
		if _, _, bad := split(link, known); len(bad) != 1 || english.Say(bad[0].Say) != want {
			t.Errorf("%s: %q, want %q", link, bad, want)
		}
	}
}

// Of a link no more is read than any link that the page writes is long.
func TestLongLinks(t *testing.T) {
	for _, of := range []string{"&", "a&", "a=1&", "lesson=x", "show=s&embed=1&", "%zz="} {
		link := "#lab=ring&" + strings.Repeat(of, 1_000_000)
		rest, x, bad := split(link, known)
		long := slices.ContainsFunc(bad, func(p lab.Problem) bool { return p.Say.ID() == "lab.link.long" })
		if kept := len(join(rest, x)); !long || kept > lab.MaxLink {
			t.Errorf("of %d bytes %.40s… %d are kept, told: %v", len(link), link, len(rest), long)
		}
	}
}
