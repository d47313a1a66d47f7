//go:build !js

// Package cluster does the batches of a run on several machines, by a queue of NATS
// JetStream. It is hands of package work: the asking side computes a job's straight
// function itself, and workers the chunks of its batches.
//
// What JetStream keeps:
//
//   - the stream of tasks, a work queue: a message for each chunk that is to be done, on a
//     subject that begins with the build, so that a worker of another build never gets it.
//     The asking side writes a bounded number ahead of what it has taken. A task that its
//     worker neither finishes nor says to be at is delivered again, to another.
//   - a stream for each run, with one subject for each chunk: its part, first come. A second
//     part of a chunk is refused by the server, so that what is done twice counts once. Parts
//     are kept until the run ends: a run that is taken up again computes its function anew and
//     finds the parts of before. They take the disk space of all the run's parts: of counting
//     some hundred bytes a chunk, of releases that choose an event 8 bytes a number.
//   - a store of objects for each run: what is too large for a message.
//   - a bucket of runs (state, progress, the job, what each batch is about) and one of
//     workers, whose entries expire.
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
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
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
	Say           func(lang.Message) // hears what a person should know; may be nil
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
	Data  []byte `json:"-"`     // in the words of whoever opens it
}

// Cluster is a connection.
type Cluster struct {
	Options
	conn  *nats.Conn
	js    jetstream.JetStream
	runs  jetstream.KeyValue
	tasks jetstream.Stream

	mu         sync.Mutex
	complained time.Time       // when it was said last that something does not go on
	line       context.Context // ends with the connection
	cut        context.CancelFunc
}

const (
	runsBucket  = "indistinct-runs"
	tasksStream = "indistinct-tasks"
	taskSubject = "indistinct.task" // .BUILD.KIND.RUN
	partSubject = "indistinct.part" // .RUN.BATCH.INPUT.FIRST.COUNT
	// aboutSubject is that of what a run's job and batches are about.
	aboutSubject = "indistinct.about" // .RUN.NAME
)

// Times. A worker says that it is at a chunk three times before that is delivered again.
const (
	ackWait   = 5 * time.Second
	heartbeat = time.Second     // of a run's state
	unheard   = 3 * time.Second // that something is tried again before it is said
)

// Connect connects to a cluster, for as long as ctx says, and makes what is missing there.
func Connect(ctx context.Context, o Options) (*Cluster, error) {
	if o.Build == "" {
		b, err := Build()
		if err != nil {
			return nil, err
		}
		o.Build = b
	}
	if o.Name == "" {
		host, _ := os.Hostname()
		o.Name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	set := []nats.Option{nats.Name("indistinct " + o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second / 4),
		nats.ReconnectJitter(time.Second/4, time.Second/4), nats.Timeout(5 * time.Second),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if o.Creds != "" {
		set = append(set, nats.UserCredentials(o.Creds))
	}
	if o.CA != "" {
		set = append(set, nats.RootCAs(o.CA))
	}
	if o.Cert != "" {
		set = append(set, nats.ClientCert(o.Cert, o.Key))
	}
	c := &Cluster{Options: o}
	c.newLine()
	set = append(set, nats.DisconnectErrHandler(func(*nats.Conn, error) { c.newLine() }))
	address, err := Reachable(o.URL)
	if err != nil {
		return nil, err
	}
	refused := func(err error) bool { return !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) }
	err = c.again(ctx, refused, func(context.Context) (err error) {
		c.conn, err = nats.Connect(address, set...)
		return err
	})
	if err != nil {
		return nil, o.fault("cluster.unreached", err)
	}
	if c.js, err = jetstream.New(c.conn); err == nil {
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

// reason is the last of an error's reasons, without what only NATS's programmers understand.
func reason(err error) lang.Message {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) {
		err = all.Unwrap()[len(all.Unwrap())-1]
	}
	var api jetstream.JetStreamError
	if errors.As(err, &api) && api.APIError() != nil {
		return lang.Verbatim(api.APIError().Description)
	}
	var unknown *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout):
		return lang.Say("cluster.silent")
	case errors.Is(err, nats.ErrNoServers):
		return lang.Say("cluster.nothing")
	case errors.As(err, &unknown):
		return lang.Say("cluster.host", "host", lang.Clip(unknown.Name, 60))
	case errors.Is(err, nats.ErrAuthorization):
		return lang.Say("cluster.password")
	}
	return lang.Verbatim(strings.TrimPrefix(err.Error(), "nats: "))
}

func (c *Cluster) say(m lang.Message) {
	if c.Say != nil {
		c.Say(m)
	}
}

