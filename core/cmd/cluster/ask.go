//go:build !js

package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"indistinct/core/lang"
	"indistinct/core/work"
)

// task is a chunk that a worker is to do.
type task struct {
	Run     string     `json:"run"`
	Batch   string     `json:"batch"`
	Chunk   work.Chunk `json:"chunk"`
	Attempt int        `json:"attempt"`
	Asker   string     `json:"asker"`          // which asking side wants it
	Lost    int        `json:"lost,omitempty"` // workers that were lost at it, before it was given back
	Back    int        `json:"back,omitempty"` // how often it was given back
}

// sound reports whether an asking side may have written the task: everything in it becomes part of
// a name on the server or a size in memory.
func (t *task) sound() bool {
	k := t.Chunk
	return runName.MatchString(t.Run) && batchName.MatchString(t.Batch) && k.Input >= 0 && k.Input <= mostInputs &&
		k.First >= 0 && k.Count > 0 && t.Attempt >= 0 && t.Lost >= 0 && t.Back >= 0
}

var (
	runName   = regexp.MustCompile(`^[0-9a-f]{10}$`)
	batchName = regexp.MustCompile(`^[0-9]{1,9}-[0-9a-f]{8}$`)
)

// subject is that of the task's part.
func (t *task) subject() string {
	return strings.Join([]string{partSubject, t.Run, t.Batch, chunkName(t.Chunk), strconv.Itoa(t.Attempt)}, ".")
}

func chunkName(k work.Chunk) string { return fmt.Sprintf("%d.%d.%d", k.Input, k.First, k.Count) }

// Headers of a part.
const (
	headForm   = "Indistinct-Form"   // of the forms below
	headWorker = "Indistinct-Worker" // its name
	headSum    = "Indistinct-Sum"    // SHA-256 of the data
	headObject = "Indistinct-Object" // where the data are, if not in the message
	headClaims = "Indistinct-Claims" // how many claims there were
)

// The forms of a message about a chunk.
const (
	formPart  = "part"
	formFault = "fault" // why there is none: a Message in JSON
	formLost  = "lost"  // too many workers were lost at it: a Message too
	formClaim = "claim" // of commands: which worker draws its releases
)

// Limits of a run.
const (
	mostInline  = 256 << 10 // bytes of a part in a message; larger ones are objects
	leastPart   = 16 << 10  // bytes that a part may have, however many lanes there are
	mostEarly   = 8 << 20   // bytes of parts that are asked for or wait; then no more tasks are written
	mostWindow  = 1 << 16   // chunks that are asked for at once
	leastWindow = 64
	fewest      = 4
	timed       = 9 // parts of whose times the median counts
	mostRefused = 4 // times that a chunk's part may be refused
	mostInputs  = 1 << 16
)

// Asking is how a run is asked for.
type Asking struct {
	Resume   bool
	Chunk    time.Duration // how long a chunk should take; 0: 200 ms
	Check    float64       // the share of trials that are computed twice; below 0: as many as this machine can
	Local    work.Job      // what checks parts and faults here; nil where they depend on who computes
	Patience time.Duration // a chunk of commands is done in four times that, or another worker gets it
}

// Run is a run on a cluster, asked for from here. It implements work.Hands.
type Run struct {
	ID string
	Asking
	c       *Cluster
	job     Job
	state   state
	ctx     context.Context // ends with the run, for the cause
	end     context.CancelCauseFunc
	objects jetstream.ObjectStore
	stream  jetstream.Stream
	resumed bool // parts of before may be there
	pace    work.Pace
	batches int

	mu     sync.Mutex
	lanes  int
	at     progress
	began  time.Time
	base   float64           // the fraction then
	checks chan struct{}     // holds one for each check that runs
	able   int               // workers that may do its chunks
	faulty map[string]bool   // those on which a command failed
	met    map[string]bool   // workers of which a part was checked
	claims int               // chunks that were claimed more than once
	rates  map[float64]int64 // how many trials were checked at which rate; see spot
	twice  int64             // trials that were
	// rate, if not 0, is that of the batches of the kind counted; all others are checked then.
	rate    float64
	counted string
}

