//go:build unix

package cluster

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// stream returns JetStream of the network's server, for a test that looks at what it keeps.
func (c *network) stream(t testing.TB) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(c.addr, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// parts returns a function that counts the parts of all runs that the server keeps; −1 where it
// cannot be asked just now.
func (c *network) parts(t testing.TB) func() int {
	js := c.stream(t)
	return func() int {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		stream, err := js.Stream(ctx, "KV_indistinct")
		if err != nil {
			return -1
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter("$KV.indistinct.*.part.>"))
		if err != nil {
			return -1
		}
		return len(info.State.Subjects)
	}
}

// joined waits until workers for so many chunks at a time are known to the cluster.
func (c *network) joined(t testing.TB, n int) {
	t.Helper()
	js := c.stream(t)
	until(t, "the workers are known", func() bool {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		tasks, err := js.Stream(ctx, "indistinct-tasks")
		if err != nil {
			return false
		}
		lanes := 0
		for info := range tasks.ListConsumers(ctx).Info() {
			if strings.HasSuffix(info.Name, "-plain") {
				lanes += info.NumWaiting
			}
		}
		return lanes >= 2*n // a worker fetches twice as many tasks
	})
}

// row is a run in a list.
type row struct {
	run, all string
	share    int // that is done, in per cent; −1: it is not running
}

var share = regexp.MustCompile(`(\d+)\x{a0}%`)

// list returns the runs that -list shows.
func (c *network) list() (out []row) {
	c.t.Helper()
	status, text, errs := c.tell("-list")
	if status != 0 {
		c.t.Fatalf("-list: status %d, %s", status, errs)
	}
	for line := range strings.Lines(text) {
		r := row{all: line, share: -1}
		if f := strings.Fields(line); len(f) > 0 {
			r.run = f[0]
		}
		if m := share.FindStringSubmatch(line); m != nil {
			r.share, _ = strconv.Atoi(m[1])
		}
		out = append(out, r)
	}
	return out
}

// running returns the run that is running, once there is one.
func (c *network) running() (r row) {
	c.t.Helper()
	until(c.t, "a run is listed", func() bool {
		for _, r = range c.list() {
			if r.share >= 0 {
				return true
			}
		}
		return false
	})
	return r
}

// ticks is the time that a process and those that it has started have taken of processors, in
// hundredths of a second.
func ticks(t testing.TB, p *process) (sum int) {
	t.Helper()
	pids := p.group()
	if len(pids) == 0 {
		t.Skip("only Linux tells what a process does")
	}
	for _, pid := range pids {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(data), ") ")
		if f := strings.Fields(rest); len(f) > 12 {
			user, _ := strconv.Atoi(f[11])
			system, _ := strconv.Atoi(f[12])
			sum += user + system
		}
	}
	return sum
}

// redelivered reports whether the server has given a task to a second worker.
func redelivered(t testing.TB, js jetstream.JetStream) bool {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	tasks, err := js.Stream(ctx, "indistinct-tasks")
	if err != nil {
		return false
	}
	for c := range tasks.ListConsumers(ctx).Info() {
		if c.NumRedelivered > 0 {
			return true
		}
	}
	return false
}
