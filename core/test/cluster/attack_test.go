//go:build unix

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/num"
	"indistinct/core/test/check"
	"indistinct/core/work"
)

// lie returns the chunk whose part is sent for chunk number n, which is k.
type lie func(kind string, n int64, k work.Chunk) work.Chunk

// attacker is a worker of the test's own, which does what it is asked, but for the chunks of which it
// lies, and says what it likes of the time that they take.
type attacker struct {
	c      *network
	js     jetstream.JetStream
	lie    lie
	millis string
	known  map[string]func(work.Chunk) ([]byte, error)
	kinds  map[string]string
	count  int64        // chunks that were done
	lies   atomic.Int64 // trials in parts that are wrong
	most   atomic.Int64 // trials of the largest chunk of a count
	parts  atomic.Int64 // of counts
}

// attack begins one, which ends with the test.
func (c *network) attack(t testing.TB, millis string, lie lie) *attacker {
	t.Helper()
	a := &attacker{c: c, js: c.stream(t), lie: lie, millis: millis, kinds: map[string]string{},
		known: map[string]func(work.Chunk) ([]byte, error){}}
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
func (a *attacker) described(ctx context.Context, run, name string, about any) error {
	keys, err := a.js.KeyValue(ctx, "indistinct")
	if err != nil {
		return err
	}
	e, err := keys.Get(ctx, run+".about."+name)
	if err != nil {
		return err
	}
	return json.Unmarshal(e.Value(), about)
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
	var b struct {
		work.Batch
		Args []byte
	}
	if err := a.described(ctx, run, "job", &job); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(job.Data, &about); err != nil {
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
	if err := a.described(ctx, run, name, &b); err != nil {
		return nil, err
	}
	b.Batch.Args = b.Args
	if do, err = work.Prepare(j, b.Batch); err == nil {
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
			data, err := do(work.Chunk{Input: of.Input, First: of.First, Count: k.Count})
			if err != nil {
				return err
			}
			if of.Count < 0 { // it makes the input's counts up
				made(data, k)
			}
			part := fmt.Sprintf(`{"form":"part","worker":"the liar","millis":%s,"data":"%s","sum":"%x"}`, a.millis,
				base64.StdEncoding.EncodeToString(data), sha256.Sum256(data))
			subject := fmt.Sprintf("$KV.indistinct.%s.part.%s.%d.%d.%d", task.Run, task.Batch, k.Input, k.First,
				k.Count)
			_, err = a.js.Publish(ctx, subject, []byte(part), jetstream.WithExpectLastSequencePerSubject(0))
			if err == nil && of != k {
				a.lies.Add(k.Count)
			}
			m.Ack()
		}
	}
	return nil
}

// made makes of the counts of a part what shows a violation: twice as many of input 0, half as many of
// input 1.
func made(part []byte, k work.Chunk) {
	for at := 0; at+8 < len(part)-num.SumBytes; at += 8 {
		hits := binary.LittleEndian.Uint64(part[at:])
		if k.Input == 0 {
			hits = min(2*hits, uint64(k.Count))
		} else {
			hits /= 2
		}
		binary.LittleEndian.PutUint64(part[at:], hits)
	}
}

// invented makes counts up, in every so many chunks.
func invented(every int64) lie {
	return func(kind string, n int64, k work.Chunk) work.Chunk {
		if kind == "count" && k.First > 10_000 && n%every == 0 { // first come releases that a picture shows
			k.Count = -1
		}
		return k
	}
}

// swapped sends input 0's part for input 1 where a chunk is large.
func swapped(from int64) lie {
	return func(kind string, _ int64, k work.Chunk) work.Chunk {
		if kind == "count" && k.Input == 1 && k.Count >= from {
			k.Input = 0
		}
		return k
	}
}

// shifted sends, of every so many parts, that of other trials.
func shifted(every int64) lie {
	return func(_ string, n int64, k work.Chunk) work.Chunk {
		if n%every == 0 {
			k.First++
		}
		return k
	}
}

// Attacks of a worker that lies beside an honest one, and forges how long its parts take. Whatever is taken
// of it, a violation that is reported is one, with a probability of 999 in 1,000 for each run, and where
// the run ends it is named; a run whose workers are believed says so.
func TestAttacks(t *testing.T) {
	times := 1
	if check.Long() {
		times = 6
	}
	ring := []string{"-lab", "ring", "-m", "60000", "-n", "5000", "-json"}
	right := []string{"-lab", "survey", "-m", "60000", "-n", "500", "-json"} // the claim holds
	for _, x := range []struct {
		name, millis string
		args, more   []string
		lie          lie
	}{
		{"forged times", "1e-320", ring, nil, swapped(3000)},
		{"endless times", "1e300", ring, nil, swapped(3000)},
		{"another input", "1e-320", []string{"-lab", "ring", "-m", "1000000", "-json"}, nil, swapped(30000)},
		{"shifted by one", "20", ring, nil, shifted(5)},
		{"a violation made up", "1e-320", right, []string{"-chunk", "5ms"}, invented(2)},
		{"a violation made up now and then", "1e-320", right, []string{"-chunk", "5ms", "-check", "1e-9"}, invented(3)},
		{"believed", "20", right, []string{"-chunk", "5ms", "-check", "none"}, invented(2)},
	} {
		t.Run(x.name, func(t *testing.T) {
			for range times {
				c := serve(t)
				c.worker()
				c.joined(t, 1)
				a := c.attack(t, x.millis, x.lie)
				run := c.ask(x.args, x.more...)
				status, want := run.wait(), alone(t, x.args)
				out := checked.ReplaceAllString(run.out.String(), "")
				t.Logf("status %d (%d alone), the same report: %v; %d wrong trials; of %d parts of counts the largest has "+
					"%d trials%s\n%s", status,
					want.status, out == want.out, a.lies.Load(), a.parts.Load(), a.most.Load(),
					checked.FindString(run.out.String()), run.said())
				switch {
				case x.name == "believed":
					if !strings.Contains(run.out.String(), `"twice":0,"which":"none"`) {
						t.Error("nothing was checked, and it is not said")
					}
				case status == 1 && want.status != 1:
					t.Error("a violation that is none is reported")
				case status == 3 && !strings.Contains(run.said(), "the liar"):
					t.Errorf("it ends with %s", run.said())
				}
			}
		})
	}
}
