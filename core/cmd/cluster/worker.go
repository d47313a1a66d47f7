//go:build !js

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

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

// Times of a worker.
const (
	idle      = time.Minute             // after which a job is forgotten
	abandoned = 1200 * time.Millisecond // that a chunk of a run that is over may still take
	leaving   = time.Second             // that a chunk may still take when the worker leaves
	mostKept  = 15 * time.Minute        // that a part waits for a server
	farAhead  = 2 * time.Second         // that a chunk may take while the next one waits behind it
	mostLost  = 3                       // workers that are lost at a task; then it is given up
)

// worker is what works here.
type worker struct {
	*Cluster
	Working
	id   string
	mu   sync.Mutex
	jobs map[string]*openJob
	over map[string]string // runs that are, and whose they were: the same run may be asked for again
	bars map[string]string // runs whose commands fail here, as in over
	said map[string]bool   // builds that were told of
	end  context.CancelCauseFunc
	hand sync.Map // of *holding: whether it is computed now
	// storing holds one for each part that is on its way to the server: meanwhile its lane computes.
	storing chan struct{}
}

// openJob is a run's job.
type openJob struct {
	c       *Cluster
	run     string
	asker   string
	ctx     context.Context // ends with the run
	stop    context.CancelFunc
	mu      sync.Mutex
	job     work.Job
	kind    string // of the job, once it is read
	err     error
	batches []openBatch // the last ones
	used    time.Time
	busy    int
}

type openBatch struct {
	name    string
	prepare func() (func(work.Chunk) ([]byte, error), error) // once
}

// holding is a task at hand.
type holding struct {
	msg   jetstream.Msg
	task  task
	claim uint64 // the number of its claim; 0: none
	count int    // claims that there were
}

// Work does chunks until ctx ends, and gives back what it has not done by then.
func (c *Cluster) Work(ctx context.Context, o Working) error {
	w := &worker{Cluster: c, Working: o, id: nuid.Next(), jobs: map[string]*openJob{}, over: map[string]string{},
		bars: map[string]string{},
		said: map[string]bool{}, storing: make(chan struct{}, 4*o.Lanes)}
	leave := ctx // when it ends, no new chunk is begun
	ctx, end := context.WithCancelCause(context.WithoutCancel(ctx))
	w.end = end
	defer end(nil)
	defer w.closeJobs(func(*openJob) bool { return true })
	go c.watchRuns(ctx, "*.state", w.hear)
	go w.present(ctx)
	go w.watch(ctx)
	var lanes sync.WaitGroup
	for range o.Lanes {
		lanes.Go(func() { w.lane(ctx, leave) })
	}
	done := make(chan struct{})
	go func() {
		lanes.Wait()
		for range cap(w.storing) {
			w.storing <- struct{}{}
		}
		close(done)
	}()
	select {
	case <-ctx.Done():
	case <-done:
	case <-leave.Done():
		select {
		case <-done:
		case <-ctx.Done():
		case <-time.After(2 * leaving):
		}
	}
	gone, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	c.workers.Purge(gone, w.id)
	c.conn.FlushTimeout(time.Second)
	if leave.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// hear takes note of a run's state.
func (w *worker) hear(run string, s state) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.State != Running {
		w.over[run] = s.Asker
		if j := w.jobs[run]; j != nil && j.asker == s.Asker {
			j.stop()
		}
		return
	}
	delete(w.over, run)
	if s.Build != w.Build && !w.said[s.Build] {
		w.said[s.Build] = true
		w.say(lang.Say("cluster.build", "run", run, "theirs", s.Build, "ours", w.Build))
	}
}

// present tells of the worker.
func (w *worker) present(ctx context.Context) {
	data, _ := json.Marshal(presence{w.Name, w.Build, w.Lanes, w.Commands}) // texts: it cannot fail
	for {
		once, stop := context.WithTimeout(ctx, sign)
		w.persist(once, func(ctx context.Context) error {
			_, err := w.workers.Put(ctx, w.id, data)
			if err == nil {
				w.complain(nil)
			}
			return err
		})
		stop()
		if sleep(ctx, sign) != nil {
			return
		}
	}
}

// watch says that the worker is at the chunks in its hands, forgets idle jobs, and ends the
// work where it cannot go on.
func (w *worker) watch(ctx context.Context) {
	touch := time.NewTicker(ackWait / 3)
	defer touch.Stop()
	lost := time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case say := <-w.Over:
			for key, computed := range w.hand.Range {
				// Commands have processes of their own.
				if h := key.(*holding); computed.(bool) && h.claim == 0 {
					w.deliver(ctx, h, formFault, fault(lang.Errorf("cluster.limit", "why", say)))
				}
			}
			w.say(say)
			w.end(ErrStuck)
			return
		case <-touch.C:
		}
		for h := range w.hand.Range {
			h.(*holding).msg.InProgress()
		}
		w.closeJobs(func(j *openJob) bool { return j.busy == 0 && (time.Since(j.used) > idle || j.ctx.Err() != nil) })
		switch {
		case w.conn.IsConnected():
			lost = time.Time{}
		case lost.IsZero():
			lost = time.Now()
		case w.Lost > 0 && time.Since(lost) > w.Lost:
			w.end(ErrLost)
		}
	}
}

