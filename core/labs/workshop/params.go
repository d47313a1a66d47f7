package workshop

import (
	"fmt"
	"math"
	"strconv"

	"indistinct/core/lab"
)

// Lab is the workshop.
type Lab struct {
	lab.Base
	// Interpreter runs programs; nil in binaries that do not link it, where the
	// laboratory can be described but not opened.
	Interpreter Interpreter
}

var _ lab.Laboratory = Lab{}

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name:   "workshop",
		Title:  "Workshop",
		Lead:   "Write a mechanism in a few lines, say which inputs are neighbours, and see whether it keeps its promise.",
		Guest:  true,
		Source: "Ding, Wang, Wang, Zhang & Kifer 2018; Bichsel, Steffen, Bogunovic & Vechev 2021; Lyu, Su & Li 2017",
	}
}

// first is the classic that opens.
const first = "sparse_vector_5"

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	text := ""
	for _, c := range Classics() {
		if c.Name == first {
			text = c.Program()
		}
	}
	t := lab.Table{
		{Name: "code", Label: "Program", Kind: lab.Code, Text: text, MaxLen: 64 << 10, Group: "Mechanism", Rerun: true,
			Scene: true,
			Help:  "What is released, in Starlark, a small Python: release(x), the pairs of neighbouring inputs, and the claim."},
		{Name: "pair", Label: "Pair of inputs", Kind: lab.Int, Min: 0, Max: 64, Step: 1, Default: 0, Group: "Mechanism",
			Rerun: true, Scene: true, Fold: true,
			Help: "Which of the program's pairs is tested, from 1; 0 looks for the one that can be told apart best, on releases of its own."},
	}
	for _, p := range lab.TestTable(0.1, 0) {
		switch p.Name {
		case "n":
			p.Default = 10000
		case "m":
			p.Default, p.Main = 20000, true
		}
		t = append(t, p)
	}
	return append(t, lab.Param{Name: "releases", Label: "Releases for the benchmark", Kind: lab.Int, Min: 1000,
		Max: 50e6, Step: 100000, Log: true, Default: 2e6, Group: "Experiments", Fold: true,
		Help: "How many releases of each input every mechanism of the auditors' benchmark may take, the search for the pair included."})
}

// Presets are the classics.
func (Lab) Presets() []lab.Preset {
	var out []lab.Preset
	for _, c := range Classics() {
		set := map[string]string{"code": c.Program(), "eps": strconv.FormatFloat(c.Claim, 'g', -1, 64)}
		if c.Delta > 0 {
			set["delta"] = strconv.FormatFloat(c.Delta, 'g', -1, 64)
		}
		if c.Name == "counter" {
			// A claim that just holds is refuted by one seed in twenty: this one by 1.
			set["seed"] = "2"
		}
		group := "Wrong"
		if c.Right {
			group = "Right"
		}
		note := fmt.Sprintf("%s Published: %s. True ε: %s.", c.Note, c.Source, exact(c.Epsilon))
		out = append(out, lab.Preset{Name: c.Title, Note: note, Group: group, Set: set})
	}
	return out
}

// Check names the fields that do not go together. What is wrong with a program
// is known when it is opened.
func (Lab) Check(s lab.Spec) []lab.Problem { return lab.CheckTest(s) }

// exact is a classic's true ε in words.
func exact(epsilon float64) string {
	switch {
	case math.IsNaN(epsilon):
		return "not known exactly"
	case math.IsInf(epsilon, 1):
		return "none holds"
	}
	return strconv.FormatFloat(epsilon, 'g', 4, 64)
}
