//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
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
	// io.Closer too, it is closed when the run is over or idle.
	Open func(kind string, data []byte) (work.Job, error)
	// Over, if not nil, says when something that runs here is beyond its limits and cannot be
	// stopped: Work says so of the chunks at hand and returns ErrStuck.
	Over <-chan lang.Message
	// Lost is how long there may be no connection; 0: for ever.
	Lost time.Duration
}

// Ends of Work.
var (
	// ErrStuck says that something runs on that only the end of the process stops.
	ErrStuck = errors.New("a computation cannot be stopped")
	// ErrLost says that the cluster could not be reached for as long as Working allows.
	ErrLost = errors.New("the cluster cannot be reached")
)

// errUnread is an error of what a task is about: it is not there, or no asking side has written it. Nothing is said
// of it: where the chunk is wanted, it is asked for again.
var errUnread = errors.New("a task, or what it is about, cannot be read")

// What a chunk's error says beside: that it has a part, and that too many workers were lost at it.
var (
	errDone = errors.New("a chunk is done")
	errLost = errors.New("a chunk is deadly")
)

// Times of a worker.
const (
	idle      = time.Minute             // after which a job is forgotten
	abandoned = 1200 * time.Millisecond // that a chunk of a run that is over may still take
	leaving   = time.Second             // that what is done may take to reach the server when the worker leaves
	mostKept  = 15 * time.Minute        // that a part waits for a server
	mostLost  = 3                       // workers that are lost at a task; then it is given up
)

// worker is what works here.
type worker struct {
	*Cluster
	Working
	end  context.CancelCauseFunc
	hand sync.Map      // of jetstream.Msg: the tasks at hand
	busy chan struct{} // holds one for each chunk that is computed

	storing sync.WaitGroup // of parts that are on their way

	mu   sync.Mutex
	jobs map[string]*openJob
}

// openJob is a run's job.
type openJob struct {
	run  string
	ctx  context.Context // ends with the run
	stop context.CancelFunc
	busy int       // chunks at hand
	used time.Time // when one was

	mu     sync.Mutex // while it is read and prepared
	stream jetstream.Stream
	job    work.Job
	kind   string
	batch  string
	size   work.Batch
	do     func(work.Chunk) ([]byte, error) // the batch's chunks
}

// Work does chunks until ctx ends, and gives back what it has not done by then.
func (c *Cluster) Work(ctx context.Context, o Working) error {
	w := &worker{Cluster: c, Working: o, jobs: map[string]*openJob{}, busy: make(chan struct{}, o.Lanes)}
	asked := ctx
	ctx, w.end = context.WithCancelCause(context.WithoutCancel(asked))
	defer w.end(nil)
	leave, stop := context.WithCancel(ctx) // when it ends, no new chunk is begun
	defer context.AfterFunc(asked, func() {
		stop()
		sleep(ctx, 2*leaving)
		w.end(nil)
	})()
	go w.watch(ctx)
	go w.tidy(ctx)
	kinds := []string{Plain}
	if w.Commands {
		kinds = append(kinds, Commands)
	}
	var lanes sync.WaitGroup
	for _, kind := range kinds {
		for range o.Lanes {
			lanes.Go(func() { w.lane(ctx, leave, kind) })
		}
	}
	lanes.Wait()
	w.storing.Wait()
	c.conn.FlushTimeout(time.Second)
	if asked.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// watch says that the worker is at the tasks at hand, and ends the work where it cannot go on.
func (w *worker) watch(ctx context.Context) {
	touch := time.NewTicker(ackWait / 4)
	defer touch.Stop()
	heard := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case say := <-w.Over:
			w.say(say)
			w.end(errors.Join(ErrStuck, lang.Errorf("cluster.limit", "why", say)))
			return
		case <-touch.C:
		}
		for m := range w.hand.Range {
			m.(jetstream.Msg).InProgress()
		}
		if w.conn.IsConnected() {
			heard = time.Now()
		} else if w.Lost > 0 && time.Since(heard) > w.Lost {
			w.end(ErrLost)
		}
	}
}

// tidy stops and forgets the jobs whose run is over, and those that are idle. In the end it does all.
func (w *worker) tidy(ctx context.Context) {
	for over := false; !over; {
		over = sleep(ctx, time.Second/2) != nil
		w.mu.Lock()
		jobs := maps.Clone(w.jobs)
		w.mu.Unlock()
		for run, j := range jobs {
			s, _, err := w.state(ctx, run)
			w.mu.Lock()
			if over || err == nil && s.State != Running || j.busy == 0 && time.Since(j.used) > idle {
				delete(w.jobs, run)
				j.stop()
			}
			w.mu.Unlock()
		}
	}
}

