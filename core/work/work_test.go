package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"indistinct/core/lang"
)

// toy sums squares in three batches; the third batch fails or panics on demand.
type toy struct{ bad string }

func (t toy) Run(crew Crew) ([]byte, error) {
	var s []int64
	for k := range 3 {
		total, last, trials := int64(0), int64(-1), int64(0)
		err := crew.Do(Batch{Name: "toy", Inputs: 2, Trials: 1000, Grain: 37, Args: []byte{byte(k)},
			Left: float64(2 - k)}, func(parts []Part) error {
			for _, p := range parts {
				key := 2*p.Chunk.First + int64(p.Chunk.Input)
				if key <= last {
					return fmt.Errorf("parts out of order at %d", key)
				}
				last = key
				trials += p.Chunk.Count
				var v int64
				if err := json.Unmarshal(p.Data, &v); err != nil {
					return err
				}
				total += v
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if trials != 2000 {
			return nil, fmt.Errorf("%d trials", trials)
		}
		s = append(s, total)
	}
	return json.Marshal(s)
}

func (t toy) Prepare(b Batch) (func(Chunk) ([]byte, error), error) {
	return func(c Chunk) ([]byte, error) {
		if b.Args[0] == 2 && c.First > 500 {
			switch t.bad {
			case "error":
				return nil, errors.New("no luck")
			case "panic":
				panic("ouch")
			}
		}
		sum := int64(0)
		for i := c.First; i < c.First+c.Count; i++ {
			sum += i * i * int64(c.Input+1)
		}
		return json.Marshal(sum)
	}, nil
}

func TestSameForAnyWorkersAndGrain(t *testing.T) {
	want := []byte("[998500500,998500500,998500500]") // 3·Σ i² for i < 1000
	for _, grain := range []int64{0, 1, 7, 999, 1000, 5000} {
		if got, err := Serial(toy{}, grain); err != nil || !bytes.Equal(got, want) {
			t.Errorf("grain %d: %s, %v", grain, got, err)
		}
	}
	for _, workers := range []int{1, 2, 7} {
		last := Progress{}
		got, err := Run(context.Background(), toy{}, workers, func(p Progress) {
			if p.Fraction < last.Fraction || p.Fraction > 1 {
				t.Errorf("progress goes from %v to %v", last.Fraction, p.Fraction)
			}
			last = p
		})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d workers: %s, %v", workers, got, err)
		}
		if last.Done != 2000 || last.Total != 2000 {
			t.Errorf("%d workers: last progress %+v", workers, last)
		}
	}
}

func TestErrorsSurfaceOnce(t *testing.T) {
	for bad, say := range map[string]lang.Message{"error": lang.Verbatim("no luck"),
		"panic": lang.Say("work.stopped", "panic", "ouch")} {
		if _, err := Run(context.Background(), toy{bad}, 3, nil); err == nil || lang.Of(err) != say {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Run(ctx, toy{}, 2, func(Progress) {
		if n++; n == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled run: %v", err)
	}
	if n > 3 {
		t.Errorf("%d chunks after cancel", n-3)
	}
}

// Nor are the chunks accepted that were done already and waited for a slow one.
func TestCancelWithPartsWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Run(ctx, slowStart{}, 2, func(Progress) {
		if n++; n == 2 { // the batch has begun, its first chunk is accepted
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n != 2 {
		t.Errorf("%d reports, %v", n, err)
	}
}

// slowStart is a job whose first chunk is done when all others are.
type slowStart struct{}

func (slowStart) Run(crew Crew) ([]byte, error) {
	crew.Step("slow start", 1, 0)
	return nil, crew.Do(Batch{Inputs: 1, Trials: 50, Grain: 1}, func([]Part) error { return nil })
}

func (slowStart) Prepare(Batch) (func(Chunk) ([]byte, error), error) {
	others := make(chan bool, 50)
	return func(c Chunk) ([]byte, error) {
		if c.First > 0 {
			others <- true
			return nil, nil
		}
		for range 40 { // the pool hands out no more than it takes results for
			<-others
		}
		return nil, nil
	}, nil
}

// When Run returns, however it ended, its goroutines have done their last step.
// The runtime may take a moment more to count them out.
func TestNoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	settle := func(how string) {
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
			if runtime.NumGoroutine() <= before {
				return
			}
			runtime.Gosched()
		}
		t.Fatalf("%d goroutines before, %d after a %s run", before, runtime.NumGoroutine(), how)
	}
	for range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		Run(ctx, toy{}, 4, func(Progress) {
			if n++; n == 5 {
				cancel()
			}
		})
		cancel()
		settle("cancelled")
		Run(context.Background(), toy{"error"}, 4, nil)
		settle("failed")
	}
}

func TestOnceAndBatches(t *testing.T) {
	if got, err := Serial(Once("x", func() (int, error) { return 7, nil }), 0); err != nil || string(got) != "7" {
		t.Errorf("Once: %s, %v", got, err)
	}
	shown := 0
	b := Batches("squares", 10, 3, 3, func(i int64) (int64, error) {
		return i * i, nil
	}, func(done []int64) ([]int64, error) {
		shown++
		return done, nil
	})
	const all = "[0,1,4,9,16,25,36,49,64,81]"
	if got, err := Run(context.Background(), b, 2, nil); err != nil || string(got) != all || shown != 1 {
		t.Errorf("Batches: %s, %v, shown %d times where nobody watches", got, err, shown)
	}
	// Somebody who watches sees a result after each turn, of whole turns, however
	// the parts come.
	w := &watcher{team: team{ctx: context.Background(), hands: goroutines{b, 1, 0}}}
	if got, err := b.Run(w); err != nil || string(got) != all || len(w.seen) != 2 || w.seen[0] != "[0,1,4,9]" ||
		w.seen[1] != "[0,1,4,9,16,25,36,49]" {
		t.Errorf("Batches: %s, %v, partial results %q", got, err, w.seen)
	}
}

// watcher is a crew that asks for every partial result.
type watcher struct {
	team
	seen []string
}

func (w *watcher) Show(kind Kind, data func() ([]byte, error)) error {
	b, err := data()
	w.seen = append(w.seen, string(b))
	return err
}

func TestBar(t *testing.T) {
	var b Bar
	if got := b.At(0, 0); got != 0 {
		t.Errorf("before the first step: %v", got)
	}
	b.Enter(1, 3)
	b.At(0, 10)
	if got := b.At(10, 10); got != 0.25 {
		t.Errorf("after the first of four: %v", got)
	}
	b.Enter(1, 6) // more is left than was said
	if got := b.At(0, 10); got != 0.25 {
		t.Errorf("the bar went from a quarter to %v", got)
	}
	b.Enter(3, 0)
	if got := b.At(5, 5); got != 1 {
		t.Errorf("at the end the bar is at %v", got)
	}
}

func Example() {
	out, _ := Run(context.Background(), Once("adding", func() (int, error) { return 2 + 3, nil }), 1, nil)
	fmt.Println(string(out))
	// Output: 5
}

// How long is left is said in the unit that is counted on two hands, and rounded up.
func TestLeft(t *testing.T) {
	for seconds, want := range map[float64]lang.Message{
		9.9: lang.Say("work.left.soon"), 10: lang.Say("work.left.seconds", "n", 10),
		81: lang.Say("work.left.seconds", "n", 90), 89.5: lang.Say("work.left.seconds", "n",
			90), 90: lang.Say("work.left.minutes", "n", 2),
		3599: lang.Say("work.left.minutes", "n", 60), 3600: lang.Say("work.left.hours", "n", 1),
		3601: lang.Say("work.left.hours", "n", 2),
	} {
		if got := Left(seconds); got != want {
			t.Errorf("%v seconds are %q, want %q", seconds, got, want)
		}
	}
}

// TestFloatsOfAPart: numbers come back bit for bit after those that are there, and bytes that make no number are left.
func TestFloatsOfAPart(t *testing.T) {
	x := []float64{1.5, math.Copysign(0, -1), math.Inf(1), 5e-324}
	for n := range x {
		part := AppendFloats([]byte{}, x[:n+1])
		for more := range 8 {
			got := ReadFloats([]float64{7}, append(slices.Clone(part), make([]byte, more)...))
			if len(got) != n+2 || got[0] != 7 || math.Float64bits(got[n+1]) != math.Float64bits(x[n]) {
				t.Errorf("%v and %d bytes came back as %v", x[:n+1], more, got)
			}
		}
	}
}

// TestHalted: what a computation halts with is its error; any other panic goes on.
func TestHalted(t *testing.T) {
	halt := errors.New("no number")
	run := func(with any) (err error) {
		defer Halted(&err)
		if with != nil {
			panic(with)
		}
		return nil
	}
	if err := run(Halt{halt}); err != halt {
		t.Errorf("a halt is %v", err)
	}
	if err := run(nil); err != nil {
		t.Errorf("nothing is %v", err)
	}
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("another panic is %v", r)
		}
	}()
	run("other")
	t.Error("another panic ended")
}

// TestProgressAndTurns: a run's fraction grows to 1, and a partial result can be seen once after each turn but the
// last, however small the parts are.
func TestProgressAndTurns(t *testing.T) {
	for _, grain := range []int64{1, 2, 4, 12} {
		b := Batches("x", 12, 3, grain, func(i int64) (int64, error) { return i, nil },
			func(done []int64) (int, error) { return len(done), nil })
		var seen []string
		last := 0.0
		got, err := Run(context.Background(), b, 1, func(p Progress) {
			if p.Fraction < last || p.Fraction > 1 || p.Partial == nil && p.Fraction == 0 {
				t.Errorf("grain %d: from %v to %v of the job", grain, last, p.Fraction)
			}
			last = p.Fraction
			if p.Partial != nil {
				data, _ := p.Partial()
				seen = append(seen, string(data))
			}
		})
		if err != nil || string(got) != "12" || last != 1 || len(seen) > 2 || grain <= 4 && !slices.Equal(seen,
			[]string{"4", "8"}) {
			t.Errorf("grain %d: %s, %v; partial results %v, at last %v of the job", grain, got, err, seen, last)
		}
	}
}