// What an end of a run may be beside its error.
var (
	errLeft = errors.New("the run is no longer this side's")
	errKept = errors.New("the run is kept")
)

// Ask begins a run, or takes it up again.
func (c *Cluster) Ask(ctx context.Context, job Job, a Asking) (*Run, error) {
	if a.Chunk <= 0 {
		a.Chunk = 200 * time.Millisecond
	}
	h := sha256.Sum256([]byte(c.Build + "\n" + job.Kind + "\n" + string(job.Data)))
	r := &Run{ID: hex.EncodeToString(h[:5]), Asking: a, c: c, job: job, began: time.Now(),
		met: map[string]bool{}, faulty: map[string]bool{},
		rates: map[float64]int64{}, checks: make(chan struct{}, runtime.GOMAXPROCS(0)),
		pace: work.Pace{ChunkMillis: float64(a.Chunk) / 1e6, Workers: 1, Caution: 64, Leap: 16}}
	r.ctx, r.end = context.WithCancelCause(ctx)
	was, err := c.state(ctx, r.ID)
	switch {
	case err != nil && !errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, err
	case was.State == Running && !a.Resume:
		return nil, lang.Errorf("cluster.there", "run", r.ID)
	case err != nil:
		err = nil // it is new
	case was.State != Running:
		err = c.sweep(ctx, r.ID)
	default:
		err = c.withdraw(ctx, r.ID)
	}
	if err != nil {
		return nil, err
	}
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		if r.stream, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: runStream(r.ID),
			Subjects: []string{partSubject + "." + r.ID + ".>"}, AllowDirect: true}); err != nil {
			return err
		}
		r.objects, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: runStream(r.ID)})
		return err
	})
	if err == nil {
		err = r.describe(ctx, "job", job, job.Data)
	}
	if err != nil {
		return nil, err
	}
	r.resumed = was.State == Running
	r.state = state{State: Running, Build: c.Build, Kind: job.Kind, Label: job.Label, Asker: nuid.Next()}
	if err := c.put(ctx, r.ID+".state", r.state); err != nil {
		return nil, err
	}
	go c.watchRuns(r.ctx, r.ID+".state", func(_ string, s state) {
		switch {
		case s.State == Cancelled:
			r.end(errors.Join(errLeft, lang.Errorf("cluster.cancelled", "run", r.ID)))
		case s.Asker != r.state.Asker:
			r.end(errors.Join(errLeft, lang.Errorf("cluster.taken", "run", r.ID)))
		}
	})
	go r.tell()
	return r, nil
}

// Context ends when the run does, for instance since it was cancelled.
func (r *Run) Context() context.Context { return r.ctx }

// Claims is how many chunks were claimed more than once.
func (r *Run) Claims() int { return r.claims }

// Again has the job done anew with the parts that there are. All of them are checked but those of
// the batches of the kind counted: of these as many as leave most trials that may be wrong.
func (r *Run) Again(counted string, most int64) {
	r.batches, r.resumed, r.rates, r.twice = 0, true, map[float64]int64{}, 0
	r.counted, r.rate = counted, -math.Log(missed)/float64(most)
}

// Progress takes note of how far the run is.
func (r *Run) Progress(fraction float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at.Fraction == 0 && fraction > 0 && r.base == 0 {
		r.base, r.began = fraction, time.Now()
	}
	r.at.Fraction = fraction
	if r.at.Left = 0; fraction > r.base {
		r.at.Left = time.Since(r.began).Seconds() * (1 - fraction) / (fraction - r.base)
	}
}

