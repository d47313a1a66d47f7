//go:build js

// Command panel is the page around the scene: it mounts the components of
// package shell and connects them to the browser.
package main

import (
	"errors"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/vugu/vugu"

	"indistinct/core/about"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/browser"
	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/shell"
	"indistinct/ui/page/state"
	"indistinct/ui/pool"
)

// worker names the binary that computes for a laboratory.
func worker(s lab.Spec) string { return laboratory.Binary(about.All().Find(s.Lab).About(), s) }

// program names a laboratory's parameter that holds a program, "" where there is none.
func program(s lab.Spec) string {
	if p := laboratory.CodeParam(about.All().Find(s.Lab).Params(), s); p != nil {
		return p.Name
	}
	return ""
}

// pace is the least time between two renders while a hand is on a slider.
const pace = 100 * time.Millisecond

func main() {
	debug.SetGCPercent(300) // a render leaves much behind, and little stays
	browser.Rest()
	var l *lang.Language
	texts, err := await(window.Get("indistinctTexts")) // which early.js asked for
	if err == nil {
		l, err = state.FirstWords(document.Get("documentElement").Get("lang").String(), []byte(texts.String()))
	}
	if err != nil {
		window.Call("indistinctFail", "js.texts")
		return
	}
	browser.Rest()
	h := &host{}
	renderer := dom.New("#app", h.failed)
	h.env = renderer.Env
	early := &[]lang.Message{} // notes of before the first link, which begins the page's own
	notes := early
	first := worker(about.All().Find(about.Home).Params().Defaults(about.Home))
	workers, lost := pool.Web(first, worker, program, func(note lang.Message) {
		h.Update(func() { *notes = append(*notes, note) })
	})
	browser.Rest()
	m := state.New(h, workers, about.All(), about.Home, l)
	h.m, m.Lost = m, lost
	features.Use(m)
	browser.Rest()
	stored := window.Get("indistinctRuns")
	files := make([]string, stored.Length())
	for i := range files {
		files[i] = stored.Index(i).String()
	}
	m.Runs.Files = files
	for _, l := range about.All() {
		m.Laboratory(l.About().Name)
		browser.Rest()
	}
	m.Start(h.stored(), h.reduced(), js.Global().Get("location").Get("hash").String())
	m.Notes, notes = append(m.Notes, *early...), &m.Notes
	if built := document.Call("getElementById", "built"); built.Truthy() {
		m.Built([]byte(built.Get("textContent").String()))
	}
	browser.Rest()
	h.listen()
	m.Emit(state.Event{Kind: state.Started})
	go func() {
		if _, err := await(window.Get("indistinct").Get("loaded")); err == nil {
			h.Update(func() { m.Words.Fetch(true) })
		}
	}()

	// Whatever wants a render only raises a flag: however many events came in
	// between, the page is never rendered twice in one frame, and during a drag at
	// most ten times a second. A verdict does not wait.
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	go func() {
		for {
			renderer.Wait()
			h.due = true
			document.Get("body").Get("dataset").Delete("settled")
			select {
			case wake <- struct{}{}:
			default:
			}
		}
	}()
	root := &shell.Root{M: m}
	var builds *vugu.BuildEnv
	failures := 0
	for range wake {
		browser.Rest() // whatever woke it is a task of its own
		if h.booted {
			h.held()
		}
		start := time.Now()
		err := renderer.Render(func() *vugu.BuildResults {
			h.stage(true)
			if builds == nil {
				builds, _ = vugu.NewBuildEnv(h.env)
			}
			return builds.RunBuild(root)
		})
		if err == nil {
			failures = 0
			h.cost += (time.Since(start) - h.cost) / 4
			m.Slow = h.cost > slow
			h.rendered()
			if len(wake) == 0 {
				h.due = false
				h.settle()
			}
		} else {
			// The page goes on: once more from scratch, with a sentence. If that
			// fails too, the next event tries again.
			builds = nil
			if failures++; failures == 1 {
				h.failed(err.Error())
				wake <- struct{}{}
			} else {
				window.Call("indistinctFail", "js.drawn", map[string]any{"why": err.Error()})
			}
		}
		await(browser.Tool("nextFrame"))
		if rest := pace - time.Since(start); rest > 0 && m.Sliding() {
			time.Sleep(rest)
		}
	}
}

// await returns what a promise brings.
func await(promise js.Value) (v js.Value, err error) {
	done := make(chan struct{})
	yes := browser.Func(func(is js.Value) {
		v = is
		close(done)
	})
	no := browser.Func(func(why js.Value) {
		err = errors.New(why.Call("toString").String())
		close(done)
	})
	defer yes.Release()
	defer no.Release()
	promise.Call("then", yes, no)
	<-done
	return v, err
}
