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
	return functions{run: func(crew Crew) ([]byte, error) { return encode(f(crew)) }}
}

// functions are a Job of which all batches are done alike.
type functions struct {
	run func(Crew) ([]byte, error)
	do  func(Chunk) ([]byte, error)
}

func (f functions) Run(crew Crew) ([]byte, error) { return f.run(crew) }

func (f functions) Prepare(Batch) (func(Chunk) ([]byte, error), error) { return f.do, nil }

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
	turn := (trials + turns - 1) / turns // trials between two partial results
	b := Batch{Name: name, Inputs: 1, Trials: trials, Grain: max(1, grain), Weight: float64(trials)}
	return functions{do: Trials(do), run: func(crew Crew) ([]byte, error) {
		var done []T
		err := crew.Do(b, func(parts []Part) error {
			before := int64(len(done)) / turn
			for _, p := range parts {
				var more []T
				if err := json.Unmarshal(p.Data, &more); err != nil {
					return err
				}
				done = append(done, more...)
			}
			n := int64(len(done)) / turn
			if n == before || int64(len(done)) == trials {
				return nil
			}
			return crew.Show(Partial, func() ([]byte, error) { return encode(show(done[:n*turn])) })
		})
		if err != nil || len(done) == 0 {
			return nil, err
		}
		return encode(show(done))
	}}
}

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
