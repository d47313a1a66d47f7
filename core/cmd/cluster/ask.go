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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"indistinct/core/lang"
	"indistinct/core/work"
)

// task is a chunk that a worker is to do.
type task struct {
	Run   string     `json:"run"`
	Batch string     `json:"batch"`
	Chunk work.Chunk `json:"chunk"`
	Last  uint64     `json:"last,omitempty"` // the last message about the chunk; only what follows it counts

	claimed bool // by this worker
}

// sound reports whether an asking side may have written the task: everything in it becomes part of
// a name on the server or a size in memory.
func (t *task) sound() bool {
	k := t.Chunk
	return runName.MatchString(t.Run) && batchName.MatchString(t.Batch) && k.Input >= 0 && k.First >= 0 && k.Count > 0
}

var (
	runName   = regexp.MustCompile(`^[0-9a-f]{10}$`)
	batchName = regexp.MustCompile(`^[0-9]{1,9}-[0-9a-f]{8}$`)
)

// parts is what the subjects of a batch's chunks begin with.
func (t *task) parts() string { return partSubject + "." + t.Run + "." + t.Batch + "." }

// subject is that of the messages about the task's chunk.
func (t *task) subject() string {
	return fmt.Sprintf("%s%d.%d.%d", t.parts(), t.Chunk.Input, t.Chunk.First, t.Chunk.Count)
}

// chunkOf reads the subject of a message about a chunk of a batch.
func chunkOf(subject, parts string) (k work.Chunk, ok bool) {
	n, _ := fmt.Sscanf(strings.TrimPrefix(subject, parts), "%d.%d.%d", &k.Input, &k.First, &k.Count)
	return k, n == 3 && k.First >= 0 && k.Count > 0
}

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
	mostEarly   = 8 << 20   // bytes of the parts that are asked for at once
	mostWindow  = 1 << 16   // chunks that are
	leastWindow = 64
	fewest      = 4
	leap        = 16 // how many times more trials a chunk may have than one before it
	mostRefused = 4  // times that a chunk's part may be refused
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
	c        *Cluster
	job      Job
	asker    string
	ctx      context.Context // ends with the run, for the cause
	end      context.CancelCauseFunc
	stream   jetstream.Stream
	batches  int
	lanes    atomic.Int64  // chunks that workers may do at a time
	fraction atomic.Uint64 // of the run that is done, as a float's bits
	claims   atomic.Int64  // chunks that were claimed more than once
	turns    chan struct{} // holds one for each chunk that is done here

	met   map[string]bool   // workers of which a part was checked
	rates map[float64]int64 // how many trials were checked at which rate; see spot
	twice int64             // trials that were
	// rate, if not 0, is that of the batches of the kind counted; all others are checked then.
	rate    float64
	counted string
}

// Ends of a run beside its error.
var (
	errLeft = errors.New("the run is no longer this side's")
	errKept = errors.New("the run is kept")
)

// Ask begins a run, or takes it up again.
func (c *Cluster) Ask(ctx context.Context, job Job, a Asking) (*Run, error) {
	a.Chunk = cmp.Or(max(a.Chunk, 0), 200*time.Millisecond)
	h := sha256.Sum256([]byte(c.Build + "\n" + job.Kind + "\n" + string(job.Data)))
	r := &Run{ID: hex.EncodeToString(h[:5]), Asking: a, c: c, job: job, asker: nuid.Next(), met: map[string]bool{},
		rates: map[float64]int64{}, turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
	println(time.Now().UnixMilli()%1000000, "ask")
	was, revision, err := c.state(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	if was.State == Running && !a.Resume {
		return nil, lang.Errorf("cluster.there", "run", r.ID)
	}
	// Of several that ask at once the first one has the run.
	err = c.put(ctx, r.ID, state{State: Running, Build: c.Build, Kind: job.Kind, Label: job.Label, Asker: r.asker,
		Fraction: was.Fraction}, revision)
	switch {
	case conflict(err):
		err = lang.Errorf("cluster.there", "run", r.ID)
	case err == nil && was.State == Running:
		err = c.withdraw(ctx, r.ID)
	case err == nil && was.State != "":
		err = c.sweep(ctx, r.ID)
	}
	if err != nil {
		return nil, err
	}
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		r.stream, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: runStream(r.ID), AllowDirect: true,
			Subjects: []string{partSubject + "." + r.ID + ".>", aboutSubject + "." + r.ID + ".>"}})
		return err
	})
	if err == nil {
		err = r.describe(ctx, "job", job, job.Data)
	}
	if err != nil {
		return nil, err
	}
	r.ctx, r.end = context.WithCancelCause(ctx)
	println(time.Now().UnixMilli()%1000000, "asked")
	go r.tell()
	return r, nil
}