// Close leaves the run. err is what came of it: nil, and the run is over and nothing is kept
// but that it was; an interrupt, and the run can be taken up again; another error, which
// would come again, and it is over too.
func (r *Run) Close(err error) {
	err = r.failure(err)
	r.end(nil)
	patience := 5 * time.Second
	if errors.Is(err, context.Canceled) { // somebody waits, perhaps since the server is gone
		patience = 400 * time.Millisecond
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	switch {
	case errors.Is(err, errLeft):
		return
	case errors.Is(err, context.Canceled) || errors.Is(err, errKept):
		r.c.withdraw(ctx, r.ID)
		return
	case err == nil:
		r.state.State = Finished
		r.c.put(ctx, r.ID+".progress", progress{Fraction: 1})
	default:
		r.state.State = Failed
	}
	if r.c.put(ctx, r.ID+".state", r.state) == nil {
		r.c.sweep(ctx, r.ID)
	}
}

// tell writes now and then how far the run is, and looks who works.
func (r *Run) tell() {
	said, gone := "", 0
	for first := true; ; first = false {
		r.mu.Lock()
		at := r.at
		r.mu.Unlock()
		ctx, stop := context.WithTimeout(r.ctx, workerGone) // a thousand workers are not listed at once
		r.c.put(ctx, r.ID+".progress", at)
		workers, err := r.c.present(ctx)
		_, lost := r.c.js.Stream(ctx, runStream(r.ID))
		stop()
		if err == nil {
			said = r.who(workers, said, first)
		}
		if gone++; !vanished(lost) {
			gone = 0
		}
		if gone == 3 { // while it starts a server may not know yet what it has
			r.end(lang.Errorf("cluster.vanished", "run", r.ID))
		}
		if sleep(r.ctx, heartbeat) != nil {
			return
		}
	}
}

// who takes note of the workers that there are. Where none may do chunks of the run it says
// so, unless that is what it said last.
func (r *Run) who(workers map[string]presence, said string, first bool) string {
	lanes, able, ours, others := 0, 0, 0, 0
	for _, w := range workers {
		switch {
		case w.Build != r.c.Build:
			others++
		case r.job.Kind == Commands && !w.Commands:
			ours++
		default:
			lanes, able = lanes+w.Lanes, able+1
		}
	}
	r.mu.Lock()
	r.lanes, r.able = lanes, able
	r.mu.Unlock()
	key, say := "", lang.Verbatim("")
	switch {
	case lanes > 0 || first: // others may just be coming
	case ours > 0:
		err := lang.Errorf("cluster.commands.none", "n", ours)
		if r.Resume {
			err = errors.Join(errKept, err)
		}
		r.end(err)
	case others > 0:
		key, say = "others", lang.Say("cluster.others", "n", others, "build", r.c.Build)
	default:
		key, say = "none", lang.Say("cluster.nobody", "address", Shown(r.c.URL))
	}
	if key != said && key != "" {
		r.c.say(say)
	}
	return key
}

// Do implements work.Hands.
func (r *Run) Do(_ context.Context, b work.Batch, accept func(work.Part) error) error {
	f, err := r.Open(b)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		p, ok, err := f.Next()
		if err != nil || !ok {
			return err
		}
		if err := accept(p); err != nil {
			return f.blame(p, err)
		}
	}
}

// Flow is a batch whose parts come one after another.
type Flow struct {
	r       *Run
	b       work.Batch
	name    string
	ctx     context.Context
	stop    context.CancelFunc
	here    func() (do func(work.Chunk) ([]byte, error), err error) // what does a chunk on this machine
	trial   atomic.Int64                                            // nanoseconds that it takes here; 0: not known
	msgs    chan jetstream.Msg
	replay  uint64 // parts up to this number in the stream are of before; 0: all those came
	cutter  *work.Cutter
	rates   []float64    // nanoseconds of a trial of commands, in the last parts
	weight  float64      // bytes of a trial, in the last part
	growing bool         // chunks take less time than they should, as far as is known
	largest int64        // trials of the largest part
	cuts    []work.Chunk // of before, by their first trial
	last    work.Chunk
	over    bool // nothing is left to cut
	window  []*entry
	find    map[work.Chunk]*entry
	early   int                   // bytes of parts that wait for their turn
	stored  map[work.Chunk]*entry // parts of before that wait to be asked for
	who     string                // did the part that Next returned last
	waiting time.Time             // since when the first of the window is waited for
	again   time.Duration         // after which it is asked for once more
	tick    *time.Ticker
	checks  sync.WaitGroup
}

