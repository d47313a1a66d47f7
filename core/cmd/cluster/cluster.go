//go:build !js

// Package cluster does the batches of a run on several machines, by a queue of NATS
// JetStream. It is hands of package work: the asking side computes a job's straight
// function itself, and workers the chunks of its batches.
//
// What JetStream keeps, in memory where it has no store of files:
//
//   - the stream of tasks, a work queue: a message for each chunk that is to be done, on a
//     subject that begins with the build, so that a worker of another build never gets it.
//     A task that its worker neither finishes nor says to be at is delivered again, to another.
//   - a bucket of keys and values: of each run its state, what its job and its batches are about, and
//     for each chunk the part, first come. A second part is refused by the server, so that what is
//     done twice counts once. Parts are kept until the run ends: a run that is taken up again computes
//     its function anew and finds the parts of before.
//
// # Trust
//
// A worker's name is of its own choosing, so no name is trusted: the asking side computes parts
// a second time itself, which ones chance alone decides, and when one is wrong it keeps none.
// Whoever reaches the server can forge all that stands there; what is malformed is dropped, and
// a chunk at which three workers are lost is given up.
//
// # Commands
//
// A part of a laboratory's run depends on the chunk alone. Releases of a command do not: a
// chunk that is done twice gives two lots of releases, and if the first to be stored counted,
// the quick ones would. So a worker claims a chunk before it reads a release of it, and its
// part is stored only while no other claim came later. Which releases count is settled by
// the claims, before anything is known of them: a worker that is free claims the next chunk,
// reads the next releases of one of its copies, whatever they are, and all chunks are waited
// for. Which worker is free depends on the releases before, and on none of these; and the
// parts are taken in the order of their chunks, not in that in which they come. What remains
// is that of a chunk whose worker is lost, the releases are lost with it, and one that takes
// long is more likely lost: the report says how many chunks were claimed more than once.
package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lang"
)

// Options say how to reach a cluster.
type Options struct {
	URL           string             // nats://host:4222, with a user and password or a token where it asks for them
	Creds         string             // a credentials file of NATS
	CA, Cert, Key string             // PEM files for TLS
	Build         string             // of this program; "": Build()
	Name          string             // of this side, as others see it; "": the machine's and the process's
	Say           func(lang.Message) // hears what a person should know
}

// The kinds of work.
const (
	Plain    = "plain"    // a laboratory's
	Commands = "commands" // commands that print releases
)

// Job is what a run is about.
type Job struct {
	Kind  string `json:"kind"`  // Plain or Commands
	Label string `json:"label"` // what a list of runs shows
	// Patience is of commands: a worker that is at a chunk four times as long hangs, and another one gets it.
	Patience time.Duration `json:"patience,omitempty"`
	Data     []byte        `json:"data"` // in the words of whoever opens it
}

// Cluster is a connection.
type Cluster struct {
	Options
	conn    *nats.Conn
	js      jetstream.JetStream
	storage jetstream.StorageType
	keys    jetstream.KeyValue
	store   jetstream.Stream // of the keys
	tasks   jetstream.Stream

	refused atomic.Bool // it was said that the server refuses something
}

const (
	bucket      = "indistinct"
	tasksStream = "indistinct-tasks"
	taskSubject = "indistinct.task" // .BUILD.KIND.RUN
)

// Times. A worker says that it is at a chunk four times before that is delivered again.
const (
	ackWait   = 5 * time.Second
	heartbeat = time.Second / 3 // of a run's state, and of looking at it
	patience  = 5 * time.Second // for an answer of the server
	pause     = time.Second / 4 // before something is tried again
	unheard   = 3 * time.Second // that something is tried again before it is said
)

// MostAway is how long there may be no connection.
const MostAway = 15 * time.Minute

// Connect connects to a cluster, for as long as ctx says, and makes what is missing there.
func Connect(ctx context.Context, o Options) (*Cluster, error) {
	at, err := address(o.URL)
	if err == nil && at.Hostname() == "" {
		err = lang.Errorf("cluster.address")
	}
	if err == nil && o.Build == "" {
		o.Build, err = Build()
	}
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname()
	o.Name = cmp.Or(o.Name, fmt.Sprintf("%s-%d", host, os.Getpid()))
	c := &Cluster{Options: o}
	set := []nats.Option{nats.Name("indistinct " + o.Name), nats.MaxReconnects(int(MostAway / pause)),
		nats.ReconnectWait(pause), nats.ReconnectJitter(0, 0), nats.Timeout(5 * time.Second),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.say("cluster.gone")
			}
		}), nats.ReconnectHandler(func(*nats.Conn) { c.say("cluster.back") })}
	if o.Creds != "" {
		set = append(set, nats.UserCredentials(o.Creds))
	}
	if o.CA != "" {
		set = append(set, nats.RootCAs(o.CA))
	}
	if o.Cert != "" {
		set = append(set, nats.ClientCert(o.Cert, o.Key))
	}
	for { // a comma begins another address
		c.conn, err = nats.Connect(strings.ReplaceAll(at.String(), ",", "%2C"), set...)
		waits := errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout)
		if err == nil {
			break
		} else if !waits || sleep(ctx, pause) != nil {
			return nil, o.fault("cluster.unreached", err)
		}
	}
	if c.js, err = jetstream.New(c.conn); err == nil {
		err = c.try(ctx, func(ctx context.Context) error {
			account, err := c.js.AccountInfo(ctx)
			if err == nil && account.Limits.MaxStore == 0 {
				c.storage = jetstream.MemoryStorage
			}
			return err
		})
	}
	if err == nil {
		err = c.ensure(ctx)
	}
	if err != nil {
		c.Close()
		return nil, o.fault("cluster.unready", err)
	}
	return c, nil
}

