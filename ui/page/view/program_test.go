package view

import (
	"slices"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/test/english"
	"indistinct/ui/wire"
)

// TestFaultKeepsFromRunning: a wrong program keeps the test from running, and the button
// leads to it; a change lifts that until it has been looked at.
func TestFaultKeepsFromRunning(t *testing.T) {
	m, s := openWorkshop(t, nil, "#lab=workshop")
	s.Looks[0].Done(wire.Looked{})
	m.Type("code", "def release(x:\n")
	asked := len(s.Looks)
	s.Pass()
	if len(s.Looks) != asked+1 {
		t.Fatalf("%d looks after a pause, want 1", len(s.Looks)-asked)
	}
	wrong := lang.Verbatim("Got newline, want comma.")
	s.Looks[asked].Done(wire.Looked{Err: wrong, Field: "code", Line: 1})
	if m.Front.Trouble != "" {
		t.Errorf("trouble %q", m.Front.Trouble)
	}
	r := &Run{Part{m, m.Front}}
	if m.Front.Ready() || r.mend() != m.Text("page.mend.line", "line", 1) {
		t.Errorf("ready %v, %q", m.Front.Ready(), r.mend())
	}
	begin(m, m.Test)
	if s.Focused != "p-code" || len(s.Runs) != 0 {
		t.Errorf("pressing Run test leads to %q, with %d runs", s.Focused, len(s.Runs))
	}
	m.Type("code", "def release(x): return 0\n")
	if !m.Front.Ready() {
		t.Error("a mended program still may not run")
	}
	s.Pass()
	wrong = lang.Verbatim("The program has no pairs.")
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: wrong, Field: "code"})
	if r.mend() != m.Text("page.mend.program") {
		t.Errorf("%q", r.mend())
	}
}

// TestCurvedClaimIsSaid: of a program that claims μ or ρ the page says that this is what is
// tested, and offers no other claim.
func TestCurvedClaimIsSaid(t *testing.T) {
	m, s := openWorkshop(t, nil, "#lab=workshop")
	s.Claims(0.1, 0)
	m.Type("code", "claim = gdp(0.5)\npairs = [(0, 1)]\ndef release(x):\n    return x\n")
	s.Claim(privacy.Claim{Notion: privacy.Gaussian, Value: 0.5})
	if m.Front.Script.OtherClaim() != nil || m.Front.Script.CurvedClaim() == nil || m.Front.Spec.Float("eps") != 0.1 {
		t.Fatalf("tested is ε = %v, %v", m.Front.Spec.Float("eps"), m.Front.Script.CurvedClaim())
	}
	if said := english.Say((&Claim{Part{m, m.Front}}).promise()); !strings.Contains(said, "μ = 0.5") {
		t.Error(said)
	}
	m.Type("code", "claim = 1\npairs = [(0, 1)]\ndef release(x):\n    return x\n")
	if s.Claims(1, 0); m.Front.Script.CurvedClaim() != nil || m.Front.Spec.Float("eps") != 1 {
		t.Errorf("tested is ε = %v, %v", m.Front.Spec.Float("eps"), m.Front.Script.CurvedClaim())
	}
}

// TestProgramsClaimIsTested: the claim of a program that was edited is what
// is tested, also by a press that does not wait for it; what the visitor sets after
// that stays, and is said; so does what a link or a preset says.
func TestProgramsClaimIsTested(t *testing.T) {
	program := func(claim string) string {
		return "claim = " + claim + "\npairs = [(0, 1)]\ndef release(x):\n    return x\n"
	}
	m, s := openWorkshop(t, nil, "#lab=workshop")
	s.Claims(0.1, 0)
	eps := func() float64 { return m.Front.Spec.Float("eps") }
	asks := func(step string, want float64, strip ...lang.Message) {
		t.Helper()
		d := &Claim{Part{m, m.Front}}
		var said []lang.Message
		if m.Front.Script.OtherClaim() != nil {
			said = []lang.Message{d.strip(), d.test()}
		}
		if eps() != want || !slices.Equal(said, strip) {
			t.Errorf("%s: ε = %v is tested, want %v; %q, want %q", step, eps(), want, said, strip)
		}
	}
	// The strip and its button, where the program claims another ε than is tested.
	strip := func(claims, asks float64) lang.Message {
		return lang.Say("page.claim.other", "claims", claims, "asks", asks)
	}
	button := func(eps float64) lang.Message { return lang.Say("page.claim.test", "eps", eps) }
	m.Type("code", program("1"))
	asks("before the program was read", 0.1)
	s.Claims(1, 0)
	asks("edited", 1)
	s.Pass()
	if !strings.Contains(s.LastHash, "eps=1&") {
		t.Errorf("the address is %s", s.LastHash)
	}

	m.Front.Set(m.Front.Spec.Set(m.Front.Table, "eps", 0.1)) // the slider
	asks("the slider", 0.1, strip(1, 0.1), button(1))
	m.Type("code", program("1")+"# the same claim\n")
	s.Claims(1, 0)
	asks("edited elsewhere", 0.1, strip(1, 0.1), button(1))
	m.TestClaim(m.Front)
	asks("the strip's button", 1)
	m.Front.Set(m.Front.Spec.Set(m.Front.Table, "eps", 0.1))

	m.Type("code", program("(2, 0.25)"))
	s.Claims(2, 0.25)
	asks("with δ", 2)
	if d := m.Front.Spec.Float("delta"); d != 0.25 {
		t.Errorf("δ = %v is tested", d)
	}
	m.Type("code", program("(2, 0.75)")) // the table takes no such δ
	s.Claims(2, 0.75)
	asks("a δ that cannot be tested", 2, lang.Say("page.claim.other.delta", "claims", 2.0, "delta", 0.75, "asks", 2.0,
		"asksDelta", 0.25), lang.Verbatim(""))

	m.Preset("3")
	s.Claims(1, 0)
	asks("a preset", m.Front.PresetSpec(m.Front.Presets[3]).Float("eps"), strip(1, 0.1), button(1))
	link := m.Front.Spec.Set(m.Front.Table, "eps", 0.5).Link(m.Front.Table)
	m.Open(link)
	s.Claims(1, 0)
	asks("a link", 0.5, strip(1, 0.5), button(1))

	runs, wrong := len(s.Runs), lang.Verbatim("Got newline, want comma.")
	m.Type("code", program("3"))
	m.Test()
	if len(s.Runs) != runs {
		t.Fatal("the test ran before the program's claim was known")
	}
	s.Claims(3, 0)
	if len(s.Runs) != runs+1 || s.Runs[runs].Spec.Float("eps") != 3 {
		t.Errorf("%d runs, ε = %v", len(s.Runs)-runs, eps())
	}
	s.Runs[runs].Done(nil, wire.Cancelled)
	m.Type("code", "def release(x:\n")
	m.Test()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Err: wrong, Field: "code", Line: 1})
	if len(s.Runs) != runs+1 {
		t.Error("a program with a fault was run")
	}
	s.Pass()
}
