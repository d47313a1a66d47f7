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
	"iter"
	"maps"
	"math"
	"math/rand/v2"
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
}

// key is that of what there is of the task's chunk.
func (t *task) key() string {
	return partsOf(t.Run, fmt.Sprintf("%s.%d.%d.%d", t.Batch, t.Chunk.Input, t.Chunk.First, t.Chunk.Count))
}

// Limits of a run.
const (
	mostPart    = 128 << 10 // bytes that a part should have
	leastWindow = 64        // chunks that are asked for at once
	mostWindow  = 2048
	mostRefused = 4 // times that a chunk's part may be refused
)

// Asking is how a run is asked for.
type Asking struct {
	Resume bool
	Chunk  time.Duration // how long a chunk should take; 0: 200 ms
	Check  float64       // the share of trials that are computed twice; below 0: as many as this machine can
	Local  work.Job      // what checks parts and faults here; nil where they depend on who computes
}

// Run is a run on a cluster, asked for from here. It implements work.Hands.
type Run struct {
	ID     string
	Claims int // chunks that were claimed more than once
	Asking
	c        *Cluster
	job      Job
	asker    string
	ctx      context.Context // ends with the run, for the cause
	end      context.CancelCauseFunc
	stop     context.CancelFunc // of what listen hears
	batches  int
	pace     work.Pace
	lanes    atomic.Int64  // chunks that workers may do at a time
	fraction atomic.Uint64 // of the run that is done, as a float's bits
	turns    chan struct{} // holds one for each chunk that is done here

	mu    sync.Mutex
	heard map[string]chan *message // what there is of a chunk, by its subject
	met   map[string]bool          // workers of which a part was checked
	rates map[float64]int64        // how many trials were checked at which rate; see chosen
	twice int64                    // trials that were
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
		rates: map[float64]int64{}, turns: make(chan struct{}, runtime.GOMAXPROCS(0)),
		pace: work.Pace{ChunkMillis: 1000 * a.Chunk.Seconds(), Workers: 1, Caution: math.MaxInt64, Leap: 16}}
	was, revision, err := c.state(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	if was.State == Running && !a.Resume {
		return nil, lang.Errorf("cluster.there", "run", r.ID)
	}
	// Of several that ask at once the first one has the run.
	_, err = c.write(ctx, stateOf(r.ID), state{Running, job.Label, r.asker, was.Fraction}, revision)
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
	r.ctx, r.end = context.WithCancelCause(ctx)
	if err = r.listen(); err != nil {
		r.end(err)
		return nil, err
	}
	go r.watch()
	return r, nil
}

// Context ends when the run does, for instance since it was cancelled.
func (r *Run) Context() context.Context { return r.ctx }

// Again has the job done anew with the parts that there are. All of them are checked but those of
// the batches of the kind counted: of these as many as leave most trials that may be wrong.
func (r *Run) Again(counted string, most int64) error {
	r.batches, r.rates, r.twice = 0, map[float64]int64{}, 0
	r.counted, r.rate = counted, -math.Log(missed)/float64(most)
	return r.listen()
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
	end := Failed
	if err == nil {
		end = Finished
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, errKept) {
		r.c.withdraw(ctx, r.ID)
	} else if r.record(ctx, end) == nil {
		r.c.sweep(ctx, r.ID)
	}
}

// record writes the run's state and how far it is, while it is this side's.
func (r *Run) record(ctx context.Context, now string) error {
	s, revision, err := r.c.state(ctx, r.ID)
	if err != nil {
		return err
	}
	if left := cmp.Or(lang.ErrorIf(s.State == "", "cluster.vanished", "run", r.ID),
		lang.ErrorIf(s.State != Running, "cluster.cancelled", "run", r.ID),
		lang.ErrorIf(s.Asker != r.asker, "cluster.taken", "run", r.ID)); left != nil {
		return errors.Join(errLeft, left)
	}
	s.State, s.Fraction = now, math.Float64frombits(r.fraction.Load())
	_, err = r.c.write(ctx, stateOf(r.ID), s, revision) // refused where another one wrote since: it is read next time
	return err
}

