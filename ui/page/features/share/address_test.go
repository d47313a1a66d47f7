package share

import (
	"strings"
	"testing"

	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// TestFolder: a page's folder ends with the last slash before its query, and is its own folder.
func TestFolder(t *testing.T) {
	for _, host := range []string{"https://example.org/", "http://localhost:8080/a/b/"} {
		for _, page := range []string{"", "index.html", "index.html?lang=de", "?next=/other/place"} {
			if got := folder(host + page); got != host || folder(got) != host {
				t.Errorf("%s lies in %s", host+page, got)
			}
		}
	}
	code := frameCode("https://example.org/x/?a=1&b=2", `#lab=toy&code="`, "A < B")
	for _, part := range []string{`src="https://example.org/x/?a=1&amp;b=2#lab=toy&amp;code=&quot;"`,
		`title="Indistinct: A &lt; B"`, `src="https://example.org/x/embed.js"`} {
		if !strings.Contains(code, part) {
			t.Errorf("the code for a frame lacks %s: %s", part, code)
		}
	}
}

// TestSharingSetsTheAddress: who shares has in the address bar what the link shows, and has the dialog; it
// closes with the page, and the focus goes back.
func TestSharingSetsTheAddress(t *testing.T) {
	m, f, s := alone(t, "")
	d := m.Front
	d.Set(d.Spec.Set(d.Table, "s", 0.7))
	before := s.LastHash
	if m.Emit(state.Event{Kind: state.Sharing}); s.LastHash == before || !strings.Contains(s.LastHash, "s=0.7") {
		t.Errorf("the address is %s", s.LastHash)
	}
	if len(f.Draw(view.Tools)) != 1 || len(f.Draw(view.Dialog)) != 1 || len(f.Draw(view.Under)) != 0 {
		t.Error("the dialog is not shown")
	}
	m.Emit(state.Event{Kind: state.Leaving})
	if len(f.Draw(view.Dialog)) != 0 || s.Focused != "share" {
		t.Errorf("the dialog stays, the focus is on %q", s.Focused)
	}
}
