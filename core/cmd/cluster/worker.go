//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lang"
	"indistinct/core/work"
)

// Working is how a machine works for a cluster.
type Working struct {
	Lanes    int  // chunks at a time
	Commands bool // chunks of commands too
	// Open returns what does the batches of a job; its Run is not called. If it is an
	// io.Closer too, it is closed when the run is over or nobody asks for it.
	Open func(kind string, data []byte) (work.Job, error)
	// Over, if not nil, says when something that runs here is beyond its limits and cannot be
	// stopped: Work returns ErrStuck.
	Over <-chan lang.Message
}

// Ends of Work.
var (
	// ErrStuck says that something runs on that only the end of the process stops.
	ErrStuck = errors.New("a computation cannot be stopped")
	// ErrLost says that there was no connection for too long.
	ErrLost = errors.New("the cluster cannot be reached")
)

// What a chunk's error says beside: that it has a part, that too many workers were lost at it, and that it takes too
// long here.
var (
	errDone  = errors.New("a chunk is done")
	errLost  = errors.New("a chunk is deadly")
	errHangs = errors.New("a chunk hangs")
)

// Times of a worker.
const (
	unasked   = time.Minute     // after which a job is forgotten of whose run nobody writes
	abandoned = time.Second     // that a chunk of a run that is over may still take
	leaving   = 2 * time.Second // that what is done may take to reach the server when the worker leaves
	mostLost  = 3               // workers that are lost at a task; then it is given up
)

// worker is what works here.
type worker struct {
	*Cluster
	Working
	ctx   context.Context // ends when all that is done here is to end
	end   context.CancelCauseFunc
	leave context.Context // ends when no more chunks are to be begun
	hand  sync.Map        // of jetstream.Msg: the tasks at hand
	busy  chan struct{}   // holds one for each chunk that is computed
	all   sync.WaitGroup  // of what ends with ctx
	lanes sync.WaitGroup  // of what does tasks

	mu   sync.Mutex
	jobs map[string]*openJob

	making sync.Mutex // of a queue
	queues map[string]jetstream.Consumer
}

// openJob is a run's job.
type openJob struct {
	run  string
	ctx  context.Context // ends with the run
	stop context.CancelFunc

	mu sync.Mutex // while it is read and prepared
	Job
	job   work.Job
	batch string
	size  work.Batch
	do    func(work.Chunk) ([]byte, error) // the batch's chunks
}

// Work does chunks until ctx ends, and gives back what it has not done by then. Twice as many goroutines as Lanes each
// fetch a task and have it computed when it is their turn, while parts are delivered: so a lane computes meanwhile.
func (c *Cluster) Work(ctx context.Context, o Working) error {
	w := &worker{Cluster: c, Working: o, jobs: map[string]*openJob{}, queues: map[string]jetstream.Consumer{},
		busy: make(chan struct{}, o.Lanes)}
	w.ctx, w.end = context.WithCancelCause(context.WithoutCancel(ctx))
	defer w.end(nil)
	leave, stop := context.WithCancel(w.ctx)
	w.leave = leave
	defer context.AfterFunc(ctx, func() {
		stop()
		sleep(w.ctx, leaving)
		w.end(nil)
	})()
	w.all.Go(w.watch)
	kinds := []string{Plain}
	if w.Commands {
		kinds = append(kinds, Commands)
	}
	for _, kind := range kinds {
		for range 2 * o.Lanes {
			w.lanes.Go(func() { w.lane(kind) })
		}
	}
	w.lanes.Wait()
	c.conn.FlushTimeout(time.Second)
	err := context.Cause(w.ctx)
	w.end(nil)
	w.all.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// watch says that the worker is at the tasks at hand, and ends the work where it cannot go on.
func (w *worker) watch() {
	tick := time.NewTicker(ackWait / 4)
	defer tick.Stop()
	for w.ctx.Err() == nil {
		select {
		case <-w.ctx.Done():
		case say := <-w.Over:
			w.Say(say)
			w.end(ErrStuck)
		case <-tick.C:
		}
		for m := range w.hand.Range {
			m.(jetstream.Msg).InProgress()
		}
		if w.conn.IsClosed() {
			w.end(ErrLost)
		}
	}
}

// follow ends a job when its run is over, or nobody writes of it any more.
func (w *worker) follow(j *openJob) {
	was, heard := uint64(0), time.Now()
	for sleep(j.ctx, heartbeat) == nil {
		s, revision, err := w.state(j.ctx, j.run)
		if revision != was {
			was, heard = revision, time.Now()
		}
		if err == nil && s.State != Running || time.Since(heard) > unasked {
			break
		}
	}
	w.mu.Lock()
	delete(w.jobs, j.run)
	w.mu.Unlock()
	j.stop()
}

// queue returns the queue of the tasks of a kind. JetStream gives a task to another worker when this one has not
// said for so long that it is at it.
func (w *worker) queue(kind string) (out jetstream.Consumer, err error) {
	w.making.Lock()
	defer w.making.Unlock()
	if out = w.queues[kind]; out != nil {
		return out, nil
	}
	if err := w.ensure(w.leave); err != nil {
		return nil, err
	}
	err = w.try(w.leave, func(ctx context.Context) error {
		w.queues[kind], err = w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: consumerName(w.Build, kind), FilterSubject: tasksOf(w.Build, kind, "*"),
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			MaxAckPending: -1, MaxWaiting: 1 << 17, InactiveThreshold: 24 * time.Hour})
		return err
	})
	return w.queues[kind], err
}