// closeJobs stops and forgets the jobs for which which holds.
func (w *worker) closeJobs(which func(*openJob) bool) {
	w.mu.Lock()
	var gone []*openJob
	for run, j := range w.jobs {
		if which(j) {
			delete(w.jobs, run)
			gone = append(gone, j)
		}
	}
	w.mu.Unlock()
	for _, j := range gone {
		j.stop()
	}
}

// lane does one chunk after another. The next task comes while a short one is done.
func (w *worker) lane(ctx, leave context.Context) {
	q := &queue{}
	var coming chan *holding
	took := time.Duration(0)
	for ctx.Err() == nil && leave.Err() == nil {
		var h *holding
		if coming != nil {
			h, coming = <-coming, nil
		} else {
			h = w.next(leave, q)
		}
		if h == nil {
			continue
		}
		if took < farAhead {
			coming = make(chan *holding, 1)
			go func(to chan<- *holding) { to <- w.next(leave, q) }(coming)
		}
		took = w.one(ctx, leave, h)
	}
	if coming != nil {
		if h := <-coming; h != nil {
			w.giveBack(h)
			w.hand.Delete(h)
		}
	}
}

// next waits for a task for some time.
func (w *worker) next(leave context.Context, q *queue) *holding {
	if q.from == nil {
		from, err := w.consumers(leave)
		if err != nil {
			sleep(leave, time.Second)
			return nil
		}
		q.from = from
	}
	m, err := q.next(leave)
	switch {
	case m != nil:
		h := &holding{msg: m}
		if json.Unmarshal(m.Data(), &h.task) == nil && h.task.sound() {
			w.hand.Store(h, false)
			return h
		}
		m.Term()
	case err != nil:
		if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) ||
			errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, nats.ErrNoResponders) {
			q.from = nil // the server lost it
		}
		sleep(leave, time.Second/4)
	}
	return nil
}

