package workshop

import (
	"math"
	"strings"

	about "indistinct/core/about/workshop"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/script"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
)

// Lab is the workshop.
type Lab struct {
	about.Lab
	// Interpreter runs programs; nil in binaries that do not link it, where the
	// laboratory can be described but not opened.
	Interpreter script.Interpreter
	// Test is that of package samples; nil likewise.
	Test lab.SampleTest
}

// Services are the test of samples.
func (l Lab) Services() lab.Services { return lab.Services{Test: l.Test} }

// model is an opened Spec.
type model struct {
	spec        lab.Spec
	interpreter script.Interpreter
	mech        *programmed
	pairs       []script.Pair
}

// Open compiles the program and draws a few releases of every input, so that a
// fault is known before a run.
func (l Lab) Open(s lab.Spec) (lab.Model, error) {
	if l.Interpreter == nil {
		return nil, lang.Errorf("workshop.missing")
	}
	p, err := l.Interpreter.Compile(s.Text("code"))
	if err != nil {
		return nil, lab.Blame("code", err)
	}
	pair := s.Int("pair") - 1
	if n := len(p.Pairs()); pair >= n {
		return nil, &lab.Problem{Field: "pair", Say: lang.Say("workshop.pairs.none", "pair", pair+1, "n", n)}
	}
	m, err := newProgrammed(p, max(pair, 0), s.Seed())
	if err != nil {
		return nil, lab.Blame("code", err)
	}
	m.search, m.bits = pair < 0, s.Flag("bits")
	return &model{s, l.Interpreter, m, p.Pairs()}, nil
}

// Extras are what as many releases can show, the program's own claim, and its pairs,
// where the audit looks for the worst of them.
func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Meter: m.meter, Claim: m.mech.program.Claim(), Pairs: m.mech.Pairs(), On: m.on}
}

// on returns the model on one of them.
func (m *model) on(pair int) (lab.Model, error) {
	on := *m
	on.mech = m.mech.on(pair)
	on.mech.search = false
	return &on, nil
}

// tested is the pair that a search chose; without a search the one that the Spec
// names.
func (m *model) tested(pair int) script.Pair {
	if !m.mech.search || pair < 0 || pair >= len(m.pairs) {
		pair = m.mech.pair
	}
	return m.pairs[pair]
}

func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// meter says what as many releases can show: nothing is known of a visitor's
// program but what it releases.
func (m *model) meter() *lab.Meter {
	if m.spec.Curved(m.mech.program.Claim()).Curved() {
		return nil // it is not ε that is tested
	}
	set := lab.Settings(m.spec)
	if v := stat.NewBestFrontier(int64(set.M), set.Epsilon, set.Delta, set.Alpha).Best(); !math.IsInf(v, 1) {
		return &lab.Meter{Shows: sheet.Real(v), How: lang.Say("workshop.meter")}
	}
	return nil
}

// Description names what a release holds.
func (m *model) Description() show.Description {
	return show.Description{Inputs: inputs, Axes: []film.Axis{{Label: lang.Say("workshop.axis")}}, Lists: true}
}

var inputs = mechanism.Names{lang.Say("workshop.input.record"), lang.Say("workshop.input.neighbour")}

// claimed says a claim of either kind.
func claimed(c privacy.Claim) lang.Message {
	if c.Curved() {
		return c.Say()
	}
	return lang.Say("workshop.claim", "eps", c.Epsilon, "delta", c.Delta)
}

// Facts are what the program says of itself.
func (m *model) Facts() []lab.Fact {
	claim := sheet.Words(lang.Say("workshop.claim.none"))
	if b := m.mech.program.Claim(); b != nil {
		claim = sheet.Number(b.Epsilon, 4)
		if claim.Form = "4"; b.Curved() || b.Delta > 0 {
			claim.Form, claim.Text = "", claimed(*b)
		}
	}
	fact := func(name string, value sheet.Cell) lab.Fact {
		return lab.Fact{Name: name, Value: value, Key: true}
	}
	facts := []lab.Fact{
		fact("claim", claim),
		fact("pairs", sheet.Count(float64(len(m.pairs)))),
		fact("entries", sheet.Count(float64(m.mech.width))),
	}
	facts[0].Symbol, facts[2].Key = "ε", false
	if c := m.classic(); c != nil {
		epsilon := c.Epsilon
		if m.spec.Flag("bits") && c.Shelf != about.Digits {
			epsilon = math.NaN() // it is of a law on real numbers
		}
		facts = append(facts, lab.Fact{Name: "true", Value: exact(epsilon),
			Help: lang.Say("workshop.preset." + c.Name + ".note")})
	}
	return facts
}

// classic is the published mechanism whose program this is, unchanged.
func (m *model) classic() *about.Classic {
	for _, c := range about.Classics() {
		if c.Program() == m.spec.Text("code") {
			return &c
		}
	}
	return nil
}

func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	r.Notes = append(r.Notes, pairSaid(m.tested(r.Pair)))
	if note := m.mech.program.Note(); note != "" {
		r.Notes = append(r.Notes, note)
	}
	if warning := m.mech.program.Warning(); warning != "" {
		r.Warnings = append(r.Warnings, warning)
	}
	named := strings.Contains(string(r.Strong.Event.Name), mechanism.FailedText)
	if n, count, first := m.mech.failures(m.spec.Seed(), named, r.M); first != nil {
		r.Notes = append(r.Notes, lang.Say("workshop.failed", "n", n, "record", count[0], "neighbour", count[1],
			"why", first))
	}
	if r.Bits {
		r.Notes = append(r.Notes, tell.Representation(&r.Report))
	}
	own := m.mech.program.Claim()
	asked := m.spec.Curved(own)
	if !asked.Curved() {
		asked.Budget = privacy.Budget{Epsilon: m.spec.Float("eps"), Delta: m.spec.Float("delta")}
	}
	if own != nil && (math.Abs(own.Epsilon-asked.Epsilon) > 1e-9 || own.Delta != asked.Delta ||
		own.Notion != asked.Notion || own.Value != asked.Value || own.Given != asked.Given) {
		r.Warnings = append(r.Warnings,
			lang.Say("workshop.claim.other", "claims", claimed(*own), "tested", claimed(asked)))
	}
}

// exact is a classic's true ε.
func exact(epsilon float64) sheet.Cell {
	switch {
	case math.IsNaN(epsilon):
		return sheet.Words(lang.Say("workshop.exact.unknown"))
	case math.IsInf(epsilon, 1):
		return sheet.Words(lang.Say("workshop.exact.none"))
	}
	c := sheet.Number(epsilon, 4)
	c.Form = "4"
	return c
}
