package work

import "encoding/json"

// Once is the job of a computation that is not worth laying out in chunks: its
// result is f's, in JSON.
func Once[R any](name string, f func() (R, error)) Job {
	return Alone(func(crew Crew) (R, error) {
		crew.Step(name, 1, 0)
		return f()
	})
}

// Alone is Once for a computation that tells of its steps by itself.
func Alone[R any](f func(crew Crew) (R, error)) Job {
	return alone(func(crew Crew) ([]byte, error) { return encode(f(crew)) })
}

type alone func(Crew) ([]byte, error)

// Run computes the result.
func (f alone) Run(crew Crew) ([]byte, error) { return f(crew) }

// Prepare is never asked.
func (f alone) Prepare(Batch) (func(Chunk) ([]byte, error), error) { return nil, nil }

func encode[R any](result R, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// Batches is the job of independent trials of which each yields a value that
// is written as JSON: trials 0 … n−1. Its result is what show makes of them, in
// JSON. A partial result can be shown after each of a given number of turns. do
// must depend on the trial alone.
func Batches[T, R any](name string, trials, turns, grain int64, do func(trial int64) (T, error),
	show func(done []T) (R, error)) Job {
	turns = max(1, min(turns, trials))
	return batches[T]{name, trials, (trials + turns - 1) / turns, max(1, grain), do,
		func(done []T) ([]byte, error) { return encode(show(done)) }}
}

type batches[T any] struct {
	name   string
	trials int64
	turn   int64 // trials between two partial results
	grain  int64
	do     func(int64) (T, error)
	show   func([]T) ([]byte, error)
}

// Run gathers the values in the order of their trials.
func (b batches[T]) Run(crew Crew) ([]byte, error) {
	var done []T
	all := Batch{Name: b.name, Inputs: 1, Trials: b.trials, Grain: b.grain, Weight: float64(b.trials)}
	err := crew.Do(all, func(parts []Part) error {
		before := int64(len(done)) / b.turn
		for _, p := range parts {
			var more []T
			if err := json.Unmarshal(p.Data, &more); err != nil {
				return err
			}
			done = append(done, more...)
		}
		n := int64(len(done)) / b.turn
		if n == before || int64(len(done)) == b.trials {
			return nil
		}
		return crew.Show(Partial, func() ([]byte, error) { return b.show(done[:n*b.turn]) })
	})
	if err != nil || len(done) == 0 {
		return nil, err
	}
	return b.show(done)
}

// Prepare computes the values of a chunk.
func (b batches[T]) Prepare(Batch) (func(Chunk) ([]byte, error), error) { return Trials(b.do), nil }

// Trials computes the values of a chunk of Batches.
func Trials[T any](do func(trial int64) (T, error)) func(Chunk) ([]byte, error) {
	return func(c Chunk) ([]byte, error) {
		out := make([]T, 0, c.Count)
		for i := c.First; i < c.First+c.Count; i++ {
			v, err := do(i)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return json.Marshal(out)
	}
}