// entry is a chunk that is asked for.
type entry struct {
	chunk   work.Chunk
	attempt int
	refused int
	asked   int
	ack     jetstream.PubAckFuture
	done    bool
	here    bool // it was done here
	data    []byte
	worker  string
	claimed time.Time // of commands: when that worker did, by the server's clock
	heard   time.Time // the same by this side's; zero: none has
}

// Open begins the run's next batch.
func (r *Run) Open(b work.Batch) (*Flow, error) {
	b.Inputs = max(b.Inputs, 1)
	head, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	h := sha256.Sum256(append(head, b.Args...))
	f := &Flow{r: r, b: b, name: fmt.Sprintf("%d-%x", r.batches, h[:4]), find: map[work.Chunk]*entry{},
		stored: map[work.Chunk]*entry{}, msgs: make(chan jetstream.Msg, 16), again: 10 * time.Second,
		tick: time.NewTicker(time.Second / 4), growing: true}
	r.batches++
	f.ctx, f.stop = context.WithCancel(r.ctx)
	if r.Local != nil {
		f.here = sync.OnceValues(func() (func(work.Chunk) ([]byte, error), error) { return work.Prepare(r.Local, b) })
		go f.measure()
	}
	f.cutter = r.pace.Cut(b)
	err = r.describe(f.ctx, f.name, b, b.Args)
	if err == nil && r.resumed {
		err = f.before()
	}
	if err != nil {
		f.stop()
		f.tick.Stop()
		return nil, r.broken(err)
	}
	go f.listen()
	return f, nil
}

// parts are the subjects of the batch's parts.
func (f *Flow) parts() string { return partSubject + "." + f.r.ID + "." + f.name + ".>" }

// before looks what there is of the batch from before the run was taken up again.
func (f *Flow) before() error {
	return f.r.c.persist(f.ctx, func(ctx context.Context) error {
		last, err := f.r.stream.GetLastMsgForSubject(ctx, f.parts())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		info, err := f.r.stream.Info(ctx, jetstream.WithSubjectFilter(f.parts()))
		if err != nil {
			return err
		}
		f.replay, f.cuts = last.Sequence, nil
		for subject := range info.State.Subjects {
			if k, _, ok := chunkOf(subject); ok && k.First >= 0 && k.Count > 0 {
				f.cuts = append(f.cuts, k)
			}
		}
		slices.SortFunc(f.cuts, func(a, b work.Chunk) int {
			return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(b.Count, a.Count))
		})
		return nil
	})
}

// listen hands on the messages about the batch's chunks until the flow ends.
func (f *Flow) listen() {
	err := f.r.c.persist(f.ctx, func(ctx context.Context) error {
		parts, err := f.r.stream.OrderedConsumer(ctx,
			jetstream.OrderedConsumerConfig{FilterSubjects: []string{f.parts()}})
		if err != nil {
			return err
		}
		consume, err := parts.Consume(func(m jetstream.Msg) {
			select {
			case f.msgs <- m:
			case <-f.ctx.Done():
			}
		}, jetstream.PullMaxMessages(64), jetstream.PullHeartbeat(time.Second), jetstream.PullExpiry(5*time.Second))
		if err == nil {
			context.AfterFunc(f.ctx, consume.Stop)
		}
		return err
	})
	if err != nil && f.ctx.Err() == nil {
		f.r.end(f.r.broken(err))
	}
}

// Close ends a flow. It waits for a check that is under way.
func (f *Flow) Close() {
	f.checks.Wait()
	f.stop()
	f.tick.Stop()
}

