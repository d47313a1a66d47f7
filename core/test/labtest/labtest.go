// Package labtest is a small laboratory for tests of what all laboratories
// have in common: links, JSON, the worker pool, the native command. It has a
// parameter of every kind, a mechanism whose releases are easy to reason about,
// and jobs that take as many phases as they are told.
package labtest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"sync"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// Lab is the laboratory "coin".
type Lab struct {
	lab.Base
	// Before, where set, is called by every chunk of the analyses: a test can
	// make chunks slow, fail or panic.
	Before func(c work.Chunk) error
	// Opened, where set, is called by every Open.
	Opened func()
}

// Find is a lab.Finder that knows this laboratory alone.
func (l *Lab) Find(name string) lab.Laboratory {
	if name == "coin" {
		return l
	}
	return nil
}

// About implements lab.Laboratory.
func (l *Lab) About() lab.About {
	return lab.About{Name: "coin", Source: "none"}
}

// Language is English with the laboratory's own texts.
var Language = sync.OnceValue(func() *lang.Language {
	all := texts.English().Texts()
	maps.Copy(all, map[string]string{
		"coin.title": "Coin", "coin.lead": "A fair or an unfair coin.",
		"coin.group.mechanism": "Mechanism", "coin.group.system": "System",
		"coin.param.s": "Entropy factor", "coin.param.s.help": "More of it is more accurate and less private.",
		"coin.param.sensors": "Sensors", "coin.param.steps": "Steps", "coin.param.window": "Window",
		"coin.param.mech": "Mechanism", "coin.param.mech.flip": "Flip", "coin.param.mech.keep": "Keep",
		"coin.param.fast": "Fast", "coin.param.angles": "Angles", "coin.param.gain": "Gain",
		"coin.preset.certain": "Certain", "coin.preset.certain.note": "No randomness.",
		"coin.analysis.facts": "Facts", "coin.analysis.facts.lead": "What is known before a run?",
		"coin.analysis.sum": "Sum", "coin.analysis.sum.lead": "What do all draws add up to?",
	})
	l, err := lang.New("en", all)
	if err != nil {
		panic(err)
	}
	return l
})

// Params implements lab.Laboratory: one parameter of each kind and the test's.
func (l *Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "s", Symbol: "s", Kind: lab.Float, Min: 0, Max: 1, Default: 0.8,
			Group: "mechanism", Rerun: true},
		{Name: "sensors", Symbol: "N", Kind: lab.Int, Min: 3, Max: 40, Default: 10, Group: "system",
			Rerun: true},
		{Name: "steps", Symbol: "T", Kind: lab.Int, Min: 1, Max: 60, Default: 8, Group: "system",
			Rerun: true},
		{Name: "window", Kind: lab.Int, Min: 1, Max: 60, Default: 5, Group: "system", Rerun: true},
		{Name: "mech", Kind: lab.Choice, Text: "flip",
			Choices: []string{"flip", "keep"}, Group: "mechanism", Rerun: true},
		{Name: "fast", Kind: lab.Flag, Max: 1, Default: 1, Group: "system"},
		{Name: "angles", Unit: lang.Verbatim("°"), Kind: lab.List, Min: -360, Max: 360, MaxLen: 40, Group: "system",
			Rerun: true},
		{Name: "gain", Symbol: "K", Kind: lab.Matrix, Min: -1e6, Max: 1e6, Group: "system", Rerun: true},
	}
	return append(t.Of("coin"), lab.TestTable(1, 0)...)
}

// Presets implements lab.Laboratory.
func (l *Lab) Presets() []lab.Preset {
	return []lab.Preset{{Name: "certain", Set: map[string]string{"s": "1"}}}
}

// Analyses implements lab.Laboratory.
func (l *Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "facts", Live: true},
		{Name: "sum"},
	}
}

// Check implements lab.Laboratory: a window cannot be longer than the record.
func (l *Lab) Check(s lab.Spec) []lab.Problem {
	if s.Int("window") > s.Int("steps") {
		say := fmt.Sprintf("Window cannot be %d: it takes at most the %d steps.", s.Int("window"), s.Int("steps"))
		return []lab.Problem{{Field: "window", Say: lang.Verbatim(say)}}
	}
	return nil
}

// Open implements lab.Laboratory.
func (l *Lab) Open(s lab.Spec) (lab.Model, error) {
	if l.Opened != nil {
		l.Opened()
	}
	return &model{l, s}, nil
}

type model struct {
	l *Lab
	s lab.Spec
}

