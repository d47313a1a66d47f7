package pool

import (
	"slices"

	"indistinct/ui/wire"
)

// assign sends the workers what requests they can take.
func (p *Pool) assign() {
	if p.closed {
		return
	}
	// A look does not wait for the one that it supersedes, but two at a time
	// are enough while a handle is dragged.
	if p.nextLook != nil && p.countLooks() < 2 {
		if i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.ready && len(s.requests) == 0 }); i >= 0 {
			s := p.slots[i]
			p.currentLook, p.nextLook = p.nextLook, nil
			s.send(&request{op: wire.OpLook, look: p.currentLook})
		}
	}
	for {
		s := p.leastBusy(func(s *slot) bool { return !s.looking() && len(s.requests) < p.capacity(s) })
		if s == nil {
			return
		}
		t := p.nextRequest(s)
		if t == nil {
			return
		}
		s.send(t)
	}
}

// capacity returns how many requests a worker may have. The second one waits in
// its queue, so that it does not idle while the page is busy drawing.
func (p *Pool) capacity(s *slot) int {
	switch {
	case slices.ContainsFunc(s.requests, (*request).exclusive):
		return 0
	case s != p.slots[0]:
		return 2
	case p.nextLook != nil:
		return 0 // let it drain for the look
	}
	return 1
}

// nextRequest returns the next request of the runs, which take turns. A run starts on a
// worker that has nothing else to do.
func (p *Pool) nextRequest(s *slot) *request {
	for range p.runs {
		r := p.runs[0]
		p.runs = append(p.runs[1:], r)
		if r.start != nil {
			if len(s.requests) > 0 {
				continue
			}
			t := r.start
			r.start, r.runner = nil, s
			return t
		}
		if t := r.nextChunk(); t != nil {
			return t
		}
	}
	return nil
}
