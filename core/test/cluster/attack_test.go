//go:build unix

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/test/check"
	"indistinct/core/work"
)

// attacker is a worker of the test's own, which does what it is asked, but for the chunks of which it
// lies, and says what it likes of the time that they take.
type attacker struct {
	c      *network
	js     jetstream.JetStream
	lie    func(kind string, n int64, k work.Chunk) work.Chunk // the chunk whose part is sent for one
	millis string
	known  map[string]func(work.Chunk) ([]byte, error)
	kinds  map[string]string
	count  int64        // chunks that were done
	lies   atomic.Int64 // trials in parts that are wrong
	most   atomic.Int64 // trials of the largest chunk of a count
	parts  atomic.Int64 // of counts
}

// attack begins one, which ends with the test.
func (c *network) attack(t testing.TB, millis string, lie func(string, int64, work.Chunk) work.Chunk) *attacker {
	t.Helper()
	a := &attacker{c: c, js: c.stream(t), lie: lie, millis: millis, known: map[string]func(work.Chunk) ([]byte, error){},
		kinds: map[string]string{}}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if err := a.work(ctx); err != nil {
				time.Sleep(50 * time.Millisecond) // nobody asks yet
			}
		}
	}()
	t.Cleanup(func() { stop(); <-done })
	return a
}

// described reads what a job or a batch is about.
func (a *attacker) described(ctx context.Context, run, name string, head any) (data []byte, err error) {
	runs, err := a.js.KeyValue(ctx, "indistinct-runs")
	if err != nil {
		return nil, err
	}
	e, err := runs.Get(ctx, run+".about."+name)
	if err != nil {
		return nil, err
	}
	var d struct {
		Head   json.RawMessage
		Data   []byte
		Object bool
	}
	if err := json.Unmarshal(e.Value(), &d); err != nil {
		return nil, err
	}
	if d.Object {
		objects, err := a.js.ObjectStore(ctx, "indistinct-run-"+run)
		if err != nil {
			return nil, err
		}
		if d.Data, err = objects.GetBytes(ctx, name); err != nil {
			return nil, err
		}
	}
	return d.Data, json.Unmarshal(d.Head, head)
}

// open returns what does the chunks of a batch.
func (a *attacker) open(ctx context.Context, run, name string) (do func(work.Chunk) ([]byte, error), err error) {
	if do = a.known[run+name]; do != nil {
		return do, nil
	}
	var job struct{ Data []byte }
	var about struct {
		Spec json.RawMessage
		Task string
	}
	var b work.Batch
	data, err := a.described(ctx, run, "job", &job)
	if err != nil {
		return nil, err
	}
	if len(job.Data) > 0 { // as it was before
		data = job.Data
	}
	if err := json.Unmarshal(data, &about); err != nil {
		return nil, err
	}
	s, probs := lab.ParseJSON(about.Spec, labs.All().Find, labs.Home)
	if len(probs) > 0 {
		return nil, &probs[0]
	}
	j, err := lab.Start(labs.All().Find(s.Lab), s, about.Task)
	if err != nil {
		return nil, err
	}
	if b.Args, err = a.described(ctx, run, name, &b); err != nil {
		return nil, err
	}
	if do, err = work.Prepare(j, b); err == nil {
		a.known[run+name], a.kinds[run+name] = do, b.Kind
	}
	return do, err
}

