//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lang"
)

// The states of a run.
const (
	Running   = "running"
	Finished  = "finished"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// state is what decides about a run, under RUN.state.
type state struct {
	State string `json:"state"`
	Build string `json:"build"`
	Kind  string `json:"kind"`
	Label string `json:"label"`
	Asker string `json:"asker"` // which asking side is the run's; another one may take it over
}

// progress is how far a run is, under RUN.progress.
type progress struct {
	Fraction float64 `json:"fraction"`
	Left     float64 `json:"left"` // seconds; 0: not known
}

// MostLanes is how many chunks a worker may do at a time.
const MostLanes = 4096

// plain is a text of somebody else in a line of a terminal: short, and only what can be seen.
func plain(text string) string {
	return lang.Clip(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text), 60)
}

// presence is a worker, in the bucket of workers.
type presence struct {
	Name     string `json:"name"`
	Build    string `json:"build"`
	Lanes    int    `json:"lanes"`
	Commands bool   `json:"commands"`
}

// Entry is a run in a list.
type Entry struct {
	Run, State, Label string
	Fraction, Left    float64
	Asked             bool // somebody asks for it now
	Workers, Lanes    int  // that could do its chunks
}

func runStream(run string) string { return "indistinct-run-" + run }

// List returns the runs, unfinished ones first.
func (c *Cluster) List(ctx context.Context) (out []Entry, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		out = nil
		workers, err := c.present(ctx)
		if err != nil {
			return err
		}
		if _, err := c.runs.Put(ctx, "clock", nil); err != nil {
			return err
		}
		clock, err := c.runs.Get(ctx, "clock")
		if err != nil {
			return err
		}
		keys, err := c.runs.ListKeysFiltered(ctx, "*.state")
		if err != nil {
			return err
		}
		for key := range keys.Keys() {
			run := strings.TrimSuffix(key, ".state")
			if !runName.MatchString(run) {
				continue
			}
			s, err := c.state(ctx, run)
			if err != nil {
				continue // it went meanwhile
			}
			e := Entry{Run: run, State: s.State, Label: plain(s.Label)}
			if p, err := c.runs.Get(ctx, run+".progress"); err == nil {
				var at progress
				if json.Unmarshal(p.Value(), &at) == nil {
					e.Fraction, e.Left = min(max(at.Fraction, 0), 1), min(at.Left, 1e9)
				}
				e.Asked = clock.Created().Sub(p.Created()) < 3*heartbeat
			}
			for _, w := range workers {
				if w.Build == s.Build && (s.Kind == Plain || w.Commands) {
					e.Workers, e.Lanes = e.Workers+1, e.Lanes+w.Lanes
				}
			}
			out = append(out, e)
		}
		return nil
	})
	slices.SortFunc(out, func(a, b Entry) int {
		if (a.State == Running) == (b.State == Running) {
			return strings.Compare(a.Run, b.Run)
		} else if a.State == Running {
			return -1
		}
		return 1
	})
	if err != nil {
		err = c.fault("cluster.refuses", err)
	}
	return out, err
}

// present returns the workers that there are.
func (c *Cluster) present(ctx context.Context) (out map[string]presence, err error) {
	watch, err := c.workers.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer watch.Stop()
	out = map[string]presence{}
	for {
		select {
		case e := <-watch.Updates():
			if e == nil {
				return out, nil
			}
			var p presence
			if json.Unmarshal(e.Value(), &p) == nil {
				p.Lanes = min(max(p.Lanes, 0), MostLanes)
				out[e.Key()] = p
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Cluster) state(ctx context.Context, run string) (s state, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		e, err := c.runs.Get(ctx, run+".state")
		if err == nil && json.Unmarshal(e.Value(), &s) != nil { // nothing that can be gone on with
			err = jetstream.ErrKeyNotFound
		}
		return err
	})
	return s, err
}

// Cancel ends a run everywhere.
func (c *Cluster) Cancel(ctx context.Context, run string) error {
	none := lang.Errorf("cluster.none.run", "run", lang.Clip(run, 40))
	if !runName.MatchString(run) {
		return none
	}
	s, err := c.state(ctx, run)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return none
	case err != nil:
		return err
	case s.State != Running:
		return lang.Errorf("cluster.over.run", "run", run, "state", s.State)
	}
	s.State = Cancelled
	if err := c.put(ctx, run+".state", s); err != nil {
		return err
	}
	return c.sweep(ctx, run)
}

