package audit

import (
	"encoding/json"
	"fmt"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// drawing is what the chunks of a draw need.
type drawing struct {
	Phase uint32
	Pair  int
}

// draw returns trials 0 … n−1 of a phase for the first inputs.
func (a *asker) draw(name string, phase uint32, inputs, n int) (mechanism.Sample, error) {
	stage := stageSelect
	if phase == rng.PhaseCover {
		stage = stageCover
	}
	args, err := json.Marshal(drawing{phase, a.pair})
	if err != nil {
		return mechanism.Sample{}, err
	}
	j := a.j
	out := mechanism.Sample{Steps: j.steps, Dim: j.dim}
	for in := range inputs {
		out.R[in] = make([]float64, 0, n*j.steps*j.dim)
	}
	b := work.Batch{Name: name, Kind: kindDraw, Args: args, Inputs: inputs, Trials: int64(n), Grain: j.grain(), Weight: a.spend(stage), Left: a.left}
	err = a.crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			if len(p.Data) != int(p.Chunk.Count)*j.steps*j.dim*8 {
				return fmt.Errorf("%d releases of input %d from %d on came back garbled", p.Chunk.Count, p.Chunk.Input, p.Chunk.First)
			}
			r := &out.R[p.Chunk.Input]
			*r = work.ReadFloats(*r, p.Data)
		}
		return nil
	})
	if err != nil {
		return mechanism.Sample{}, err
	}
	for in := range inputs {
		if out.Trials(mechanism.Input(in)) != n {
			return mechanism.Sample{}, fmt.Errorf("%d releases of input %d came back where %d were drawn", out.Trials(mechanism.Input(in)), in, n)
		}
	}
	return out, nil
}

// drawChunk returns raw releases, eight bytes a number.
func (j *Job) drawChunk(d drawing, c work.Chunk) []byte {
	m, _ := j.on(d.Pair)
	from := rng.Key{Seed: j.set.Seed, Phase: d.Phase, Input: uint32(c.Input), Trial: uint64(c.First)}
	return work.AppendFloats(nil, mechanism.Draw(m.Fork(), mechanism.Input(c.Input), from, int(c.Count)))
}
