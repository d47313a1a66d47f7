package workshop

import (
	"encoding/json"
	"fmt"
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/work"
)

// Analyses lists what is computed beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "dice"},
		{Name: "auditors", Page: "experiments",
			Brief: map[string]string{"releases": "50000"}},
	}
}

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	alpha := m.spec.Float("alpha")
	switch name {
	case "dice":
		budget := m.spec.Int("n") + m.spec.Int("m")
		h := &audit.PairSearch{Mechanism: m.mech, Seed: m.spec.Seed(), Bits: m.spec.Flag("bits")}
		return &dice{search: h, model: m, budget: budget, delta: m.spec.Float("delta"), alpha: alpha}, nil
	case "auditors":
		return newAuditors(m.interpreter, m.spec.Seed(), m.spec.Int("releases"), alpha)
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// searchShare is the part of a budget that a search may take.
const searchShare = 0.4

// dice searches the pairs of the program at hand, with coupled releases where that tells more.
type dice struct {
	search       *audit.PairSearch
	model        *model
	budget       int
	delta, alpha float64
}

func (d *dice) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	do, _, err := d.search.Prepare(b)
	return do, err
}

func (d *dice) Run(crew work.Crew) ([]byte, error) {
	c, err := d.search.Run(crew, d.budget, searchShare, d.delta, d.alpha, 0)
	if err != nil {
		return nil, err
	}
	if !d.model.mech.search {
		c.Tried[0].Name = d.model.tested(0).Name
	}
	notes := []lang.Message{lang.Say("workshop.dice.event", "event", c.Event.Name, "pair", d.model.tested(c.Pair).Name,
		"c1", c.C1, "c2", c.C2, "n", c.Tests)}
	if o := c.Event.Opposite; o != nil {
		notes = append(notes, lang.Say("workshop.dice.opposite", "event", o.Name, "c1", c.O1, "c2", c.O2))
	}
	if c.Coupled {
		notes = append(notes, lang.Say("workshop.dice.coupled", "both", c.Both))
	}
	s := sheet.Sheet{
		Title:  lang.Say("workshop.analysis.dice"),
		Lead:   lang.Say("workshop.dice.lead", "eps", c.Epsilon, "delta", d.delta, "level", 100*(1-d.alpha)),
		Notes:  notes,
		Tables: []sheet.Table{tell.TriedTable(c.Tried, c.Pair)},
	}
	return json.Marshal(s)
}

// published is what the auditors' own papers and logs report of a classic:
// lower bounds on ε at 90 % confidence from 200 million releases of each input
// (Bichsel and others 2021, evaluation logs), and the seconds that they took.
type published struct {
	lr, mlp, statdp float64 // NaN: none
	seconds         string  // logistic / neural / StatDP
}

// benchmark lists them, in the order of Classics.
func benchmark() map[string]published {
	none := math.NaN()
	return map[string]published{
		"laplace":               {.0968, .0976, .0998, "21 / 217 / 46"},
		"geometric":             {.1156, .1155, .1169, "19 / 162 / 352"},
		"histogram":             {.0978, .0977, .0994, "38 / 211 / 505"},
		"histogram_wrong":       {4.602, 4.602, 10.00, "41 / 254 / 817"},
		"noisy_max":             {.0923, .0925, .0921, "62 / 492 / 60"},
		"noisy_max_exponential": {.0975, .0979, .0997, "58 / 423 / 59"},
		"noisy_max_value":       {.2478, .2488, .1991, "62 / 437 / 132"},
		"sparse_vector":         {.0858, .0858, .0298, "126 / 966 / 344"},
		"sparse_vector_2":       {.0859, .0852, .0407, "160 / 825 / 403"},
		"sparse_vector_3":       {.1716, .1822, .1793, "160 / 880 / 5821"},
		"sparse_vector_4":       {.1687, .1696, .1719, "130 / 815 / 556"},
		"sparse_vector_5":       {1.761, 1.761, 14.31, "59 / 527 / 351"},
		"rappor":                {.2930, .3008, .2416, "145 / 529 / 1178"},
		"sparse_vector_numbers": {.0343, .0345, none, "152 / 686 / –"},
	}
}

