//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"math"
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

func runStream(run string) string { return "indistinct-run-" + run }

// consumerName is that of the queue of a kind of a build's tasks, and tasksOf the subject of a run's.
func consumerName(build, kind string) string { return build + "-" + kind }

func tasksOf(build, kind, run string) string {
	return strings.Join([]string{taskSubject, build, kind, run}, ".")
}

// List returns the runs, unfinished ones first.
func (c *Cluster) List(ctx context.Context) (out []Entry, err error) {
	now, err := c.tasks.Info(ctx) // by the server's clock
	var names []string
	if err == nil {
		names, err = c.runs.Keys(ctx)
	}
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, c.fault("cluster.refuses", err)
	}
	for _, run := range names {
		e, err := c.runs.Get(ctx, run)
		var s state
		if err != nil || !runName.MatchString(run) || json.Unmarshal(e.Value(), &s) != nil {
			continue // it went meanwhile, or is none
		}
		out = append(out, Entry{Run: run, State: s.State, Label: plain(s.Label), Fraction: min(max(s.Fraction, 0), 1),
			Asked: now.TimeStamp.Sub(e.Created()) < 10*heartbeat})
	}
	key := func(e Entry) string { return strconv.FormatBool(e.State != Running) + e.Run }
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(key(a), key(b)) })
	return out, nil
}

// state returns what is known of a run, and which writing of that it is; of a run that is not there all is zero.
func (c *Cluster) state(ctx context.Context, run string) (s state, revision uint64, err error) {
	err = c.try(ctx, func(ctx context.Context) error {
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
	return c.try(ctx, func(ctx context.Context) error {
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

// sweep removes what a run that is over has left: all but its state.
func (c *Cluster) sweep(ctx context.Context, run string) error {
	if err := c.withdraw(ctx, run); err != nil {
		return err
	}
	for _, remove := range []func(context.Context, string) error{c.js.DeleteStream, c.js.DeleteObjectStore} {
		err := c.try(ctx, func(ctx context.Context) error { return remove(ctx, runStream(run)) })
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
	}
	return nil
}

// withdraw takes a run's tasks out of the queue.
func (c *Cluster) withdraw(ctx context.Context, run string) error {
	return c.try(ctx, func(ctx context.Context) error {
		return c.tasks.Purge(ctx, jetstream.WithPurgeSubject(tasksOf("*", "*", run)))
	})
}

// head is what a message of a run says beside its data.
type head struct {
	About  json.RawMessage `json:"about,omitempty"`  // a job or a batch
	Form   string          `json:"form,omitempty"`   // of a message about a chunk
	Worker string          `json:"worker,omitempty"` // its name
	Claims int             `json:"claims,omitempty"` // of commands: how often the chunk was claimed
	Millis float64         `json:"millis,omitempty"` // that it took, as its worker says
	Sum    string          `json:"sum"`              // SHA-256 of the data
	Object string          `json:"object,omitempty"` // where the data are, if not in the message
}

// The forms of a message about a chunk.
const (
	formPart  = "part"
	formFault = "fault" // why there is none: a Message in JSON
	formLost  = "lost"  // too many workers were lost at it: a Message too
	formClaim = "claim" // of commands: which worker draws its releases
)

// header is where a message has its head, in JSON.
const header = "Indistinct"

// mostInline is how many bytes of data are in a message; more are an object.
const mostInline = 256 << 10

// whatever says that a message is to be stored whatever its subject has.
const whatever = math.MaxUint64

// store writes a message of a run, and returns its number. last is the number of its subject's last one, or it is
// refused.
func (c *Cluster) store(ctx context.Context, run, subject string, h head, data []byte, last uint64) (n uint64,
	err error) {
	h.Sum = sum(data)
	m := nats.NewMsg(subject)
	if m.Data = data; len(data) > mostInline {
		h.Object, m.Data = nuid.Next(), nil
	}
	text, err := json.Marshal(h)
	if err != nil {
		return 0, err
	}
	m.Header.Set(header, string(text))
	var set []jetstream.PublishOpt
	if last != whatever {
		set = append(set, jetstream.WithExpectLastSequencePerSubject(last))
	}
	err = c.try(ctx, func(ctx context.Context) error {
		if h.Object != "" {
			objects, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: runStream(run),
				Storage: c.storage})
			if err == nil {
				_, err = objects.PutBytes(ctx, h.Object, data)
			}
			if err != nil {
				return err
			}
		}
		ack, err := c.js.PublishMsg(ctx, m, set...)
		if err == nil {
			n = ack.Sequence
		}
		return err
	})
	return n, err
}

// load returns a message's head and data, and whether they are whole.
func (c *Cluster) load(ctx context.Context, run string, m jetstream.RawStreamMsg) (h head, data []byte, ok bool) {
	if json.Unmarshal([]byte(m.Header.Get(header)), &h) != nil {
		return h, nil, false
	}
	if data = m.Data; h.Object != "" {
		err := c.try(ctx, func(ctx context.Context) error {
			objects, err := c.js.ObjectStore(ctx, runStream(run))
			if err == nil {
				data, err = objects.GetBytes(ctx, h.Object)
			}
			return err
		})
		if err != nil {
			return h, nil, false
		}
	}
	return h, data, h.Sum == sum(data)
}

// describe writes what the run's job or a batch is about, and returns the message's number.
func (r *Run) describe(ctx context.Context, name string, about any, data []byte) (uint64, error) {
	text, err := json.Marshal(about)
	if err != nil {
		return 0, err
	}
	return r.c.store(ctx, r.ID, aboutSubject+"."+r.ID+"."+name, head{About: text}, data, whatever)
}

// errUnread is an error of what a task is about: it is not there, or no asking side has written it.
var errUnread = errors.New("what a task is about cannot be read")

// about reads what was described.
func (c *Cluster) about(ctx context.Context, stream jetstream.Stream, run, name string, about any) (data []byte,
	err error) {
	m, err := c.last(ctx, stream, aboutSubject+"."+run+"."+name)
	if err != nil || m == nil {
		return nil, errors.Join(errUnread, err)
	}
	h, data, ok := c.load(ctx, run, *m)
	if !ok || json.Unmarshal(h.About, about) != nil {
		return nil, errUnread
	}
	return data, nil
}

// last returns the last message of a subject; nil where there is none.
func (c *Cluster) last(ctx context.Context, stream jetstream.Stream, subject string) (m *jetstream.RawStreamMsg,
	err error) {
	err = c.try(ctx, func(ctx context.Context) error {
		m, err = stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}
