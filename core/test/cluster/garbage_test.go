//go:build unix

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// garbler takes a task out of the queue of all builds and publishes an answer to it, as often
// as it is called; the answer is made of the chunk's subject.
func (c *network) garbler(answer func(subject string) string) func() bool {
	c.t.Helper()
	js := c.stream(c.t)
	given := map[string]int{} // by the chunk
	return func() bool {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		tasks, err := js.Stream(ctx, "indistinct-tasks")
		if err != nil {
			return false
		}
		for name := range tasks.ConsumerNames(ctx).Name() {
			consumer, err := tasks.Consumer(ctx, name)
			if err != nil {
				continue
			}
			batch, err := consumer.FetchNoWait(1)
			if err != nil {
				continue
			}
			for m := range batch.Messages() {
				var task struct {
					Run, Batch string
					Chunk      struct{ Input, First, Count int }
				}
				if err := json.Unmarshal(m.Data(), &task); err != nil {
					c.t.Errorf("a task is %q", m.Data())
					return false
				}
				k := task.Chunk
				subject := fmt.Sprintf("$KV.indistinct.%s.part.%s.%d.%d.%d", task.Run, task.Batch, k.Input, k.First,
					k.Count)
				if given[subject] > 2 { // once more, and the chunk would be given up
					js.Publish(ctx, m.Subject(), m.Data())
					m.Ack()
					return false
				}
				given[subject]++
				_, err := js.Publish(ctx, subject, []byte(answer(subject)))
				return m.Ack() == nil && err == nil
			}
		}
		return false
	}
}

// Parts that cannot be read are asked for again, and count for nothing.
func TestGarbage(t *testing.T) {
	t.Parallel()
	c := serve(t)
	n := 0
	garble := c.garbler(func(string) string {
		switch n++; n % 4 {
		case 0:
			return `{"form":"part"}`
		case 1:
			return fmt.Sprintf(`{"form":"fault","sum":"%x"}`, sha256.Sum256([]byte("else")))
		case 2:
			return `{"form":"part","data":"AAAA","sum":"0"}`
		}
		return strings.Repeat("\x00garbage\xff", 10*n)
	})
	c.worker()
	args := program(3 * long)
	run := c.ask(args, "-chunk", "20ms")
	until(t, "twelve parts are garbage", func() bool {
		garble()
		return n >= 12 || run.ended()
	})
	if n < 12 {
		t.Fatalf("the run was over after %d: %s", n, run.said())
	}
	same(t, run, args)
}

// A part that reads well but is wrong ends the run with a sentence that names the worker; no
// report is made of it, and without that worker the run goes on.
func TestLiar(t *testing.T) {
	t.Parallel()
	c := serve(t)
	lies := 0
	lie := c.garbler(func(subject string) string {
		lies++
		// So many numbers as there should be, all alike.
		var count int
		fmt.Sscan(subject[strings.LastIndex(subject, ".")+1:], &count)
		data := make([]byte, 8*count)
		return fmt.Sprintf(`{"form":"part","worker":"the liar","data":"%s","sum":"%x"}`,
			base64.StdEncoding.EncodeToString(data), sha256.Sum256(data))
	})
	worker := c.worker()
	// It lies of releases, as counts may be 0, and as often as it can. All parts are checked: of
	// some, one that comes while this machine checks others may be taken.
	args := []string{"-lab", "workshop", "-code", strings.Replace(slow, "1000", "6000", 1), "-eps", "0.5", "-n", "300",
		"-m", "50", "-beta", "0.3", "-gamma", "0.1", "-json"}
	run := c.ask(args, "-chunk", "20ms", "-check", "all")
	until(t, "the run is over", func() bool {
		lie()
		return run.ended()
	})
	if run.wait() != 3 || run.out.Len() > 0 || !strings.Contains(run.said(), "the liar") {
		t.Errorf("after %d lies: status %d, %q", lies, run.status(), run.said())
	}
	if worker.ended() {
		t.Error("the worker has ended with the run")
	}
	same(t, c.ask(args, "-resume"), args)
}
