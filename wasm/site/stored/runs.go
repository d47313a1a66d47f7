//go:build !js

package stored

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/work"
	"indistinct/wasm/site/pack"
)

// mostRun is how many bytes the file of a stored run may have.
const mostRun = 40_000

// Runs runs the tests that laboratories and lessons open with, as far as the time lasts, and
// writes them into the folder of a site, packed, for a build with that mark. early.js learns which
// there are, the one of a bare address first.
func Runs(ctx context.Context, root, dir, mark string, all time.Duration) error {
	keep, _ := newShelf(root) // Write has said why there is none
	ctx, stop := context.WithTimeout(ctx, all)
	defer stop()
	names := []string{}
	if err := os.MkdirAll(filepath.Join(dir, "runs"), 0o755); err != nil {
		return err
	}
	for _, l := range guest.All() {
		for _, s := range repeat.Specs(l) {
			run, err := stored(ctx, keep, l, s)
			if ctx.Err() != nil {
				break
			}
			var file []byte
			if err == nil {
				run.Mark = mark
				file, err = packRun(run)
			}
			if err != nil {
				return fmt.Errorf("The test %s could not be stored: %w", s.Link(l.Params()), err)
			}
			name := repeat.File(s, l.Params())
			if err := os.WriteFile(filepath.Join(dir, name), file, 0o644); err != nil {
				return err
			}
			names = append(names, name)
		}
	}
	return pack.Fill(dir, "early.js", `/*RUNS*/[]`, names)
}

// stored returns a run from the shelf, or runs it and puts it there.
func stored(ctx context.Context, keep *shelf, l lab.Laboratory, s lab.Spec) (*repeat.Run, error) {
	var run repeat.Run
	key := filepath.Base(repeat.File(s, l.Params()))
	if data, known := keep.take("run", key, 0); known && json.Unmarshal(data, &run) == nil {
		return &run, nil
	}
	var err error
	if run.Report, run.Show, err = compute(ctx, l, s, lab.Audit); err != nil {
		return nil, err
	}
	data, err := json.Marshal(&run)
	keep.put("run", key, data)
	return &run, err
}

// watched is a Job that keeps the last of what it shows the stage, and its own Crew.
type watched struct {
	work.Job
	work.Crew
	show []byte
}

func (w *watched) Run(crew work.Crew) ([]byte, error) {
	w.Crew = crew
	return w.Job.Run(w)
}

func (w *watched) Show(kind work.Kind, data func() ([]byte, error)) (err error) {
	if kind == work.Scene {
		w.show, err = data()
		return err
	}
	return w.Crew.Show(kind, data)
}

// packRun returns a run's file: where it would be too large the stage draws fewer of its releases.
func packRun(run *repeat.Run) ([]byte, error) {
	for {
		file, err := json.Marshal(run)
		if err == nil {
			file, err = pack.Gzip(file)
		}
		if err != nil || len(file) <= mostRun {
			return file, err
		}
		var show film.Show
		if err := show.UnmarshalBinary(run.Show); err != nil {
			return nil, err
		}
		if len(show.Clouds[0].Data)+len(show.Clouds[1].Data) == 0 {
			return nil, fmt.Errorf("its report alone takes %d bytes", len(file))
		}
		for i := range show.Clouds {
			c := &show.Clouds[i]
			n := len(c.Data) / c.Stride * 3 / 4
			c.Data, c.In = c.Data[:n*c.Stride], c.In[:min(n, len(c.In))]
		}
		if run.Show, err = show.MarshalBinary(); err != nil {
			return nil, err
		}
	}
}
