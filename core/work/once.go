package work

import "indistinct/core/json"

// Once is the job of a computation that is not worth laying out in chunks: one
// phase with one trial, whose result f is the job's output.
func Once(name string, f func() ([]byte, error)) Job { return once{name, f} }

type once struct {
	name string
	f    func() ([]byte, error)
}

// Plan describes the single phase.
func (o once) Plan(state []byte) (Phase, bool) {
	return Phase{Name: o.name, Inputs: 1, Trials: 1, Grain: 1}, state == nil
}

// Do computes the result.
func (o once) Do(_ []byte, _ Chunk) ([]byte, error) { return o.f() }

// Merge takes it as the last state. A result is never nil, so that Plan can
// tell it from the first state.
func (o once) Merge(_ []byte, parts []Part) ([]byte, error) {
	if parts[0].Data == nil {
		return []byte{}, nil
	}
	return parts[0].Data, nil
}

// Output returns it.
func (o once) Output(state []byte) ([]byte, error) { return state, nil }

// Batches is the job of independent trials of which each yields a value that
// is written as JSON: trials 0 … n−1, done in a given number of phases so that
// a partial result can be shown after each. do must depend on the trial alone.
func Batches[T any](name string, trials, phases, grain int64, do func(trial int64) (T, error), show func(done []T) ([]byte, error)) Job {
	return batches[T]{name, trials, max(1, min(phases, trials)), max(1, grain), do, show}
}

type batches[T any] struct {
	name          string
	trials, turns int64
	grain         int64
	do            func(int64) (T, error)
	show          func([]T) ([]byte, error)
}

func (b batches[T]) read(state []byte) (out []T, err error) {
	if len(state) > 0 {
		err = json.Unmarshal(state, &out)
	}
	return out, err
}

// Plan describes the next batch.
func (b batches[T]) Plan(state []byte) (Phase, bool) {
	done, err := b.read(state)
	left := b.trials - int64(len(done))
	if err != nil || left <= 0 {
		return Phase{}, false
	}
	size := (b.trials + b.turns - 1) / b.turns
	return Phase{
		Name: b.name, Inputs: 1, Trials: min(size, left), Grain: b.grain,
		Weight: float64(min(size, left)), Left: float64(max(left-size, 0)),
	}, true
}

// Do computes the values of a chunk.
func (b batches[T]) Do(state []byte, c Chunk) ([]byte, error) {
	done, err := b.read(state)
	if err != nil {
		return nil, err
	}
	out := make([]T, 0, c.Count)
	for i := c.First; i < c.First+c.Count; i++ {
		v, err := b.do(int64(len(done)) + i)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return json.Marshal(out)
}

// Merge appends the values in the order of their trials.
func (b batches[T]) Merge(state []byte, parts []Part) ([]byte, error) {
	done, err := b.read(state)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		more, err := b.read(p.Data)
		if err != nil {
			return nil, err
		}
		done = append(done, more...)
	}
	return json.Marshal(done)
}

// Output shows what is done so far; nil before the first batch.
func (b batches[T]) Output(state []byte) ([]byte, error) {
	done, err := b.read(state)
	if err != nil || len(done) == 0 {
		return nil, err
	}
	return b.show(done)
}
