//go:build unix

package cluster

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"indistinct/core/cmd/cluster"
	"indistinct/core/lang"
	"indistinct/core/work"
)

// measuring ends a test unless it was asked for: ./build.sh bench cluster.
func measuring(t *testing.T) {
	t.Helper()
	if os.Getenv("INDISTINCT_CLUSTER") == "" {
		t.Skip("./build.sh bench cluster measures")
	}
}

// simulated is a job of one batch whose parts are five counts, as those of a proof.
type simulated struct {
	Trials, Grain int64
	Trial         time.Duration // that a trial takes
	Rest          bool          // it takes no processor's time
}

func (s *simulated) Prepare(work.Batch) (func(work.Chunk) ([]byte, error), error) {
	return func(k work.Chunk) ([]byte, error) {
		d := time.Duration(k.Count) * s.Trial
		if s.Rest {
			time.Sleep(d)
		} else {
			spin(d)
		}
		var out []byte
		for i := range int64(5) {
			out = binary.LittleEndian.AppendUint64(out, uint64(k.Count*i))
		}
		return out, nil
	}, nil
}

func (s *simulated) Run(crew work.Crew) ([]byte, error) {
	parts, all := 0, int64(0)
	err := crew.Do(work.Batch{Name: "work.test", Kind: "simulated", Inputs: 1, Trials: s.Trials, Grain: s.Grain},
		func(of []work.Part) error {
			for _, p := range of {
				if len(p.Data) != 40 {
					return errors.New("a part is not five counts")
				}
				parts, all = parts+1, all+p.Chunk.Count
			}
			return nil
		})
	if err == nil && all != s.Trials {
		err = fmt.Errorf("%d trials of %d", all, s.Trials)
	}
	return strconv.AppendInt(nil, int64(parts), 10), err
}

// spin takes so much of a processor's time.
func spin(d time.Duration) {
	x := 1.0
	for n := int64(float64(d) * perNanosecond()); n > 0; n-- {
		x = x*1.0000001 + 1e-9
	}
	if x < 0 {
		panic(x)
	}
}

// perNanosecond is how many turns of spin's loop a nanosecond has.
var perNanosecond = sync.OnceValue(func() float64 {
	best := time.Hour
	for range 20 {
		x, start := 1.0, time.Now()
		for range 1_000_000 {
			x = x*1.0000001 + 1e-9
		}
		if took := time.Since(start); x > 0 && took < best {
			best = took
		}
	}
	return 1e6 / float64(best)
})

// open is what workers open: the job is sent as JSON.
func open(_ string, data []byte) (work.Job, error) {
	s := &simulated{}
	return s, json.Unmarshal(data, s)
}

// asking is what a process of its own asks for, and asked what came of it.
type asking struct {
	URL   string
	Job   simulated
	Chunk time.Duration
}

type asked struct {
	Took, CPU time.Duration
	Memory    int64
	Parts     int
}

// askingProcess is the whole of a process that asks, for TestMain.
func askingProcess(text string) error {
	var a asking
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return err
	}
	ctx := context.Background()
	c, err := cluster.Connect(ctx, cluster.Options{URL: a.URL, Build: "measured", Say: func(lang.Message) {}})
	if err != nil {
		return err
	}
	defer c.Close()
	data, err := json.Marshal(a.Job)
	if err != nil {
		return err
	}
	before, start := usage(), time.Now()
	r, err := c.Ask(ctx, cluster.Job{Kind: cluster.Plain, Label: "measured", Data: data},
		cluster.Asking{Chunk: a.Chunk})
	if err != nil {
		return err
	}
	out, err := work.RunBy(r.Context(), &a.Job, r, nil)
	took, after := time.Since(start), usage()
	r.Close(err)
	if err != nil {
		return err
	}
	parts, _ := strconv.Atoi(string(out))
	return json.NewEncoder(os.Stdout).Encode(asked{took, after.cpu - before.cpu, after.memory, parts})
}

type used struct {
	cpu    time.Duration
	memory int64 // the most, in bytes
}

func usage() used {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return used{time.Duration(u.Utime.Nano() + u.Stime.Nano()), u.Maxrss << 10}
}

// askBy has a process ask and returns what came of it.
func askBy(t *testing.T, a asking) (out asked) {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), askingVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	data, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// counted starts a server in this process whose messages can be counted.
func counted(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true,
		StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s
}