// consumer returns the queue of the tasks of a kind. JetStream gives a task to another worker when this one has not
// said for so long that it is at it.
func (w *worker) consumer(ctx context.Context, kind string) (out jetstream.Consumer, err error) {
	if err := w.ensure(ctx); err != nil {
		return nil, err
	}
	err = w.persist(ctx, func(ctx context.Context) error {
		out, err = w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName(w.Build, kind),
			FilterSubject: tasksOf(w.Build, kind, "*"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			MaxAckPending: -1, MaxWaiting: 1 << 17, InactiveThreshold: 24 * time.Hour})
		return err
	})
	return out, err
}

// lane does one chunk after another. After one that fails it pauses, each time for longer: on a machine on
// which a command fails, as where a program is missing, few chunks do.
func (w *worker) lane(ctx, leave context.Context, kind string) {
	var from jetstream.Consumer
	pause := time.Duration(0)
	for leave.Err() == nil {
		var err error
		if from == nil {
			if from, err = w.consumer(leave, kind); err != nil {
				from = nil
				sleep(leave, time.Second)
				continue
			}
		}
		once, stop := w.once(leave, 10*time.Second)
		m, err := from.Next(jetstream.FetchContext(once), jetstream.FetchHeartbeat(2*time.Second))
		switch {
		case err == nil:
			failed := w.take(ctx, leave, kind, m)
			if pause = min(2*pause+time.Second, time.Minute); !failed || kind == Plain {
				pause = 0
			}
			sleep(leave, pause)
		case once.Err() == nil && !errors.Is(err, nats.ErrTimeout):
			from = nil // the server may have lost it
			sleep(leave, time.Second/4)
		}
		stop()
	}
}

// take does a task of a kind, and reports whether that failed. While its part is on its way the lane computes.
func (w *worker) take(ctx, leave context.Context, kind string, m jetstream.Msg) (failed bool) {
	t := &task{}
	if json.Unmarshal(m.Data(), t) != nil || !t.sound() {
		m.Term()
		return false
	}
	w.hand.Store(m, true)
	j := w.open(ctx, t.Run)
	form, data := w.one(ctx, leave, kind, j, t, m)
	w.storing.Go(func() {
		if form != "" {
			w.deliver(j.ctx, t, m, form, data)
		}
		w.hand.Delete(m)
		w.release(j)
	})
	return form == formFault
}

// one does the chunk of a task, and returns what is to be stored of it.
func (w *worker) one(ctx, leave context.Context, kind string, j *openJob, t *task, m jetstream.Msg) (form string,
	data []byte) {
	select { // with commands there are as many lanes for each kind
	case w.busy <- struct{}{}:
		defer func() { <-w.busy }()
	case <-leave.Done():
		w.giveBack(m)
		return "", nil
	}
	var part []byte
	var err error
	got := make(chan struct{})
	go func() {
		defer close(got)
		part, err = w.compute(j, t, m)
	}()
	select {
	case <-got:
	case <-ctx.Done(): // beyond its limits; commands have processes of their own
		if cause := context.Cause(ctx); lang.Of(cause).ID() == "cluster.limit" && kind == Plain {
			once, stop := context.WithTimeout(context.WithoutCancel(ctx), leaving)
			defer stop()
			w.deliver(once, t, m, formFault, fault(cause))
		}
		return "", nil
	case <-j.ctx.Done(): // the run is over
		select {
		case <-got:
		case <-time.After(abandoned):
			w.end(ErrStuck)
		}
		m.Term()
		return "", nil
	case <-leave.Done():
		w.giveBack(m)
		return "", nil
	}
	switch {
	case err == nil:
		return formPart, part
	case errors.Is(err, errDone):
		m.Ack()
	case errors.Is(err, errUnread) || j.ctx.Err() != nil:
		m.Term()
	case errors.Is(err, errLost):
		return formLost, fault(err)
	default:
		return formFault, fault(err)
	}
	return "", nil
}

// giveBack writes a task anew, so that it does not count as lost.
func (w *worker) giveBack(m jetstream.Msg) {
	ctx, stop := context.WithTimeout(context.Background(), leaving)
	defer stop()
	if _, err := w.js.Publish(ctx, m.Subject(), m.Data()); err == nil {
		m.Ack()
	}
}

