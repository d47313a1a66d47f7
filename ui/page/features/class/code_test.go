package class

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
)

func code(mark int, seed uint64, violation bool, proven float64) Code {
	return Code{Mark: mark, Outcome: lab.Outcome{Seed: seed, Violation: violation, Proven: sheet.Real(proven)}}
}

// What a code says is what was put in, its bound rounded down to three digits.
func TestRoundTrip(t *testing.T) {
	for proven, said := range map[float64]float64{0: 0, 2: 2, 0.3: 0.3, 0.29999: 0.299, 1.9999: 1.99, 19.96: 19.9,
		0.001: 0.001, 0.00099: 0, -1: 0, math.Inf(-1): 0, math.NaN(): 0,
		999999: 999000, math.Inf(1): 999000, 1e9: 999000} {
		for _, c := range []Code{
			code(0, 0, false, proven), code(marks-1, seeds-1, true, proven),
			code(12345, 178901, true, proven)} {
			c.Choice = c.Mark % choices
			text := c.String()
			got, err := Parse(text)
			c.Proven = sheet.Real(said)
			if err != nil || got != c || len(text) != 14 {
				t.Errorf("%s says %+v, %v; want %+v", text, got, err, c)
			}
			if again, err := Parse(strings.ToLower(strings.ReplaceAll(text, "-", " "))); err != nil || again != got {
				t.Errorf("%s in small letters with spaces says %+v, %v", text, again, err)
			}
		}
	}
}

// Every single wrong letter, every two letters that changed places and every two wrong
// letters are noticed.
func TestMistyped(t *testing.T) {
	good := bare(code(31415, 92653, true, 1.23).String())
	told := func(text string) {
		t.Helper()
		if _, err := Parse(text); err == nil && text != good {
			t.Fatalf("%s was taken for %s", text, good)
		}
	}
	put := func(text string, i int, r rune) string { return text[:i] + string(r) + text[i+1:] }
	for i := range good {
		for _, a := range letters {
			one := put(good, i, a)
			told(one)
			for j := i + 1; j < len(good); j++ {
				for _, b := range letters {
					told(put(one, j, b))
				}
			}
		}
	}
}

// FuzzParse: nothing that is typed stops the page; what is taken is written as one code.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "K7QM-3XPA-9D2F", "k7qm 3xpa 9d2f", "ZZZZ-ZZZZ-ZZZZ",
		"2222-2222-2222", "ÄÖÜ", "\xff", "0123-4567-89AB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			if lang.Of(err).ID() == "" {
				t.Errorf("%q: %v is no sentence", text, err)
			}
			return
		}
		if again, err := Parse(c.String()); err != nil || again != c || bare(c.String()) != bare(text) {
			t.Errorf("%q says %+v, which is %s", text, c, c)
		}
		if n := len(split(text)); n != 1 {
			t.Errorf("%q is divided into %d", text, n)
		}
	})
}

// A roll takes codes among other words, each once, refuses those of other settings, and
// says one sentence for each that it refuses.
func TestRoll(t *testing.T) {
	a, b, other := code(7, 1, true, 2.5), code(7, 2, false, 1.25), code(8, 1, true, 3)
	r := Read("")
	got := r.Add(fmt.Sprintf("first row: %s\n%s, %s\nK7QM\n%s",
		a, strings.ToLower(strings.ReplaceAll(b.String(), "-", " ")), other, a), 7)
	if len(got.Taken) != 2 || got.Known != 1 || len(got.Refused) != 2 || len(got.Why) != 2 || got.Over != 0 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []string{"class.other", "class.length"} {
		if got.Why[i].ID() != want {
			t.Errorf("%q is refused with %q", got.Refused[i], texts.English().Say(got.Why[i]))
		}
	}
	if _, err := Parse("K7QM-3XPA-9D2O"); lang.Of(err).ID() != "class.letter" {
		t.Error(err)
	}
	r = Read(r.Text() + " nonsense")
	if got := r.Of(7); len(got) != 2 || got[0] != a || got[1] != b || len(r.Of(8)) != 0 {
		t.Errorf("read again: %+v", got)
	}
	if r.Forget(7); r.Text() != "" {
		t.Error("the codes were not forgotten")
	}
	for text, want := range map[string]bool{"": false, "K7Q": false, a.String(): true,
		a.String() + " " + b.String()[:5]:  true,
		a.String() + "\n" + b.String()[:5]: false} {
		if whole(text) != want {
			t.Errorf("whole(%q) = %v", text, !want)
		}
	}
}

