package panel

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/privacy"
	"indistinct/ui/wire"
)

// bench is a page with the workshop in front.
func bench(t *testing.T, kept map[string]string, link string) (*Model, *stage) {
	t.Helper()
	s := &stage{kept: kept}
	m := New(s, s, []lab.Laboratory{toy{}, workshop.Lab{}}, "toy")
	m.Start("", false, link)
	return m, s
}

// TestFaultsLeadToTheirLine: a wrong program keeps the test from running and
// says where; a change lifts that until it has been looked at.
func TestFaultsLeadToTheirLine(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	s.looks[0].done(wire.Looked{})
	m.Type("code", "def release(x:\n")
	asked := len(s.looks)
	s.pass()
	if len(s.looks) != asked+1 {
		t.Fatalf("%d looks after a pause, want 1", len(s.looks)-asked)
	}
	s.looks[asked].done(wire.Looked{Err: "Line 1: Got newline, want comma.", Field: "code"})
	c := &Editor{m, m.Desk, m.Desk.program()}
	if c.line() != 1 || c.say() != "Got newline, want comma." || m.Desk.Trouble != "" {
		t.Errorf("line %d, %q, trouble %q", c.line(), c.say(), m.Desk.Trouble)
	}
	r := &Run{m, m.Desk}
	if m.Desk.ready() || !r.disabled() || r.mend() != "Mend line 1 of the program first" {
		t.Errorf("ready %v, %q", m.Desk.ready(), r.mend())
	}
	r.press()
	if s.focus != "p-code" || len(s.runs) != 0 {
		t.Errorf("pressing Run test leads to %q, with %d runs", s.focus, len(s.runs))
	}
	m.Type("code", "def release(x): return 0\n")
	if !m.Desk.ready() {
		t.Error("a mended program still may not run")
	}
	s.pass()
	s.looks[len(s.looks)-1].done(wire.Looked{Err: "The program has no pairs.", Field: "code"})
	c = &Editor{m, m.Desk, m.Desk.program()}
	if c.line() != 0 || c.say() != "The program has no pairs." || r.mend() != "Mend the program first" {
		t.Errorf("line %d, %q, %q", c.line(), c.say(), r.mend())
	}
	m.Go("toy", "")
	m.Go("workshop", "")
	if got := m.Desk.program().Text; got != "def release(x): return 0\n" {
		t.Errorf("after another laboratory the program is %q", got)
	}
}

// TestProgramsAreKept: what a visitor wrote survives a reload, however long,
// and a classic that is picked in its place.
func TestProgramsAreKept(t *testing.T) {
	for _, text := range []string{"pairs = []\n", strings.Repeat("# a program too long for a link\n", 500)} {
		m, s := bench(t, nil, "#lab=workshop&eps=2")
		m.Type("code", text)
		m.Flush()
		if again, _ := bench(t, s.kept, s.hash); again.Desk.Spec.Text("code") != text {
			t.Errorf("a program of %d bytes is lost by a reload of %.80s", len(text), s.hash)
		}
		if elsewhere, _ := bench(t, s.kept, "#lab=workshop&eps=3"); len(text) > 8000 && elsewhere.Desk.Spec.Text("code") == text {
			t.Error("another address opens with the program that was kept")
		}
		m.Preset("3")
		if m.Desk.Spec.Text("code") == text || m.Desk.mine != text {
			t.Fatalf("after a classic was picked, kept is %.40q", m.Desk.mine)
		}
		m.Preset("4")
		m.Preset(mine)
		if m.Desk.Spec.Text("code") != text {
			t.Error("the visitor's own program does not come back")
		}
	}
}

// TestOtherProgramIsAskedAtOnce: the look at a program may never be answered, so that
// one at another program does not wait for it; of the same one, one look follows another.
func TestOtherProgramIsAskedAtOnce(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	m.Type("code", "def release(x): return 0\n")
	s.pass()
	asked := len(s.looks)
	m.Type("n", "300")
	s.pass()
	if len(s.looks) != asked {
		t.Errorf("%d looks at one program at once", len(s.looks)-asked+1)
	}
	m.Preset("0")
	s.pass()
	if len(s.looks) != asked+1 || m.Settled() {
		t.Errorf("%d looks at another program", len(s.looks)-asked)
	}
	m.Type("code", "def release(x): return 1\n")
	s.pass()
	if len(s.looks) != asked+2 {
		t.Errorf("%d looks at programs", len(s.looks)-asked)
	}
	s.looks[asked+1].done(wire.Looked{})
	if !m.Settled() {
		t.Error("the page waits for a look that was superseded")
	}
}

// TestProgramFromFile: what is none changes nothing, and one that takes the
// place of what was typed leaves it within reach.
func TestProgramFromFile(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	typed, loaded := "pairs = [(0, 1)]\ndef release(x):\n    return x # mine\n", "pairs = [(0, 1)]\ndef release(x):\n    return 0\n"
	m.Type("code", typed)
	for name, data := range map[string]string{"a.csv": "1.5\n2.5\n", "photo.star": "def release(x)\x00\xff", "long.star": loaded + strings.Repeat("#", 70000), "empty.star": ""} {
		m.Load(name, []byte(data))
		if m.Desk.Spec.Text("code") != typed || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], name) {
			t.Errorf("%s: %q, and the program is %.40q", name, m.Notes, m.Desk.Spec.Text("code"))
		}
	}
	m.Load("mech.star", []byte(strings.ReplaceAll(loaded, "\n", "\r\n")))
	if m.Desk.program().Text != loaded || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "The program in mech.star is set") {
		t.Errorf("%q, and the program is %q", m.Notes, m.Desk.program().Text)
	}
	if m.Preset(mine); m.Desk.program().Text != typed {
		t.Errorf("what was typed is lost: %q", m.Desk.program().Text)
	}
	s.pass()
}

