package pool

import (
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
	out := wire.Looked{Err: a.Fail, Field: a.Field, Line: a.Line}
	if out.Err == "" && len(blobs) != 2 {
		out.Err = lang.Say("pool.incomplete")
	}
	if out.Err == "" {
		arrays := func(do func(*[]sheet.Real)) { sheet.EachArray(out.Look.Sheets, do) }
		if err := sheet.Unpack("LOOK", p.transport.Bytes(blobs[1]), &out.Look, arrays); err != nil {
			out.Err = lang.Say("pool.unread", "why", err)
		} else {
			out.Film = p.transport.Bytes(blobs[0])
		}
	}
	p.callback(func() { l.done(out) })
}
