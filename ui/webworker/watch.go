package webworker

import "time"

// watch is the clock of all programs of visitors: it tells the page when their code runs. So
// that many short pieces of code are not as many messages, most of their ends are told now and
// then; that code runs is told before it does.
type watch struct {
	tell  func(runs bool) // tells who has asked for what the worker does
	depth int             // pieces that run, each within another
	told  bool            // the page knows that code runs
	count int             // words told of this request
	last  time.Time       // when
}

const (
	atOnce   = 10                    // words that need not wait
	interval = 50 * time.Millisecond // between later ones, and between two of what goes on
)

func (w *watch) Begin() { w.depth++; w.Goes() }

func (w *watch) End() { w.depth--; w.Goes() }

// Goes implements script.Clock. Where no code runs it tells that.
func (w *watch) Goes() {
	runs := w.depth > 0
	waits := runs || w.count >= atOnce
	if !runs && !w.told || w.told && waits && time.Since(w.last) < interval {
		return
	}
	w.last = time.Now()
	w.count++
	w.tell(runs)
}