// TestEditorKnowsBuiltIns asks the interpreter for every name that the editor
// colours as one that programs may use.
func TestEditorKnowsBuiltIns(t *testing.T) {
	data, err := os.ReadFile("../../public/editor.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(data), "const known")
	list, _, _ = strings.Cut(list, ";")
	names := 0
	for _, part := range regexp.MustCompile(`'([^']*)'`).FindAllStringSubmatch(list, -1) {
		for _, name := range strings.Fields(part[1]) {
			names++
			if _, err := (starlark.Interpreter{}).Compile("f = " + name + "\npairs = [(0, 1)]\ndef release(x):\n    return x\n"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if names < 40 {
		t.Errorf("only %d names were found", names)
	}
}

// claims lets time pass and answers all looks as a program of that claim would have them
// answered.
func (s *stage) claims(epsilon, delta float64) {
	s.pass()
	for n := 0; n != len(s.looks); s.pass() {
		n = len(s.looks)
		s.looks[n-1].done(wire.Looked{Look: lab.Look{Claim: &privacy.Budget{Epsilon: epsilon, Delta: delta}}})
	}
}

// TestProgramsClaimIsTested: the claim of a program that was edited or opened is what
// is tested, also by a press that does not wait for it; what the visitor sets after
// that stays, and is said; so does what a link or a preset says.
func TestProgramsClaimIsTested(t *testing.T) {
	program := func(claim string) string {
		return "claim = " + claim + "\npairs = [(0, 1)]\ndef release(x):\n    return x\n"
	}
	m, s := bench(t, nil, "#lab=workshop")
	s.claims(0.1, 0)
	eps := func() float64 { return m.Desk.Spec.Float("eps") }
	asks := func(step string, want float64, strip string) {
		t.Helper()
		d := &Basics{m, m.Desk}
		said := ""
		if m.Desk.otherClaim() != nil {
			said = d.strip() + "; " + d.test()
		}
		if eps() != want || said != strip {
			t.Errorf("%s: ε = %v is tested, want %v; %q, want %q", step, eps(), want, said, strip)
		}
	}
	m.Type("code", program("1"))
	asks("before the program was read", 0.1, "")
	s.claims(1, 0)
	asks("edited", 1, "")
	s.pass()
	if !strings.Contains(s.hash, "eps=1&") {
		t.Errorf("the address is %s", s.hash)
	}

	m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, "eps", 0.1)) // the slider
	asks("the slider", 0.1, "The program claims ε = 1, the test asks 0.1; test ε = 1")
	m.Type("code", program("1")+"# the same claim\n")
	s.claims(1, 0)
	asks("edited elsewhere", 0.1, "The program claims ε = 1, the test asks 0.1; test ε = 1")
	m.TestClaim()
	asks("the strip's button", 1, "")
	m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, "eps", 0.1))

	m.Load("mech.star", []byte(program("1")))
	s.claims(1, 0)
	asks("opened", 1, "")
	m.Type("code", program("(2, 0.25)"))
	s.claims(2, 0.25)
	asks("with δ", 2, "")
	if d := m.Desk.Spec.Float("delta"); d != 0.25 {
		t.Errorf("δ = %v is tested", d)
	}
	m.Type("code", program("(2, 0.75)")) // the table takes no such δ
	s.claims(2, 0.75)
	asks("a δ that cannot be tested", 2, "The program claims (ε, δ) = (2, 0.75), the test asks (2, 0.25); ")

	m.Preset("3")
	s.claims(1, 0)
	asks("a preset", m.Desk.presetSpec(m.Desk.presets[3]).Float("eps"), "The program claims ε = 1, the test asks 0.1; test ε = 1")
	link := m.Desk.Spec.Set(m.Desk.Table, "eps", 0.5).Link(m.Desk.Table)
	m.Open(link)
	s.claims(1, 0)
	asks("a link", 0.5, "The program claims ε = 1, the test asks 0.5; test ε = 1")

	runs := len(s.runs)
	m.Type("code", program("3"))
	m.Test()
	if len(s.runs) != runs {
		t.Fatal("the test ran before the program's claim was known")
	}
	s.claims(3, 0)
	if len(s.runs) != runs+1 || s.runs[runs].spec.Float("eps") != 3 {
		t.Errorf("%d runs, ε = %v", len(s.runs)-runs, eps())
	}
	s.runs[runs].done(nil, wire.Cancelled)
	m.Type("code", "def release(x:\n")
	m.Test()
	s.looks[len(s.looks)-1].done(wire.Looked{Err: "Line 1: Got newline, want comma.", Field: "code"})
	if len(s.runs) != runs+1 {
		t.Error("a program with a fault was run")
	}
	s.pass()
}
