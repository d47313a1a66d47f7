//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"indistinct/core/lang"
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
	Build    string  `json:"build"`
	Kind     string  `json:"kind"`
	Label    string  `json:"label"`
	Asker    string  `json:"asker"` // which asking side is the run's; another one may take it over
	Fraction float64 `json:"fraction"`
}

// MostLanes is how many chunks a worker may do at a time.
const MostLanes = 4096

// Entry is a run in a list.
type Entry struct {
	Run, State, Label string
	Fraction          float64
	Asked             bool // somebody asks for it now
	Lanes             int  // chunks that workers could do at a time
}

func runStream(run string) string { return "indistinct-run-" + run }

// consumerName is that of the queue of a kind of a build's tasks, and tasksOf the subject of a run's.
func consumerName(build, kind string) string { return build + "-" + kind }

func tasksOf(build, kind, run string) string {
	return strings.Join([]string{taskSubject, build, kind, run}, ".")
}

// List returns the runs, unfinished ones first.
func (c *Cluster) List(ctx context.Context) (out []Entry, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		out = nil
		lanes, err := c.present(ctx)
		if err != nil {
			return err
		}
		now, err := c.tasks.Info(ctx) // by the server's clock
		if err != nil {
			return err
		}
		keys, err := c.runs.ListKeys(ctx)
		if err != nil {
			return err
		}
		for run := range keys.Keys() {
			e, err := c.runs.Get(ctx, run)
			var s state
			if err != nil || !runName.MatchString(run) || json.Unmarshal(e.Value(), &s) != nil {
				continue // it went meanwhile, or is none
			}
			out = append(out, Entry{Run: run, State: s.State, Label: plain(s.Label), Fraction: min(max(s.Fraction, 0), 1),
				Asked: now.TimeStamp.Sub(e.Created()) < 5*heartbeat, Lanes: lanes[consumerName(s.Build, s.Kind)]})
		}
		return nil
	})
	key := func(e Entry) string { return strconv.FormatBool(e.State != Running) + e.Run }
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(key(a), key(b)) })
	if err != nil {
		err = c.fault("cluster.refuses", err)
	}
	return out, err
}

// present returns how many chunks workers may do at a time, by their queue: those that they wait for, and those at
// hand.
func (c *Cluster) present(ctx context.Context) (map[string]int, error) {
	lanes := map[string]int{}
	list := c.tasks.ListConsumers(ctx)
	for info := range list.Info() {
		if n := info.NumWaiting + info.NumAckPending; n > 0 {
			lanes[info.Name] = n
		}
	}
	return lanes, list.Err()
}

// state returns what is known of a run, and which writing of that it is; of a run that is not there all is zero.
func (c *Cluster) state(ctx context.Context, run string) (s state, revision uint64, err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		e, err := c.runs.Get(ctx, run)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		revision = e.Revision()
		if json.Unmarshal(e.Value(), &s) != nil {
			s = state{} // nothing that can be gone on with
		}
		return nil
	})
	return s, revision, err
}

// put writes a state in place of the one that was read.
func (c *Cluster) put(ctx context.Context, run string, s state, revision uint64) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return c.persist(ctx, func(ctx context.Context) error {
		_, err := c.runs.Update(ctx, run, data, revision)
		return err
	})
}

// Cancel ends a run everywhere.
func (c *Cluster) Cancel(ctx context.Context, run string) error {
	none := lang.Errorf("cluster.none.run", "run", lang.Clip(run, 40))
	if !runName.MatchString(run) {
		return none
	}
	for {
		s, revision, err := c.state(ctx, run)
		switch {
		case err != nil:
			return err
		case s.State == "":
			return none
		case s.State != Running:
			return lang.Errorf("cluster.over.run", "run", run, "state", s.State)
		}
		s.State = Cancelled
		if err = c.put(ctx, run, s, revision); err == nil {
			return c.sweep(ctx, run)
		} else if !conflict(err) {
			return err
		}
	}
}

