package pool

import (
	"sync"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/wire"
)

// Labs is a pool for each worker binary. Its workers start when one of its
// laboratories is first asked for something. They end once the visitor looks at
// a laboratory of another binary and none of their runs is left; the compiled
// binary stays, so that coming back takes no time.
type Labs struct {
	binary func(lab.Spec) string
	start  func(binary string) *Pool
	busy   func(by int) // told of a run that begins, 1, or has ended, −1

	mu    sync.Mutex
	pools map[string]*Pool
	runs  map[string]int // in progress
	shown string         // the binary of the laboratory that was looked at last
}

var (
	_ wire.Pool   = (*Labs)(nil)
	_ wire.Rester = (*Labs)(nil)
)

// NewLabs returns the pools: binary names the one that computes for a
// Spec, start makes its pool. The workers of the binary first start at
// once.
func NewLabs(first string, binary func(lab.Spec) string, start func(binary string) *Pool) *Labs {
	ls := &Labs{binary: binary, start: start, pools: map[string]*Pool{}, runs: map[string]int{}, shown: first,
		busy: func(int) {}}
	ls.pool(ls.shown)
	return ls
}

func (ls *Labs) pool(name string) *Pool {
	p := ls.pools[name]
	if p == nil {
		p = ls.start(name)
		ls.pools[name] = p
	}
	return p
}

// Look implements wire.Pool: it supersedes looks at other laboratories too.
func (ls *Labs) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.shown = ls.binary(s)
	for name, p := range ls.pools {
		if name != ls.shown {
			p.dropLooks()
		}
	}
	ls.retire()
	ls.pool(ls.shown).Look(s, report, done)
}

// Run implements wire.Pool.
func (ls *Labs) Run(s lab.Spec, task string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	name := ls.binary(s)
	ls.runs[name]++
	ls.busy(1)
	return ls.pool(name).Run(s, task, progress, func(result []byte, fail lang.Message) {
		ls.mu.Lock()
		ls.runs[name]--
		ls.busy(-1)
		ls.retire()
		ls.mu.Unlock()
		done(result, fail)
	})
}

// Rest ends the workers that have nothing to do, until something is asked of them:
// nobody looks.
func (ls *Labs) Rest() {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.shown = ""
	ls.retire()
}

// retire ends the workers that have nothing to do and nobody to look.
func (ls *Labs) retire() {
	for name, p := range ls.pools {
		if name != ls.shown && ls.runs[name] == 0 {
			p.Close()
			delete(ls.pools, name)
		}
	}
}