// failure is an error, or why the run ended meanwhile.
func (r *Run) failure(err error) error {
	return cmp.Or(context.Cause(r.ctx), err)
}

// broken is an error of the cluster, not of the job: the run is kept.
func (r *Run) broken(err error) error {
	return r.failure(errors.Join(errKept, lang.Errorf("cluster.broken", "why", reason(err), "run", r.ID)))
}

// Next returns the next part, in the order that work.Crew's Do promises; ok is false after
// the last.
func (f *Flow) Next() (p work.Part, ok bool, err error) {
	for {
		if err := f.r.failure(nil); err != nil {
			return p, false, err
		}
		if f.fill(); len(f.window) == 0 { // nothing is left
			f.checks.Wait()
			return p, false, f.r.failure(nil)
		}
		if e := f.window[0]; e.done {
			f.window = f.window[1:]
			delete(f.find, e.chunk)
			f.early -= len(e.data)
			f.who, f.waiting, f.again = e.worker, time.Now(), 10*time.Second
			if err := f.spot(e); err != nil {
				return p, false, f.r.failure(err)
			}
			return work.Part{Chunk: e.chunk, Data: e.data}, true, nil
		}
		select {
		case m := <-f.msgs:
			err = f.hear(m)
		case <-f.tick.C:
			f.look()
		case <-f.ctx.Done():
		}
		if err != nil {
			return p, false, f.r.failure(err)
		}
	}
}

// most is how many chunks are asked for at once: few while they are still growing, since each takes
// at least the way to its worker, and later not more than this side has memory for.
func (f *Flow) most() int {
	f.r.mu.Lock()
	lanes := f.r.lanes
	f.r.mu.Unlock()
	if f.growing {
		return min(max(2*lanes, fewest), mostWindow)
	}
	n := min(max(16*lanes, leastWindow), mostWindow)
	if bytes := f.weight * float64(f.last.Count); bytes > 0 {
		n = max(min(n, int(mostEarly/bytes)), fewest)
	}
	return n
}

// fill cuts more chunks and asks for them.
func (f *Flow) fill() {
	most := f.most()
	for !f.over && len(f.window) < most && (f.early < mostEarly || len(f.window) == 0) {
		k, ok := f.cut()
		if !ok {
			f.over = true
			break
		}
		e := &entry{chunk: k}
		if s := f.stored[k]; s != nil {
			delete(f.stored, k)
			e = s
		}
		if len(f.window) == 0 {
			f.waiting = time.Now()
		}
		f.window = append(f.window, e)
		f.find[k] = e
		if !e.done && f.replay == 0 {
			f.ask(e)
		}
	}
}

// cut returns the next chunk: as it was cut before, or as large as the pace says where it
// leads up to one that was.
func (f *Flow) cut() (k work.Chunk, ok bool) {
	if k, ok = f.cutter.Next(); !ok {
		return k, false
	}
	for len(f.cuts) > 0 && f.cuts[0].First < k.First {
		f.cuts = f.cuts[1:]
	}
	if k.Input == 0 && len(f.cuts) > 0 {
		if was := f.cuts[0]; was.First == k.First {
			k.Count = min(was.Count, f.b.Trials-k.First)
		} else {
			k.Count = min(k.Count, was.First-k.First)
		}
		f.cutter.Skip(k)
	}
	f.last = k
	return k, true
}

// ask writes the task of a chunk.
func (f *Flow) ask(e *entry) {
	t := task{Run: f.r.ID, Batch: f.name, Chunk: e.chunk, Attempt: e.attempt, Asker: f.r.state.Asker}
	data, _ := json.Marshal(t) // numbers and texts: it cannot fail
	e.heard = time.Time{}
	m := nats.NewMsg(strings.Join([]string{taskSubject, f.r.c.Build, f.r.job.Kind, f.r.ID}, "."))
	m.Data = data
	// A task that did not come through is written again under the same name, and then the
	// server knows it.
	m.Header.Set(jetstream.MsgIDHeader, fmt.Sprintf("%s.%s.%d", f.r.state.Asker, t.subject(), e.asked))
	e.ack, _ = f.r.c.js.PublishMsgAsync(m, jetstream.WithStallWait(time.Second))
}

