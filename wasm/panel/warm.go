//go:build js

package main

import (
	"sync"
	"syscall/js"
	"time"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/ui/chart"
	"indistinct/ui/dom"
	"indistinct/ui/page/shell"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// warmer runs once, where nobody sees it, what the first press of "Run test" in a
// laboratory will: a browser compiles a function when it is first called, on the very
// thread that has to answer the press. A small test, drawn by the pool's workers, goes
// through a model of its own, whose page is built and thrown away and whose show the
// scene draws below its film.
type warmer struct {
	state.Silent
	sync.RWMutex
	h     *host
	m     *state.Model
	timer *time.Timer
	done  map[string]bool // by laboratory
	busy  bool
	show  []byte        // the last of the test
	over  chan struct{} // the test is

	testing bool
}

const (
	// resting is how long a page is let alone before it is warmed up.
	resting = 3 * time.Second
	// longestTest is after how long the small test is given up.
	longestTest = 5 * time.Second
)

// small is how many releases the test draws at most.
var small = map[string]float64{"n": 500, "m": 2000}

func newWarmer(h *host) *warmer {
	w := &warmer{h: h, done: map[string]bool{}}
	w.timer = time.AfterFunc(resting, w.warm)
	return w
}

// rested is for how long the visitor has done nothing.
func rested() time.Duration { return time.Duration(tool("rested").Float() * float64(time.Millisecond)) }

// saving reports whether the visitor asks pages to do no more than they must.
func saving() bool {
	line := window.Get("navigator").Get("connection") // Chromium's
	return line.Truthy() && line.Get("saveData").Truthy()
}

// warm does it, in slices in which the browser has nothing else to do.
func (w *warmer) warm() {
	h := w.h
	h.env.Lock()
	d, settled := h.m.Front, h.m.Settled()
	name, s, l, pool := d.About.Name, d.Spec, h.m.L, h.m.Pool
	if d.Program() != nil { // a visitor's own may never end
		s = d.Defaults
	}
	wanted := h.m.Page == "" && settled && (h.m.Scene.Alive || h.m.Scene.Broken != "") && d.Ready() &&
		d.Run == nil && !h.m.Played()
	h.env.UnlockOnly()
	hidden := document.Get("hidden").Bool() || document.Get("documentElement").Get("dataset").Get("away").Truthy()
	if !wanted || hidden || saving() || w.busy || w.done[name] { // what changes any of it calls again
		return
	}
	if left := resting - rested(); left > 0 {
		w.timer.Reset(left)
		return
	}
	w.busy = true
	begun := time.Now()
	alone := func() bool { return rested() > time.Since(begun) }
	defer func() {
		if w.busy = false; !alone() { // once more when the visitor rests
			w.timer.Reset(resting)
		}
	}()
	idle := func() bool { return spare() && alone() }
	for p, most := range small {
		if param := d.Table.Find(p); param != nil {
			s = s.Set(d.Table, p, max(param.Min, min(s.Float(p), most)))
		}
	}
	w.show, w.over, w.testing = nil, make(chan struct{}), false
	w.m = state.New(w, testsOnly{pool}, labs.All(), labs.Home, l)
	w.m.Start("", true, "#lab="+name)
	w.m.Front.Restore(s)
	w.m.Scene.Alive = true
	w.Aside(w.m.Test)
	if w.m.Front.Run == nil {
		return
	}
	w.testing = true
	for over := false; !over; {
		select {
		case <-w.over:
			over = true
		case <-time.After(50 * time.Millisecond):
			if !alone() || time.Since(begun) > longestTest {
				w.Aside(w.m.Front.Run.Stop)
			}
		}
	}
	front := w.m.Front
	if front.Report == nil || !idle() {
		return
	}
	if w.show != nil {
		h.Scene(say.ToScene{Type: say.WarmUp}, w.show)
	}
	builds, err := vugu.NewBuildEnv(w)
	for _, part := range []vugu.Builder{&view.Badge{M: w.m, Verdict: front.Report.Verdict}, &view.Run{M: w.m, D: front},
		&view.Verdict{M: w.m, D: front}, &view.Evidence{M: w.m, D: front}, &shell.Root{M: w.m}} {
		if err != nil || !idle() {
			return
		}
		built := builds.RunBuild(part)
		if !idle() {
			return
		}
		dom.Try(built)
	}
	for i := range front.Rest.Charts {
		if !idle() {
			return
		}
		chart.New(l, &front.Rest.Charts[i], "", 400, chart.Variables).Tree.XML()
	}
	w.done[name] = true
}

// spare waits until the browser has nothing to do; it reports whether that was soon.
func spare() bool {
	next := make(chan bool, 1)
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		next <- len(args) == 0 || !args[0].Truthy() || !args[0].Get("didTimeout").Bool()
		return nil
	})
	defer f.Release()
	if window.Get("requestIdleCallback").Truthy() {
		window.Call("requestIdleCallback", f, map[string]any{"timeout": 2000})
	} else { // Safari
		window.Call("setTimeout", f, 50)
	}
	return <-next
}

// Update, Aside and After are the Host's; nothing is rendered.
func (w *warmer) Update(f func()) {
	w.Lock()
	defer w.Unlock()
	f()
	if w.testing && w.m.Front.Run == nil {
		w.testing = false
		close(w.over)
	}
}

func (w *warmer) Aside(f func()) {
	w.Lock()
	defer w.Unlock()
	f()
}

func (w *warmer) After(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, func() { w.Aside(f) })
	return func() { t.Stop() }
}

func (w *warmer) Scene(m say.ToScene, data []byte) {
	if m.Type == say.Show {
		w.show = data
	}
}

// UnlockOnly and UnlockRender make it an environment in which components are built.
func (w *warmer) UnlockOnly() { w.Unlock() }

func (w *warmer) UnlockRender() { w.Unlock() }

// testsOnly is a pool that is not asked to look: a look would take the place of the
// visitor's.
type testsOnly struct{ wire.Pool }

func (testsOnly) Look(lab.Spec, []byte, func(wire.Looked)) {}
