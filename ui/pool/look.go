package pool

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/wire"
)

// onLook hands on the answer to a look.
func (p *Pool) onLook(l *look, a wire.Reply, blobs []Blob) {
	if p.currentLook == l {
		p.currentLook = nil
	}
	if l.stale {
		return
	}
	p.scheduleWarmUp(l)
	out := wire.Looked{Err: a.Fail, Field: a.Field, Line: a.Line}
	if out.Err == "" && len(blobs) != 3 {
		out.Err = lang.Say("pool.incomplete")
	}
	if out.Err == "" {
		err := json.Unmarshal(p.transport.Bytes(blobs[1]), &out.Look)
		if err == nil {
			err = sheet.Attach(out.Look.Sheets, p.transport.Bytes(blobs[2]))
		}
		if err != nil {
			out.Err = lang.Say("pool.unread", "why", err)
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
		if s := p.leastBusy(func(s *slot) bool {
			return !s.reserved
		}); s != nil && idle && !p.closed && !p.warmedUp[l.lab] {
			p.warmedUp[l.lab] = true
			s.send(&request{op: wire.OpWarmUp, look: l})
		}
	})
}