// look writes tasks again that did not reach the queue, and asks once more for the chunk that
// all wait for: its worker may be slow, or the server lost it. Of commands it does not once it
// is claimed: then the quick releases would count.
func (f *Flow) look() {
	if f.replay > 0 {
		return
	}
	for _, e := range f.window {
		if e.done {
			continue
		}
		if e.ack == nil {
			f.ask(e)
			continue
		}
		// A worker that hangs loses its claim, so that its part is refused. The next one has twice as long.
		held := time.Since(e.heard)
		if !e.heard.IsZero() && held/4>>min(e.attempt, 10) > max(f.r.Patience, time.Second) {
			f.r.c.say(lang.Say("cluster.hangs", "worker", e.worker, "seconds", math.Round(held.Seconds())))
			e.attempt++
			f.ask(e)
		}
		select {
		case <-e.ack.Err():
			f.ask(e)
		default:
		}
	}
	if e := f.first(); e != nil && e.heard.IsZero() && time.Since(f.waiting) > f.again {
		f.again *= 2
		e.asked++
		f.ask(e)
	}
}

// first returns what is waited for, where nothing more may be asked for.
func (f *Flow) first() *entry {
	if len(f.window) == 0 || f.window[0].done || !f.over && len(f.window) < f.most() && f.early < mostEarly {
		return nil
	}
	return f.window[0]
}

// hear takes a message about a chunk.
func (f *Flow) hear(m jetstream.Msg) error {
	meta, err := m.Metadata()
	if err != nil {
		return nil // no message of the stream
	}
	if err := f.part(m, meta); err != nil {
		return err
	}
	if f.replay > 0 && meta.Sequence.Stream >= f.replay {
		f.replay = 0
		for _, e := range f.window {
			if !e.done {
				f.ask(e)
			}
		}
	}
	return nil
}

func (f *Flow) part(m jetstream.Msg, meta *jetstream.MsgMetadata) error {
	k, attempt, ok := chunkOf(m.Subject())
	head, e := m.Headers(), f.find[k]
	if !ok || e == nil && f.replay == 0 {
		return nil // of a chunk that was taken, or cut otherwise
	}
	if e == nil {
		if e = f.stored[k]; e == nil {
			e = &entry{chunk: k}
			f.stored[k] = e
		}
	}
	if e.done || attempt < e.attempt {
		return nil
	}
	worker := plain(head.Get(headWorker))
	if head.Get(headForm) == formClaim {
		e.attempt, e.worker, e.claimed, e.heard = attempt, worker, meta.Timestamp, time.Now()
		return nil
	}
	data := m.Data()
	if name := head.Get(headObject); name != "" {
		err := f.r.c.persist(f.ctx, func(ctx context.Context) (err error) {
			data, err = f.r.objects.GetBytes(ctx, name)
			return err
		})
		if err != nil && f.ctx.Err() != nil {
			return err
		} else if err != nil {
			return f.refuse(e, attempt, worker)
		}
	}
	if head.Get(headSum) != sum(data) {
		return f.refuse(e, attempt, worker)
	}
	switch form := head.Get(headForm); form {
	case formFault, formLost:
		return f.fault(e, attempt, worker, data, form == formLost)
	case formPart:
	default:
		return f.refuse(e, attempt, worker)
	}
	if n, _ := strconv.Atoi(head.Get(headClaims)); n > 1 || n > 0 && attempt > 0 {
		f.r.claims++
	}
	trial := float64(f.trial.Load())
	if !e.claimed.IsZero() { // one that was held up says nothing of the others
		f.rates = append(f.rates, float64(meta.Timestamp.Sub(e.claimed))/float64(k.Count))
		f.rates = f.rates[max(0, len(f.rates)-timed):]
		trial = slices.Sorted(slices.Values(f.rates))[len(f.rates)/2]
	}
	if trial > 0 {
		f.pace(k, trial/1e6*float64(k.Count), len(data))
	}
	e.done, e.data, e.worker = true, data, worker
	f.early += len(data)
	return nil
}

