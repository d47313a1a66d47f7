//go:build !js

package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lang"
	"indistinct/core/work"
)

// The states of a run.
const (
	Running   = "running"
	Finished  = "finished"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// state is what is known of a run, under its name in the bucket of runs. Whoever writes it says which one he has
// read, and is refused where there is a later one.
type state struct {
	State    string  `json:"state"`
	Label    string  `json:"label"`
	Asker    string  `json:"asker"` // which asking side is the run's; another one may take it over
	Fraction float64 `json:"fraction"`
}

// Entry is a run in a list.
type Entry struct {
	Run, State, Label string
	Fraction          float64
	Asked             bool // somebody asks for it now
}

// consumerName is that of the queue of a kind of a build's tasks, and tasksOf the subject of a run's.
func consumerName(build, kind string) string { return build + "-" + kind }

func tasksOf(build, kind, run string) string {
	return strings.Join([]string{taskSubject, build, kind, run}, ".")
}

// List returns the runs, unfinished ones first.
func (c *Cluster) List(ctx context.Context) (out []Entry, err error) {
	now, err := c.tasks.Info(ctx) // by the server's clock
	var names jetstream.KeyLister
	if err == nil {
		names, err = c.keys.ListKeysFiltered(ctx, stateOf("*"))
	}
	if err != nil {
		return nil, c.fault("cluster.refuses", err)
	}
	for name := range names.Keys() {
		e, err := c.keys.Get(ctx, name)
		run, _, _ := strings.Cut(name, ".")
		var s state
		if err != nil || json.Unmarshal(e.Value(), &s) != nil {
			continue // it went meanwhile, or is none
		}
		out = append(out, Entry{Run: plain(run), State: s.State, Label: plain(s.Label),
			Fraction: min(max(s.Fraction, 0), 1), Asked: now.TimeStamp.Sub(e.Created()) < 10*heartbeat})
	}
	key := func(e Entry) string { return strconv.FormatBool(e.State != Running) + e.Run }
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(key(a), key(b)) })
	return out, nil
}

// state returns what is known of a run, and which writing of that it is; of a run that is not there all is zero.
func (c *Cluster) state(ctx context.Context, run string) (s state, revision uint64, err error) {
	if revision, err = c.read(ctx, stateOf(run), &s); errors.Is(err, errUnread) {
		return state{}, revision, nil // nothing that can be gone on with
	}
	return s, revision, err
}

// Cancel ends a run everywhere.
func (c *Cluster) Cancel(ctx context.Context, run string) error {
	for {
		s, revision, err := c.state(ctx, run)
		if err = cmp.Or(err, lang.ErrorIf(s.State == "", "cluster.none.run", "run", lang.Clip(run, 40)),
			lang.ErrorIf(s.State != Running, "cluster.over.run", "run", run, "state", s.State)); err != nil {
			return err
		}
		s.State = Cancelled
		if _, err = c.write(ctx, stateOf(run), s, revision); err == nil {
			return c.sweep(ctx, run)
		} else if !conflict(err) {
			return err
		}
	}
}

// sweep removes what a run that is over has left: all but its state.
func (c *Cluster) sweep(ctx context.Context, run string) error {
	return cmp.Or(c.withdraw(ctx, run), c.purge(ctx, c.store, subject(aboutOf(run, ">"))),
		c.purge(ctx, c.store, subject(partsOf(run, ">"))))
}

// withdraw takes a run's tasks out of the queue.
func (c *Cluster) withdraw(ctx context.Context, run string) error {
	return c.purge(ctx, c.tasks, tasksOf("*", "*", run))
}

func (c *Cluster) purge(ctx context.Context, from jetstream.Stream, subject string) error {
	return c.try(ctx, func(ctx context.Context) error { return from.Purge(ctx, jetstream.WithPurgeSubject(subject)) })
}

// The keys of a run: of its state, of what its job and its batches are about, and of its parts.
func stateOf(run string) string       { return run + ".state" }
func aboutOf(run, name string) string { return run + ".about." + name }
func partsOf(run, name string) string { return run + ".part." + name }

// subject is that of the messages of keys.
func subject(keys string) string { return "$KV." + bucket + "." + keys }

// batch is what stands under a batch's key.
type batch struct {
	work.Batch
	Args []byte `json:"args"`
}

// message is what there is of a chunk.
type message struct {
	Form   string  `json:"form"`
	Worker string  `json:"worker"`           // its name
	Claims int     `json:"claims,omitempty"` // of commands: how often the chunk was claimed
	Millis float64 `json:"millis,omitempty"` // that it took, as its worker says
	Data   []byte  `json:"data,omitempty"`
	Sum    string  `json:"sum"` // SHA-256 of the data
}

// The forms of a message.
const (
	formPart  = "part"
	formFault = "fault" // why there is none: a Message in JSON
	formLost  = "lost"  // too many workers were lost at it: a Message too
	formClaim = "claim" // of commands: which worker draws its releases
)

// errUnread is an error of what stands under a key: it is malformed, or nothing.
var errUnread = errors.New("it cannot be read")

const (
	mostKey  = 200            // bytes of a key
	whatever = math.MaxUint64 // the number of any last writing
)

// write writes a value under a key, and returns the number of this writing; last is that of the one before, 0 where
// there is none, or it is refused.
func (c *Cluster) write(ctx context.Context, key string, value any, last uint64) (n uint64, err error) {
	data, err := json.Marshal(value)
	if err != nil {
		return 0, err
	}
	err = c.try(ctx, func(ctx context.Context) error {
		if last == whatever {
			n, err = c.keys.Put(ctx, key, data)
		} else {
			n, err = c.keys.Update(ctx, key, data, last)
		}
		return err
	})
	return n, err
}

// read reads a value, and returns the number of its writing, 0 where there is none; then the error is errUnread.
func (c *Cluster) read(ctx context.Context, key string, value any) (n uint64, err error) {
	if len(key) > mostKey { // the server would end the connection
		return 0, errUnread
	}
	err = c.try(ctx, func(ctx context.Context) error {
		e, err := c.keys.Get(ctx, key)
		if err != nil {
			return err
		}
		if n = e.Revision(); json.Unmarshal(e.Value(), value) != nil {
			return errUnread
		}
		return nil
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		err = errUnread
	}
	return n, err
}
