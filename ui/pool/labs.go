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
	busy   func(bool) // told whether a run goes on, when that changes

	mu      sync.Mutex
	pools   map[string]*Pool
	shown   string // the binary of the laboratory that was looked at last
	running bool   // what busy was told
}

var (
	_ wire.Pool   = (*Labs)(nil)
	_ wire.Rester = (*Labs)(nil)
)

// NewLabs returns the pools: binary names the one that computes for a
// Spec, start makes its pool. The workers of the binary first start at
// once.
func NewLabs(first string, binary func(lab.Spec) string, start func(binary string) *Pool) *Labs {
	ls := &Labs{binary: binary, start: start, pools: map[string]*Pool{}, shown: first, busy: func(bool) {}}
	ls.pool(first)
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
	ls.show(ls.binary(s))
	ls.pool(ls.shown).Look(s, report, done)
}

// Run implements wire.Pool.
func (ls *Labs) Run(s lab.Spec, task string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	cancel = ls.pool(ls.binary(s)).Run(s, task, progress, func(result []byte, fail lang.Message) {
		ls.mu.Lock()
		ls.show(ls.shown)
		ls.mu.Unlock()
		done(result, fail)
	})
	ls.show(ls.shown)
	return cancel
}

// Rest ends the workers that have nothing to do, until something is asked of them:
// nobody looks.
func (ls *Labs) Rest() {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.show("")
}

// show has a binary's laboratories looked at, and ends the workers that have nothing to do and
// nobody to look.
func (ls *Labs) show(name string) {
	ls.shown = name
	running := false
	for other, p := range ls.pools {
		runs := p.leave(other != name)
		running = running || runs
		if !runs && other != name {
			p.Close()
			delete(ls.pools, other)
		}
	}
	if running != ls.running {
		ls.running = running
		ls.busy(running)
	}
}
