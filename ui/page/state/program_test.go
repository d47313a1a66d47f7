package state

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/guest/starlark"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test"
	"indistinct/ui/wire"
)

// bench is a page with the workshop in front.
func bench(t *testing.T, kept map[string]string, link string) (*Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{Kept: kept}
	m := New(s, s, []lab.Laboratory{test.Toy{}, workshop.Lab{}}, "toy", test.Language())
	m.Start("", false, link)
	return m, s
}

// TestProgramsAreKept: what a visitor wrote survives a reload, however long,
// and a classic that is picked in its place.
func TestProgramsAreKept(t *testing.T) {
	for _, text := range []string{"pairs = []\n", strings.Repeat("# a program too long for a link\n", 500)} {
		m, s := bench(t, nil, "#lab=workshop&eps=2")
		m.Type("code", text)
		m.Flush()
		if again, _ := bench(t, s.Kept, s.LastHash); again.Front.Spec.Text("code") != text {
			t.Errorf("a program of %d bytes is lost by a reload of %.80s", len(text), s.LastHash)
		}
		if elsewhere, _ := bench(t, s.Kept, "#lab=workshop&eps=3"); len(text) > 8000 &&
			elsewhere.Front.Spec.Text("code") == text {
			t.Error("another address opens with the program that was kept")
		}
		m.Preset("3")
		if m.Front.Spec.Text("code") == text || m.Front.OwnProgram != text {
			t.Fatalf("after a classic was picked, kept is %.40q", m.Front.OwnProgram)
		}
		m.Preset("4")
		m.Preset(laboratory.OwnProgram)
		if m.Front.Spec.Text("code") != text {
			t.Error("the visitor's own program does not come back")
		}
	}
}

// TestOtherProgramIsAskedAtOnce: the look at a program may never be answered, so that
// one at another program does not wait for it; of the same one, one look follows another.
func TestOtherProgramIsAskedAtOnce(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	m.Type("code", "def release(x): return 0\n")
	s.Pass()
	asked := len(s.Looks)
	m.Type("n", "300")
	s.Pass()
	if len(s.Looks) != asked {
		t.Errorf("%d looks at one program at once", len(s.Looks)-asked+1)
	}
	m.Preset("0")
	s.Pass()
	if len(s.Looks) != asked+1 || m.Settled() {
		t.Errorf("%d looks at another program", len(s.Looks)-asked)
	}
	m.Type("code", "def release(x): return 1\n")
	s.Pass()
	if len(s.Looks) != asked+2 {
		t.Errorf("%d looks at programs", len(s.Looks)-asked)
	}
	s.Looks[asked+1].Done(wire.Looked{})
	if !m.Settled() {
		t.Error("the page waits for a look that was superseded")
	}
}

// TestProgramFromFile: what is none changes nothing, and one that takes the
// place of what was typed leaves it within reach.
func TestProgramFromFile(t *testing.T) {
	m, s := bench(t, nil, "#lab=workshop")
	typed, loaded := "pairs = [(0, 1)]\ndef release(x):\n    return x # mine\n",
		"pairs = [(0, 1)]\ndef release(x):\n    return 0\n"
	m.Type("code", typed)
	for name, data := range map[string]string{"a.csv": "1.5\n2.5\n", "photo.star": "def release(x)\x00\xff",
		"long.star": loaded + strings.Repeat("#", 70000), "empty.star": ""} {
		m.Load(name, []byte(data))
		if m.Front.Spec.Text("code") != typed || !note(m, "page.file.unread", name) {
			t.Errorf("%s: %q, and the program is %.40q", name, m.Notes, m.Front.Spec.Text("code"))
		}
	}
	m.Load("mech.star", []byte(strings.ReplaceAll(loaded, "\n", "\r\n")))
	if m.Front.Program().Text != loaded || !note(m, "page.file.program", "mech.star") {
		t.Errorf("%q, and the program is %q", m.Notes, m.Front.Program().Text)
	}
	if m.Preset(laboratory.OwnProgram); m.Front.Program().Text != typed {
		t.Errorf("what was typed is lost: %q", m.Front.Program().Text)
	}
	s.Pass()
}

// TestEditorKnowsBuiltIns asks the interpreter for every name that the editor
// colours as one that programs may use.
func TestEditorKnowsBuiltIns(t *testing.T) {
	data, err := os.ReadFile("../../../public/editor.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(data), "const known")
	list, _, _ = strings.Cut(list, ";")
	names := 0
	for _, part := range regexp.MustCompile(`'([^']*)'`).FindAllStringSubmatch(list, -1) {
		for _, name := range strings.Fields(part[1]) {
			names++
			if _, err := (starlark.Interpreter{}).Compile("f = " + name +
				"\npairs = [(0, 1)]\ndef release(x):\n    return x\n"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if names < 40 {
		t.Errorf("only %d names were found", names)
	}
}