func (o *Options) fault(id string, err error) error {
	return lang.Errorf(id, "address", Shown(o.URL), "why", reason(err))
}

// reason is the last of an error's reasons, as NATS words it but for those that are met most.
func reason(err error) lang.Message {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) {
		err = all.Unwrap()[len(all.Unwrap())-1]
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrNoServers):
		return lang.Say("cluster.nothing")
	case errors.Is(err, nats.ErrAuthorization):
		return lang.Say("cluster.password")
	}
	return lang.Verbatim(strings.TrimPrefix(err.Error(), "nats: "))
}

func (c *Cluster) say(id string, more ...any) {
	c.Say(lang.Say(id, append(more, "address", Shown(c.URL))...))
}

// ensure makes what is missing on the server.
func (c *Cluster) ensure(ctx context.Context) error {
	return c.try(ctx, func(ctx context.Context) error {
		keys, err := c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, Storage: c.storage})
		if err != nil {
			return err
		}
		store, err := c.js.Stream(ctx, "KV_"+bucket)
		if err != nil {
			return err
		}
		tasks, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: tasksStream, Storage: c.storage,
			Subjects: []string{taskSubject + ".>"}, Retention: jetstream.WorkQueuePolicy})
		if err == nil && c.tasks == nil { // later they are made anew under the same names
			c.keys, c.store, c.tasks = keys, store, tasks
		}
		return err
	})
}

func (c *Cluster) Close() { c.conn.Close() }

// address reads the address of a server, a URL whose scheme may be left out.
func address(text string) (*url.URL, error) {
	if text = strings.TrimSpace(text); !strings.Contains(text, "://") {
		text = "nats://" + text
	}
	u, err := url.Parse(text)
	if err != nil || strings.Contains(u.Host, ",") ||
		!slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
		return nil, lang.Errorf("cluster.address")
	}
	return u, nil
}

// Shown is an address without what is secret in it.
func Shown(text string) string {
	u, err := address(text)
	if err != nil {
		return "?"
	}
	return plain(u.Scheme + "://" + u.Host)
}

// Build names what decides about the bits of a part: the bytes of this executable, and what
// mathematical functions return on this processor (some of package math choose their
// instructions when they run).
var Build = sync.OnceValues(func() (string, error) {
	f, err := os.Open("/proc/self/exe") // the file that runs, also where another has taken its place
	if err != nil {
		path, _ := os.Executable()
		f, err = os.Open(path)
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	for i := range 4000 {
		x := 0.003 + 0.0117*float64(i)
		for _, y := range []float64{math.Exp(x), math.Exp(-x), math.Log(x), math.Pow(x, 1.3), math.Sqrt(x),
			math.Sin(x), math.Cos(x), math.Tan(x), math.Atan(x), math.Erf(x), math.Gamma(1 + x/9), math.Log1p(x),
			math.Expm1(x), math.Hypot(x, 1), math.Floor(x), math.FMA(x, x, -x)} {
			fmt.Fprintf(h, "%x ", math.Float64bits(y))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
})

// try calls f until it succeeds, ctx ends, or it fails in a way that waiting does not mend. What the server refuses
// is said once.
func (c *Cluster) try(ctx context.Context, f func(ctx context.Context) error) error {
	for began := time.Now(); ; {
		once, stop := context.WithTimeout(ctx, patience)
		lost := c.conn.StatusChanged(nats.RECONNECTING)
		go func() { // who waits for an answer asks anew
			select {
			case <-lost:
				stop()
			case <-once.Done():
			}
			c.conn.RemoveStatusListener(lost)
		}()
		err := f(once)
		stop()
		if err == nil || final(err) {
			return err
		}
		if time.Since(began) > unheard && c.conn.IsConnected() && c.refused.CompareAndSwap(false, true) {
			c.say("cluster.refuses", "why", reason(err))
		}
		if sleep(ctx, pause) != nil {
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// final reports whether an error stays what it is.
func final(err error) bool {
	for _, e := range []error{errUnread, jetstream.ErrKeyNotFound, jetstream.ErrInvalidKey,
		nats.ErrAuthorization, nats.ErrPermissionViolation, nats.ErrMaxPayload, nats.ErrConnectionClosed} {
		if errors.Is(err, e) {
			return true
		}
	}
	var js jetstream.JetStreamError
	return errors.As(err, &js) && js.APIError() != nil && js.APIError().Code < 500
}

// conflict reports whether a message was refused since its subject has another one.
func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// plain is a text of somebody else in a line of a terminal: short, and only what can be seen.
func plain(text string) string {
	return lang.Clip(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text), 60)
}

func sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