// auditors runs the benchmark: a search for each mechanism.
type auditors struct {
	rows   []auditedClassic
	budget int
	alpha  float64
}

type auditedClassic struct {
	Classic
	published
	search *audit.PairSearch
	names  []lang.Message
}

func newAuditors(i Interpreter, seed uint64, budget int, alpha float64) (*auditors, error) {
	a := &auditors{budget: budget, alpha: alpha}
	logs := benchmark()
	for _, c := range Classics() {
		log, ok := logs[c.Name]
		if !ok {
			continue
		}
		p, err := i.Compile(c.Program())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		m, err := newProgrammed(p, 0, seed, privacy.Claim{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		m.search = true
		a.rows = append(a.rows, auditedClassic{c, log, &audit.PairSearch{Mechanism: m, Seed: seed, Name: c.Name},
			m.Pairs()})
	}
	return a, nil
}

func (a *auditors) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	for _, r := range a.rows {
		if do, ok, err := r.search.Prepare(b); ok {
			return do, err
		}
	}
	return nil, fmt.Errorf("the benchmark has no batches of the kind %q", b.Kind)
}

func (a *auditors) Run(crew work.Crew) ([]byte, error) {
	t := sheet.Table{ID: "auditors", Title: lang.Say("workshop.auditors.title"),
		Columns: []lang.Message{
			lang.Say("workshop.auditors.column.mechanism"),
			lang.Say("workshop.fact.true"),
			lang.Say("workshop.auditors.column.ours"),
			lang.Say("workshop.auditors.column.logistic"),
			lang.Say("workshop.auditors.column.neural"),
			lang.Verbatim("StatDP"),
			lang.Say("workshop.auditors.column.releases"),
			lang.Say("workshop.auditors.column.seconds"),
			lang.Say("workshop.auditors.column.pair"),
			lang.Say("workshop.event"),
		},
		Timed:   true,
		Caption: lang.Say("workshop.auditors.caption", "level", 100*(1-a.alpha)),
	}
	above := 0
	result := func() sheet.Sheet {
		return sheet.Sheet{
			Title: lang.Say("workshop.analysis.auditors"),
			Lead:  lang.Say("workshop.auditors.lead", "above", above, "n", len(t.Rows), "releases", a.budget),
			Notes: []lang.Message{
				lang.Say("workshop.auditors.coupled"),
				lang.Say("workshop.auditors.never"),
			},
			Tables: []sheet.Table{t},
		}
	}
	for i, r := range a.rows {
		left := 2 * float64(a.budget*(len(a.rows)-i-1))
		c, err := r.search.Run(crew, a.budget, searchShare, 0, a.alpha, left)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		role := sheet.Strong
		if !(c.Epsilon >= math.Max(r.lr, r.mlp)-0.01) {
			role = sheet.Bad
		} else {
			above++
		}
		statdp := sheet.Number(r.statdp, 4)
		if math.IsNaN(r.statdp) {
			statdp = sheet.Words(lang.Verbatim("–"))
		}
		ours := sheet.Number(c.Epsilon, 4)
		ours.Role = role
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Say("workshop.preset." + r.Name)), exact(r.Epsilon), ours,
			sheet.Number(r.lr, 4), sheet.Number(r.mlp, 4), statdp,
			sheet.Count(float64(c.Search + c.Tests)), sheet.Words(lang.Verbatim(r.seconds)),
			sheet.Words(r.names[c.Pair]), sheet.Words(c.Event.Name)})
		if err := crew.Show(work.Partial, func() ([]byte, error) { return json.Marshal(result()) }); err != nil {
			return nil, err
		}
	}
	return json.Marshal(result())
}
