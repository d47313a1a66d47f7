package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"
)

// toy sums squares in three phases; the third phase fails or panics on demand.
type toy struct{ bad string }

func (t toy) Plan(state []byte) (Phase, bool) {
	var s []int64
	json.Unmarshal(state, &s)
	return Phase{Name: "toy", Inputs: 2, Trials: 1000, Grain: 37}, len(s) < 3
}

func (t toy) Do(state []byte, c Chunk) ([]byte, error) {
	if c.Phase == 2 && c.First > 500 {
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
}

func (t toy) Merge(state []byte, parts []Part) ([]byte, error) {
	var s []int64
	json.Unmarshal(state, &s)
	total, last := int64(0), int64(-1)
	for _, p := range parts {
		key := int64(p.Chunk.Input)*1e6 + p.Chunk.First
		if key <= last {
			return nil, fmt.Errorf("parts out of order at %d", key)
		}
		last = key
		var v int64
		if err := json.Unmarshal(p.Data, &v); err != nil {
			return nil, err
		}
		total += v
	}
	return json.Marshal(append(s, total))
}

func (t toy) Output(state []byte) ([]byte, error) { return state, nil }

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
	for bad, say := range map[string]string{"error": "no luck", "panic": "an internal error stopped the computation: ouch"} {
		if _, err := Run(context.Background(), toy{bad}, 3, nil); err == nil || err.Error() != say {
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
	if n > 6 {
		t.Errorf("%d chunks after cancel", n-3)
	}
}

// When Run returns, however it ended, its goroutines have done their last step.
// The runtime may take a moment more to count them out.
func TestNoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	settle := func(how string) {
		for range 100_000 {
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
	if got, err := Serial(Once("x", func() ([]byte, error) { return []byte("7"), nil }), 0); err != nil || string(got) != "7" {
		t.Errorf("Once: %s, %v", got, err)
	}
	shown := 0
	b := Batches("squares", 10, 3, 1, func(i int64) (int64, error) { return i * i, nil }, func(done []int64) ([]byte, error) {
		shown++
		return json.Marshal(done)
	})
	got, err := Run(context.Background(), b, 2, nil)
	if err != nil || string(got) != "[0,1,4,9,16,25,36,49,64,81]" {
		t.Errorf("Batches: %s, %v", got, err)
	}
}

func Example() {
	out, _ := Run(context.Background(), Once("adding", func() ([]byte, error) { return json.Marshal(2 + 3) }), 1, nil)
	fmt.Println(string(out))
	// Output: 5
}
