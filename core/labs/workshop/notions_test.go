package workshop_test

import (
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/privacy"
)

// Links say which notion is asked and what its claim fixes, those from before notions fixed anything
// too; what is out of range is left at its default, with a note.
func TestNotionLinks(t *testing.T) {
	find := func(string) lab.Laboratory { return shop }
	for _, c := range []struct {
		link  string
		claim privacy.Claim
		notes int
	}{
		{"#lab=workshop&asks=mu&mu=0.5", privacy.Claim{Notion: privacy.Gaussian, Value: 0.5}, 0},
		{"#lab=workshop&asks=rho&rho=2", privacy.Claim{Notion: privacy.Concentrated, Value: 2}, 0},
		{"#lab=workshop&asks=renyi&renyi=0.5&order=4",
			privacy.Claim{Notion: privacy.Renyi, Value: 0.5, Given: privacy.Given{4}}, 0},
		{"#lab=workshop&asks=sigma&sigma=2&rate=0.25&steps=3",
			privacy.Claim{Notion: privacy.Subsampled, Value: 0.5, Given: privacy.Given{0.25, 3}}, 0},
		{"#lab=workshop&asks=sigma&sigma=2&rate=1.5&steps=2.5",
			privacy.Claim{Notion: privacy.Subsampled, Value: 0.5, Given: privacy.Given{0.01, 1000}}, 2},
	} {
		s, probs := lab.ParseLink(c.link, find, "workshop")
		if got := s.Curved(nil); got != c.claim || len(probs) != c.notes || got.Check() != nil {
			t.Errorf("%s asks %+v, %v", c.link, got, probs)
		}
		back, probs := lab.ParseLink(s.Link(shop.Params()), find, "workshop")
		if back.Curved(nil) != c.claim || len(probs) != 0 {
			t.Errorf("%s becomes %s", c.link, s.Link(shop.Params()))
		}
		shown := 0
		for i := range shop.Params() {
			p := &shop.Params()[i]
			if p.Group == "claim" && p.Only != nil && s.Shown(p) && strings.Contains(c.link, p.Name+"=") {
				shown++
			}
		}
		if shown != len(c.claim.Definition().Params) {
			t.Errorf("%s: %d controls are shown", c.link, shown)
		}
	}
	// A program may claim each of them.
	for _, d := range privacy.Notions {
		var text []string
		for range d.Params {
			text = append(text, "2")
		}
		code := "claim = " + string(d.Name) + "(" + strings.Join(text, ", ") + ")\n" +
			"pairs = [(0, 1)]\ndef release(x):\n    return x\n"
		if d.Name == privacy.Subsampled {
			code = strings.Replace(code, "(2", "(0.5", 1)
		}
		s, _ := lab.ParseLink("#lab=workshop", find, "workshop")
		s, err := s.With(shop.Params(), "code", code)
		if err != nil {
			t.Fatal(err)
		}
		m, err := shop.Open(s)
		if err != nil || m.Extras().Claim == nil || m.Extras().Claim.Notion != d.Name {
			t.Errorf("%s: %v", code, err)
		}
	}
}