// consumers returns the queues that this worker does chunks of.
func (w *worker) consumers(ctx context.Context) (out []jetstream.Consumer, err error) {
	kinds := []string{Plain}
	if w.Commands {
		kinds = append(kinds, Commands)
	}
	if err := w.ensure(ctx); err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		err := w.persist(ctx, func(ctx context.Context) error {
			c, err := w.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: w.Build + "-" + kind,
				FilterSubject: taskSubject + "." + w.Build + "." + kind + ".>", AckPolicy: jetstream.AckExplicitPolicy,
				AckWait: ackWait, MaxAckPending: -1, MaxWaiting: 1 << 17, InactiveThreshold: 24 * time.Hour})
			out = append(out, c)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// queue is where a lane gets its tasks from.
type queue struct {
	from  []jetstream.Consumer
	at    int       // the one that gave the last
	other time.Time // when the other one was asked last
}

// next returns the next task; nil where there is none for some time. Of two kinds it asks
// mostly for the one that there was last.
func (q *queue) next(ctx context.Context) (jetstream.Msg, error) {
	if len(q.from) == 1 {
		return fetch(ctx, q.from[0], 10*time.Second)
	}
	if time.Since(q.other) > time.Second/2 {
		q.other = time.Now()
		m, err := fetch(ctx, q.from[1-q.at], 0)
		if m != nil || err != nil {
			q.at = 1 - q.at
			return m, err
		}
	}
	return fetch(ctx, q.from[q.at], time.Second/2)
}

func fetch(ctx context.Context, c jetstream.Consumer, wait time.Duration) (m jetstream.Msg, err error) {
	var batch jetstream.MessageBatch
	if wait == 0 {
		batch, err = c.FetchNoWait(1)
	} else {
		once, stop := context.WithTimeout(ctx, wait)
		defer stop()
		batch, err = c.Fetch(1, jetstream.FetchContext(once), jetstream.FetchHeartbeat(wait/5))
	}
	if err != nil {
		return nil, err
	}
	if m = <-batch.Messages(); m != nil {
		return m, nil
	}
	if err = batch.Error(); errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return nil, err
}

// one does the chunk of a task, and returns how long it took.
func (w *worker) one(ctx, leave context.Context, h *holding) (took time.Duration) {
	m, stored := h.msg, false
	w.mu.Lock()
	over, barred := w.over[h.task.Run] == h.task.Asker, w.bars[h.task.Run] == h.task.Asker
	w.mu.Unlock()
	defer func() {
		if !stored {
			w.hand.Delete(h)
		}
	}()
	if over {
		m.Term()
		return
	}
	if barred { // another worker's turn
		sleep(leave, time.Second)
		w.giveBack(h)
		return
	}
	j := w.open(ctx, &h.task)
	defer func() {
		if !stored {
			w.release(j)
		}
	}()
	again := false
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > 1 {
		h.task.Lost, again = h.task.Lost+int(meta.NumDelivered)-1, true
	}
	commands := w.kind(j) == Commands
	if again || h.task.Back > 0 || commands {
		done, err := w.claim(j, h, commands)
		if done || err != nil {
			if done {
				m.Ack()
			} else {
				w.postpone(leave, h, err)
			}
			return
		}
	}
	if k := h.task.Chunk; h.task.Lost >= mostLost {
		w.deliver(j.ctx, h, formLost, fault(lang.Errorf("cluster.deadly", "n", h.task.Lost, "run", j.run, "batch",
			h.task.Batch, "input", k.Input, "first", k.First, "last", k.First+k.Count-1)))
		return
	}
	type result struct {
		data []byte
		err  error
		took time.Duration
	}
	got := make(chan result, 1)
	w.hand.Store(h, true)
	go func() {
		do, err := j.batch(h.task.Batch)
		if err != nil {
			got <- result{err: err}
			return
		}
		began := time.Now()
		data, err := do(h.task.Chunk)
		got <- result{data, err, time.Since(began)}
	}()
	var r result
	select {
	case r = <-got:
	case <-leave.Done():
		select {
		case r = <-got:
		case <-time.After(leaving):
			w.giveBack(h)
			return
		}
	case <-ctx.Done():
		return
	case <-j.ctx.Done(): // the run is over
		select {
		case <-got:
		case <-time.After(abandoned):
			w.end(ErrStuck)
		}
		m.Term()
		return
	}
	if j.ctx.Err() != nil {
		m.Term()
		return
	}
	form := formPart
	if r.err != nil {
		if leave.Err() != nil {
			w.giveBack(h)
			return
		}
		if errors.Is(r.err, errForged) {
			m.Term()
			return
		}
		var gone *unread
		if errors.As(r.err, &gone) { // what the chunk is about could not be read: another may
			w.postpone(leave, h, gone.error)
			return
		}
		form, r.data = formFault, fault(r.err)
		if commands {
			w.mu.Lock()
			w.bars[j.run] = h.task.Asker
			w.mu.Unlock()
		}
	}
	w.hand.Store(h, false)
	stored = true
	w.storing <- struct{}{}
	go func() {
		w.deliver(j.ctx, h, form, r.data)
		w.release(j)
		w.hand.Delete(h)
		<-w.storing
	}()
	return r.took
}

// postpone leaves a task to another worker since the server does not have what it is about.
// While a server starts that may be so for a moment; if it stays so, the run is over.
func (w *worker) postpone(ctx context.Context, h *holding, err error) {
	if !conflict(err) && vanished(err) && h.task.Back > 5 { // a conflict: another one has it
		h.msg.Term()
		return
	}
	go func() {
		sleep(ctx, time.Second)
		w.giveBack(h)
	}()
}

// giveBack writes a task anew, so that it does not count as lost.
func (w *worker) giveBack(h *holding) {
	h.task.Back++
	data, err := json.Marshal(h.task)
	if err == nil {
		ctx, stop := context.WithTimeout(context.Background(), leaving)
		defer stop()
		_, err = w.js.Publish(ctx, h.msg.Subject(), data)
	}
	if err != nil {
		h.msg.Nak()
		return
	}
	h.msg.Ack()
}

// fault is an error as a part.
func fault(err error) []byte {
	data, _ := json.Marshal(lang.Of(err)) // a text: it cannot fail
	return data
}

// claim says that this worker draws the releases of a chunk, where that is of commands. done
// says that it has a part already.
func (w *worker) claim(j *openJob, h *holding, commands bool) (done bool, err error) {
	err = w.persist(j.ctx, func(ctx context.Context) error {
		stream, err := w.js.Stream(ctx, runStream(h.task.Run))
		if err != nil {
			return err
		}
		last, err := stream.GetLastMsgForSubject(ctx, h.task.subject())
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			h.claim, h.count = 0, 0
		case err != nil:
			return err
		case last.Header.Get(headForm) != formClaim:
			done = true
			return nil
		default:
			h.claim = last.Sequence
			h.count, _ = strconv.Atoi(last.Header.Get(headClaims))
		}
		if !commands {
			return nil
		}
		m := w.message(h, formClaim, nil)
		m.Header.Set(headClaims, strconv.Itoa(h.count+1))
		ack, err := w.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(h.claim))
		if err == nil {
			h.claim, h.count = ack.Sequence, h.count+1
		}
		return err
	})
	return done, err
}