// Of one class so many codes are kept, whatever other classes have; what is left out is told,
// and what is refused in a few sentences.
func TestRollIsBounded(t *testing.T) {
	r := Read("")
	list := func(mark, n int) string {
		var b strings.Builder
		for seed := range n {
			fmt.Fprintf(&b, "%s\n", code(mark, uint64(seed), false, 1))
		}
		return b.String()
	}
	r.Add(list(8, 30), 8)
	got := r.Add(list(7, 10_000), 7)
	if len(got.Taken) != most || got.Over != 8000 || len(got.Why) != 1 || len(r.Of(8)) != 30 ||
		texts.English().Say(got.Why[0]) != "8,000 codes were left out: of one class 2,000 are kept." {
		t.Errorf("%d taken, %d over, %q; of the other class %d", len(got.Taken), got.Over, got.Why, len(r.Of(8)))
	}
	got = r.Add(strings.Repeat("K7QM\n", 5000), 7)
	if len(got.Refused) != 5000 || len(got.Why) != mostWhy+1 ||
		texts.English().Say(got.Why[mostWhy]) != "4,996 more were refused for such reasons." {
		t.Errorf("%d refused, with %d sentences", len(got.Refused), len(got.Why))
	}
	if r = Read(list(7, 300_000)); len(r.Of(7)) != most {
		t.Errorf("of a flood in the storage %d are read", len(r.Of(7)))
	}
	if r = Read(list(8, 30) + strings.Repeat("x", mostKept)); len(r.Text()) != 0 {
		t.Error("more is read than may be kept")
	}
}

// A million lines are refused in a sentence, and do not stay to hold up every key.
func TestTextTooLong(t *testing.T) {
	m := &machine{kept: map[string]string{}}
	k := NewDesk(m, func(lang.Message) {})
	d := laboratory.New(test.Toy{})
	for range 20 {
		k.Type(d, strings.Repeat("K7QM-3XPA-9D2F\n", 1_000_000))
	}
	if k.Draft != "" || len(k.Refused) != 1 || k.Refused[0].ID() != "class.long" || m.put != "class-codes=" {
		t.Errorf("the draft has %d bytes, refused with %q, the field is set to %q", len(k.Draft), k.Refused, m.put)
	}
}

// machine is a browser that keeps texts.
type machine struct {
	state.Silent
	kept map[string]string
	put  string
}

func (m *machine) Remember(key, text string) { m.kept[key] = text }
func (m *machine) Recall(key string) string  { return m.kept[key] }
func (m *machine) Random() uint64            { return 1 }

func (m *machine) Tool(name string, _ func([]string), args ...any) {
	if name == "put" {
		m.put = args[0].(string) + "=" + args[1].(string)
	}
}

// The mark is the same for all seeds and another for each setting that a run depends on.
func TestMark(t *testing.T) {
	table := test.Toy{}.Params()
	s := table.Defaults("toy")
	mark := Mark(table, s)
	if Mark(table, s.Set(table, "seed", 77)) != mark {
		t.Error("the seed changes the mark")
	}
	seen := map[int]string{mark: "default"}
	for i := range table {
		p := &table[i]
		if p.Kind != lab.Float && p.Kind != lab.Int || !p.Rerun {
			continue
		}
		m := Mark(table, s.Set(table, p.Name, s.Float(p.Name)+1))
		if seen[m] != "" && !s.Set(table, p.Name, s.Float(p.Name)+1).Equal(s) {
			t.Errorf("%s has the mark of %s", p.Name, seen[m])
		}
		seen[m] = p.Name
	}
	for text, ok := range map[string]bool{"0": true, "49999": true, "50000": false, "-1": false, "07": false,
		"x": false, "": false} {
		if _, got := ParseMark(text); got != ok {
			t.Errorf("ParseMark(%q) = %v", text, got)
		}
	}
}

// coded are codes of runs without predictions.
func coded(found []lab.Outcome) (out []Code) {
	for _, o := range found {
		out = append(out, Code{Outcome: o})
	}
	return out
}

// TestSheetByPrediction: the runs stand by what was predicted, each group behind a mark with its
// option, and no run is lost or another's.
func TestSheetByPrediction(t *testing.T) {
	var found []Code
	for i, choice := range []int{2, 0, 1, 2, 0, 1, 1} {
		found = append(found, Code{Choice: choice, Outcome: lab.Outcome{Seed: uint64(i), Proven: sheet.Real(1 + i),
			Violation: i > 3}})
	}
	s := Sheet(audit.Settings{Epsilon: 4}, found, nil, lang.Verbatim("Yes"), lang.Verbatim("No"))
	c := s.Charts[0]
	if got := s.Tables[0].Texts(texts.English(), func(c sheet.Cell) string { return c.Say(texts.English()) }); !slices.
		EqualFunc(got[1:], [][]string{{"Yes", "3", "2"}, {"No", "2", "0"}, {"no prediction", "2", "1"}}, slices.Equal) {
		t.Errorf("the table says %q", got)
	}
	at := map[float64]float64{}
	for _, s := range c.Series {
		for i := range s.X {
			at[float64(s.X[i])] = float64(s.Y[i])
		}
	}
	for i, want := range []float64{3, 6, 7, 1, 4, 2, 5} {
		if at[float64(i+1)] != want {
			t.Errorf("phone %d proves %v, want %v", i+1, at[float64(i+1)], want)
		}
	}
	var marks []string
	for _, m := range c.Marks {
		if m.Vertical {
			marks = append(marks, fmt.Sprint(texts.English().Say(m.Label), m.At))
		}
	}
	if got := strings.Join(marks, " "); got != "Yes0.5 No3.5 no prediction5.5" || c.X.Label.ID() != "class.phone.by" {
		t.Errorf("the groups are marked %q", got)
	}
}

