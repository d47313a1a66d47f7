package present

import (
	"strings"
	"testing"

	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// TestKeys: F begins a presentation and ends it, Escape ends it alone, and it ends with the full screen or
// the page; what is no key for it goes on to others.
func TestKeys(t *testing.T) {
	key := func(name string) state.Event { return state.Event{Kind: state.Key, Name: name} }
	for _, c := range []struct {
		what       string
		e          state.Event
		off, on    bool // whether it is presented afterwards, of one that was not and of one that was
		takes, too bool // whether the event is taken
	}{
		{"f", key("f"), true, false, true, true},
		{"F", key("F"), true, false, true, true},
		{"Escape", key("Escape"), false, false, false, true},
		{"r", key("r"), false, true, false, false},
		{"the full screen's end", state.Event{Kind: state.FullScreenLeft}, false, false, false, false},
		{"the page's end", state.Event{Kind: state.Leaving}, false, false, false, false},
		{"sharing", state.Event{Kind: state.Sharing}, false, true, false, false},
	} {
		for _, before := range []bool{false, true} {
			m, f, _ := alone(t, "")
			f.Set(before)
			want, takes := c.off, c.takes
			if before {
				want, takes = c.on, c.too
			}
			if taken := f.Hear(c.e); taken != takes || m.Presenting != want {
				t.Errorf("%s, presented before %v: taken %v, presented %v", c.what, before, taken, m.Presenting)
			}
		}
	}
}

// TestShareForARoom: what is given away is a presentation where that was asked for since the dialog opened.
func TestShareForARoom(t *testing.T) {
	m, f, _ := alone(t, "")
	room := func(of state.Purpose) bool { return strings.Contains(m.Link(of, false, false), "present=1") }
	if room(state.Shared) {
		t.Error("nobody asked for a presentation")
	}
	f.forRoom = true
	if !room(state.Shared) || room(state.Address) {
		t.Error("what is given away, and that alone, is a presentation")
	}
	if m.Emit(state.Event{Kind: state.Sharing}); room(state.Shared) {
		t.Error("the next dialog begins with the last one's choice")
	}
	for at, want := range map[view.Slot]int{view.Tools: 1, view.Leave: 1, view.Options: 1, view.Under: 0} {
		if got := len(f.Draw(at)); got != want {
			t.Errorf("at %s %d parts are drawn", at, got)
		}
		m.Page = "reference"
		if len(f.Draw(at)) != 0 {
			t.Errorf("on a page something is drawn at %s", at)
		}
		m.Page = ""
	}
}
