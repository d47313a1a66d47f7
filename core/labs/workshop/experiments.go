package workshop

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	about "indistinct/core/about/workshop"
	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/script"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "tails":
		return work.Once("work.working", m.tails), nil
	case "auditors":
		return newAuditors(m.interpreter, m.spec.Seed(), m.spec.Int("releases"), m.spec.Float("alpha"))
	}
	return nil, nil
}

// published is what the auditors' own papers and logs report of a classic:
// lower bounds on ε at 90 % confidence from 200 million releases of each input
// (Bichsel and others 2021, evaluation logs), and the seconds that they took.
type published struct {
	lr, mlp, statdp float64 // NaN: none
	seconds         string  // logistic / neural / StatDP
}

// benchmark lists them, in the order of Classics.
var benchmark = map[string]published{
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
	"sparse_vector_numbers": {.0343, .0345, math.NaN(), "152 / 686 / –"},
}

// auditors runs the benchmark: an audit of each mechanism.
type auditors struct {
	rows   []auditedClassic
	budget int
	alpha  float64
}

type auditedClassic struct {
	about.Classic
	published
	job   *audit.Job
	names []lang.Message
}

// searchShare is the part of a row's releases by which a pair is chosen, and the part by
// which its events are; of either it is at most searchNumbers numbers of each input.
const (
	searchShare   = 0.2
	searchNumbers = 8_000_000
)

func newAuditors(i script.Interpreter, seed uint64, budget int, alpha float64) (*auditors, error) {
	a := &auditors{budget: budget, alpha: alpha}
	set := audit.Settings{Seed: seed, Epsilon: 0.1, Alpha: alpha, Beta: 0.05, Gamma: 1e-9, Grid: 1, Learn: true,
		Brief: true, Coupled: true}
	add := func(c about.Classic, log published) error {
		p, err := i.Compile(c.Program())
		if err != nil {
			return err
		}
		m, err := newProgrammed(p, 0, seed)
		if err != nil {
			return err
		}
		m.search = true
		set.N = min(int(searchShare*float64(budget)), searchNumbers/m.width)
		set.M = budget - 2*set.N
		job, err := audit.NewJob(m, set)
		a.rows = append(a.rows, auditedClassic{c, log, job, m.Pairs()})
		return err
	}
	for _, c := range about.Classics() {
		if log, ok := benchmark[c.Name]; ok {
			if err := add(c, log); err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
	}
	return a, nil
}

// Prepare gives a batch to the row whose name its kind begins with.
func (a *auditors) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	name, kind, _ := strings.Cut(b.Kind, ":")
	for _, r := range a.rows {
		if r.Name == name {
			b.Kind = kind
			return r.job.Prepare(b)
		}
	}
	return nil, fmt.Errorf("the benchmark has no batches of the kind %q", b.Kind)
}

// rowCrew does the batches of one row: it marks their kinds for Prepare, and knows what
// the rows after it will take.
type rowCrew struct {
	work.Crew
	name string
	left float64
}

func (c rowCrew) Do(b work.Batch, take func(parts []work.Part) error) error {
	b.Kind, b.Left = c.name+":"+b.Kind, b.Left+c.left
	return c.Crew.Do(b, take)
}

func (c rowCrew) Step(name string, weight, left float64) { c.Crew.Step(name, weight, left+c.left) }

func (a *auditors) Run(crew work.Crew) ([]byte, error) {
	var s sheet.Sheet
	t := s.Table("auditors", "workshop.auditors.", lang.Say("workshop.auditors.caption", "level", 100*(1-a.alpha)),
		"mechanism", lang.Say("workshop.fact.true"), "ours", "logistic", "neural", lang.Verbatim("StatDP"), "releases",
		"seconds", "pair", lang.Say("workshop.event"))
	s.Title = lang.Say("workshop.analysis.auditors")
	s.Notes = []lang.Message{lang.Say("workshop.auditors.coupled"), lang.Say("workshop.auditors.never")}
	above := 0
	for i, r := range a.rows {
		left := 2 * float64(a.budget*(len(a.rows)-i-1))
		c, err := r.job.Report(rowCrew{crew, r.Name, left})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		ours := sheet.Number(float64(c.Strong.Epsilon), 4)
		if ours.Role = sheet.Bad; float64(c.Strong.Epsilon) >= math.Max(r.lr, r.mlp)-0.01 {
			ours.Role = sheet.Strong
			above++
		}
		statdp := sheet.Number(r.statdp, 4)
		if math.IsNaN(r.statdp) {
			statdp = sheet.Words(lang.Verbatim("–"))
		}
		t.Add(sheet.Words(lang.Say("workshop.preset."+r.Name)), exact(r.Epsilon), ours,
			sheet.Number(r.lr, 4), sheet.Number(r.mlp, 4), statdp,
			sheet.Count(float64(a.budget)), sheet.Words(lang.Verbatim(r.seconds)),
			sheet.Words(r.names[c.Pair]), sheet.Words(c.Strong.Event.Name))
		s.Lead = lang.Say("workshop.auditors.lead", "above", above, "n", len(t.Rows), "releases", a.budget)
		if err := crew.Show(work.Partial, func() ([]byte, error) { return json.Marshal(s) }); err != nil {
			return nil, err
		}
	}
	return json.Marshal(s)
}