func (m *model) Facts() []lab.Fact {
	return []lab.Fact{{Name: "bias", Label: lang.Verbatim("Bias"), Value: sheet.Number(m.s.Float("s"), 3), Key: true}}
}

func (m *model) Film(r *lab.Report) (*film.Film, error) {
	f := &film.Film{Steps: 1, Rate: 1, Alt: lang.Verbatim("A coin.")}
	if r != nil {
		f.Alt = lang.Verbatim("A coin after a run.")
	}
	return f, nil
}

func (m *model) Extras() lab.ModelExtras { return lab.ModelExtras{} }

func (m *model) Description() show.Description { return show.Description{} }

func (m *model) Mechanism() mechanism.Mechanism { return coin(m.s.Float("s")) }

func (m *model) Complete(r *lab.Report) { r.Distance = 1 }

func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "facts":
		return &Sum{Phases: 1, Trials: 10, Seed: m.s.Seed()}, nil
	case "sum":
		return &Sum{Phases: 3, Trials: int64(m.s.Int("n")), Seed: m.s.Seed(), Before: m.l.Before}, nil
	}
	return nil, nil
}

// coin releases one number: the input with noise that shrinks as the factor
// grows.
type coin float64

func (c coin) Shape() (steps, dim int) { return 1, 1 }

func (c coin) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	out[0] = float64(c)*float64(in) + s.Float64()
}

func (c coin) Fork() mechanism.Mechanism { return c }

func (c coin) Claim() mechanism.Claim {
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: 1}}
}

// Sum is a job whose phases each add up the first draws of many streams, and
// whose streams depend on the sum before: a chunk that is lost, doubled or
// given to the wrong phase changes the result.
type Sum struct {
	Phases int
	Trials int64
	Seed   uint64
	Before func(c work.Chunk) error
}

// Run implements work.Job.
func (j *Sum) Run(crew work.Crew) ([]byte, error) {
	var before uint64
	for phase := range j.Phases {
		if phase > 0 {
			if err := crew.Show(work.Partial, func() ([]byte, error) { return j.sheet(phase, before) }); err != nil {
				return nil, err
			}
		}
		var sum uint64
		var trials, next int64
		input := 0
		args := binary.LittleEndian.AppendUint64([]byte{byte(phase)}, before)
		b := work.Batch{Name: fmt.Sprintf("phase %d", phase+1), Args: args, Inputs: 2, Trials: j.Trials, Grain: 16,
			Weight: 2, Left: 2 * float64(j.Phases-phase-1)}
		err := crew.Do(b, func(parts []work.Part) error {
			for _, p := range parts {
				if p.Chunk.Input != input || p.Chunk.First != next {
					return fmt.Errorf("The part %+v came where %d of input %d was due.", p.Chunk, next, input)
				}
				if input++; input == 2 {
					input, next = 0, next+p.Chunk.Count
				}
				sum += binary.LittleEndian.Uint64(p.Data)
				trials += p.Chunk.Count
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if trials != 2*j.Trials {
			return nil, fmt.Errorf("There are %d trials and not %d.", trials, 2*j.Trials)
		}
		before = sum
	}
	return j.sheet(j.Phases, before)
}

// Prepare implements work.Job.
func (j *Sum) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	if len(b.Args) != 9 {
		return nil, fmt.Errorf("A batch came with %d bytes.", len(b.Args))
	}
	phase, before := uint32(b.Args[0]), binary.LittleEndian.Uint64(b.Args[1:])
	return func(c work.Chunk) ([]byte, error) {
		if j.Before != nil {
			if err := j.Before(c); err != nil {
				return nil, err
			}
		}
		var sum uint64
		for i := c.First; i < c.First+c.Count; i++ {
			s := rng.New(rng.Key{Seed: j.Seed + before, Phase: phase, Input: uint32(c.Input), Trial: uint64(i)})
			sum += s.Uint64() + 1
		}
		return binary.LittleEndian.AppendUint64(nil, sum), nil
	}, nil
}

func (j *Sum) sheet(phase int, sum uint64) ([]byte, error) {
	return json.Marshal(sheet.Sheet{
		Title: lang.Say("coin.analysis.sum"), Lead: lang.Verbatim(fmt.Sprintf("%d of %d phases.", phase, j.Phases)),
		Tables: []sheet.Table{{ID: "sum", Title: lang.Say("coin.analysis.sum"),
			Columns: lang.Verbatims([]string{"sum"}),
			Rows:    [][]sheet.Cell{{sheet.Words(lang.Verbatim(fmt.Sprint(sum)))}}}},
	})
}