// Context ends when the run does, for instance since it was cancelled.
func (r *Run) Context() context.Context { return r.ctx }

// Claims is how many chunks were claimed more than once.
func (r *Run) Claims() int { return int(r.claims.Load()) }

// Again has the job done anew with the parts that there are. All of them are checked but those of
// the batches of the kind counted: of these as many as leave most trials that may be wrong.
func (r *Run) Again(counted string, most int64) {
	r.batches, r.rates, r.twice = 0, map[float64]int64{}, 0
	r.counted, r.rate = counted, -math.Log(missed)/float64(most)
}

// Progress takes note of how far the run is.
func (r *Run) Progress(fraction float64) { r.fraction.Store(math.Float64bits(fraction)) }

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
	println(time.Now().UnixMilli()%1000000, "close")
	defer func() { println(time.Now().UnixMilli()%1000000, "closed") }()
	end := Failed
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, errKept):
		r.c.withdraw(ctx, r.ID)
		return
	case err == nil:
		end = Finished
		r.Progress(1)
	}
	if r.record(ctx, end) == nil {
		r.c.sweep(ctx, r.ID)
	}
}

// record writes the run's state and how far it is, while it is this side's.
func (r *Run) record(ctx context.Context, now string) error {
	s, revision, err := r.c.state(ctx, r.ID)
	switch {
	case err != nil:
		return err
	case s.State == "":
		return errors.Join(errLeft, lang.Errorf("cluster.vanished", "run", r.ID))
	case s.State != Running:
		return errors.Join(errLeft, lang.Errorf("cluster.cancelled", "run", r.ID))
	case s.Asker != r.asker:
		return errors.Join(errLeft, lang.Errorf("cluster.taken", "run", r.ID))
	}
	s.State, s.Fraction = now, math.Float64frombits(r.fraction.Load())
	return r.c.put(ctx, r.ID, s, revision) // refused where another one wrote since: it is read next time
}

// tell writes now and then how far the run is, and looks who works. Where nobody may do chunks of the run it says
// so, not at once: they may just be coming, or be between two chunks.
func (r *Run) tell() {
	for alone := 0; ; {
		ctx, stop := context.WithTimeout(r.ctx, 15*time.Second)
		if err := r.record(ctx, Running); errors.Is(err, errLeft) {
			r.end(err)
		}
		lanes, err := r.c.present(ctx)
		stop()
		mine := lanes[consumerName(r.c.Build, r.job.Kind)]
		if alone++; err != nil || mine > 0 {
			alone = 0
		}
		if err == nil && alone != 1 {
			r.lanes.Store(int64(mine))
		}
		switch {
		case alone != 2:
		case lanes[consumerName(r.c.Build, Plain)] == 0:
			r.c.say(lang.Say("cluster.nobody", "address", Shown(r.c.URL), "build", r.c.Build))
		case r.Resume:
			r.end(errors.Join(errKept, lang.Errorf("cluster.commands.none")))
		default:
			r.end(lang.Errorf("cluster.commands.none"))
		}
		if sleep(r.ctx, heartbeat) != nil {
			return
		}
	}
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
			if r.Local != nil { // it names a worker whose part is not what is computed here
				f.verify(f.taken)
			}
			return r.failure(err)
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
	tick    time.Duration                                           // after which the chunk that all wait for hears so
	known   map[work.Chunk]uint64                                   // messages about chunks of before, and how
	sizes   map[int64]int64                                         // many trials these have, by their first one
	cost    atomic.Pointer[cost]                                    // of the trials; nil: not known
	next    work.Chunk                                              // what is cut next
	largest int64                                                   // trials of the largest part
	window  []*entry
	taken   *entry // the last one
	checks  sync.WaitGroup
	find    sync.Map // of *entry, by its chunk
}

// cost is what a trial takes: nanoseconds, and bytes of a part.
type cost struct{ time, bytes float64 }

