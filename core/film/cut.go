package film

import "slices"

// Cut returns a film of the key frames from … to alone, both included and within
// the film. The arrays of f are shared.
func (f *Film) Cut(from, to int) *Film {
	out := *f
	out.Steps, out.Loop, out.Hold = to-from+1, false, to-from
	if len(f.Clock) == f.Steps {
		out.Clock = f.Clock[from : to+1]
	}
	out.Views = slices.Clone(f.Views)
	for i := range out.Views {
		v := &out.Views[i]
		v.Layers = slices.Clone(v.Layers)
		for j := range v.Layers {
			v.Layers[j].cut(f.Steps, from, to)
		}
	}
	return &out
}

func (l *Layer) cut(steps, from, to int) {
	if !l.Moving {
		return
	}
	n, first, last := len(l.Data)/max(l.blocks(steps), 1), from, to
	if len(l.Shown) > 0 {
		l.Shown = l.Shown[from : to+1]
	}
	if len(l.Blocks) > 0 {
		l.Blocks = slices.Clone(l.Blocks[from : to+1])
		first, last = slices.Min(l.Blocks), slices.Max(l.Blocks)
		for i := range l.Blocks {
			l.Blocks[i] -= first
		}
	}
	l.Data = l.Data[n*first : n*(last+1)]
}