// messages and bytes that clients sent to the server and it to them.
func traffic(t *testing.T, s *server.Server) (messages, bytes int64) {
	t.Helper()
	v, err := s.Varz(nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.InMsgs + v.OutMsgs, v.InBytes + v.OutBytes
}

// join has workers of so many lanes each join until the test ends.
func join(t *testing.T, url string, workers, lanes int) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	t.Cleanup(func() {
		stop()
		all.Wait()
	})
	for k := range workers {
		c, err := cluster.Connect(ctx, cluster.Options{URL: url, Build: "measured", Name: fmt.Sprint("worker ", k),
			Say: func(lang.Message) {}})
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			defer c.Close()
			c.Work(ctx, cluster.Working{Lanes: lanes, Open: open})
		})
	}
}

// TestMeasureOverhead prints how much longer a run takes on a cluster of this machine's two
// cores than by two goroutines, one after the other in turn, for chunks of several lengths.
func TestMeasureOverhead(t *testing.T) {
	measuring(t)
	url := counted(t).ClientURL()
	join(t, url, 1, 2)
	t.Log("chunk     goroutines  cluster  ratio  (seconds, medians of 3)")
	for _, x := range []struct {
		chunk  time.Duration
		chunks int64
	}{{20 * time.Millisecond, 300}, {200 * time.Millisecond, 40}, {2 * time.Second, 6}} {
		job := simulated{Trial: x.chunk / 20, Trials: 20 * x.chunks, Grain: 20}
		var alone, ratio, with []float64
		for range 3 {
			start := time.Now()
			if _, err := work.Run(t.Context(), &job, 2, nil); err != nil {
				t.Fatal(err)
			}
			a := time.Since(start).Seconds()
			c := askBy(t, asking{url, job, x.chunk}).Took.Seconds()
			alone, with, ratio = append(alone, a), append(with, c), append(ratio, c/a)
		}
		t.Logf("%-9v %10.2f %8.2f %6.3f", x.chunk, median(alone), median(with), median(ratio))
	}
}

// TestMeasureTraffic prints the messages and bytes of a million and ten million releases of
// each input that are counted, and of a run whose search takes half a million of them to
// choose an event; and the memory of the asking side.
func TestMeasureTraffic(t *testing.T) {
	measuring(t)
	s := counted(t)
	c := &network{t: t, file: command(t, built), addr: s.ClientURL()}
	c.worker("-workers", "2")
	t.Log("releases of each input     messages      bytes  memory of the asking side  alone")
	sequential := []string{"-lab", "survey", "-eps", "1", "-seq", "-json", "-maxm"}
	for _, x := range []struct {
		name string
		args []string
	}{
		{"1,000,000 counted", append(sequential, "1000000")},
		{"10,000,000 counted", append(sequential, "10000000")},
		{"100,000 to choose", []string{"-lab", "workshop", "-n", "100000", "-m", "1000000", "-json"}},
	} {
		messages, bytes := traffic(t, s)
		p := c.ask(x.args)
		same(t, p, x.args)
		after, more := traffic(t, s)
		q := start(t, "alone", c.file, "", x.args...)
		q.wait()
		t.Logf("%-25s %9d %10d %23d MB %3d MB", x.name, after-messages, more-bytes, peak(p)>>20, peak(q)>>20)
	}
}

// TestMeasureWorkers prints how much of a processor the asking side takes with so many simulated
// workers, whose chunks take no processor's time, and how many chunks a second come through.
// Where they stay behind those that are possible, the cluster is full: the asking side, the
// server and all workers share this machine.
func TestMeasureWorkers(t *testing.T) {
	measuring(t)
	t.Log("workers lanes  chunk  chunks a second  of those possible  asking side: µs a chunk  cores   MB")
	for _, x := range []struct {
		workers, lanes int
		chunk          time.Duration
	}{{10, 1, time.Second / 5}, {100, 1, time.Second / 5}, {100, 10, time.Second / 5}, {1000, 1, time.Second / 5},
		{1000, 1, 2 * time.Second}} {
		t.Run(fmt.Sprintf("%d,%d,%v", x.workers, x.lanes, x.chunk), func(t *testing.T) {
			c := serve(t)
			join(t, c.addr, x.workers, x.lanes)
			possible := float64(x.workers*x.lanes) / x.chunk.Seconds()
			job := simulated{Trial: x.chunk / 20, Trials: int64(20 * 8 * possible), Grain: 20, Rest: true}
			a := askBy(t, asking{c.addr, job, x.chunk})
			rate := float64(a.Parts) / a.Took.Seconds()
			t.Logf("%7d %5d %6v %16.0f %17.0f%% %24.0f %6.3f %4d", x.workers, x.lanes, x.chunk, rate,
				100*rate/possible, 1e6*a.CPU.Seconds()/float64(a.Parts), a.CPU.Seconds()/a.Took.Seconds(), a.Memory>>20)
		})
	}
}

// peak is the largest memory of a process that has ended, in bytes.
func peak(p *process) int64 { return p.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 }

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