// message is one about a chunk.
func (w *worker) message(h *holding, form string, data []byte) *nats.Msg {
	m := nats.NewMsg(h.task.subject())
	m.Data = data
	m.Header.Set(headForm, form)
	m.Header.Set(headWorker, w.Name)
	m.Header.Set(headSum, sum(data))
	return m
}

// deliver stores what came of a chunk, unless somebody did before.
func (w *worker) deliver(ctx context.Context, h *holding, form string, data []byte) {
	m := w.message(h, form, data)
	if h.count > 0 {
		m.Header.Set(headClaims, strconv.Itoa(h.count))
	}
	large := len(data) > mostInline || int64(len(data)) > w.conn.MaxPayload()/2
	name := ""
	if large {
		name = h.task.Batch + "." + chunkName(h.task.Chunk) + "." + nuid.Next()
		m.Header.Set(headObject, name)
		m.Data = nil
	}
	ctx, stop := context.WithTimeout(ctx, mostKept)
	defer stop()
	err := w.persist(ctx, func(ctx context.Context) error {
		if large {
			objects, err := w.js.ObjectStore(ctx, runStream(h.task.Run))
			if err != nil {
				return err
			}
			if _, err := objects.PutBytes(ctx, name, data); err != nil {
				return err
			}
		}
		_, err := w.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(h.claim))
		return err
	})
	switch {
	case err == nil:
		h.msg.Ack()
	case conflict(err): // it was done twice, or another one claimed it since
		if h.claim == 0 {
			h.msg.Ack()
		}
	}
}

// open returns a run's job, which is made when it is first used.
func (w *worker) open(ctx context.Context, t *task) *openJob {
	w.mu.Lock()
	defer w.mu.Unlock()
	j := w.jobs[t.Run]
	if j == nil || j.ctx.Err() != nil {
		j = &openJob{c: w.Cluster, run: t.Run}
		j.ctx, j.stop = context.WithCancel(ctx)
		w.jobs[t.Run] = j
	}
	j.asker = t.Asker
	j.busy++
	return j
}

func (w *worker) release(j *openJob) {
	w.mu.Lock()
	defer w.mu.Unlock()
	j.busy--
	j.used = time.Now()
}

// errForged is an error of what no asking side has written: nothing is said of it.
var errForged = errors.New("a task or what it is about is malformed")

// unread is an error of reading what a run is about.
type unread struct{ error }

// passing reports whether another chunk may find what this one did not.
func passing(err error) bool { return errors.As(err, new(*unread)) || errors.Is(err, errForged) }

// kind is that of a run's job, which is read where that was not done.
func (w *worker) kind(j *openJob) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.job == nil && j.err == nil {
		j.err = w.read(j)
	}
	return j.kind
}

func (w *worker) read(j *openJob) error {
	var job Job
	data, err := w.about(j.ctx, j.run, "job", &job)
	if err != nil {
		return err
	}
	if job.Kind == Commands && !w.Commands {
		return lang.Errorf("cluster.refused")
	}
	opened, err := w.Open(job.Kind, data)
	if err != nil {
		return err
	}
	j.job, j.kind = opened, job.Kind
	if c, ok := opened.(io.Closer); ok {
		context.AfterFunc(j.ctx, func() { c.Close() })
	}
	return nil
}

// batch returns what does a batch's chunks.
func (j *openJob) batch(name string) (func(work.Chunk) ([]byte, error), error) {
	j.mu.Lock()
	if j.err != nil {
		err := j.err
		if passing(err) {
			j.err = nil // once more with the next chunk
		}
		j.mu.Unlock()
		return nil, err
	}
	named := func(b openBatch) bool { return b.name == name }
	i := slices.IndexFunc(j.batches, named)
	if i < 0 {
		j.batches = append(j.batches[max(0, len(j.batches)-1):], openBatch{name,
			sync.OnceValues(func() (func(work.Chunk) ([]byte, error), error) { return j.prepare(name) })})
		i = len(j.batches) - 1
	}
	prepare := j.batches[i].prepare
	j.mu.Unlock()
	do, err := prepare()
	if passing(err) {
		j.mu.Lock()
		j.batches = slices.DeleteFunc(j.batches, named)
		j.mu.Unlock()
	}
	return do, err
}

func (j *openJob) prepare(name string) (func(work.Chunk) ([]byte, error), error) {
	var b work.Batch
	args, err := j.c.about(j.ctx, j.run, name, &b)
	if err != nil {
		return nil, err
	}
	b.Args = args
	do, err := work.Prepare(j.job, b)
	if err != nil {
		return nil, err
	}
	return func(k work.Chunk) ([]byte, error) {
		if k.Input >= max(b.Inputs, 1) || k.Count > b.Trials-k.First {
			return nil, errForged
		}
		return do(k)
	}, nil
}