// lane does one task after another. After one that fails it pauses, each time for longer: on a machine on
// which a command fails, as where a program is missing, few chunks do.
func (w *worker) lane(kind string) {
	for rest := time.Duration(0); w.leave.Err() == nil; sleep(w.leave, rest) {
		var m jetstream.Msg
		from, err := w.queue(kind)
		if err == nil {
			once, stop := context.WithTimeout(w.leave, 2*time.Second)
			m, err = from.Next(jetstream.FetchContext(once))
			stop()
		}
		switch {
		case err == nil && w.take(m) && kind == Commands:
			rest = min(2*rest+time.Second, time.Minute)
		case err == nil:
			rest = 0
		case !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded):
			w.making.Lock()
			delete(w.queues, kind) // the server may have lost it
			w.making.Unlock()
			sleep(w.leave, pause)
		}
	}
}

// take does a task, and reports whether that failed.
func (w *worker) take(m jetstream.Msg) (failed bool) {
	t := &task{}
	if json.Unmarshal(m.Data(), t) != nil {
		m.Ack()
		return false
	}
	w.hand.Store(m, true)
	defer w.hand.Delete(m)
	select {
	case w.busy <- struct{}{}:
	case <-w.leave.Done():
		m.Nak()
		return false
	}
	j := w.open(t.Run)
	got := make(chan *outcome, 1)
	go func() {
		defer func() { <-w.busy }()
		got <- w.compute(j, t, m)
	}()
	var o *outcome
	select {
	case o = <-got:
	case <-w.leave.Done():
	case <-j.ctx.Done(): // the run is over
		select {
		case o = <-got:
		case <-w.leave.Done():
		case <-time.After(abandoned):
			w.end(ErrStuck)
		}
	}
	switch {
	case o == nil || j.ctx.Err() != nil:
		m.Nak()
		return false
	case errors.Is(o.err, errDone) || errors.Is(o.err, errUnread):
		m.Ack()
		return false
	case errors.Is(o.err, errHangs): // another one claims it
		m.Nak()
		return true
	}
	m.InProgress()
	w.lanes.Go(func() { w.deliver(j.ctx, t, m, o) })
	return o.err != nil
}

// deliver stores what came of a chunk.
func (w *worker) deliver(ctx context.Context, t *task, m jetstream.Msg, o *outcome) {
	o.Form, o.Worker = formPart, w.Name
	if o.err != nil {
		o.Form = formFault
		o.Data, _ = json.Marshal(lang.Of(o.err)) // a text: it cannot fail
	}
	if errors.Is(o.err, errLost) {
		o.Form = formLost
	}
	o.Sum = sum(o.Data)
	_, err := w.write(ctx, t.key(), o.message, o.last)
	switch {
	case err == nil || conflict(err) && o.Claims == 0: // somebody did it
		m.Ack()
	case !conflict(err): // what another one has claimed since is that one's
		m.NakWithDelay(time.Second)
	}
}

