//go:build !js

package measure

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"indistinct/wasm/test/e2e/page"
)

// task is one task of a page's main thread, in milliseconds: by the clock, and
// of processor time, which other programs on the machine do not lengthen.
type task struct{ wall, processor float64 }

// traced is an event of the browser's trace; times are in microseconds.
type traced struct {
	Name string  `json:"name"`
	Pid  int64   `json:"pid"`
	Tid  int64   `json:"tid"`
	Dur  float64 `json:"dur"`
	TDur float64 `json:"tdur"`
	Args struct {
		Name string `json:"name"`
	} `json:"args"`
}

// tasks returns the tasks of the page's main thread while do runs. The scene's
// frame shares that thread.
func tasks(t *testing.T, p *page.Page, do func()) []task {
	t.Helper()
	ctx, stop := context.WithCancel(p.Context())
	defer stop()
	events, done := make(chan []traced, 1000), make(chan struct{})
	var all []traced
	go func() {
		defer close(done)
		for e := range events {
			all = append(all, e...)
		}
	}()
	err := chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *tracing.EventDataCollected:
			some := make([]traced, len(e.Value))
			for i := range e.Value {
				if json.Unmarshal(e.Value[i], &some[i]) != nil {
					some[i] = traced{}
				}
			}
			events <- some
		case *tracing.EventTracingComplete:
			close(events)
		}
	})
	start := func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, tracing.Start, tracing.StartParams{
			TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"disabled-by-default-devtools.timeline"},
				ExcludedCategories: []string{"*"}},
		})
		return err
	}
	end := func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, tracing.End, cdp.Empty{})
		return err
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Func(start))
	}
	if err == nil {
		do()
		err = chromedp.Do(ctx, chromedp.Func(end))
	}
	if err == nil {
		select {
		case <-done:
		case <-time.After(time.Minute):
			err = errors.New("the trace did not come")
		}
	}
	if err != nil {
		t.Fatalf("tracing the page: %v", err)
	}
	// Of all renderers the one that did most is the page's.
	type thread struct{ pid, tid int64 }
	main, found, busy := map[thread]bool{}, map[thread][]task{}, map[thread]float64{}
	for _, e := range all {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[thread{e.Pid, e.Tid}] = true
		}
	}
	var most thread
	for _, e := range all {
		k := thread{e.Pid, e.Tid}
		if e.Name != "RunTask" || !main[k] {
			continue
		}
		found[k] = append(found[k], task{e.Dur / 1000, e.TDur / 1000})
		if busy[k] += e.Dur; busy[k] > busy[most] {
			most = k
		}
	}
	return found[most]
}
