//go:build js

package main

import (
	"encoding/json"
	"syscall/js"

	"indistinct/ui/page/door"
)

// openDoors takes what other software asks: see load.js.
func (h *host) openDoors() {
	tool("knock", js.FuncOf(func(_ js.Value, args []js.Value) any {
		what, text, yes, no := args[0].String(), []byte(args[1].String()), args[2], args[3]
		answer := func(a door.Answer) {
			own := map[string]any{}
			for name, text := range a.Own {
				own[name] = text
			}
			if a.Why != "" {
				no.Invoke(h.m.Say(a.Why), own)
				return
			}
			yes.Invoke(string(a.Result), own)
		}
		go h.Update(func() {
			if what == "run" {
				h.door.Run(text, answer)
				return
			}
			answer(h.door.Set(text))
		})
		return nil
	}))
}

// news tells other software what has happened.
func (h *host) news() {
	h.env.Lock()
	defer h.env.UnlockOnly()
	for _, e := range h.door.News() {
		if text, err := json.Marshal(e); err == nil {
			tool("tell", string(text))
		}
	}
}