// entry is a chunk that is asked for.
type entry struct {
	chunk  work.Chunk
	msgs   chan *jetstream.RawStreamMsg // about it
	nudge  chan struct{}                // that all wait for it
	done   chan struct{}                // closed when what follows is known
	data   []byte
	err    error
	worker string
	here   bool          // it was done here
	took   time.Duration // of commands: by the server's clock
}

// Open begins the run's next batch.
func (r *Run) Open(b work.Batch) (*Flow, error) {
	b.Inputs = max(b.Inputs, 1)
	head, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	h := sha256.Sum256(append(head, b.Args...))
	f := &Flow{r: r, b: b, name: fmt.Sprintf("%d-%x", r.batches, h[:4]), tick: time.Second}
	r.batches++
	f.ctx, f.stop = context.WithCancel(r.ctx)
	if r.Local != nil {
		f.here = sync.OnceValues(func() (func(work.Chunk) ([]byte, error), error) { return work.Prepare(r.Local, b) })
		f.measure()
	}
	println(time.Now().UnixMilli()%1000000, "measured", b.Kind, b.Trials)
	listens := make(chan error, 1)
	go func() { listens <- r.c.persist(f.ctx, f.listen) }()
	err = cmp.Or(r.describe(f.ctx, f.name, b, b.Args), <-listens)
	if err != nil {
		f.stop()
		return nil, r.broken(err)
	}
	println(time.Now().UnixMilli()%1000000, "open")
	return f, nil
}

// listen looks what there is of the batch from before, and hears what comes until the flow ends.
func (f *Flow) listen(ctx context.Context) error {
	parts := (&task{Run: f.r.ID, Batch: f.name}).parts()
	info, err := f.r.stream.Info(ctx, jetstream.WithSubjectFilter(parts+">"))
	if err != nil {
		return err
	}
	f.known, f.sizes = map[work.Chunk]uint64{}, map[int64]int64{}
	for subject, n := range info.State.Subjects {
		if k, ok := chunkOf(subject, parts); ok {
			f.known[k], f.sizes[k.First] = n, max(f.sizes[k.First], k.Count)
		}
	}
	all, err := f.r.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{parts + ">"},
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: info.State.LastSeq + 1})
	if err != nil {
		return err
	}
	consume, err := all.Consume(func(m jetstream.Msg) {
		k, _ := chunkOf(m.Subject(), parts)
		meta, err := m.Metadata()
		if e, ok := f.find.Load(k); ok && err == nil {
			select {
			case e.(*entry).msgs <- &jetstream.RawStreamMsg{Header: m.Headers(), Data: m.Data(),
				Sequence: meta.Sequence.Stream, Time: meta.Timestamp}:
			default: // nobody sends so many but to do harm
			}
		}
	}, jetstream.PullMaxMessages(64), jetstream.PullHeartbeat(time.Second), jetstream.PullExpiry(5*time.Second))
	if err == nil {
		context.AfterFunc(f.ctx, consume.Stop)
	}
	return err
}

// Close ends a flow. It waits for a check that is under way.
func (f *Flow) Close() {
	f.checks.Wait()
	f.stop()
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
	for k, more := f.cut(); more; k, more = f.cut() {
		e := &entry{chunk: k, msgs: make(chan *jetstream.RawStreamMsg, 16), nudge: make(chan struct{}),
			done: make(chan struct{})}
		f.window = append(f.window, e)
		f.find.Store(k, e)
		go func() {
			e.err = f.do(e)
			close(e.done)
		}()
	}
	if len(f.window) == 0 { // nothing is left
		f.checks.Wait()
		return p, false, f.r.failure(nil)
	}
	e := f.window[0]
	for waits := true; waits; {
		select {
		case <-e.done:
			waits = false
		case <-f.ctx.Done():
			return p, false, f.r.failure(f.ctx.Err())
		case <-time.After(f.tick):
			select {
			case e.nudge <- struct{}{}:
			default:
			}
		}
	}
	f.window, f.taken = f.window[1:], e
	println(time.Now().UnixMilli()%1000000, "part", e.chunk.Count, len(f.window))
	f.find.Delete(e.chunk)
	if err := f.r.failure(e.err); err != nil {
		return p, false, err
	}
	n := float64(e.chunk.Count)
	c := cost{float64(e.took) / n, float64(len(e.data)) / n}
	if was := f.cost.Load(); was != nil && e.took == 0 {
		c.time = was.time
	}
	f.cost.Store(&c)
	f.largest = max(f.largest, e.chunk.Count)
	f.spot(e)
	return work.Part{Chunk: e.chunk, Data: e.data}, true, nil
}

