package files

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
)

// only gives a page its files alone.
func only(m *state.Model) { m.Use(New(m)) }

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, only)
	return m, opened.Feature[*Feature](m), s
}

// noted reports whether the page shows one note, the text with that id, and whether that
// holds these words.
func noted(m *state.Model, id, words string) bool {
	return len(m.Notes) == 1 && m.Notes[0].ID() == id && strings.Contains(m.Say(m.Notes[0]), words)
}

// TestNotesGo: a note goes with the next step of the visitor, who then looks at
// something else than the file or the link that it speaks of.
func TestNotesGo(t *testing.T) {
	for name, step := range map[string]func(m *state.Model){
		"a setting":    func(m *state.Model) { m.Slide("s", "10") },
		"a run":        func(m *state.Model) { m.Test() },
		"another page": func(m *state.Model) { m.Go("", "learn") },
		"a laboratory": func(m *state.Model) { m.Go("other", "") },
	} {
		m, f, _ := alone(t, "")
		f.Load("run.json", test.Report(t, m.Front.Spec))
		if len(m.Notes) != 1 {
			t.Fatalf("a saved run: %q", m.Notes)
		}
		if step(m); m.Notes != nil {
			t.Errorf("after %s the page still says %q", name, m.Notes)
		}
	}
}

func TestLoad(t *testing.T) {
	m, f, s := alone(t, "")
	spec, err := m.Front.Spec.With(m.Front.Table, "s", "1.75")
	if err != nil {
		t.Fatal(err)
	}
	raw := test.Report(t, spec)
	f.Load("run.json", raw)
	if m.Front.Spec.Float("s") != 1.75 || m.Front.Report == nil ||
		m.Front.Source != lang.Verbatim("run.json") || m.Front.Stale() {
		t.Error("the run was not restored")
	}
	if len(m.Notes) != 1 || m.Notes[0].ID() != "page.file.run" {
		t.Errorf("a saved run: %q", m.Notes)
	}
	f.Save(false)
	if s.Saved != string(raw) {
		t.Error("the file that was read is not the file that is saved")
	}
	f.Load("spec.json", []byte(`{"lab":"other","s":0.25,"bogus":1}`))
	if m.Front.About.Name != "other" || m.Front.Spec.Float("s") != 0.25 || len(m.Notes) != 1 {
		t.Errorf("a Spec alone: %s, %q", m.Front.About.Name, m.Notes)
	}
	// Data of the visitor's own: other files change nothing.
	f.Load("mine.csv", []byte("0.75\n"))
	if m.Front.Spec.Float("s") != 0.75 || !noted(m, "page.file.data", "mine.csv") || m.Front.Source != "" {
		t.Errorf("data: s = %v, %q", m.Front.Spec.Float("s"), m.Notes)
	}
	m.Type("n", "77")
	for _, bad := range []string{"", "7", "nonsense", "[1,2]", "{", `{"spec":3}`, "{{"} {
		before := m.Front.Spec
		f.Load("bad.txt", []byte(bad))
		if !m.Front.Spec.Equal(before) || m.Front.About.Name != "other" || len(m.Notes) != 1 {
			t.Errorf("file %q: s = %v, notes %q", bad, m.Front.Spec.Float("s"), m.Notes)
		}
	}
	m.Go("toy", "")
	if f.Load("mine.csv", []byte("0.5")); m.Front.About.Name != "toy" || !noted(m, "page.file.elsewhere", "Other") {
		t.Errorf("data for a laboratory that takes none: %q", m.Notes)
	}
	for _, bad := range []string{"", "nonsense", "[1,2]", `{"lab":7}`, `{"spec":3}`, `{"spec":{"lab":"toy","s":"<b>"}}`,
		strings.Repeat("{", 100000)} {
		f.Load(strings.Repeat("x", 500), []byte(bad))
		if len(m.Notes) == 0 || !m.Front.Ready() {
			t.Errorf("file %.20q: notes %q", bad, m.Notes)
		}
	}
}

func TestFilesOfAnySize(t *testing.T) {
	m, f, _ := alone(t, "")
	choose := func(name string, size int64) (read bool) {
		m.Emit(state.Event{Kind: state.File, Name: "load", File: lab.File{Name: name, Size: size},
			Read: func(then func([]byte, bool)) {
				read = true
				then(nil, false)
			}})
		return read
	}
	if choose("big.json", 300<<20) || !noted(m, "page.file.large", "300\u00a0MB") {
		t.Errorf("a file of 300 MB: %q", m.Notes)
	}
	var b strings.Builder
	b.WriteString(`{"lab":"toy","s":1.5`)
	for i := range 100000 {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	b.WriteString("}")
	f.Load("wide.json", []byte(b.String()))
	if m.Front.Spec.Float("s") != 1.5 || len(m.Notes) != 2 || m.Notes[1] != lang.Say("lab.link.more", "n", 99999) {
		t.Errorf("100,000 unknown fields: %d notes, the last %q", len(m.Notes), m.Notes[len(m.Notes)-1])
	}
	r := lab.Report{Program: "indistinct", Version: 3, Spec: m.Front.Spec}
	r.Verdict = audit.Violation
	r.Curve.Epsilon = make([]sheet.Real, 100000)
	r.Curve.Exact = r.Curve.Epsilon[:7]
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if f.Load("long.json", data); m.Front.Report == nil || !noted(m, "page.file.run", "long.json") {
		t.Errorf("a report of 100,000 points: notes %q", m.Notes)
	}
	if !choose("x.json", 3) || !noted(m, "worker.file", "x.json") {
		t.Errorf("%q", m.Notes)
	}
}

// TestProgramFromFile: what is none changes nothing, and one that takes the
// place of what was typed leaves it within reach.
func TestProgramFromFile(t *testing.T) {
	m, s := opened.Workshop(nil, "#lab=workshop", only)
	f := opened.Feature[*Feature](m)
	typed, loaded := "pairs = [(0, 1)]\ndef release(x):\n    return x # mine\n",
		"pairs = [(0, 1)]\ndef release(x):\n    return 0\n"
	m.Type("code", typed)
	for name, data := range map[string]string{"a.csv": "1.5\n2.5\n", "photo.star": "def release(x)\x00\xff",
		"long.star": loaded + strings.Repeat("#", 70000), "empty.star": ""} {
		f.Load(name, []byte(data))
		if m.Front.Spec.Text("code") != typed || !noted(m, "page.file.unread", name) {
			t.Errorf("%s: %q, and the program is %.40q", name, m.Notes, m.Front.Spec.Text("code"))
		}
	}
	f.Load("mech.star", []byte(strings.ReplaceAll(loaded, "\n", "\r\n")))
	if m.Front.Program().Text != loaded || !noted(m, "page.file.program", "mech.star") {
		t.Errorf("%q, and the program is %q", m.Notes, m.Front.Program().Text)
	}
	if m.Preset(laboratory.OwnProgram); m.Front.Program().Text != typed {
		t.Errorf("what was typed is lost: %q", m.Front.Program().Text)
	}
	s.Pass()
}