// work does the chunks that there are.
func (a *attacker) work(ctx context.Context) error {
	tasks, err := a.js.Stream(ctx, "indistinct-tasks")
	if err != nil {
		return err
	}
	var consumer jetstream.Consumer
	for name := range tasks.ConsumerNames(ctx).Name() {
		if strings.HasSuffix(name, "-plain") {
			if consumer, err = tasks.Consumer(ctx, name); err != nil {
				return err
			}
		}
	}
	if consumer == nil {
		return fmt.Errorf("there are no tasks")
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			return err
		}
		for m := range batch.Messages() {
			var task struct {
				Run, Batch string
				Chunk      work.Chunk
				Attempt    int
			}
			if err := json.Unmarshal(m.Data(), &task); err != nil {
				return err
			}
			do, err := a.open(ctx, task.Run, task.Batch)
			if err != nil {
				return err
			}
			k, kind := task.Chunk, a.kinds[task.Run+task.Batch]
			a.count++
			of := a.lie(kind, a.count, k)
			if kind == "count" {
				a.parts.Add(1)
				a.most.Store(max(a.most.Load(), k.Count))
			}
			data, err := do(of)
			if err != nil {
				return err
			}
			p := nats.NewMsg(fmt.Sprintf("indistinct.part.%s.%s.%d.%d.%d.%d", task.Run, task.Batch, k.Input, k.First,
				k.Count, task.Attempt))
			p.Data = data
			for key, value := range map[string]string{"Form": "part", "Worker": "the liar", "Millis": a.millis,
				"Sum": fmt.Sprintf("%x", sha256.Sum256(data))} {
				p.Header.Set("Indistinct-"+key, value)
			}
			if _, err = a.js.PublishMsg(ctx, p, jetstream.WithExpectLastSequencePerSubject(0)); err == nil && of != k {
				a.lies.Add(k.Count)
			}
			m.Ack()
		}
	}
	return nil
}

// truth keeps an attacker from lying.
func truth(_ string, _ int64, k work.Chunk) work.Chunk { return k }

// swapped sends input 0's part for input 1 where a chunk is large.
func swapped(from int64) func(string, int64, work.Chunk) work.Chunk {
	return func(kind string, _ int64, k work.Chunk) work.Chunk {
		if kind == "count" && k.Input == 1 && k.Count >= from {
			k.Input = 0
		}
		return k
	}
}

// shifted sends, of every so many parts, that of other trials.
func shifted(every int64) func(string, int64, work.Chunk) work.Chunk {
	return func(_ string, n int64, k work.Chunk) work.Chunk {
		if n%every == 0 {
			k.First++
		}
		return k
	}
}

// The attacks of a worker that lies: whatever of its parts is taken, a report's "violation found" is what one
// machine finds too, or the run ends. That holds with a probability of 999 in 1,000 for each run.
func TestAttacks(t *testing.T) {
	times := 1
	if check.Long() {
		times, _ = strconv.Atoi(envOr("INDISTINCT_TIMES", "6"))
	}
	for name, x := range map[string]struct {
		args   []string
		more   []string
		millis string
		lie    func(string, int64, work.Chunk) work.Chunk
	}{
		"forged times": {[]string{"-lab", "ring", "-m", "60000", "-n", "5000", "-json"}, nil, "1e-320", swapped(3000)},
		"one part of another input": {[]string{"-lab", "ring", "-m", "1000000", "-json"}, nil, "1e-320",
			func(kind string, n int64, k work.Chunk) work.Chunk { return swapped(30000)(kind, n, k) }},
		"shifted by one": {[]string{"-lab", "ring", "-m", "60000", "-n", "5000", "-json"}, nil, "20", shifted(5)},
		"unchecked": {[]string{"-lab", "ring", "-m", "100000", "-json"}, []string{"-check", "none"}, "20", shifted(5)},
	} {
		t.Run(name, func(t *testing.T) {
			for range times {
				c := serve(t)
				c.worker()
				c.joined(t, 1)
				a := c.attack(t, x.millis, x.lie)
				run := c.ask(x.args, x.more...)
				status := run.wait()
				want := alone(t, x.args)
				out := checked.ReplaceAllString(run.out.String(), "")
				t.Logf("status %d, the report is right: %v; %d wrong trials were taken or lost; the liar did %d parts of counts, the largest of %d trials\n%s\n%s",
					status, out == want.out, a.lies.Load(), a.parts.Load(), a.most.Load(),
					checked.FindString(run.out.String()), run.said())
			}
		})
	}
}

func envOr(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
