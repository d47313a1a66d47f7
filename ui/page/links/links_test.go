package links

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/test/english"
)

func TestLinks(t *testing.T) {
	tests := []struct {
		link, rest string
		x          Extra
		bad        string // the fields that are not taken
	}{
		{"#lab=ring&v=2&page=experiments&s=0.8&run=1", "lab=ring&v=2&s=0.8",
			Extra{Page: PageExperiments, Run: true}, ""},
		{"lab=ring&run=0&again=0", "lab=ring", Extra{}, ""},
		{"lab=ring&again=1&s=1", "lab=ring&s=1", Extra{Again: true}, ""},
		{"", "", Extra{}, ""},
		{"#page=learn", "", Extra{Page: PageLearn}, ""},
		{"#page=nonsense&run=2", "", Extra{}, "page run"},
		{"#lab=ring&present=1&theme=projector", "lab=ring", Extra{Room: true, Theme: "projector"}, ""},
		{"#lab=ring&theme=dark&present=1", "lab=ring", Extra{Room: true, Theme: "dark"}, ""},
		{"#lab=ring&present=1&theme=pink", "lab=ring", Extra{Room: true}, "theme"},
		{"#lab=ring&lang=de&s=1", "lab=ring&s=1", Extra{Language: "de"}, ""},
		{"#lab=ring&lang=qps", "lab=ring", Extra{Language: "qps"}, ""},
		{"#lab=ring&lang=tlh", "lab=ring", Extra{}, "lang"},
		{"#lab=ring&theme=dark", "lab=ring", Extra{}, "theme"},
		{"#again=yes&quiet=&present=2&embed=on&game=x", "", Extra{}, "again quiet present embed game"},
		{"#class=12x&lesson=toys:2&at=why&a=s=1", "", Extra{Lesson: "toys:2", At: "why", A: "s=1"}, "class"},
		{"#embed=1&bg=10202c&accent=red&show=s%2Ceps", "",
			Extra{Frame: Frame{Embed: true, Show: "s,eps", Look: "&bg=10202c"}},
			"accent"},
		{"#bg=10202c&accent=12345&show=s", "", Extra{}, "accent show bg"},
	}
	for _, c := range tests {
		rest, x, bad := SplitLink(c.link)
		if got := named(bad); rest != c.rest || x != c.x || got != c.bad {
			t.Errorf("Split(%q) = %q, %+v without %q; want %q, %+v without %q", c.link, rest, x, got, c.rest, c.x,
				c.bad)
		}
	}
	const want = "#lab=toy&page=learn&lang=de&run=1"
	if got := JoinLink("#lab=toy", Extra{Page: PageLearn, Language: "de", Run: true}); got != want {
		t.Error(got)
	}
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
		"#lang=tlh":       "In the link, lang cannot be “tlh”: it takes one of the values en and de.",
		"#quiet=maybe":    "In the link, quiet cannot be “maybe”: it takes 1 or 0 (yes or no).",
		"#page=\x00<b>":   "In the link, page cannot be “‹U+0000›<b>”: it takes one of the values experiments, learn, reference, misprints and class.",
		"#embed=1&bg=red": "In the link, bg cannot be “red”: it takes a colour as six hexadecimal digits, such as 10202c.",
		"#theme=dark":     "In a link, theme counts only beside embed=1 or present=1.",
		"#show=s":         "In a link, show counts only beside embed=1.",
	} {
		if _, _, bad := SplitLink(link); len(bad) != 1 || english.Say(bad[0].Say) != want {
			t.Errorf("%s: %q, want %q", link, bad, want)
		}
	}
}

// Of a link no more is read than any link that the page writes is long.
func TestLongLinks(t *testing.T) {
	for _, of := range []string{"&", "a&", "a=1&", "lesson=x", "show=s&embed=1&", "%zz="} {
		link := "#lab=ring&" + strings.Repeat(of, 1_000_000)
		rest, x, bad := SplitLink(link)
		long := slices.ContainsFunc(bad, func(p lab.Problem) bool { return p.Say.ID() == "lab.link.long" })
		if !long || len(rest)+len(x.Lesson)+len(x.Show)+len(x.Look) > lab.MaxLink {
			t.Errorf("of %d bytes %.40s… %d are kept, told: %v", len(link), link, len(rest), long)
		}
	}
}
