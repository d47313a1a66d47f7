package links

import "testing"

func TestLinks(t *testing.T) {
	tests := []struct {
		link, rest string
		x          Extra
	}{
		{"#lab=ring&v=2&page=experiments&s=0.8&run=1", "lab=ring&v=2&s=0.8", Extra{Page: PageExperiments, Run: true}},
		{"lab=ring&run=0&again=0", "lab=ring", Extra{}},
		{"lab=ring&again=1&s=1", "lab=ring&s=1", Extra{Again: true}},
		{"", "", Extra{}},
		{"#page=learn", "", Extra{Page: PageLearn}},
		{"#page=nonsense&run=2", "page=nonsense&run=2", Extra{}},
		{"#lab=ring&present=1&theme=projector", "lab=ring", Extra{Room: true, Theme: "projector"}},
		{"#lab=ring&theme=dark&present=1", "lab=ring", Extra{Room: true, Theme: "dark"}},
		{"#lab=ring&present=1&theme=pink", "lab=ring&theme=pink", Extra{Room: true}},
		{"#lab=ring&lang=de&s=1", "lab=ring&s=1", Extra{Language: "de"}},
		{"#lab=ring&lang=qps", "lab=ring", Extra{Language: "qps"}},
		{"#lab=ring&lang=tlh", "lab=ring&lang=tlh", Extra{}},
		{"#lab=ring&theme=dark", "lab=ring&theme=dark", Extra{}},
	}
	for _, c := range tests {
		rest, x := SplitLink(c.link)
		if rest != c.rest || x != c.x {
			t.Errorf("Split(%q) = %q, %+v; want %q, %+v", c.link, rest, x, c.rest, c.x)
		}
	}
	const want = "#lab=toy&page=learn&lang=de&run=1"
	if got := JoinLink("#lab=toy", Extra{Page: PageLearn, Language: "de", Run: true}); got != want {
		t.Error(got)
	}
}
