package pool

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

type look struct {
	lab     string
	program string // the parameter that holds one, see Options
	spec    json.RawMessage
	report  Blob
	done    func(wire.Looked)
	stale   bool
	tries   int
}

// Look implements wire.Pool.
func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next, p.missed = nil, nil
	l := &look{lab: s.Lab, program: p.o.Program(s.Lab), done: done}
	var err error
	if l.spec, err = s.MarshalJSON(); err != nil {
		p.call(func() { done(wire.Looked{Err: err.Error()}) })
		return
	}
	if p.closed {
		p.call(func() { done(wire.Looked{Err: failClose}) })
		return
	}
	p.rouse()
	if report != nil {
		l.report = p.t.Blob(report)
	}
	p.next = l
	p.deal()
	if p.next == l {
		time.AfterFunc(p.o.Wait, func() { p.makeRoom(l) })
	}
}

// makeRoom replaces a worker that a program has had to itself while a look waited.
func (p *Pool) makeRoom(l *look) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.hands, func(h *hand) bool { return len(h.tasks) > 0 && h.tasks[0].programmed() })
	if p.next == l && i >= 0 && !p.closed {
		p.hands[i].lose(false)
		p.hands[i].start()
		p.deal()
	}
}

// lookAway gives up the looks in progress: their callbacks never come.
func (p *Pool) lookAway() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next, p.missed = nil, nil
}

func (p *Pool) looking() int {
	n := 0
	for _, h := range p.hands {
		if h.looks() {
			n++
		}
	}
	return n
}

// looked takes the answer to a look.
func (p *Pool) looked(l *look, a wire.Reply, blobs []Blob) {
	if p.now == l {
		p.now = nil
	}
	if l.stale {
		return
	}
	p.rehearse(l)
	out := wire.Looked{Err: a.Fail, Field: a.Field}
	if out.Err == "" && len(blobs) != 3 {
		out.Err = "A worker's answer was incomplete."
	}
	if out.Err == "" {
		err := json.Unmarshal(p.t.Bytes(blobs[1]), &out.Look)
		if err == nil {
			err = sheet.Attach(out.Look.Sheets, p.t.Bytes(blobs[2]))
		}
		if err != nil {
			out.Err = "The page could not read what a worker computed: " + err.Error() + "."
		} else {
			out.Film = p.t.Bytes(blobs[0])
		}
	}
	p.call(func() { l.done(out) })
}

// rehearse has the test of what was looked at rehearsed once the pool has nothing
// else to do.
func (p *Pool) rehearse(l *look) {
	if p.o.Rehearse <= 0 || p.warm[l.lab] {
		return
	}
	time.AfterFunc(p.o.Rehearse, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		idle := !slices.ContainsFunc(p.hands, func(h *hand) bool { return len(h.tasks) > 0 })
		if h := p.idlest(func(h *hand) bool { return !h.only }); h != nil && idle && !p.closed && !p.warm[l.lab] {
			p.warm[l.lab] = true
			h.send(&task{op: wire.OpRehearse, warm: l})
		}
	})
}
