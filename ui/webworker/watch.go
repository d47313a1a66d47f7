package webworker

import (
	"time"

	"indistinct/core/script"
	"indistinct/ui/wire"
)

// watch tells the page when code of visitors' programs runs in the worker, of which one step
// may never end: what else the worker does takes as long as it takes. So that many short
// pieces of code are not as many messages, after the first of a request their ends are told
// now and then; that code runs is told before it does.
type watch struct {
	say   func(wire.Code) // to the request that is answered
	depth int             // pieces that run, each within another
	told  bool            // the page knows that code runs
	count int             // what was told for this request
	last  time.Time       // when
}

const (
	exact    = 100                   // ends that are told at once
	interval = 50 * time.Millisecond // between later ones, and between two words of what goes on
)

// tell tells the page what it does not know yet, or that code goes on.
func (w *watch) tell() {
	runs := w.depth > 0
	often := w.count >= exact || runs
	if !runs && !w.told || w.told && often && time.Since(w.last) < interval {
		return
	}
	w.told, w.last = runs, time.Now()
	if w.count++; runs {
		w.say(wire.Runs)
	} else {
		w.say(wire.Ends)
	}
}

// running is the clock of one run of a program.
type running struct {
	watch *watch
	runs  bool
}

// Begin implements script.Clock.
func (p *running) Begin() {
	if !p.runs {
		p.runs = true
		p.watch.depth++
	}
	p.watch.tell()
}

// End implements script.Clock.
func (p *running) End() {
	p.runs = false
	p.watch.depth--
	p.watch.tell()
}

// Clock returns a clock for a program that the server's laboratories run.
func (srv *Server) Clock() script.Clock { return &running{watch: &srv.watch} }