// measure finds how long a trial takes, on this machine: what a worker says of that would let it
// choose how large its parts are.
func (f *Flow) measure() {
	do, err := f.here()
	for n := int64(1); err == nil && f.ctx.Err() == nil; n *= 4 {
		n = min(n, f.b.Trials)
		began := time.Now()
		_, err = do(work.Chunk{Count: n})
		if took := time.Since(began); took > 5*time.Millisecond || n == f.b.Trials {
			f.trial.Store(int64(took)/max(n, 1) + 1)
			return
		}
	}
}

// pace moves the size of the next chunks: each should take its time, and be no larger than what all
// lanes send at once may be.
func (f *Flow) pace(k work.Chunk, took float64, bytes int) {
	chunk := f.r.pace.ChunkMillis
	share := took / chunk
	f.r.mu.Lock()
	part := min(max(mostEarly/4/max(f.r.lanes, 1), leastPart), mostInline)
	f.r.mu.Unlock()
	f.weight = float64(bytes) / float64(k.Count)
	share = max(share, float64(bytes)/float64(part))
	f.growing = share < 0.5
	f.cutter.Took(k, share*chunk)
}

// chunkOf reads the subject of a part.
func chunkOf(subject string) (k work.Chunk, attempt int, ok bool) {
	t := strings.Split(subject, ".")
	if len(t) != 8 {
		return k, 0, false
	}
	input, e1 := strconv.Atoi(t[4])
	first, e2 := strconv.ParseInt(t[5], 10, 64)
	count, e3 := strconv.ParseInt(t[6], 10, 64)
	attempt, e4 := strconv.Atoi(t[7])
	return work.Chunk{Input: input, First: first, Count: count}, attempt, errors.Join(e1, e2, e3, e4) == nil
}

// refuse asks for a chunk again whose part is not one. Those of before a run was taken up
// again do not count.
func (f *Flow) refuse(e *entry, attempt int, worker string) error {
	e.attempt = attempt + 1
	if f.replay > 0 {
		return nil
	}
	if e.refused++; e.refused == mostRefused {
		return errors.Join(errKept, lang.Errorf("cluster.garbled", "worker", worker, "times", e.refused, "run", f.r.ID))
	}
	f.ask(e)
	return nil
}

// fault takes a chunk of which a worker says that it cannot be done. Where that depends on
// the chunk alone, it is done here: it fails with the same error, or the worker is wrong. What
// workers were lost at is not: it would end this process too.
func (f *Flow) fault(e *entry, attempt int, worker string, data []byte, lost bool) error {
	if f.r.Local == nil || lost {
		if f.replay > 0 { // it may be mended
			return f.refuse(e, attempt, worker)
		}
		var why lang.Message
		if json.Unmarshal(data, &why) != nil {
			return f.refuse(e, attempt, worker)
		}
		err := lang.Errorf("cluster.fault", "worker", worker, "why", why)
		f.r.mu.Lock()
		defer f.r.mu.Unlock()
		f.r.faulty[worker] = true
		if !lost && len(f.r.faulty) < f.r.able { // the worker takes no more of them
			e.attempt = attempt + 1
			f.r.c.say(lang.Of(err))
			f.ask(e)
			return nil
		}
		if f.r.at.Fraction > 0 || lost {
			err = errors.Join(errKept, err)
		}
		return err
	}
	do, err := f.here()
	if err == nil {
		data, err = do(e.chunk)
	}
	if err != nil {
		return err
	}
	e.done, e.here, e.data, e.worker = true, true, data, worker
	f.early += len(data)
	return nil
}