// cut returns the next chunk, if so many may be asked for at once: few while they are still growing, since each
// takes at least the way to its worker, and later not more than this side has memory for. A chunk has as many trials
// as take their time, in a part that is no larger than what all lanes send at once may be, or as many as before.
// Towards the end they get smaller, so that all workers end together.
func (f *Flow) cut() (k work.Chunk, ok bool) {
	left := f.b.Trials - f.next.First
	lanes := max(f.r.lanes.Load(), 1)
	most, size := max(16*lanes, leastWindow), float64(leap*max(f.largest, 1))
	c := f.cost.Load()
	if c == nil || c.time == 0 {
		c, size = &cost{}, 1
	}
	if fits := float64(f.r.Chunk) / c.time; fits <= size || f.r.Local != nil {
		size = fits
	} else {
		most = max(2*lanes, fewest)
	}
	if c.bytes > 0 {
		size = min(size, float64(min(max(mostEarly/4/lanes, leastPart), mostInline))/c.bytes)
		most = max(min(most, int64(mostEarly/c.bytes/max(size, 1))), fewest)
	}
	if left <= 0 || int64(len(f.window)) >= min(most, mostWindow) {
		return k, false
	}
	if f.next.Input == 0 {
		share := left * int64(f.b.Inputs) / (2 * lanes)
		f.next.Count = min(cmp.Or(f.sizes[f.next.First], max(min(int64(size), share), 1)), left)
	}
	k = f.next
	if f.next.Input++; f.next.Input == f.b.Inputs {
		f.next = work.Chunk{First: k.First + k.Count}
	}
	return k, true
}

// measure finds how long a trial takes, on this machine: what a worker says of that would let it
// choose how large its parts are. It is waited for as long as a chunk should take.
func (f *Flow) measure() {
	found := make(chan struct{})
	f.cost.Store(&cost{time: float64(f.r.Chunk)})
	go func() {
		defer close(found)
		do, err := f.here()
		for n := int64(1); err == nil && f.ctx.Err() == nil; n *= 4 {
			n = min(n, f.b.Trials)
			began := time.Now()
			data, fault := do(work.Chunk{Count: n})
			took, trials := time.Since(began), float64(max(n, 1))
			f.cost.Store(&cost{(float64(took) + 1) / trials, float64(len(data)) / trials})
			if fault != nil || took > 5*time.Millisecond || n == f.b.Trials {
				return
			}
		}
	}()
	select {
	case <-found:
	case <-time.After(f.r.Chunk):
	case <-f.ctx.Done():
	}
}

// ask writes the task of a chunk. One that is written again under the same name, since it is not known
// whether it came through, is one for the server.
func (f *Flow) ask(t *task, times int) error {
	data, _ := json.Marshal(t) // numbers and texts: it cannot fail
	c, id := f.r.c, fmt.Sprintf("%s.%s.%d", f.r.asker, t.subject(), times)
	err := c.persist(f.ctx, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, tasksOf(c.Build, f.r.job.Kind, f.r.ID), data, jetstream.WithMsgID(id))
		return err
	})
	if err != nil {
		return f.r.broken(err)
	}
	return nil
}