// TestFirstPrediction: of a phone that gives two codes of one run, the first one's prediction
// counts, after a reload too.
func TestFirstPrediction(t *testing.T) {
	first, second := code(7, 1, true, 2.5), code(7, 1, true, 2.5)
	first.Choice, second.Choice = 1, 2
	r := Read("")
	r.Add(first.String(), 7)
	r = Read(r.Text())
	if got := r.Add(second.String(), 7); got.Known != 1 || len(got.Taken) != 0 {
		t.Errorf("the second code: %+v", got)
	}
	if got := r.Of(7); len(got) != 1 || got[0].Choice != 1 {
		t.Errorf("the roll has %+v", got)
	}
}

// TestMarksOfQuestions: no two questions of the lessons have the same settings, so that a code
// is of one step.
func TestMarksOfQuestions(t *testing.T) {
	seen := map[string]string{}
	for _, l := range guest.All() {
		table := l.Params()
		for _, lesson := range l.Lessons() {
			for i, step := range lesson.Steps {
				if step.Ask == nil {
					continue
				}
				at := lesson.Opening(table, table.Defaults(l.About().Name), i)
				mark, here := fmt.Sprint(l.About().Name, Mark(table, at)), fmt.Sprintf("%s:%d", lesson.Name, i+1)
				if seen[mark] != "" {
					t.Errorf("the codes of %s are those of %s", here, seen[mark])
				}
				seen[mark] = here
			}
		}
	}
}

// The sheet counts cries, marks the claim, and says what the repetition leads to expect.
func TestSheet(t *testing.T) {
	set := audit.Settings{Epsilon: 2, Alpha: 0.05}
	found := []lab.Outcome{{Seed: 1, Violation: true, Proven: 2.4}, {Seed: 2, Proven: 1.9},
		{Seed: 3, Violation: true, Proven: 2.1}}
	if Sheet(set, nil, nil) != nil {
		t.Error("no codes have a sheet")
	}
	l := texts.English()
	s := Sheet(set, coded(found), nil)
	if got := l.Say(s.Lead); !strings.Contains(got, "2 of 3") || len(s.Charts[0].Marks) != 1 || len(s.Notes) != 1 {
		t.Errorf("it says %q with %d marks and %d notes", got, len(s.Charts[0].Marks), len(s.Notes))
	}
	again := lab.Outcomes(set, 2.5, append(found, found[1]))
	s = Sheet(set, coded(found), &again)
	if got := l.Say(s.Notes[0]); !strings.Contains(got, "2 of 4") ||
		!strings.Contains(got, "is therefore 6.8 % to 93 %") ||
		!strings.Contains(got, "of 3 phones, 0.2 to 2.8 ") {
		t.Errorf("expected: %q", got)
	}
	if len(s.Charts[0].Marks) != 2 {
		t.Error("the exact ε is not marked")
	}
	for exact, above := range map[float64]bool{2.2: true, 2: true, 2.5: false} { // 2 is the claim too
		again := lab.Outcomes(set, exact, found)
		caption := Sheet(set, coded(found), &again).Charts[0].Caption
		if got := strings.Contains(string(caption), "again.above"); got != above {
			t.Errorf("exact %v: bounds above it are told: %v", exact, got)
		}
	}
	for n, want := range map[int]string{1: "The proven bound is 2.4.", 2: "The proven bounds lie from 1.9 to 2.4.",
		3: "The proven bounds lie from 1.9 to 2.4."} {
		s := Sheet(set, coded(found[:n]), nil)
		if got := l.Say(s.Notes[0]); got != want {
			t.Errorf("of %d phones it says %q", n, got)
		}
	}
	one := Sheet(set, coded(found[:1]), nil)
	if got := l.Say(one.Lead); got != "The one run finds a violation of the claim ε = 2." {
		t.Errorf("of one phone it says %q", got)
	}
}