func (c *Cluster) put(ctx context.Context, key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.persist(ctx, func(ctx context.Context) error {
		_, err := c.runs.Put(ctx, key, data)
		if err == nil {
			c.complain(nil)
		}
		return err
	})
}

// described is what a job or a batch is about, under RUN.about.NAME.
type described struct {
	Head   json.RawMessage `json:"head"`
	Data   []byte          `json:"data,omitempty"`
	Object bool            `json:"object,omitempty"` // the data are too large, and an object of that name
}

// describe writes what a job or a batch is about.
func (r *Run) describe(ctx context.Context, name string, head any, data []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	d := described{Head: text, Data: data}
	if len(text)+len(data) > mostInline {
		d.Data, d.Object = nil, true
		err := r.c.persist(ctx, func(ctx context.Context) error {
			_, err := r.objects.PutBytes(ctx, name, data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return r.c.put(ctx, r.ID+".about."+name, d)
}

// about reads what was described.
func (c *Cluster) about(ctx context.Context, run, name string, head any) (data []byte, err error) {
	var d described
	forged := false
	err = c.persist(ctx, func(ctx context.Context) error {
		entry, err := c.runs.Get(ctx, run+".about."+name)
		if err != nil {
			return err
		}
		forged = json.Unmarshal(entry.Value(), &d) != nil || json.Unmarshal(d.Head, head) != nil
		if forged || !d.Object {
			return nil
		}
		objects, err := c.js.ObjectStore(ctx, runStream(run))
		if err == nil {
			d.Data, err = objects.GetBytes(ctx, name)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, &unread{err}
	case forged:
		return nil, errForged
	}
	return d.Data, nil
}

// sweep removes what a run that is over has left: all but its state.
func (c *Cluster) sweep(ctx context.Context, run string) error {
	if err := c.withdraw(ctx, run); err != nil {
		return err
	}
	return c.persist(ctx, func(ctx context.Context) error {
		if err := c.js.DeleteStream(ctx, runStream(run)); err != nil && !vanished(err) {
			return err
		}
		if err := c.js.DeleteObjectStore(ctx, runStream(run)); err != nil && !vanished(err) {
			return err
		}
		return c.entries.Purge(ctx, jetstream.WithPurgeSubject("$KV."+runsBucket+"."+run+".about.*"))
	})
}

// withdraw takes a run's tasks out of the queue.
func (c *Cluster) withdraw(ctx context.Context, run string) error {
	return c.persist(ctx, func(ctx context.Context) error {
		return c.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject+".*.*."+run))
	})
}

// watchRuns hears of every state of every run, at first of those that there are, until ctx
// ends. It begins anew where the server lost it.
func (c *Cluster) watchRuns(ctx context.Context, keys string, hear func(run string, s state)) {
	for ctx.Err() == nil {
		watch, err := c.runs.Watch(ctx, keys, jetstream.IgnoreDeletes())
		if err != nil {
			sleep(ctx, time.Second/2)
			continue
		}
		once, stop := context.WithTimeout(ctx, time.Minute)
		context.AfterFunc(once, func() { watch.Stop() })
		for e := range watch.Updates() { // until it stops
			var s state
			if e == nil || json.Unmarshal(e.Value(), &s) != nil {
				continue
			}
			if run := strings.TrimSuffix(e.Key(), ".state"); runName.MatchString(run) {
				s.Build = plain(s.Build)
				hear(run, s)
			}
		}
		stop()
	}
}