// spot computes a part a second time here, or leaves it at that, and ends the run where the
// worker sent something else. What decides is chance alone, before the part is looked at and
// whoever sent it, so that Past can say what is proven: a part of n trials is left with the
// probability exp(−rate·n), and the rate of the largest parts is that of the share asked for. Parts
// of before a run was taken up again are parts like all others.
func (f *Flow) spot(e *entry) error {
	r, n := f.r, e.chunk.Count
	if r.Local == nil {
		return nil
	}
	f.largest = max(f.largest, n)
	r.mu.Lock()
	share, busy := r.Check, float64(cap(r.checks))
	if share < 0 { // an eighth of this machine's time, and what is free of it for each new name
		share = min(1, busy/float64(max(r.lanes, 1))) / 8
		if !r.met[e.worker] && len(r.checks) < cap(r.checks) {
			share = 1
		}
	}
	if e.here || r.rate > 0 {
		share = 1
	}
	rate := -math.Log1p(-share) / float64(f.largest)
	if r.rate > 0 && f.b.Kind == r.counted && !e.here {
		rate = r.rate
	}
	r.rates[rate] += n
	due := rand.ExpFloat64() < rate*float64(n)
	if due {
		r.met[e.worker] = true
		r.twice += n
	}
	r.mu.Unlock()
	if !due || e.here {
		return nil
	}
	do, err := f.here()
	if err != nil {
		return err
	}
	select {
	case r.checks <- struct{}{}:
	case <-f.ctx.Done():
		return nil
	}
	f.checks.Go(func() {
		defer func() { <-r.checks }()
		if want, err := do(e.chunk); err != nil || !bytes.Equal(want, e.data) {
			r.distrust(e.worker)
		}
	})
	return nil
}

// missed is the probability with which more than Past are wrong and none of their parts is found.
const missed = 0.001

// Past returns how many of the run's trials may be wrong. Of a wrong part of n trials, checked at the
// rate r, exp(r n) is made of 1 with the probability exp(−r n) that it is left, and 0 otherwise. So the
// product over wrong parts is a martingale, however a liar chooses the next one by what went before: it
// reaches 1/missed with that probability at most. Below that most are wrong where r is least.
func (r *Run) Past() (past int64) {
	left := -math.Log(missed)
	for _, rate := range slices.Sorted(maps.Keys(r.rates)) {
		if math.IsInf(rate, 1) {
			break // all were checked
		}
		most := min(float64(r.rates[rate]), left/rate) // a rate of 0: all
		past += int64(most * (1 + 1e-12))
		left -= most * rate
	}
	return past
}

// Checked says how many trials of the run were computed a second time, and what may have got past;
// more says what that means for the result.
func (r *Run) Checked(more lang.Message) lang.Message {
	trials, which := int64(0), "some"
	for _, n := range r.rates {
		trials += n
	}
	switch {
	case r.twice == trials:
		which, more = "all", lang.Verbatim("")
	case r.twice == 0:
		which = "none"
	case r.Past() == trials:
		which = "few"
	}
	return lang.Say("cluster.checked", "which", which, "trials", trials, "twice", r.twice, "past", r.Past(),
		"level", 1-missed, "more", more)
}

// blame is the error with which a part could not be taken, or names its worker where the
// part is not what is computed here.
func (f *Flow) blame(p work.Part, err error) error {
	if f.r.Local == nil || f.r.failure(nil) != nil {
		return err
	}
	if do, here := f.here(); here == nil {
		if want, here := do(p.Chunk); here == nil && !bytes.Equal(want, p.Data) {
			f.r.distrust(f.who)
			return f.r.failure(err)
		}
	}
	return err
}

// distrust ends the run, since a worker sent what is no part: none of the run's parts is kept, of
// no worker, since this one may have other names too.
func (r *Run) distrust(worker string) {
	r.end(lang.Errorf("cluster.wrong", "worker", worker, "run", r.ID))
}
