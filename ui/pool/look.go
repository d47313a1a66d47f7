package pool

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// look is a question of Look.
type look struct {
	lab     string
	program string // the parameter that holds one, see Options
	spec    json.RawMessage
	report  Blob
	done    func(wire.Looked)
	stale   bool // superseded: its callback must not come
	losses  int  // workers that ended while they answered it
}

// Look implements wire.Pool.
func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.currentLook != nil {
		p.currentLook.stale = true
	}
	p.nextLook, p.failedLook = nil, nil
	l := &look{lab: s.Lab, program: p.options.Program(s.Lab), done: done}
	var err error
	if l.spec, err = s.MarshalJSON(); err != nil {
		p.callback(func() { done(wire.Looked{Err: err.Error()}) })
		return
	}
	if p.closed {
		p.callback(func() { done(wire.Looked{Err: failClose}) })
		return
	}
	p.retryStarts()
	if report != nil {
		l.report = p.transport.Blob(report)
	}
	p.nextLook = l
	p.assign()
	if p.nextLook == l {
		time.AfterFunc(lookTimeout, func() { p.makeRoom(l) })
	}
}

// makeRoom replaces a worker that a program has had to itself while the look waited.
func (p *Pool) makeRoom(l *look) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.slots, func(s *slot) bool { return len(s.requests) > 0 && s.requests[0].mayHang() })
	if p.nextLook == l && i >= 0 && !p.closed {
		p.slots[i].release(false)
		p.slots[i].spawn()
		p.assign()
	}
}

// dropLooks drops the looks in progress: their callbacks never come.
func (p *Pool) dropLooks() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.currentLook != nil {
		p.currentLook.stale = true
	}
	p.nextLook, p.failedLook = nil, nil
}

// countLooks returns the number of workers that answer looks.
func (p *Pool) countLooks() int {
	n := 0
	for _, s := range p.slots {
		if s.looking() {
			n++
		}
	}
	return n
}

// onLook hands on the answer to a look.
func (p *Pool) onLook(l *look, a wire.Reply, blobs []Blob) {
	if p.currentLook == l {
		p.currentLook = nil
	}
	if l.stale {
		return
	}
	p.scheduleWarmUp(l)
	out := wire.Looked{Err: a.Fail, Field: a.Field}
	if out.Err == "" && len(blobs) != 3 {
		out.Err = "A worker's answer was incomplete."
	}
	if out.Err == "" {
		err := json.Unmarshal(p.transport.Bytes(blobs[1]), &out.Look)
		if err == nil {
			err = sheet.Attach(out.Look.Sheets, p.transport.Bytes(blobs[2]))
		}
		if err != nil {
			out.Err = "The page could not read what a worker computed: " + err.Error() + "."
		} else {
			out.Film = p.transport.Bytes(blobs[0])
		}
	}
	p.callback(func() { l.done(out) })
}

// scheduleWarmUp has a worker warmed up for the test of what was looked at, once the
// pool has nothing else to do.
func (p *Pool) scheduleWarmUp(l *look) {
	if p.options.WarmUp <= 0 || p.warmedUp[l.lab] {
		return
	}
	time.AfterFunc(p.options.WarmUp, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		idle := !slices.ContainsFunc(p.slots, func(s *slot) bool { return len(s.requests) > 0 })
		if s := p.leastBusy(func(s *slot) bool { return !s.reserved }); s != nil && idle && !p.closed && !p.warmedUp[l.lab] {
			p.warmedUp[l.lab] = true
			s.send(&request{op: wire.OpWarmUp, look: l})
		}
	})
}
