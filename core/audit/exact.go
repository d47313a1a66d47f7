package audit

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/work"
)

// profiling is what the parts of an exact profile need: of which pair it is.
type profiling struct{ Pair int }

// profile returns the mechanism's exact profile; one that takes long is
// computed by the whole crew.
func (a *asker) profile(p mechanism.Profiled) (privacy.Profile, error) {
	l, ok := p.(mechanism.Laborious)
	n := 0
	if ok {
		n = l.ProfileParts()
	}
	if n == 0 {
		a.step("exact profile", stageExact)
		return p.Profile(), nil
	}
	args, err := json.Marshal(profiling{a.pair})
	if err != nil {
		return nil, err
	}
	var parts [][]float64
	b := work.Batch{Name: "exact profile", Kind: kindExact, Args: args, Inputs: 1, Trials: int64(n), Grain: profileGrain, Weight: a.spend(stageExact), Left: a.left}
	err = a.crew.Do(b, func(done []work.Part) error {
		for _, p := range done {
			d := p.Data
			for range p.Chunk.Count {
				size, k := binary.Uvarint(d)
				if k <= 0 || size > uint64(len(d)-k)/8 {
					return errors.New("a part of the exact profile came back garbled")
				}
				d = d[k:]
				parts, d = append(parts, work.ReadFloats(nil, d[:8*size])), d[8*size:]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(parts) != n {
		return nil, fmt.Errorf("%d parts of the exact profile came back where %d were asked for", len(parts), n)
	}
	return l.JoinProfile(parts), nil
}

// profileGrain is a chunk of about 20 ms where a part takes a few.
const profileGrain = 8

// profileChunk returns parts of the exact profile: of each its length, then
// eight bytes a number.
func profileChunk(p mechanism.Laborious, c work.Chunk) (out []byte) {
	for i := c.First; i < c.First+c.Count; i++ {
		part := p.ProfilePart(int(i))
		out = binary.AppendUvarint(out, uint64(len(part)))
		out = work.AppendFloats(out, part)
	}
	return out
}
