package guest_test

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// A program whose releases are lists of words is drawn as bars of whole
// releases; the deciding event is one of them or several, marked as counted.
func TestListsAreBars(t *testing.T) {
	l := guest.All().Find("workshop")
	s := spec(t, l, map[string]string{"n": "400", "m": "2000"})
	for _, p := range l.Presets() { // the sparse vector without noise on its answers
		if p.Name == "sparse_vector_5" {
			s = spec(t, l, p.Set, map[string]string{"n": "400", "m": "2000"})
		}
	}
	last := lastShow(t, l, s)
	if last.Form != film.Bars || len(last.Words) < 2 || len(last.Words) > 11 {
		t.Fatalf("drawn as %s with the words %q", last.Form, last.Words)
	}
	all := strings.Join(english.All(last.Words), " ")
	if !strings.Contains(all, "× ABOVE") || !strings.Contains(all, "× BELOW") {
		t.Errorf("the words are %q", last.Words)
	}
	for in, c := range last.Clouds {
		held := int64(0)
		for i, v := range c.In {
			held += int64(v)
			if w := int(c.Data[i]); w < 0 || w >= len(last.Words) {
				t.Fatalf("input %d: release %d is word %d of %d", in, i, w, len(last.Words))
			}
		}
		if len(c.Data) == int(last.Drawn) && held != last.Counts[in] {
			t.Errorf("input %d: %d marked, %d counted", in, held, last.Counts[in])
		}
	}
}

// Releases that mix words and numbers are drawn by their kind: numbers that
// hardly recur do not make each of them different.
func TestMixturesAreBars(t *testing.T) {
	l := guest.All().Find("workshop")
	code := "pairs = [(0, 1)]\ndef release(x):\n    return ['no', x + laplace(1)] if bernoulli(0.5) else ['no', 'none', 0]\n"
	last := lastShow(t, l, spec(t, l, map[string]string{"n": "400", "m": "400", "code": code}))
	got := slices.Sorted(slices.Values(english.All(last.Words)))
	if !slices.Equal(got, []string{"(no, #)", "(no, none, 0)"}) {
		t.Errorf("drawn as %s with the words %q", last.Form, got)
	}
}

// Lists that nearly all differ, though their entries take few values, are drawn as
// bars of what two entries hold together.
func TestBitsAreBars(t *testing.T) {
	l := guest.All().Find("workshop")
	for bit, want := range map[string][]string{
		"int(bernoulli(p))": {"(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)"},
		"bernoulli(p)":      {"(False, False)", "(False, True)", "(True, False)", "(True, True)"},
	} {
		code := "pairs = [(0, 1)]\ndef release(x):\n    out = []\n    for i in range(16):\n        p = 0.8 if i == 3 and x else 0.5\n        out.append(" + bit + ")\n    return out\n"
		s := spec(t, l, map[string]string{"n": "400", "m": "400", "code": code})
		last := lastShow(t, l, s)
		words := slices.Sorted(slices.Values(english.All(last.Words)))
		if last.Form != film.Bars || !slices.Equal(words, want) ||
			!strings.Contains(english.Say(last.Axes[0].Label), "4") {
			t.Errorf("%s is drawn as %s of %s with the words %q", bit, last.Form, last.Axes[0].Label, words)
		}
		m, err := lab.Open(l, s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		if y := english.Say(f.Views[0].YLabel); !strings.Contains(y, "entries") || !strings.Contains(y, "4") {
			t.Errorf("%s: before a run the bars are of %q", bit, y)
		}
	}
}

// lastShow is what the stage shows at the end of an audit.
func lastShow(t *testing.T, l lab.Laboratory, s lab.Spec) (last film.Show) {
	t.Helper()
	job, err := lab.Start(l, s, lab.Audit)
	if err != nil {
		t.Fatal(err)
	}
	labtest.Shown(t, job, 2000, func(kind work.Kind, data []byte) {
		var show film.Show
		if kind == work.Scene && show.UnmarshalBinary(data) == nil {
			last = show
		}
	})
	return last
}