// describe writes what a job or a batch is about: a message with its head, and the data.
func (r *Run) describe(ctx context.Context, name string, head any, data []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	m := nats.NewMsg(aboutSubject + "." + r.ID + "." + name)
	m.Header.Set(headHead, string(text))
	return r.c.store(ctx, r.ID, m, data, nil)
}

// about reads what was described.
func (c *Cluster) about(ctx context.Context, stream jetstream.Stream, run, name string, head any) (data []byte,
	err error) {
	err = c.persist(ctx, func(ctx context.Context) error {
		m, err := stream.GetLastMsgForSubject(ctx, aboutSubject+"."+run+"."+name)
		if err != nil {
			return err
		}
		ok := false
		if data, ok = c.load(ctx, run, m); !ok || json.Unmarshal([]byte(m.Header.Get(headHead)), head) != nil {
			return errUnread
		}
		return nil
	})
	if err != nil {
		err = errors.Join(errUnread, err)
	}
	return data, err
}

// Headers of a message of a run.
const (
	headHead   = "Indistinct-Head"   // of a job or a batch: itself, in JSON
	headForm   = "Indistinct-Form"   // of a message about a chunk
	headWorker = "Indistinct-Worker" // its name
	headSum    = "Indistinct-Sum"    // SHA-256 of the data
	headObject = "Indistinct-Object" // where the data are, if not in the message
)

// store writes a message of a run with its data; those that are too large become an object. If last is not nil, it is
// the number of the last message of that subject, or this one is refused.
func (c *Cluster) store(ctx context.Context, run string, m *nats.Msg, data []byte, last *uint64) error {
	m.Header.Set(headSum, sum(data))
	m.Data = data
	if len(data) > mostInline || int64(len(data)) > c.conn.MaxPayload()/2 {
		m.Header.Set(headObject, nuid.Next())
		m.Data = nil
	}
	return c.persist(ctx, func(ctx context.Context) error {
		if name := m.Header.Get(headObject); name != "" {
			objects, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: runStream(run)})
			if err == nil {
				_, err = objects.PutBytes(ctx, name, data)
			}
			if err != nil {
				return err
			}
		}
		var set []jetstream.PublishOpt
		if last != nil {
			set = append(set, jetstream.WithExpectLastSequencePerSubject(*last))
		}
		ack, err := c.js.PublishMsg(ctx, m, set...)
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if _, gone := c.js.Stream(ctx, runStream(run)); errors.Is(gone, jetstream.ErrStreamNotFound) {
				return gone
			}
		}
		if err == nil && last != nil {
			*last = ack.Sequence
		}
		return err
	})
}

// load returns the data of a message of a run, and whether they are whole.
func (c *Cluster) load(ctx context.Context, run string, m *jetstream.RawStreamMsg) (data []byte, ok bool) {
	data = m.Data
	if name := m.Header.Get(headObject); name != "" {
		err := c.persist(ctx, func(ctx context.Context) error {
			objects, err := c.js.ObjectStore(ctx, runStream(run))
			if err == nil {
				data, err = objects.GetBytes(ctx, name)
			}
			return err
		})
		if err != nil {
			return nil, false
		}
	}
	return data, m.Header.Get(headSum) == sum(data)
}

// sweep removes what a run that is over has left: all but its state.
func (c *Cluster) sweep(ctx context.Context, run string) error {
	if err := c.withdraw(ctx, run); err != nil {
		return err
	}
	return c.persist(ctx, func(ctx context.Context) error {
		if err := c.js.DeleteStream(ctx, runStream(run)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		err := c.js.DeleteObjectStore(ctx, runStream(run))
		if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
			return nil
		}
		return err
	})
}

// withdraw takes a run's tasks out of the queue.
func (c *Cluster) withdraw(ctx context.Context, run string) error {
	return c.persist(ctx, func(ctx context.Context) error {
		return c.tasks.Purge(ctx, jetstream.WithPurgeSubject(tasksOf("*", "*", run)))
	})
}
