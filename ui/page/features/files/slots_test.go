package files

import (
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/mechanism"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
)

// TestSlots: the buttons that save stand with the verdict's, the field that opens at the foot of the settings.
func TestSlots(t *testing.T) {
	_, f, _ := alone(t, "")
	for at, want := range map[view.Slot]int{view.Take: 2, view.Foot: 1, view.Under: 0, view.Tools: 0} {
		if got := len(f.Draw(at)); got != want {
			t.Errorf("at %s %d parts are drawn", at, got)
		}
	}
}

// TestSaveReleases: the releases that a run has shown are saved as a table; before a run that is said.
func TestSaveReleases(t *testing.T) {
	m, f, s := alone(t, "")
	if f.SaveReleases(); s.File != "" || !noted(m, "page.releases.none", "") {
		t.Errorf("%s is saved, it says %q", s.File, m.Notes)
	}
	show := film.Show{Form: film.Line}
	for k := range show.Clouds {
		show.Names[k] = mechanism.Input(k).Say()
		show.Clouds[k] = film.Cloud{Stride: 1, Data: []float32{0.5, 2}}
	}
	data, err := show.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	m.Front.Played = data
	if f.SaveReleases(); s.File != "indistinct-toy-releases.csv" || strings.Count(s.Saved, "\r\n") != 5 {
		t.Errorf("%s is saved: %q", s.File, s.Saved)
	}
}

// TestLoadedBehindAMark: a file that begins with a byte order mark is the same file, and leads from a page to
// its laboratory, of which the host is told; a second run in it that is none is left out, which is said.
func TestLoadedBehindAMark(t *testing.T) {
	for _, mark := range []string{"", "\xef\xbb\xbf"} {
		m, f, s := alone(t, "")
		opened.Run(t, m, s)
		spec := m.Front.Spec.Set(m.Front.Table, "s", 0.25)
		m.Page, s.Page = "reference", "reference"
		f.Load("a.json", []byte(mark+string(test.Report(t, spec))))
		if m.Page != "" || s.Page != "" || m.Front.Spec.Float("s") != 0.25 || !noted(m, "page.file.run", "a.json") {
			t.Errorf("mark %q: page %q, the host's %q, s = %v, notes %q", mark, m.Page, s.Page, m.Front.Spec.Float("s"),
				m.Notes)
		}
		f.Load("b.json", withA(test.Report(t, spec), []byte(`{"program": ""}`)))
		if m.Front.A != nil || len(m.Notes) != 2 || m.Notes[0].ID() != "page.file.a" {
			t.Errorf("with a second run that is none: %+v, %q", m.Front.A, m.Notes)
		}
		f.Load("c.json", withA(test.Report(t, spec), test.Report(t, spec)))
		if m.Front.A == nil || !m.Front.A.Spec.Equal(spec) {
			t.Errorf("a second run becomes %+v", m.Front.A)
		}
	}
}