// watch writes now and then how far the run is, and looks who works. Where nobody may do chunks of the run it says
// so, not at once: they may just be coming, or be between two chunks.
func (r *Run) watch() {
	for alone := 0; sleep(r.ctx, 3*heartbeat) == nil; {
		if err := r.record(r.ctx, Running); errors.Is(err, errLeft) {
			r.end(err)
		} else if r.c.conn.IsClosed() {
			r.end(r.broken(err))
		}
		mine := r.c.lanes(r.ctx, r.job.Kind)
		if alone++; mine > 0 {
			r.lanes.Store(int64(mine))
			alone = 0
		}
		none := lang.Errorf("cluster.commands.none")
		switch {
		case alone != 3:
		case r.job.Kind == Plain || r.c.lanes(r.ctx, Plain) == 0:
			r.c.say("cluster.nobody", "build", r.c.Build)
		case r.Resume:
			r.end(errors.Join(errKept, none))
		default:
			r.end(none)
		}
	}
}

// lanes returns how many chunks of a kind workers may do at a time: those that they wait for, and those at hand.
func (c *Cluster) lanes(ctx context.Context, kind string) (n int) {
	c.try(ctx, func(ctx context.Context) error {
		queue, err := c.tasks.Consumer(ctx, consumerName(c.Build, kind))
		if err == nil {
			info := queue.CachedInfo()
			n = (info.NumWaiting + info.NumAckPending + 1) / 2 // a worker fetches twice as many tasks
		}
		return err
	})
	return n
}

// listen hears what is stored of the run's chunks from now on, and before all what there is from before.
func (r *Run) listen() error {
	if r.stop != nil {
		r.stop()
	}
	r.mu.Lock()
	r.heard = map[string]chan *message{}
	r.mu.Unlock()
	last, err := r.c.write(r.ctx, aboutOf(r.ID, "job"), r.job, whatever) // what was there comes before it
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(r.ctx)
	r.stop = stop
	there := make(chan struct{})
	go r.follow(ctx, last, there)
	select {
	case <-there:
		return nil
	case <-r.ctx.Done():
		return context.Cause(r.ctx)
	}
}

// follow hears of all that is stored, and closes there after the number last. Where an answer of the
// server may have been lost it asks anew, from the first number that it has not heard.
func (r *Run) follow(ctx context.Context, last uint64, there chan struct{}) {
	next, parts := uint64(1), subject(partsOf(r.ID, ""))
	caught := sync.OnceFunc(func() { close(there) })
	for ctx.Err() == nil {
		var all jetstream.Consumer
		breaks := r.c.conn.Stats().Reconnects
		err := r.c.try(ctx, func(ctx context.Context) (err error) {
			all, err = r.c.store.CreateConsumer(ctx, jetstream.ConsumerConfig{OptStartSeq: next,
				DeliverPolicy: jetstream.DeliverByStartSequencePolicy, AckPolicy: jetstream.AckNonePolicy,
				MemoryStorage: true, InactiveThreshold: 10 * time.Second, FilterSubjects: []string{
					subject(partsOf(r.ID, ">")), subject(aboutOf(r.ID, ">"))}})
			return err
		})
		for err == nil && ctx.Err() == nil && r.c.conn.Stats().Reconnects == breaks {
			var some jetstream.MessageBatch
			if some, err = all.Fetch(64, jetstream.FetchMaxWait(time.Second)); err != nil {
				break
			}
			for m := range some.Messages() {
				if meta, err := m.Metadata(); err == nil {
					r.hear(m, parts)
					if next = meta.Sequence.Stream + 1; next > last {
						caught()
					}
				}
			}
			err = some.Error()
		}
	}
}

// hear takes what is stored under the subject of a part.
func (r *Run) hear(m jetstream.Msg, parts string) {
	h := &message{}
	if json.Unmarshal(m.Data(), h) != nil || h.Sum != sum(h.Data) {
		h.Form = ""
	}
	if h.Worker = plain(h.Worker); h.Form != formClaim && strings.HasPrefix(m.Subject(), parts) {
		select {
		case r.box(m.Subject()) <- h:
		default: // nobody sends so many but to do harm
		}
	}
}

// box returns the place of what there is of a chunk.
func (r *Run) box(subject string) chan *message {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.heard[subject] == nil {
		r.heard[subject] = make(chan *message, 16)
	}
	return r.heard[subject]
}

// flow is a batch whose parts come one after another.
type flow struct {
	work.Batch
	name     string
	here     func() (do func(work.Chunk) ([]byte, error), err error) // what does a chunk on this machine
	measured chan struct{}                                           // closed when it is known
	fits     int64                                                   // how many trials take as long as a chunk should
	largest  int64                                                   // trials of the largest part
}

