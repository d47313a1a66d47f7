package pool

import (
	"encoding/json"

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
