// Package workshop says what the workshop says of itself, with the programs on its shelf.
package workshop

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lab is the workshop, described.
type Lab struct{ lab.Base }

func (Lab) About() lab.About {
	return lab.About{
		Name:   "workshop",
		Guest:  true,
		Source: "Ding, Wang, Wang, Zhang & Kifer 2018; Bichsel, Steffen, Bogunovic & Vechev 2021; Lyu, Su & Li 2017",
	}
}

func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "code", Kind: lab.Code, Text: programText("laplace"), Was: programText("sparse_vector_5"),
			MaxLen: 64 << 10, Group: "mechanism", Rerun: true, Scene: true},
		{Name: "pair", Kind: lab.Int, Min: 0, Max: 64, Step: 1, Default: 0, Group: "mechanism",
			Rerun: true, Scene: true, Fold: true},
	}
	for _, p := range lab.TestTable(0.1, 0) {
		switch p.Name {
		case "n":
			p.Default = 10000
		case "m":
			p.Default, p.Main = 20000, true
		}
		t = append(t, p)
		switch p.Name {
		case "delta":
			t = append(t, lab.Asks()...)
		case "learn":
			bits := lab.Bits() // laplace(1) stands for the law, not for a routine that draws it
			bits.Default, bits.Was = 0, "1"
			t = append(t, bits)
		}
	}
	return append(t, lab.Param{Name: "releases", Kind: lab.Int, Min: 1000,
		Max: 200e6, Step: 100000, Log: true, Default: 2e6, Group: "experiments", Fold: true}).Of("workshop")
}

// Analyses lists what is computed beside the audit; the last digits of a few releases are shown by a lesson.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "auditors", Page: "experiments",
			Brief: map[string]string{"releases": "50000"}},
		{Name: lab.Replay},
		{Name: "tails", Live: true, Page: "lesson", Only: lab.When("bits", "1")},
	}
}

func (Lab) Presets() []lab.Preset {
	var out []lab.Preset
	for _, c := range Classics() {
		set := map[string]string{"code": c.Program()}
		if c.Claim > 0 {
			set["eps"] = strconv.FormatFloat(c.Claim, 'g', -1, 64)
		}
		if c.Delta > 0 {
			set["delta"] = strconv.FormatFloat(c.Delta, 'g', -1, 64)
		}
		if c.Name == "counter" {
			// A claim that just holds is refuted by one seed in twenty: this one by 1.
			set["seed"] = "2"
		}
		group := cmp.Or(c.Shelf, "wrong")
		if c.Right && c.Shelf == "" {
			group = "right"
		}
		if group == Digits {
			set["n"], set["m"], set["bits"] = "10000", "20000", "1"
		}
		out = append(out, lab.Preset{Name: c.Name, Group: group, Set: set})
	}
	return out
}

// Extras are a visitor's own programs and samples.
func (l Lab) Extras() lab.Extras {
	return lab.Extras{Read: l.Read, Tests: true}
}

// program reports whether a text defines release, by def or by a value. (Package
// regexp would be a fourteenth of what the page loads first.)
func program(text string) bool {
	for line := range strings.Lines(text) {
		f := strings.Fields(strings.NewReplacer("(", " ( ", "=", " = ").Replace(line))
		if len(f) > 2 && strings.HasPrefix(line, f[0]) &&
			(f[0] == "def" && f[1] == "release" && f[2] == "(" || f[0] == "release" && f[1] == "=") {
			return true
		}
	}
	return false
}

// Read takes a program from a text file. One with faults is taken too: the editor
// shows them.
func (l Lab) Read(s lab.Spec, data []byte) (lab.Spec, error) {
	text := lab.Lines(string(data))
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.text")}
	case !program(text):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.release")}
	}
	return s.With(l.Params(), "code", text)
}