func (r *Run) Do(_ context.Context, b work.Batch, accept func(work.Part) error) error {
	b.Inputs = max(b.Inputs, 1)
	head, err := json.Marshal(b)
	if err != nil {
		return err
	}
	h := sha256.Sum256(append(head, b.Args...))
	f := &flow{Batch: b, name: fmt.Sprintf("%d-%x", r.batches, h[:4]), measured: make(chan struct{})}
	f.here = sync.OnceValues(func() (func(work.Chunk) ([]byte, error), error) { return work.Prepare(r.Local, b) })
	r.batches++
	if _, err := r.c.write(r.ctx, aboutOf(r.ID, f.name), batch{b, b.Args}, whatever); err != nil {
		return r.broken(err)
	}
	cutter := r.pace.Cut(b)
	cutter.Known = r.known(f)
	if r.Local != nil {
		go r.measure(f)
		select {
		case <-f.measured:
			cutter.Took(work.Chunk{Count: f.fits}, r.pace.ChunkMillis)
		case <-time.After(min(r.Chunk, time.Second)): // a trial may take long
		}
	}
	many := func() int {
		r.pace.Workers = max(int(r.lanes.Load()), 1)
		return min(max(16*r.pace.Workers, leastWindow), mostWindow)
	}
	do := func(ctx context.Context, k work.Chunk) (*message, float64, error) {
		m, err := r.get(ctx, f, k)
		if err != nil {
			return nil, 0, err
		}
		millis := m.Millis
		if r.Local != nil { // what a worker says of that would let it choose how large its parts are
			millis = r.pace.ChunkMillis
			select {
			case <-f.measured:
				millis *= float64(k.Count) / float64(f.fits)
			default:
			}
		}
		return m, r.weight(millis, m.Data), nil
	}
	return r.failure(work.Each(r.ctx, work.NewDeal[*message](cutter), many, do, func(k work.Chunk, m *message) error {
		if m.Claims > 1 {
			r.Claims++
		}
		err := accept(work.Part{Chunk: k, Data: m.Data})
		if err != nil && r.Local != nil { // it names a worker whose part is not what is computed here
			r.verify(r.ctx, f, k, m)
		}
		return err
	}))
}

// Parts returns a batch's parts, as Do hands them on.
func (r *Run) Parts(b work.Batch) iter.Seq2[work.Part, error] {
	return func(yield func(work.Part, error) bool) {
		enough := errors.New("no more are wanted")
		err := r.Do(r.ctx, b, func(p work.Part) error {
			if !yield(p, nil) {
				return enough
			}
			return nil
		})
		if err != nil && err != enough {
			yield(work.Part{}, err)
		}
	}
}

// failure is an error, or why the run ended meanwhile.
func (r *Run) failure(err error) error {
	return cmp.Or(context.Cause(r.ctx), err)
}

// broken is an error of the cluster, not of the job: the run is kept.
func (r *Run) broken(err error) error {
	return r.failure(errors.Join(errKept, lang.Errorf("cluster.broken", "why", reason(err), "run", r.ID)))
}

// known returns how many trials the chunks have that there is something of, by their first one.
func (r *Run) known(f *flow) map[int64]int64 {
	out, parts := map[int64]int64{}, subject(partsOf(r.ID, f.name))+"."
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range r.heard {
		var k work.Chunk
		if text, ok := strings.CutPrefix(name, parts); ok {
			if n, _ := fmt.Sscanf(text, "%d.%d.%d", &k.Input, &k.First, &k.Count); n == 3 {
				out[k.First] = max(out[k.First], k.Count)
			}
		}
	}
	return out
}

// weight is how long a chunk counts to have taken: a part of mostPart bytes as long as a chunk should take.
func (r *Run) weight(millis float64, part []byte) float64 {
	return max(millis, r.pace.ChunkMillis*float64(len(part))/mostPart)
}

// measure finds how many trials take as long as a chunk should, on this machine.
func (r *Run) measure(f *flow) {
	do, err := f.here()
	for n := min(1, f.Trials); err == nil && r.ctx.Err() == nil; n = min(4*n, f.Trials) {
		began := time.Now()
		var part []byte
		part, err = do(work.Chunk{Count: n})
		took := time.Since(began)
		if took > 5*time.Millisecond || n == f.Trials {
			f.fits = max(int64(float64(n)*r.pace.ChunkMillis/r.weight(1000*took.Seconds(), part)), 1)
			close(f.measured)
			return
		}
	}
}