// do asks for a chunk until there is a part of it. Where all wait for it, it asks once more: its worker may
// hang, or the server lost the task. A worker of commands has its time first, since else the quick
// releases would count; the next one claims the chunk for itself, so that what the first one still sends
// is refused. Each has twice as long as the one before.
func (f *Flow) do(e *entry) error {
	r, t := f.r, &task{Run: f.r.ID, Batch: f.name, Chunk: e.chunk}
	var m *jetstream.RawStreamMsg
	var began time.Time                         // when it was claimed
	claims, seen := f.known[e.chunk], uint64(0) // messages about it
	waited, patience, hung := 0, 10, false      // ticks
	asked, refused, ask, old := 0, 0, true, claims > 0
	if old {
		m = f.stored(t)
		claims--
	}
	for ; ; m, old = nil, false {
		if ask && m == nil {
			if err := f.ask(t, asked); err != nil {
				return err
			}
			asked, ask = asked+1, false
		}
		if m == nil {
			select {
			case m = <-e.msgs:
			case <-e.nudge:
				if waited++; waited < patience || r.lanes.Load() == 0 && began.IsZero() {
					continue
				}
				if m = f.stored(t); m == nil || m.Sequence <= seen { // else it came before it was listened for
					ask, hung = true, !began.IsZero()
				}
				if hung {
					r.c.say(lang.Say("cluster.hangs", "worker", e.worker, "seconds", waited))
				}
				waited, patience = 0, 2*patience
			case <-f.ctx.Done():
				return f.ctx.Err()
			}
		}
		if m == nil || m.Sequence <= seen {
			continue
		}
		data, ok := r.c.load(f.ctx, r.ID, m)
		form := m.Header.Get(headForm)
		seen, e.worker = m.Sequence, plain(m.Header.Get(headWorker))
		switch {
		case form == formClaim:
			if claims++; began.IsZero() {
				patience = int(4 * max(r.Patience, time.Second) / time.Second)
			}
			began, waited, hung = m.Time, 0, false
			continue
		case ok && form == formPart && !hung:
			if e.data = data; !began.IsZero() {
				e.took = m.Time.Sub(began)
			}
			if claims > 1 {
				r.claims.Add(1)
			}
			return nil
		case ok && form == formFault && r.Local != nil: // it fails here with the same error, or the worker is wrong
			var err error
			e.here = true
			e.data, err = f.local(e.chunk)
			return err
		}
		// It is asked for anew. What was refused before the run was taken up again may be mended, and what a worker
		// that hung sends at last is not wanted.
		ask, t.Last = true, m.Sequence
		if old || hung {
			continue
		}
		refused++
		var why lang.Message
		said := ok && json.Unmarshal(data, &why) == nil
		fault := lang.Errorf("cluster.fault", "worker", e.worker, "why", why)
		switch {
		case !said && refused == mostRefused:
			return errors.Join(errKept, lang.Errorf("cluster.garbled", "worker", e.worker, "times", refused, "run", r.ID))
		case form == formLost || refused == mostRefused && r.fraction.Load() > 0:
			return errors.Join(errKept, fault)
		case refused == mostRefused:
			return fault
		case said:
			r.c.say(lang.Of(fault))
		}
	}
}

// stored returns the last message about a chunk; nil where there is none, or the flow has ended.
func (f *Flow) stored(t *task) (m *jetstream.RawStreamMsg) {
	f.r.c.persist(f.ctx, func(ctx context.Context) (err error) {
		m, err = f.r.stream.GetLastMsgForSubject(ctx, t.subject())
		return err
	})
	return m
}

// turn waits until a chunk may be done here; turns takes it back.
func (f *Flow) turn() bool {
	select {
	case f.r.turns <- struct{}{}:
		return true
	case <-f.ctx.Done():
		return false
	}
}

// local does a chunk on this machine.
func (f *Flow) local(k work.Chunk) ([]byte, error) {
	if !f.turn() {
		return nil, f.ctx.Err()
	}
	defer func() { <-f.r.turns }()
	do, err := f.here()
	if err != nil {
		return nil, err
	}
	return do(k)
}

// spot computes a part a second time here, or leaves it at that, and ends the run where the
// worker sent something else. What decides is chance alone, before the part is looked at and
// whoever sent it, so that Past can say what is proven: a part of n trials is left with the
// probability exp(−rate·n), and the rate of the largest parts is that of the share asked for. Parts
// of before a run was taken up again are parts like all others.
func (f *Flow) spot(e *entry) {
	r, n := f.r, e.chunk.Count
	if r.Local == nil {
		return
	}
	share, busy := r.Check, float64(cap(r.turns))
	if share < 0 { // an eighth of this machine's time, and what is free of it for each new name
		share = min(1, busy/float64(max(r.lanes.Load(), 1))) / 8
		if !r.met[e.worker] && len(r.turns) < cap(r.turns) {
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
	if rand.ExpFloat64() >= rate*float64(n) {
		return
	}
	r.met[e.worker] = true
	r.twice += n
	if !e.here && f.turn() {
		f.checks.Go(func() {
			defer func() { <-r.turns }()
			f.verify(e)
		})
	}
}

// verify does a chunk here, and ends the run where its part is another one: none of the run's parts is kept, of
// no worker, since this one may have other names too.
func (f *Flow) verify(e *entry) {
	do, err := f.here()
	var want []byte
	if err == nil {
		want, err = do(e.chunk)
	}
	if err != nil || !bytes.Equal(want, e.data) {
		f.r.end(lang.Errorf("cluster.wrong", "worker", e.worker, "run", f.r.ID))
	}
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