// complain says, once a minute, that something does not go on.
func (c *Cluster) complain(err error) {
	c.mu.Lock()
	soon := time.Since(c.complained) < time.Minute
	if !soon {
		c.complained = time.Now()
	}
	c.mu.Unlock()
	switch {
	case soon:
	case c.conn == nil || !c.conn.IsConnected():
		c.say(lang.Say("cluster.gone", "address", Shown(c.URL)))
	default:
		c.say(lang.Of(c.fault("cluster.refuses", err)))
	}
}

// ensure makes what is missing on the server.
func (c *Cluster) ensure(ctx context.Context) error {
	return c.persist(ctx, func(ctx context.Context) error {
		runs, err := c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runsBucket})
		if err != nil {
			return err
		}
		tasks, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: tasksStream,
			Subjects: []string{taskSubject + ".>"}, Retention: jetstream.WorkQueuePolicy})
		if err == nil && c.tasks == nil { // later they are made anew under the same names
			c.runs, c.tasks = runs, tasks
		}
		return err
	})
}

// Close ends the connection.
func (c *Cluster) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
}

// endpoint takes an address apart. What stands before its last @ is a user and a password or a
// token: as in a URL, or, where that cannot be read as one, as it is.
func endpoint(address string) (scheme string, who *url.Userinfo, host string) {
	scheme, host, ok := strings.Cut(strings.TrimSpace(address), "://")
	if !ok {
		scheme, host = "nats", scheme
	}
	if i := strings.LastIndex(host, "@"); i >= 0 {
		text := host[:i]
		host = host[i+1:]
		user, password, two := strings.Cut(text, ":")
		u, err := url.Parse("nats://" + text + "@h")
		if err == nil && u.Host == "h" && u.String() == "nats://"+u.User.String()+"@h" {
			who = u.User
		} else if two {
			who = url.UserPassword(user, password)
		} else {
			who = url.User(text)
		}
	}
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	return scheme, who, host
}

// Reachable returns an address as NATS reads it, for which a comma begins another one.
func Reachable(address string) (string, error) {
	scheme, who, host := endpoint(address)
	u := url.URL{Scheme: scheme, User: who, Host: host}
	out := strings.ReplaceAll(u.String(), ",", "%2C")
	if read, err := url.Parse(out); err != nil || read.Hostname() == "" {
		return "", lang.Errorf("cluster.address")
	}
	return out, nil
}

// Shown is an address without what is secret in it.
func Shown(address string) string {
	scheme, _, host := endpoint(address)
	if !slices.Contains([]string{"nats", "tls", "ws", "wss"}, scheme) {
		scheme = "nats"
	}
	return plain(scheme + "://" + host)
}

// Build names what decides about the bits of a part: the bytes of this executable, and what
// mathematical functions return on this processor (some of package math choose their
// instructions when they run).
var Build = sync.OnceValues(func() (string, error) {
	f, err := os.Open("/proc/self/exe") // the file that runs, also where another has taken its place
	if err != nil {
		path, err := os.Executable()
		if err != nil {
			return "", err
		}
		if f, err = os.Open(path); err != nil {
			return "", err
		}
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

// persist calls f until it succeeds or fails in a way that waiting does not mend.
func (c *Cluster) persist(ctx context.Context, f func(ctx context.Context) error) error {
	return c.again(ctx, final, f)
}

// once returns a context that ends after some time, or with the connection: whoever waits for an answer then asks anew.
func (c *Cluster) once(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithTimeout(ctx, limit)
	c.mu.Lock()
	defer c.mu.Unlock()
	line := context.AfterFunc(c.line, stop)
	return ctx, func() { line(); stop() }
}

// newLine begins a connection, and ends the one before.
func (c *Cluster) newLine() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut != nil {
		c.cut()
	}
	c.line, c.cut = context.WithCancel(context.Background())
}

func (c *Cluster) again(ctx context.Context, final func(error) bool, f func(ctx context.Context) error) error {
	began := time.Now()
	for wait := time.Second / 10; ; wait = min(2*wait, time.Second) {
		once, stop := c.once(ctx, 5*time.Second)
		err := f(once)
		stop()
		if err == nil || final(err) {
			return err
		}
		if time.Since(began) > unheard {
			c.complain(err)
		}
		if sleep(ctx, wait) != nil {
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// final reports whether an error stays what it is.
func final(err error) bool {
	for _, e := range []error{errDone, errUnread, jetstream.ErrKeyNotFound, jetstream.ErrObjectNotFound,
		jetstream.ErrBucketNotFound, nats.ErrAuthorization, nats.ErrPermissionViolation, nats.ErrMaxPayload, nats.ErrConnectionClosed} {
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
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
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