// outcome is what came of a chunk.
type outcome struct {
	message
	err error
	// last is the number of the writing that the part follows: of commands this worker's claim. The part is refused
	// where another one followed it.
	last uint64
}

// compute does a chunk. Of commands it claims the chunk before.
func (w *worker) compute(j *openJob, t *task, m jetstream.Msg) *outcome {
	o := &outcome{}
	var hangs <-chan time.Time
	do, err := w.prepare(j, t)
	if err == nil && j.Kind == Commands {
		o.last, o.Claims, err = w.claim(j, t)
		hangs = time.After(4 * max(j.Patience, time.Second))
	}
	if meta, bad := m.Metadata(); err == nil && bad == nil && meta.NumDelivered > mostLost {
		k := t.Chunk
		err = errors.Join(errLost, lang.Errorf("cluster.deadly", "n", mostLost, "run", t.Run, "batch", t.Batch,
			"input", k.Input, "first", k.First, "last", k.First+k.Count-1))
	}
	if o.err = err; err != nil {
		return o
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		began := time.Now()
		o.Data, o.err = do(t.Chunk)
		o.Millis = 1000 * time.Since(began).Seconds()
	}()
	select {
	case <-done:
		return o
	case <-hangs:
		return &outcome{err: errHangs}
	}
}

// claim says that this worker draws the releases of a chunk of commands.
func (w *worker) claim(j *openJob, t *task) (n uint64, claims int, err error) {
	for {
		var h message
		last, err := w.read(j.ctx, t.key(), &h)
		switch {
		case last == 0 && errors.Is(err, errUnread): // it is the first one
		case err == nil && h.Form != formClaim:
			return 0, 0, errDone
		case err != nil:
			return 0, 0, err
		}
		h = message{Form: formClaim, Worker: w.Name, Claims: h.Claims + 1, Sum: sum(nil)}
		n, err := w.write(j.ctx, t.key(), h, last)
		if !conflict(err) { // perhaps with itself, where the answer was lost
			return n, h.Claims, err
		}
	}
}

// open returns a run's job, which is made when it is first used.
func (w *worker) open(run string) *openJob {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[run]
	if j == nil {
		j = &openJob{run: run}
		j.ctx, j.stop = context.WithCancel(w.ctx)
		w.jobs[run] = j
		w.all.Go(func() { w.follow(j) })
	}
	return j
}

// prepare returns what does a task's chunk. The job is read when it is first used, and so is each batch.
func (w *worker) prepare(j *openJob, t *task) (do func(work.Chunk) ([]byte, error), err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.job == nil {
		if _, err := w.read(j.ctx, aboutOf(j.run, "job"), &j.Job); err != nil {
			return nil, err
		}
		if j.Kind == Commands && !w.Commands {
			return nil, lang.Errorf("cluster.refused")
		}
		if j.job, err = w.Open(j.Kind, j.Data); err != nil {
			j.job = nil
			return nil, err
		}
		if c, ok := j.job.(io.Closer); ok {
			w.all.Go(func() {
				<-j.ctx.Done()
				c.Close()
			})
		}
	}
	if j.batch != t.Batch {
		var b batch
		if _, err := w.read(j.ctx, aboutOf(j.run, t.Batch), &b); err != nil {
			return nil, err
		}
		b.Batch.Args = b.Args
		if j.do, err = work.Prepare(j.job, b.Batch); err != nil {
			return nil, err
		}
		j.batch, j.size = t.Batch, b.Batch
	}
	k, inputs := t.Chunk, max(j.size.Inputs, 1)
	if k.Input < 0 || k.Input >= inputs || k.First < 0 || k.Count < 1 || k.Count > j.size.Trials-k.First {
		return nil, errUnread // no asking side has written it
	}
	return j.do, nil
}
