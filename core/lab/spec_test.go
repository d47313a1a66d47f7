package lab_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/texts"
	"indistinct/core/work"
)

var coin = &labtest.Lab{}

// said says a message in English.
func said(m lang.Message) string { return labtest.Language().Say(m) }

func TestParse(t *testing.T) {
	table := coin.Params()
	for _, c := range []struct {
		param, text string
		want        any // nil: refused
	}{
		{"s", "0.5", 0.5}, {"s", " 0.5 ", 0.5}, {"s", "0,5", 0.5}, {"s", ".5", 0.5}, {"s", "1", 1.0}, {"s", "0", 0.0},
		{"s", "-0", 0.0}, {"s", "1e-3", 1e-3}, {"s", "−0", 0.0}, {"s", "ln 2", math.Ln2}, {"s", "ln(2)", math.Ln2},
		{"s", "ln2", math.Ln2},
		{"s", "1.1", nil}, {"s", "-0.1", nil}, {"s", "−0.1", nil}, {"s", "NaN", nil}, {"s", "nan", nil},
		{"s", "Inf", nil}, {"s", "+Inf", nil}, {"s", "infinity", nil},
		{"s", "0x1p-2", nil}, {"s", "1_0", nil}, {"s", "", nil}, {"s", "half", nil}, {"s", "1e999", nil},
		{"s", "0,5,5", nil}, {"s", "1,000.5", nil}, {"s", "ln ln ln 2", nil}, {"s", "ln", nil},
		{"eps", "ln 3", math.Log(3)}, {"eps", "ln 10", math.Ln10}, {"eps", "ln 7", 1.9459101490553132},
		{"eps", "ln -1", nil}, {"eps", "3.5", 3.5},
		{"sensors", "3", 3.0}, {"sensors", "40", 40.0}, {"sensors", "2", nil}, {"sensors", "41", nil},
		{"sensors", "3.5", nil}, {"sensors", "1e1", 10.0},
		{"seed", "9007199254740991", 9007199254740991.0}, {"seed", "9007199254740992", nil}, {"seed", "-1", nil},
		{"seed", "0.5", nil}, {"seed", "0", 0.0},
		{"mech", "flip", "flip"}, {"mech", " keep ", "keep"}, {"mech", "Flip", nil}, {"mech", "", nil},
		{"fast", "yes", 1.0}, {"fast", "ON", 1.0}, {"fast", "0", 0.0}, {"fast", "false", 0.0}, {"fast", "2", nil},
		{"fast", "", nil},
		{"angles", "", ""}, {"angles", "1,2,3", "1,2,3"}, {"angles", "1; 2\t3\n-4.50", "1,2,3,-4.5"},
		{"angles", "1,,2", "1,2"}, {"angles", "0,5; 7,25", "0.5,7.25"},
		{"angles", "1,NaN", nil}, {"angles", "361", nil}, {"angles", "1,x", nil},
		{"angles", strings.Repeat("1,", 41), nil}, {"angles", strings.Repeat("1,", 5000), nil},
		{"gain", "", ""}, {"gain", "1,2;3,4", "1,2;3,4"}, {"gain", "1 2\n3 4\n", "1,2;3,4"}, {"gain", " ; 1 ; ", "1"},
		{"gain", "1,2;3", nil}, {"gain", "1,Inf", nil}, {"gain", ";;", nil}, {"gain", strings.Repeat("1,", 20000), nil},
		{"gain", "1e7", nil},
		// As NumPy, MATLAB, Octave, Julia and JSON write them: but for a pair of brackets it is refused.
		{"gain", "[[1, 0.1], [0, 1]]", nil}, {"gain", "[[1,0.1],[0,1]]", nil},
		{"gain", "array([[1. , 0.1],\n       [0. , 1. ]])", nil}, {"gain", "[[1.  0.1]\n [0.  1. ]]", nil},
		{"gain", "A = np.array([[1., 0.1],\r\n [0, 1]], dtype=np.float64)\n", nil},
		{"gain", "2×2 Matrix{Float64}:\n 1.0  0.1\n 0.0  1.0", nil},
		{"gain", "array([[1.5, 2.5]], dtype=float32)", nil}, {"gain", "matrix([[1],\n [2]])", nil},
		{"gain", "[[1 2 3\n  4]\n [5 6 7\n  8]]", nil}, {"gain", "[1, 2],\n[3, 4]", nil},
		{"gain", "[1 0.1; 0 1]", "1,0.1;0,1"}, {"gain", "A = [1, 0.1; 0, 1];", nil},
		{"gain", "1 0.1; 0 1", "1,0.1;0,1"},
		{"gain", "[1 0.1\n 0 1]", "1,0.1;0,1"}, {"gain", "[1 ... first\n 0.1; 0 ...\n 1]", nil},
		{"gain", "A =\n\n   1.0000   0.1000\n        0   1.0000\n\n", nil}, {"gain", "[1, -2]", "1,-2"},
		{"gain", "[]", nil}, {"gain", "[[1, 2], [3]]", nil}, {"gain", "[[[1, 2]]]", nil},
		{"gain", "[[1;2],[3;4]]", nil}, {"gain", "[[1. 2.]\n ...\n [3. 4.]]", nil}, {"gain", "[1 2 ... 3 4]", nil},
		{"gain", "1.0e+03 *\n 1 2", nil}, {"gain", "Diagonal Matrix\n 1 0\n 0 1", nil}, {"gain", "[1, 2", nil},
		{"gain", "array([[1., 2.]]) + 1", nil}, {"gain", "[1+2i 3]", nil}, {"gain", "2 * [[1, 2]]", nil},
		{"gain", "[[1, 2]] [3", nil}, {"gain", "[1 - 2]", nil}, {"gain", "[[nan, 1]]", nil},
		{"gain", "[[1, 2], [3, 4]]'", nil}, {"angles", "[1, 2, 3]", "1,2,3"}, {"angles", "array([1., 2.])", nil},
		{"angles", "1 2 3", "1,2,3"}, {"angles", "b = [0.5; 0.7]", nil}, {"angles", "[1. 2.\n 3. 4.]", nil},
		{"angles", "array([1., 2.,\r\n       3.])", nil}, {"angles", "[1 2 ...\n 3]", nil},
		{"angles", "[[1.],\n [2.]]", nil}, {"angles", "[[1, 2], [3, 4]]", nil}, {"angles", "[1, 2; 3, 4]", nil},
		{"angles", "[]", ""}, {"angles", "1 2]", nil}, {"gain", "[1 2", nil},
		{"angles", "[0. 1. ... 8. 9.]", nil}, {"angles", "1\u00a0000", nil},
	} {
		got, err := table.Find(c.param).Parse(c.text)
		if c.want == nil {
			if err == nil {
				t.Errorf("%s accepts %q as %v", c.param, c.text, got)
			} else if s := said(lang.Of(err)); len(s) > 300 || !strings.HasSuffix(s, ".") ||
				strings.ContainsAny(s, "\n⟨") {
				t.Errorf("%s refuses %.40q with %.400q, not one sentence", c.param, c.text, s)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s reads %q as %v (%v), want %v", c.param, c.text, got, err, c.want)
		}
		if f, ok := got.(float64); ok && f == 0 && math.Signbit(f) {
			t.Errorf("%s reads %q as −0", c.param, c.text)
		}
	}
}

// A parameter whose largest value is another's follows it: Set clamps to it and
// takes it down along, and a Spec above it is refused with a sentence that
// names both, also where the laboratory's own Check says nothing.
func TestMaxOf(t *testing.T) {
	l := capped{coin}
	table := l.Params()
	s := table.Defaults("coin").Set(table, "sensors", 1000)
	if s.Int("sensors") != 8 || s.Max(table.Find("sensors")) != 8 {
		t.Errorf("Set went to %d of at most %v", s.Int("sensors"), s.Max(table.Find("sensors")))
	}
	if s = s.Set(table, "steps", 5); s.Int("sensors") != 5 {
		t.Errorf("%d sensors of at most %d", s.Int("sensors"), s.Int("steps"))
	}
	if s = s.Set(table, "steps", 60); s.Int("sensors") != 5 || s.Max(table.Find("sensors")) != 40 {
		t.Errorf("%d sensors of at most %v", s.Int("sensors"), s.Max(table.Find("sensors")))
	}
	s, err := s.Set(table, "steps", 7).With(table, "sensors", "9")
	if err != nil {
		t.Fatal(err)
	}
	probs := lab.Validate(l, s)
	if len(probs) != 1 || probs[0].Field != "sensors" ||
		said(probs[0].Say) != "Sensors N is 9: it can be at most 7, the value of Steps T." {
		t.Errorf("refused with %v", probs)
	}
	got, probs := lab.ParseLink("#lab=coin&steps=6&window=5&sensors=9", func(string) lab.Laboratory {
		return l
	}, "coin")
	if len(probs) == 0 || len(lab.Validate(l, got)) > 0 {
		t.Errorf("the link was read as %v with %v", got, probs)
	}
}

// capped is the coin with at most as many sensors as steps.
type capped struct{ *labtest.Lab }

func (l capped) Params() lab.Table {
	t := l.Lab.Params()
	t.Find("sensors").MaxOf = "steps"
	t.Find("sensors").Default = 3
	return t
}

// Matrices have a largest size, and lists of one length are called so.
func TestSizes(t *testing.T) {
	p := lab.Param{Name: "A", Symbol: "A", Kind: lab.Matrix, Min: -1, Max: 1, MaxLen: 2}
	for _, text := range []string{"1,0,0", "1;0;0", strings.Repeat("1,", 2047) + "1"} {
		if _, err := p.Parse(text); err == nil || lang.Of(err).ID() != "lab.large" {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	if v, err := p.Parse("1,0;0,1"); err != nil || v != "1,0;0,1" {
		t.Errorf("%v, %v", v, err)
	}
	four := lab.Param{Kind: lab.List, Min: -20, Max: 20, MinLen: 4, MaxLen: 4}
	if got := said(four.Accepts()); got != "4 numbers between −20 and 20, separated by commas" {
		t.Error(got)
	}
}

// A matrix that may be several is read one by one; a Part of a Spec has one of them, or the last where it has no more.
func TestParts(t *testing.T) {
	p := lab.Param{Name: "A", Symbol: "A", Kind: lab.Matrix, Min: -9, Max: 9, MaxLen: 2, Parts: 3}
	for text, want := range map[string]string{"1, 0; 0, 1 | [2]": "1,0;0,1|2", "1;2\n|\n3": "1;2|3", "|5": "|5",
		"4": "4", "1|2|3": "1|2|3"} {
		if v, err := p.Parse(text); err != nil || v != want {
			t.Errorf("%q is read as %v (%v), want %s", text, v, err, want)
		}
	}
	for _, text := range []string{"1|2|3|4", "1|x", "1|10", "1|1,0;0", "1|1,2,3"} {
		if v, err := p.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	needed := p
	needed.MinLen = 1
	if v, err := needed.Parse("1|"); err == nil {
		t.Errorf("a matrix that is missing is read as %v", v)
	}
	one := lab.Param{Name: "B", Kind: lab.Matrix, Min: -9, Max: 9}
	if v, err := one.Parse("1|2"); err == nil {
		t.Errorf("two matrices in place of one are read as %v", v)
	}
	table := lab.Table{p, one}
	s, err := table.Defaults("lqg").With(table, "A", "1,2|3")
	if err == nil {
		s, err = s.With(table, "B", "7")
	}
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"1,2", "3", "3"} {
		if of := s.Part(table, k); of.Text("A") != want || of.Text("B") != "7" || s.Text("A") != "1,2|3" {
			t.Errorf("part %d has A = %s, B = %s", k, of.Text("A"), of.Text("B"))
		}
	}
}

func TestLinkRoundTrip(t *testing.T) {
	table := coin.Params()
	for _, set := range [][2]string{
		{"s", "0.1"}, {"s", "0.30000000000000004"}, {"s", "5e-324"}, {"seed", "9007199254740991"}, {"seed", "0"},
		{"mech", "keep"}, {"fast", "no"},
		{"angles", "1,-2,3.25"}, {"gain", "1,2;-3.5,4e-9"}, {"eps", "ln 3"}, {"gamma", "1e-12"},
	} {
		s, err := table.Defaults("coin").With(table, set[0], set[1])
		if err != nil {
			t.Fatal(err)
		}
		link := s.Link(table)
		if strings.ContainsAny(link, "<>\" \n") {
			t.Errorf("the link %q is not safe to paste", link)
		}
		back, probs := lab.ParseLink("https://example.org/a/b/"+link, coin.Find, "coin")
		if len(probs) > 0 || !back.Equal(s) {
			t.Errorf("%v comes back from %s as %v, %v", set, link, back.Show(set[0]), probs)
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back, probs = lab.ParseJSON(data, coin.Find, "coin")
		if len(probs) > 0 || !back.Equal(s) {
			t.Errorf("%v comes back from %s as %v, %v", set, data, back.Show(set[0]), probs)
		}
	}
	if link := table.Defaults("coin").Link(table); link != "#lab=coin&v=2&seed=1" {
		t.Errorf("the default link is %s", link)
	}
}

// TestBadLinks checks that every link opens, with defaults for what is bad and
// one sentence for each fault.
func TestBadLinks(t *testing.T) {
	for _, c := range []struct {
		link  string
		notes []string
		keeps [2]string
	}{
		{"", nil, [2]string{"s", "0.8"}},
		{"#", nil, [2]string{"s", "0.8"}},
		{"#lab=coin&s=0.5", nil, [2]string{"s", "0.5"}},
		{"lab=coin&s=0.5", nil, [2]string{"s", "0.5"}},
		{"#lab=coin&s=7&sensors=5", []string{"s lab.refused"}, [2]string{"sensors", "5"}},
		{"#lab=coin&s=NaN", []string{"s lab.refused"}, [2]string{"s", "0.8"}},
		{"#lab=coin&steps=6&window=9&s=0.5", []string{"window "}, [2]string{"steps", "6"}},
		{"#lab=coin&steps=4&window=9&s=0.5", []string{"window "}, [2]string{"s", "0.5"}},
		{"#lab=moon&s=0.5", []string{"lab lab.file.lab"}, [2]string{"s", "0.5"}},
		{"#lab=coin&colour=red", []string{"colour lab.none.param"}, [2]string{"s", "0.8"}},
		{"#lab=coin&a=1&b=2&c=3", []string{"a lab.none.param", " lab.link.more"}, [2]string{"s", "0.8"}},
		{"#lab=coin&s", []string{" lab.link.parts"}, [2]string{"s", "0.8"}},
		{"#lab=coin&s=%zz", []string{" lab.link.parts"}, [2]string{"s", "0.8"}},
		{"#lab=coin&v=2&s=0.5", nil, [2]string{"s", "0.5"}},
		{"#lab=coin&v=1&s=0.5", []string{"v lab.link.version"}, [2]string{"s", "0.5"}},
		{"#lab=coin&v=99&s=0.5", []string{"v lab.link.version"}, [2]string{"s", "0.5"}},
		{"#lab=coin&s=0.5&s=0.25", nil, [2]string{"s", "0.25"}},
		{"#lab=coin&s=0.5&" + strings.Repeat("x", 20000), []string{" lab.link.long", " lab.link.parts"},
			[2]string{"s", "0.5"}},
		{"#" + strings.Repeat("%zz&=x&q<b>", 910), []string{" lab.link.parts"}, [2]string{"s", "0.8"}},
	} {
		s, probs := lab.ParseLink(c.link, coin.Find, "coin")
		if more := lab.Validate(coin, s); len(more) > 0 {
			t.Errorf("%.40q opens as a Spec that cannot run: %v", c.link, more)
		}
		if got := s.Show(c.keeps[0]); got != c.keeps[1] {
			t.Errorf("%.40q: %s is %s, want %s", c.link, c.keeps[0], got, c.keeps[1])
		}
		if len(probs) != len(c.notes) {
			t.Errorf("%.40q: %d notes: %v", c.link, len(probs), probs)
			continue
		}
		for i, p := range probs {
			if got := p.Field + " " + p.Say.ID(); got != c.notes[i] || len(said(p.Say)) > 400 {
				t.Errorf("%.40q: the note is %q, not %q: %s", c.link, got, c.notes[i], said(p.Say))
			}
		}
	}
}

func TestBadJSON(t *testing.T) {
	for _, c := range []struct {
		data  string
		notes []string
		keeps [2]string
	}{
		{`{}`, nil, [2]string{"s", "0.8"}},
		{`{"lab":"coin","s":0.5,"mech":"keep"}`, nil, [2]string{"mech", "keep"}},
		{`{"s":"0.5"}`, nil, [2]string{"s", "0.5"}},
		{`{"angles":[1,2,3]}`, nil, [2]string{"angles", "1,2,3"}},
		{`{"fast":false}`, nil, [2]string{"fast", "0"}},
		{`{"spec":{"lab":"coin","s":0.25},"c1":5}`, nil, [2]string{"s", "0.25"}},
		{`{"s":2}`, []string{"s lab.refused"}, [2]string{"s", "0.8"}},
		{`{"s":null}`, []string{"s lab.refused"}, [2]string{"s", "0.8"}},
		{`{"s":{}}`, []string{"s lab.refused"}, [2]string{"s", "0.8"}},
		{`{"s":-0.1,"r":0,"sensors":5}`, []string{"r lab.refused", "s lab.refused"}, [2]string{"sensors", "5"}},
		{`{"lab":"moon"}`, []string{"lab lab.file.lab"}, [2]string{"s", "0.8"}},
		{`{"lab":7}`, []string{"lab lab.file.lab"}, [2]string{"s", "0.8"}},
		{`{"version":2}`, nil, [2]string{"s", "0.8"}},
		{`{"version":1}`, []string{"version lab.file.version"}, [2]string{"s", "0.8"}},
		{`{"lab":"m\u003cb"}`, []string{"lab lab.file.lab"}, [2]string{"s", "0.8"}},
		{`{"spec":{"lab":"coin","s":0.25},"version":3}`, nil, [2]string{"s", "0.25"}},
		{`{"spec":{"lab":"coin","s":0.25},"version":99}`, []string{"version lab.file.version"}, [2]string{"s", "0.25"}},
		{`{"spec":{"lab":"coin","s":0.25},"version":"x"}`, []string{"version lab.file.version"},
			[2]string{"s", "0.25"}},
		{`{"version":3}`, []string{"version lab.file.version"}, [2]string{"s", "0.8"}},
		{`{"colour":1}`, []string{"colour lab.none.param"}, [2]string{"s", "0.8"}},
		{`{"spec":3}`, []string{"spec lab.file.spec"}, [2]string{"s", "0.8"}},
		{`{"spec":null}`, []string{"spec lab.file.spec"}, [2]string{"s", "0.8"}},
		{`[1]`, []string{" lab.file.json"}, [2]string{"s", "0.8"}},
		{`null`, []string{" lab.file.json"}, [2]string{"s", "0.8"}},
		{``, []string{" lab.file.json"}, [2]string{"s", "0.8"}},
		{`{"s":0.5`, []string{" lab.file.json"}, [2]string{"s", "0.8"}},
	} {
		s, probs := lab.ParseJSON([]byte(c.data), coin.Find, "coin")
		if more := lab.Validate(coin, s); len(more) > 0 {
			t.Errorf("%s opens as a Spec that cannot run: %v", c.data, more)
		}
		if got := s.Show(c.keeps[0]); got != c.keeps[1] {
			t.Errorf("%s: %s is %s, want %s", c.data, c.keeps[0], got, c.keeps[1])
		}
		if len(probs) != len(c.notes) {
			t.Errorf("%s: %d notes: %v", c.data, len(probs), probs)
			continue
		}
		for i, p := range probs {
			if got := p.Field + " " + p.Say.ID(); got != c.notes[i] {
				t.Errorf("%s: the note is %q, not %q", c.data, got, c.notes[i])
			}
		}
	}
}

func TestSpec(t *testing.T) {
	table := coin.Params()
	s := table.Defaults("coin")
	next := s.Set(table, "s", 7)
	if next.Float("s") != 1 || s.Float("s") != 0.8 {
		t.Errorf("Set gives %v and leaves %v", next.Float("s"), s.Float("s"))
	}
	if got := s.Set(table, "sensors", 4.6).Int("sensors"); got != 5 {
		t.Errorf("Set rounds 4.6 to %d", got)
	}
	if !s.Set(table, "s", math.NaN()).Equal(s) || !s.Set(table, "nothing", 1).Equal(s) {
		t.Error("Set takes what it should ignore")
	}
	if s.SameRun(table, next) || !s.SameRun(table, s.Set(table, "fast", 0)) {
		t.Error("SameRun does not follow Rerun")
	}
	if _, err := s.With(table, "nothing", "1"); err == nil {
		t.Error("With takes an unknown parameter")
	}
	if got := table.Find("maxm"); s.Shown(got) || !s.Set(table, "seq", 1).Shown(got) {
		t.Error("Shown does not follow Only")
	}
	if got := lab.Settings(s); got.Grid != 2 || got.N != 1000 || got.M != 10000 || got.Beta != 0.05 ||
		got.Gamma != 1e-9 || got.Seed != 1 || !got.Learn || got.Sequential {
		t.Errorf("Settings = %+v", got)
	}
}

func TestStart(t *testing.T) {
	s := coin.Params().Defaults("coin")
	if _, err := lab.Start(coin, s, "dance"); err == nil || lang.Of(err).ID() != "lab.none.analysis" {
		t.Errorf("an unknown task: %v", err)
	}
	bad := s.Set(coin.Params(), "steps", 2)
	if _, err := lab.Start(coin, bad, lab.Audit); err == nil {
		t.Error("fields that do not go together were started")
	}
	if _, err := lab.LookAt(coin, bad, nil); err == nil {
		t.Error("fields that do not go together were looked at")
	}
	look, err := lab.LookAt(coin, s, nil)
	if err != nil || len(look.Sheets) != 1 || look.Film == nil {
		t.Errorf("look = %+v, %v", look, err)
	}
}

func FuzzParseLink(f *testing.F) {
	for _, s := range []string{"", "#lab=coin&v=2&s=0.5", "#lab=coin&angles=1,2,3&gain=1,2;3,4", "#lab=x&v=1", "%zz&=x",
		"#s=ln 3&mech=keep&seed=9007199254740991", "#lab=coin&steps=1&window=60"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, link string) {
		s, probs := lab.ParseLink(link, coin.Find, "coin")
		holds(t, s, probs)
	})
}

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{"", "{}", `{"lab":"coin","s":0.5,"version":2}`, `{"spec":{"angles":[1,2]}}`,
		`{"s":"ln 2","gain":"1;2","fast":true}`, `{"s":1e999}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, probs := lab.ParseJSON(data, coin.Find, "coin")
		holds(t, s, probs)
	})
}

// holds checks what must be true of any parsed Spec: it can run, its notes are
// short, and it survives a round trip.
func holds(t *testing.T, s lab.Spec, probs []lab.Problem) {
	t.Helper()
	if more := lab.Validate(coin, s); len(more) > 0 {
		t.Fatalf("cannot run: %v", more)
	}
	for _, p := range probs {
		if n := len(said(p.Say)); n == 0 || n > 1000 {
			t.Errorf("the note has %d characters", n)
		}
	}
	back, probs := lab.ParseLink(s.Link(coin.Params()), coin.Find, "coin")
	if len(probs) > 0 || !back.Equal(s) {
		t.Errorf("%s does not come back: %v", s.Link(coin.Params()), probs)
	}
	data, err := s.MarshalJSON()
	if err != nil || !json.Valid(data) {
		t.Fatalf("JSON: %s %v", data, err)
	}
	if back, probs = lab.ParseJSON(data, coin.Find, "coin"); len(probs) > 0 || !back.Equal(s) {
		t.Errorf("%s does not come back: %v", data, probs)
	}
}

func FuzzParam(f *testing.F) {
	for _, s := range []string{"", "1", "-1", "ln 3", "1,5", "1,2;3,4", "yes", "flip", "NaN", "0x10", "1e-320",
		strings.Repeat("l", 50) + "n"} {
		f.Add(uint8(0), s)
	}
	table := coin.Params()
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		p := &table[int(i)%len(table)]
		v, err := p.Parse(text)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Errorf("a note of %d characters", len(err.Error()))
			}
			return
		}
		// What was accepted is accepted again, in the form that links use.
		s, err := table.Defaults("coin").With(table, p.Name, text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := p.Parse(s.Show(p.Name))
		if err != nil || again != v {
			t.Errorf("%s reads %q as %v and %q as %v (%v)", p.Name, text, v, s.Show(p.Name), again, err)
		}
	})
}

func ExampleParseLink() {
	s, problems := lab.ParseLink("#lab=coin&v=2&s=0.5&sensors=2", coin.Find, "coin")
	fmt.Println(s.Float("s"), s.Int("sensors"))
	for _, p := range problems {
		fmt.Println(labtest.Language().Say(p.Say))
	}
	// Output:
	// 0.5 10
	// Sensors N cannot be “2”: it takes a whole number from 3 to 40.
}

// sheetless is a laboratory whose sheets fail.
type sheetless struct{ *labtest.Lab }

func (l sheetless) Open(s lab.Spec) (lab.Model, error) {
	m, err := l.Lab.Open(s)
	return sheetlessModel{m}, err
}

type sheetlessModel struct{ lab.Model }

func (sheetlessModel) Analyse(string) (work.Job, error) {
	return work.Once("work.working", func() ([]byte, error) { panic("ouch") }), nil
}

// A sheet that fails says so in its place, and the rest of a look stands.
func TestLookWithoutASheet(t *testing.T) {
	look, err := lab.LookAt(sheetless{coin}, coin.Params().Defaults("coin"), nil)
	if err != nil || look.Film == nil || len(look.Facts) == 0 || len(look.Sheets) != 1 ||
		look.Sheets[0].Lead.ID() != "work.stopped" {
		t.Errorf("%+v, %v", look, err)
	}
}

// A Spec is never read without its laboratory's table, where unknown fields and
// values out of range would pass unseen.
func TestSpecIsNotReadWithoutItsTable(t *testing.T) {
	var s lab.Spec
	if err := json.Unmarshal([]byte(`{"lab":"coin","bias":0.6}`), &s); err == nil {
		t.Errorf("a Spec was read without a table: %+v", s)
	}
	for data, want := range map[string]string{
		`{"c1": 1}`: "lab.file.json", `{"spec": {"bias": 7}}`: "lab.none.param", `{"spec": 3}`: "lab.file.json",
	} {
		if r, err := lab.UnmarshalReport([]byte(data), coin.Find, "coin"); err == nil || lang.Of(err).ID() != want {
			t.Errorf("%s: got %v, %v, want %q", data, r, err, want)
		}
	}
}

// What was typed stands in a sentence as it was typed, and what nobody would see there by
// its number.
func TestEcho(t *testing.T) {
	for data, want := range map[string]string{
		`{"lab":"\u003cb\u003e"}`:              "There is no laboratory “<b>”.",
		`{"lab":7}`:                            "There is no laboratory “7”.",
		`{"lab":"coin\u0000"}`:                 "There is no laboratory “coin‹U+0000›”.",
		`{"\u202eenoc":1}`:                     "There is no parameter “‹U+202E›enoc” in this laboratory.",
		`{"spec":{"lab":"coin"},"version":99}`: "The file says version 99; this program reads version 3.",
	} {
		_, probs := lab.ParseJSON([]byte(data), coin.Find, "coin")
		if len(probs) != 1 || english.Say(probs[0].Say) != want {
			t.Errorf("%s: %v, want %q", data, probs, want)
		}
	}
}

// A program's text is refused for what it holds, and its lines may end as they like.
func TestCode(t *testing.T) {
	table := lab.Table{{Name: "code", Kind: lab.Code, MaxLen: 100}}.Of("coin")
	s := table.Defaults("coin")
	for text, want := range map[string]string{
		"a\x00":                           "lab.code.sign",
		"a\nb\u202ec":                     "lab.code.sign",
		"a\u2066b":                        "lab.code.sign",
		"a\xff":                           "lab.code.utf8",
		strings.Repeat("a", 101):          "lab.long",
		"é \u05d0 \u200f\t# fine\r\nb\rc": "",
	} {
		got, err := s.With(table, "code", text)
		if err != nil && lang.Of(err).ID() != want || err == nil && want != "" {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if err == nil && strings.Contains(got.Text("code"), "\r") {
			t.Errorf("%q is taken as %q", text, got.Text("code"))
		}
	}
	_, err := s.With(table, "code", "a\nb\u202ec")
	if !strings.Contains(english.Say(lang.Of(err)), "‹U+202E› in line 2") {
		t.Error(english.Say(lang.Of(err)))
	}
}

// A name that is misspelt in the code does not read as 0.
func TestMisspeltNamesPanic(t *testing.T) {
	s := coin.Params().Defaults("coin")
	for name, read := range map[string]func(){
		"Float": func() { s.Float("bais") }, "Int": func() { s.Int("bais") }, "Flag": func() { s.Flag("bais") },
		"Text": func() { s.Text("bais") }, "Show": func() { s.Show("bais") }, "List": func() { s.List("bais") },
	} {
		func() {
			defer func() {
				if r := recover(); r != `the laboratory "coin" has no parameter "bais"` {
					t.Errorf("%s: %v", name, r)
				}
			}()
			read()
		}()
	}
	if s.Has("bais") || !s.Has("s") || len(lab.Validate(coin, lab.Spec{Lab: "coin"})) == 0 {
		t.Error("a Spec without values is taken for one with all")
	}
}

// TestTypedNumbers: numbers as people write them, and as a page prints them, in fields for
// whole numbers and for real ones.
func TestTypedNumbers(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	whole := lab.Param{Name: "n", Kind: lab.Int, Max: 1e7}
	real := lab.Param{Name: "s", Kind: lab.Float, Min: -1e7, Max: 1e7}
	for _, c := range []struct {
		text                 string
		whole, english, deut float64 // −1: refused
	}{
		{"20000", 20000, 20000, 20000}, {"20,000", 20000, 20000, 20}, {"20 000", 20000, 20000, 20000},
		{"20\u00a0000", 20000, 20000, 20000}, {"20\u2009000", 20000, 20000, 20000},
		{"20\u202f000", 20000, 20000, 20000},
		{"20'000", 20000, 20000, 20000}, {"20’000", 20000, 20000, 20000}, {"10.000", 10000, 10, 10},
		{"1,234,567", 1234567, 1234567, 1234567}, {"1.234.567", 1234567, 1234567, 1234567},
		{"1e5", 1e5, 1e5, 1e5}, {"1E5", 1e5, 1e5, 1e5}, {"+7", 7, 7, 7}, {"1,5", -1, 1.5, 1.5},
		{"1,25", -1, 1.25, 1.25},
		{"1.25", -1, 1.25, 1.25}, {"1,250", 1250, 1250, 1.25}, {"1.250", 1250, 1.25, 1.25}, {"0,250", -1, 0.25, 0.25},
		{"1.250,5", -1, 1250.5, 1250.5}, {"1,250.5", -1, 1250.5, 1250.5}, {"11 608,31", -1, 11608.31, 11608.31},
		{"1234,500", -1, 1234.5, 1234.5}, {"20,00", 20, 20, 20}, {"2,0000", 2, 2, 2}, {"12,34,567", -1, -1, -1},
		{"20 00", -1, -1, -1}, {"1,2,3", -1, -1, -1}, {"0 000", -1, -1, -1}, {"1..5", -1, -1, -1},
		{"−20", -1, -20, -20},
	} {
		for name, read := range map[string]func() (float64, any, error){
			"whole, English": func() (float64, any, error) {
				v, err := whole.Parse(whole.Typed(texts.English(), c.text))
				return c.whole, v, err
			},
			"whole, German": func() (float64, any, error) {
				v, err := whole.Parse(whole.Typed(german, c.text))
				return c.whole, v, err
			},
			"real, English": func() (float64, any, error) {
				v, err := real.Parse(real.Typed(texts.English(), c.text))
				return c.english, v, err
			},
			"real, German": func() (float64, any, error) {
				v, err := real.Parse(real.Typed(german, c.text))
				return c.deut, v, err
			},
		} {
			if want, v, err := read(); (err != nil) != (want == -1) || err == nil && v != want {
				t.Errorf("%q, %s: %v, %v; not %v", c.text, name, v, err, want)
			}
		}
	}
	if _, err := whole.Parse("20,00,0"); err.(*lab.Problem).Say.ID() != "lab.refused.groups" {
		t.Error(err)
	}
	if s, probs := lab.ParseLink("#lab=coin&n=2,000&m=20%20000", coin.Find, "coin"); len(probs) > 0 ||
		s.Int("n") != 2000 || s.Int("m") != 20000 || !strings.Contains(s.Link(coin.Params()), "n=2000&m=20000") {
		t.Errorf("%v, %v", s.Link(coin.Params()), probs)
	}
}

// A file holds matrices as texts: arrays in arrays are refused.
func TestArraysInAFile(t *testing.T) {
	find := func(string) lab.Laboratory { return coin }
	s, probs := lab.ParseJSON([]byte(`{"lab": "coin", "gain": "1, 0.1; 0, 1", "angles": "1, 2, 3"}`), find, "coin")
	if len(probs) > 0 || s.Text("gain") != "1,0.1;0,1" || s.Text("angles") != "1,2,3" {
		t.Errorf("%v, gain %s, angles %s", probs, s.Text("gain"), s.Text("angles"))
	}
	_, probs = lab.ParseJSON([]byte(`{"lab": "coin", "gain": [[1, 0.1], [0, 1]], "angles": [1, 2, 3]}`), find, "coin")
	if len(probs) != 1 || probs[0].Field != "gain" {
		t.Error(probs)
	}
}

// A list of one number with a decimal comma, as a German page shows it, is read as that number.
func TestTypedLists(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	p := lab.Param{Name: "b", Kind: lab.List, Min: -9, Max: 9, MinLen: 1, MaxLen: 9}
	for _, c := range []struct{ text, german, english string }{{"0,05", "0.05", "0,5"}, {" -0,5 ", "-0.5", "-0,5"},
		{"0,05; 0,5", "0.05,0.5", "0.05,0.5"},
		{"1, 2", "1,2", "1,2"}, {"1,2,3", "1,2,3", "1,2,3"},
		{"0.5,2", "0.5,2", "0.5,2"}} {
		de, err1 := p.Parse(p.Typed(german, c.text))
		en, err2 := p.Parse(p.Typed(texts.English(), c.text))
		if err1 != nil || err2 != nil || de != c.german || en != c.english {
			t.Errorf("%q is read as %v (%v) and %v (%v)", c.text, de, err1, en, err2)
		}
	}
	for _, stored := range []string{"0.05", "1,2", "-0.5,0.25", ""} {
		p.MinLen = 0
		if got, err := p.Parse(p.Typed(german, german.Typed(strings.ReplaceAll(stored, ",", ", ")))); got != stored {
			t.Errorf("%q is shown and read as %v (%v)", stored, got, err)
		}
	}
}
