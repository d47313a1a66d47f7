//go:build !one

package pool

import (
	"sync"

	"indistinct/core/lab"
	"indistinct/ui/wire"
)

// Labs is a pool for each laboratory, whose workers run a binary of their own.
// A laboratory's workers start when it is first asked for something. They end
// once the visitor looks at another laboratory and none of their runs is left;
// the compiled binary stays, so that coming back takes no time.
type Labs struct {
	start func(lab string) *Pool

	mu     sync.Mutex
	pools  map[string]*Pool
	runs   map[string]int // in progress
	shown  string         // the laboratory that was looked at last
	closed bool
}

var _ wire.Pool = (*Labs)(nil)

// NewLabs returns the pools; start makes the one of a laboratory. The workers
// of the laboratory home start at once.
func NewLabs(home string, start func(lab string) *Pool) *Labs {
	ls := &Labs{start: start, pools: map[string]*Pool{}, runs: map[string]int{}, shown: home}
	ls.pool(home)
	return ls
}

func (ls *Labs) pool(name string) *Pool {
	p := ls.pools[name]
	if p == nil {
		p = ls.start(name)
		ls.pools[name] = p
		if ls.closed {
			p.Close()
		}
	}
	return p
}

// Look implements wire.Pool: it supersedes looks at other laboratories too.
func (ls *Labs) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.shown = s.Lab
	for name, p := range ls.pools {
		if name != s.Lab {
			p.lookAway()
		}
	}
	ls.retire()
	ls.pool(s.Lab).Look(s, report, done)
}

// Run implements wire.Pool.
func (ls *Labs) Run(s lab.Spec, task string, progress func(wire.Progress), done func(result []byte, fail string)) (cancel func()) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.runs[s.Lab]++
	return ls.pool(s.Lab).Run(s, task, progress, func(result []byte, fail string) {
		ls.mu.Lock()
		ls.runs[s.Lab]--
		ls.retire()
		ls.mu.Unlock()
		done(result, fail)
	})
}

// Workers implements wire.Pool for the laboratory that is shown.
func (ls *Labs) Workers() (all, ready int) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if p := ls.pools[ls.shown]; p != nil {
		return p.Workers()
	}
	return 0, 0
}

// Close ends all workers; runs in progress end with a sentence.
func (ls *Labs) Close() {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.closed = true
	for _, p := range ls.pools {
		p.Close()
	}
}

// retire ends the workers that have nothing to do and nobody to look.
func (ls *Labs) retire() {
	for name, p := range ls.pools {
		if name != ls.shown && ls.runs[name] == 0 && !ls.closed {
			p.Close()
			delete(ls.pools, name)
		}
	}
}