// fault is an error as a part.
func fault(err error) []byte {
	data, _ := json.Marshal(lang.Of(err)) // a text: it cannot fail
	return data
}

// compute returns a chunk's part. Of commands it claims the chunk before.
func (w *worker) compute(j *openJob, t *task, m jetstream.Msg) ([]byte, error) {
	do, err := w.prepare(j, t)
	if err == nil && j.kind == Commands {
		err = w.claim(j, t)
	}
	if err != nil {
		return nil, err
	}
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > mostLost {
		k := t.Chunk
		return nil, errors.Join(errLost, lang.Errorf("cluster.deadly", "n", mostLost, "run", t.Run, "batch", t.Batch,
			"input", k.Input, "first", k.First, "last", k.First+k.Count-1))
	}
	return do(t.Chunk)
}

// claim says that this worker draws the releases of a chunk of commands: its part is stored only if no other
// message about the chunk follows the claim.
func (w *worker) claim(j *openJob, t *task) error {
	err := w.persist(j.ctx, func(ctx context.Context) error {
		last, err := j.stream.GetLastMsgForSubject(ctx, t.subject())
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return err
		case last.Header.Get(headForm) != formClaim && last.Sequence > t.Last:
			return errDone
		}
		t.Last = last.Sequence
		return nil
	})
	if err == nil {
		t.claimed = true
		err = w.store(j.ctx, t.Run, w.message(t, formClaim), nil, &t.Last)
	}
	switch {
	case conflict(err): // perhaps with itself, where the answer was lost
		return w.claim(j, t)
	case err != nil && !errors.Is(err, errDone):
		return errors.Join(errUnread, err)
	}
	return err
}

// message is one about a chunk.
func (w *worker) message(t *task, form string) *nats.Msg {
	m := nats.NewMsg(t.subject())
	m.Header.Set(headForm, form)
	m.Header.Set(headWorker, w.Name)
	return m
}

// deliver stores what came of a chunk, unless somebody did before or has claimed it since. Then what
// was claimed is left to that one.
func (w *worker) deliver(ctx context.Context, t *task, m jetstream.Msg, form string, data []byte) {
	ctx, stop := context.WithTimeout(ctx, mostKept)
	defer stop()
	err := w.store(ctx, t.Run, w.message(t, form), data, &t.Last)
	switch {
	case err == nil || conflict(err) && !t.claimed:
		m.Ack()
	case ctx.Err() == nil && !conflict(err):
		m.Term()
	}
}

// open returns a run's job, which is made when it is first used.
func (w *worker) open(ctx context.Context, run string) *openJob {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[run]
	if j == nil {
		j = &openJob{run: run}
		j.ctx, j.stop = context.WithCancel(ctx)
		w.jobs[run] = j
	}
	j.busy++
	return j
}

func (w *worker) release(j *openJob) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j.busy--
	j.used = time.Now()
}

// prepare returns what does a task's chunk. The job is read when it is first used, and so is each batch.
func (w *worker) prepare(j *openJob, t *task) (func(work.Chunk) ([]byte, error), error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.job == nil {
		var job Job
		err := w.persist(j.ctx, func(ctx context.Context) (err error) {
			j.stream, err = w.js.Stream(ctx, runStream(j.run))
			return err
		})
		if err != nil {
			return nil, errors.Join(errUnread, err)
		}
		data, err := w.about(j.ctx, j.stream, j.run, "job", &job)
		if err != nil {
			return nil, err
		}
		if job.Kind == Commands && !w.Commands {
			return nil, lang.Errorf("cluster.refused")
		}
		opened, err := w.Open(job.Kind, data)
		if err != nil {
			return nil, err
		}
		j.job, j.kind = opened, job.Kind
		if c, ok := opened.(io.Closer); ok {
			context.AfterFunc(j.ctx, func() { c.Close() })
		}
	}
	if j.batch != t.Batch {
		var b work.Batch
		var err error
		if b.Args, err = w.about(j.ctx, j.stream, j.run, t.Batch, &b); err != nil {
			return nil, err
		}
		if j.do, err = work.Prepare(j.job, b); err != nil {
			return nil, err
		}
		j.batch, j.size = t.Batch, b
	}
	if k := t.Chunk; k.Input >= max(j.size.Inputs, 1) || k.Count > j.size.Trials-k.First {
		return nil, errUnread
	}
	return j.do, nil
}