// get has a chunk done by a worker: it writes its task, and waits for a part that can be read.
func (r *Run) get(ctx context.Context, f *flow, k work.Chunk) (m *message, err error) {
	t := &task{r.ID, f.name, k}
	at := subject(t.key())
	heard := r.box(at)
	old := len(heard) > 0 // it is from before
	for times := 0; ; {
		if !old {
			err = r.ask(ctx, t, times)
			times++
		}
		if err != nil {
			return nil, err
		}
		select {
		case m = <-heard:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		switch {
		case m.Form == formFault && r.Local != nil: // it fails here with the same error, or the worker is wrong
			m.Data, err = r.local(ctx, f, k)
			return m, err
		case m.Form == formPart:
			r.mu.Lock()
			delete(r.heard, at)
			r.mu.Unlock()
			if r.chosen(f, k.Count, m.Worker) {
				r.verify(ctx, f, k, m)
			}
			return m, nil
		}
		// It is asked for anew. What was refused before the run was taken up again may be mended.
		why := lang.Say("cluster.garbled")
		said := m.Form != "" && json.Unmarshal(m.Data, &why) == nil
		fault := lang.Errorf("cluster.fault", "worker", m.Worker, "why", why)
		switch {
		case old:
		case said && m.Form == formLost, times == mostRefused && (!said || r.fraction.Load() > 0):
			return nil, errors.Join(errKept, fault)
		case times == mostRefused:
			return nil, fault
		case said:
			r.c.Say(lang.Of(fault))
		}
		old = false
		if err = r.c.purge(ctx, r.c.store, at); err != nil {
			return nil, err
		}
	}
}

// ask writes the task of a chunk. One that is written again under the same name, since it is not known
// whether it came through, is one for the server.
func (r *Run) ask(ctx context.Context, t *task, times int) error {
	data, _ := json.Marshal(t) // numbers and texts: it cannot fail
	id := fmt.Sprintf("%s.%s.%d.%g", r.asker, t.key(), times, r.rate)
	err := r.c.try(ctx, func(ctx context.Context) error {
		_, err := r.c.js.Publish(ctx, tasksOf(r.c.Build, r.job.Kind, r.ID), data, jetstream.WithMsgID(id))
		return err
	})
	if err != nil {
		return r.broken(err)
	}
	return nil
}

// local does a chunk on this machine.
func (r *Run) local(ctx context.Context, f *flow, k work.Chunk) ([]byte, error) {
	select {
	case r.turns <- struct{}{}:
		defer func() { <-r.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	do, err := f.here()
	if err != nil {
		return nil, err
	}
	return do(k)
}

// chosen says whether a part of n trials is computed a second time here. What decides is chance alone, before the part
// is looked at and whoever sent it, so that Past can say what is proven: it is left with the
// probability exp(−rate·n), and the rate of the largest parts is that of the share asked for. Parts
// of before a run was taken up again are parts like all others.
func (r *Run) chosen(f *flow, n int64, worker string) bool {
	if r.Local == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f.largest = max(f.largest, n)
	share, busy := r.Check, float64(cap(r.turns))
	if share < 0 { // an eighth of this machine's time, and what is free of it for each new name
		share = min(1, busy/float64(max(r.lanes.Load(), 1))) / 8
		if !r.met[worker] && len(r.turns) < cap(r.turns) {
			share = 1
		}
	}
	if r.rate > 0 {
		share = 1
	}
	rate := -math.Log1p(-share) / float64(f.largest)
	if r.rate > 0 && f.Kind == r.counted {
		rate = r.rate
	}
	r.rates[rate] += n
	if rand.ExpFloat64() >= rate*float64(n) {
		return false
	}
	r.met[worker] = true
	r.twice += n
	return true
}

// verify does a chunk here, and ends the run where its part is another one: none of the run's parts is kept, of
// no worker, since this one may have other names too.
func (r *Run) verify(ctx context.Context, f *flow, k work.Chunk, m *message) {
	want, err := r.local(ctx, f, k)
	if ctx.Err() == nil && (err != nil || !bytes.Equal(want, m.Data)) {
		r.end(lang.Errorf("cluster.wrong", "worker", m.Worker, "run", r.ID))
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
